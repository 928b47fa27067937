"""Blocks of a plan: the figures of one table, joined outward along its keys, over one stretch of time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from database.trees import copied
from knowledge.definitions.lifespan import begins_of
from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Filter as Kept
from query.metric_query import MetricQuery
from query.plan.engines import bucket, date_literal, later, weekday
from query.plan.figures import days_of
from query.plan.members import own_column
from query.plan.nodes import Aggregate, Filter, Node, Output, Project
from query.plan.source import Source
from query.plan.standing import standing_of
from query.plan.stretches import Stretch
from query.plan.task import Task

SPINE = "metric_members"  # no table is called so
WEEK = range(1, 8)
WEEKDAYS_OF = {str(day): {day} for day in WEEK} | {"weekend": {6, 7}, "workday": {1, 2, 3, 4, 5}}


@dataclass(frozen=True)
class Block:
    """One table's share: where it comes from, its groups, hidden keys and aggregated atoms."""

    name: str
    source: Node
    shown: dict[str, exp.Expr]
    keys: dict[str, exp.Expr]
    atoms: dict[str, exp.Expr]
    noughts: frozenset[str] = frozenset()  # atoms that are 0 where there is nothing
    loose: frozenset[str] = frozenset()  # group columns that can be NULL
    divides: bool = False  # it only counts the days that a level is the mean of

    @property
    def groups(self) -> dict[str, exp.Expr]:
        """Return what its rows are grouped by, by name."""
        return self.shown | self.keys

    def relation(self) -> Node:
        """Return the block as a relation of its own."""
        outputs = tuple(Output(value, name) for name, value in (self.groups | self.atoms).items())
        if self.groups and not self.atoms:
            return Project(self.source, outputs, distinct=True)
        return Aggregate(self.source, outputs, tuple(self.groups.values()))


def blocks_of(task: Task) -> tuple[Block, ...]:
    """Return one block for each table and stretch of time."""
    alike: dict[tuple[object, ...], list[Metric]] = {}
    for one in task.sources():
        last = one.additivity == "semi"
        alike.setdefault((*one.rows, last, task.is_mean(one)), []).append(one)
    return tuple(
        block
        for stretch in task.stretches
        for group in alike.values()
        if stretch is task.stretches[0] or (group[0].time and stretch.windows)
        for block in _blocks(group[0].name if len(alike) > 1 else "metric", group, stretch, task)
    )


def _blocks(name: str, group: Sequence[Metric], stretch: Stretch, task: Task) -> Iterator[Block]:
    called = f"{name}{stretch.suffix or '_now'}"
    yield _block(f"{called}_part", group, stretch, task)
    if task.is_mean(group[0]):
        yield _days_of(f"{called}_days", group, stretch, task)


def _days_of(name: str, group: Sequence[Metric], stretch: Stretch, task: Task) -> Block:
    """Return how many days have rows of some levels at all, whoever they are of: so members' means add up."""
    query, first = task.query, group[0]
    if first.until and not any(tells_days(task.dimension(one)) for one in query.cuts):
        return _all_days(name, group, stretch, task)
    source = _rows_of(first, stretch, task)
    told = [one for one in map(task.dimension, query.splits) if tells_days(one)]
    shown = _shown(source, told, stretch, task)
    loose = frozenset(one.name for one in told if source.is_loose(one))
    each = bucket(source.time(), query.average or first.time_grain, task.dialect)
    count = exp.Count(this=exp.Distinct(expressions=[each]))
    source.keep_measured(stretch.windows)
    source.keep_chosen([one for one in _filters(query) if tells_days(task.dimension(one.dimension))])
    atoms: dict[str, exp.Expr] = {days_of(one.name, stretch.suffix): copied(count) for one in group}
    return Block(name, source.relation(), shown, {}, atoms, loose=loose, divides=True)


def _rows_of(metric: Metric, stretch: Stretch, task: Task) -> Source:
    """Return the rows of a metric; of one that says until when, each on each day it stands."""
    return Source(metric, task, standing_of(metric, stretch, task) if metric.until else None)


def _all_days(name: str, group: Sequence[Metric], stretch: Stretch, task: Task) -> Block:
    """Return how many days of the calendar there are: one on which nothing stands is a day of nought."""
    standing = standing_of(group[0], stretch, task)
    rows = Filter(standing.calendar, tuple(standing.tests())) if standing.tests() else standing.calendar
    shown: dict[str, exp.Expr] = {}
    if task.query.grain:
        start = bucket(standing.day(), task.query.grain, task.dialect)
        shown[f"{task.query.grain}_start"] = (
            later(start, *stretch.shift, task.dialect) if stretch.shift else start
        )
    count = exp.Count(this=exp.Star())
    atoms: dict[str, exp.Expr] = {days_of(one.name, stretch.suffix): copied(count) for one in group}
    return Block(name, rows, shown, {}, atoms, divides=True)


def tells_days(dimension: Dimension) -> bool:
    """Tell whether a dimension is of the days themselves: weekends, holidays."""
    return bool(dimension.days) or dimension.on_time


def _block(name: str, group: Sequence[Metric], stretch: Stretch, task: Task) -> Block:
    query, first = task.query, group[0]
    source = _rows_of(first, stretch, task)
    dimensions = [task.dimension(split) for split in query.splits]
    shown, keys = _shown(source, dimensions, stretch, task), _keys(source, dimensions, task)
    # Which members a row may lack is known of the tables that were joined for them.
    loose = {name for one in dimensions if source.is_loose(one) for name in (one.name, f"{one.name}_key")}
    atoms, noughts = _atoms(source, group, stretch, task)
    source.keep_measured(stretch.windows)
    source.keep_chosen(_filters(query))
    if first.table and task.catalog.full(first.table) == things_then(query, task.catalog):
        source.keep(*_existing(source, task))
    return Block(name, source.relation(), shown, keys, atoms, noughts, frozenset(loose))


def _shown(
    source: Source, dimensions: Sequence[Dimension], stretch: Stretch, task: Task
) -> dict[str, exp.Expr]:
    """Return what rows are split by: members, and units of time, those of an earlier stretch moved here."""
    shown, grain = {one.name: source.member(one) for one in dimensions}, task.query.grain
    if grain and source.metric.time:
        start = bucket(source.time(), grain, task.dialect)
        shown[f"{grain}_start"] = later(start, *stretch.shift, task.dialect) if stretch.shift else start
    return shown


def _keys(source: Source, dimensions: Sequence[Dimension], task: Task) -> dict[str, exp.Expr]:
    keys = {f"{one.name}_key": source.of(one, one.key) for one in dimensions if one.key}
    for kept in task.query.filters:
        if own_column(kept.dimension, task) != kept.dimension:
            keys[own_column(kept.dimension, task)] = source.of(
                task.dimension(kept.dimension), task.dimension(kept.dimension).column
            )
    return keys


def _atoms(
    source: Source, group: Sequence[Metric], stretch: Stretch, task: Task
) -> tuple[dict[str, exp.Expr], frozenset[str]]:
    """Return the aggregates of a group, and which of them are nought where there are no rows."""
    names = {one.name: f"{one.name}{stretch.suffix if one.time else ''}" for one in group}
    atoms = {names[one.name]: source.parsed(one.expression) for one in group}
    if task.query.average in task.catalog.dimensions or (task.query.average and not task.is_mean(group[0])):
        atoms[f"metric_units{stretch.suffix}"] = _units(source, stretch, task)
    noughts = {name for name, value in atoms.items() if isinstance(value, exp.Count)}
    if task.query.by_calendar:
        noughts |= {names[one.name] for one in group if one.additivity in ("sum", "distinct") or one.until}
    return atoms, frozenset(noughts)


def _filters(query: MetricQuery) -> list[Kept]:
    """Return the filters that hold before anything is computed; a share is of all members."""
    return [one for one in query.filters if one not in query.shared]


def _units(source: Source, stretch: Stretch, task: Task) -> exp.Expr:
    """Return how many days, months or members an average is over."""
    query, unit, metric, windows = task.query, task.query.average, source.metric, stretch.windows
    if unit in task.catalog.dimensions:
        dimension = task.dimension(unit)
        column = source.of(dimension, dimension.key or dimension.column)
        return exp.Count(this=exp.Distinct(expressions=[column]))
    cut = [task.dimension(name) for name in query.cuts]
    by_days = any(map(tells_days, cut))
    if metric.until and unit == "day" and not (by_days or query.grain):
        return exp.Literal.number(standing_of(metric, stretch, task).count)
    plain = not (by_days or query.grain)
    if unit == "week" and plain and metric.time_grain == "day":
        return _weeks(source, stretch, task)
    if task.catalog.is_dense(metric) or not plain or not windows:
        return exp.Count(this=exp.Distinct(expressions=[bucket(source.time(), unit, task.dialect)]))
    return exp.Literal.number(sum(one.cut(task.today).units(unit) for one in windows))


def _weeks(source: Source, stretch: Stretch, task: Task) -> exp.Expr:
    """Return how many weeks days make: October has 4.4, though it touches five."""
    days: exp.Expr = exp.Count(this=exp.Distinct(expressions=[bucket(source.time(), "day", task.dialect)]))
    if not task.catalog.is_dense(source.metric) and stretch.windows:
        days = exp.Literal.number(sum(one.cut(task.today).days for one in stretch.windows))
    return exp.Div(this=days, expression=exp.Literal.number("7.0"))


def spine_of(task: Task) -> Block | None:
    """Return all members of what is split by, where those without any event belong to the answer."""
    deepest = counted_from_nought(task.query, task.catalog)
    if not deepest:
        return None
    dimensions = [task.dimension(name) for name in task.query.splits]
    source = Source(Metric(name="", zh="", en="", table=deepest), task)
    shown = {one.name: source.member(one) for one in dimensions}
    keys = {f"{one.name}_key": source.of(one, one.key) for one in dimensions if one.key}
    source.keep_chosen([one for one in _filters(task.query) if _is_of_members(one, deepest, task)])
    source.keep(*_existing(source, task))
    source.keep(*(test for one in dimensions for test in _playing(source, one, task)))
    return Block(SPINE, source.relation(), shown, keys, {})


def _is_of_members(kept: Kept, deepest: str, task: Task) -> bool:
    """Tell whether a filter speaks of the members themselves, not of what happened when."""
    one = task.dimension(kept.dimension)
    return not one.days and not one.on_time and task.catalog.way(deepest, one) is not None


def _playing(source: Source, dimension: Dimension, task: Task) -> list[exp.Expr]:
    """Return that a member ever had the role that is asked for: not all staff are reps who make visits."""
    if not (dimension.by and dimension.key):
        return []
    catalog = task.catalog
    tables = {catalog.full(one.table) for name in task.query.figures for one in catalog.sources(name)}
    keys = [one for table in sorted(tables) for one in catalog.own_keys(table, dimension.table)]
    ways = [exp.In(this=source.of(dimension, dimension.key), query=source.keys_of(one)) for one in keys]
    return [exp.or_(*ways)] if ways else []


def _existing(source: Source, task: Task) -> list[exp.Expr]:
    """Return that a member existed in each time asked about, where its table says from when to when."""
    windows, catalog = task.query.windows, task.catalog
    table, span = catalog.schema.table(source.base), catalog.lifespan(source.base)
    if not windows:
        return []
    begins = span.begins or (begins_of(table) if table else "")
    end, start = min(one.end for one in windows), max(one.start for one in windows)
    tests: list[exp.Expr] = []
    for name, compare, day in ((begins, exp.LT, end), (span.ends, exp.GTE, start)):
        if name:
            column = source.column(f"{source.base}.{name}")
            within = compare(this=column, expression=date_literal(day, task.dialect))
            tests.append(exp.or_(copied(column).is_(exp.null()), within))
    return tests


def things_then(query: MetricQuery, catalog: Catalog) -> str:
    """Return the table of things whose own size a figure of a time is divided by, each by itself, or nothing.

    Who had closed before that time has sold nothing in it per square metre, and is none of them.
    """
    if query.window is None or query.compared or query.grain or len(query.windows) > 1:
        return ""
    every = {one for name in query.figures for one in catalog.sources(name)}
    own = {catalog.full(one.table) for one in every if not (one.time or one.until)}
    tables = [catalog.full(catalog.dimensions[name].table) for name in query.splits]
    found = [table for table in tables if table in own and catalog.lifespan(table).columns]
    return found[0] if len(found) == 1 and any(one.time for one in every) else ""


def counted_from_nought(query: MetricQuery, catalog: Catalog) -> str:
    """Return the table of the members of which those without any event belong to the answer, or nothing."""
    return members_of_events(query, catalog) if _is_of_few(query) else ""


def members_of_events(query: MetricQuery, catalog: Catalog) -> str:
    """Return the table of the members that a count of events is split by: some may have none. Or nothing."""
    ranking = query.ranking
    names = [*query.metrics, *([ranking.metric] if ranking else [])]
    sources = {one for name in names for one in catalog.sources(name)}
    if len(sources) != 1 or not query.splits:
        return ""
    (source,) = sources
    dimensions = [catalog.dimensions[name] for name in query.splits]
    if catalog.is_dense(source) or any(one.days or one.on_time or one.also for one in dimensions):
        return ""
    if not source.counts_rows:
        return ""  # nobody has sold for 0: who has no amount is closed, who has no complaints is best
    tables = [catalog.full(one.table) for one in dimensions]
    deepest = next((t for t in tables if all(catalog.path(t, other) is not None for other in tables)), "")
    return "" if catalog.full(source.table) in tables else deepest


def _is_of_few(query: MetricQuery) -> bool:
    """Tell whether those with least, with less than so many, of one time, or all members are asked for."""
    if query.filled and query.splits and not query.by_calendar:
        return True
    if not query.splits or query.grain or query.average or query.compared or len(query.windows) > 1:
        return False
    return query.seeks_least


def days_kept(day: exp.Expr, task: Task) -> exp.Expr | None:
    """Return that a day is of those days of the week that are kept, where not all are."""
    kept = set(WEEK)
    for one in _filters(task.query) if task.query.grain == "day" else ():
        if task.dimension(one.dimension).days:
            told = set().union(*(WEEKDAYS_OF[value] for value in one.values))
            kept = kept - told if one.negated else kept & told
    if len(kept) == len(WEEK):
        return None
    if not kept:
        return exp.false()
    return weekday(day, task.dialect).isin(*(exp.Literal.number(number) for number in sorted(kept)))
