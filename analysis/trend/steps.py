"""Whether a figure keeps rising or falling, step by step: each month beside the one before it."""

import datetime as dt
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Any, Literal

from analysis.asked import AnalysisAsked, Direction
from analysis.briefing.course import course_of
from analysis.briefing.scorecard import Line as Listed
from analysis.drawing import Line, Panel, panels
from analysis.home import days_kept
from analysis.outcome import Amount, Look, Name, Outcome, Read, Said, Steps, day_in, grown
from analysis.series import data_span
from analysis.tables import table
from analysis.trend.reading import LEAST, OF_LATE
from analysis.whom import members_of
from analysis.why.looks import pair_of
from analysis.why.mixed import mix_steps
from analysis.why.reading import why_question
from analysis.why.shape import shape_of
from analysis.why.split import Pair
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult
from knowledge.metrics import Metric
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

BACK = 36  # months that are read, as far as there are data
IN_A_ROW = 3  # months that each went the same way: fewer are no trend
_LEVEL_YEAR = Decimal("0.01")  # of the year before: less is no way it went
LEVEL = Decimal("0.005")  # of a month: one that differs by less is level
HOLIDAY = 5  # days off in a month, from which it is told
SHOWN = 7  # months in words; the table has them all


@dataclass(frozen=True)
class Month:
    """A month's figure, and what it is compared by: of sums the mean of a day, as months differ in length."""

    window: Window
    value: Decimal
    level: Decimal


@dataclass(frozen=True)
class Told:
    """What months are of as words: what it is called, whose it is, and one of its values."""

    label: Any
    only: Any
    value: Callable[[Decimal], Any]
    a_day: Said | str = ""


def trend_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figure by month, and all of it beside the year before; return yes or no with the months."""
    (name,), asked_for, span = asked.metrics, asked.window, data_span(asked.metrics[0], desk)
    assert asked_for is not None
    over = with_data(asked_for, span) if span else None
    if over is None or span is None:
        return Outcome(declined=Said("trend.short", {"metric": Name(name), "count": LEAST}))
    year = replace(over.year_before(desk.catalog.holidays), text="")
    shown = Said("trend.label", {"metric": Name(name)})
    months = MetricQuery((name,), grain="month", windows=(_further(over, span),), filters=asked.filters)
    looks = [Look("months", months, shown, needed=True)]
    if span[0] <= year.start:
        beside_year = MetricQuery((name,), windows=(year, over), filters=asked.filters)
        looks.append(Look("year", beside_year, Said("why.label.year")))
    course = course_of(over, Listed(name), asked, desk)
    read = yield [*looks, *(course.looks if course else ())]
    by_day = shape_of(name, desk).by_day and not desk.catalog.metrics[name].counts_rows
    every = _months(read["months"].result.rows, by_day=by_day)
    found = [one for one in every if one.window.start >= over.start]
    if len(found) < over.units("month"):
        return Outcome(declined=Said("trend.short", {"metric": Name(name), "count": LEAST}))
    verdict = verdict_of(found, every, _figure(asked, desk, by_day=by_day), asked.direction)
    said = yield from _beside_year(verdict, read, (over, year), asked, desk)
    run = course.told(read, (None, None), desk) if course else []
    said += run or _like_months(found, every, asked, desk)
    cautions = [Said("trend.by_day")] if by_day else []
    cautions += _holidays(found, desk) if shape_of(name, desk).kind == "sum" else []
    rows, chart = _shown(found, desk.catalog.metrics[name], desk, by_day=by_day)
    of = MetricQuery((name,), filters=asked.filters)
    alone = why_question(of, asked.direction, desk, "trend") if asked.followed else None
    return Outcome(tuple(said), rows, chart, tuple(cautions), question=alone or "")


def _beside_year(
    verdict: Said,
    read: Mapping[str, Read],
    both: tuple[Window, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], list[Said]]:
    """Yield what a rate is made of, and return the verdict with how it stands beside the year before."""
    ends, (over, year) = pair_of(read["year"]) if "year" in read else Pair(None, None), both
    beside = _year(ends, year, asked, desk)
    if beside is None:
        return [verdict]
    late = of_late(verdict, ends, beside, asked)
    went = (ends.change > 0) == (asked.direction == "up")
    mix = (yield from mix_steps(asked, over, year, desk)) if went else None
    more = Said("trend.mix", {**beside.params, "mix": mix}) if mix else None if late else beside
    return [late or verdict, *([more] if more else [])]


def with_data(months: Window, span: tuple[dt.date, dt.date]) -> Window | None:
    """Return the whole months with data; None where they are too few to tell anything."""
    start, end = months.start, months.end
    while start < span[0]:
        start = add_months(start, 1)
    while end > span[1]:
        end = add_months(end, -1)
    found = Window(start, max(start, end), "range")
    return found if found.units("month") >= LEAST else None


def _further(over: Window, span: tuple[dt.date, dt.date]) -> Window:
    """Return months with those before them: a row that reaches the first one may go on before it."""
    before = replace(over, start=min(add_months(over.end, -BACK), over.start))
    return with_data(before, span) or over


def _months(rows: Sequence[Sequence[object]], *, by_day: bool) -> list[Month]:
    found = []
    for start, value in ((day_in(row[0]), row[1]) for row in rows):
        window = Window(start, add_months(start, 1), "month")
        if value is not None:
            exact = Decimal(str(value))
            found.append(Month(window, exact, exact / window.days if by_day else exact))
    return found


def verdict_of(found: Sequence[Month], every: Sequence[Month], figure: Told, way: Direction) -> Said:
    """Say whether the last months all went that way, or those that moved at all, with their figures.

    Months in a row are counted as far back as they go, be it before those asked about.
    """
    steps = [_step(before.level, after.level) for before, after in pairwise(found)]
    toward = [(step > 0) if way == "up" else (step < 0) for step in steps]
    within, back = _run(found, way), _run(every, way)
    run = back if within == len(found) - 1 else within
    yes = within >= IN_A_ROW
    against = any(step and not so for step, so in zip(steps, toward, strict=True))
    code = "yes" if yes else "mostly" if sum(toward) >= IN_A_ROW and not against else "no"
    if yes and within < len(found) - 1:  # of the months looked at only the last ones went so
        code = "lately"
    shown = every[-min(run + 1 if yes else len(found), SHOWN) :]
    before = every[-(run + 2) :][:1]

    def told(one: Month) -> Said:
        return Said(
            "trend.month", {"month": one.window, "value": figure.value(one.level), "a_day": figure.a_day}
        )

    return Said(
        f"trend.{code}_{way}",
        {
            "metric": figure.label,
            "only": figure.only,
            "run": run,
            "least": Said("streak.at_least") if run == len(every) - 1 else "",
            "ups": sum(step > 0 for step in steps),
            "downs": sum(step < 0 for step in steps),
            "level": Said("trend.level", {"count": steps.count(0)}) if 0 in steps else "",
            "count": len(found),
            "a_day": figure.a_day,
            "list": tuple(map(told, shown)),
            "before": told(before[0]) if code == "lately" else "",
        },
    )


def _run(found: Sequence[Month], way: Direction) -> int:
    """Return how many of the last months each went that way, if little, and came to a move together.

    46.2, 46.0, 45.9 … 45.1: none of the steps is more than level, and every month is below the one before.
    """
    levels = [one.level for one in reversed(found)]
    up = way == "up"
    run = next(
        (
            at
            for at, (after, before) in enumerate(pairwise(levels))
            if (after > before) != up or after == before
        ),
        len(levels) - 1,
    )
    return run if abs(levels[0] - levels[run]) >= 2 * LEVEL * abs(levels[run]) else 0


def of_late(verdict: Said, both: Pair, beside: Said, asked: AnalysisAsked) -> Said | None:
    """Return where it stands beside the year before, where nobody asked for each month to go that way."""
    mixed = asked.about == OF_LATE and verdict.code.startswith("trend.no_")
    if not mixed or not both.before or abs(both.change) < _LEVEL_YEAR * abs(both.before):
        return None
    so = "so" if (both.change > 0) == (asked.direction == "up") else "not"
    return Said(f"trend.of_late_{so}_{asked.direction}", {**verdict.params, **beside.params})


def _step(before: Decimal, after: Decimal) -> int:
    """Return 1 where a month is above the one before, -1 below, 0 where they are as good as level."""
    if abs(after - before) < LEVEL * abs(before):
        return 0
    return 1 if after > before else -1


def _holidays(found: Sequence[Month], desk: MetricDesk) -> list[Said]:
    """Return which of the months have a longer holiday: they are not like the others."""
    kinds = days_kept(desk.catalog)
    some = [one.window for one in found if len(kinds.off(one.window.start, one.window.end)) >= HOLIDAY]
    return [Said("trend.holidays", {"list": tuple(some), "count": HOLIDAY})] if some else []


def _year(both: Pair, year: Window, asked: AnalysisAsked, desk: MetricDesk) -> Said | None:
    """Say how all of it stands beside the year before."""
    if not both.before or both.now is None:
        return None
    change = grown(both.change, both.before, desk.catalog.metrics[asked.metrics[0]])
    return Said("trend.year", {"year": year, "change": change})


def _like_months(
    found: Sequence[Month], every: Sequence[Month], asked: AnalysisAsked, desk: MetricDesk
) -> list[Said]:
    """Say how many of the months lie above, and below, their own month a year before: that has no season."""
    known, metric = {one.window.start: one for one in every}, desk.catalog.metrics[asked.metrics[0]]
    likes = [(known.get(add_months(one.window.start, -12)), one) for one in found]
    pairs = [(then.level, one.level) for then, one in likes if then is not None and then.level > 0]
    if len(pairs) < len(found):
        return []
    steps = [_step(*pair) for pair in pairs]
    low, high = (
        grown(now - then, then, metric)
        for then, now in (end(pairs, key=lambda it: it[1] / it[0]) for end in (min, max))
    )
    params = {"count": len(found), "ups": steps.count(1), "downs": steps.count(-1)}
    return [Said("trend.like_months", {**params, "low": low, "high": high})]


def _figure(asked: AnalysisAsked, desk: MetricDesk, *, by_day: bool) -> Told:
    """Return what the months of a figure are told as."""
    (name,) = asked.metrics
    kind: Literal["mean", "value"] = "mean" if by_day else "value"
    a_day = Said("trend.a_day") if by_day else ""
    return Told(Name(name), members_of(asked.filters, desk), lambda it: Amount(it, name, kind), a_day)


def _shown(
    found: Sequence[Month], metric: Metric, desk: MetricDesk, *, by_day: bool
) -> tuple[QueryResult, dict[str, Any]]:
    """Return the months as a table, with the mean of a day where they differ in length, and drawn."""
    label, day = metric.label(desk.language), say("analysis.trend.column_day", desk.language)
    daily = any(one.value != one.level for one in found)
    rows = table_of(found, [label, day] if daily else [label], desk)
    return rows, chart_of(found, f"{label} · {day}" if by_day else label, metric.unit(desk.language), desk)


def chart_of(found: Sequence[Month], name: str, unit: str, desk: MetricDesk) -> dict[str, Any]:
    """Draw what the months are compared by."""
    xs = [one.window.start.isoformat()[:7] for one in found]
    line = Line(name, xs, [float(round(one.level, 2)) for one in found], "marked")
    return panels([Panel(name, [line], unit)], desk.language)


def table_of(found: Sequence[Month], heads: Sequence[str], desk: MetricDesk) -> QueryResult:
    """Return the months with their figures, where there are two heads with what they are compared by."""
    rows = ((period(it.window, desk.language), *(it.value, it.level)[: len(heads)]) for it in found)
    return table([say("analysis.target.column.when", desk.language), *heads], rows)
