"""What is of now: what is not done yet, all and of the time asked about, and figures that no column dates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.reading import OPENED
from analysis.briefing.unfinished import OpenItems
from analysis.lifespans import day_of
from analysis.not_due import not_due_look, sums_of
from analysis.outcome import Amount, Look, Name, Read, Said, day_in, exact
from analysis.series import data_span
from analysis.why.split import ZERO
from language.calendar import add_months, days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_OLD = 3  # months: what is still open from before


def open_looks(one: OpenItems, asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at what is not done yet: all of it, and what of it is of the time asked about."""
    kept = [Filter(one.dimension, one.values)] if one.values else []
    filters = (*asked.filters, *kept)
    label = Said("briefing.label.open", {"metric": Name(one.metric)})
    yield Look(f"open.{one.dimension}", MetricQuery((one.metric,), filters=filters), label)
    if desk.catalog.metrics[one.metric].happens_on and asked.window is not None:
        within = MetricQuery((one.metric,), windows=(asked.window,), filters=filters)
        yield Look(f"open_within.{one.dimension}", within, label)
    if asked.about != OPENED and (then := _then(one, desk)):
        was = MetricQuery((one.metric,), windows=(then,), filters=filters)
        yield Look(f"open_then.{one.dimension}", was, label, detail=True)
        if day := desk.catalog.metrics[one.metric].happens_on:
            known = replace(desk.catalog.metrics[one.metric], name="oldest_open", show=(), decimals=None)
            oldest = replace(known, expression=f"MIN({day})", additivity="distinct")
            first = MetricQuery((oldest.name,), filters=filters)
            catalog = desk.catalog.beside(oldest)
            yield Look(f"open_oldest.{one.dimension}", first, label, detail=True, catalog=catalog)


def _then(one: OpenItems, desk: MetricDesk) -> Window | None:
    """Return when a level was a month ago; of what happens and is open still, all that is a season old."""
    known = data_span(one.metric, desk)
    if known is None:
        return None
    if desk.catalog.metrics[one.metric].until:
        day = add_months(desk.today, -1)
        return Window(day, day + days(1), "day") if known[0] <= day else None
    old = add_months(desk.today, -_OLD)
    happens = bool(desk.catalog.metrics[one.metric].happens_on)
    return Window(known[0], old, "range") if happens and known[0] < old else None


def open_told(waiting: Sequence[OpenItems], read: Mapping[str, Read], desk: MetricDesk) -> Iterator[Said]:
    """Yield how many things are not done yet."""
    for one in waiting:
        found = read.get(f"open.{one.dimension}")
        if found and found.result.rows and (count := exact(found.result.rows[0][-1])) is not None:
            amount = Amount(count, one.metric, "bare")
            told = {"metric": Name(one.metric), "state": one.called, "count": amount}
            told["within"] = _within(one, count, read, desk)
            told["then"] = _beside_then(one, count, read, desk)
            happens = bool(desk.catalog.metrics[one.metric].happens_on)
            older = happens and (told["within"] or told["then"])
            told["any"] = Said("briefing.open_any") if older else ""  # not of the time asked about alone
            yield Said("briefing.open" if one.values else "briefing.open_defined", told)


def _within(one: OpenItems, count: Decimal, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
    """Return how many of the things not done yet are of the time asked about."""
    found = read.get(f"open_within.{one.dimension}")
    if not count or found is None or not found.result.rows:
        return ""
    own = exact(found.result.rows[0][-1]) or ZERO
    if not own:
        over = found.look.query.windows[0].end < desk.today  # then some may be of later
        return Said(f"briefing.open_{'none' if over else 'older'}")
    return Said("briefing.open_within", {"count": Amount(own, one.metric, "bare")}) if own < count else ""


def _beside_then(one: OpenItems, count: Decimal, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
    """Return how many stood open a month ago where it is another number, else how many are old."""
    found = read.get(f"open_then.{one.dimension}")
    if not count or found is None or not found.result.rows:
        return ""
    was, then = exact(found.result.rows[0][-1]) or ZERO, found.look.query.windows[0]
    if desk.catalog.metrics[one.metric].until:
        change = Amount(count - was, one.metric, "change")
        told = {"count": Amount(was, one.metric, "bare"), "day": replace(then, text=""), "change": change}
        return Said("briefing.open_was", told) if count != was else ""
    oldest = read.get(f"open_oldest.{one.dimension}")
    cell = oldest.result.rows[0][-1] if oldest and oldest.result.rows else None
    since = Said("briefing.open_oldest", {"day": day_of(day_in(cell))}) if cell else ""
    told = {"count": Amount(was, one.metric, "bare"), "day": day_of(then.end), "oldest": since}
    return Said("briefing.open_old", told) if was else ""


def standing_looks(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at figures that no column dates, as they stand now, and at what of them is due."""
    for name in names:
        label, query = Said("briefing.label.standing", {"metric": Name(name)}), MetricQuery((name,))
        query = replace(query, filters=asked.filters)
        yield Look(f"standing.{name}", query, label)
        if (due := not_due_look(query, desk, f"standing_due.{name}")) is not None:
            yield replace(due, detail=True)


def standing_told(names: Sequence[str], read: Mapping[str, Read]) -> Iterator[Said]:
    """Yield the figures that no column dates, which are of no time and stand beside none."""
    lines = []
    for name in names:
        found = read.get(f"standing.{name}")
        if found and found.result.rows and (value := exact(found.result.rows[0][-1])) is not None:
            told = {"metric": Name(name), "value": Amount(value, name), "due": _due_of(name, read)}
            lines.append(Said("briefing.standing_one", told))
    if lines:
        yield Said("briefing.standing", {"list": tuple(lines)})


def _due_of(name: str, read: Mapping[str, Read]) -> Said | str:
    """Return how much of what is owed is overdue, where some is not due yet."""
    found = read.get(f"standing_due.{name}")
    late, ahead = sums_of(found) if found else (ZERO, ZERO)
    return Said("briefing.standing_due", {"late": Amount(late, name)}) if ahead > 0 <= late else ""
