"""Whether a move was a single event or lasts, step by step: its days, its months, who came or went."""

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says
from analysis.briefing.scorecard import leading
from analysis.daily import Daily
from analysis.drawing import Line, Panel, panels
from analysis.home import days_kept
from analysis.openings import Openings, are_of_those_asked, openings_look, openings_of, without
from analysis.outcome import Amount, Name, Outcome, Said, Steps, figure_of, grown, percent_of
from analysis.rest import read_rest
from analysis.series import MOST_ROWS, Wanted, adds_up, data_span, looks_of, series_of
from analysis.tables import table
from analysis.trend.lasting import FEWEST, FEWEST_AFTER, Burst, Course, burst_in, course_of, whole_months
from analysis.trend.reading import shown_before
from analysis.whom import members_of
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

BACK = 760  # days: two years and a month, as far as there are data
LATELY, A_YEAR = 60, 366  # days in which a burst is sought where no time is named
BESIDE = 14  # days on either side of the time named that a burst may reach into
MANY = 10  # things: of more no tenth is told
RECOVERED, BETTER = "recovered", "better"  # it asks whether a figure went back, or got better of late


def read_lasting(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure, its members, and the time in which it is said to have moved, or none."""
    rest = shown_before(asked, desk, 0) or read_rest(asked, desk, leading(desk))
    if isinstance(rest, NotRead):
        return rest
    name = rest.metric or (leading(desk) if rest.filters else "")
    if rest.doubtful or not name:
        return NotRead()
    metric = desk.catalog.metrics[name]
    if not adds_up(metric, desk) or (rest.window and rest.window.start >= desk.today):
        return NotRead()
    about = next((one for one in (RECOVERED, BETTER) if says("lasting", one, asked.text)), "")
    return AnalysisAsked(
        "lasting", asked.language, (name,), rest.window, None, rest.filters, asked.direction, about=about,
        figure_assumed=not rest.metric,
    )  # fmt: skip


def lasting_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the days of two years, those without who came or went, and return the one verdict."""
    (name,), span = asked.metrics, data_span(asked.metrics[0], desk)
    short = Outcome(declined=Said("trend.short", {"metric": Name(name), "count": FEWEST}))
    if span is None:
        return short
    end = min(span[1], desk.today)
    wanted = Wanted(name, max(span[0], end - days(min(BACK, MOST_ROWS))), end, asked.filters)
    looks = looks_of(wanted, desk, "lasting", needed=True)
    edges = openings_look([name], asked.filters, desk)
    read = yield [*looks, *([edges] if edges else [])]
    new = _who_is_new(read, wanted, asked, desk)
    if new is not None:
        kept = replace(wanted, filters=(*asked.filters, *without(new, desk)))
        again = looks_of(kept, desk, "lasting_alike")
        alike = yield again
        if series_of(kept, desk, again, alike) is not None:
            wanted, looks, read = kept, again, alike
        else:
            new = None
    found = series_of(wanted, desk, looks, read)
    if found is None or "" not in found[0]:
        return short
    return _told(found, new, asked, desk) or short


def _who_is_new(read: Any, wanted: Wanted, asked: AnalysisAsked, desk: MetricDesk) -> Openings | None:
    """Return who came or went within the days that are read: without them months are like for like."""
    began = openings_of(read) if are_of_those_asked(read, asked.filters) else None
    over = Window(wanted.start, wanted.end, "range")
    new = began.within(over, over) if began else None
    return new if new and desk.catalog.cuts(wanted.metric, new.level) else None


def _told(found: Any, new: Openings | None, asked: AnalysisAsked, desk: MetricDesk) -> Outcome | None:
    """Return the verdict with the months it stands on; None of too few."""
    metric, series = desk.catalog.metrics[asked.metrics[0]], found[0][""]
    months = whole_months(series, desk.today)
    levels, counted, burst = [mean for *_, mean in months], list[float](), None
    if found[1] is not None:
        under = {window: total for window, total, _ in whole_months(found[1][""], desk.today)}
        levels = [metric.scale * one / under[it] if under.get(it) else 0.0 for it, one, _ in months]
    else:
        counted = [total for _, total, _ in months] if metric.is_count else []
        burst = _burst(series, metric, asked, desk)
    course = course_of([it for it, *_ in months], levels, counted=counted)
    said = _verdict(burst, course, asked, desk)
    runs = ("none", "unclear", "steady", "slope", *(["step"] if asked.about else []))
    if said and said[0].code.startswith(tuple(f"lasting.{one}" for one in runs)):
        said += _of_late(found, asked, desk)
    alike = [Said("lasting.alike", {"new": new.told(desk.language)})] if new else []
    alike += [Said("why.read_as", {"metric": Name(metric.name)})] if asked.figure_assumed else []
    table, chart = _table(months, levels, asked, desk), _chart(months, levels, asked, desk)
    return Outcome(tuple(said), table, chart, tuple(alike)) if said else None


def _verdict(
    burst: Burst | None, course: Course | None, asked: AnalysisAsked, desk: MetricDesk
) -> list[Said]:
    """Return a burst that is over; else how months went, behind it a burst that did not quite go back.

    A burst within what has lasted for a month and more is no verdict: it went back to that.
    """
    is_ratio = desk.catalog.metrics[asked.metrics[0]].kind == "ratio"
    if burst and course is not None and course.holds(burst.window):
        return [_course_told(course, asked, desk, is_ratio=is_ratio)]
    held = _burst_told(burst, asked, desk) if burst else []
    if course is None or (burst and (burst.is_over or burst.days_after < FEWEST_AFTER)):
        return held
    if burst and course.kind == "none":
        return held
    return [_course_told(course, asked, desk, is_ratio=is_ratio), *held]


def _of_late(found: Any, asked: AnalysisAsked, desk: MetricDesk) -> list[Said]:
    """Return the month that runs beside the same days a year before: whole months do not hold it."""
    name, metric = asked.metrics[0], desk.catalog.metrics[asked.metrics[0]]
    now = Window(desk.today.replace(day=1), min(desk.today, found[0][""].end), "range")
    year = now.year_before(None)
    named = asked.window is not None and asked.window.end <= now.start  # of that time it is asked
    if now.days < FEWEST_AFTER or year.start < found[0][""].start or named:
        return []
    ends = [found[0][""].total(it.start, it.end) for it in (now, year)]
    if found[1] is not None:
        under = [found[1][""].total(it.start, it.end) for it in (now, year)]
        ends = [metric.scale * one / below if below else 0.0 for one, below in zip(ends, under, strict=True)]
    if not ends[1]:
        return []
    value, then = (figure_of(one) for one in ends)
    told = {"window": now, "value": Amount(value, name), "then": Amount(then, name)}
    return [Said("lasting.of_late", {**told, "change": grown(value - then, then, metric)})]


def _burst(series: Daily, metric: Metric, asked: AnalysisAsked, desk: MetricDesk) -> Burst | None:
    """Return the days that stand out; of no time named those of the last year too that hold most of it."""
    kinds, way = days_kept(desk.catalog), "" if asked.about == RECOVERED else asked.direction
    if asked.about == BETTER:  # what is to be over is what was bad
        way = "up" if is_better_low(metric) else "down"

    def within(back: int) -> Burst | None:
        focus = _focus(asked.window, series.start, series.end, back)
        return burst_in(series, focus, kinds, counts=metric.is_count, way=way)

    burst = within(A_YEAR if asked.about == RECOVERED else LATELY)
    if burst is not None or asked.window is not None:
        return burst
    burst = within(A_YEAR)
    return burst if burst and burst.holds_most(series) else None


def _focus(own: Window | None, start: dt.date, end: dt.date, back: int) -> Window:
    """Return the days in which a burst is sought: about the time named, else so many of late."""
    first, last = (own.start, own.end) if own is not None else (end - days(back), end)
    return Window(max(start, first - days(BESIDE)), min(end, last + days(BESIDE)), "range")


def _answer(asked: AnalysisAsked, *, back: bool) -> Said | str:
    """Return whether it went back, where that is asked."""
    return Said(f"lasting.answer_{'back' if back else 'stays'}") if asked.about else ""


def _answer_of(course: Course, asked: AnalysisAsked, desk: MetricDesk) -> Said | str:
    """Return whether it went back, of months that go one way whether that is for the better."""
    if not asked.about or course.kind == "none":
        return ""
    if course.kind == "step" and asked.about == RECOVERED:
        return _answer(asked, back=False)
    up = min(course.levels) >= 1 if course.kind == "steady" else course.ends[1] > course.ends[0]
    better = up != is_better_low(desk.catalog.metrics[asked.metrics[0]])
    return Said(f"lasting.answer_{'better' if better else 'worse'}")


def _burst_told(burst: Burst, asked: AnalysisAsked, desk: MetricDesk) -> list[Said]:
    """Return days off what they bring with whether that went back, and whether it was so a year before."""
    name, metric = asked.metrics[0], desk.catalog.metrics[asked.metrics[0]]
    over = burst.days_after >= FEWEST_AFTER
    yearly = over and burst.is_over and burst.again
    code = "open" if not over else "yearly" if yearly else "burst" if burst.is_over else "stays"

    def amount(value: float, kind: Literal["value", "mean"] = "value") -> Amount:
        many = metric.is_count and value >= MANY
        return Amount(figure_of(round(value) if many else round(value, 2)), name, "value" if many else kind)

    params: dict[str, Any] = {
        "answer": _answer(asked, back=burst.is_over) if over else "",
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "when": burst.window,
        "days": burst.window.days,
        "value": amount(burst.value),
        "usual": amount(burst.usual, "mean"),
        "after": burst.days_after,
        "since": amount(0.0 if math.isnan(burst.after) else burst.after, "mean"),
        "before": amount(burst.before, "mean"),
    }
    if burst.year is None:
        return [Said(f"lasting.{code}", params), Said("lasting.year_unknown")]
    year, value, usual = burst.year
    told = {"year": year, "value": amount(value), "usual": amount(usual, "mean")}
    if yearly:
        return [Said("lasting.yearly", {**params, "year": year, "then": told["value"]})]
    return [Said(f"lasting.{code}", params), Said(f"lasting.year_{'again' if burst.again else 'not'}", told)]


def _course_told(course: Course, asked: AnalysisAsked, desk: MetricDesk, *, is_ratio: bool) -> Said:
    """Return how whole months went, by their growth on the year where that is known."""
    name, count = asked.metrics[0], len(course.months)

    def level(value: float) -> Any:
        if course.by_year:
            return percent_of(100 * (value - 1), signed=True)
        return Amount(figure_of(value), name, "value" if is_ratio else "mean")

    def month(place: int) -> Window:
        return course.months[place]

    low, high = min(course.levels), max(course.levels)
    params: dict[str, Any] = {
        "answer": _answer_of(course, asked, desk),
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "count": count,
        "first": month(0),
        "last": month(-1),
        "until": month(course.since - 1),
        "since": month(course.since),
        "months": count - course.since,
        "from": level(course.ends[0]),
        "to": level(course.ends[1]),
        "low": level(low),
        "high": level(high),
        "spread": percent_of(100 * course.spread),
        "side": Said(f"lasting.side_{'above' if low >= 1 else 'below'}") if course.kind == "steady" else "",
    }
    kind = "unclear" if course.kind == "none" and asked.about else course.kind
    return Said(f"lasting.{kind}{'_year' if course.by_year else ''}", params)


_Months = Sequence[tuple[Window, float, float]]


def _table(months: _Months, levels: Sequence[float], asked: AnalysisAsked, desk: MetricDesk) -> QueryResult:
    """Return the months with what each came to and its mean of a day."""
    metric, language = desk.catalog.metrics[asked.metrics[0]], desk.language
    is_ratio = metric.kind == "ratio"
    rows = (
        (period(window, language), level if is_ratio else total)
        for (window, total, _), level in zip(months, levels, strict=True)
    )
    return table((say("analysis.target.column.when", language), metric.label(language)), rows)


def _chart(
    months: _Months, levels: Sequence[float], asked: AnalysisAsked, desk: MetricDesk
) -> dict[str, Any]:
    """Draw the months by what they are compared by."""
    metric, language = desk.catalog.metrics[asked.metrics[0]], desk.language
    label = metric.label(language)
    name = label if metric.kind == "ratio" else f"{label} · {say('analysis.trend.column_day', language)}"
    xs = [window.start.isoformat()[:7] for window, *_ in months]
    line = Line(name, xs, [round(level, 2) for level in levels], "marked")
    return panels([Panel(name, [line], metric.unit(language))], language)
