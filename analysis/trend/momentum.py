"""Whether growth goes on, slows or has ended, and what of a move is the season's: beside the year before."""

import datetime as dt
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, AskBack, Direction, NotRead, Recognised, says, way_of
from analysis.asked import without as without_part
from analysis.briefing.scorecard import leading
from analysis.daily import MAD
from analysis.openings import (
    INSIDE,
    OPENINGS,
    Openings,
    inside_look,
    openings_look,
    openings_of,
    without,
)
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, day_in, exact, grown
from analysis.rest import read_rest
from analysis.series import data_span
from analysis.tables import table
from analysis.whom import members_of
from analysis.why.shape import shape_of
from config.wording import say
from language.calendar import add_months, whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_STRETCH = 3  # months that are taken together
_RUNS = 14  # days of a month that runs, from which it is one of them
_LATE = 92  # days: what ended longer ago is not what goes on
_FLAT = Decimal(1)  # percent: less is no growth
_LEAST_APART = Decimal(2)  # points by which growth is another
_APART = Decimal("1.6")  # spreads of one month: twice what two means of three lie apart by chance
_CLEAR = Decimal("1.2")  # spreads of one month: twice what a mean of three lies off by chance
_NORMAL = 1.25  # times the mean distance: the spread of what lies about its middle by chance
_FEWEST = 6  # months with a year before, that tell the spread
_SHOWN = 6
_MANY = 12  # that came or went: of more nothing is left out


def read_momentum(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure, else the first, and the members of which it is asked whether they still grow."""
    lead = leading(desk)
    rest = read_rest(asked, desk, lead or "")
    if isinstance(rest, NotRead) or rest.doubtful:
        return rest if isinstance(rest, NotRead) else NotRead()
    name = rest.metric or lead or ""
    long_ago = rest.window is not None and (desk.today - rest.window.end).days > _LATE
    if not name or long_ago or not all(desk.catalog.cuts(name, one.dimension) for one in rest.filters):
        return NotRead()
    recent = _recent(name, desk)
    if recent is None:
        return NotRead()
    query = MetricQuery((name,), windows=(recent,), filters=rest.filters)
    return AnalysisAsked(
        "momentum", asked.language, (name,), recent, None, rest.filters, _said_way(asked), query,
        figure_assumed=not rest.metric, about="season" if says("momentum", "season", asked.text) else "",
    )  # fmt: skip


def _said_way(asked: Recognised) -> Direction:
    """Return which way it is said to go beside the words of asking: what slows down need not fall."""
    return way_of(without_part("momentum", "asks", asked.text))


def _recent(metric: str, desk: MetricDesk) -> Window | None:
    """Return the last three months: with the one that runs, where enough of it is over."""
    span = data_span(metric, desk)
    if span is None:
        return None
    end = min(desk.today, span[1])
    month = end.replace(day=1)
    runs = (end - month).days >= _RUNS and not desk.catalog.is_monthly(metric)
    start = add_months(month, 1 - _STRETCH if runs else -_STRETCH)
    found = Window(start, end if runs else month, "range")
    return found if span[0] <= found.year_before(None).start else None


@dataclass(frozen=True)
class _Grown:
    """A stretch of months with its figure and that of the year before."""

    window: Window
    now: Decimal
    then: Decimal

    @property
    def rate(self) -> Decimal:
        """Return its growth in percent."""
        return 100 * (self.now / self.then - 1)


def momentum_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield who came or went, then the figure by stretches of months; return whether its growth goes on."""
    (name,), recent = asked.metrics, asked.window
    assert recent is not None
    span = data_span(name, desk)
    stretches = [one for one in _stretches(recent) if span and span[0] <= _year(one, desk).start]
    edges = [openings_look((name,), asked.filters, desk), inside_look((name,), asked.filters, desk)]
    sums = shape_of(name, desk).by_day
    read = dict((yield [one for one in edges if one is not None and sums]))
    over = Window(_year(stretches[-1], desk).start, recent.end, "range")
    left = _left_out(name, over, read, desk)
    filters = (*asked.filters, *(it for one in left for it in without(one, desk)))
    steps = _steps_of_the_season(recent, desk) if asked.about == "season" and sums else ()
    looks = _looks(name, stretches, over, steps, filters, desk)
    every = MetricQuery((name,), windows=(_year(recent, desk), recent), filters=asked.filters)
    looks += [Look("every", every, Said("why.label.total"))] if left else []
    read |= yield looks
    found = _grown_of(read["stretches"], stretches)
    if not found or found[0].window != recent:
        return Outcome(declined=Said("why.nothing", {"when": recent}))
    months = _months_grown(read.get("months"), recent.end)
    said = [_verdict(found, months, left, asked, desk)]
    said += _season_told(read.get("season"), steps, desk)
    said += _with_all_told(read.get("every"), recent, name, desk)
    if asked.figure_assumed:
        said.append(Said("why.read_as", {"metric": Name(name)}))
    return Outcome(tuple(said), _table(months, name, desk), cautions=_left_told(left, desk))


def _looks(
    name: str,
    stretches: Sequence[Window],
    over: Window,
    steps: tuple[Window, ...],
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> list[Look]:
    """Return the looks at the stretches beside their years before, at each month, and at the last step."""
    times = tuple(it for one in stretches for it in (_year(one, desk), one))
    query = MetricQuery((name,), windows=times, filters=filters)
    looks = [Look("stretches", query, Said("why.label.total"), True), _by_month(name, over, filters)]
    season = replace(query, windows=steps)
    return [*looks, *([Look("season", season, Said("why.label.year"))] if steps else [])]


def _grown_of(read: Read, stretches: Sequence[Window]) -> list[_Grown]:
    """Return the stretches that have a figure now and a year before."""
    cells = [exact(cell) for cell in read.result.rows[0]] if read.result.rows else []
    pairs = zip(stretches, cells[::2], cells[1::2], strict=False)
    return [_Grown(one, now, then) for one, then, now in pairs if now is not None and then]


def _stretches(recent: Window) -> list[Window]:
    """Return the last stretch and two before it, the last first."""
    found, end = [recent], recent.start
    for _ in range(2):
        start = add_months(end, -_STRETCH)
        found.append(Window(start, end, "range"))
        end = start
    return found


def _year(window: Window, desk: MetricDesk) -> Window:
    return replace(window.year_before(desk.catalog.holidays), text="")


def _with_all_told(read: Read | None, recent: Window, name: str, desk: MetricDesk) -> list[Said]:
    """Say how it grew with who came or went, beside what it was told without."""
    for one in _grown_of(read, [recent]) if read is not None else ():
        rate = grown(one.now - one.then, one.then, desk.catalog.metrics[name])
        return [Said("momentum.every", {"when": recent, "now": Amount(one.now, name), "rate": rate})]
    return []


def _left_out(metric: str, over: Window, read: Mapping[str, Read], desk: MetricDesk) -> list[Openings]:
    """Return who came or went within all that is looked at, where these are few."""
    now, found = Window(over.end, over.end, "range"), []
    for which in (OPENINGS, INSIDE):
        every = openings_of(read, which)
        came = every.within(Window(over.start, over.start, "range"), now) if every is not None else None
        if came and len(came.names) <= _MANY and desk.catalog.cuts(metric, came.level):
            found.append(came)
    return found


def _left_told(left: Sequence[Openings], desk: MetricDesk) -> tuple[Said, ...]:
    return tuple(Said("behind.alike", {"names": one.told(desk.language)}) for one in left)


def _by_month(name: str, over: Window, filters: tuple[Filter, ...]) -> Look:
    query = MetricQuery((name,), grain="month", windows=(over,), filters=filters)
    return Look("months", query, Said("trend.label", {"metric": Name(name)}))


def _months_grown(found: Read | None, end: dt.date) -> list[_Grown]:
    """Return each whole month with the one of the year before."""
    if found is None or found.result.truncated:
        return []
    held = {day_in(row[0]): value for row in found.result.rows if (value := exact(row[-1])) is not None}
    months = (Window(*whole("month", day), "month") for day in sorted(held))
    pairs = ((one, held[one.start], held.get(add_months(one.start, -12))) for one in months if one.end <= end)
    return [_Grown(one, now, then) for one, now, then in pairs if then]


def _verdict(
    stretches: Sequence[_Grown],
    months: Sequence[_Grown],
    left: Sequence[Openings],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Said:
    """Say whether it grows, and whether that slows, with both growths and the months."""
    recent, *before = stretches
    metric = desk.catalog.metrics[asked.metrics[0]]
    past = [one for one in months if one.window.end <= recent.window.start]
    way = _way(recent, past, counted=metric.counts_rows)
    tempo = _tempo(stretches, past) if before and way != "flat" else "steady" if before else "alone"
    code = f"momentum.{way}" if way == "flat" else f"momentum.{way}_{tempo}"

    def rate(one: _Grown) -> Percent | Amount:
        return grown(one.now - one.then, one.then, metric)

    listed = tuple(
        Said("momentum.month", {"month": one.window, "rate": rate(one)}) for one in months[-_SHOWN:]
    )
    ahead = tuple(Said("momentum.stretch", {"when": one.window, "rate": rate(one)}) for one in before)
    denied = {("down", "up"): "momentum.not_down", ("up", "down"): "momentum.not_up"}.get(
        (asked.direction, way), ""
    )
    params = {
        "denied": Said(denied) if denied else "",
        "metric": Name(asked.metrics[0]),
        "only": members_of(asked.filters, desk),
        "when": recent.window,
        "now": Amount(recent.now, asked.metrics[0]),
        "rate": rate(recent),
        "past": Said("momentum.past", {"list": ahead}) if ahead else "",
        "months": Said("momentum.months", {"list": listed}) if listed else "",
    }
    return Said(code, params)


def _spread(months: Sequence[_Grown]) -> Decimal | None:
    """Return by how many points the growth of single months differs; None of too few."""
    rates = [float(one.rate) for one in months]
    if len(rates) < _FEWEST:
        return None
    middle = statistics.median(rates)
    off = [abs(one - middle) for one in rates]
    return Decimal(str(round(max(MAD * statistics.median(off), _NORMAL * statistics.mean(off)), 2)))


def _way(recent: _Grown, months: Sequence[_Grown], *, counted: bool) -> str:
    """Tell which way it goes beside the year before; neither where months differ by as much anyway."""
    spread = _spread(months) or Decimal(0)
    least = max(_FLAT, _CLEAR * spread)
    if counted:
        least = max(least, 200 * (recent.now + recent.then).sqrt() / recent.then)
    return "flat" if abs(recent.rate) < least else "up" if recent.rate > 0 else "down"


def _tempo(stretches: Sequence[_Grown], months: Sequence[_Grown]) -> str:
    """Tell growth that is another than before from what months differ by anyway."""
    (recent, before), spread = stretches[:2], _spread(months)
    if spread is None:
        return "alone"
    apart = recent.rate - before.rate
    if abs(apart) < max(_LEAST_APART, _APART * spread):
        return "steady"
    return "faster" if (apart > 0) == (recent.rate > 0) else "slower"


def _steps_of_the_season(recent: Window, desk: MetricDesk) -> tuple[Window, ...]:
    """Return the last month, the same days of the month before, and both a year ago."""
    end = recent.end
    start = end.replace(day=1) if end.day > 1 else add_months(end, -1)
    before = Window(add_months(start, -1), min(add_months(start, -1) + (end - start), start), "range")
    now = Window(start, end, "range")
    return before, now, _year(before, desk), _year(now, desk)


def _season_told(found: Read | None, steps: Sequence[Window], desk: MetricDesk) -> list[Said]:
    """Say how the last step between two months went this year and last."""
    if found is None or not found.result.rows or not steps:
        return []
    cells = [exact(cell) for cell in found.result.rows[0]]
    before, now, then_before, then = cells[:4]
    if not before or not then_before or now is None or then is None:
        return []
    rates = [100 * (one / other - 1) for one, other in ((now, before), (then, then_before))]
    told = [Percent(one, signed=True) for one in rates]
    params = {"when": steps[1], "before": steps[0], "now": told[0], "then": told[1]}
    return [Said("momentum.season", params)]


def _table(months: Sequence[_Grown], name: str, desk: MetricDesk) -> Any:
    if not months:
        return None
    heads = [
        say(f"analysis.momentum.column.{one}", desk.language) for one in ("month", "now", "then", "rate")
    ]
    rows = ((str(one.window.start)[:7], one.now, one.then, round(one.rate, 1)) for one in months[-12:])
    return table(heads, rows, digits=None)
