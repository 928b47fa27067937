"""A figure over holidays beside ordinary days of the same weekdays around them, never because of them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from analysis.asked import AnalysisAsked
from analysis.daily import Daily
from analysis.drawing import Line, Panel, panels
from analysis.effect.weather import weather_steps
from analysis.outcome import Amount, Name, Outcome, Percent, Said, Steps
from analysis.series import Wanted, adds_up, data_span, looks_of, series_of
from analysis.tables import table
from analysis.whom import members_of
from analysis.why.calendar import DayKinds, each_day
from answers.sentences.times import dates
from config.wording import say
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

AROUND = 28  # days on either side that ordinary days are taken from
FEWEST = 4  # of them
YEAR = 365
FLAT = 1.0  # percent
MOST = 4


@dataclass(frozen=True)
class Beside:
    """A holiday's days beside the ordinary days around it."""

    name: str
    window: Window
    outside: tuple[dt.date, ...]
    mean: float
    usual: float

    @property
    def rate(self) -> float:
        """Return by how much its days differ, in percent."""
        return 100 * (self.mean / self.usual - 1)


def effect_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the days, and return what they are beside ordinary ones.

    Where no figure was named, that one was taken is told behind what was found.
    """
    found = yield from _effect(asked, desk)
    taken = Said("why.read_as", {"metric": Name(asked.metrics[0])}) if asked.figure_assumed else None
    return replace(found, statements=(*found.statements, taken)) if taken and found.statements else found


def _effect(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    metric = desk.catalog.metrics[asked.metrics[0]]
    span = data_span(metric.name, desk)
    if not adds_up(metric, desk) or span is None:
        return Outcome(declined=Said("effect.not_summed", {"metric": Name(metric.name)}))
    if asked.about == "weather":
        return (yield from weather_steps(asked, span, desk))
    kinds = DayKinds.of(desk.catalog, span)
    if not kinds.holidays:
        return Outcome(declined=Said("effect.no_calendar"), questions=_leads(asked, None, desk))
    held = _held(asked, kinds, span, desk)
    if not held:
        return Outcome(
            declined=Said("effect.none", {"metric": Name(metric.name)}), questions=_leads(asked, None, desk)
        )
    first, last = min(one.start for _, one in held), max(one.end for _, one in held)
    start, end = max(span[0], first - days(AROUND)), min(span[1], last + days(AROUND))
    wanted = Wanted(metric.name, start, end, asked.filters)
    looks = looks_of(wanted, desk, "days", needed=True)
    read = yield looks
    series = series_of(wanted, desk, looks, read)
    if series is None or not series[0]:
        return Outcome(declined=Said("effect.none", {"metric": Name(metric.name)}))
    over, under = series[0][""], series[1][""] if series[1] else None
    figure = _Figure(over, under, float(metric.scale))
    found = [one for name, window in held if (one := _beside(name, window, kinds, figure)) is not None]
    if not found:
        return Outcome(
            declined=Said("effect.few", {"metric": Name(metric.name)}),
            questions=_leads(asked, held[0][1], desk),
        )
    return _told(found, figure, asked, desk)


@dataclass(frozen=True)
class _Figure:
    """A figure by day, of a ratio both of its sums."""

    over: Daily
    under: Daily | None
    scale: float

    def mean(self, of: Sequence[dt.date]) -> float:
        """Return a day's mean over some days; of a ratio the ratio of its sums."""
        at = [(day - self.over.start).days for day in of]
        total = float(self.over.values[at].sum())
        if self.under is None:
            return total / len(at)
        below = float(self.under.values[at].sum())
        return self.scale * total / below if below else float("nan")


def _held(
    asked: AnalysisAsked, kinds: DayKinds, span: tuple[dt.date, dt.date], desk: MetricDesk
) -> list[tuple[str, Window]]:
    """Return the holidays asked about as far as there are data, by name; one alone with its year before."""
    window = asked.window
    if asked.about == "holiday" and window is not None:
        both = [window, window.year_before(desk.catalog.holidays)]
        if window.end > span[1]:  # the next one has no data yet
            both = both[1:]
        called = [kinds.called(one, desk.language) for one in both]
        names = [next(iter(one), window.text) for one in called]
        known = [(name, replace(one, text="")) for name, one in zip(names, both, strict=True)]
        return [(name, one) for name, one in known if span[0] <= one.start and one.end <= span[1]]
    over = window.cut(desk.today) if window is not None else Window(span[1] - days(YEAR), span[1], "range")
    every = [(name, one) for name, some in kinds.called(over, desk.language).items() for one in some]
    every.sort(key=lambda one: one[1].start)
    return every[-1:] if asked.about == "last" else every


def _beside(name: str, window: Window, kinds: DayKinds, figure: _Figure) -> Beside | None:
    """Return a holiday beside the ordinary days of its weekdays around it; None where these are too few."""
    inside = each_day(window)
    weekdays = {day.weekday() for day in inside}
    around = each_day(Window(window.start - days(AROUND), window.end + days(AROUND)))
    outside = tuple(
        day
        for day in around
        if day not in inside
        and day.weekday() in weekdays
        and day not in kinds.holidays
        and not (day.weekday() >= 5 and day in kinds.worked)
        and figure.over.start <= day < figure.over.end
    )
    if len(outside) < FEWEST:
        return None
    mean, usual = figure.mean(inside), figure.mean(outside)
    return Beside(name, window, outside, mean, usual) if usual > 0 and np.isfinite(mean) else None


def _told(found: Sequence[Beside], figure: _Figure, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    name, adds = asked.metrics[0], figure.under is None
    if asked.about == "holidays" and len(found) > 1:
        statements = _several(found, asked, desk)
    else:
        one = found[0]
        kind = "flat" if abs(one.rate) < FLAT else "up" if one.rate > 0 else "down"
        params: dict[str, Any] = {
            "metric": Name(name),
            "name": one.name,
            "only": members_of(asked.filters, desk),
            **_params(one, name, adds=adds),
        }
        statements = [Said(f"effect.holiday_{kind}" + ("" if adds else "_rate"), params)]
        if adds and kind != "flat":
            total = (one.mean - one.usual) * one.window.days
            statements.append(
                Said("effect.total", {"days": one.window.days, "total": _amount(total, name, "change")})
            )
        if len(found) > 1:
            statements.append(
                Said(
                    "effect.year" if adds else "effect.year_rate",
                    _params(found[1], name, adds=adds) | {"name": found[1].name},
                )
            )
    return Outcome(
        tuple(statements),
        _table(found, desk),
        _chart(found, figure, asked, desk) if len(found) < 3 else None,
        (Said("effect.beside"),),
        (Said("effect.how", {"around": AROUND // 7}),),
        _leads(asked, found[0].window, desk),
    )


def _several(found: Sequence[Beside], asked: AnalysisAsked, desk: MetricDesk) -> list[Said]:
    """Return what all holidays of a time are beside ordinary days, then each."""
    name, number = asked.metrics[0], sum(one.window.days for one in found)
    mean, usual = (
        sum(getattr(one, part) * one.window.days for one in found) / number for part in ("mean", "usual")
    )
    rate = 100 * (mean / usual - 1)
    over = Window(min(one.window.start for one in found), max(one.window.end for one in found), "range")
    params = {
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "when": over,
        "days": number,
        "mean": _amount(mean, name, "mean"),
        "usual": _amount(usual, name, "mean"),
        "rate": _percent(rate),
    }
    ranked = sorted(found, key=lambda one: -abs(one.rate))[:MOST]
    listed = tuple(Said("effect.line", _params(one, name, adds=True) | {"name": one.name}) for one in ranked)
    return [Said("effect.holidays", params), Said("effect.each", {"list": listed})]


def _params(one: Beside, name: str, *, adds: bool) -> dict[str, Any]:
    kind = "mean" if adds else "value"
    return {
        "when": one.window,
        "days": one.window.days,
        "mean": _amount(one.mean, name, kind),
        "usual": _amount(one.usual, name, kind),
        "size": _amount(abs(one.mean - one.usual), name, kind),
        "rate": _percent(one.rate),
        "count": len(one.outside),
        "around": Window(one.outside[0], one.outside[-1] + days(1), "range"),
    }


def _amount(value: float, name: str, kind: Any) -> Amount:
    return Amount(Decimal(str(round(value, 4))), name, kind)


def _percent(value: float) -> Percent:
    return Percent(Decimal(str(round(value, 1))), signed=True)


def _table(found: Sequence[Beside], desk: MetricDesk) -> QueryResult:
    heads = ("holiday", "when", "days", "mean", "outside", "usual", "difference")
    over = [dates(one.window.start, one.window.end, desk.language) for one in found]
    rows = (
        (one.name, when, one.window.days, one.mean, len(one.outside), one.usual, round(one.rate, 1))
        for one, when in zip(found, over, strict=True)
    )
    return table([say(f"analysis.effect.column.{one}", desk.language) for one in heads], rows, words=2)


def _chart(
    found: Sequence[Beside], figure: _Figure, asked: AnalysisAsked, desk: MetricDesk
) -> dict[str, Any]:
    """Draw the days around the first holiday, its own marked."""
    one, metric = found[0], desk.catalog.metrics[asked.metrics[0]]
    around = Window(one.window.start - days(AROUND), one.window.end + days(AROUND))
    drawn = [day for day in each_day(around) if figure.over.start <= day < figure.over.end]
    ys = [round(figure.mean([day]), 2) for day in drawn]
    held = [place for place, day in enumerate(drawn) if one.window.start <= day < one.window.end]
    xs = [day.isoformat() for day in drawn]
    lines = [
        Line(say("analysis.anomaly.line.days", desk.language), xs, ys),
        Line(one.name, [xs[at] for at in held], [ys[at] for at in held], "points"),
    ]
    return panels([Panel(metric.label(desk.language), lines, metric.unit(desk.language))], desk.language)


def _leads(asked: AnalysisAsked, window: Window | None, desk: MetricDesk) -> tuple[str, ...]:
    """Return the figure by day over a holiday, and over the last month."""
    known = desk.answers.reader.known
    named = asked.window if asked.window is not None and asked.about == "holiday" else window
    month = known.window(say("analysis.ask_back.times", desk.language).split("|")[0], desk.today)
    queries = [
        MetricQuery(asked.metrics, grain="day", windows=(one,), filters=asked.filters)
        for one in (named, month)
        if one is not None
    ]
    told = (desk.answers.worded(one, desk.language, desk.today, desk.allowed) for one in queries)
    return tuple(dict.fromkeys(one for one in told if one))
