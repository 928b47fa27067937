"""Growth beside an earlier time with other holidays: by the ordinary days alone, each beside its weekday."""

from collections.abc import Mapping

from analysis.home import days_off, ordinary_change, unlike
from analysis.like_for_like import changed
from analysis.openings import without
from analysis.outcome import Look, Name, Percent, Read, Said, day_in, exact
from analysis.why.calendar import DayKinds
from analysis.why.reading import windows_of
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

_DAYS = "ordinary_days."


def days_looks(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> list[Look]:
    """Return the looks at each day of two times with unlike holidays, of one figure without who is new."""
    windows = windows_of(query, desk)
    if query.splits or query.grain or not unlike(*windows, desk.catalog):
        return []
    kept = (*query.filters, *without(changed(query, read, desk), desk))
    label = Said("briefing.label.days", {"metric": Name(query.metrics[0])})
    days = (MetricQuery(query.metrics, grain="day", windows=(one,), filters=kept) for one in windows)
    return [Look(f"{_DAYS}{at}", one, label) for at, one in enumerate(days)]


def ordinary_told(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Said | None:
    """Return how many holidays each of the times has, and the growth without them and without who is new."""
    found = [one for name, one in read.items() if name.startswith(_DAYS)]
    if not found or any(one.result.truncated for one in found):
        return None
    now, then = windows_of(query, desk)
    days = ((day_in(row[0]), exact(row[-1])) for one in found for row in one.result.rows)
    change = ordinary_change(days, now, then, desk.catalog)
    if change is None:
        return None
    off, kinds = days_off((now, then), desk.catalog), DayKinds.of(desk.catalog, (then.start, now.end))
    names = tuple(dict.fromkeys(name for one in (then, now) for name in kinds.called(one, desk.language)))
    params = {
        "now": off[0],
        "then": off[1],
        "names": Said("like.ordinary_names", {"list": names}) if names else "",
        "alike": Said("like.ordinary_alike") if changed(query, read, desk) else "",
        "change": Percent(change, signed=True),
    }
    return Said("like.ordinary", params)
