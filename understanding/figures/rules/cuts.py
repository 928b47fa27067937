"""Cuts: by what figures are split."""

from dataclasses import dataclass

from language.units import key_of
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.things import Figure, Kind, Sort
from understanding.metric.vocabulary import metric_words

Cuts = tuple[Kind | Sort | str, ...]  # dimensions, what tells kinds apart, and the name of a grain
EACH = ("各", "各自")
SPLIT = ("分",)
MOST = 1000


@dataclass(frozen=True)
class SoMany:
    """A number of a kind, where all that are named or that there are may be meant."""

    kind: Kind
    number: int


PARTS = ("kind", "grain", "unit", "sort")


@rule("cut", ("grain",), *(("per", part) for part in PARTS), *(("per", "per", part) for part in PARTS))
def cut(*parts: Span) -> Cuts | None:
    """Read by, 各, each with what follows: 各服务区, by month, 每天; each of some days alone is none."""
    each = any(str(part.value).split()[-1] in metric_words()["one_by_one"] for part in parts[:-1])
    some = isinstance(parts[-1].value, Kind) and parts[-1].value.some_days
    return None if each and some else (_part(parts[-1]),)


@rule("cut", *(("cut", "and", part) for part in PARTS), *(("cut", part) for part in PARTS))
def cut_further(first: Span, *more: Span) -> Cuts | None:
    """Read what is joined to a cut: by branch and category; 各等级服务区 are cut by the grade alone."""
    found, added = first.value, _part(more[-1])
    apart = len(more) == 1 and more[0].type == "sort" and first.end != more[0].start
    if added in found or apart:  # 各大区的情况 is of no kind
        return None
    last = found[-1]
    if isinstance(last, Sort) and last.loose:
        return None  # 各类码头 are kinds of piers, not kinds and piers
    if isinstance(last, Kind) and last.owning and isinstance(added, Kind):
        return (*found[:-1], added)  # by customer's manager
    if len(more) == 1 and isinstance(last, Kind) and isinstance(added, Kind) and _has(added, last):
        return tuple(found)
    if len(more) == 1 and isinstance(last, Kind) and isinstance(added, Kind) and _has(last, added):
        return (*found[:-1], added)  # by customer level: the level that customers have
    return (*found, added)


@rule("cut", *((part, "per", part) for part in PARTS))
def one_by_one(one: Span, by: Span, same: Span) -> Cuts | None:
    """Read a kind by itself: store by store."""
    return (_part(same),) if one.value == same.value and by.value in metric_words()["by"] else None


@rule("cut", ("cut", "per"))
def cut_told_behind(found: Span, split: Span) -> Cuts | None:
    """Read the verb of splitting behind what it is by: 按行业分."""
    led = next((one for one in found.leaves if one.type == "per"), None)
    fits = led is not None and led.value in metric_words()["by"] and split.value in SPLIT
    return tuple(found.value) if fits else None


@rule("so_many", ("amount", "kind"))
def all_there_are(number: Span, kind: Span) -> SoMany | None:
    """Read how many there are of a kind, all of which are meant: 广州两家店, the two docks in Leith."""
    amount = number.value
    together = number.end == kind.start and not amount.percent and amount.number in range(2, MOST)
    return SoMany(kind.value, int(amount.number)) if together else None


@rule("by", ("per", "figure"), ("per", "count", "figure"))
def by_figure(by: Span, *more: Span) -> Figure | None:
    """Read what an order is by: 按营业额, by revenue, by number of orders."""
    figure = more[-1]
    assert isinstance(figure.value, Figure)
    fits = len(more) == 1 or figure.value.numbered
    return figure.value if fits and by.value in metric_words()["by"] else None


@rule("cut", ("per",))
def each_kind(each: Span) -> Cuts | None:
    """Read each kind of what is counted: 各类投诉."""
    words = metric_words()
    return (
        (Sort(key_of(words["alike_kinds"][0][0]), loose=True),) if each.value in words["each_kind"] else None
    )


@rule("respectively", ("per",))
def each_of_them(each: Span) -> str | None:
    """Read each of several that are named before: 9月和10月各来了多少人次."""
    return str(each.value) if each.value in EACH else None


MARKS = ("rank", "rank_up", "sorts")


@rule("sorted", *((mark, by) for mark in MARKS for by in ("by", "figure")))
def sorted_by(mark: Span, by: Span) -> tuple[str, str, Figure] | None:
    """Read an order by a figure: sorted by orders, order by revenue."""
    if by.type == "figure" and not str(mark.value).endswith(" by"):
        return None
    return "rank" if mark.type == "sorts" else mark.type, str(mark.value), by.value


def _has(thing: Kind, own: Kind) -> bool:
    """Tell whether a dimension is of the things that another names."""
    return thing.table == own.table and thing.keyed and not own.keyed


def _part(span: Span) -> Kind | Sort | str:
    """Return what one part of a cut is by."""
    if span.type == "sort":
        return Sort(key_of(span.value))
    return span.value if isinstance(span.value, Kind) else str(span.value)


RULES = (
    *each_kind,
    *all_there_are,
    *each_of_them,
    *sorted_by,
    *cut,
    *cut_further,
    *one_by_one,
    *cut_told_behind,
    *by_figure,
)
