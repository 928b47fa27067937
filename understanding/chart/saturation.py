"""A saturated chart: rules read neighbouring spans as one until nothing new comes; their order cannot matter.

Each way to begin a rule is kept where its next span is waited for, so no pattern is matched twice.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from understanding.chart.spans import Span

Made = Hashable | None
Maker = Callable[..., Made]
Place = tuple[int, str]  # where a span of a type begins
Gaps = Mapping[int, Collection[int]]


@dataclass(frozen=True)
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
    chart, waiting = _Chart(rules, _gaps(given)), given
    while waiting:
        waiting += chart.taken(waiting.pop())
    return tuple(chart.spans.values())


@dataclass(frozen=True)
class _Begun:
    """A rule with the first of its spans."""

    rule: Rule
    children: tuple[Span, ...] = ()


class _Chart:
    def __init__(self, rules: Collection[Rule], gaps: Gaps) -> None:
        self.spans: dict[Hashable, Span] = {}
        self._gaps = gaps
        self._first: dict[str, list[_Begun]] = defaultdict(list)
        for one in rules:
            self._first[one.pattern[0]].append(_Begun(one))
        self._starting: dict[Place, list[Span]] = defaultdict(list)
        self._waiting: dict[Place, list[_Begun]] = defaultdict(list)

    def taken(self, span: Span) -> list[Span]:
        """Take a span in and return what it completes; nothing where it is there already."""
        # Children are spans of this chart, so that each is told by its place in memory.
        key = (span.start, span.end, span.type, span.value, span.rule, span.sure, *map(id, span.children))
        if key in self.spans:
            return []
        self.spans[key] = span
        place = (span.start, span.type)
        self._starting[place].append(span)
        begun = [*self._waiting.get(place, ()), *self._first.get(span.type, ())]
        return [made for one in begun for made in self._continued(one, span)]

    def _continued(self, begun: _Begun, span: Span) -> Iterator[Span]:
        children, pattern = (*begun.children, span), begun.rule.pattern
        if len(children) == len(pattern):
            made = begun.rule.read(children)
            if made is not None:
                yield made
            return
        further, wanted = _Begun(begun.rule, children), pattern[len(children)]
        for place in self._gaps.get(span.end, (span.end,)):
            self._waiting[place, wanted].append(further)
            for following in tuple(self._starting.get((place, wanted), ())):
                yield from self._continued(further, following)


def _gaps(seeds: Iterable[Span]) -> Gaps:
    """Return for each place where the next span may begin: there, or behind empty words."""
    empties = sorted({(one.start, one.end) for one in seeds if one.type == "empty"}, reverse=True)
    reached: dict[int, set[int]] = {}
    for start, end in empties:
        reached.setdefault(start, {start}).update(reached.get(end, {end}))
    return reached
