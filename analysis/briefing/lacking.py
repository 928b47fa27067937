"""Who lacks days of records within the times of a briefing."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.anomaly.gaps import gap_told
from analysis.anomaly.stretches import Gap, gaps_between
from analysis.asked import AnalysisAsked
from analysis.outcome import Look, Name, Read, Said, day_in, exact
from analysis.why.looks import stored
from analysis.why.shape import ACTIVE, days_held, shape_of
from analysis.why.split import ZERO
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_GAPS = 3  # members whose days without data are told
MOST_DAILY = 4  # figures whose days are looked at
LEAST_GAP, FORTNIGHT = 2, 14  # days without data that are told of a longer time
_NEARLY_ALL = 0.7  # of the members: where fewer have data every day, days without are usual


@dataclass(frozen=True)
class Lacking:
    """The members that had data on every day of the time before, and lack some now; and their look."""

    metric: str
    dimension: str
    members: tuple[str, ...]
    window: Window

    def look(self, asked: AnalysisAsked, desk: MetricDesk) -> Look:
        """Return the look at their days."""
        own = Filter(self.dimension, tuple(stored(self.dimension, one, desk) for one in self.members))
        query = MetricQuery(
            (self.metric,), (self.dimension,), "day", (self.window,), filters=(*asked.filters, own)
        )
        return Look(f"lacking.{self.metric}", query, Said("why.label.lacking", {"member": self.members}))

    def gaps(self, read: Mapping[str, Read]) -> list[Gap]:
        """Return on which days who has no data; of a longer time no single day: few sales have such."""
        found = read.get(f"lacking.{self.metric}")
        if found is None or found.result.truncated:
            return []
        have: dict[str, set[dt.date]] = {name: set() for name in self.members}
        for name, day, value in found.result.rows:
            if value and str(name) in have:
                have[str(name)].add(day_in(day))
        last = self.window.end - days(1)
        least = LEAST_GAP if self.window.days > FORTNIGHT else 1
        gaps = [
            gap
            for name, own in have.items()
            for gap in gaps_between(name, own, self.window.start, last, (), self.window)
        ]
        return [gap for gap in gaps if (gap.end - gap.start).days >= least]


def days_looks(
    moved: Sequence[tuple[str, str]], windows: tuple[Window, ...], asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the looks at how many days each member has data on, of the figures that come every day."""
    daily = [
        it for it in moved if shape_of(it[0], desk).by_day and not desk.catalog.metrics[it[0]].counts_rows
    ]
    looks = []
    for metric, cut in {metric: (metric, cut) for metric, cut in reversed(daily)}.values():
        if (catalog := days_held(metric, desk)) is not None:
            query = MetricQuery((ACTIVE,), (cut,), windows=windows, filters=asked.filters)
            label = Said("gaps.label", {"metric": Name(metric), "window": windows[0]})
            looks.append(Look(f"active.{metric}.{cut}", query, label, catalog=catalog))
    return looks[::-1][:MOST_DAILY]


def lacking_of(read: Mapping[str, Read]) -> list[Lacking]:
    """Return who lacks days of which figure, where nearly all have data on each.

    They had data on every day of the time before, or of a year ago: who is new, or closed on Sundays, lacks
    none, but who stood still on the same days of both years does.
    """
    found = []
    for look, one in read.items():
        if not look.startswith("active.") or one.result.truncated:
            continue
        _, metric, cut = look.split(".", 2)
        now, *then = one.look.query.windows
        have = {str(row[0]): [exact(cell) or ZERO for cell in row[1:]] for row in one.result.rows if row[0]}
        every = {
            name for name, held in have.items() if any(held[at + 1] == it.days for at, it in enumerate(then))
        }
        short = [name for name, held in have.items() if 0 < held[0] < now.days and name in every]
        short = [
            name for name in short if now.days - have[name][0] >= (LEAST_GAP if now.days > FORTNIGHT else 1)
        ]
        full = sum(held[0] == now.days for held in have.values())
        if short and full >= _NEARLY_ALL * (len(have) - 1):  # of the others: one of three may stand still
            found.append(Lacking(metric, cut, tuple(short[:MOST_GAPS]), now))
    return found


def lacking_told(found: Sequence[Lacking], read: Mapping[str, Read]) -> list[Said]:
    """Return on which days who has no data, of which figures; those with the same days together."""
    told: dict[tuple[Gap, ...], list[str]] = {}
    for one in found:
        gaps = sorted(one.gaps(read), key=lambda gap: (-gap.missing, gap.start))[:MOST_GAPS]
        told.setdefault(tuple(gaps), []).append(one.metric)
    return [
        Said("briefing.lacking", {"metric": tuple(map(Name, names)), "list": tuple(map(gap_told, gaps))})
        for gaps, names in told.items()
        if gaps
    ]
