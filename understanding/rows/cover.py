"""Which spans of a chart cover a whole question: the fewest, and what no span covers."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from understanding.rows.spans import Span

# What may stand in a reading on its own; the other types are parts of these.
CLAUSES = frozenset(
    [
        *("rows", "column", "condition", "sorted", "first", "period", "event", "empty"),
        *(
            "which",
            "list",
            "asked",
            "when",
            "who",
            "how_much",
            "and",
            "now",
            "ties",
            "those",
            "as_shown",
            "sorts",
            "ever",
            "exists",
        ),
    ]
)
UNREAD = 100_000
EMPTY = 101  # a word that says something goes before one that does not
CLAUSE = 100
UNSURE = 1
# What a span is taken for last: a column is rather the rows, what happened a condition.
AFTER = {"column": 1, "sorted": 1, "event": 2}
MOST = 64  # readings that are as good as each other; nobody is asked about so many


@dataclass(frozen=True)
class Covering:
    """Spans side by side over a question, and the units that none covers."""

    spans: tuple[Span, ...]
    unread: tuple[int, ...]

    def of(self, *types: str) -> list[Span]:
        """Return the spans of these types, in order."""
        return [one for one in self.spans if one.type in types]

    @property
    def leaves(self) -> Iterator[Span]:
        """Yield all spans with what they were read from."""
        waiting = list(self.spans)
        while waiting:
            one = waiting.pop()
            yield one
            waiting += one.children


def coverings(chart: Collection[Span], length: int) -> list[Covering]:
    """Return the cheapest ways to cover a question, all that cost the same."""
    starting: dict[int, list[Span]] = {}
    for one in sorted((one for one in chart if one.type in CLAUSES), key=repr):
        starting.setdefault(one.start, []).append(one)
    best: list[tuple[int, list[Covering]]] = [(0, [Covering((), ())])]
    best += [(UNREAD * (length + 1), []) for _ in range(length)]
    for at in range(length):
        cost, ways = best[at]
        left_out = [Covering(way.spans, (*way.unread, at)) for way in ways]
        _keep(best, at + 1, cost + UNREAD, left_out)
        for one in starting.get(at, ()):
            _keep(best, one.end, cost + _cost(one), [Covering((*w.spans, one), w.unread) for w in ways])
    return best[length][1]


def _keep(best: list[tuple[int, list[Covering]]], end: int, cost: int, ways: list[Covering]) -> None:
    """Keep the ways to a place that cost least, several where they cost the same."""
    least, kept = best[end]
    if cost <= least:
        best[end] = (cost, [*(kept if cost == least else ()), *ways][:MOST])


def _cost(span: Span) -> int:
    if span.type == "empty":
        return EMPTY
    return CLAUSE + AFTER.get(span.type, 0) + (0 if span.sure else UNSURE)
