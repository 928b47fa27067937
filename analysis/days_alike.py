"""Growth beside an earlier time of other days: by the ordinary ones alone, each beside its weekday."""

from collections.abc import Mapping
from dataclasses import replace

from analysis.home import days_off, ordinary_change, unlike
from analysis.like_for_like import changed
from analysis.openings import without
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, day_in, exact
from analysis.why.base import like_base
from analysis.why.calendar import DayKinds
from analysis.why.reading import windows_of
from answers.sentences.times import weekday_name
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_DAYS, _WEEKDAY = "ordinary_days.", "same_weekday"


def days_looks(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> list[Look]:
    """Return the looks at each day of two times with unlike holidays, of one figure without who is new.

    Of members it is that of all together. Of one day beside another day of the week it is that at the day of
    its own weekday before.
    """
    windows = windows_of(query, desk)
    if query.grain:
        return []
    week = _same_weekday(query, *windows, desk) if not query.splits else None
    if week is not None:
        label = Said("briefing.label.days", {"metric": Name(query.metrics[0])})
        return [
            Look(
                _WEEKDAY, MetricQuery(query.metrics, windows=(week, windows[0]), filters=query.filters), label
            )
        ]
    if not unlike(*windows, desk.catalog):
        return []
    kept = (*query.filters, *without(changed(query, read, desk), desk))
    label = Said("briefing.label.days", {"metric": Name(query.metrics[0])})
    days = (MetricQuery(query.metrics, grain="day", windows=(one,), filters=kept) for one in windows)
    return [Look(f"{_DAYS}{at}", one, label) for at, one in enumerate(days)]


def _same_weekday(query: MetricQuery, now: Window, then: Window, desk: MetricDesk) -> Window | None:
    """Return the same weekday before, where a day is set beside another day of the week."""
    if (now.days, then.days) != (1, 1) or (now.start - then.start).days % 7 == 0:
        return None
    return like_base(replace(query, windows=(now,), compared=None), now, then, desk)


def ordinary_told(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Said | None:
    """Return how many holidays each of the times has, and the growth without them and without who is new.

    Where too few of their days are ordinary it is said alone that the times are unlike.

    Of a day beside another day of the week it is the growth on its own weekday before.
    """
    if _WEEKDAY in read:
        return _weekday_told(read[_WEEKDAY], desk)
    found = [one for name, one in read.items() if name.startswith(_DAYS)]
    if not found or any(one.result.truncated for one in found):
        return None
    now, then = windows_of(query, desk)
    days = ((day_in(row[0]), exact(row[-1])) for one in found for row in one.result.rows)
    change = ordinary_change(days, now, then, desk.catalog)
    off, kinds = days_off((now, then), desk.catalog), DayKinds.of(desk.catalog, (then.start, now.end))
    names = tuple(dict.fromkeys(name for one in (then, now) for name in kinds.called(one, desk.language)))
    params = {
        "now": off[0],
        "then": off[1],
        "names": Said("like.ordinary_names", {"list": names}) if names else "",
    }
    if change is None:  # too few ordinary days to compare
        return Said("like.unlike_days", params)
    params |= {
        "alike": Said("like.ordinary_alike") if changed(query, read, desk) else "",
        "change": Said(
            f"like.basis_{'all' if query.splits else 'alone'}", {"change": Percent(change, signed=True)}
        ),
    }
    return Said("like.ordinary", params)


def _weekday_told(one: Read, desk: MetricDesk) -> Said | None:
    """Return the growth on the same weekday before."""
    before, now = (exact(cell) for cell in (*one.result.rows, (None, None))[0][-2:])
    if not before or now is None:
        return None
    week, name = one.look.query.windows[0], one.look.query.metrics[0]
    params = {
        "day": week, "weekday": weekday_name(week.start.weekday(), desk.language),
        "value": Amount(before, name), "change": Percent(100 * (now / before - 1), signed=True),
    }  # fmt: skip
    return Said("like.weekday", params)
