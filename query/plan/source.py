"""Where the rows of a block come from: one table, what is joined to it from many to one, what is kept."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from sqlglot import exp, parse_one

from database.clock import may_read_clock, on_the_day
from database.trees import copied, unplaced
from knowledge.metrics import APART, ROLE, Dimension, Join, Metric, Namesakes, as_role, stored_table
from query.metric_query import Filter, Window
from query.plan import nodes
from query.plan.engines import bucket, date_literal, day_written, weekday
from query.plan.members import is_text, label_of, literal, presence
from query.plan.standing import Standing
from query.plan.task import Task
from query.plan.values import identifier, no_name


class Source:
    """One base table; each table that a column is asked of is joined once, when it is first asked for."""

    def __init__(self, metric: Metric, task: Task, standing: Standing | None = None) -> None:
        self.metric, self.task, self.catalog = metric, task, task.catalog
        self.base = self.catalog.full(metric.table)
        self._from: nodes.Node = nodes.Scan(self._table(self.base))
        self._joined: dict[str, str] = {self.base: _alias(self.base)}
        self._optional: set[str] = set()
        self._tests: list[exp.Expr] = []
        self._standing = standing
        if standing is not None:
            stands = standing.holds(self.base, self.column)
            self._from = nodes.Join(self._from, standing.calendar, (stands,))

    def relation(self) -> nodes.Node:
        """Return the rows with everything joined so far, as far as they are kept."""
        return nodes.Filter(self._from, tuple(self._tests)) if self._tests else self._from

    def keep(self, *tests: exp.Expr) -> None:
        """Keep only the rows for which all tests hold."""
        self._tests += tests

    def column(self, column: str) -> exp.Expr:
        """Return a column of any table that is reached, joining what leads to it."""
        table, _, name = column.rpartition(".")
        alias = self._reach(self.catalog.full(table))
        return exp.Column(this=identifier(name), table=identifier(alias))

    def of(self, dimension: Dimension, column: str) -> exp.Expr:
        """Return a column of a dimension's table, joined by the key of its role where it plays one.

        Of a dimension that lies in several tables it is the one that these rows take.
        """
        if dimension.also:
            column = self.catalog.lying(dimension, self.base).column
        owner = self.catalog.full(dimension.table if dimension.by else column.rpartition(".")[0])
        return self.column(f"{owner}.{column.rpartition('.')[2]}")

    def time(self) -> exp.Expr:
        """Return the day of a row: the column that says when, or what that writes, or a day it stands."""
        if self._standing is not None:
            return self._standing.day()
        owner, _, name = self.metric.time.rpartition(".")
        column = self.column(f"{owner or self.base}.{name}")
        day = day_written(column, self.metric.time_format, self.task.dialect)
        by_weeks = self.task.by_weeks and (self.metric.is_daily or bool(self.metric.week_day))
        return bucket(day, "week", self.task.dialect) if by_weeks else day

    def parsed(self, expression: str) -> exp.Expr:
        """Return an expression of a definition, its columns named by the base table, its clock as TODAY."""
        tree = copied(_read(expression, self.task.dialect.sqlglot_name))
        if may_read_clock(expression):
            tree = on_the_day(tree, self.task.dialect, self.task.today)
        for column in list(tree.find_all(exp.Column)):
            owner = ".".join(part.name for part in column.parts[:-1]) or self.base
            found = self.column(f"{owner}.{column.name}")
            column.set("table", found.args["table"])
            column.set("db", None)
        return tree

    def member(self, dimension: Dimension) -> exp.Expr:
        """Return what a dimension groups by."""
        if dimension.days == "weekday":
            return self._weekday()
        if dimension.days == "weekend":
            late = exp.GTE(this=self._weekday(), expression=exp.Literal.number(6))
            return exp.Case().when(late, exp.Literal.string("weekend")).else_(exp.Literal.string("workday"))
        if dimension.on_time:
            self._reach_on_time(dimension)
        column = self._named(dimension)
        if dimension.namesakes and not self._is_told_apart(dimension, dimension.namesakes):
            column = self._apart(dimension, dimension.namesakes, column)
        if presence(dimension):
            missing = column.is_(exp.null())
            return exp.Case().when(missing, exp.Literal.string("no")).else_(exp.Literal.string("yes"))
        named_otherwise = is_text(dimension, self.catalog) is False
        if dimension.values or named_otherwise or not self._nullable(dimension):
            return column
        return exp.Coalesce(this=column, expressions=[no_name(self.task.language)])

    def _named(self, dimension: Dimension) -> exp.Expr:
        """Return a member's name in the asker's language; who has no English one keeps the other."""
        own = self.of(dimension, dimension.column)
        if self.task.language != "en" or not dimension.column_en:
            return own
        english = self.of(dimension, dimension.column_en)
        stored = self.catalog.schema.column(dimension.column_en)
        filled = stored is not None and not stored.nullable
        return english if filled else exp.Coalesce(this=english, expressions=[own])

    def _is_told_apart(self, dimension: Dimension, shared: Namesakes) -> bool:
        """Tell whether what things of one name are part of stands beside them, or is the same of all."""
        query, above = self.task.query, self.catalog.dimensions.get(shared.within)
        alone = any(
            one.dimension == shared.within and len(one.values) == 1 and not one.negated
            for one in query.filters
        )
        return above is not None and (alone or above.name in query.splits) and self._passes(dimension, above)

    def _passes(self, dimension: Dimension, above: Dimension) -> bool:
        """Tell whether these rows lead to what things are part of through the things: no fault of a room."""
        own, way = self.catalog.full(dimension.table), self.catalog.path(self.base, above.table)
        return own == self.base or any(one.to_table == own for one in way or ())

    def _apart(self, dimension: Dimension, shared: Namesakes, name: exp.Expr) -> exp.Expr:
        """Return a thing's name with what it is part of before it, or its key behind it."""
        if shared.within:
            above = self.task.dimension(shared.within)
            names = self._names_above(dimension, above)
            english = self.task.language == "en" and len(names) > 1
            of = exp.Coalesce(this=names[1], expressions=names[:1]) if english else names[0]
            parts = [label_of(above.name, of, self.task), copied(name)]
        else:
            parts = [copied(name), exp.cast(self.of(dimension, dimension.key), "text")]
        said = exp.DPipe(this=parts[0], expression=exp.Literal.string(APART), safe=True)
        said = exp.DPipe(this=said, expression=parts[1], safe=True)
        if shared.every:
            return said
        is_shared = self.of(dimension, dimension.column).isin(*map(exp.Literal.string, sorted(shared.names)))
        return exp.Case().when(is_shared, said).else_(name)

    def _thing(self, dimension: Dimension, shared: Namesakes, value: str) -> exp.Expr:
        """Return that a row is of the one thing told so, or of all of a name that stands alone."""
        first, told, last = value.partition(APART)
        called = [self.of(dimension, one) for one in (dimension.column, dimension.column_en) if one]
        if not told:
            return exp.or_(*(one.eq(value) for one in called))
        name = exp.or_(*(one.eq(last if shared.within else first) for one in called))
        if not shared.within:
            return exp.and_(name, exp.cast(self.of(dimension, dimension.key), "text").eq(last))
        above = self.task.dimension(shared.within)
        codes = [code for code in above.values if first in (code, *above.values[code])] or [first]
        tests = [one.isin(*map(exp.Literal.string, codes)) for one in self._names_above(dimension, above)]
        return exp.and_(name, exp.or_(*tests))

    def _names_above(self, dimension: Dimension, above: Dimension) -> list[exp.Expr]:
        """Return what things are part of by their own key, in each language, wherever rows else lead."""
        at, passes = self.catalog.full(dimension.table), self._passes(dimension, above)
        self._reach(at)
        for step in self.catalog.path(dimension.stored, above.table) or ():
            to = step.to_table if passes else as_role(step.to_table, dimension.name)
            if to not in self._joined:
                self._follow(replace(step, table=at, to_table=to))
            at = to
        columns = [one.rpartition(".")[2] for one in (above.column, above.column_en) if one]
        return [exp.Column(this=identifier(one), table=identifier(self._joined[at])) for one in columns]

    def is_loose(self, dimension: Dimension) -> bool:
        """Tell whether a dimension's columns can be NULL here."""
        return not dimension.days and not presence(dimension) and self._nullable(dimension)

    def keep_measured(self, windows: Sequence[Window]) -> None:
        """Keep the rows that the metric is of, in some stretches of time."""
        tests: list[exp.Expr] = []  # each joins what it needs before it is added
        if self.metric.time and windows:
            tests.append(exp.or_(*map(self._within, windows), copy=False))
        if self.metric.while_open:
            ends = self.column(self.metric.while_open)
            tests.append(exp.or_(ends.is_(exp.null()), exp.GTE(this=copied(ends), expression=self.time())))
        if self._standing is not None:
            tests += self._standing.tests()
        elif self.metric.additivity == "semi" and self.metric.time and not self.task.is_mean(self.metric):
            tests.append(self._last_days(windows))
        self.keep(*tests, *map(self.parsed, self.metric.filters))

    def keep_chosen(self, filters: Sequence[Filter]) -> None:
        """Keep the rows of some members."""
        for one in filters:
            self.keep(self._chosen(self.task.dimension(one.dimension), one.values, one.negated))

    def keys_of(self, way: Join) -> exp.Subquery:
        """Return all that a table's key points at."""
        rows = exp.select(identifier(way.columns[0])).from_(self._table(self.catalog.full(way.table)))
        return rows.subquery()

    def _table(self, full: str) -> exp.Expr:
        table = self.catalog.schema.table(stored_table(full))
        schema, name = (table.schema, table.name) if table else ("", full)
        db = identifier(schema) if schema and schema != self.task.dialect.default_schema else None
        played = exp.TableAlias(this=identifier(_alias(full))) if ROLE in full else None
        return exp.Table(this=identifier(name), db=db, alias=played)

    def _weekday(self) -> exp.Expr:
        return weekday(self.time(), self.task.dialect)

    def _within(self, window: Window) -> exp.Expr:
        first, end = (date_literal(day, self.task.dialect) for day in (window.start, window.end))
        since, until = exp.GTE(this=self.time(), expression=first), exp.LT(this=self.time(), expression=end)
        return exp.and_(since, until, copy=False)

    def _last_days(self, windows: Sequence[Window]) -> exp.Expr:
        """Return that a row is of the last day there is, of all or of each unit of time."""
        inner = exp.Select().from_(self._table(self.base)).select(exp.Max(this=self.time()))
        if windows:
            inner = inner.where(exp.or_(*map(self._within, windows), copy=False), copy=False)
        if self.task.query.grain:
            inner = inner.group_by(bucket(self.time(), self.task.query.grain, self.task.dialect))
        return exp.In(this=self.time(), query=inner.subquery())

    def _chosen(self, dimension: Dimension, values: tuple[str, ...], negated: bool) -> exp.Expr:
        if dimension.on_time:
            self._reach_on_time(dimension)
        if presence(dimension):
            missing = self.of(dimension, dimension.column).is_(exp.null())
            return missing.not_() if ("yes" in values) != negated else missing
        if dimension.days == "weekend" and len(set(values)) == 1:
            weekend = (values == ("weekend",)) != negated
            compare = exp.GTE if weekend else exp.LTE
            return compare(this=self._weekday(), expression=exp.Literal.number(6 if weekend else 5))
        if dimension.namesakes and any(APART in one for one in values):
            shared = dimension.namesakes
            things = exp.or_(*(self._thing(dimension, shared, one) for one in values))
            return exp.not_(exp.paren(things)) if negated else exp.paren(things)
        column = self.member(dimension) if dimension.days else self.of(dimension, dimension.column)
        literals = [literal(dimension, value, self.catalog) for value in values]
        if not negated:
            one = len(literals) == 1
            return exp.EQ(this=column, expression=literals[0]) if one else column.isin(*literals)
        test: exp.Expr = column.isin(*literals).not_()
        if len(literals) == 1:
            test = exp.NEQ(this=column, expression=literals[0])
        return exp.paren(exp.or_(test, copied(column).is_(exp.null()))) if self._nullable(dimension) else test

    def _nullable(self, dimension: Dimension) -> bool:
        found = self.catalog.lying(dimension, self.base)
        column = self.catalog.schema.column(found.column)
        return self.catalog.full(found.table) in self._optional or column is None or column.nullable

    def _reach(self, full: str) -> str:
        if full in self._joined:
            return self._joined[full]
        path = self.catalog.path(self.base, full)
        assert path is not None, f"{full} is not reached from {self.base}"
        for step in path:
            if step.to_table not in self._joined:
                self._follow(step)
        return self._joined[full]

    def _follow(self, step: Join) -> None:
        left, right = self._joined[step.table], _alias(step.to_table)
        on = [
            exp.EQ(
                this=exp.Column(this=identifier(theirs), table=identifier(right)),
                expression=exp.Column(this=identifier(ours), table=identifier(left)),
            )
            for ours, theirs in zip(step.columns, step.to_columns, strict=True)
        ]
        self._join(step.to_table, on, optional=step.optional or step.table in self._optional)

    def _reach_on_time(self, dimension: Dimension) -> None:
        """Join a table that has one row a day (and a place): holidays, the weather of a branch."""
        full = self.catalog.full(dimension.table)
        if full in self._joined:
            return
        table = self.catalog.schema.table(full)
        keys = [key for key in (table.primary_key if table else ()) if key not in dimension.along]
        wanted = {key: bucket(self.time(), "day", self.task.dialect) for key in keys}
        wanted |= {key: self.column(target) for key, target in dimension.along.items()}
        right = identifier(_alias(full))
        on = [
            exp.EQ(this=exp.Column(this=identifier(key), table=copied(right)), expression=value)
            for key, value in wanted.items()
        ]
        self._join(full, on, optional=True)

    def _join(self, full: str, on: Sequence[exp.Expr], *, optional: bool) -> None:
        if optional:
            self._optional.add(full)
        other = nodes.Scan(self._table(full))
        self._from = nodes.Join(self._from, other, tuple(on), "LEFT" if optional else "")
        self._joined[full] = _alias(full)


@lru_cache(maxsize=512)
def _read(expression: str, dialect: str) -> exp.Expr:
    """Return the tree of an expression, to be copied."""
    return unplaced(parse_one(expression, dialect=dialect))


def _alias(full: str) -> str:
    return full.rpartition(".")[2].replace(ROLE, "_")
