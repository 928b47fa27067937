"""A plain SELECT read back into the MetricQuery it answers, or nothing where any part is no definition's."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from database.clock import may_read_clock, on_the_day
from database.dialects import Dialect
from database.trees import copied, tree_of, unplaced
from knowledge.metrics import Catalog, Dimension, Metric
from language.calendar import MONTHS, days, whole
from query.metric_query import Filter, MetricQuery, Ranking, Window
from query.plan.engines import bucket, day_written

GRAINS = ("day", "week", "month", "quarter", "year")
NOT_PLAIN = ("having", "distinct", "windows", "qualify", "offset", "with_", "laterals")


def query_of(sql: str, catalog: Catalog, dialect: Dialect, today: dt.date) -> MetricQuery | None:
    """Return the query whose answer a statement is; what it does not map to whole is not read at all."""
    try:
        tree = tree_of(sql, dialect)
        return _Statement(tree, catalog, dialect, today).query() if isinstance(tree, exp.Select) else None
    except (SqlglotError, _Foreign, ValueError):
        return None


class _Foreign(Exception):
    """A part of the statement is no definition's."""


class _Statement:
    def __init__(self, tree: exp.Select, catalog: Catalog, dialect: Dialect, today: dt.date) -> None:
        self.tree, self.catalog, self.dialect, self.today = tree, catalog, dialect, today
        if any(tree.args.get(part) for part in NOT_PLAIN) or tree.find(exp.Subquery, exp.Window, exp.Or):
            raise _Foreign
        if tree.args.get("from_") is None:  # SELECT 3: of no table
            raise _Foreign
        sources = [tree.args["from_"].this, *(join.this for join in tree.args.get("joins") or ())]
        if not all(isinstance(one, exp.Table) for one in sources):
            raise _Foreign
        self.tables = {one.alias_or_name.lower(): self._full(one) for one in sources}
        self._said: dict[tuple[int, str], tuple[exp.Expr, str]] = {}

    def query(self) -> MetricQuery:
        """Return the query, or raise where a part is foreign."""
        measured = [one.unalias() for one in self.tree.expressions if one.find(exp.AggFunc)]
        metrics = [self._metric(one) for one in measured]
        if not metrics or len({(one.table, one.time) for one in metrics}) != 1:
            raise _Foreign
        self._require_joins(metrics[0])
        splits, grain = self._groups(metrics[0])
        windows, filters = self._conditions(metrics)
        query = MetricQuery(
            tuple(one.name for one in metrics),
            tuple(splits),
            grain,  # type: ignore[arg-type]
            windows,
            filters=tuple(filters),
        )
        return replace(query, ranking=self._ranking(query, measured))

    def _full(self, table: exp.Expr) -> str:
        found = self.catalog.schema.table(".".join(part.name for part in table.parts))  # type: ignore[attr-defined]
        if found is None:
            raise _Foreign
        return found.full_name

    def _plain(self, node: exp.Expr, home: str = "") -> str:
        """Return an expression with its columns named by their whole tables, as text that compares, once."""
        if (said := self._said.get((id(node), home))) is None:
            said = self._said[id(node), home] = (
                node,
                self._text(node, home),
            )  # held, so its id stays its own
        return said[1]

    def _text(self, node: exp.Expr, home: str) -> str:
        bare = node.unnest()
        if isinstance(bare, exp.Column):  # half of what is compared, and no SQL need be made of a copy
            return ".".join(self._named(bare, home)).replace('"', "")

        def named(part: exp.Expr) -> exp.Expr:
            if not isinstance(part, exp.Column):
                return part
            table, name = self._named(part, home)
            return exp.column(name, table=table)

        tree = copied(bare).transform(named, copy=False)
        name = self.dialect.sqlglot_name
        return tree.sql(dialect=name, normalize_functions="upper", copy=False).replace('"', "")

    def _named(self, column: exp.Column, home: str) -> tuple[str, str]:
        """Return a column's whole table and its name."""
        owner = ".".join(one.name for one in column.parts[:-1])
        table = self.tables.get(owner.lower(), "") or (self.catalog.full(owner) if owner else home)
        return (table or self._owner(column.name)).lower(), column.name.lower()

    def _owner(self, name: str) -> str:
        owners = {t for t in self.tables.values() if (s := self.catalog.schema.table(t)) and s.column(name)}
        if len(owners) != 1:
            raise _Foreign
        return owners.pop()

    def _metric(self, node: exp.Expr) -> Metric:
        while isinstance(node, exp.Round | exp.Cast | exp.Paren):
            node = node.this
        said, columns = self._plain(node), _columns_in(node)
        base = self.catalog.full(self.tree.args["from_"].this.name)
        found = [
            metric
            for metric in self.catalog.metrics.values()
            if metric.kind == "simple"
            and metric.additivity != "semi"
            and not metric.until
            and self.catalog.full(metric.table) == base
            and _columns_of(metric.expression, self.dialect) == columns  # else no text need be made of it
            if self._expression(metric.expression, metric) == said and self._holds(metric)
        ]
        best = max((len(metric.filters) for metric in found), default=0)
        found = [metric for metric in found if len(metric.filters) == best]
        if len(found) != 1:
            raise _Foreign
        return found[0]

    def _expression(self, text: str, metric: Metric) -> str:
        day = self.today if may_read_clock(text) else None
        return self._plain(_defined(text, self.dialect, day), self.catalog.full(metric.table))

    def _holds(self, metric: Metric) -> bool:
        said = {self._plain(one) for one in self._tests()} if metric.filters else set()
        return all(self._expression(text, metric) in said for text in metric.filters)

    def _tests(self) -> list[exp.Expr]:
        where = self.tree.args.get("where")
        return _all_of(where.this) if where else []

    def _require_joins(self, metric: Metric) -> None:
        """Stop where a table is joined another way than definitions join it."""
        for join in self.tree.args.get("joins") or ():
            table = self._full(join.this)
            path = self.catalog.path(metric.table, table)
            if path is None or not path or not join.args.get("on"):
                raise _Foreign
            step = path[-1]
            wanted = {
                frozenset((f"{step.table}.{left}".lower(), f"{step.to_table}.{right}".lower()))
                for left, right in zip(step.columns, step.to_columns, strict=True)
            }
            pairs = _all_of(join.args["on"])
            said = {
                frozenset((self._plain(p.left), self._plain(p.right))) for p in pairs if isinstance(p, exp.EQ)
            }
            if said != wanted or len(said) != len(pairs):
                raise _Foreign

    def _column(self, column: str, metric: Metric) -> str:
        return self.catalog.column_of(metric, column).lower()

    def _groups(self, metric: Metric) -> tuple[list[str], str]:
        """Return what is split by; a key beside its name says nothing more."""
        shown = {one.alias_or_name.lower(): one.unalias() for one in self.tree.expressions}
        columns = list(shown.values())
        group = self.tree.args.get("group")
        splits: list[str] = []
        grain, keys = "", set()
        for said in group.expressions if group else ():
            node = _grouped_by(said, shown, columns)
            text = self._plain(node)
            found = next(
                (d for d in self.catalog.dimensions.values() if text in self._names(d, metric)), None
            )
            if found is not None:
                splits.append(found.name)
            elif metric.time and (unit := self._grain(node, metric)):
                grain = unit
            else:
                keys.add(text)
        if keys - {self._column(self.catalog.dimensions[name].key, metric) for name in splits}:
            raise _Foreign
        plain = [one for one in self.tree.expressions if not one.find(exp.AggFunc)]
        if len(plain) != len(splits) + bool(grain):
            raise _Foreign
        return splits, grain

    def _names(self, dimension: Dimension, metric: Metric) -> set[str]:
        if dimension.days or dimension.on_time or dimension.values:
            return set()
        own = self.catalog.lying(dimension, metric.table).column
        return {self._column(one, metric) for one in (own, dimension.column_en) if one}

    def _grain(self, node: exp.Expr, metric: Metric) -> str:
        text = self._plain(node)
        time = self._time(metric)
        return next((g for g in GRAINS if self._plain(bucket(copied(time), g, self.dialect)) == text), "")

    def _time(self, metric: Metric) -> exp.Expr:
        owner, _, name = metric.time.rpartition(".")
        time = exp.column(name, table=owner or metric.table)
        return day_written(time, metric.time_format, self.dialect)

    def _conditions(self, metrics: list[Metric]) -> tuple[tuple[Window, ...], list[Filter]]:
        first, time = metrics[0], self._plain(self._time(metrics[0])) if metrics[0].time else ""
        own = {self._expression(text, metric) for metric in metrics for text in metric.filters}
        bounds: dict[type, dt.date] = {}
        filters: list[Filter] = []
        for test in self._tests():
            if own and self._plain(test) in own:
                continue
            if (
                isinstance(test, exp.GTE | exp.LT)
                and self._plain(test.left) == time
                and type(test) not in bounds
            ):
                bounds[type(test)] = _date(test.right)
            else:
                filters.append(self._filter(test, first))
        if len(bounds) not in (0, 2):
            raise _Foreign
        if not bounds:
            return (), filters
        start, end = bounds[exp.GTE], bounds[exp.LT]
        unit = next((one for one in ("day", "week", *MONTHS) if whole(one, start) == (start, end)), "range")
        running = start <= self.today < end - days(1)
        return (Window(start, end, unit, unfinished=running),), filters  # type: ignore[arg-type]

    def _filter(self, test: exp.Expr, metric: Metric) -> Filter:
        negated = isinstance(test, exp.Not | exp.NEQ)
        node = test.this if isinstance(test, exp.Not) else test
        if isinstance(node, exp.EQ | exp.NEQ):
            values: Iterable[exp.Expr] = [node.right]
        elif isinstance(node, exp.In) and not node.args.get("query"):
            values = node.expressions
        else:
            raise _Foreign
        text, literals = self._plain(node.this), list(values)
        column = {
            name: self._column(own, metric)
            for name, one in self.catalog.dimensions.items()
            if (own := self.catalog.lying(one, metric.table).column)
        }
        found = [n for n, c in column.items() if c == text and not self.catalog.dimensions[n].on_time]
        if len(found) != 1 or not all(isinstance(one, exp.Literal) for one in literals):
            raise _Foreign
        return Filter(found[0], tuple(str(one.this) for one in literals), negated)

    def _ranking(self, query: MetricQuery, measured: list[exp.Expr]) -> Ranking | None:
        limit, order = self.tree.args.get("limit"), self.tree.args.get("order")
        if limit is None:
            return None
        if not order or not query.splits or not limit.expression or not limit.expression.is_int:
            raise _Foreign
        shown = [one.alias_or_name.lower() for one in self.tree.expressions if one.find(exp.AggFunc)]
        by, texts = order.expressions[0], [self._plain(one) for one in measured]
        named = by.this.name.lower() if isinstance(by.this, exp.Column) and not by.this.table else ""
        at = shown.index(named) if named in shown else texts.index(self._plain(by.this))
        direction = "top" if by.args.get("desc") else "bottom"
        return Ranking(direction, int(limit.expression.this), query.metrics[at])  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def _defined(text: str, dialect: Dialect, day: dt.date | None) -> exp.Expr:
    """Return the tree of a definition's expression, its clock as that day; it is shared: never change it."""
    tree = parse_one(text, dialect=dialect.sqlglot_name)
    return unplaced(on_the_day(tree, dialect, day) if day else tree)


@lru_cache(maxsize=1024)
def _columns_of(text: str, dialect: Dialect) -> frozenset[str]:
    """Return the names of the columns in a definition's expression."""
    return _columns_in(_defined(text, dialect, None))


def _columns_in(tree: exp.Expr) -> frozenset[str]:
    return frozenset(one.name.lower() for one in tree.find_all(exp.Column))


def _grouped_by(node: exp.Expr, shown: Mapping[str, exp.Expr], columns: Sequence[exp.Expr]) -> exp.Expr:
    """Return what a group stands for: by place, by what it is shown as, or with a name for what has none."""
    if isinstance(node, exp.Literal) and node.is_int:
        node = columns[int(node.this) - 1]
    elif isinstance(node, exp.Column) and not node.table:
        node = shown.get(node.name.lower(), node)
    told = (exp.Literal, exp.Column)  # what stands for no name, the name in the other language
    plain = isinstance(node, exp.Coalesce) and all(isinstance(one, told) for one in node.expressions)
    return node.this if plain else node


def _all_of(node: exp.Expr) -> list[exp.Expr]:
    """Return what AND joins, or the one condition there is."""
    node = node.unnest()
    if not isinstance(node, exp.And):
        return [node]
    return [one for side in (node.left, node.right) for one in _all_of(side)]


def _date(node: exp.Expr) -> dt.date:
    while isinstance(node, exp.Cast | exp.Date | exp.TsOrDsToDate):
        node = node.this
    if not isinstance(node, exp.Literal):
        raise _Foreign
    return dt.date.fromisoformat(str(node.this))
