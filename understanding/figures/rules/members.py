"""Members of dimensions: alone, side by side, with what they are said beside them, and left out."""

from dataclasses import dataclass, replace
from itertools import pairwise

from language.units import key_of
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.numbering import is_people
from understanding.figures.things import Kind, Member, Thing
from understanding.metric.vocabulary import metric_words

WEEKDAY = "weekday"
WORDS = ("people", "unread", "counter")
THAN = ("gt", "lt", "versus")
EACH = ("各", "每")
OUTSIDE = ("以外", "之外")


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
    denied: bool = False  # it is said not to be so: not done; what is left out is so by wish


@rule("member", ("per", "member"), ("empty", "member"))
def each_of_kind(each: Span, member: Span) -> Member | None:
    """Read each thing of a kind, or which of them: 各便利店, 哪些便利店, by fuel station, of shops."""
    found, word = member.value, str(each.value)
    assert isinstance(found, Member)
    told = _is_each(word) if each.type == "per" else word == "which" or word.startswith("哪")
    return replace(found, each=True) if found.sorted and told else None


@rule("members", ("member",))
def one(member: Span) -> Members:
    """Read a member by itself."""
    return Members(member.value.dimension, (member.value,))


@rule("members", *(("members", joint, "member") for joint in ("and", "or", "compare")))
def side_by_side(first: Span, _: Span, other: Span) -> Members | None:
    """Read members of one dimension with a word that joins them: A and B, A和B."""
    return _listed(first.value, other.value)


OF = ((), ("figure",), ("weak",), ("high", "figure"), ("low", "figure"))


@rule("members", *(("members", *of, than, "member") for of in OF for than in THAN))
def held_against(first: Span, *others: Span) -> Members | None:
    """Read two members of which one is held against the other: did Pudong beat it, have more orders than."""
    return _listed(first.value, others[-1].value)


@rule("members", *(("gap", *of, "between", "member", "and", "member") for of in ((), ("empty", "figure"))))
def gap_between(*parts: Span) -> Members | None:
    """Read a gap between two members as by how much they differ: the gap in sales between North and South."""
    first = parts[-3].value
    return _listed(Members(first.dimension, (first,)), parts[-1].value)


@rule("member", *(("member", word) for word in (*WORDS, "thing")))
def people_of(member: Span, people: Span) -> Member | None:
    """Read a member with the people it tells apart, all of whom a figure may count: 金卡客人, 自费患者."""
    found, told = member.value, people.value
    assert isinstance(found, Member)
    named = told.people and told.whole if isinstance(told, Thing) else is_people(str(told))
    return found if found.people and named else None


@rule("member", ("lead", "member"), ("per", "member"), ("because", "member"))
def led_to(lead: Span, member: Span) -> Member | None:
    """Read a member with a word that only leads to it: paid by Alipay, left because of price."""
    found = member.value
    assert isinstance(found, Member)
    if lead.type == "because":
        return found if found.reason else None
    by_whom = lead.value in metric_words()["by_whom"] and found.sorted is None
    return found if lead.type == "lead" or by_whom else None


@rule("member", *(("member", word) for word in ("word", "unread", "counter", "sort")))
def of_its_sort(member: Span, sort: Span) -> Member | None:
    """Read a member with what it is one of, or what has it: 食品卫生类, 华南区, French classes."""
    found = member.value
    assert isinstance(found, Member)
    words = metric_words()
    told = sort.value in words["after_value"] or sort.value in words["goods"]
    return found if told or sort.value in found.words or key_of(str(sort.value)) in found.ways else None


@rule("member", ("member", "kind"), ("kind", "member"))
def of_its_kind(*parts: Span) -> Member | None:
    """Read a member with its kind, or with the role it has: 餐饮业态, Nancheng branch, 审批人王敏."""
    member = next(part.value for part in parts if part.type == "member")
    kind = next(part.value for part in parts if part.type == "kind")
    assert isinstance(member, Member) and isinstance(kind, Kind)
    if kind.role_of == member.dimension:
        return replace(member, dimension=kind.dimension, table=kind.table)
    return member if member.dimension == kind.dimension and not kind.plural else None


@rule("keep", ("members",))
def kept(members: Span) -> Kept:
    """Keep to members."""
    return Kept((members.value,))


@rule("keep", ("not", "members"), ("not", "members", "besides"))
def left_out(no: Span, members: Span, *besides: Span) -> Kept:
    """Leave members out: 不含餐饮, except Nancheng."""
    return Kept((members.value,), negated=True, denied=str(no.value) in map(str, metric_words()["denial"]))


RUN = (("members",), ("members", "members"), ("members", "members", "members"))


@rule(
    "keep",
    *(("not", *run, *end) for run in RUN[1:] for end in ((), ("besides",))),
    *((*run, "besides") for run in RUN),
)
def left_out_run(*parts: Span) -> Kept | None:
    """Leave out members with signs between them, or by a word behind them: 除A、B外, A、B以外."""
    named = [one.value for one in parts if one.type == "members"]
    outside = parts[0].type == "not" or (parts[-1].value in OUTSIDE and parts[-2].end == parts[-1].start)
    same = len({one.dimension for one in named}) == 1
    touching = all(left.end == right.start for left, right in pairwise(parts))
    every = Members(named[0].dimension, tuple(member for one in named for member in one.named))
    return Kept((every,), negated=True) if outside and same and touching else None


@rule("keep", ("members", "not"))
def left_out_behind(members: Span, no: Span) -> Kept | None:
    """Leave members out by a word behind them: 福田不要, 夜航不算."""
    return Kept((members.value,), negated=True) if members.end == no.start else None


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


def _is_each(text: str) -> bool:
    """Tell 各, 每家, of each, by from what else cuts, and from what asks for kinds: 分, 各种."""
    words = metric_words()
    one = text.split()[-1] in (*words["one_by_one"], *words["by"], "per") or text.startswith(EACH)
    return one and text not in words["before_a_noun"]["kind"]


def _listed(found: Members, added: Member) -> Members | None:
    """Return members of one dimension with one more."""
    if found.dimension != added.dimension or added in found.named:
        return None
    return Members(found.dimension, (*found.named, added))


RULES = (
    *held_against,
    *gap_between,
    *people_of,
    *led_to,
    *each_of_kind,
    *of_its_sort,
    *left_out_too,
    *from_day_to_day,
    *one,
    *side_by_side,
    *of_its_kind,
    *kept,
    *left_out,
    *left_out_run,
    *left_out_behind,
)
