"""Who rose, fell or missed a target so many months in a row: each member's months, and the year before."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from analysis.asked import AnalysisAsked
from analysis.drawing import Line, Panel, panels
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, day_in, exact, grown
from analysis.series import MOST_ROWS, data_span
from analysis.tables import table
from analysis.trend.steps import LEVEL
from analysis.whom import members_of
from analysis.why.shape import shape_of
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_NAMED = 5
FEW = 2  # each is told with its figures
LONGEST = 13  # months that are read, so that a run's beginning is seen
_YEAR = 12


@dataclass(frozen=True)
class _Month:
    """A month's figure, of sums the mean of a day, as months differ in length; its target, where asked."""

    level: Decimal
    aim: Decimal | None = None


Months = Mapping[dt.date, _Month]


@dataclass(frozen=True)
class _Run:
    """How many months up to the last one a member went so, from which one they are told, and both ends.

    `alike` tells that the same months of the year before went so too. `open` that it may have begun earlier.
    """

    name: str
    count: int
    since: dt.date
    first: _Month
    last: _Month
    alike: bool
    open: bool

    @property
    def growth(self) -> Decimal:
        """Return the change from the first to the last, or what lacks to the target, as a share."""
        base = self.last.aim or self.first.level
        return (self.last.level - base) / abs(base) if base else Decimal(0)


@dataclass(frozen=True)
class _Streaks:
    """What is asked, the months that were read, and how a figure is compared."""

    asked: AnalysisAsked
    desk: MetricDesk
    over: Window
    least: int
    dimension: str

    @property
    def way(self) -> str:
        """Return which texts tell it."""
        return "missed" if self.asked.missed else self.asked.direction

    @property
    def by_day(self) -> bool:
        """Tell whether months are compared by a day's mean."""
        metric = self.desk.catalog.metrics[self.asked.metrics[0]]
        return not (self.asked.missed or metric.counts_rows) and shape_of(metric.name, self.desk).by_day

    @property
    def kind(self) -> Literal["mean", "value"]:
        """Return how a month's figure is told."""
        return "mean" if self.by_day else "value"

    def levels(self, read: Read) -> Mapping[str, Months]:
        """Return each member's months; of all there are, under no name. One without a figure is none."""
        found: dict[str, dict[dt.date, _Month]] = {}
        width = len(self.asked.metrics) + 1
        for row in read.result.rows:
            cut, figures = row[:-width], [exact(one) for one in row[1 - width :]]
            if cut[:1] == (None,) or any(one is None for one in figures):
                continue
            month, (value, *aims) = day_in(row[-width]), [one for one in figures if one is not None]
            length = (add_months(month, 1) - month).days if self.by_day else 1
            found.setdefault(str(cut[0]) if cut else "", {})[month] = _Month(value / length, *aims)
        return found

    def goes(self, month: dt.date, months: Months) -> bool:
        """Tell a month that missed its target, or went the way that is asked."""
        this, before = months.get(month), months.get(add_months(month, -1))
        if this is None:
            return False
        if self.asked.missed:
            return this.aim is not None and this.level < this.aim
        begun = min(months)  # a first month of data may not be whole
        if before is None or (add_months(month, -1) == begun and begun > self.over.start):
            return False
        step = this.level - before.level
        return bool(step) and (step > 0) == (self.asked.direction == "up")

    def _is_level(self, first: _Month, last: _Month) -> bool:
        """Tell small steps of one way that come to no move together."""
        return abs(last.level - first.level) < 2 * LEVEL * abs(first.level)

    def run_of(self, name: str, months: Months, earlier: Months) -> _Run | None:
        """Return a member's run up to the last month; None where it has no figure then."""
        last = add_months(self.over.end, -1)
        if last not in months:
            return None
        at, since = last, last
        while self.goes(at, months):
            since, at = at, add_months(at, -1)
        count = (last.year - at.year) * 12 + last.month - at.month
        if count and not self.asked.missed and self._is_level(months[at], months[last]):
            count, since, at = 0, last, last
        first = since if self.asked.missed or not count else at
        then = {add_months(month, _YEAR): one for month, one in earlier.items()}
        alike = bool(count) and all(self.goes(add_months(last, -one), then) for one in range(count))
        return _Run(name, count, first, months[first], months[last], alike, first == self.over.start)


def streak_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield each member's months and those of all, now and a year before; return who went so in each."""
    name, window, span = asked.metrics[0], asked.window, data_span(asked.metrics[0], desk)
    assert window is not None
    least = window.units("month")
    size = max(desk.answers.reader.known.size(asked.dimension), 1)
    label = desk.catalog.dimensions[asked.dimension].label(desk.language)
    dimension = plural_of(in_sentence(label, desk.language), desk.language)
    many = Outcome(declined=Said("streak.many", {"dimension": dimension, "count": size}))
    length = min(LONGEST, MOST_ROWS // size)
    if length < least:
        return many
    end = window.end if span is None or span[1] >= window.end else span[1].replace(day=1)
    if asked.each:  # every month of a time that was named
        length = least
    if span is None or add_months(end, -least) < span[0]:
        return Outcome(declined=Said("trend.short", {"metric": Name(name), "count": least}))
    over = Window(add_months(end, -length), end, "range")
    before = Window(add_months(over.start, -_YEAR), add_months(over.end, -_YEAR), "range")
    of = _Streaks(asked, desk, over, least - (not asked.missed), dimension)
    looks = [_look("each", (asked.dimension,), over, asked), _look("whole", (), over, asked)]
    if before.start >= span[0] and not asked.missed:
        looks.append(_look("before", (asked.dimension,), before, asked))
    read = yield looks
    return many if read["each"].result.truncated else _told(of, read)


def _look(key: str, cut: tuple[str, ...], window: Window, asked: AnalysisAsked) -> Look:
    query = MetricQuery(asked.metrics, cut, grain="month", windows=(window,), filters=asked.filters)
    return Look(key, query, Said("trend.label", {"metric": Name(asked.metrics[0])}), needed=key != "before")


def _told(of: _Streaks, read: Mapping[str, Read]) -> Outcome:
    """Say who went that way so many months, the farthest first, else who did longest; how all did."""
    each, whole = of.levels(read["each"]), of.levels(read["whole"])
    earlier = of.levels(read["before"]) if "before" in read else {}
    found = (of.run_of(one, months, earlier.get(one, {})) for one, months in each.items() if one)
    runs = sorted((one for one in found if one), key=lambda one: (-one.count, -abs(one.growth)))
    long = sorted((one for one in runs if one.count >= of.least), key=lambda one: -abs(one.growth))
    last = Window(add_months(of.over.end, -1), of.over.end, "month")
    few = len(long) <= FEW

    def told(one: _Run) -> Said | str:
        return _member(one, of) if few else _named(one, of)

    params: dict[str, Any] = {
        "metric": Name(of.asked.metrics[0]),
        "only": members_of(of.asked.filters, of.desk),
        "a_day": Said("trend.a_day") if of.by_day else "",
        "dimension": of.dimension,
        "every": len(runs),
        "count": len(long),
        "run": of.least,
        "last": last,
        "list": tuple(map(told, long[:MOST_NAMED])),
        "more": Said("pace.more", {"count": len(long) - MOST_NAMED}) if len(long) > MOST_NAMED else "",
    }
    said = [Said(f"streak.{'some' if long else 'none'}_{of.way}", params)]
    if long and not few:
        said.append(Said(f"streak.far_{of.way}", {"of": _member(long[0], of), "count": len(long)}))
    if not long and (most := _most(runs, each, of)) is not None:
        said.append(most)
    said += _beside(long, of.run_of("", whole.get("", {}), {}), of)
    chart = _chart((long or runs)[:MOST_NAMED], each, of) if runs else None
    cautions = (Said("trend.by_day"),) if of.by_day else ()
    return Outcome(tuple(said), _table(long or runs, of), chart, cautions)


def _most(runs: Sequence[_Run], each: Mapping[str, Months], of: _Streaks) -> Said | None:
    """Say who went so longest up to the last month; of every month of a time who did in most of them."""
    if not of.asked.each:
        first = next((one for one in runs if one.count), None)
        return Said("streak.longest", {"run": first.count, "of": _member(first, of)}) if first else None
    went = {one.name: sum(of.goes(month, each[one.name]) for month in each[one.name]) for one in runs}
    most = max(went.values(), default=0)
    names = tuple(name for name, count in went.items() if count == most)
    if not most or len(names) > MOST_NAMED:
        return None
    return Said("streak.most", {"list": names, "run": most, "every": of.least})


def _beside(long: Sequence[_Run], all_of: _Run | None, of: _Streaks) -> list[Said]:
    """Say where all of them together went that way too, and of whom the year before did."""
    said = []
    if long and all_of is not None and all_of.count >= of.least:
        said.append(Said(f"streak.whole_{of.way}", {"run": all_of.count, **_ends(all_of, of)}))
    if alike := [one.name for one in long if one.alike]:
        said.append(Said("streak.alike", {"list": tuple(alike[:MOST_NAMED]), "count": len(alike)}))
    return said


def _ends(one: _Run, of: _Streaks) -> dict[str, Any]:
    name = of.asked.metrics[0]
    last = add_months(of.over.end, -1)
    change = grown(one.last.level - one.first.level, one.first.level, of.desk.catalog.metrics[name])
    aim = one.last.aim
    return {
        "first": Window(one.since, add_months(one.since, 1), "month"),
        "last": Window(last, of.over.end, "month"),
        "before": Amount(one.first.level, name, of.kind),
        "now": Amount(one.last.level, name, of.kind),
        "change": change,
        "aim": Amount(aim, of.asked.metrics[-1]) if aim is not None else "",
        "share": Percent(100 * one.last.level / aim) if aim else "",
        "least": Said("streak.at_least") if one.open else "",
    }


def _named(one: _Run, of: _Streaks) -> str:
    language = of.desk.language
    least = say("analysis.streak.at_least", language) if one.open else ""
    return say("analysis.streak.named", language, name=one.name, run=one.count, least=least)


def _member(one: _Run, of: _Streaks) -> Said:
    code = "member_missed" if of.asked.missed else "member"
    return Said(f"streak.{code}", {"name": one.name, "run": one.count, **_ends(one, of)})


def _chart(shown: Sequence[_Run], each: Mapping[str, Months], of: _Streaks) -> dict[str, Any]:
    """Draw the months of those that are named."""
    metric, language = of.desk.catalog.metrics[of.asked.metrics[0]], of.desk.language
    months = [add_months(of.over.start, number) for number in range(of.over.units("month"))]
    xs = [month.isoformat()[:7] for month in months]
    lines = [Line(one.name, xs, [_drawn(each[one.name].get(at)) for at in months], "marked") for one in shown]
    label = metric.label(language)
    name = f"{label} · {say('analysis.trend.column_day', language)}" if of.by_day else label
    return panels([Panel(name, lines, metric.unit(language))], language)


def _drawn(one: _Month | None) -> float | None:
    return float(round(one.level, 2)) if one is not None else None


def _table(runs: Sequence[_Run], of: _Streaks) -> QueryResult:
    language = of.desk.language
    heads = ("run", "now", "aim", "share") if of.asked.missed else ("run", "before", "now", "change")
    columns = [
        of.desk.catalog.dimensions[of.asked.dimension].label(language),
        say("analysis.streak.column_first", language),
        *(say(f"analysis.streak.column_{head}", language) for head in heads),
    ]

    def cells(one: _Run) -> tuple[Decimal, ...]:
        if of.asked.missed:
            aim = one.last.aim or Decimal(0)
            return one.last.level, aim, 100 * one.last.level / aim if aim else Decimal(0)
        return one.first.level, one.last.level, 100 * one.growth

    since = [period(Window(one.since, add_months(one.since, 1), "month"), language) for one in runs]
    rows = ((one.name, when, one.count, *cells(one)) for one, when in zip(runs, since, strict=True))
    return table(columns, rows, words=2)
