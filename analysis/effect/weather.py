"""A figure by kinds of weather: each place's day beside the same weekday around it at the same place."""

import datetime as dt
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce
from typing import Any

from analysis.asked import AnalysisAsked, says
from analysis.drawing import Bars, bars
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps
from analysis.series import MOST_ROWS
from analysis.tables import table
from analysis.whom import members_of
from analysis.why.calendar import DayKinds
from analysis.why.days import usual_of
from analysis.why.split import ZERO
from config.wording import say
from database.result import QueryResult
from knowledge.metrics import Dimension
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

YEAR = 365
FEWEST = 20  # days of places, of a kind that is told
SOME = 8  # of a kind that is told where it lies far beyond chance
FLAT = Decimal(1)  # percent
CLEAR, FAR = 2.0, 2.5  # standard errors: of many days, of few (0.5 % by chance, for they hold the difference)

Params = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """One kind of weather: how many days of places it had, what they brought, and what is usual there."""

    name: str
    days: int
    total: Decimal
    usual: Decimal
    noise: float  # the sum of the squares of how far its days lie from usual

    @property
    def rate(self) -> Decimal:
        """Return by how much its days differ from usual, in percent."""
        return 100 * (self.total / self.usual - 1)

    @property
    def error(self) -> float:
        """Return the standard error of that, in percent."""
        return 100 * math.sqrt(self.noise) / self.days

    @property
    def way(self) -> str:
        """Return on which side of usual it lies, beyond chance."""
        bound = max(FLAT, Decimal(CLEAR * self.error))
        return "flat" if abs(self.rate) < bound else "up" if self.rate > 0 else "down"

    @property
    def is_told(self) -> bool:
        """Tell a kind with days enough: many, or some that lie far beyond chance."""
        far = abs(self.rate) >= max(FLAT, Decimal(FAR * self.error))
        return self.days >= FEWEST or (self.days >= SOME and far)

    def joined(self, other: "Kind") -> "Kind":
        """Return both as one kind."""
        both = (getattr(self, part) + getattr(other, part) for part in ("days", "total", "usual", "noise"))
        return Kind(self.name, *both)


def weather_steps(asked: AnalysisAsked, span: tuple[dt.date, dt.date], desk: MetricDesk) -> Steps:
    """Yield the looks at the days of each place with their weather, and return how its kinds compare."""
    metric = desk.catalog.metrics[asked.metrics[0]]
    weather = weather_of(metric.name, desk)
    if metric.kind != "simple" or weather is None:
        code = "effect.no_weather" if weather is None else "effect.not_summed"
        return Outcome(
            declined=Said(code, {"metric": Name(metric.name)}), questions=_leads(asked, None, desk)
        )
    place = _place(weather, desk)
    if weather.along and (place is None or not desk.catalog.cuts(metric.name, place.name)):
        return Outcome(
            declined=Said("effect.no_weather", {"metric": Name(metric.name)}),
            questions=_leads(asked, None, desk),
        )
    window = (
        asked.window.cut(desk.today)
        if asked.window
        else Window(max(span[0], span[1] - days(YEAR)), span[1], "range")
    )
    looks = _looks(metric.name, place, weather, window, asked, desk)
    read = yield looks
    series = _series(looks, read, place)
    if series is None:
        return Outcome(
            declined=Said("effect.no_weather", {"metric": Name(metric.name)}),
            questions=_leads(asked, None, desk),
        )
    every = _kinds(series, DayKinds.of(desk.catalog, span))
    found, few = [one for one in every if one.is_told], [one for one in every if not one.is_told]
    wet = asked_for(found, asked.text)
    if not found or (says("effect", "rain", asked.text) and not wet):
        return Outcome(
            declined=Said("effect.few", {"metric": Name(metric.name)}), questions=_leads(asked, weather, desk)
        )
    return _told(found, wet, few, window, place, asked, desk, weather)


def asked_for(kinds: Sequence[Kind], text: str) -> list[Kind]:
    """Return the kinds that are named; all of rain where rain is, and none of them is."""
    named = [one for one in kinds if one.name.lower() in text.lower()]
    wet = [one for one in kinds if says("effect", "rain", one.name)]
    if says("effect", "rain", text) and not any(one in wet for one in named):
        named += wet
    return [one for one in kinds if one in named]


def are_alike(kinds: Sequence[Kind]) -> bool:
    """Tell kinds that may be told as one: on one side of usual, and no two further apart than by chance."""
    low, high = min(kinds, key=lambda one: one.rate), max(kinds, key=lambda one: one.rate)
    bound = max(FLAT, Decimal(CLEAR * math.hypot(low.error, high.error)))
    return low.way == high.way and high.rate - low.rate < bound


def weather_of(metric: str, desk: MetricDesk) -> Dimension | None:
    """Return the dimension of days that is called weather and cuts the figure."""
    catalog = desk.catalog
    for one in catalog.dimensions.values():
        called = any(says("effect", "weather", name) for name in one.wordings)
        if one.on_time and called and desk.shows(one) and catalog.cuts(metric, one.name):
            return one
    return None


def _place(weather: Dimension, desk: MetricDesk) -> Dimension | None:
    """Return what the weather is kept of: the dimension whose key its table goes along."""
    keys = {column.rpartition(".")[2] for column in weather.along}
    return next(
        (
            one
            for one in desk.catalog.dimensions.values()
            if one.key and one.key.rpartition(".")[2] in keys and desk.shows(one)
        ),
        None,
    )


def _looks(
    metric: str,
    place: Dimension | None,
    weather: Dimension,
    window: Window,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Look]:
    members = max(1, desk.answers.reader.known.size(place.name)) if place else 1
    step = max(1, MOST_ROWS // (members + 1))
    splits = (place.name, weather.name) if place else (weather.name,)
    found = []
    for number in range(math.ceil(window.days / step)):
        start = window.start + days(number * step)
        part = Window(start, min(start + days(step), window.end), "range")
        query = MetricQuery((metric,), splits, "day", (part,), filters=asked.filters)
        label = {
            "metric": desk.catalog.metrics[metric].label(desk.language),
            "window": part,
            "by": weather.label(desk.language),
        }
        found.append(Look(f"weather.{number}", query, Said("series.label_by", label)))
    return found


Weathered = dict[str, dict[dt.date, tuple[str, Decimal]]]


def _series(looks: Sequence[Look], read: Mapping[str, Read], place: Dimension | None) -> Weathered | None:
    """Return each place's days with their weather; None where one was not read, or a day has two kinds."""
    found: Weathered = defaultdict(dict)
    for look in looks:
        if look.name not in read or read[look.name].result.truncated:
            return None
        for row in read[look.name].result.rows:
            keys = [str(cell) if cell is not None else "" for cell in row[:-1]]
            day = next(at for at, cell in enumerate(keys) if len(cell) >= 10 and cell[4] == cell[7] == "-")
            at = dt.date.fromisoformat(keys.pop(day)[:10])
            where, kind = (keys[0], keys[1]) if place else ("", keys[0])
            if at in found[where]:
                return None
            if kind and row[-1] is not None:
                found[where][at] = (kind, Decimal(str(row[-1])))
    return found


def _kinds(series: Weathered, kinds: DayKinds) -> list[Kind]:
    """Return the kinds of weather, ordinary days only, each beside what is usual at its places."""
    counted: dict[str, list[tuple[Decimal, Decimal]]] = defaultdict(list)
    for own in series.values():
        values = {day: value for day, (_, value) in own.items()}
        for day, (kind, value) in own.items():
            usual = usual_of(day, values, kinds) if day not in kinds.holidays else None
            if usual is not None:
                counted[kind].append((value, usual))
    found = [
        Kind(
            name,
            len(some),
            sum((one for one, _ in some), ZERO),
            sum((usual for _, usual in some), ZERO),
            sum(float(one / usual - 1) ** 2 for one, usual in some),
        )
        for name, some in counted.items()
    ]
    return sorted(found, key=lambda one: one.rate)


def _told(
    found: Sequence[Kind], wet: Sequence[Kind], few: Sequence[Kind], window: Window,
    place: Dimension | None, asked: AnalysisAsked, desk: MetricDesk, weather: Dimension,
) -> Outcome:  # fmt: skip
    name = asked.metrics[0]
    about = {"metric": Name(name), "only": members_of(asked.filters, desk), "when": window}
    where = Name(place.name, dimension=True) if place else say("analysis.effect.nowhere", desk.language)
    pooled = bool(wet) and are_alike(wet)
    statements = [_pooled(wet, about, where, name)] if pooled else _apart(wet, about, where, name)
    rest = [one for one in found if pooled or one not in wet]
    listed = tuple(_line(one, "kind", where, name) for one in rest)
    code = "kinds" if pooled else "kinds_else" if wet else "kinds_alone"
    statements += [Said(f"effect.{code}", about | {"list": listed, "place": where})] if listed else []
    lacking = tuple(_line(one, "kind_days", where, name) for one in few)
    statements += [Said("effect.kinds_few", {"list": lacking})] if lacking else []
    return Outcome(
        tuple(statements),
        _table(found, few, desk),
        _chart(found, asked, desk),
        cautions=(Said("effect.beside_weather"),),
        reading=(Said("effect.how_weather", {"place": where}),),
        questions=_leads(asked, weather, desk),
    )


def _pooled(kinds: Sequence[Kind], about: Params, place: Any, metric: str) -> Said:
    """Return what kinds that differ no more than by chance come to as one."""
    whole = reduce(Kind.joined, kinds)
    params = _about_kind(whole, place, metric) | {"kinds": tuple(one.name for one in kinds)}
    return Said(f"effect.weather_{whole.way}", about | params)


def _apart(kinds: Sequence[Kind], about: Params, place: Any, metric: str) -> list[Said]:
    """Return what each of the kinds asked about comes to: light rain is no heavy rain."""
    told = tuple(_line(one, f"kind_{one.way}", place, metric) for one in kinds)
    return [Said("effect.weather_apart", about | {"list": told, "place": place})] if told else []


def _line(kind: Kind, code: str, place: Any, metric: str) -> Said:
    return Said(f"effect.{code}", _about_kind(kind, place, metric))


def _about_kind(kind: Kind, place: Any, metric: str) -> Params:
    rate, mean = _percent(kind.rate), _mean(kind, metric)
    return {"name": kind.name, "days": kind.days, "rate": rate, "mean": mean, "place": place}


def _percent(rate: Decimal) -> Percent:
    return Percent(round(rate, 1), signed=True)


def _mean(one: Kind, name: str) -> Amount:
    return Amount(one.total / one.days, name, "mean")


def _table(found: Sequence[Kind], few: Sequence[Kind], desk: MetricDesk) -> QueryResult:
    """Return each kind's days and means; by how much they differ of those with days enough."""
    heads = ("weather", "place_days", "mean", "usual", "difference")
    rows = (
        (
            one.name,
            one.days,
            one.total / one.days,
            one.usual / one.days,
            round(one.rate, 1) if one in found else None,
        )
        for one in (*found, *few)
    )
    return table([say(f"analysis.effect.column.{one}", desk.language) for one in heads], rows)


def _chart(found: Sequence[Kind], asked: AnalysisAsked, desk: MetricDesk) -> dict[str, Any]:
    """Draw by how much each kind of weather differs from usual: means a few percent apart look alike."""
    label = desk.catalog.metrics[asked.metrics[0]].label(desk.language)
    name = f"{label} · {say('analysis.effect.column.difference', desk.language)}"
    rates = [float(round(one.rate, 1)) for one in found]
    return bars(Bars(name, [one.name for one in found], {name: rates}), desk.language)


def _leads(asked: AnalysisAsked, weather: Dimension | None, desk: MetricDesk) -> tuple[str, ...]:
    """Return the figure over the last month, by weather where there is one."""
    month = desk.answers.reader.known.window(
        say("analysis.ask_back.times", desk.language).split("|")[0], desk.today
    )
    splits = (weather.name,) if weather else ()
    query = MetricQuery(asked.metrics, splits, windows=(month,) if month else (), filters=asked.filters)
    told = desk.answers.worded(query, desk.language, desk.today, desk.allowed)
    return (told,) if told else ()
