"""What a question says, clause by clause: equal questions say the same in any order, but for their slots."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from config.wording import Language
from knowledge.vocabulary import Vocabulary
from language.periods import Comparison, Period
from understanding.chart.spans import Span
from understanding.pairs.completing import Row, completed, end_of_one, figured, judged
from understanding.pairs.spans import THINGS, NamedValue, covered
from understanding.words.closed import COMPARERS, ENDS
from understanding.words.empty import is_empty
from understanding.words.pieces import Pieces

RELATED = ("count", "share", "avg", "change", "decline", *ENDS, *COMPARERS)
SLOTS = ("value", "number", "period", "ended", "comparison", "empty")
Role = Literal["top", "other"]


class Said(NamedTuple):
    """One thing or mark that a question says, and the mark that binds it: per day, top revenue, how many."""

    bound: str
    thing: str


ENDED = Said("", "ended")  # the end of a time is meant: 上个月末


@dataclass(frozen=True)
class Slot:
    """A number of a question and the part it plays; `implicit` is the one of *which is highest*."""

    number: Decimal
    role: Role
    span: tuple[int, int]
    implicit: bool = False


@dataclass(frozen=True)
class Clauses:
    """What a question says; `key` is equal for questions that differ only in their slots."""

    text: str
    language: Language
    said: frozenset[Said]
    order: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    values: tuple[NamedValue, ...] = ()
    numbers: tuple[Slot, ...] = ()
    small: frozenset[str] = frozenset()  # words that say something, though no clause is made of them

    @property
    def key(self) -> tuple[object, ...]:
        """Return what equal questions share, slots left open."""
        return self.key_of(len(self.periods))

    def key_of(self, times: int) -> tuple[object, ...]:
        """Return the key of the same said of so many times."""
        signs = tuple(sorted(value.negated for value in self.values))
        roles = tuple(sorted(slot.role for slot in self.numbers))
        return self.said, self.order, times, signs, roles


def clauses_of(pieces: Pieces, vocabulary: Vocabulary) -> Clauses:
    """Return what the pieces of a question say."""
    spans = covered(pieces, vocabulary)
    told = (one for span in spans if span.type not in SLOTS for one in span.value)
    times = [leaf.value for span in spans for leaf in span.leaves if leaf.type in ("period", "ended")]
    ended = any(span.type == "ended" for span in spans)
    compared = [span.value for span in spans if span.type == "comparison"]
    words = frozenset(piece.text for piece in pieces.parts)
    row = Row(tuple(told), vocabulary, pieces.language == "en", words, bool(compared))
    numbers = list(_numbers(spans, ranks=bool(row.marks(*ENDS))))
    row = judged(figured(row))
    if not numbers and (end := end_of_one(row)):
        numbers = [Slot(Decimal(1), "top", end.span, implicit=True)]
    row = completed(row)
    return Clauses(
        pieces.text,
        pieces.language,
        frozenset([*_said(row), *(Said("", one.kind) for one in compared), *([ENDED] if ended else [])]),
        _order(row),
        tuple(times),
        tuple(compared),
        tuple(span.value for span in spans if span.type == "value"),
        tuple(numbers),
        frozenset(_small(pieces)),
    )


def _numbers(spans: Iterable[Span], *, ranks: bool) -> Iterator[Slot]:
    """Yield the numbers: how many are first, where something is and they are no limit, or others."""
    for span in spans:
        for leaf in span.leaves:
            if leaf.type == "number":
                number, place = leaf.value
                yield Slot(number, "top" if ranks and span is leaf else "other", place)


def _said(row: Row) -> Iterator[Said]:
    yield from (Said(one.bound, one.token) for one in row.of(*THINGS, "mark") if one.token)
    # Of what 客单价 is made of, the 营业额 beside it is held already.
    figures = {one.named for one in row.free("measure")}
    if len(figures) > 1:
        yield Said("figures", str(len(figures)))


def _small(pieces: Pieces) -> Iterator[str]:
    """Yield the small words that say something, though no clause is made of them."""
    for piece in pieces.of("function"):
        text = pieces.text[slice(*piece.span)].lower()
        if not is_empty(text):
            yield text


def _order(row: Row) -> tuple[str, ...]:
    """Return the order of what stays unbound, where it could decide."""
    entities, measures = row.free("entity"), row.free("measure")
    related = row.marks(*RELATED)
    if len({one.token for one in entities}) > 1:
        return tuple(one.token for one in entities)
    if len({one.token for one in measures}) > 1 and related:
        return tuple(one.token for one in row.clauses if one in measures or one in related)
    return ()
