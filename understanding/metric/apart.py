"""Takes a message apart into clauses that may each be a question, or what goes on from the one before it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from language.lists import words_in
from query.metric_query import MetricQuery

MOST_PIECES = 4  # of one message: of more nobody asks one thing after the other


def ways_apart(text: str) -> Iterator[tuple[str, ...]]:
    """Yield a message as two clauses or more, those of fewest clauses first; each is a run of its words.

    >>> list(ways_apart("昨天准时率多少？哪个站最差"))
    [('昨天准时率多少', '哪个站最差')]
    """
    pieces = _pieces(text)
    if not 1 < len(pieces) <= MOST_PIECES:
        return
    places = range(1, len(pieces))
    ways = sorted(range(1, 2 ** len(places)), key=lambda one: (one.bit_count(), one))
    for way in ways:
        cuts = [0, *(at for at in places if way >> (at - 1) & 1), len(pieces)]
        found = tuple(_joined(text, pieces[left:right]) for left, right in pairwise(cuts))
        if not any(_matches("narrowing", one) for one in found[1:]):
            yield found


def are_all_asked(queries: Sequence[MetricQuery]) -> bool:
    """Tell two readings of which neither is a guess: both ends of an order, or all and the end of them."""
    if len(queries) != len({one.key for one in queries}) or len(queries) != 2:
        return False
    (first, second), ranked = queries, [one for one in queries if one.ranking]
    if len(ranked) == 1:
        whole = first if ranked[0] is second else second
        cuts = (ranked[0].splits, ())
        return any(replace(ranked[0], ranking=None, splits=cut).key == whole.key for cut in cuts)
    ends = [one.ranking for one in ranked if one.ranking]
    if len(ends) != 2:
        return False
    return {one.direction for one in ends} == {"top", "bottom"} and first.key == replace(
        second, ranking=ends[0]
    ).key


def asks(clause: str) -> bool:
    """Tell a clause that asks something by a word of its own: how many, 哪个, 吗."""
    return _matches("asking", clause)


def leads_up(clause: str) -> bool:
    """Tell a clause that begins with what makes it a circumstance of the next: on days with, 如果."""
    return _matches("leading_up", clause)


Piece = tuple[int, int]


def _pieces(text: str) -> list[Piece]:
    found, start = list[Piece](), 0
    for one in re.finditer(words_in("clauses")["ends"], text, re.IGNORECASE):
        found.append((start, one.start()))
        start = one.end()
    found.append((start, len(text)))
    return [one for one in found if re.search(r"\w", text[slice(*one)])]


def _joined(text: str, pieces: list[Piece]) -> str:
    return text[pieces[0][0] : pieces[-1][1]].strip(" ,，;；。.")


def _matches(words: str, clause: str) -> bool:
    return re.search(words_in("clauses")[words], clause.strip(), re.IGNORECASE) is not None
