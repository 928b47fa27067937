"""Members listed with what they are: 东莞、惠州、清远三家分公司, Jiaxing vs Nantong plant."""

from collections.abc import Iterable
from dataclasses import replace

from language.units import key_of
from understanding.chart.spans import Span

JOINTS = ("and", "or", "compare")
MEMBERS = "members"
LONGER = "longer_names"  # members whose names only go on from another's: 东莞分公司, beside 东莞


def told_by_kind(spans: Iterable[Span]) -> list[Span]:
    """Return leaves, longer names only of the kind that is said of a list of them, or how many of it."""
    leaves = _of_their_kind(list(spans))
    told = {name for name, number in _numbers(leaves) if number == _named(leaves, name)}
    told |= set(_with_their_kind(leaves))
    marked = (_told(one) if one.type == "member" and one.value.dimension in told else one for one in leaves)
    return [one for one in marked if one.rule != LONGER or one.value.told]


def _of_their_kind(leaves: list[Span]) -> list[Span]:
    """Return leaves, of a name that several kinds share that whose kind is beside it: ship country Spain."""
    kinds = [one for one in leaves if one.type == "kind"]
    whole = [
        one for one in kinds if not one.value.plural and not any(_is_within(one, other) for other in kinds)
    ]
    sides = {(side, one.value.dimension) for one in whole for side in (one.start, one.end)}
    members = [one for one in leaves if one.type == "member"]
    own = [one for one in members if sides & {(at, one.value.dimension) for at in (one.start, one.end)}]
    places = {(one.start, one.end) for one in own}
    return [one for one in leaves if one.type != "member" or (one.start, one.end) not in places or one in own]


def _is_within(one: Span, other: Span) -> bool:
    return other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start


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


def _with_their_kind(leaves: list[Span]) -> Iterable[str]:
    """Yield the dimensions of members that are joined, the last with its kind: Jiaxing vs Nantong plant."""
    ends = {(one.end, one.value.dimension): one.start for one in leaves if one.type == "member"}
    joints = {one.end: one.start for one in leaves if one.type in JOINTS}
    for kind in (one for one in leaves if one.type == "kind"):
        name = kind.value.dimension
        last = ends.get((kind.start, name))
        if last in joints and (joints[last], name) in ends:
            yield name


def _named(leaves: list[Span], dimension: str) -> int:
    """Return at how many places members of a dimension may be named."""
    return len({one.start for one in leaves if one.type == "member" and one.value.dimension == dimension})


def shortest(members: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Leave out members whose name only goes on from another's: Nancheng Service Area, … Upbound."""
    keys = {value: key_of(value) for _, value in members}
    return [
        (name, value)
        for name, value in dict.fromkeys(members)
        if not any(key != keys[value] and keys[value][: len(key)] == key for key in keys.values())
    ]
