"""A saturated chart: rules read neighbouring spans as one until nothing new comes; their order cannot matter.

Each way to begin a rule is kept where its next span is waited for, so no pattern is matched twice.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from understanding.chart.spans import Span

Made = Hashable | None
Maker = Callable[..., Made]
Place = tuple[int, str]  # where a span of a type begins
Gaps = Mapping[int, Collection[int]]


@dataclass(frozen=True, eq=False)  # told by itself: sets of rules are looked up by them
class Rule:
    """Reads neighbouring spans of these types as one span of its type, where its function makes a value."""

    type: str
    pattern: tuple[str, ...]
    make: Maker

    @property
    def name(self) -> str:
        """Return what a span says it was made by."""
        return self.make.__name__

    def read(self, children: tuple[Span, ...]) -> Span | None:
        """Return what the rule makes of spans that fit its pattern."""
        value = self.make(*children)
        if value is None:
            return None
        sure = all(child.sure for child in children)
        return Span(children[0].start, children[-1].end, self.type, value, self.name, children, sure)


def rule(type_: str, *patterns: tuple[str, ...]) -> Callable[[Maker], tuple[Rule, ...]]:
    """Make rules of a function from the spans of a pattern to a value, or None where they do not fit."""
    return lambda make: tuple(Rule(type_, pattern, make) for pattern in patterns)


def saturated(seeds: Iterable[Span], rules: Collection[Rule]) -> tuple[Span, ...]:
    """Return every span that the rules make of the seeds; spans of type `empty` may stand between."""
    given = list(seeds)
    chart, waiting = _Chart(_begun_by(tuple(rules)), _gaps(given)), given
    while waiting:
        chart.take(waiting.pop(), waiting)
    return tuple(chart.spans.values())


class _Begun(NamedTuple):
    """A rule with the first of its spans."""

    rule: Rule
    children: tuple[Span, ...] = ()


@lru_cache(maxsize=16)
def _begun_by(rules: tuple[Rule, ...]) -> Mapping[str, Sequence[_Begun]]:
    """Return the rules by the type of the span that each begins with."""
    first: dict[str, list[_Begun]] = defaultdict(list)
    for one in rules:
        first[one.pattern[0]].append(_Begun(one))
    return dict(first)


class _Chart:
    def __init__(self, first: Mapping[str, Sequence[_Begun]], gaps: Gaps) -> None:
        self.spans: dict[Hashable, Span] = {}
        self._first = first
        self._gaps = gaps
        self._starting: dict[Place, list[Span]] = defaultdict(list)
        self._waiting: dict[Place, list[_Begun]] = defaultdict(list)

    def take(self, span: Span, made: list[Span]) -> None:
        """Take a span in and add what it completes; nothing where it is there already."""
        # Children are spans of this chart, so that each is told by its place in memory.
        key = (span.start, span.end, span.type, span.value, span.rule, span.sure, *map(id, span.children))
        if key in self.spans:
            return
        self.spans[key] = span
        place = (span.start, span.type)
        self._starting[place].append(span)
        for begun in (*self._waiting.get(place, ()), *self._first.get(span.type, ())):
            self._go_on(begun, span, made)

    def _go_on(self, begun: _Begun, span: Span, made: list[Span]) -> None:
        """Add what a rule that has begun makes with its next span, or keep it where the one after is due."""
        children, pattern = (*begun.children, span), begun.rule.pattern
        if len(children) == len(pattern):
            if (whole := begun.rule.read(children)) is not None:
                made.append(whole)
            return
        further, wanted = _Begun(begun.rule, children), pattern[len(children)]
        for place in self._gaps.get(span.end, (span.end,)):
            self._waiting[place, wanted].append(further)
            for following in tuple(self._starting.get((place, wanted), ())):
                self._go_on(further, following, made)


def _gaps(seeds: Iterable[Span]) -> Gaps:
    """Return for each place where the next span may begin: there, or behind empty words."""
    empties = sorted({(one.start, one.end) for one in seeds if one.type == "empty"}, reverse=True)
    reached: dict[int, set[int]] = {}
    for start, end in empties:
        reached.setdefault(start, {start}).update(reached.get(end, {end}))
    return reached
