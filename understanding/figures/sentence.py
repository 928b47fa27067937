"""One way to cover a question, as what composes a frame looks at it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from config.wording import Language
from knowledge.metrics import Catalog
from understanding.chart.cover import Covering
from understanding.chart.spans import Span
from understanding.figures.leaves import SMALL, Question
from understanding.metric.known import Known
from understanding.readings import Why

PAUSES = frozenset("，,；;。（(")  # between clauses
CLOSED = ("filled", "same_time")  # what figures and times are named within is none that is asked for


class NoReading(Exception):
    """The spans of a covering ask for nothing that figures can tell; `why` they do not."""

    def __init__(self, why: Why = "shape") -> None:
        super().__init__(why)
        self.why: Why = why


@dataclass(frozen=True)
class Sentence:
    """One covering of a question, with all leaves that it may stand on."""

    question: Question
    covering: Covering
    leaves: tuple[Span, ...]
    language: Language
    known: Known
    spent: tuple[str, ...] = ()  # small words that told a figure

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.known.catalog

    def of(self, *types: str) -> list[Span]:
        """Return the clauses of some types, in order."""
        return self.covering.of(*types)

    def outer(self, *types: str) -> list[Span]:
        """Return the spans of some types, also within clauses, that are no part of another of them."""
        found = [one for one in self.every if one.type in types]
        inner = {id(leaf) for one in found for child in one.children for leaf in child.leaves}
        return [one for one in found if id(one) not in inner]

    @property
    def shares(self) -> list[Span]:
        """Return the words for a share that are no part of a ratio's name."""
        ratios = [one for one in self.every if one.rule in ("ratio_of", "ratio_that_were")]
        inner = {id(leaf) for one in ratios for leaf in one.leaves}
        return [one for one in self.every if one.type == "share" and id(one) not in inner]

    def has(self, *types: str) -> bool:
        """Tell whether there is any span of some types, in a clause or by itself."""
        return not self._types.isdisjoint(types)

    @cached_property
    def _types(self) -> frozenset[str]:
        return frozenset([one.type for one in self.every])

    @cached_property
    def every(self) -> tuple[Span, ...]:
        """Return all spans of the covering with what they were read from but within closed ones, in order."""
        found = (one for clause in self.covering.spans for one in _opened(clause))
        return tuple(sorted(found, key=lambda one: (one.start, one.end)))

    @cached_property
    def sets_beside(self) -> bool:
        """Tell whether named members are held against each other: A sold more than B, A和B相差, A比B多."""
        named = [one for one in self.every if one.type == "members" and len(one.value.named) > 1]
        return bool(named) and self.has("compare", "versus", "gap")

    @cached_property
    def small(self) -> frozenset[str]:
        """Return the words that say nothing by themselves."""
        return frozenset(str(one.value) for one in self.leaves if one.type in SMALL)

    def written(self, span: Span) -> str:
        """Return what stands at a span as it was written."""
        return self.question.written(span.start, span.end)

    def between(self, end: int, start: int) -> str:
        """Return the signs and gaps between two units as they were written."""
        units = self.question.units
        return self.question.text[units[end - 1].end : units[start].start]

    def pauses(self, end: int, start: int) -> bool:
        """Tell whether a sign ends a clause between two units."""
        return bool(PAUSES & set(self.between(end, start)))

    def joins(self, end: int, start: int) -> bool:
        """Tell whether an *and* stands between two units."""
        return any(end <= one.start < start for one in self.of("and"))

    def small_behind(self, span: Span) -> Span | None:
        """Return the small word right behind a span."""
        return next((one for one in self.leaves if one.type in SMALL and one.start == span.end), None)

    def touching(self, span: Span, step: int) -> str:
        """Return the small word right before a span, or right behind it."""
        places = [one for one in self.leaves if one.type in SMALL]
        ends = (one for one in places if (one.end == span.start if step < 0 else one.start == span.end))
        return next((str(one.value) for one in ends), "")


def _opened(span: Span) -> Iterator[Span]:
    yield span
    for child in span.children if span.type not in CLOSED else ():
        yield from _opened(child)


def replaced(sentence: Sentence, read: Collection[Span], other: Span | None = None) -> Sentence:
    """Return a sentence without some of its clauses, another one in their place."""
    kept = [*(one for one in sentence.covering.spans if one not in read), *([other] if other else [])]
    spans = tuple(sorted(kept, key=lambda one: one.start))
    spent = (*sentence.spent, *(sentence.written(one) for one in read if one.type == "empty"))
    return replace(sentence, covering=replace(sentence.covering, spans=spans), spent=spent)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return names in order, each once."""
    return tuple(dict.fromkeys(names))
