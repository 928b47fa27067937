"""How an entry keyed wrong is told: what it is taken for, and what figures come to with and without it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, exact, rounded
from analysis.outliers.entry import Keyed
from analysis.outliers.meant import likely
from analysis.outliers.wanted import time_of
from analysis.target.aims import target_of
from analysis.whom import members_of
from answers.naming import column_name
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_BOOKED = "booked"
_Verdict = tuple[object, ...]


def _figure(one: Keyed, asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the figure asked about that an entry is part of, else its own."""
    of = (name for name in asked.metrics if one.metric in (name, *desk.catalog.metrics[name].parts))
    alone = asked.metrics[0] if len(asked.metrics) == 1 else one.metric  # a price, and what it divides
    return next(of, alone)


def booked_looks(found: Sequence[Keyed], asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at what a figure comes to with these entries, in each time once."""
    looks = dict[str, Look]()
    for one in found:
        time, name = _told_time(one, asked), _figure(one, asked, desk)
        if time is not None:
            query = MetricQuery((name, *_aim(one, asked, desk)), windows=(time,), filters=asked.filters)
            label = Said("entries.label", {"metric": Name(name)})
            looks[_booked(name, time)] = Look(_booked(name, time), query, label)
    return list(looks.values())


def _told_time(one: Keyed, asked: AnalysisAsked) -> Window | None:
    """Return the time asked about that an entry is in; its month in a briefing, which tells months before."""
    time = time_of(one, asked)
    if time is not None or asked.kind != "briefing":
        return time
    start = one.day.replace(day=1)
    return Window(start, add_months(start, 1), "month")


def _aim(one: Keyed, asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return the target that a briefing holds a month against: as recorded it may be another verdict."""
    name = _figure(one, asked, desk)
    aim = (
        "" if time_of(one, asked) or asked.kind != "briefing" else target_of(desk.catalog.metrics[name], desk)
    )
    return (aim,) if aim else ()


def _booked(name: str, time: Window) -> str:
    return f"{_BOOKED}.{name}.{time.start}"


def told(one: Keyed, asked: AnalysisAsked, booked: Mapping[str, Read], desk: MetricDesk) -> list[Said]:
    """Return an entry, what it is taken for, and what the figure comes to with it and without it."""
    behind: list[Said] = []
    time, name = _told_time(one, asked), _figure(one, asked, desk)
    found = booked.get(_booked(name, time)) if time is not None else None
    cells = [exact(one) for one in found.result.rows[0]] if found is not None and found.result.rows else []
    aims = _aim(one, asked, desk)
    value, aim = (cells[-2], cells[-1]) if aims and cells else (cells[-1] if cells else None, None)
    meant, times = likely(one)
    params: dict[str, Any] = {
        "metric": Name(one.metric),
        "day": day_of(one.day),
        "who": Said("entries.single_who", {"list": one.whose}) if one.whose else "",
        "value": Amount(one.value, one.metric),
        "usual": Amount(one.usual, one.metric),
        "likely": Amount(meant, one.metric),
        "times": times,
        "with_it": "",
    }
    if value is not None and time is not None:
        only, when = members_of(asked.filters, desk), replace(time.cut(desk.today), text="")
        without = {"without": Amount(value - one.value, name)}
        recorded = {"figure": Name(name), "only": only, "when": when, "booked": Amount(value, name)}
        recorded["without"] = Said("entries.without", without) if name == one.metric else ""
        reached = {"share": Percent(rounded(100 * value / aim))} if aim else {}
        recorded["reached"] = Said("entries.reached", reached) if reached else ""
        apart = time_of(one, asked) is None
        params["with_it"] = "" if apart else Said("entries.booked", recorded)
        behind = [Said("entries.month_booked", recorded)] if apart else []
    if one.of_row:
        return [Said("entries.told_row", params), *behind]
    if one.own is not None:
        table = desk.catalog.metrics[one.metric].table
        named = (column_name(table, it, desk.catalog.schema, desk.language) for it in one.own.factors)
        return [Said("entries.told_own", {**params, "product": " × ".join(named)}), *behind]
    return [Said("entries.told" if times else "entries.told_ordinary", params), *behind]


def is_in_what_is_told(one: Keyed, asked: AnalysisAsked, outcome: Outcome) -> bool:
    """Tell an entry that some figure of a briefing holds, of the times that it tells."""
    if asked.kind != "briefing" or time_of(one, asked) is not None:
        return True
    return any(_holds(said, one) for said in outcome.statements)


def _holds(said: object, one: Keyed) -> bool:
    """Tell a statement over the day of an entry."""
    if isinstance(said, Window):
        return said.start <= one.day < said.end
    if isinstance(said, tuple):
        return any(_holds(it, one) for it in said)
    return isinstance(said, Said) and any(_holds(it, one) for it in said.params.values())


def decided(recorded: Outcome, found: Outcome) -> list[Said]:
    """Return the first verdict that is another one as recorded."""
    own = set(map(_verdict, found.statements))
    other = next((one for one in recorded.statements if _verdict(one) not in own), None)
    return [Said("entries.recorded", {"said": other})] if other else []


def _verdict(said: Said) -> _Verdict:
    """Return what a statement says but for its amounts: of which figure what, and of how many."""
    params = said.params.values()
    nested = (_verdict(one) for one in params if isinstance(one, Said))
    return said.code, *(one for one in params if isinstance(one, Name | int)), *nested
