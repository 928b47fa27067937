"""What of a target is set for things that had ended before its time, and what is reached without it."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.lifespans import ends_at, last_days_look, last_days_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact
from analysis.whom import whom
from analysis.why.ended import Ended
from database.schema import Column
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_LAST, _AIMS = "ended_targets.last", "ended_targets.aims"
_FEW = 3  # that are named; of more the target is another plan


@dataclass(frozen=True)
class Reached:
    """A figure and its target, of all there is over a time."""

    metric: str
    aim: str
    actual: Decimal
    target: Decimal
    whole: Window


def without_the_ended(
    of: Reached, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], list[Said]]:
    """Yield the looks at each thing's target and last day; return what is reached without those that ended.

    A shop that closed in March keeps its targets until December; by them all are further behind.
    Nothing where a member is asked about, or the things' targets do not make up that of all.
    """
    found = _things(of, asked, desk)
    if found is None:
        return []
    thing, column, last = found
    label = Said("target.label", {"metric": Name(of.aim)})
    each = MetricQuery((of.aim,), (thing,), windows=(of.whole,))
    read = yield [last, Look(_AIMS, each, label, detail=True)]
    ends = last_days_of(read.get(_LAST))
    rows = read[_AIMS].result.rows if _AIMS in read and not read[_AIMS].result.truncated else ()
    aims = {str(row[0]): value for row in rows if (value := exact(row[-1]))}
    gone = {name: day for name in aims if (day := ends.get(name)) and day < of.whole.start}
    if not gone or len(gone) > _FEW or abs(sum(aims.values()) - of.target) > 1:
        return []
    return _told(of, Ended(thing, column, gone), sum((aims[one] for one in gone), Decimal(0)), desk)


def _things(of: Reached, asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, Column, Look] | None:
    """Return whose targets these are, by which column they end, and the look at their last days."""
    catalog = desk.catalog
    sums = all(catalog.metrics[one].additivity == "sum" for one in (of.metric, of.aim))
    if not sums or asked.filters or asked.dimension:
        return None
    thing = whom(of.aim, (), desk)
    column = ends_at(catalog.dimensions[thing], desk) if thing else None
    last = last_days_look(thing, (), desk, _LAST) if column else None
    return (thing, column, last) if column and last and catalog.cuts(of.metric, thing) else None


def _told(of: Reached, ended: Ended, theirs: Decimal, desk: MetricDesk) -> list[Said]:
    left = of.target - theirs
    if left <= 0:
        return []
    params = {
        "list": ended.listed(desk.language),
        "theirs": Amount(theirs, of.aim),
        "left": Amount(left, of.aim),
        "share": Percent(100 * of.actual / left),
        "gap": Amount(abs(left - of.actual), of.metric),
    }
    return [Said(f"target.of_ended_{'over' if of.actual >= left else 'short'}", params)]
