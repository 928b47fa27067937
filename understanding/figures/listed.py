"""Members listed with how many they are and of what: 东莞、惠州、清远三家分公司."""

from collections.abc import Iterable
from dataclasses import replace

from understanding.chart.spans import Span

MEMBERS = "members"
LONGER = "longer_names"  # members whose names only go on from another's: 东莞分公司, beside 东莞


def told_by_number(spans: Iterable[Span]) -> list[Span]:
    """Return leaves, longer names only of the kind of which as many are named as is said."""
    leaves = list(spans)
    told = {name for name, number in _numbers(leaves) if number == _named(leaves, name)}
    marked = (_told(one) if one.type == "member" and one.value.dimension in told else one for one in leaves)
    return [one for one in marked if one.rule != LONGER or one.value.told]


def _told(member: Span) -> Span:
    return replace(member, value=replace(member.value, told=True))


def _numbers(leaves: list[Span]) -> Iterable[tuple[str, int]]:
    """Yield the dimensions right behind a number, or behind a number with a counter."""
    numbers = {one.end: int(one.value) for one in leaves if one.type == "number"}
    counted = {
        one.end: numbers[one.start] for one in leaves if one.type == "counter" and one.start in numbers
    }
    for one in leaves:
        number = numbers.get(one.start, counted.get(one.start, 0))
        if one.type == "kind" and number > 1:
            yield one.value.dimension, number


def _named(leaves: list[Span], dimension: str) -> int:
    """Return at how many places members of a dimension may be named."""
    return len({one.start for one in leaves if one.type == "member" and one.value.dimension == dimension})
