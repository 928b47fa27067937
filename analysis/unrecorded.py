"""Who has no row on days in a row on which it usually has one and others have: its figure is low by them."""

import datetime as dt
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.anomaly.gaps import Member, days_by_row_look, gap_told, members_counted, members_look
from analysis.anomaly.silences import is_chance
from analysis.anomaly.stretches import Gap, closed_weekdays, gaps_between
from analysis.daily import SpecialDays
from analysis.home import days_kept
from analysis.outcome import Look, Name, Read, Said, day_in
from analysis.series import MOST_ROWS, adds_up, data_span, is_weekly
from analysis.why.looks import stored
from analysis.why.reading import windows_of
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

FEWEST = 3  # days in a row: one or two are told where days are asked about
MOST_TOLD = 4
SHORT, LONG = 7, 92  # days of a time over which members stand beside each other
AROUND = 31  # days before and after, that tell who closed from who goes on, and which weekdays are closed
USUALLY = 0.6  # of its days: who has rows on fewer has them now and then
_COUNTED, _DAYS = "records", "records_days"


@dataclass(frozen=True)
class Records:
    """Whose days with rows are looked at: a figure's, by a dimension, over times and the days around each."""

    metric: Metric
    cut: str
    windows: tuple[Window, ...]
    overs: tuple[Window, ...]  # each time with the days around it, as far as there are data
    filters: tuple[Filter, ...] = ()
    only: tuple[str, ...] = ()  # the members judged, as stored; all where none is named

    def look(self, desk: MetricDesk) -> Look:
        """Return the look at how many days each member has rows on: one statement."""
        over = Window(min(one.start for one in self.overs), max(one.end for one in self.overs), "range")
        look = members_look(self.metric, self.cut, over, self.filters, desk)
        return replace(look, name=_COUNTED, needed=False, detail=True)

    def looks(self, names: Sequence[str], desk: MetricDesk) -> list[Look]:
        """Return the looks at the days of some members, around each time."""
        return [
            days_by_row_look(f"{_DAYS}.{at}", self.metric, self.cut, names, over, self.filters, desk)
            for at, over in enumerate(self.overs)
        ]


def records_of(
    name: str, cut: str, windows: Sequence[Window], filters: tuple[Filter, ...], desk: MetricDesk
) -> Records | None:
    """Return whose days are looked at where a figure is judged, by a dimension or of the one member named.

    None of a ratio, of a table by the week or month, and of what tells days apart.
    """
    span = data_span(name, desk)
    kept = [one for one in filters if not one.negated and len(one.values) == 1]
    own = kept[0] if not cut and len(kept) == len(filters) == 1 else None
    by = own.dimension if own else cut
    if span is None or not _has_days(name, by, desk):
        return None
    around = [
        (one, max(one.start - days(AROUND), span[0]), min(one.end + days(AROUND), span[1])) for one in windows
    ]
    times = [(one, Window(start, end, "range")) for one, start, end in around if start < end]
    if not times:
        return None
    own_times, overs = zip(*times, strict=True)
    kept_to, only = ((), own.values) if own else (filters, ())
    return Records(desk.catalog.sources(name)[0], by, own_times, overs, kept_to, only)


def _has_days(name: str, by: str, desk: MetricDesk) -> bool:
    """Tell a figure that comes by the day, of members whose days can be counted."""
    metric, dimension = desk.catalog.metrics[name], desk.catalog.dimensions.get(by)
    if dimension is None or dimension.days or dimension.on_time or metric.kind == "ratio":
        return False
    cuts = desk.catalog.cuts(desk.catalog.sources(name)[0].name, by)
    few = desk.answers.reader.known.size(by) < MOST_ROWS
    return cuts and few and adds_up(metric, desk) and not is_weekly(name, desk)


def counted_looks(records: Records | None, desk: MetricDesk) -> list[Look]:
    """Return the look at how many days each has rows on, where days are looked at."""
    return [records.look(desk)] if records else []


def records_beside(query: MetricQuery, desk: MetricDesk) -> Records | None:
    """Return whose days are looked at where a figure is beside another time, or members beside each other."""
    other = query.grain or query.conditions or query.share or query.average or query.running
    one = len(query.metrics) == 1 and query.metrics[0] in desk.catalog.metrics and len(query.splits) < 2
    compared = len(query.windows) == (1 if query.compared is not None else 2)
    listed = len(query.windows) == 1 and bool(query.splits) and SHORT <= query.windows[0].days <= LONG
    if other or not one or not (compared or listed):
        return None
    times = windows_of(query, desk) if compared else (query.windows[0].cut(desk.today),)
    return records_of(query.metrics[0], next(iter(query.splits), ""), times, query.filters, desk)


def unrecorded(
    records: Records | None, beside: str, read: Mapping[str, Read], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Said, ...]]:
    """Yield the look at the days of who lacks some beside who has most, and return which days they are.

    Where nobody lacks any, nothing more is read. `beside` is what the figure is set beside.
    """
    counted = read.get(_COUNTED)
    if records is None or counted is None or counted.result.truncated:
        return ()
    members = members_counted(counted, records.cut)
    lacking = _lacking(members, records, desk)
    if not lacking:
        return ()
    most = max(members, key=lambda name: members[name].days)
    found = yield records.looks([most, *lacking], desk)
    kept, gaps = days_kept(desk.catalog), list[Gap]()
    for at, (window, over) in enumerate(zip(records.windows, records.overs, strict=True)):
        one = found.get(f"{_DAYS}.{at}")
        if one is None or one.result.truncated:
            continue
        have = {name: {day_in(row[-2]) for row in one.result.rows if str(row[0]) == name} for name in members}
        others = have[most] if len(members) > 1 else None
        every = (gap for name in lacking for gap in _gaps(members[name], name, have[name], window, over))
        gaps += [gap for gap in every if _is_one(gap, others, kept)]
    if not gaps:
        return ()
    gaps.sort(key=lambda gap: (-gap.missing, gap.start))
    told, left = tuple(map(gap_told, gaps[:MOST_TOLD])), len(gaps) - MOST_TOLD
    more = Said("unrecorded.more", {"count": left}) if left > 0 else ""
    params = {"metric": Name(records.metric.name), "list": told, "more": more}
    return (Said(f"unrecorded.{beside}", params),)


def _lacking(members: Mapping[str, Member], records: Records, desk: MetricDesk) -> list[str]:
    """Return who of those judged lacks days that others have, those that lack most first."""
    least = max(members.values(), key=lambda one: one.days).lacking if len(members) > 1 else 0
    named = [name for name in members if not records.only or stored(records.cut, name, desk) in records.only]
    found = [name for name in named if members[name].lacking >= least + FEWEST]
    found.sort(key=lambda name: -members[name].lacking)
    longest = max(over.days for over in records.overs)
    return found[: max(0, MOST_ROWS // longest - 1)]


def _gaps(one: Member, name: str, have: Collection[dt.date], window: Window, over: Window) -> list[Gap]:
    """Return a member's stretches without rows within a time that are no chance."""
    first, last = max(one.first, over.start), min(one.last, over.end - days(1))
    closed = closed_weekdays(have, first, last)
    every = gaps_between(name, have, first, last, closed, over)
    open_days = len(have) + sum(gap.missing for gap in every)
    if len(have) < USUALLY * open_days:
        return []
    whole = [gap for gap in every if not is_chance(gap, every, open_days)]
    own = gaps_between(name, have, first, last, closed, window)
    return [gap for gap in own if any(it.start <= gap.start and gap.end <= it.end for it in whole)]


def _is_one(gap: Gap, others: Collection[dt.date] | None, kept: SpecialDays) -> bool:
    """Tell a stretch of which enough days are no days off, and had rows of others."""
    off = kept.off(gap.start, gap.end)
    span = (gap.start + days(at) for at in range((gap.end - gap.start).days))
    on = [day for day in span if day not in off and (others is None or day in others)]
    return min(len(on), gap.missing) >= FEWEST
