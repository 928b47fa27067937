"""A question's pieces as the metric reader works on them: what each could be, and whether it is used."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from knowledge.metrics import Catalog
from language.units import units
from understanding.metric.vocabulary import (
    DIMENSION,
    METRIC,
    STATE,
    THING,
    VALUE,
    as_written,
    metric_words,
)
from understanding.pairs.reading import Piece, Pieces

SURE = 0.97  # of a value's own name
PERCENT_SIGNS = "%％"
KINDS = ("metric", "weak", "dimension", "value", "grain", "mark", "number", "period", "comparison")


@dataclass(eq=False)
class Part:
    """One part of a question; `used` once something has been made of it."""

    kind: str
    token: str
    piece: Piece
    metrics: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    members: tuple[tuple[str, str, float], ...] = ()  # dimension, value, how sure
    used: bool = False
    split: bool = False  # bound by 各, by, per
    negated: bool = False

    @property
    def text(self) -> str:
        """Return its units, joined."""
        return self.piece.text


@dataclass
class Parts:
    """All parts of one question, in order, with the steps rules take between them."""

    text: str
    every: list[Part] = field(default_factory=list)

    def left(self, *kinds: str) -> list[Part]:
        """Return the parts not yet accounted for, of some kinds."""
        return [part for part in self.every if not part.used and (not kinds or part.kind in kinds)]

    def of(self, *kinds: str) -> list[Part]:
        """Return all parts of some kinds."""
        return [part for part in self.every if part.kind in kinds]

    def marks(self, *tokens: str) -> list[Part]:
        """Return the marks not yet accounted for, of some tokens."""
        return [part for part in self.left("mark") if part.token in tokens]

    def has(self, *tokens: str) -> bool:
        """Tell whether any such mark is in the question, accounted for or not."""
        return any(part.kind == "mark" and part.token in tokens for part in self.every)

    def use(self, *tokens: str) -> list[Part]:
        """Account for all marks of some tokens and return them."""
        found = self.marks(*tokens)
        for part in found:
            part.used = True
        return found

    def after(self, part: Part, over: Callable[[Part], bool] = lambda _: False) -> Part | None:
        """Return the next part that is not a function word nor stepped over."""
        return self._near(part, 1, over)

    def before(self, part: Part, over: Callable[[Part], bool] = lambda _: False) -> Part | None:
        """Return the part before that is not a function word nor stepped over."""
        return self._near(part, -1, over)

    def _near(self, part: Part, step: int, over: Callable[[Part], bool]) -> Part | None:
        at = self.every.index(part) + step
        while 0 <= at < len(self.every):
            other = self.every[at]
            if other.kind != "function" and not over(other):
                return other
            at += step
        return None

    def between(self, left: Part, right: Part) -> list[Part]:
        """Return what stands between two parts."""
        at, to = sorted((self.every.index(left), self.every.index(right)))
        return self.every[at + 1 : to]

    def nearest(self, part: Part, pool: list[Part], step: int) -> Part | None:
        """Return the nearest of some parts on one side of a part."""
        at = self.every.index(part)
        places = [(abs(self.every.index(one) - at), one) for one in pool]
        sided = [(far, one) for far, one in places if (self.every.index(one) - at) * step > 0]
        return min(sided, key=lambda pair: pair[0])[1] if sided else None

    def distance(self, left: Part, right: Part) -> int:
        """Return how many parts two parts are apart."""
        return abs(self.every.index(left) - self.every.index(right))


def parts_of(pieces: Pieces, catalog: Catalog, columns: dict[str, list[str]]) -> Parts:
    """Return the parts of a read question; `columns` tells the dimensions of each column with values."""
    every: list[Part] = []
    for piece in pieces.parts:
        for part in _parts(piece, catalog, columns):
            beside = bool(every) and every[-1].kind == "value" and piece.text in metric_words()["after_value"]
            part.metrics = as_written(part.metrics, pieces.text[slice(*piece.span)], catalog)
            every.append(replace(part, kind="function") if beside and part.kind == "other" else part)
    for way, value in pairwise(every):
        if way.kind == "other" and value.kind == "value" and way.text in metric_words()["before_value"]:
            way.kind = "function"
    return Parts(pieces.text, _with_percent_signs(pieces, every))


def _with_percent_signs(pieces: Pieces, every: list[Part]) -> list[Part]:
    """Let a percent sign that is no number's, nor part of a name, ask for a share: what % of orders."""
    if not any(sign in pieces.text for sign in PERCENT_SIGNS):
        return every
    found = list(every)
    for unit in units(pieces.text):
        at = sum(part.piece.span[1] <= unit.start for part in found)
        named = any(part.piece.span[0] <= unit.start < part.piece.span[1] for part in found)
        of_number = at and found[at - 1].kind == "number" and found[at - 1].piece.span[1] == unit.start
        if unit.text == PERCENT_SIGNS[0] and not named and not of_number:
            found.insert(at, Part("mark", "share", Piece("mark", unit.text, (unit.start, unit.end))))
    return found


def _parts(piece: Piece, catalog: Catalog, columns: dict[str, list[str]]) -> Iterator[Part]:
    if piece.kind == "phrase":
        yield from (_phrase_part(piece, token) for token in piece.tokens)
    elif piece.tokens and piece.tokens[0].startswith("@"):
        yield _own_part(piece, _members(piece, columns))
    elif piece.kind == "value":
        members = _members(piece, columns)
        yield Part("value" if members else "other", piece.text, piece, members=members)
    elif piece.kind in ("function", "number", "period", "comparison", "mark", "grain"):
        yield Part(piece.kind, piece.tokens[0] if piece.tokens else "", piece)
    elif piece.period is not None:
        yield Part("end", piece.text, piece)
    else:
        yield Part("other", piece.text, piece)


def _members(piece: Piece, columns: dict[str, list[str]]) -> tuple[tuple[str, str, float], ...]:
    """Return the members of dimensions that values are, each with how sure it is."""
    return tuple(
        (name, found.value, found.score)
        for found in piece.values
        for name in columns.get(found.column.lower(), ())
    )


def _phrase_part(piece: Piece, token: str) -> Part:
    mark, colon, rest = token.partition(":")
    if colon and mark == "per":
        return Part("grain", rest, piece, split=True)
    if token.startswith(METRIC):
        return Part("metric", token, piece, (token.removeprefix(METRIC),))
    known = token.startswith(("place:", "chart:")) or token in MARKS
    return Part("mark" if known else "other", token, piece)


MARKS = frozenset(
    [
        "top",
        "bottom",
        "rank",
        "rank_up",
        "count",
        "some",
        "avg",
        "share",
        "distribution",
        "trend",
        "change",
        "decline",
        "vary",
        "compare",
        "not",
        "besides",
        "gt",
        "ge",
        "lt",
        "le",
        "cumulative",
        "or",
        "singular",
        "which_time",
        "respectively",
        "last_year",
        "previous",
    ]
)


def _own_part(piece: Piece, named: tuple[tuple[str, str, float], ...]) -> Part:
    """Return what the catalog calls so; `named` are values of the data that are called so too."""
    metrics = tuple(t.removeprefix(METRIC) for t in piece.tokens if t.startswith(METRIC))
    dimensions = tuple(t.removeprefix(DIMENSION) for t in piece.tokens if t.startswith(DIMENSION))
    members = tuple((*t.removeprefix(VALUE).split(":", 1), 1.0) for t in piece.tokens if t.startswith(VALUE))
    states = [t.removeprefix(STATE) for t in piece.tokens if t.startswith(STATE)]
    if piece.tokens[0].startswith(THING):
        return Part("thing", piece.text, piece, tuple(t.removeprefix(THING) for t in piece.tokens))
    if states and not metrics and not dimensions and not members:
        return Part("state", states[0], piece)
    kind = "metric" if metrics else "dimension" if dimensions else "value"
    if piece.kind == "weak":
        kind = "weak"
    if kind == "value":
        own = {name for name, _, _ in members}
        members += tuple(one for one in named if one[0] not in own and one[2] >= SURE)
    return Part(kind, piece.text, piece, metrics, dimensions, members)  # type: ignore[arg-type]
