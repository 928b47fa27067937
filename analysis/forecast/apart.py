"""A forecast where somebody new is part of the past: those there throughout, and the new, each by themselves.

An opening is a step that no weekday, year or holiday explains: tried on a past that holds it, every model
misses by what came with it (2.25 to 3.51 M where the rest, forecast alone, has a tenth of that range).
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays
from analysis.forecast.alike import recent_pairs
from analysis.forecast.arithmetic import bears_pace, pace_of
from analysis.forecast.models import LEARNED, WORST_ERROR, YEAR, Forecast, NoForecast, Target, forecast
from analysis.lifespans import day_of
from analysis.openings import Openings, are_of_those_asked, openings_of, without
from analysis.outcome import Amount, Look, Outcome, Read, Said, figure_of
from analysis.series import Wanted, looks_of, series_of
from analysis.tables import table
from config.wording import say
from database.result import QueryResult
from language.calendar import days
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk

WEIGHTY = 0.05  # of the last weeks, or of those a year before: less is no step to speak of
_STEPPED = ("uncertain", "unbounded")  # why there is no forecast: what an opening brings about


@dataclass(frozen=True)
class Part:
    """What some of the members bring over a time to come, with its range; `days` of a pace or 0."""

    low: float
    value: float
    high: float
    days: int = 0


@dataclass(frozen=True)
class Apart:
    """Those there throughout and those new, forecast by themselves."""

    who: Openings
    rest: Forecast
    rest_days: Daily
    new: Part | None  # none where all that changed is that some closed

    @property
    def together(self) -> Forecast:
        """Return both as one forecast, tried on the past as those there throughout are."""
        new = self.new or Part(0.0, 0.0, 0.0)
        daily = self.rest.by_day.values + new.value / max(1, len(self.rest.by_day.values))
        return replace(
            self.rest,
            low=self.rest.low + new.low,
            value=self.rest.value + new.value,
            high=self.rest.high + new.high,
            by_day=replace(self.rest.by_day, values=daily),
        )


def apart(
    found: Forecast | NoForecast, wanted: Wanted, target: Target, kinds: SpecialDays, asked: AnalysisAsked,
    read: Mapping[str, Read], desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], Apart | Said | None]:  # fmt: skip
    """Yield the days of those there throughout and of the new, and return both forecast, or why not.

    None where nobody weighty began or closed within the past that a forecast is tried on, or where the whole
    is told as narrowly.
    """
    who = _changed(found, wanted, asked, read)
    if who is None:
        return None
    new = replace(who, closed=())
    rest_of = replace(wanted, filters=(*wanted.filters, *without(who, desk)))
    new_of = replace(wanted, filters=(*wanted.filters, *_only(new, desk)))
    looks = {"rest": looks_of(rest_of, desk, "rest")} | (
        {"new": looks_of(new_of, desk, "new")} if new else {}
    )
    more = yield [one for each in looks.values() for one in each]
    rest = _days(rest_of, looks["rest"], more, desk)
    ahead = forecast(rest, target, kinds) if rest is not None else None
    if rest is None or not isinstance(ahead, Forecast):
        return None
    if not new:
        return _narrower(found, Apart(who, ahead, rest, None))
    began = _days(new_of, looks["new"], more, desk)
    part = _new_part(began, target, kinds) if began is not None else None
    if part is None and isinstance(found, Forecast) and _width(found) <= WORST_ERROR:
        return None
    if part is None:
        known = len(began.begun().values) if began is not None else 0
        params = {"new": new.told(desk.language), "days": known, "ahead": (target.end - target.start).days}
        return Said("forecast.new_short", params)
    return _narrower(found, Apart(who, ahead, rest, part))


def changed_days(
    wanted: Wanted, asked: AnalysisAsked, read: Mapping[str, Read], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Openings | None, Daily | None]]:
    """Yield the days of who began or closed since a year before the last weeks, and return both, if any."""
    openings, simple = openings_of(read), desk.catalog.metrics[wanted.metric].kind == "simple"
    if not simple or openings is None or asked.dimension or not are_of_those_asked(read, asked.filters):
        return None, None
    since = day_of(wanted.end - days(YEAR + LEARNED))
    who = openings.within(since, day_of(wanted.end - days(1))).among(set(recent_pairs(read)))
    if not who:
        return None, None
    own = replace(wanted, filters=(*wanted.filters, *_only(who, desk)))
    looks = looks_of(own, desk, "changed")
    series = _days(own, looks, (yield looks), desk)
    return (who, series) if series is not None else (None, None)


def _narrower(whole: Forecast | NoForecast, found: Apart) -> Apart | None:
    return found if isinstance(whole, NoForecast) or _width(found.together) < _width(whole) else None


def _width(one: Forecast) -> float:
    """Return half of a range as a share of what is forecast."""
    return (one.high - one.low) / 2 / one.value if one.value else 0.0


def _changed(
    found: Forecast | NoForecast, wanted: Wanted, asked: AnalysisAsked, read: Mapping[str, Read]
) -> Openings | None:
    """Return who began or closed within the past that is tried, where they are a good part of it."""
    openings = openings_of(read)
    if openings is None or asked.dimension or not are_of_those_asked(read, asked.filters):
        return None
    if isinstance(found, NoForecast) and found.reason not in _STEPPED:
        return None
    since = wanted.start
    if isinstance(found, Forecast):
        since = max(since, min(one.target.start for one in found.trials) - days(LEARNED))
    changed = openings.within(day_of(since), day_of(wanted.end - days(1)))
    pairs = recent_pairs(read)
    known = changed.among(set(pairs))
    now, then = (sum((getattr(one, way) or 0) for one in pairs.values()) for way in ("now", "before"))
    own_now, own_then = (
        sum((getattr(pairs[name], way) or 0) for name in known.names) for way in ("now", "before")
    )
    weight = max(own_now / now if now else 0, own_then / then if then else 0)
    return known if known and weight >= WEIGHTY else None


def _only(new: Openings, desk: MetricDesk) -> tuple[Filter, ...]:
    """Return the filter that keeps to some members."""
    return tuple(replace(one, negated=False) for one in without(new, desk))


def _days(wanted: Wanted, looks: list[Look], read: Mapping[str, Read], desk: MetricDesk) -> Daily | None:
    series = series_of(wanted, desk, looks, read)
    return series[0].get("") if series else None


def _new_part(series: Daily, target: Target, kinds: SpecialDays) -> Part | None:
    """Return what the new bring: forecast where the past suffices, else as lately for as long as is known."""
    made, ahead = forecast(series, target, kinds), (target.end - target.start).days
    if isinstance(made, Forecast):
        return Part(made.low, made.value, made.high)
    pace = pace_of(series.begun(), ahead) if bears_pace(made, ahead) else None
    if pace is None:
        return None
    low, value, high = (float(one) for one in pace.sums(figure_of(0.0), ahead))
    return Part(low, value, high, pace.days)


def told_apart(whole: Outcome, found: Apart, months: list[Said], name: str, desk: MetricDesk) -> Outcome:
    """Return a forecast's words with its two parts behind the first sentence, and a table of them."""
    first, *rest = whole.statements
    said = [Said(f"{first.code}_apart", first.params), _parts_told(found, name, desk), *months]
    for one in rest:
        if one.code in ("forecast.error", "forecast.rough"):
            said.append(Said("forecast.error_rest", one.params))
        elif not one.code.startswith(("forecast.months", "forecast.made")):
            said.append(one)
    return replace(whole, statements=tuple(said), result=_table(found, desk))


def _parts_told(found: Apart, name: str, desk: MetricDesk) -> Said:
    """Return who is forecast apart, and what each part comes to."""

    def amounts(one: Forecast | Part) -> dict[str, Any]:
        return {at: Amount(figure_of(getattr(one, at)), name) for at in ("low", "value", "high")}

    params = {"who": found.who.told(desk.language), "rest": Said("forecast.part", amounts(found.rest))}
    if found.new is None:
        return Said("forecast.without_closed", params)
    code = "part_pace" if found.new.days else "part"
    new = Said(f"forecast.{code}", {**amounts(found.new), "recent": found.new.days})
    return Said("forecast.parts", {**params, "new": new})


def _table(found: Apart, desk: MetricDesk) -> QueryResult:
    """Return both parts and their sum, each with its range."""
    language = desk.language
    lines: list[tuple[str, Forecast | Part]] = [("rest", found.rest)]
    lines += [("new", found.new)] if found.new else []
    lines += [("all", found.together)]
    heads = [say(f"analysis.forecast.column.{one}", language) for one in ("part", "forecast", "low", "high")]
    called = {key: say(f"analysis.forecast.part_of.{key}", language) for key, _ in lines}
    return table(heads, ((called[key], one.value, one.low, one.high) for key, one in lines))
