"""A forecast, step by step: the days so far, the model that did best on the past, and its range."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np

from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays, as_long_as_before
from analysis.drawing import Line, Panel, panels
from analysis.forecast.aim import aim_looks, aim_of, with_aim
from analysis.forecast.alike import alike_looks, growth_alike
from analysis.forecast.apart import apart, changed_days, told_apart
from analysis.forecast.arithmetic import bears_pace, pace_of, pace_verdict
from analysis.forecast.members import MOST_MEMBERS, brought, coarser, member_looks, with_members
from analysis.forecast.models import (
    LEARNED,
    YEAR,
    Forecast,
    NoForecast,
    Target,
    Trial,
    forecast,
    ranged,
)
from analysis.forecast.month_steps import month_steps
from analysis.forecast.reading import forecast_question
from analysis.forecast.shown import forecast_table, what_of, why_not
from analysis.home import days_kept
from analysis.openings import Openings
from analysis.outcome import Amount, Name, Outcome, Percent, Read, Said, Steps, figure_of, percent_of
from analysis.series import Wanted, adds_up, adds_up_by_month, data_span, looks_of, series_of
from analysis.target.verdict import aim_params
from analysis.whom import members_of
from analysis.why.calendar import DayKinds
from analysis.why.split import ZERO
from config.wording import say
from language.calendar import MONTHS, add_months, days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

HISTORY_DAYS = 3 * 365
DRAWN_DAYS = 70
MOST_MONTHS = 6  # told one by one
WEEKDAYS_TELL = 21  # days at most of which the days of the week are compared with, not the dates
FEAST_MOVES = 45  # days at most that a holiday of the moon is earlier or later than a year before


def forecast_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the days so far, and return the forecast, or why there is none."""
    name, window = asked.metrics[0], asked.window
    assert window is not None
    metric = desk.catalog.metrics[name]
    if adds_up_by_month(metric, desk):
        return (yield from month_steps(asked, desk))
    wanted = _history(name, asked, desk)
    if isinstance(wanted, Said):
        return _declined(wanted, asked, desk)
    looks = looks_of(wanted, desk, "days", needed=True)
    members = member_looks(asked, wanted, desk) if asked.dimension else None
    if asked.dimension and members is None:
        cut = {"metric": Name(name), "dimension": Name(asked.dimension, dimension=True), "most": MOST_MEMBERS}
        return Outcome(declined=Said("forecast.too_many", cut), questions=_by_fewer(asked, desk))
    beside = [*alike_looks(asked, wanted.end, desk), *aim_looks(asked, desk)]
    read = yield [*looks, *(members[1] if members else ()), *beside]
    series = series_of(wanted, desk, looks, read)
    if series is None or not series[0]:
        return _declined(Said("forecast.no_data", {"metric": Name(name)}), asked, desk)
    over, under = series[0][""], series[1][""] if series[1] else None
    so_far = over if under is None else None
    kinds = as_long_as_before(days_kept(desk.catalog))
    target = days_ahead(window, over.end)
    scale = float(metric.scale)
    who, changed = yield from changed_days(wanted, asked, read, desk)
    found = _foreseen(over, under, target, kinds, scale, changed)
    parts = (yield from apart(found, wanted, target, kinds, asked, read, desk)) if so_far else None
    if isinstance(parts, Said):
        return _declined(parts, asked, desk)
    found = parts.together if parts else found
    if isinstance(found, NoForecast):
        return _arithmetic(found, so_far, target, asked, read, desk)
    alike = growth_alike(read)
    named = aim_params(aim_of(read, asked), asked)
    told = _told(found, over, so_far, target, asked, kinds, (alike, named, who), desk)
    if parts:
        months = months_told(found, parts.rest_days, target, kinds, name)
        told = told_apart(told, parts, months, name, desk)
    started = brought(over, window, target)
    if under is None or not started:
        told = with_aim(told, _figures(found, started), found, read, asked, desk)
    return with_members(told, *members, target, asked, read, desk) if members else told


def _history(name: str, asked: AnalysisAsked, desk: MetricDesk) -> Wanted | Said:
    """Return the days so far that a figure is forecast from, or why there are none."""
    if not adds_up(desk.catalog.metrics[name], desk):
        return Said("forecast.not_summed", {"metric": Name(name)})
    return history_of(name, asked.filters, desk) or Said("forecast.no_data", {"metric": Name(name)})


def _figures(found: Forecast, started: float) -> tuple[Decimal, Decimal, Decimal]:
    """Return a forecast's range and its middle, with what the time has brought so far."""
    low, value, high = (figure_of(started + one) for one in (found.low, found.value, found.high))
    return low, value, high


def _arithmetic(
    found: NoForecast,
    so_far: Daily | None,
    target: Target,
    asked: AnalysisAsked,
    read: Mapping[str, Read],
    desk: MetricDesk,
) -> Outcome:
    """Return why there is no forecast; of too short a history what the last weeks come to if they go on."""
    name, window = asked.metrics[0], asked.window
    ahead = (target.end - target.start).days
    why = why_not(found, name)
    pace = pace_of(so_far.begun(), ahead) if so_far and bears_pace(found, ahead) else None
    if so_far is None or pace is None:
        return _declined(why, asked, desk)
    assert window is not None
    actual = figure_of(so_far.total(window.start, target.start)) if window.start < target.start else ZERO
    params = {"what": what_of(asked, desk), "window": replace(window, text="")}
    aim = aim_of(read, asked)
    about = {
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "whole": params["window"],
    } | aim_params(aim, asked)
    leads = asked.kind == "target" and bool(aim)
    verdicts = [pace_verdict(pace, name, actual, aim, ahead, about, beside=not leads)] if aim else []
    comes = [] if leads else [Said("forecast.arithmetic", params | pace.told(name, actual, ahead))]
    return Outcome(
        (*comes, *verdicts),
        cautions=(Said("target.arithmetic"), why),
        questions=_actual_questions(asked, desk),
    )


def history_of(name: str, filters: tuple[Filter, ...], desk: MetricDesk) -> Wanted | None:
    """Return the days so far that a figure is forecast from, or None where it has none."""
    span = data_span(name, desk)
    return (
        None if span is None else Wanted(name, max(span[0], span[1] - days(HISTORY_DAYS)), span[1], filters)
    )


def days_ahead(window: Window, known_until: dt.date) -> Target:
    """Return the days of a time that are to be forecast: those that are not known yet."""
    months = MONTHS.get(window.unit, 0) * window.count
    return Target(max(window.start, known_until), window.end, months)


def _foreseen(
    over: Daily, under: Daily | None, target: Target, kinds: SpecialDays, scale: float, changed: Daily | None
) -> Forecast | NoForecast:
    """Forecast a sum, or both of a ratio with the model that is best for what it is divided by."""
    if under is None:
        return forecast(over, target, kinds, changed)
    below = forecast(under, target, kinds)
    if isinstance(below, NoForecast):
        return below
    above = forecast(over, target, kinds)
    if isinstance(above, NoForecast):
        return above
    return _divided(above, below, scale)


def _divided(above: Forecast, below: Forecast, scale: float) -> Forecast | NoForecast:
    """Return a ratio of two forecasts; its range is that of the trials of the ratio itself."""
    if not below.value:
        return NoForecast("empty")
    under = {one.target: one for one in below.trials}
    trials = [
        Trial(
            one.target,
            scale * one.forecast / under[one.target].forecast,
            scale * one.actual / under[one.target].actual,
        )
        for one in above.trials
        if one.target in under and under[one.target].forecast > 0 and under[one.target].actual > 0
    ]
    by_day = replace(above.by_day, values=scale * above.by_day.values / below.by_day.values)
    return ranged(above.model, scale * above.value / below.value, by_day, trials, above.plain_error)


def _told(
    found: Forecast,
    series: Daily,
    so_far: Daily | None,
    target: Target,
    asked: AnalysisAsked,
    kinds: SpecialDays,
    beside: tuple[Said | str, Mapping[str, Any], Openings | None],
    desk: MetricDesk,
) -> Outcome:
    """Say a forecast: `beside` it how those there were then have grown, and its target, 0 where none is."""
    name, window = asked.metrics[0], asked.window
    assert window is not None
    learned, learned_until = len(series.values), series.end
    started = window.start < target.start
    ahead = Window(target.start, target.end, "range")
    named = replace(window, text="")
    what = what_of(asked, desk)

    def figure(value: float) -> Amount:
        return Amount(figure_of(value), name)

    params: dict[str, Any] = {
        "what": what,
        "window": ahead if started else named,
        "value": figure(found.value),
        "low": figure(found.low),
        "high": figure(found.high),
        "within": found.within,
        "trials": len(found.trials),
    }
    months = months_told(found, series, target, kinds, name) if so_far is not None else []
    statements = [Said("forecast.value", params), *months]
    if started and so_far is not None:  # the whole time was asked about: what has been, and what is to come
        actual = so_far.total(window.start, target.start)
        sums = {
            "sum": figure(actual + found.value),
            "low_sum": figure(actual + found.low),
            "high_sum": figure(actual + found.high),
            "actual": figure(actual),
            "so_far": Window(window.start, target.start, "range"),
            "ahead": ahead,
        }
        statements = [Said("forecast.whole", params | sums | {"window": named}), *statements[1:]]
    if so_far is not None:
        statements += [
            *_made_told(found, target, name, beside[2]),
            *_basis(series, window, name, kinds, beside[:2], desk),
        ]
    error = percent_of(100 * found.error)
    plain = percent_of(100 * found.plain_error)
    rough = "rough" if found.is_rough else "error"
    to_come = Said("forecast.to_come", {"ahead": ahead}) if started else Said("forecast.it", {})
    statements.append(Said(f"forecast.{rough}", {"error": error, "of": to_come}))
    cautions = []
    off = kinds.off(target.start, target.end)
    if off:
        known = not kinds.provisional & set(off)
        cautions.append(
            Said("forecast.holidays" if known else "forecast.holidays_provisional", {"count": len(off)})
        )
    reading = (
        Said("forecast.by", {"model": Said(f"forecast.model.{found.model}"), "plain": plain}),
        Said("forecast.history", {"days": learned, "until": (learned_until - days(1)).isoformat()}),
    )
    return Outcome(
        tuple(statements),
        forecast_table(found, desk),
        _chart(found, so_far, what, name, desk),
        tuple(cautions),
        reading,
        _actual_questions(asked, desk),
    )


def _made_told(found: Forecast, target: Target, name: str, changed: Openings | None) -> list[Said]:
    """Return what a forecast is made of: what the last weeks come to, what the year before, or both."""
    lately, year = found.made.lately, found.made.year
    ahead = (target.end - target.start).days
    params: dict[str, Any] = {"ahead": ahead}
    if lately is not None:
        params["lately"] = Amount(figure_of(lately), name)
        params["mean"] = Amount(figure_of(lately / ahead), name, "mean")
    if year is not None:
        params["year"] = Amount(figure_of(year), name)
        params["changed"] = Said("forecast.made_changed", {"who": changed.named()}) if changed else ""
    kind = (
        found.model
        if found.model == "latest"
        else "both"
        if lately and year
        else "lately"
        if lately
        else "year"
    )
    return [Said(f"forecast.made_{kind}", params)] if lately or year else []


def months_told(found: Forecast, series: Daily, target: Target, kinds: SpecialDays, name: str) -> list[Said]:
    """Return each of several whole months, with a range of its own: one total hides a peak and a dip."""
    whole_ones = target.start.day == target.end.day == 1
    count = (target.end.year - target.start.year) * 12 + target.end.month - target.start.month
    if not whole_ones or not 1 < count <= MOST_MONTHS:
        return []
    listed, values = [], []
    for place in range(count):
        one = Target(add_months(target.start, place), add_months(target.start, place + 1), 1)
        value, own = found.by_day.total(one.start, one.end), forecast(series, one, kinds)
        month = Window(one.start, one.end, "month")
        params: dict[str, Any] = {"month": month, "value": Amount(figure_of(value), name), "range": ""}
        if isinstance(own, Forecast) and own.value:
            scale = value / own.value
            amounts = {"low": Amount(figure_of(own.low * scale), name)}
            amounts["high"] = Amount(figure_of(own.high * scale), name)
            params["range"] = Said("forecast.months.range", amounts)
        listed.append(Said("forecast.months.one", params))
        values.append((value, month))
    most, least = max(values, key=lambda it: it[0]), min(values, key=lambda it: it[0])
    ends = Said("forecast.months.ends", {"most": most[1], "least": least[1]}) if most[0] > least[0] else ""
    return [Said("forecast.months.each", {"list": tuple(listed), "ends": ends})]


def _basis(
    series: Daily,
    window: Window,
    name: str,
    kinds: SpecialDays,
    beside: tuple[Said | str, Mapping[str, Any]],
    desk: MetricDesk,
) -> list[Said]:
    """Return what the same time was a year before, and how the last eight weeks and a target stand to theirs.

    Of a holiday the same holiday is told, which comes on other days of the year and may be longer; of less
    than some weeks the same days of the week: the dates of a weekend were a Friday and a Saturday.
    """
    feast, by_weekday = feast_before(window, kinds), window.days <= WEEKDAYS_TELL
    back = replace(window, start=window.start - days(YEAR), end=window.end - days(YEAR), unit="range")
    then = feast[1] if feast else back if by_weekday else window.year_before()
    weeks = (series.end - days(LEARNED), series.end)
    earlier = (weeks[0] - days(YEAR), weeks[1] - days(YEAR))
    known = series.start <= min(then.start, earlier[0]) and then.end <= series.end
    if not known or not (before := series.total(*earlier)):
        return []
    growth = percent_of(100 * (series.total(*weeks) / before - 1), signed=True)
    (alike, named), year = beside, figure_of(series.total(then.start, then.end))
    aim = named["target"].value
    wanted = Percent((aim / year - 1) * 100, signed=True) if aim and year else None
    needed = {"wanted": wanted, "goal": named["goal"]}
    said: dict[str, Any] = {
        "year": replace(then, text=""),
        "value": Amount(year, name),
        "growth": growth,
        "alike": alike,
        "aim": Said(f"forecast.basis_aim{'_all' if alike else ''}", needed) if wanted else "",
    }
    if feast is None:
        return [Said(f"forecast.basis{'_weekdays' if by_weekday else ''}", said)]
    called = DayKinds.of(desk.catalog, (then.start, then.end)).called(then, desk.language)
    said |= {"holiday": next(iter(called), feast[0]), "days": then.days, "now": window.days}
    return [Said("forecast.basis_holiday", said)]


def feast_before(window: Window, kinds: SpecialDays) -> tuple[str, Window] | None:
    """Return the holiday that a time is mostly of, with its days a year before; None where it is of none."""
    called = [kinds.named[day] for day in kinds.off(window.start, window.end)]
    name, count = Counter(called).most_common(1)[0] if called else ("", 0)
    if count * 2 <= window.days:
        return None
    middle = window.start - days(YEAR)
    span = (middle + days(number) for number in range(-FEAST_MOVES, FEAST_MOVES))
    found = [day for day in span if kinds.named.get(day) == name]
    if not found:
        return None
    return name, Window(found[0], found[-1] + days(1), "range")


def _chart(found: Forecast, so_far: Daily | None, what: str, name: str, desk: MetricDesk) -> dict[str, Any]:
    """Draw the last weeks as they were, and the days to come as they are forecast, with their range."""
    language, lines = desk.language, []
    if so_far is not None:
        drawn = Daily(max(so_far.start, so_far.end - days(DRAWN_DAYS)), so_far.values[-DRAWN_DAYS:])
        lines.append(
            Line(say("analysis.forecast.line.actual", language), _dates(drawn), drawn.values.tolist())
        )
    xs = _dates(found.by_day)
    width = found.high / found.value if found.value else 1.0
    below = found.low / found.value if found.value else 1.0
    lines += [
        Line("", xs, np.round(found.by_day.values * below, 2).tolist(), "edge"),
        Line(
            say("analysis.forecast.line.range", language),
            xs,
            np.round(found.by_day.values * width, 2).tolist(),
            "band",
        ),
        Line(
            say("analysis.forecast.line.forecast", language),
            xs,
            np.round(found.by_day.values, 2).tolist(),
            "dash",
        ),
    ]
    return panels([Panel(what, lines, desk.catalog.metrics[name].unit(language))], language)


def _dates(series: Daily) -> list[str]:
    return [(series.start + days(number)).isoformat() for number in range(len(series.values))]


def _by_fewer(asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return the same forecast of the whole, and by what there is less of."""
    assert asked.window is not None
    splits = [(one,) for one in coarser(asked, desk)[:2]]
    queries = [
        MetricQuery(asked.metrics, split, windows=(asked.window,), filters=asked.filters)
        for split in (*splits, ())
    ]
    return tuple(forecast_question(one, desk) for one in queries)


def _declined(why: Said, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    return Outcome(declined=why, questions=_actual_questions(asked, desk))


def _actual_questions(asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return questions for what the figure has been over the usual times."""
    known = desk.answers.reader.known
    words = say("analysis.ask_back.times", desk.language).split("|")
    found = (known.window(one, desk.today) for one in words)
    queries = [MetricQuery(asked.metrics[:1], windows=(one,), filters=asked.filters) for one in found if one]
    questions = (desk.answers.worded(one, desk.language, desk.today, desk.allowed) for one in queries)
    return tuple(one for one in questions if one)[:2]
