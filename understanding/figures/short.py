"""Members by a part of their names, where nothing else reads these words: 三里屯店, Yalong Bay, the UK."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from knowledge.values import Allowed
from understanding.chart.spans import Span
from understanding.figures.named import Names
from understanding.metric.short_names import named_before
from understanding.metric.short_runs import longest, named_by
from understanding.words.pieces import Piece

SHORT = "short_names"
KINDS = {
    "word": "unknown",
    "unread": "word",
    "empty": "function",
    "and": "function",
    "to": "function",
    "number": "number",
    "counter": "counter",
}


def short_names(text: str, places: Sequence[tuple[int, int]], leaves: Sequence[Span], names: Names,
                allowed: Allowed) -> Iterator[Span]:  # fmt: skip
    """Yield members by a part of their names; `places` are where the units stand in a text."""
    if names.known.values is None or not any(one.type == "word" for one in leaves):
        return
    row = list(_side_by_side(leaves))
    pieces = [_piece(text, places, one) for one in row]
    taken = -1
    for at in range(len(row)):
        for size in range(longest(pieces, at), 0, -1) if at > taken else ():
            found = named_by(text, pieces[at : at + size], names.known, allowed)
            if found is not None:
                yield from _members(found, row[at].start, row[at + size - 1].end, names)
                taken = at + size - 1
                break
    for at, one in enumerate(row):
        kinds = [one.value.dimension] if one.type == "kind" else []
        if (before := named_before(text, pieces[:at], kinds, names.known, allowed)) is not None:
            yield from _members(before[1], row[before[0]].start, one.start, names)


def _side_by_side(leaves: Sequence[Span]) -> Iterator[Span]:
    """Yield one leaf for each place, the longest of those that begin there."""
    end = 0
    for start, those in groupby(sorted(leaves, key=lambda one: (one.start, -one.end)), lambda one: one.start):
        longest = next(those)
        if start >= end:
            yield longest
            end = longest.end


def _piece(text: str, places: Sequence[tuple[int, int]], leaf: Span) -> Piece:
    span = (places[leaf.start][0], places[leaf.end - 1][1])
    return Piece(KINDS.get(leaf.type, "other"), text[slice(*span)].lower(), span)  # type: ignore[arg-type]


def _members(found: Piece, start: int, end: int, names: Names) -> Iterator[Span]:
    """Yield the members that a value is, in all dimensions of its column."""
    known = names.known
    for value in found.values:
        for name in known.columns.get(value.column.lower(), ()):
            for one in known.canonicals(name, value.value):
                yield Span(start, end, "member", names.member(name, one, value.score), SHORT)
