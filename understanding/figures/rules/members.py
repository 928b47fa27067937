"""Members of dimensions: alone, side by side, with what they are said beside them, and left out."""

from dataclasses import dataclass

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.things import Kind, Member

WEEKDAY = "weekday"


@dataclass(frozen=True)
class Members:
    """Members of one dimension, named side by side."""

    dimension: str
    named: tuple[Member, ...]


@dataclass(frozen=True)
class Kept:
    """Members that are kept, or left out; these may be of several dimensions."""

    named: tuple[Members, ...]
    negated: bool = False


@rule("members", ("member",))
def one(member: Span) -> Members:
    """Read a member by itself."""
    return Members(member.value.dimension, (member.value,))


@rule("members", *(("members", joint, "member") for joint in ("and", "or", "compare")))
def side_by_side(first: Span, _: Span, other: Span) -> Members | None:
    """Read members of one dimension with a word that joins them: A and B, A和B."""
    found, added = first.value, other.value
    if found.dimension != added.dimension or added in found.named:
        return None
    return Members(found.dimension, (*found.named, added))


@rule("member", ("member", "kind"), ("kind", "member"))
def of_its_kind(*parts: Span) -> Member | None:
    """Read a member with what kind of thing it is: 餐饮业态, Nancheng branch."""
    member = next(part.value for part in parts if part.type == "member")
    kind = next(part.value for part in parts if part.type == "kind")
    assert isinstance(member, Member) and isinstance(kind, Kind)
    return member if member.dimension == kind.dimension and not kind.plural else None


@rule("members", ("members", "amount", "kind"))
def counted(members: Span, number: Span, kind: Span) -> Members | None:
    """Read members with how many they are: 南城、厚街、虎门三个服务区."""
    same = members.value.dimension == kind.value.dimension
    return members.value if same and len(members.value.named) == number.value.number else None


@rule("keep", ("members",))
def kept(members: Span) -> Kept:
    """Keep to members."""
    return Kept((members.value,))


@rule("keep", ("not", "members"), ("not", "members", "besides"))
def left_out(_: Span, members: Span, *besides: Span) -> Kept:
    """Leave members out: 不含餐饮, except Nancheng."""
    return Kept((members.value,), negated=True)


@rule("keep", ("keep", "and", "members"), ("keep", "or", "members"))
def left_out_too(first: Span, _: Span, members: Span) -> Kept | None:
    """Leave out members of more than one dimension: 不含Tea和Berlin."""
    kept = first.value
    return Kept((*kept.named, members.value), negated=True) if kept.negated else None


@rule("members", ("member", "to", "member"), ("between", "member", "and", "member"))
def from_day_to_day(*parts: Span) -> Members | None:
    """Read all days from one of the week to another: 周一到周五, between Tuesday and Thursday."""
    first, last = (part.value for part in parts if part.type == "member")
    if {first.dimension, last.dimension} != {WEEKDAY} or int(first.values[0]) >= int(last.values[0]):
        return None
    days = range(int(first.values[0]), int(last.values[0]) + 1)
    return Members(WEEKDAY, (Member(WEEKDAY, tuple(map(str, days)), first.table),))


RULES = (
    *left_out_too,
    *from_day_to_day,
    *one,
    *side_by_side,
    *of_its_kind,
    *counted,
    *kept,
    *left_out,
)
