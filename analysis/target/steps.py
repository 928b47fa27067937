"""Whether a target is met, step by step: the figure beside its target, the days, the forecast."""

import datetime as dt
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from analysis.asked import AnalysisAsked
from analysis.briefing.course import Course, course_of
from analysis.briefing.months import ByMonth, by_month_of
from analysis.briefing.scorecard import Line
from analysis.daily import Daily
from analysis.forecast.aim import months_looks, months_set
from analysis.forecast.arithmetic import Pace, bears_pace, pace_of, pace_verdict
from analysis.forecast.models import Forecast, NoForecast
from analysis.forecast.shown import why_not
from analysis.forecast.steps import forecast_steps
from analysis.home import days_kept
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Percent,
    Read,
    Said,
    Steps,
    exact,
    figure_of,
    percent_of,
)
from analysis.series import accrues, data_span
from analysis.tables import table
from analysis.target.ahead import ahead_of
from analysis.target.aims import means_told
from analysis.target.due import Due, aim_windows, due_of
from analysis.target.verdict import LEVEL, aim_params, borne, verdict
from analysis.unrecorded import counted_looks, records_of, unrecorded
from analysis.whom import members_of
from answers.sentences.times import period, weekday_name
from config.wording import say
from database.result import QueryResult, ResultColumn
from language.calendar import add_months, days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

LONG = 45  # days, of which the mean says little of the last weeks


@dataclass(frozen=True)
class Standing:
    """A figure as far as it has come, beside its whole target."""

    name: str
    whole: Window
    so_far: Window
    actual: Decimal
    target: Decimal
    at_most: bool = False  # less is better: the target is the most it may be
    due: Due | None = None  # what of the target is due so far, of a figure that comes together day by day

    @property
    def met(self) -> bool:
        """Tell whether the target is met, so far."""
        return self.actual <= self.target if self.at_most else self.actual >= self.target

    @property
    def running(self) -> bool:
        """Tell whether days are to come."""
        return self.so_far.end < self.whole.end

    @property
    def share(self) -> Decimal:
        """Return what is reached, in percent."""
        return 100 * self.actual / self.target

    @property
    def ahead(self) -> Decimal:
        """Return by how many points more is reached than is due."""
        return self.share - (self.due.share if self.due else 100)

    @property
    def lead(self) -> Decimal | None:
        """Return how much more there is than was due by now; None of what is over or is due at no day."""
        return self.actual - self.due.due if self.due and self.running else None

    @property
    def days_left(self) -> int:
        """Return how many days are to come."""
        return self.whole.days - self.so_far.days


def target_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at each figure, its target and its days, and return yes or no with both.

    Where none was named all that have a target are told, of those behind the first whether it is met.
    """
    pairs = [asked.metrics[at : at + 2] for at in range(0, len(asked.metrics), 2)]
    first, *rest = [replace(asked, metrics=pair) for pair in pairs]
    outcome = yield from _of_one(first, desk, leads=True)
    if outcome.declined is not None or not rest:
        return outcome
    others = []
    for one in rest:
        others.append((one.metrics[0], (yield from _of_one(one, desk))))
    kept = [(name, found) for name, found in others if found.declined is None]
    table = _beside_each_other([(first.metrics[0], outcome), *kept], desk)
    return replace(
        outcome, statements=(*outcome.statements, *(found.statements[0] for _, found in kept)), result=table
    )


def _beside_each_other(found: Sequence[tuple[str, Outcome]], desk: MetricDesk) -> QueryResult | None:
    """Return the lines of several figures as one table, headed by what each is."""
    tables = [(name, one.result) for name, one in found if one.result is not None]
    columns = max((one.columns for _, one in tables), key=len, default=())
    head = ResultColumn(say("analysis.target.column.figure", desk.language), "text")
    rows = tuple(
        (desk.catalog.metrics[name].label(desk.language), *row, *[None] * (len(columns) - len(row)))
        for name, one in tables
        for row in one.rows
    )
    return QueryResult((head, *columns), rows, False, 0.0) if rows else None


def _of_one(asked: AnalysisAsked, desk: MetricDesk, *, leads: bool = False) -> Steps:
    """Yield the looks at one figure, its target and its days, and return yes or no with both.

    Of the first figure it is told which days its one member has no records of.
    """
    if _whole(asked).start > desk.today:
        return (yield from forecast_steps(asked, desk))
    asked, cautions = yield from _as_far_as_set(asked, desk)
    looks = target_looks(asked, desk)
    if isinstance(looks, Outcome):
        return looks
    so_far, line = known_part(asked.metrics[0], _whole(asked), desk), Line(*asked.metrics)
    by_month = by_month_of(so_far, [line], asked) if so_far else None
    course = _course(asked, so_far, line, desk) if leads and not by_month else None
    monthly = by_month or course
    records = records_of(asked.metrics[0], "", [so_far], asked.filters, desk) if leads and so_far else None
    ahead = ahead_of(asked, so_far, desk)
    read = yield [
        *looks,
        *(ahead.looks if ahead else ()),
        *(monthly.looks if monthly else ()),
        *counted_looks(records, desk),
    ]
    standing = standing_of(asked, read, desk)
    if isinstance(standing, Outcome):
        return standing
    series = ahead.series(read, desk) if ahead else None
    open_yet = ahead is not None and not (standing.met or standing.at_most)
    found = (yield from ahead.foreseen(standing.whole, asked, read, desk)) if ahead and open_yet else None
    going = _going_on(found, series, standing)
    told = _told(standing, found, going, series, asked, desk)
    months = _by_the_month(by_month, course, read, desk)
    whole = [] if asked.dimension or asked.mark is not None else [(asked.metrics[0], asked.metrics[1])]
    means = means_told(whole, asked.filters, desk)
    gaps = yield from unrecorded(records, "target", read, desk)
    every = (*gaps, *cautions, *told.cautions, *means)
    return replace(told, statements=(*told.statements, *months), cautions=every)


def _course(asked: AnalysisAsked, so_far: Window | None, line: Line, desk: MetricDesk) -> Course | None:
    """Return how the months up to now went beside the target; of a number put in its place none did."""
    return course_of(so_far, line, asked, desk) if so_far and asked.mark is None else None


def _by_the_month(
    by_month: ByMonth | None, course: Course | None, read: Mapping[str, Read], desk: MetricDesk
) -> Sequence[Said]:
    """Return a long time month by month, of one month how many in a row went so."""
    if by_month is not None:
        return by_month.told(read, desk)
    return course.told(read, (None, None), desk) if course else ()


def _as_far_as_set(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[AnalysisAsked, tuple[Said, ...]]]:
    """Yield the look at a target by month, and return the question kept to those in a row that have one.

    A year's target is the sum of those of its months: beside ten of twelve no whole year may be set.
    """
    whole, aims = _whole(asked), asked.metrics[1:]
    looks = [look for aim in aims for look in months_looks(aim, whole, asked, desk)]
    months = months_set((yield looks)) if looks else None
    if not months:
        return asked, ()
    start = end = dt.date.fromisoformat(months[0])
    while end < whole.end and end.isoformat() in months:
        end = add_months(end, 1)
    if (start, end) == (whole.start, whole.end) or Window(start, end, "range").units("month") != len(months):
        return asked, ()  # a month without a target among the others, as one that was closed, keeps the whole
    kept = Window(start, end, "range")
    params = {"metric": Name(asked.metrics[0]), "window": replace(whole, text=""), "kept": kept}
    counts = {"count": kept.units("month"), "every": whole.units("month")}
    said = Said("target.as_far", {**params, **counts})
    return replace(asked, window=kept), (said,)


def target_looks(asked: AnalysisAsked, desk: MetricDesk) -> list[Look] | Outcome:
    """Return the looks at the figure as far as it has come and at its target; or that there is none yet."""
    (name, *aims), whole = asked.metrics, _whole(asked)
    so_far = known_part(name, whole, desk)
    if so_far is None:
        return Outcome(declined=Said("briefing.none", {"window": replace(whole, text="")}))
    return [
        Look(
            one,
            MetricQuery((one,), windows=over, filters=asked.filters),
            Said("target.label", {"metric": Name(one)}),
        )
        for one, over in (
            (name, (so_far,)),
            *((aim, aim_windows(name, whole, so_far.end, desk)) for aim in aims),
        )
    ]


def standing_of(asked: AnalysisAsked, read: Mapping[str, Read], desk: MetricDesk) -> Standing | Outcome:
    """Return the figure beside its target, as they were read; or that one of them is missing."""
    (name, *aims), whole = asked.metrics, _whole(asked)
    so_far = known_part(name, whole, desk)
    actual, wanted = (
        Decimal(str(read[one].result.rows[0][0] or 0)) if one in read and read[one].result.rows else None
        for one in (name, next(iter(aims), ""))
    )
    if asked.mark is not None and so_far is not None and actual is not None:
        return Standing(name, whole, so_far, actual, asked.mark)
    if so_far is None or actual is None or not wanted:
        return Outcome(
            declined=Said("target.none", {"metric": Name(name), "window": replace(whole, text="")})
        )
    cells = [exact(cell) for cell in read[aims[0]].result.rows[0]]
    due = due_of(name, so_far.end, read[aims[0]].look.query.windows, cells, desk)
    return Standing(name, whole, so_far, actual, wanted, is_better_low(desk.catalog.metrics[name]), due)


def _whole(asked: AnalysisAsked) -> Window:
    assert asked.window is not None
    return asked.window


def known_part(name: str, whole: Window, desk: MetricDesk) -> Window | None:
    """Return the part of a time that a figure has data of; None where it has none yet.

    Of a figure by whole months the months that are over, where there is one.
    """
    span = data_span(name, desk)
    end = min(whole.end, span[1]) if span else whole.end
    if end <= whole.start:
        return None
    over = end.replace(day=1)
    end = over if desk.catalog.is_monthly(name) and over > whole.start else end
    return whole if end == whole.end else Window(whole.start, end, "range")


def _pace(series: Daily | None, standing: Standing) -> Pace | None:
    known = series is not None and bool(np.any(series.values > 0))
    return pace_of(series.begun(), standing.days_left) if known and series is not None else None


def _going_on(found: Forecast | NoForecast | None, series: Daily | None, standing: Standing) -> Pace | None:
    """Return the pace that tells the whole where no forecast does, as far as it bears that."""
    bears = isinstance(found, NoForecast) and bears_pace(found, standing.days_left)
    return _pace(series, standing) if bears else None


def _told(
    standing: Standing,
    found: Forecast | NoForecast | None,
    going: Pace | None,
    series: Daily | None,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Outcome:
    params = standing_params(standing, asked, desk)
    said = standing_told(standing, asked, desk, going or _pace(series, standing), series)
    cautions: tuple[Said, ...] = ()
    if isinstance(found, Forecast):
        low, value, high = (standing.actual + figure_of(one) for one in (found.low, found.value, found.high))
        past = borne(standing.target, standing.actual, found)
        foreseen = verdict(standing.target, low, value, high, standing.name, params, past)
        said = [foreseen, *said] if asked.ahead else [*said, foreseen]
        said.append(_basis(standing, found, desk))
        held = {"within": found.within, "trials": len(found.trials)}
        cautions = (Said("target.forecast", {"error": percent_of(100 * found.error), **held}),)
    elif isinstance(found, NoForecast):
        ends = standing.name, standing.actual, standing.target, standing.days_left
        foreseen_so = [pace_verdict(going, *ends, params)] if going else []
        said = [*foreseen_so, *said] if asked.ahead else [*said, *foreseen_so]
        cautions = (*([Said("target.arithmetic")] if going else []), why_not(found, standing.name))
    how = standing.due.how(standing.name) if standing.due and not standing.met else ()
    table = standing_table(standing, desk, found, "mark" if asked.mark is not None else "target")
    return Outcome(tuple(said), table, cautions=cautions, reading=how)


def _basis(standing: Standing, found: Forecast, desk: MetricDesk) -> Said:
    """Return at what a day the rest is forecast, and how many of its days are off."""
    left = Window(standing.so_far.end, standing.whole.end, "range")
    off = len(days_kept(desk.catalog).off(left.start, left.end))
    mean = Amount(figure_of(found.value) / left.days, standing.name, "mean")
    params = {"mean": mean, "left": left, "count": off}
    return Said("target.basis_off" if off else "target.basis", params)


def standing_told(
    standing: Standing,
    asked: AnalysisAsked,
    desk: MetricDesk,
    pace: Pace | None = None,
    series: Daily | None = None,
) -> list[Said]:
    """Return whether the target is met, and what the days left must bring beside what days lately brought."""
    name, params = standing.name, standing_params(standing, asked, desk)
    met, running = standing.met, standing.running
    if asked.mark is not None:
        return _mark_told(standing, params, series, pace, desk)
    if asked.beside:
        way = "over" if standing.actual >= standing.target else "under"
        return [Said(f"target.rate_beside_{way}", params)]
    if asked.side:
        return [_against_told(standing, asked.metrics[1], params)]
    if standing.at_most:
        return [Said(f"target.at_most_{'met' if met else 'missed'}{'_running' if running else ''}", params)]
    if not accrues(name, desk):
        code = f"rate_{'met' if met else 'missed'}{'_running' if running else ''}"
        return [Said(f"target.{code}", params)]
    if running and not met and standing.due is None:  # a figure by the month, in the month that runs
        return [Said("target.month_running", params)]
    said = [Said(f"target.{_code(met, running, standing.ahead, asked.gap)}", params)]
    if running and not met:
        monthly = desk.catalog.is_monthly(name)
        said.append(_needed_months(standing) if monthly else _needed(standing, series, pace, desk))
    return said


def _mark_told(
    standing: Standing, params: dict[str, Any], series: Daily | None, pace: Pace | None, desk: MetricDesk
) -> list[Said]:
    """Return on which side of the number asked a figure is, and what the days left must bring to reach it."""
    running = standing.running
    if standing.actual == standing.target and not running:
        return [Said("target.mark_on", params)]
    said = [Said(f"target.mark_{'over' if standing.met else 'under'}{'_running' if running else ''}", params)]
    goes_on = running and not standing.met and accrues(standing.name, desk)
    return [*said, _needed(standing, series, pace, desk)] if goes_on else said


def _against_told(standing: Standing, aim: str, params: dict[str, Any]) -> Said:
    """Return on which side of its target a figure is, while it runs of what is due by now.

    What is over all of it already is over it, whatever is due.
    """
    lead, over = standing.lead, standing.actual > standing.target
    if over or lead is None or standing.due is None:
        running = "_running" if standing.running else ""
        return Said(f"target.against_{'over' if over else 'under'}{running}", {**params, "aim": Name(aim)})
    due = {"due": Amount(standing.due.due, standing.name), "lead": Amount(lead, standing.name, "size")}
    return Said(f"target.against_due_{'over' if lead > 0 else 'under'}", {**params, **due, "aim": Name(aim)})


def _needed_months(standing: Standing) -> Said:
    """Return what each month left must bring, of a figure that comes by the month."""
    over, every = (one.units("month") for one in (standing.so_far, standing.whole))
    params = {
        "needed": Amount((standing.target - standing.actual) / (every - over), standing.name, "mean"),
        "months": every - over,
        "so_far": Amount(standing.actual / over, standing.name, "mean"),
    }
    return Said("target.needed_months", params)


def _needed(standing: Standing, series: Daily | None, pace: Pace | None, desk: MetricDesk) -> Said:
    """Return what each day left must bring, of the days of the week on which there lately was anything."""
    name, so_far = standing.name, standing.so_far
    left = Window(so_far.end, standing.whole.end, "range")
    weekdays = series.weekdays_with_any() if series else frozenset(range(7))
    over, ahead = _days_on(weekdays, so_far), _days_on(weekdays, left)
    if not (over and ahead):
        weekdays, over, ahead = frozenset(range(7)), so_far.days, left.days
    lately: Said | str = ""
    if pace and so_far.days > LONG:
        held = _days_on(weekdays, Window(so_far.end - days(pace.days), so_far.end, "range"))
        mean = Amount(pace.mean * pace.days / max(1, held), name, "mean")
        lately = Said("target.lately", {"mean": mean, "days": pace.days})
    closed = tuple(weekday_name(one, desk.language) for one in range(7) if one not in weekdays)
    params: dict[str, Any] = {
        "needed": Amount((standing.target - standing.actual) / ahead, name, "mean"),
        "days": ahead,
        "without": Said("target.without", {"weekdays": closed}) if closed else "",
        "so_far": Amount(standing.actual / over, name, "mean"),
        "lately": lately,
    }
    return Said("target.needed", params)


def _days_on(weekdays: Collection[int], over: Window) -> int:
    """Return how many days of a time are one of some weekdays."""
    return sum((over.start + days(number)).weekday() in weekdays for number in range(over.days))


def standing_params(standing: Standing, asked: AnalysisAsked, desk: MetricDesk) -> dict[str, Any]:
    """Return what every sentence of a target is filled with."""
    name = standing.name
    return {
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "so_far": replace(standing.so_far, text=""),
        "whole": replace(standing.whole, text=""),
        "actual": Amount(standing.actual, name),
        **aim_params(standing.target, asked),
        "gap": Amount(standing.actual - standing.target, name, "size"),
        "share": Percent(standing.share),
        "over": standing.due.gone() if standing.due else "",
    }


def _code(met: bool, running: bool, ahead: Decimal, gap: bool) -> str:
    """Return how it is said: yes or no first, or the distance where that was asked."""
    if met:
        return "met_running" if running else "met"
    if gap:
        return "gap_running" if running else "gap"
    if running and abs(ahead) < LEVEL:
        return "level"
    return ("ahead" if ahead > 0 else "behind") if running else "missed"


def standing_table(
    standing: Standing, desk: MetricDesk, found: Forecast | NoForecast | None = None, aim: str = "target"
) -> QueryResult:
    """Return one line: the figure, its target, the share, and the forecast where there is one."""
    language = desk.language
    heads = ["when", "actual", aim, "share"]
    when = period(replace(standing.so_far, text=""), language)
    row: list[Any] = [when, standing.actual, standing.target, round(standing.share, 1)]
    if isinstance(found, Forecast):
        heads += ["forecast", "low", "high"]
        row += [float(standing.actual) + one for one in (found.value, found.low, found.high)]
    return table([say(f"analysis.target.column.{one}", language) for one in heads], [row])
