"""Which spans of a chart cover a whole question, the cheapest side by side, and what no span covers."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from understanding.chart.spans import Span

Price = Callable[[Span], int | None]  # what a span costs in a covering; None: it is only a part of others
UNREAD = 100_000  # what a unit costs that no span covers
MOST = 64  # coverings that are as good as each other; nobody is asked about so many


@dataclass(frozen=True)
class Covering:
    """Spans side by side over a question, the units that none covers, and what it costs."""

    spans: tuple[Span, ...]
    unread: tuple[int, ...]
    cost: int = 0

    def of(self, *types: str) -> list[Span]:
        """Return the spans of these types, in order."""
        return [one for one in self.spans if one.type in types]

    @property
    def sure(self) -> bool:
        """Tell whether every span is read by whole names."""
        return all(one.sure for one in self.spans)

    @property
    def leaves(self) -> Iterator[Span]:
        """Yield all spans with what they were read from."""
        for one in self.spans:
            yield from one.leaves


def coverings(chart: Collection[Span], length: int, price: Price, slack: int = 0) -> list[Covering]:
    """Return the ways to cover a question, the cheapest first; none costs over `slack` more than that."""
    best = [[Covering((), ())], *([] for _ in range(length))]
    starting = _starting(chart, length, price)
    for at in range(length):
        ways = best[at] = _cheapest(best[at], slack)
        best[at + 1] += [Covering(one.spans, (*one.unread, at), one.cost + UNREAD) for one in ways]
        for span, cost in starting[at]:
            best[span.end] += [Covering((*way.spans, span), way.unread, way.cost + cost) for way in ways]
    return _cheapest(best[length], slack)


def on_cheapest_ways(spans: Collection[Span], length: int, price: Price) -> list[Span]:
    """Return the spans that stand in any of the cheapest ways to cover a question."""
    priced = [(one, cost) for one in spans if (cost := price(one)) is not None]
    ahead = _costs(((one.start, one.end, cost) for one, cost in priced), length)
    turned = ((length - one.end, length - one.start, cost) for one, cost in priced)
    behind = _costs(turned, length)[::-1]
    return [one for one, cost in priced if ahead[one.start] + cost + behind[one.end] == ahead[length]]


def cheapest_way(spans: Collection[Span], length: int, price: Price) -> list[Span]:
    """Return the spans of one of the cheapest ways to cover a question: of several, the longest last."""
    ending: dict[int, Span] = {}
    for one in on_cheapest_ways(spans, length, price):
        known = ending.setdefault(one.end, one)
        ending[one.end] = one if one.start < known.start else known
    way: list[Span] = []
    at = length
    while at:
        way += [ending[at]] if at in ending else []
        at = ending[at].start if at in ending else at - 1
    return way[::-1]


def _costs(steps: Iterable[tuple[int, int, int]], length: int) -> list[int]:
    """Return what the cheapest way to each place costs."""
    ending: list[list[tuple[int, int]]] = [[] for _ in range(length + 1)]
    for start, end, cost in steps:
        ending[end].append((start, cost))
    costs = [0] * (length + 1)
    for end in range(1, length + 1):
        least = costs[end - 1] + UNREAD
        for start, cost in ending[end]:
            if (way := costs[start] + cost) < least:
                least = way
        costs[end] = least
    return costs


def _starting(chart: Collection[Span], length: int, price: Price) -> list[list[tuple[Span, int]]]:
    """Return the spans that may stand in a covering by where they begin, in an order of their own."""
    found: list[list[tuple[Span, int]]] = [[] for _ in range(length)]
    priced = [(one, cost) for one in chart if (cost := price(one)) is not None]
    for _, alike in groupby(sorted(priced, key=_place), _place):
        same = list(alike)
        for one in same if len(same) == 1 else sorted(same, key=lambda one: repr(one[0].value)):
            found[one[0].start].append(one)
    return found


def _place(priced: tuple[Span, int]) -> tuple[int, int, str, str]:
    span, _ = priced
    return span.start, span.end, span.type, span.rule


def _cheapest(ways: list[Covering], slack: int) -> list[Covering]:
    if len(ways) < 2:
        return ways
    least = min([one.cost for one in ways])
    kept = [one for one in ways if one.cost <= least + slack]
    return sorted(kept, key=lambda one: one.cost)[:MOST]
