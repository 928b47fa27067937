"""Where things come from and go to: members of two kinds told apart by what leads to them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from language.units import key_of
from understanding.chart.spans import Key, Span
from understanding.figures.listed import MEMBERS
from understanding.metric.ends import ENDS, End, end_words


@dataclass(frozen=True)
class _Led:
    """A place where a member stands, which end it is, and where what says so begins and ends."""

    place: tuple[int, int]
    end: End
    whole: tuple[int, int]


def told_by_end(spans: Iterable[Span], keys: Key, ends: Mapping[str, End]) -> list[Span]:
    """Return leaves, of a name that is of both ends the one that is led to: from Ningbo, 到长滩, A to B.

    `ends`: the dimensions that are one, and which.
    """
    leaves = list(spans)
    places = {(one.start, one.end) for one in leaves if one.type == "member" and one.value.dimension in ends}
    led = {one.place: one for one in _led(places, keys)}
    if not led:
        return leaves
    found = []
    for one in leaves:
        way = led.get((one.start, one.end))
        if one.type == "member" and one.value.dimension not in ends:
            found += [] if _before(keys, one.start, "origin") else [one]  # from Shanghai, which is an office
        elif way is None or not _is_of(one, ends):
            found.append(one)
        elif ends[one.value.dimension] == way.end:
            found.append(replace(one, start=way.whole[0], end=way.whole[1], rule=MEMBERS))
    return found


def _is_of(span: Span, ends: Mapping[str, End]) -> bool:
    return span.type == "member" and span.value.dimension in ends


def _led(places: set[tuple[int, int]], keys: Key) -> Iterator[_Led]:
    """Yield the places of members that something leads to; what leads on from another says that one too."""
    for start, stop in places:
        for end in ENDS:
            if begun := _before(keys, start, end):
                yield _Led(
                    (start, stop), end, (start - begun, stop + _behind(keys, stop, _keys(end, "behind")))
                )
                break
        else:
            onward = _behind(keys, stop, _keys("destination", "before"))
            if onward and any(other == stop + onward for other, _ in places):
                yield _Led((start, stop), "origin", (start, stop))


def _before(keys: Key, start: int, end: End) -> int:
    """Return how many units before a member lead to it as this end, 0 where none do."""
    known = _keys(end, "before")
    return max((len(one) for one in known if keys[max(start - len(one), 0) : start] == one), default=0)


def _behind(keys: Key, stop: int, known: frozenset[Key]) -> int:
    """Return how many units of these words stand behind a member: 从宁波港走, Ningbo to New York."""
    return max((len(one) for one in known if keys[stop : stop + len(one)] == one), default=0)


@lru_cache(maxsize=8)
def _keys(end: End, where: str) -> frozenset[Key]:
    return frozenset(key_of(str(word)) for word in end_words()[end][where])
