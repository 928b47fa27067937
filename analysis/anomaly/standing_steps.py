"""Reads by month of whom a figure has how few different values, then the days of these: who stands still."""

import datetime as dt
import statistics
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.anomaly.ceilings import KNOWN, Ceiling, ceiling_of, things_looks
from analysis.anomaly.gaps import days_looks, days_read
from analysis.anomaly.silent_steps import cuts_finest
from analysis.anomaly.standing import SHORTEST, Standing, same_by_chance, standing_of
from analysis.asked import AnalysisAsked
from analysis.outcome import Amount, Look, Name, Read, Said, figure_of
from analysis.outliers.entry import added_up
from analysis.series import MOST_ROWS, data_span, day_of_rows
from analysis.why.looks import stored
from knowledge.metrics import Metric
from language.calendar import days as days_long
from language.calendar import whole
from query.metric_query import Filter, MetricQuery, Window
from query.plan.engines import is_counted
from understanding.metric.desk import MetricDesk

MOST_TABLES = 2  # each read by one statement, and the days of one figure of it by another
MOST_FIGURES = 3  # of one table
MOST_READ, MOST_TOLD = 8, 3
SHORT, LONGEST = 28, 92  # days: of a shorter time the weeks before are looked at too, of a longer the last
OF_THING_AND_DAY = 2  # columns of the key of a table with one row a day of each thing
FEWEST_LIKE = 5  # members that tell how figures of their kind move
ORDINARY = 0.5  # of the members: where more stand still nothing is odd
FEWER = 0.85  # of the different values that their like have: with more nobody stands still for long
_DAYS, _OF_EACH = "standing_days", ("standing_rows", "standing_kinds", "standing_most")


@dataclass(frozen=True)
class Plan:
    """Figures of one table by its finest cut, and the look at how many values each has in a month."""

    metrics: tuple[Metric, ...]
    cut: str
    window: Window
    kept: tuple[Filter, ...]  # those of the question but for its members of the cut
    own: tuple[str, ...] | None  # the members asked about, as stored
    look: Look


def standing_plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> list[Plan]:
    """Return what is read first of sums that are kept by day: of who has how many different values."""
    tables: dict[tuple[str, str], list[Metric]] = {}
    first = [it for name in names for it in desk.catalog.sources(name)]
    beside = () if asked.metrics else desk.catalog.metrics.values()  # of the same rows: what was sold of it
    for one in (*first, *(it for it in beside if it.kind == "simple")):
        key = (one.table, one.time)
        own = tables.setdefault(key, []) if one in first else tables.get(key, [])
        if _is_kept_daily(one, desk) and one not in own and len(own) < MOST_FIGURES:
            own.append(one)
    plans = (_plan(metrics, asked, desk) for metrics in tables.values() if metrics)
    return [one for one in plans if one is not None][:MOST_TABLES]


def _is_kept_daily(metric: Metric, desk: MetricDesk) -> bool:
    """Tell the sum of a column of which each thing has one row a day."""
    inside, table = added_up(metric, desk), desk.catalog.schema.table(metric.table)
    if inside is None or table is None or metric.additivity != "sum" or not desk.opens(metric.name):
        return False
    one_a_day = (
        metric.is_daily and desk.catalog.is_dense(metric) and len(table.primary_key) == OF_THING_AND_DAY
    )
    return one_a_day and not is_counted(inside, desk.answers.dialect)


def _plan(metrics: Sequence[Metric], asked: AnalysisAsked, desk: MetricDesk) -> Plan | None:
    first = metrics[0]
    window, kept = _window(first, asked, desk), asked.filters
    fixed = [one for one in kept if _is_thing(one, first, desk)]
    cut = fixed[0].dimension if fixed else next(iter(cuts_finest(first, asked, desk)), "")
    if window is None or not cut or len(fixed) > 1:
        return None
    months = len({(day.year, day.month) for day in _firsts(window)})
    if months * desk.answers.reader.known.size(cut) > MOST_ROWS:
        return None
    kept = tuple(one for one in kept if one not in fixed)
    query = MetricQuery(tuple(_named(metrics)), (cut,), "month", (window,), filters=kept)
    label = Said("anomaly.label_standing", {"metric": tuple(Name(one.name) for one in metrics)})
    look = Look(f"standing.{first.name}", query, label, catalog=desk.catalog.beside(*_made(metrics, desk)))
    own = fixed[0].values if fixed else None
    return Plan(tuple(metrics), cut, window, kept, own, replace(look, detail=True))


def _is_thing(one: Filter, metric: Metric, desk: MetricDesk) -> bool:
    """Tell members of things that are the finest a figure is kept of: their like are read beside them."""
    own, cuts = desk.catalog.dimensions[one.dimension], desk.catalog.cuts
    lines = ([it for it in line if cuts(metric.name, it)] for line in desk.catalog.hierarchies)
    finest = not any(one.dimension in line[:-1] for line in lines)
    return not one.negated and bool(own.key) and finest and cuts(metric.name, one.dimension)


def _window(metric: Metric, asked: AnalysisAsked, desk: MetricDesk) -> Window | None:
    """Return the days looked at: those asked about, at least four weeks and the last three months at most."""
    span = data_span(metric.name, desk)
    if span is None:
        return None
    end = min(asked.window.end, span[1]) if asked.window else span[1]
    start = asked.window.start if asked.window else end - days_long(2 * SHORT)
    start = max(min(start, end - days_long(SHORT)), end - days_long(LONGEST), span[0])
    return Window(start, end, "range") if (end - start).days >= SHORT else None


def _firsts(window: Window) -> Iterator[dt.date]:
    day = window.start
    while day < window.end:
        yield day
        day = whole("month", day)[1]


def _named(metrics: Sequence[Metric]) -> Iterator[str]:
    yield _DAYS
    yield from (f"{what}_{one.name}" for one in metrics for what in _OF_EACH)


def _made(metrics: Sequence[Metric], desk: MetricDesk) -> list[Metric]:
    """Return the days of a table's rows, and of each figure how many have something, how unlike, the most."""
    plain: dict[str, Any] = {
        "synonyms": (), "unit_zh": "", "unit_en": "", "additivity": "distinct", "show": (), "counts": "",
        "decimals": 0,
    }  # fmt: skip
    day = day_of_rows(metrics[0], desk)
    made = [replace(metrics[0], name=_DAYS, expression=f"COUNT(DISTINCT {day})", **plain)]
    for one in metrics:
        value = f"NULLIF({added_up(one, desk)}, 0)"
        aggregates = (f"COUNT({value})", f"COUNT(DISTINCT {value})", f"MAX({value})")
        for name, expression in zip(_OF_EACH, aggregates, strict=True):
            made.append(replace(one, name=f"{name}_{one.name}", expression=expression, **plain))
    return made


@dataclass(frozen=True)
class _Few:
    """One figure with who has few different values, how its like move, how many, and the most of each."""

    plan: Plan
    metric: Metric
    members: tuple[str, ...]
    same: float
    every: int
    most: Mapping[str, float]


def standing_steps(
    plans: Sequence[Plan], read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Said, ...]]:
    """Yield the days of who has few different values, and return who stands still in them, told."""
    few = [one for plan in plans if (one := _fewest(plan, read.get(plan.look.name), desk)) is not None]
    groups, looks = list[tuple[_Few, Sequence[Sequence[str]], list[Look]]](), list[Look]()
    for place, one in enumerate(few):
        named, own = days_looks(one.metric, one.plan.cut, one.members, one.plan.window, one.plan.kept, desk)
        own = [replace(it, name=f"standing.{place}.{it.name}", detail=True) for it in own[:1]]
        groups.append((one, named[:1], own))
        looks += own
    days = yield looks
    every = list[tuple[_Few, list[Standing]]]()
    for one, names, own in groups:
        held = days_read(names, own, days, one.plan.cut)
        counts = one.metric.is_count
        found = [
            it
            for name in held
            if (it := standing_of(name, held[name], one.same, one.every, counts=counts)) is not None
        ]
        every += [(one, found)] if found else []
    things = yield [look for one, _ in every for look in things_looks(one.plan.cut, one.plan.kept, desk)]
    return tuple(
        said for one, found in every for said in _told(found, one, ceiling_of(one.most, things), asked)
    )


def _fewest(plan: Plan, read: Read | None, desk: MetricDesk) -> _Few | None:
    """Return the figure of a table of which most stand still, where its like tell how such figures move."""
    if read is None or read.result.truncated:
        return None
    found = (_few_of(plan, at, metric, read, desk) for at, metric in enumerate(plan.metrics))
    return max((one for one in found if one is not None), key=lambda one: len(one.members), default=None)


def _few_of(plan: Plan, at: int, metric: Metric, read: Read, desk: MetricDesk) -> _Few | None:
    """Return who has few different values of a figure in a month of the time."""
    shares: dict[str, float] = {}
    same, most = dict[str, float](), dict[str, float]()
    for name, _, number, *cells in read.result.rows:
        rows, kinds, highest = (int(cell or 0) for cell in cells[len(_OF_EACH) * at :][: len(_OF_EACH)])
        if name is None or rows < SHORTEST:
            continue
        most[str(name)] = max(most.get(str(name), 0.0), highest)
        if rows > int(number):
            return None  # more than one row a day
        shares[str(name)] = min(shares.get(str(name), 1.0), kinds / rows)
        same[str(name)] = max(same.get(str(name), 0.0), same_by_chance(kinds, rows))
    if len(shares) < FEWEST_LIKE:
        return None
    usual = statistics.median(shares.values())
    few = sorted((name for name, share in shares.items() if share <= FEWER * usual), key=shares.__getitem__)
    if len(few) > ORDINARY * len(shares):
        return None
    if plan.own is not None:
        few = [name for name in few if stored(plan.cut, name, desk) in plan.own]
    like = statistics.median(same.values())
    return _Few(plan, metric, tuple(few[:MOST_READ]), like, len(shares), most) if few else None


def _told(
    found: Sequence[Standing], few: _Few, ceiling: Ceiling | None, asked: AnalysisAsked
) -> Iterator[Said]:
    """Yield who stands still, those on most days first; who is at a known ceiling in short, where asked of.

    Where each has no more on any day than a number that others have as their most, it is a ceiling by what
    can be seen; what stands at a number of its own may be a count that is stuck.
    """
    order = sorted(found, key=lambda one: -one.count)
    atop = [one for one in order if ceiling and one.value == ceiling.every.get(one.member)]
    order = [one for one in order if one not in atop]
    most = {one.value for one in order if not one.is_whole}
    stuck = any(one.is_whole and one.value not in most for one in order)
    metric, rest = few.metric.name, order[MOST_TOLD:]
    if order:
        more = Said("anomaly.standing_more", {"names": tuple(map(_in_short, rest))}) if rest else ""
        listed = tuple(_one_told(one, few.metric) for one in order[:MOST_TOLD])
        code = "standing" if stuck else "ceiling"
        yield Said(f"anomaly.{code}", {"metric": Name(metric), "list": listed, "more": more})
    if atop and ceiling and asked.metrics:
        per = {"per": Amount(figure_of(ceiling.per), metric), "things": Name(ceiling.things)}
        by = {"dimension": Name(few.plan.cut, dimension=True, many=True), "count": ceiling.count}
        names = tuple(map(_in_short, atop[:MOST_TOLD]))
        yield Said(KNOWN, {"metric": Name(metric), **per, **by, "names": names})


def _in_short(one: Standing) -> Said:
    return Said("anomaly.standing_days", {"name": one.member, "count": one.count})


def _one_told(one: Standing, metric: Metric) -> Said:
    params = {
        "name": one.member,
        "when": Window(one.start, one.end, "range"),
        "count": one.count,
        "of": one.of,
        "value": Amount(figure_of(one.value), metric.name),
    }
    return Said(f"anomaly.{'stands' if one.is_whole else 'at_most'}", params)
