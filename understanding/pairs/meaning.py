"""What a read question asks, as a bag of tokens that equal questions share, and its typed slots.

Order does not matter but where it decides: what is split by (per:x), ranked by (top:x), left out (not:x) or
compared with (gt:x) is bound to its mark; where two things stay unbound, their order is part of the meaning.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from config.wording import Language
from knowledge.values import FoundValue
from knowledge.vocabulary import Vocabulary
from language.periods import Comparison, Period
from understanding.pairs.reading import Piece, Pieces
from understanding.words.empty import is_empty
from understanding.words.judging import TURNED, is_quality, is_speed, speaks_of_time_taken, turned_by_good

Role = Literal["top", "other"]
DIRECTIONS = ("top", "bottom")
JUDGED = {"top": "best", "bottom": "worst"}  # of nothing that is measured
COMPARERS = ("gt", "ge", "lt", "le")
AFTER_NUMBER = (
    "以上",
    "以下",
    "以内",
    "及以上",
    "及以下",
    "or more",
    "or less",
    "or fewer",
    "and above",
    "and over",
)
COORDINATORS = frozenset(["和", "与", "及", "以及", "跟", "and"])
PERCENT = frozenset(["百分比", "percent", "percentage"])
SUPERLATIVES = ("最", "第一", "冠军", "倒数第一", "垫底")
NO_SUPERLATIVES = frozenset(["top", "bottom", "first"])
SINGULAR = frozenset(["哪个", "哪家", "哪一个", "哪一家", "哪条", "哪座", "哪种", "哪位", "哪天"])
PLURAL = frozenset(
    ["哪些", "有哪些", "是哪些", "哪几个", "哪几家", "都有哪些", "几个", "是哪几个", "是哪几家"]
)
THINGS = ("measure", "entity", "grain", "word", "unknown")


@dataclass(frozen=True)
class Slot:
    """A number of the question and the part it plays."""

    number: Decimal
    role: Role
    span: tuple[int, int]
    implicit: bool = False  # the one of "which is highest"


@dataclass(frozen=True)
class NamedValue:
    """A value of the question: everything it could be, and whether it is left out."""

    candidates: tuple[FoundValue, ...]
    negated: bool
    span: tuple[int, int]


@dataclass(frozen=True)
class Meaning:
    """What a question asks; `key` is equal for questions that differ only in their slots."""

    text: str
    language: Language
    tokens: frozenset[str]
    order: tuple[str, ...]
    periods: tuple[Period, ...]
    comparisons: tuple[Comparison, ...]
    values: tuple[NamedValue, ...]
    numbers: tuple[Slot, ...]
    names: tuple[str, ...]
    small: frozenset[str] = frozenset()  # words that say something, though no token is made of them

    @property
    def key(self) -> tuple[object, ...]:
        """Return what equal questions share, slots left open."""
        signs = tuple(sorted(value.negated for value in self.values))
        roles = tuple(sorted(slot.role for slot in self.numbers))
        return self.tokens, self.order, len(self.periods), signs, roles


class MeaningMaker:
    """Turns read pieces into a meaning with one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def make(self, pieces: Pieces) -> Meaning:
        """Return what the pieces ask."""
        return _Making(pieces, self.vocabulary).meaning()


@dataclass
class _Part:
    """A piece on its way: its token, what it is bound by, and whether it still counts."""

    piece: Piece
    kind: str
    token: str
    bound: str = ""
    gone: bool = False
    role: Role = "other"
    negated: bool = False


class _Making:
    def __init__(self, pieces: Pieces, vocabulary: Vocabulary) -> None:
        self.pieces = pieces
        self.vocabulary = vocabulary
        self.english = pieces.language == "en"
        self.parts = [part for piece in pieces.parts for part in self._expanded(piece)]
        self.implicit: Slot | None = None

    def meaning(self) -> Meaning:
        self._absorb()
        self._weak_words()
        self._numbers()
        self._bind_splits()
        self._bind_negations()
        self._bind_comparers()
        self._judge()
        self._rank()
        self._respectively()
        self._counting()
        self._time_words()
        return self._collected()

    # What there is

    def _expanded(self, piece: Piece) -> list[_Part]:
        if piece.kind == "phrase":
            return [self._phrase_part(piece, token) for token in piece.tokens]
        if piece.kind == "unknown":
            return [_Part(piece, "unknown", f"'{piece.text}'")]
        if piece.kind == "grain":
            return [_Part(piece, "grain", piece.tokens[0], bound="per")]
        token = piece.tokens[0] if piece.tokens else ""
        return [_Part(piece, piece.kind, token)]

    def _phrase_part(self, piece: Piece, token: str) -> _Part:
        mark, colon, rest = token.partition(":")
        if colon:
            return _Part(piece, "grain", rest, bound=mark)
        kind = self.vocabulary.kind_of(token)
        return _Part(piece, "word" if kind in ("function", "phrase") else kind, token)

    def _live(self, *kinds: str) -> list[_Part]:
        return [part for part in self.parts if not part.gone and (not kinds or part.kind in kinds)]

    def _mark(self, *tokens: str) -> list[_Part]:
        return [part for part in self._live("mark") if part.token in tokens]

    def _near(self, part: _Part, step: int, want: Callable[[_Part], bool]) -> _Part | None:
        """Return the nearest part that is wanted, before or after, over words that change nothing."""
        at = self.parts.index(part) + step
        while 0 <= at < len(self.parts):
            other = self.parts[at]
            if not other.gone and other.kind != "function":
                return other if want(other) else None
            at += step
        return None

    def _nearest(self, part: _Part, step: int, want: Callable[[_Part], bool]) -> _Part | None:
        at = self.parts.index(part) + step
        while 0 <= at < len(self.parts):
            other = self.parts[at]
            if not other.gone and want(other):
                return other
            at += step
        return None

    # Steps

    def _absorb(self) -> None:
        """Drop the kind of thing a neighbouring value is: 餐饮业态, Nancheng service area."""
        for part in self._live("value"):
            tables = {found.column.rpartition(".")[0] for found in part.piece.values}
            kinds = {self.vocabulary.tables[table] for table in tables if table in self.vocabulary.tables}
            for step in (1, -1):
                other = self._near(part, step, lambda o: o.kind in ("entity", "unknown"))
                if other and other.token in kinds and not other.bound and not self._is_split(other):
                    other.gone = True

    def _weak_words(self) -> None:
        """Let make, earn, 收了 … stand for their measure where no other is named."""
        weak = self._live("weak")
        named = bool(self._live("measure"))
        for part in weak:
            part.gone = named or part is not weak[0]
            part.kind = "measure"

    def _is_split(self, part: _Part) -> bool:
        before = self._near(part, -1, lambda o: o.kind == "mark" and o.token == "per")
        return before is not None

    def _numbers(self) -> None:
        ranked = bool(self._mark(*DIRECTIONS))
        for part in self._live("number"):
            before = self._near(part, -1, lambda o: o.kind == "mark")
            after = self._near(part, 1, lambda o: o.kind == "mark")
            compared = (before and before.token in COMPARERS) or (after and after.piece.text in AFTER_NUMBER)
            part.role = "top" if ranked and not compared else "other"

    def _bind_splits(self) -> None:
        """Bind 各, 按, by, each … to what follows, and to what is added to that with 和 or and."""
        for mark in self._mark("per"):
            target = self._near(
                mark, 1, lambda o: o.kind in (*THINGS, "period", "value") and o.token != "rank"
            )
            mark.gone = target is not None
            if target is None:
                continue
            if target.kind == "period" and target.piece.period:
                unit = target.piece.period.unit
                mark.kind, mark.token, mark.bound, mark.gone = "grain", unit, "per", False
                continue
            target.bound = "per"
            self._add_coordinated(target)
        for mark in self._mark("per"):
            follower = self._near(mark, 1, lambda o: o.kind == "mark" and o.token in ("rank", *DIRECTIONS))
            mark.gone = follower is not None

    def _add_coordinated(self, target: _Part) -> None:
        at = self.parts.index(target)
        if at + 2 < len(self.parts) and self.parts[at + 1].piece.text in COORDINATORS:
            other = self.parts[at + 2]
            if other.kind in ("entity", "grain") and target.kind in ("entity", "grain"):
                other.bound = "per"

    def _bind_negations(self) -> None:
        for mark in self._mark("not"):
            target = self._near(mark, 1, lambda o: o.kind in (*THINGS, "value"))
            if target is None:
                continue
            if target.kind == "value":
                target.negated = mark.gone = True
            elif not target.bound:
                target.bound, mark.gone = "not", True
        for mark in self._mark("besides"):
            mark.gone = any(part.negated or part.bound == "not" for part in self.parts)

    def _bind_comparers(self) -> None:
        for mark in self._mark(*COMPARERS):
            target = self._near(mark, 1, lambda o: o.kind in THINGS)
            if target is not None and not target.bound:
                target.bound, mark.gone = mark.token, True

    def _judge(self) -> None:
        """Let best and worst be high or low as the measure is good; of none they are words of their own."""
        for mark in self._mark(*TURNED):
            text = self.pieces.text[slice(*mark.piece.span)]
            if is_quality(text) or is_speed(text):
                mark.token = self._judged(mark.token, text, self._target(mark))

    def _judged(self, token: str, text: str, target: _Part | None) -> str:
        if target is None:
            return JUDGED.get(token, token) if is_quality(text) else f"{token}_speed"
        names = (target.token, self.pieces.text[slice(*target.piece.span)])
        if is_speed(text):
            return TURNED[token] if speaks_of_time_taken(names) else f"{token}_speed"
        return turned_by_good(token, names, self.vocabulary.good.get(target.token, ""))

    def _rank(self) -> None:
        directions = self._mark(*DIRECTIONS)
        entities = self._live("entity", "unknown")
        if not directions:
            free = [part for part in entities if not part.bound]
            splits = [part for part in self.parts if part.bound == "per" and not part.gone]
            by_measure = [part for part in splits if part.kind == "measure"]
            compared = self._mark("compare") if by_measure and not self._live("comparison") else []
            if self._mark("rank", "rank_up") or compared:
                for part in (*by_measure, *compared):
                    part.bound, part.gone = "", part in compared
                if len(free) == 1 and not [part for part in splits if part.kind in ("entity", "grain")]:
                    free[0].bound = "per"
            return
        token = directions[0].token
        for other in (*directions[1:], *self._mark("rank", "rank_up")):
            other.gone = other.token in (token, "rank") or (token == "bottom" and other.token == "rank_up")
        self._bind_direction(directions[0])
        self._one_of_many(directions[0])

    def _bind_direction(self, mark: _Part) -> None:
        """Bind 最高, most … to what is ranked by; the one thing ranked needs no 各."""
        target = self._target(mark)
        if target is None:
            return
        entities = [p for p in self._live("entity", "unknown") if p.bound in ("", "per")]
        others = [part for part in entities if part is not target]
        target.bound = mark.token
        mark.gone = True
        if target.kind in ("entity", "unknown"):
            self.parts.append(_Part(mark.piece, "mark", "count"))
        if len(others) == 1:
            others[0].bound = "" if others[0].bound == "per" else others[0].bound

    def _target(self, mark: _Part) -> _Part | None:
        """Return what a direction ranks by."""
        measures = [p for p in self._live("measure") if p.bound in ("", "per")]
        entities = [p for p in self._live("entity", "unknown") if p.bound in ("", "per")]
        by = [p for p in (*measures, *entities) if p.bound == "per" and self._said_by(p)]
        return self._ranked_by(mark, measures, entities, by)

    def _said_by(self, part: _Part) -> bool:
        at = self.parts.index(part)
        return any(p.piece.text in ("by", "按", "按照") for p in self.parts[max(0, at - 3) : at])

    def _ranked_by(
        self, mark: _Part, measures: list[_Part], entities: list[_Part], by: list[_Part]
    ) -> _Part | None:
        if len(measures) == 1:
            return measures[0]
        if len(by) == 1:
            return by[0]
        pool = measures or (entities if len(entities) > 1 else [])
        step = 1 if self.english else -1
        return self._nearest(mark, step, lambda o: o in pool) or self._nearest(
            mark, -step, lambda o: o in pool
        )

    def _one_of_many(self, mark: _Part) -> None:
        """Give the N of *which is highest*: one, where the words speak of one."""
        if any(part.role == "top" for part in self._live("number")) or self._live("number"):
            return
        texts = {part.piece.text for part in self.parts}
        if texts & PLURAL:
            return
        if self.english:
            said = mark.piece.text not in NO_SUPERLATIVES
            one = said and not any(self._is_plural(part) for part in self._live("entity", "unknown"))
        else:
            one = mark.piece.text.startswith(SUPERLATIVES) or bool(texts & SINGULAR)
        if one:
            self.implicit = Slot(Decimal(1), "top", mark.piece.span, True)

    def _is_plural(self, part: _Part) -> bool:
        return self.pieces.text[slice(*part.piece.span)].lower().endswith("s")

    def _respectively(self) -> None:
        marks = self._mark("respectively")
        free = [part for part in self._live("entity", "unknown") if not part.bound]
        if marks and len(free) == 1 and not any(part.bound == "per" for part in self._live()):
            free[0].bound = "per"
        for mark in (*marks, *self._mark("singular")):
            mark.gone = True

    def _counting(self) -> None:
        """Tell how many from how much, and let 各类投诉, complaints by branch count without saying so."""
        measures = self._live("measure")
        entities = self._live("entity", "unknown")
        some = self._mark("some")
        for mark in some:
            mark.gone = True
        counted = bool(self._mark("count")) or (bool(some) and not measures and bool(entities))
        for mark in self._mark("count"):
            mark.gone = bool(measures) and not entities and self._countable(measures)
        split = any(part.bound in ("per", *DIRECTIONS) for part in self._live())
        share = self._mark("share", "distribution", "avg")
        implied = not measures and bool(entities) and split and not share
        if (
            not measures
            and any(part.bound == "per" for part in self._live())
            and self._mark("distribution") == share
        ):
            implied = bool([part for part in entities if not part.bound])
            for mark in share if implied else ():
                mark.gone = True
        if (counted or implied) and not (measures and not entities) and not self._mark("count"):
            self.parts.append(_Part(self.parts[0].piece, "mark", "count"))

    def _split_once(self) -> bool:
        """Tell whether the question lists a measure by one thing, which is to compare it."""
        return len([p for p in self._live("entity") if p.bound == "per"]) == 1 and bool(self._live("measure"))

    def _countable(self, measures: list[_Part]) -> bool:
        return all(part.token in self.vocabulary.countable for part in measures)

    def _time_words(self) -> None:
        """Drop 趋势 beside a time grain, and growth words beside a comparison that says the same."""
        kind = self.vocabulary.kind_of
        grained = any(part.bound == "per" and kind(part.token) == "grain" for part in self._live("grain"))
        for mark in self._mark("trend" if grained else "cumulative"):
            mark.gone = True
        compared = self._live("comparison") or self._mark("previous", "last_year")
        if compared:
            for mark in self._mark("change", "vary", "compare"):
                mark.gone = True
            for mark in self._mark("share"):
                mark.gone = mark.piece.text in PERCENT
        elif (
            grained
            or len([p for p in self._live("entity") if p.bound in ("", "per")]) >= 2
            or self._split_once()
        ):
            for mark in self._mark("compare"):
                mark.gone = True

    # The end

    def _collected(self) -> Meaning:
        tokens: set[str] = set()
        for part in self._live():
            if part.kind == "comparison":
                tokens.add(part.token)
            elif part.token and part.kind in (*THINGS, "mark"):
                tokens.add(f"{part.bound}:{part.token}" if part.bound else part.token)
        if (figures := self._figures()) > 1:
            tokens.add(f"figures:{figures}")
        numbers = tuple(
            Slot(part.piece.number, part.role, part.piece.span)
            for part in self._live("number")
            if part.piece.number is not None
        )
        if self.implicit:
            numbers = (*numbers, self.implicit)
        return Meaning(
            self.pieces.text,
            self.pieces.language,
            frozenset(tokens),
            self._order(),
            tuple(part.piece.period for part in self._live("period") if part.piece.period),
            tuple(part.piece.comparison for part in self._live("comparison") if part.piece.comparison),
            tuple(
                NamedValue(part.piece.values, part.negated, part.piece.span) for part in self._live("value")
            ),
            numbers,
            self.pieces.names,
            frozenset(self._small_words()),
        )

    def _figures(self) -> int:
        """Return how many figures are named: what 客单价 is made of holds the 营业额 beside it already."""
        named = (part for part in self._live("measure") if not part.bound)
        return len({part.piece.tokens for part in named})

    def _small_words(self) -> Iterator[str]:
        """Yield the small words that say something, though no token is made of them."""
        for piece in self.pieces.parts:
            text = self.pieces.text[slice(*piece.span)].lower()
            if piece.kind == "function" and not is_empty(text):
                yield text

    def _order(self) -> tuple[str, ...]:
        """Return the order of what stays unbound, where it could decide."""
        entities = [p for p in self._live("entity") if not p.bound]
        measures = [p for p in self._live("measure") if not p.bound]
        related = self._mark("count", "share", "avg", "change", "decline", *DIRECTIONS, *COMPARERS)
        if len({p.token for p in entities}) >= 2:
            return tuple(part.token for part in self.parts if part in entities)
        if len({p.token for p in measures}) >= 2 and related:
            return tuple(part.token for part in self.parts if part in measures or part in related)
        return ()
