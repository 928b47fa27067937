"""Blocks of a composed statement: one table, joined outward along its keys, over one stretch of time."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot import exp, parse_one

from config.wording import Language, say
from database.dialects import Dialect
from knowledge.metric.days import bucket, date_literal, later, weekday
from knowledge.metric.lifespan import lifespan_of
from knowledge.metrics import Catalog, Dimension, Join, Metric
from knowledge.question import MetricQuery, Window
from knowledge.values import TEXT_TYPE

COUNT = ("COUNT(",)
WEEK = range(1, 8)
WEEKDAYS_OF = {str(day): {day} for day in WEEK} | {"weekend": {6, 7}, "workday": {1, 2, 3, 4, 5}}


@dataclass
class Block:
    """One table's share: where it comes from, its groups, hidden keys and aggregated atoms."""

    name: str
    source: exp.Select  # FROM, joins and WHERE
    shown: dict[str, exp.Expr]
    keys: dict[str, exp.Expr]
    atoms: dict[str, exp.Expr]
    noughts: frozenset[str] = field(default_factory=frozenset)  # atoms that are 0 where there is nothing

    def select(self) -> exp.Select:
        """Return the block as a query of its own."""
        every = self.shown | self.keys | self.atoms
        query = self.source.copy().select(
            *(named(expr.copy(), name, quoted=False) for name, expr in every.items())
        )
        groups = [*self.shown.values(), *self.keys.values()]
        if groups and self.atoms:
            return query.group_by(*(one.copy() for one in groups))
        return query.distinct() if groups else query


def named(value: exp.Expr, name: str, *, quoted: bool = True) -> exp.Expr:
    """Return a value under a name."""
    return exp.alias_(value, name, quoted=quoted)


def identifier(name: str) -> exp.Identifier:
    """Return a name, quoted where it has to be."""
    plain = (
        name.isascii() and name.replace("_", "a").isalnum() and name == name.lower() and not name[0].isdigit()
    )
    return exp.to_identifier(name, quoted=not plain)


def null_safe(name: str, left: str, right: str, plain: bool) -> exp.Expr:
    """Return that a column is equal in two tables, also where it is NULL in both."""
    compare = exp.EQ if plain else exp.NullSafeEQ
    return compare(this=exp.column(name, table=left), expression=exp.column(name, table=right))


class BlockMaker:
    """Makes the blocks of one query."""

    def __init__(
        self, query: MetricQuery, catalog: Catalog, dialect: Dialect, language: Language, today: dt.date
    ) -> None:
        self.query, self.catalog, self.dialect, self.language = query, catalog, dialect, language
        self.today = today
        self._loose: set[str] = set()  # group columns that can be NULL
        self.members = [*query.splits, *([f"{query.grain}_start"] if query.grain else [])]

    def block(
        self,
        name: str,
        group: Sequence[Metric],
        suffix: str,
        windows: Sequence[Window],
        shift: tuple[int, str] | None,
    ) -> Block:
        """Return one table's figures over some stretches of time."""
        first = group[0]
        table = _Table(self, first)
        shown = {split: table.member(self.catalog.dimensions[split]) for split in self.query.splits}
        if self.query.grain and first.time:
            start = bucket(table.time(), self.query.grain, self.dialect)
            shown[f"{self.query.grain}_start"] = later(start, *shift, self.dialect) if shift else start
        keys = {
            f"{split}_key": table.column(self.catalog.dimensions[split].key)
            for split in self.query.splits
            if self.catalog.dimensions[split].key
        }
        keys |= {
            self.own_column(kept.dimension): table.column(self.catalog.dimensions[kept.dimension].column)
            for kept in self.query.filters
            if self.own_column(kept.dimension) != kept.dimension
        }
        for split in self.query.splits:
            if table.is_loose(self.catalog.dimensions[split]):
                self._loose |= {split, f"{split}_key"}
        atoms = {f"{one.name}{suffix if one.time else ''}": table.parsed(one.expression) for one in group}
        if self.query.average:
            atoms[f"metric_units{suffix}"] = self._units(table, first, windows)
        noughts = {n for n, e in atoms.items() if isinstance(e, exp.Count)}
        if self.query.filled:
            noughts |= {
                f"{one.name}{suffix if one.time else ''}"
                for one in group
                if one.additivity in ("sum", "distinct")
            }
        table.limit(first, windows, self._kept_filters())
        return Block(name, table.select, shown, keys, atoms, frozenset(noughts))

    def own_column(self, name: str) -> str:
        """Return where a member's own value stands: beside its English name, where only some are shown."""
        dimension = self.catalog.dimensions[name]
        kept = any(one.dimension == name for one in self.query.shared)
        return f"{name}_own" if kept and self.language == "en" and dimension.column_en else name

    def _kept_filters(self) -> list[tuple[Dimension, tuple[str, ...], bool]]:
        """Return the filters that hold before anything is computed; a share is of all members."""
        return [
            (self.catalog.dimensions[one.dimension], one.values, one.negated)
            for one in self.query.filters
            if one not in self.query.shared
        ]

    def _units(self, table: "_Table", source: Metric, windows: Sequence[Window]) -> exp.Expr:
        """Return how many days, months or members an average is over."""
        unit = self.query.average
        if unit in self.catalog.dimensions:
            dimension = self.catalog.dimensions[unit]
            column = table.column(dimension.key or dimension.column)
            return exp.Count(this=exp.Distinct(expressions=[column]))
        cut = [*self.query.splits, *(kept.dimension for kept in self.query.filters)]
        by_days = any(
            self.catalog.dimensions[name].days or self.catalog.dimensions[name].on_time for name in cut
        )
        own_days = self.catalog.is_dense(source) or source.additivity == "semi"
        if own_days or by_days or self.query.grain or not windows:
            return exp.Count(this=exp.Distinct(expressions=[bucket(table.time(), unit, self.dialect)]))
        return exp.Literal.number(sum(one.cut(self.today).units(unit) for one in windows))

    def spine(self) -> Block | None:
        """Return all members of what is split by, where those without any event belong to the answer."""
        deepest = counted_from_nought(self.query, self.catalog)
        if not deepest:
            return None
        dimensions = [self.catalog.dimensions[name] for name in self.query.splits]
        table = _Table(self, Metric(name="", zh="", en="", table=deepest))
        shown = {d.name: table.member(d) for d in dimensions}
        keys = {f"{d.name}_key": table.column(d.key) for d in dimensions if d.key}
        reachable = [
            kept
            for kept in self._kept_filters()
            if not kept[0].days
            and not kept[0].on_time
            and self.catalog.path(deepest, kept[0].table) is not None
        ]
        table.limit(Metric(name="", zh="", en="", table=deepest), (), reachable)
        select = table.select.where(*self._existing(table, deepest))
        return Block("metric_members", select, shown, keys, {})

    def _existing(self, table: "_Table", base: str) -> list[exp.Expr]:
        """Return that a member existed in the time asked about, where its table says from when to when."""
        if not self.query.window:
            return []
        span, window = lifespan_of(self.catalog.schema.table(base)), self.query.window
        tests: list[exp.Expr] = []
        bounds = ((span.begins, exp.LT, window.end), (span.ends, exp.GTE, window.start))
        for name, compare, day in bounds:
            if name:
                column = table.column(f"{base}.{name}")
                holds = compare(this=column, expression=date_literal(day, self.dialect))
                tests.append(exp.or_(column.copy().is_(exp.null()), holds))
        return tests

    def days_kept(self, day: exp.Expr) -> exp.Expr | None:
        """Return that a day is of those days of the week that are kept, where not all are."""
        kept = set(WEEK)
        for dimension, values, negated in self._kept_filters() if self.query.grain == "day" else ():
            if dimension.days:
                told = set().union(*(WEEKDAYS_OF[value] for value in values))
                kept = kept - told if negated else kept & told
        if len(kept) == len(WEEK):
            return None
        if not kept:
            return exp.false()
        return weekday(day, self.dialect).isin(*(exp.Literal.number(number) for number in sorted(kept)))

    def is_plain(self, name: str) -> bool:
        """Tell whether a group column is never NULL, so that = joins it."""
        return name not in self._loose

    def has_name(self, name: str) -> exp.Expr | None:
        """Return that a group column holds a member, or None where each row has one."""
        dimension = self.catalog.dimensions[name]
        if dimension.days or presence(dimension) or (self.is_plain(name) and not dimension.values):
            return None
        column = exp.column(name)
        if dimension.values:
            return column.is_(exp.null()).not_()
        table = self.catalog.schema.table(dimension.table)
        found = table.column(dimension.column.rpartition(".")[2]) if table else None
        if found is not None and not TEXT_TYPE.search(found.type):
            return column.is_(exp.null()).not_()
        none = exp.Literal.string(say("metrics.column.none", self.language))
        return exp.NEQ(this=column, expression=none)

    def literal(self, dimension: Dimension, value: str) -> exp.Expr:
        """Return a member's value as the column's type has it."""
        if dimension.days:
            return exp.Literal.number(value) if dimension.days == "weekday" else exp.Literal.string(value)
        table = self.catalog.schema.table(dimension.table)
        column = table.column(dimension.column.rpartition(".")[2]) if table else None
        number = column is not None and not TEXT_TYPE.search(column.type) and _is_number(value)
        if presence(dimension):
            number = False
        return exp.Literal.number(value) if number else exp.Literal.string(value)

    def only(self, column: exp.Expr, kept: tuple[tuple[str, ...], bool]) -> exp.Expr:
        """Return that a shown member is one of some."""
        values, negated = kept
        test: exp.Expr = column.isin(*(exp.Literal.string(one) for one in values))
        return test.not_() if negated else test


def counted_from_nought(query: MetricQuery, catalog: Catalog) -> str:
    """Return the table of the members of which those without any event belong to the answer, or nothing."""
    ranking = query.ranking
    lowest = ranking is not None and ranking.direction == "bottom" and ranking.by == "value"
    names = [*query.metrics, *([ranking.metric] if ranking else [])]
    sources = {one for name in names for one in catalog.sources(name)}
    wanted = lowest or any(one.comparer in ("lt", "le") for one in query.conditions)
    if not wanted or query.grain or not query.splits or len(sources) != 1 or query.average:
        return ""
    (source,) = sources
    dimensions = [catalog.dimensions[name] for name in query.splits]
    if catalog.is_dense(source) or any(d.days or d.on_time for d in dimensions):
        return ""
    # Nobody has sold for 0: who has no amount is closed or gone, who has no complaints is best.
    if not source.counts_rows or query.compared or len(query.windows) > 1:
        return ""
    tables = [catalog.full(d.table) for d in dimensions]
    deepest = next((t for t in tables if all(catalog.path(t, o) is not None for o in tables)), "")
    return "" if catalog.full(source.table) in tables else deepest


def presence(dimension: Dimension) -> bool:
    """Tell whether a dimension only says if there is a row: holiday or not."""
    return set(dimension.values) == {"yes", "no"}


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


class _Table:
    """The base table of a block and what is joined to it, each table once."""

    def __init__(self, maker: BlockMaker, source: Metric) -> None:
        self.maker, self.catalog, self.dialect = maker, maker.catalog, maker.dialect
        self.base = self.catalog.full(source.table)
        self.source = source
        self.select = exp.Select().from_(self._table(self.base))
        self._joined: dict[str, str] = {self.base: _alias(self.base)}
        self._optional: set[str] = set()

    def _table(self, full: str) -> exp.Expr:
        table = self.catalog.schema.table(full)
        schema, name = (table.schema, table.name) if table else ("", full)
        db = identifier(schema) if schema and schema != self.dialect.default_schema else None
        return exp.Table(this=identifier(name), db=db)

    def column(self, column: str) -> exp.Expr:
        """Return a column of any table that is reached, joining what leads to it."""
        table, _, name = column.rpartition(".")
        alias = self._reach(self.catalog.full(table))
        return exp.Column(this=identifier(name), table=identifier(alias))

    def time(self) -> exp.Expr:
        """Return the column that says when."""
        owner, _, name = self.source.time.rpartition(".")
        return self.column(f"{owner or self.base}.{name}")

    def parsed(self, expression: str) -> exp.Expr:
        """Return an expression of a definition, its columns named by the base table."""
        tree = parse_one(expression, dialect=self.dialect.sqlglot_name)
        for column in list(tree.find_all(exp.Column)):
            owner = ".".join(part.name for part in column.parts[:-1]) or self.base
            found = self.column(f"{owner}.{column.name}")
            column.set("table", found.args["table"])
            column.set("db", None)
        return tree

    def member(self, dimension: Dimension) -> exp.Expr:
        """Return what a dimension groups by."""
        if dimension.days == "weekday":
            return weekday(self.time(), self.dialect)
        if dimension.days == "weekend":
            late = exp.GTE(this=weekday(self.time(), self.dialect), expression=exp.Literal.number(6))
            return exp.Case().when(late, exp.Literal.string("weekend")).else_(exp.Literal.string("workday"))
        if dimension.on_time:
            self._reach_on_time(dimension)
        english = self.maker.language == "en" and dimension.column_en
        column = self.column(dimension.column_en if english else dimension.column)
        if presence(dimension):
            missing = column.is_(exp.null())
            return exp.Case().when(missing, exp.Literal.string("no")).else_(exp.Literal.string("yes"))
        if dimension.values or not self._may_be_null(dimension):
            return column
        none = exp.Literal.string(say("metrics.column.none", self.maker.language))
        return exp.Coalesce(this=column, expressions=[none])

    def _may_be_null(self, dimension: Dimension) -> bool:
        full = self.catalog.full(dimension.table)
        table = self.catalog.schema.table(full)
        column = table.column(dimension.column.rpartition(".")[2]) if table else None
        if column is not None and not TEXT_TYPE.search(column.type):
            return False
        return full in self._optional or column is None or column.nullable

    def is_loose(self, dimension: Dimension) -> bool:
        """Tell whether a dimension's columns can be NULL here."""
        return not dimension.days and not presence(dimension) and self._nullable(dimension)

    def limit(
        self,
        source: Metric,
        windows: Sequence[Window],
        filters: Sequence[tuple[Dimension, tuple[str, ...], bool]],
    ) -> None:
        """Add everything a row must meet."""
        tests: list[exp.Expr] = []  # each joins what it needs before it is added
        if source.time and windows:
            tests.append(exp.or_(*(self._within(one) for one in windows)))
        if source.additivity == "semi" and source.time and not self.maker.query.average:
            tests.append(self._last_days(windows))
        tests += [self.parsed(text) for text in source.filters]
        self.select = self.select.where(*tests)
        for dimension, values, negated in filters:
            chosen = self._chosen(dimension, values, negated)  # joins what it needs first
            self.select = self.select.where(chosen)

    def _within(self, window: Window) -> exp.Expr:
        return exp.and_(
            exp.GTE(this=self.time(), expression=date_literal(window.start, self.dialect)),
            exp.LT(this=self.time(), expression=date_literal(window.end, self.dialect)),
        )

    def _last_days(self, windows: Sequence[Window]) -> exp.Expr:
        """Return that a row is of the last day there is, of all or of each unit of time."""
        inner = exp.Select().from_(self._table(self.base)).select(exp.Max(this=self.time()))
        if windows:
            inner = inner.where(exp.or_(*(self._within(one) for one in windows)))
        if self.maker.query.grain:
            inner = inner.group_by(bucket(self.time(), self.maker.query.grain, self.dialect))
        return exp.In(this=self.time(), query=inner.subquery())

    def _chosen(self, dimension: Dimension, values: tuple[str, ...], negated: bool) -> exp.Expr:
        if dimension.on_time:
            self._reach_on_time(dimension)
        if presence(dimension):
            wanted = ("yes" in values) != negated
            missing = self.column(dimension.column).is_(exp.null())
            return missing.not_() if wanted else missing
        column = self.member(dimension) if dimension.days else self.column(dimension.column)
        literals = [self.maker.literal(dimension, value) for value in values]
        if dimension.days == "weekend" and len(set(values)) == 1:
            weekend = (values == ("weekend",)) != negated
            compare = exp.GTE if weekend else exp.LTE
            return compare(
                this=weekday(self.time(), self.dialect), expression=exp.Literal.number(6 if weekend else 5)
            )
        test: exp.Expr = (
            column.isin(*literals) if len(literals) > 1 else exp.EQ(this=column, expression=literals[0])
        )
        if not negated:
            return test
        test = test.not_() if len(literals) > 1 else exp.NEQ(this=column, expression=literals[0])
        return exp.paren(exp.or_(test, column.copy().is_(exp.null()))) if self._nullable(dimension) else test

    def _nullable(self, dimension: Dimension) -> bool:
        full = self.catalog.full(dimension.table)
        table = self.catalog.schema.table(full)
        column = table.column(dimension.column.rpartition(".")[2]) if table else None
        return full in self._optional or column is None or column.nullable

    def _reach(self, full: str) -> str:
        if full in self._joined:
            return self._joined[full]
        path = self.catalog.path(self.base, full)
        assert path is not None, f"{full} is not reached from {self.base}"
        for step in path:
            if step.to_table not in self._joined:
                self._join(step)
        return self._joined[full]

    def _join(self, step: Join) -> None:
        left, right = self._joined[step.table], _alias(step.to_table)
        on = [
            exp.EQ(
                this=exp.Column(this=identifier(theirs), table=identifier(right)),
                expression=exp.Column(this=identifier(ours), table=identifier(left)),
            )
            for ours, theirs in zip(step.columns, step.to_columns, strict=True)
        ]
        optional = step.optional or step.table in self._optional
        if optional:
            self._optional.add(step.to_table)
        self.select = self.select.join(
            self._table(step.to_table), on=exp.and_(*on), join_type="LEFT" if optional else ""
        )
        self._joined[step.to_table] = right

    def _reach_on_time(self, dimension: Dimension) -> None:
        """Join a table that has one row a day (and a place): holidays, the weather of a branch."""
        full = self.catalog.full(dimension.table)
        if full in self._joined:
            return
        table = self.catalog.schema.table(full)
        keys = [key for key in (table.primary_key if table else ()) if key not in dimension.along]
        right = _alias(full)
        on: list[exp.Expr] = []
        for key in keys:
            column = exp.Column(this=identifier(key), table=identifier(right))
            on.append(exp.EQ(this=column, expression=bucket(self.time(), "day", self.dialect)))
        for key, target in dimension.along.items():
            column = exp.Column(this=identifier(key), table=identifier(right))
            on.append(exp.EQ(this=column, expression=self.column(target)))
        self._optional.add(full)
        self.select = self.select.join(self._table(full), on=exp.and_(*on), join_type="LEFT")
        self._joined[full] = right


def _alias(full: str) -> str:
    return full.rpartition(".")[2]
