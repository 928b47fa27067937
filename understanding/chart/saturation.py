"""A saturated chart: rules read neighbouring spans as one until nothing new comes; their order cannot matter.

Patterns that begin alike are begun once, and each beginning is kept where its next span is waited for:
none is matched twice.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from understanding.chart.spans import Span

Made = Hashable | None
Maker = Callable[..., Made]
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
    chart, waiting = _Chart(_branching(tuple(rules)), _gaps(given)), given
    while waiting:
        chart.take(waiting.pop(), waiting)
    return tuple(chart.spans.values())


@dataclass(frozen=True, eq=False)
class _Branch:
    """Where patterns have come that began alike: the rules that end there, and by which type others go on."""

    ended: list[Rule] = field(default_factory=list)
    further: dict[str, "_Branch"] = field(default_factory=dict)


@lru_cache(maxsize=16)
def _branching(rules: tuple[Rule, ...]) -> _Branch:
    """Return where the patterns of all rules begin."""
    root = _Branch()
    for one in rules:
        at = root
        for type_ in one.pattern:
            at = at.further.setdefault(type_, _Branch())
        at.ended.append(one)
    return root


class _Chart:
    def __init__(self, root: _Branch, gaps: Gaps) -> None:
        self.spans: dict[Hashable, Span] = {}
        self._root = root
        self._gaps = gaps
        self._starting: dict[int, list[Span]] = defaultdict(list)
        self._waiting: dict[int, list[tuple[_Branch, tuple[Span, ...]]]] = defaultdict(list)

    def take(self, span: Span, made: list[Span]) -> None:
        """Take a span in and add what it completes; nothing where it is there already."""
        # Children are spans of this chart, so that each is told by its place in memory.
        key = (span.start, span.end, span.type, span.value, span.rule, span.sure, *map(id, span.children))
        if key in self.spans:
            return
        self.spans[key] = span
        self._starting[span.start].append(span)
        for branch, children in (*self._waiting[span.start], (self._root, ())):
            if (further := branch.further.get(span.type)) is not None:
                self._go_on(further, (*children, span), made)

    def _go_on(self, branch: _Branch, children: tuple[Span, ...], made: list[Span]) -> None:
        """Add what the rules make that end with these spans, and keep the others where the next is due."""
        made += [whole for rule in branch.ended if (whole := rule.read(children)) is not None]
        if not branch.further:
            return
        end = children[-1].end
        for place in self._gaps.get(end, (end,)):
            self._waiting[place].append((branch, children))
            for following in tuple(self._starting[place]):
                if (further := branch.further.get(following.type)) is not None:
                    self._go_on(further, (*children, following), made)


def _gaps(seeds: Iterable[Span]) -> Gaps:
    """Return for each place where the next span may begin: there, or behind empty words."""
    empties = sorted({(one.start, one.end) for one in seeds if one.type == "empty"}, reverse=True)
    reached: dict[int, set[int]] = {}
    for start, end in empties:
        reached.setdefault(start, {start}).update(reached.get(end, {end}))
    return reached
