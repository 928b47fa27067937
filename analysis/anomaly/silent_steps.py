"""Reads who lacks days, however long the time, then the days of these, and what others had meanwhile."""

import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.dark_kinds import KindPlan, kind_steps
from analysis.anomaly.day_series import is_daily
from analysis.anomaly.gaps import Member, days_looks, days_read, members_counted, members_look
from analysis.anomaly.looks import Group
from analysis.anomaly.silences import NEAR, SHORTEST, SINCE, Plan, Silence, once, stretches_of, together
from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.daily import Daily, SpecialDays, daily_of
from analysis.forecast.models import YEAR
from analysis.lifespans import last_days_look, last_days_of
from analysis.outcome import Look as Reading
from analysis.outcome import Name, Read, Said
from analysis.series import MOST_ROWS, adds_up, data_span, rows_of
from analysis.why.looks import of_member
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

MOST_PLANS, MOST_CUTS = 4, 2  # figures by a cut, of the first figure by several
MOST_MEMBERS, MOST_LOOKS = 6, 4  # who lack days of each of these; and looks at their days, shared by all
MOST_BESIDE, MOST_ASKED = 3, 2  # figures of other rows beside a stretch, and stretches of which it is asked
BEFORE = 63  # days before the time asked: they tell what is usual
OFTEN = 0.6  # of its days a member has something, else its days of nothing tell nothing
WENT_ON, FEWEST = 0.5, 5.0  # of usual; and things that would have come
_Days = tuple[Plan, int, Sequence[Sequence[str]], Sequence[Reading]]  # who lack days, how many, and looks
_SUM_OF = re.compile(r"^SUM\(([\w.]+)\)$", re.IGNORECASE)


def silence_plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> list[Plan]:
    """Return what is read first: of a few figures of different rows, who has something on how many days.

    Behind the first come those of which each thing has a row a day: there days of nothing tell more.
    """
    names = [*names[:1], *sorted(names[1:], key=lambda name: not is_daily(name, desk))]
    found: dict[tuple[object, str], Plan] = {}
    cuts_left = MOST_CUTS
    for name in names:
        rows, span = rows_of(name, desk), data_span(name, desk)
        metric = desk.catalog.sources(name)[0]
        usable = adds_up(metric, desk) and desk.opens(metric.name) and metric.is_daily
        known = any(key[0] == rows for key in found) or any(one.metric is metric for one in found.values())
        if span is None or not usable or known:  # water, and water per kilogram: days of the same rows
            continue
        asked_for = asked.window or Window(span[1] - days(60), span[1], "range")
        start, end = max(asked_for.start, span[0]), min(asked_for.end, span[1])
        if (end - start).days < SHORTEST:
            continue
        window = Window(start, end, "range")
        for cut in cuts_finest(metric, asked, desk)[:cuts_left]:
            found[rows, cut] = _plan(metric, cut, window, span, asked, desk)
        cuts_left = 1
    return list(found.values())[:MOST_PLANS]


def _plan(
    metric: Metric,
    cut: str,
    window: Window,
    span: tuple[dt.date, dt.date],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Plan:
    over = Window(max(window.start - days(BEFORE), span[0]), window.end, "range")
    look = members_look(_with_something(metric), cut, over, asked.filters, desk)
    return Plan(metric, cut, window, replace(look, name=f"silent.{metric.name}.{cut}", needed=False))


def cuts_finest(metric: Metric, asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the things a figure is of, each the finest of its levels; of one that is named its own."""
    catalog, fixed = desk.catalog, {kept.dimension for kept in asked.filters}
    if _is_own_cut(asked.dimension, metric, desk) and asked.dimension not in fixed:
        return [asked.dimension]
    lines = [fit for line in catalog.hierarchies if (fit := _fit(line, metric, desk))]
    finest = [line[-1] for line in lines]
    below = [line[-1] for line in lines if fixed & {*line[:-1]}]
    named = any(catalog.dimensions[one].key for one in fixed)
    if below or fixed & {*finest} or (named and not finest):  # of a place its shops; of a shop itself
        return [*below, ""][:1]
    coarser = {one for line in lines for one in line[:-1]}
    keyed = _fit(cuts_of(metric.name, desk), metric, desk)
    found = [one for one in dict.fromkeys([*finest, *keyed]) if one not in coarser]
    return _without_above(found, desk) or found or [""]


def _fit(names: Sequence[str], metric: Metric, desk: MetricDesk) -> list[str]:
    return [one for one in names if _is_fit(one, metric, desk)]


def _without_above(names: Sequence[str], desk: MetricDesk) -> list[str]:
    """Return things of which none is what another is part of: the shops, not their city."""
    tables = [desk.catalog.dimensions[name].table for name in names]
    above = {
        own for own in tables for one in tables if one != own and desk.catalog.path(one, own) is not None
    }
    return [name for name, table in zip(names, tables, strict=True) if table not in above]


def _is_own_cut(name: str, metric: Metric, desk: MetricDesk) -> bool:
    """Tell a thing with a key that cuts a figure."""
    own = desk.catalog.dimensions.get(name)
    return own is not None and bool(own.key) and desk.catalog.cuts(metric.name, name)


def _is_fit(name: str, metric: Metric, desk: MetricDesk) -> bool:
    """Tell things with a key that are not too many, and whose names the reader can read."""
    one = desk.catalog.dimensions[name]
    named = desk.language == "zh" or not any(it.column_en for it in desk.catalog.dimensions.values())
    fits = bool(one.key) and desk.catalog.cuts(metric.name, name) and desk.shows(one)
    return fits and (named or bool(one.column_en)) and desk.answers.reader.known.size(name) < MOST_ROWS


def _with_something(metric: Metric) -> Metric:
    """Return a figure of the rows that have something: a row that says 0 says nothing came."""
    summed = _SUM_OF.match(metric.expression)
    return replace(metric, filters=(*metric.filters, f"{summed[1]} <> 0")) if summed else metric


def silence_steps(
    plans: Sequence[Plan],
    dark: Sequence[KindPlan],
    counted: Mapping[str, Read],
    groups: Sequence[Group],
    kinds: SpecialDays,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Reading], Mapping[str, Read], tuple[Silence, ...]]:
    """Yield what is read of who lacks days and of what went on there, and return the stretches of nothing."""
    every = yield from stretches_steps(plans, dark, counted, groups, kinds, asked, desk)
    return tuple((yield from _with_beside(every, asked, desk)))


def stretches_steps(
    plans: Sequence[Plan],
    dark: Sequence[KindPlan],
    counted: Mapping[str, Read],
    groups: Sequence[Group],
    kinds: SpecialDays,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Reading], Mapping[str, Read], list[Silence]]:
    """Yield what is read of who lacks days, and return the stretches of nothing, what costs most first."""
    found = _shared([one for plan in plans if (one := _days_of(plan, counted, asked, desk)) is not None])
    read_all = yield [look for *_, looks in found for look in looks]
    every: list[Silence] = []
    for plan, lack, names, looks in found:
        rows = days_read(names, looks, read_all, plan.cut)
        series = _series(rows, plan, looks)
        own = [one for name, held in series.items() for one in stretches_of(name, held, plan, kinds)]
        own = [replace(one, recorded=_has_rows(one, rows[one.look.member])) for one in own]
        whole = _whole(plan.metric.name, groups)
        every += [
            replace(one, at_least=lack > len(series)) if len(one.members) > 1 else one
            for one in together(own, whole, kinds)
        ]
    every += yield from kind_steps(dark, counted, every, kinds, asked, desk)
    every.sort(key=lambda one: -one.look.usual)
    return (yield from _without_closed(once(every), asked, desk))


def _days_of(plan: Plan, counted: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk) -> _Days | None:
    """Return how many lack days of a figure, and the looks at the days of those who lack most."""
    read = counted.get(plan.look.name)
    if read is None or read.result.truncated:
        return None
    lacking = _lacking(members_counted(read, plan.cut), plan.window, over=plan.over)
    reach = Window(plan.window.start - days(YEAR + NEAR), plan.window.end, "range")
    named, looks = days_looks(plan.metric, plan.cut, lacking[:MOST_MEMBERS], reach, asked.filters, desk)
    own = [replace(one, name=f"silent.{plan.metric.name}.{plan.cut}.{one.name}") for one in looks]
    return plan, len(lacking), named, own


def _shared(found: Sequence[_Days]) -> list[_Days]:
    """Return of each figure so many looks as there are for all, one of each before the second of any."""
    order = sorted((at, place) for place, (*_, looks) in enumerate(found) for at in range(len(looks)))
    room = Counter(place for _, place in order[:MOST_LOOKS])
    return [
        (plan, lack, named[: room[place]], looks[: room[place]])
        for place, (plan, lack, named, looks) in enumerate(found)
    ]


def _lacking(members: Mapping[str, Member], window: Window, *, over: bool = False) -> list[str]:
    """Return who has something on most days yet lacks some, or stopped, who lacks most first."""
    lacking = {}
    for name, one in members.items():
        held = one.days / ((one.last - one.first).days + 1)
        since = (window.end - one.last).days - 1
        stopped = since >= SINCE and one.last >= window.start - days(1)
        if over and since >= SINCE:
            continue
        if held >= OFTEN and one.days >= 2 * SINCE and (stopped or one.lacking >= SHORTEST):
            lacking[name] = one.lacking + (since if stopped else 0)
    return sorted(lacking, key=lambda name: -lacking[name])


def _series(
    rows: Mapping[str, Sequence[tuple[dt.date, float]]], plan: Plan, looks: Sequence[Reading]
) -> dict[str, Daily]:
    """Return each member's days, those with nothing as 0."""
    start = min((look.query.windows[0].start for look in looks), default=plan.window.start)
    end = plan.window.end
    return {name: daily_of(own, start, end, empty=0.0).begun() for name, own in rows.items() if own}


def _has_rows(one: Silence, rows: Sequence[tuple[dt.date, float]]) -> bool:
    """Tell whether rows say that there was nothing."""
    return any(one.look.span.start <= day < one.look.span.end for day, _ in rows)


def _whole(metric: str, groups: Sequence[Group]) -> Daily | None:
    """Return a figure's days all together, where they were read."""
    own = (one for one in groups if one.metric == metric and not one.dimension and one.under is None)
    return next((one.members[""] for one in own if "" in one.members), None)


def _without_closed(
    found: Sequence[Silence], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Reading], Mapping[str, Read], list[Silence]]:
    """Yield the last days of who has stopped, and return the stretches of all but who had closed."""
    stopped = {one.look.dimension for one in found if one.stopped and one.members}
    looks = {
        name: look for name in stopped if (look := last_days_look(name, asked.filters, desk)) is not None
    }
    read = (yield [*looks.values()]) if looks else {}
    closed = {name: last_days_of(read.get(look.name)) for name, look in looks.items()}

    def had(one: Silence, member: str) -> bool:
        ended = closed.get(one.look.dimension, {}).get(member)
        return ended is not None and ended <= one.look.span.start

    return [one for one in found if not (one.members and all(had(one, name) for name in one.members))]


def _with_beside(
    found: Sequence[Silence], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Reading], Mapping[str, Read], list[Silence]]:
    """Yield what figures of other rows had in the same days, and return the stretches with them."""
    looks: dict[int, list[Reading]] = {}
    for place, one in enumerate(found[:MOST_ASKED]):
        shown = one.look
        own = (of_member(shown.dimension, shown.member, desk),) if shown.dimension else ()
        filters = (*asked.filters, *one.place_filters, *own)
        window = Window(shown.span.start, shown.span.end, "range")
        if len(one.members) > 1 or not filters:
            continue
        looks[place] = [
            Reading(
                f"beside.{place}.{name}",
                MetricQuery((name,), windows=(window, _earlier(window)), filters=filters),
                Said("anomaly.label_beside", {"metric": Name(name), "window": window}),
            )
            for name in _other_figures(shown.metric, filters, desk)
        ]
    if not any(looks.values()):
        return list(found)
    read = yield [look for some in looks.values() for look in some]
    return [
        _with_others(one, looks[place], read, desk) if looks.get(place) else one
        for place, one in enumerate(found)
    ]


def _earlier(window: Window) -> Window:
    """Return the same days of the week just before: eight weeks of summer tell nothing of a September."""
    back = days(7 * math.ceil(window.days / 7))
    return Window(window.start - back, window.end - back, "range")


def _with_others(
    one: Silence, looks: Sequence[Reading], read: Mapping[str, Read], desk: MetricDesk
) -> Silence:
    """Return a stretch with the figures that went on about as usual, and those that lacked as well."""
    went_on, lacked = list[tuple[str, float]](), list[str]()
    for look in looks:
        if look.name not in read or not read[look.name].result.rows:
            continue
        now, usual = (float(str(cell or 0)) for cell in read[look.name].result.rows[0][-2:])
        if now and now >= WENT_ON * usual and (one.recorded or not _is_of_trouble(look, desk)):
            went_on.append((look.query.metrics[0], now))
        elif not now and usual >= FEWEST:
            lacked.append(look.query.metrics[0])
    return replace(one, went_on=tuple(went_on), lacked=tuple(dict.fromkeys((*one.lacked, *lacked))))


def _is_of_trouble(look: Reading, desk: MetricDesk) -> bool:
    """Tell complaints or losses: they come also of what has stopped."""
    return is_better_low(desk.catalog.metrics[look.query.metrics[0]])


def _other_figures(metric: str, filters: Sequence[Filter], desk: MetricDesk) -> list[str]:
    """Return the first sums of other rows that can be had of the same members day by day."""
    found: dict[object, str] = {}
    catalog = desk.catalog
    for name in (*catalog.scorecard, *catalog.metrics):
        one, rows = catalog.metrics[name], rows_of(name, desk)
        if one.kind != "simple" or rows == rows_of(metric, desk) or rows in found or not desk.opens(name):
            continue
        if adds_up(one, desk) and all(catalog.cuts(name, kept.dimension) for kept in filters):
            found[rows] = name
    own = _words(metric, desk)
    return sorted(found.values(), key=lambda name: not own & _words(name, desk))[:MOST_BESIDE]


def _words(metric: str, desk: MetricDesk) -> set[str]:
    """Return the words of the name of a figure's table: faults of chargers belong to what chargers sold."""
    return {word for one in desk.catalog.sources(metric) for word in one.table.split("_") if word != "daily"}
