"""The figures of a briefing: each now, before, a year ago and beside its target, and how they are told."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal
from typing import Any, Literal

from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import Line
from analysis.home import days_off, unlike
from analysis.lifespans import day_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact, rounded, says_its_unit
from analysis.series import accrues, data_span, is_complete
from analysis.target.due import Due, due_of
from analysis.why.calendar import DayKinds
from analysis.why.shape import alike_by, shape_of
from answers.sentences.times import weekday_name
from language.calendar import MONTHS, add_months, days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_STEADY, _STEADY_POINTS = Decimal("0.05"), Decimal("0.005")
_APART, _APART_POINTS = Decimal("0.5"), Decimal("0.1")  # from which a change without new members is told
YEAR_WEEKS = 364  # days
_WEEK, _FEW_WEEKS = 7, 35  # days: of more a weekday more or less moves little

Windows = tuple[Window, Window, Window]


_EITHER = Said("like.left_out.changed")


@dataclass(frozen=True)
class Alike:
    """A figure now and then of those members alone that were there in both times, and what is left out."""

    now: Decimal
    then: Decimal
    but: Said = _EITHER


@dataclass(frozen=True)
class Scored:
    """One figure as it came: now, before, a year ago, its target; None where there is none."""

    line: Line
    now: Decimal | None
    before: Decimal | None
    year: Decimal | None
    target: Decimal | None
    scales: tuple[Decimal, Decimal] = (Decimal(1), Decimal(1))  # by which before and year are of as many days
    alike: tuple[Alike | None, Alike | None] = (None, None)  # beside before and year, where some are new
    until: Window | None = None  # its last day, where its months end before the time asked about does
    due: Due | None = None  # what of its target was due by its end

    def now_told(self, desk: MetricDesk) -> Amount:
        """Return it as it is told now, of one whose name has its unit in it without: 365 visits."""
        again = says_its_unit(desk.catalog.metrics[self.line.metric])
        return Amount(self.now or Decimal(0), self.line.metric, "bare" if again else "value")


def period_before(now: Window) -> Window:
    """Return the period before, of a running one as many days of it, of some days the last such weekdays."""
    if now.unit in ("week", "month", "quarter", "year"):
        start, end = whole(now.unit, now.start)
        if start == now.start and now.end < end:
            earlier = whole(now.unit, now.start, -1)
            stop = min(earlier[0] + (now.end - now.start), earlier[1])
            return Window(earlier[0], stop, "range")
    if now.days > 1 and _is_some_days(now):  # a weekend beside two days of work is no fall of these
        back = days(_WEEK * -(-now.days // _WEEK))
        return replace(now, start=now.start - back, end=now.end - back, text="", unfinished=False)
    return replace(now.before(), text="")


def _is_some_days(now: Window) -> bool:
    """Tell a few weeks' days at most that are no week, month or holiday."""
    return now.unit in ("day", "range") and now.days <= _FEW_WEEKS and not now.in_whole_months


def year_of(now: Window, desk: MetricDesk) -> Window:
    """Return the same time a year before; of some days the same days of the week, unless one is a holiday."""
    year = replace(now.year_before(desk.catalog.holidays), text="")
    same = replace(now, start=now.start - days(YEAR_WEEKS), end=now.end - days(YEAR_WEEKS), text="")
    ordinary = _is_some_days(now) and days_off((now, year, same), desk.catalog) == [0, 0, 0]
    return same if ordinary else year


def as_running(now: Window, desk: MetricDesk) -> Window:
    """Return dates as the month, quarter or year that they are as far as it has come."""
    units: tuple[Literal["month", "quarter", "year"], ...] = ("month", "quarter", "year")
    for unit in units if now.unit == "range" else ():
        start, end = whole(unit, now.start)
        if now.start == start and now.end < end and now.end + days(1) >= desk.today:
            return replace(now, unit=unit)
    return now


def months_of(now: Window) -> Window | None:
    """Return the whole month, quarter or year that a period is, or the first days of; None for others."""
    if now.unit not in MONTHS:
        return None
    start, end = whole(now.unit, now.start)
    if now.start != start or now.end > end or now.count > 1:
        return None
    return Window(start, end, now.unit)


def own_windows(metric: str, windows: Windows, desk: MetricDesk) -> Windows | None:
    """Return the times of a figure that is by the month, or whose last days are not complete yet; else None.

    Of the latter as many days of each time as are complete of the one asked about.
    """
    if (months := _whole_months_of(metric, windows, desk)) is not None:
        return months
    open_, now = desk.answers.reader.known.unsettled((metric,), desk.today), windows[0]
    if open_ is None or not now.start < open_.since < now.end:
        return None
    length = open_.since - now.start
    cut, before, year = (replace(one, end=min(one.end, one.start + length), text="") for one in windows)
    return cut, before, year


def _whole_months_of(metric: str, windows: Windows, desk: MetricDesk) -> Windows | None:
    """Return the whole months with data of a figure by the month, and the same ones before and a year ago.

    None where the windows are right as they are: ten months of costs never stand beside eleven.
    """
    now, span = windows[0], data_span(metric, desk)
    if not desk.catalog.is_monthly(metric) or span is None or now.in_whole_months:
        return None
    end = min(now.end, span[1]).replace(day=1)
    count = 12 * (end.year - now.start.year) + end.month - now.start.month
    if now.start.day != 1 or count < 1:
        return None
    own = Window(now.start, end, "range")
    before = Window(add_months(now.start, -count), now.start, "range")
    return own, before, replace(own.year_before(None), text="")


def figures_look(
    metric: str, windows: tuple[Window, ...], asked: AnalysisAsked, name: str, desk: MetricDesk
) -> Look:
    found = desk.catalog.metrics[metric]
    parts = found.parts if found.kind == "ratio" else ()  # what is read of a ratio is rounded
    query = MetricQuery((metric, *parts), windows=windows, filters=asked.filters)
    return Look(f"{name}.{metric}", query, Said(f"briefing.label.{name}", {"metric": Name(metric)}))


def reads_of(ahead: str, read: Mapping[str, Read]) -> dict[str, Read]:
    """Return what was read for looks whose names begin so, under the names they have without it."""
    return {name.removeprefix(ahead): one for name, one in read.items() if name.startswith(ahead)}


def scored_of(
    line: Line, read: Mapping[str, Read], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> Scored | None:
    if (found := read.get(f"score.{line.metric}")) is None:
        return None
    row = [exact(cell) for cell in found.result.rows[0]] if found.result.rows else [None] * 3
    cells = row[:3]
    if len(row) == 9:  # three figures over three times: the ratio, and its two parts
        scale = desk.catalog.metrics[line.metric].scale
        cells = [
            top * scale / under if top is not None and under else None
            for top, under in zip(row[3:6], row[6:9], strict=True)
        ]
    cells = _with_data(line.metric, found.look.query.windows, cells, desk)
    target = read.get(f"target.{line.target}")
    aims = [exact(cell) for cell in target.result.rows[0]] if target and target.result.rows else [None]
    aim = aims[0]  # a ratio has parts behind it, a sum what of it is due
    now, before, year = windows
    by_day = shape_of(line.metric, desk).by_day
    scales = (alike_by(now, before), alike_by(now, year)) if by_day else (Decimal(1), Decimal(1))
    asked = found.look.query.windows[0]
    until = day_of(asked.end - days(1)) if asked.end != now.end else None
    scales = (Decimal(1), Decimal(1)) if until else scales
    due = due_of(line.metric, asked.end, target.look.query.windows, aims, desk) if target else None
    return Scored(line, cells[0], cells[1], cells[2], aim, scales, until=until, due=due)


def _with_data(
    metric: str, windows: Sequence[Window], cells: Sequence[Decimal | None], desk: MetricDesk
) -> list[Decimal | None]:
    """Return figures but of times that one of their parts has no data of: profit before its costs are in."""
    span = data_span(metric, desk)
    if span is None or desk.catalog.metrics[metric].kind == "simple":
        return [*cells]
    return [
        cell if one.start < span[1] and span[0] < one.end else None
        for one, cell in zip(windows, cells, strict=True)
    ]


def is_year(windows: tuple[Window, Window, Window]) -> bool:
    """Tell whether the period before is the year before: of a year there is no other."""
    _, before, year = windows
    return (before.start, before.end) == (year.start, year.end)


def only_year(windows: tuple[Window, Window, Window], desk: MetricDesk) -> bool:
    """Tell where only the year before is like the period: then the period before is no measure."""
    now, before, year = windows
    return not is_year(windows) and unlike(now, before, desk.catalog) and not unlike(now, year, desk.catalog)


def line_told(
    one: Scored, windows: tuple[Window, Window, Window], desk: MetricDesk, *, by_year: bool = False
) -> Said:
    """Return one figure with its changes, and how far it is to its target; `by_year`: no other time."""
    if one.now is None:
        return Said("briefing.line_none", {"metric": Name(one.line.metric)})
    params: dict[str, Any] = {"metric": Name(one.line.metric), "now": one.now_told(desk)}
    sides = (("before", 0, None if by_year or is_year(windows) else one.before), ("year", 1, one.year))
    told = [
        Said(
            f"briefing.beside.{code}{'' if one.scales[at] == 1 else '_mean'}",
            {"change": told_change(change)},
        )
        for code, at, then in sides
        if then is not None and (change := change_of(one, at, desk)) is not None
    ]
    if one.target:
        told.append(reached(one, desk))
    code = "line" if told else "line_alone"
    return Said(
        f"briefing.{code}{len(told) if told else ''}", params | {f"part{n}": p for n, p in enumerate(told)}
    )


def reached(one: Scored, desk: MetricDesk) -> Said:
    """Return how much of a target is reached; of a running period also how much of it is due.

    Of a rate, of which no part is reached by a part of the days, the target itself is told.
    """
    assert one.now is not None and one.target
    if not accrues(one.line.metric, desk):
        return Said("briefing.beside.aim", {"target": Amount(one.target, one.line.metric)})
    share = share_told(100 * one.now / one.target)
    if one.due is None or not one.due.runs:
        return Said("briefing.beside.target", {"share": share})
    return Said("briefing.beside.target_running", {"share": share, "over": one.due.gone()})


def change_of(one: Scored, at: int, desk: MetricDesk) -> Percent | Amount | None:
    """Return a change beside before (0) or a year ago (1), in percent, of a percentage in points.

    Of periods that are not equally long their days' means are compared.
    """
    return _change(one, one.now, (one.before, one.year)[at], at, desk)


def like_change_of(one: Scored, at: int, desk: MetricDesk) -> Percent | Amount | None:
    """Return a change without the members that are new, where that is another change; else None."""
    alike, whole = one.alike[at], change_of(one, at, desk)
    if alike is None or whole is None:
        return None
    found = _change(one, alike.now, alike.then, at, desk)
    least = _APART if isinstance(whole, Percent) else _APART_POINTS
    return found if found is not None and abs(found.value - whole.value) >= least else None


def like_told_of(one: Scored, at: int, desk: MetricDesk) -> Said | str:
    """Return words on a change without who came or went, where that is another change."""
    like, alike = like_change_of(one, at, desk), one.alike[at]
    if alike is None or like is None:
        return ""
    return Said("briefing.other_like", {"change": like, "but": alike.but})


def _change(
    one: Scored, now: Decimal | None, then: Decimal | None, at: int, desk: MetricDesk
) -> Percent | Amount | None:
    if now is None or not then:
        return None
    then *= one.scales[at]
    if desk.catalog.metrics[one.line.metric].unit("en") == "%":
        return Amount(now - then, one.line.metric, "change")
    return Percent(rounded(100 * (now / then - 1)), signed=True)


def told_change(change: Percent | Amount) -> Percent | Amount | Said:
    """Return a change as it is said: none that its decimals would show as nought."""
    least = _STEADY_POINTS if isinstance(change, Amount) else _STEADY
    return Said("briefing.steady") if abs(change.value) < least else change


def unlike_told(
    one: Scored, windows: tuple[Window, Window, Window], desk: MetricDesk, *, by_year: bool
) -> list[Said]:
    """Return which periods differ in holidays, and what that does to a figure where it was passed over."""
    now, before, year = windows
    off = days_off(windows, desk.catalog)
    told: dict[str, Any] = {"now": off[0], "before": off[1], "year": off[2]}
    if by_year:
        kinds = DayKinds.of(desk.catalog, (min(now.start, before.start), max(now.end, before.end)))
        change = change_of(one, 0, desk)
        apart: dict[str, Any] = {
            "window": replace(before, text=""),
            "metric": Name(one.line.metric),
            "change": change,
        }
        for side, at in (("now", now), ("then", before)):
            names = tuple(dict.fromkeys(kinds.called(at, desk.language)))
            apart[f"{side}_names"] = Said("briefing.names", {"list": names}) if names else ""
        return [Said("briefing.unlike_before", {**told, **apart})] if change is not None else []
    sides = [then for then, value in ((before, one.before), (year, one.year)) if value is not None]
    if not any(unlike(now, then, desk.catalog) for then in sides):
        return []
    kind = "_year" if is_year(windows) else "" if one.year is not None else "_now"
    return [Said(f"briefing.unlike{kind}", told)]


def cautions_of(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk, *, by_year: bool
) -> list[Said]:
    """Return what makes the periods unlike: days off, and data that end before or begin after."""
    now, found = windows[0], unlike_told(scored[0], windows, desk, by_year=by_year)
    if now.days == windows[1].days == 1 and (now.start.weekday() >= 5) != (windows[1].start.weekday() >= 5):
        ends = {
            side: weekday_name(one.start.weekday(), desk.language)
            for side, one in (("now", now), ("before", windows[1]))
        }
        found.append(Said("briefing.weekdays", ends))
    sides = [
        (name, then)
        for name, then in (("before", windows[1]), ("year", windows[2]))
        if alike_by(now, then) != 1
    ]
    for name, then in sides[-1:] if is_year(windows) else sides:
        found.append(Said(f"briefing.by_day_{name}", {"now": now.days, "then": then.days}))
    found += [] if by_year else _lengths(scored[0], windows, desk)
    found += _begins(scored[0], windows, desk)
    late = {}
    for one in scored:
        span = data_span(one.line.metric, desk)
        if (
            one.until is None
            and span is not None
            and span[1] < now.end
            and is_complete(one.line.metric, now, desk)
        ):
            late[one.line.metric] = span[1] - days(1)
    if late:
        last = min(late.values())
        names = tuple(Name(name) for name in late)
        found.append(Said("briefing.late", {"metrics": names, "last": last.isoformat()}))
    return found


def _lengths(lead: Scored, windows: Windows, desk: MetricDesk) -> list[Said]:
    """Say what a day of each brought, of whole months of unlike length that are compared as they are."""
    now, before = windows[:2]
    as_they_are = now.days != before.days and now.in_whole_months and before.in_whole_months
    sums = shape_of(lead.line.metric, desk).by_day
    if is_year(windows) or not as_they_are or not sums or not lead.before or lead.now is None:
        return []
    change = 100 * ((lead.now / now.days) / (lead.before / before.days) - 1)
    told = {"now": now.days, "then": before.days, "change": Percent(rounded(change), signed=True)}
    return [Said("briefing.lengths", {"metric": Name(lead.line.metric), **told})]


def only_since(opened: dt.date | None, scored: Sequence[Scored], windows: Windows) -> list[Scored]:
    """Return figures without the times before that a member was not there for, or not all of it."""
    there = [opened is None or opened <= window.start for window in windows]
    return [
        replace(one, before=one.before if there[1] else None, year=one.year if there[2] else None)
        for one in scored
    ]


def _begins(lead: Scored, windows: Windows, desk: MetricDesk) -> list[Said]:
    """Say from when the data are, where they begin within the time or one before it."""
    span = data_span(lead.line.metric, desk)
    if span is None or not any(window.start < span[0] < window.end for window in windows):
        return []
    code = "begins" if windows[0].start < span[0] else "begins_after"
    return [Said(f"briefing.{code}", {"day": span[0].isoformat()})]


def within_data(scored: Sequence[Scored], windows: Windows, desk: MetricDesk) -> list[Scored]:
    """Return figures without the times before of which not all has data: no year is two months.

    One with days that are not complete is set beside no time.
    """
    found = []
    for one in scored:
        span = data_span(one.line.metric, desk)
        there = [span is None or span[0] <= window.start for window in windows]
        there = there if is_complete(one.line.metric, windows[0], desk) else [False] * len(windows)
        found.append(
            replace(one, before=one.before if there[1] else None, year=one.year if there[2] else None)
        )
    return found


def share_told(share: Decimal) -> Percent:
    """Return a share of a target as it is told: one just under the whole never as the whole."""
    told = rounded(share)
    return Percent(share.quantize(Decimal("0.01"), ROUND_FLOOR) if share < 100 <= told else told)
