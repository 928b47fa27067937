"""A saturated chart: every rule is tried on every neighbouring spans until nothing new comes, in no order."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass

from understanding.rows.spans import Span

Made = Hashable | None
Maker = Callable[..., Made]


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


def rule(type_: str, *patterns: tuple[str, ...]) -> Callable[[Maker], tuple[Rule, ...]]:
    """Make rules of a function from the spans of a pattern to a value, or None where they do not fit."""
    return lambda make: tuple(Rule(type_, pattern, make) for pattern in patterns)


def saturated(seeds: Iterable[Span], rules: Collection[Rule]) -> frozenset[Span]:
    """Return every span that the rules make of the seeds; spans of type `empty` may stand between."""
    chart = set(seeds)
    gaps = _gaps(chart)
    while True:
        starting: dict[tuple[int, str], list[Span]] = {}
        for one in chart:
            starting.setdefault((one.start, one.type), []).append(one)
        new = {made for each in rules for made in _applied(each, chart, starting, gaps)} - chart
        if not new:
            return frozenset(chart)
        chart |= new


def _applied(
    each: Rule,
    chart: Collection[Span],
    starting: dict[tuple[int, str], list[Span]],
    gaps: dict[int, set[int]],
) -> Iterator[Span]:
    firsts = (one for one in chart if one.type == each.pattern[0])
    for children in (way for first in firsts for way in _ways((first,), each.pattern, starting, gaps)):
        value = each.make(*children)
        if value is not None:
            sure = all(child.sure for child in children)
            yield Span(children[0].start, children[-1].end, each.type, value, each.name, children, sure)


def _ways(
    begun: tuple[Span, ...], pattern: tuple[str, ...], starting: dict[tuple[int, str], list[Span]],
    gaps: dict[int, set[int]],
) -> Iterator[tuple[Span, ...]]:  # fmt: skip
    if len(begun) == len(pattern):
        yield begun
        return
    end, wanted = begun[-1].end, pattern[len(begun)]
    for place in gaps.get(end, {end}):
        for following in starting.get((place, wanted), ()):
            yield from _ways((*begun, following), pattern, starting, gaps)


def _gaps(chart: Iterable[Span]) -> dict[int, set[int]]:
    """Return for each place where the next span may begin: there, or behind empty words."""
    empties = sorted({(one.start, one.end) for one in chart if one.type == "empty"}, reverse=True)
    reached: dict[int, set[int]] = {}
    for start, end in empties:
        reached.setdefault(start, {start}).update(reached.get(end, {end}))
    return reached
