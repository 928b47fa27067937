"""A small shop in any engine, and what a question over it comes to when computed row by row without SQL."""

import datetime as dt
import random
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import sqlglot

from database.dialects import Dialect
from database.schema import Schema
from knowledge.definitions.files import built_in_dimensions, catalog_from
from knowledge.metrics import Catalog, Metric
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from query.metric_query import Compared, Condition, Filter, Grain, MetricQuery, RankedBy, Ranking, Window
from query.plan.stretches import earlier_window
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.filling import fillable
from understanding.metric.known import Known
from understanding.metric.reader import MetricReader
from understanding.metric.vocabulary import metric_words

CASES = Path(__file__).parents[1] / "cases" / "metrics"
TODAY = dt.date(2026, 11, 20)
NONE = "（未填写）"
Row = dict[str, Any]


def schema() -> Schema:
    """Return the shop's tables as their DDL declares them."""
    tables = TableSet()
    assert load_ddl((CASES / "shop.sql").read_text(), "shop.sql", tables) == []
    return Schema(tuple(table_from(item.payload) for item in tables.items().items))


@cache
def catalog() -> Catalog:
    """Return the shop's metrics."""
    report = load_metrics((CASES / "shop.yaml").read_text(), "shop.yaml")
    assert report.refused == []
    return catalog_from(report.items, schema(), built_in_dimensions(metric_words()["built_in"]))


def rows(seed: int = 7) -> dict[str, list[Row]]:
    """Return the same rows for the same seed, with gaps: orders of nobody, products of no kind."""
    make = random.Random(seed)
    regions = [(1, "North", "Germany"), (2, "South", "Germany"), (3, "East", "Austria")]
    names = ["Adler", "Bruno", "Clara", "Dora", "Emil", "Frieda", "Gustav", "Hanna", "Ida", "Jonas", "Clara"]
    cities = ["Berlin", "Munich", "Vienna", None]
    categories = ["Tea", "Coffee", "Cups"]
    data: dict[str, list[Row]] = defaultdict(list)
    for number, name, country in regions:
        data["regions"].append({"region_id": number, "name": name, "country": country})
    for number, name in enumerate(names, 1):
        data["customers"].append(
            {"customer_id": number, "name": name, "city": make.choice(cities), "level": make.randint(1, 3),
             "region_id": make.randint(1, 3)}
        )  # fmt: skip
    for number, name in enumerate(categories, 1):
        data["categories"].append({"category_id": number, "name": name})
    for number in range(1, 9):
        data["products"].append(
            {"product_id": number, "name": f"Product {'ABCDEFGH'[number - 1]}",
             "category_id": make.choice([1, 2, 3, None]), "price": Decimal(make.randint(200, 3000)) / 100}
        )  # fmt: skip
    start = dt.date(2025, 8, 1)
    for number in range(1, 261):
        day = start + dt.timedelta(days=make.randrange(475))
        data["orders"].append(
            {"order_id": number, "customer_id": make.choice([*range(1, 11), None]), "ordered_on": day,
             "status": make.randint(1, 3), "freight": Decimal(make.randint(0, 900)) / 100}
        )  # fmt: skip
    for number in range(1, 601):
        data["order_items"].append(
            {"item_id": number, "order_id": make.randint(1, 260), "product_id": make.randint(1, 8),
             "quantity": make.randint(1, 5), "amount": Decimal(make.randint(100, 9000)) / 100}
        )  # fmt: skip
    for offset in range(0, 475, 3):
        for product in range(1, 9):
            if make.random() < 0.8:
                day = start + dt.timedelta(days=offset)
                data["stock"].append({"stock_date": day, "product_id": product, "units": make.randint(0, 50)})
    for number in range(1, 401):
        day = start + dt.timedelta(days=make.randrange(475))
        data["visits"].append(
            {"visit_id": number, "customer_id": make.choice([*range(1, 12), None]), "visited_on": day,
             "seconds": make.randint(1, 900)}
        )  # fmt: skip
    return dict(data)


def statements(dialect: Dialect, data: dict[str, list[Row]]) -> Iterable[str]:
    """Yield the DDL and inserts in an engine's own words."""
    name = dialect.sqlglot_name
    yield from sqlglot.transpile((CASES / "shop.sql").read_text(), read="postgres", write=name)
    for table, table_rows in data.items():
        for first in range(0, len(table_rows), 200):
            values = ", ".join(
                "(" + ", ".join(map(_literal, row.values())) + ")" for row in table_rows[first : first + 200]
            )
            yield f"INSERT INTO {table} ({', '.join(table_rows[0])}) VALUES {values}"


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, int | Decimal) else f"'{value}'"


def values(data: dict[str, list[Row]]) -> ValueIndex:
    """Return the index of the shop's names."""
    columns = [("regions", "name"), ("regions", "country"), ("customers", "city"), ("customers", "name"),
               ("categories", "name"), ("products", "name")]  # fmt: skip
    found = []
    for table, column in columns:
        names = dict.fromkeys(row[column] for row in data[table] if row[column] is not None)
        found.append(ColumnValues(f"{table}.{column}", [(name, []) for name in names]))
    return ValueIndex.build(found)


def reader(data: dict[str, list[Row]]) -> MetricReader:
    """Return a reader of questions about the shop."""
    return MetricReader(Known(catalog(), values(data)))


@dataclass
class Oracle:
    """Computes a query from rows, in plain loops."""

    data: dict[str, list[Row]]
    catalog: Catalog

    def answer(self, query: MetricQuery) -> list[tuple[Any, ...]]:
        """Return the rows a query must give, in no order where none is asked."""
        names = list(dict.fromkeys([*query.metrics, *(c.metric for c in query.conditions),
                                    *([query.ranking.metric] if query.ranking else [])]))  # fmt: skip
        if query.compared and query.window:
            now = query.window.cut(TODAY)
            spans = [[now], [earlier_window(query.compared, now, query.grain)]]
        elif len(query.windows) > 1 and not query.grain:
            spans = [[one] for one in query.windows]
        else:
            spans = [[one.cut(TODAY) if query.filled else one for one in query.windows]]
        tables = [self._groups(query, names, span, number) for number, span in enumerate(spans)]
        self._add_members(query, names, tables)
        if query.filled:
            self._fill(query, names, tables, spans[0])
        groups = list(dict.fromkeys(group for table in tables for group in table))
        return self._shown(query, names, groups, tables)

    def _add_members(self, query: MetricQuery, names: list[str], tables: list[Any]) -> None:
        """Add those without any event, where the lowest are asked for."""
        low = any(c.comparer in ("lt", "le") for c in query.conditions)
        low = low or (
            query.ranking is not None and query.ranking.direction == "bottom" and query.ranking.by == "value"
        )
        sources = list(dict.fromkeys(s for name in names for s in self.catalog.sources(name)))
        dimensions = [self.catalog.dimensions[name] for name in query.splits]
        plain = not (query.grain or query.average or query.compared or len(query.windows) > 1)
        if not (low and plain and dimensions and len(sources) == 1) or any(d.days for d in dimensions):
            return
        (source,) = sources
        owners = [d.table for d in dimensions]
        if source.name == "stock" or source.additivity not in ("sum", "distinct") or source.table in owners:
            return
        deepest = next((t for t in owners if all(self.catalog.path(t, o) is not None for o in owners)), None)
        if deepest is None:
            return
        members = Metric(name="", zh="", en="", table=deepest)
        reachable = tuple(
            f for f in query.filters
            if not self.catalog.dimensions[f.dimension].days
            and self.catalog.path(deepest, self.catalog.dimensions[f.dimension].table) is not None
        )  # fmt: skip
        only = MetricQuery(query.metrics, query.splits, filters=reachable, share=query.share)
        known = {
            self._group(query, members, row, 0)
            for row in self._flat(members)
            if self._passes(only, members, row, [])
        }
        before = tables[0]
        tables[0] = {g: before.get(g, dict.fromkeys(names, 0)) for g in known}

    def _fill(self, query: MetricQuery, names: list[str], tables: list[Any], span: list[Window]) -> None:
        """Give each group a row for each unit of the period; what falls outside of it is not shown."""
        days_in = [one.start + dt.timedelta(days=n) for one in span for n in range(one.days)]
        if query.grain == "day":
            for kept in query.filters:
                if kind := self.catalog.dimensions[kept.dimension].days:
                    day_of = {"weekday": lambda d: str(d.isoweekday()), "weekend": _kind_of_day}[kind]
                    days_in = [day for day in days_in if (day_of(day) in kept.values) != kept.negated]
        units = sorted({_bucket(day, query.grain) for day in days_in})
        groups = {group[:-1] for table in tables for group in table} if query.splits else {()}
        nothing = {name: self._value(query, name, {}) for name in names}
        for number, table in enumerate(tables):
            tables[number] = {
                (*group, unit): table.get((*group, unit), nothing) for group in groups for unit in units
            }

    def _groups(
        self, query: MetricQuery, names: list[str], span: list[Window], number: int
    ) -> dict[Any, dict[str, Any]]:
        atoms: dict[Any, dict[str, Any]] = defaultdict(dict)
        sources = list(dict.fromkeys(s for name in names for s in self.catalog.sources(name)))
        for source in sources:
            for group, value in self._atom(query, source, span, number).items():
                atoms[group][source.name] = value
        if not query.splits and not query.grain:
            atoms.setdefault((), {})
        return {g: {name: self._value(query, name, found) for name in names} for g, found in atoms.items()}

    def _value(self, query: MetricQuery, name: str, atoms: dict[str, Any]) -> Any:
        metric = self.catalog.metrics[name]
        if metric.kind == "simple":
            summed = query.filled and metric.additivity in ("sum", "distinct")
            found = atoms.get(name)
            return 0 if found is None and (summed or "COUNT" in metric.expression) else found
        if metric.kind == "sum":
            return self._added(query, metric, atoms)
        left, right = (self._value(query, part, atoms) for part in metric.parts)
        none_left, none_right = (self._means_none(part) for part in metric.parts)
        if metric.kind == "difference" and (left is None) != (right is None):
            left, right = (
                (0 if left is None and none_left else left),
                (0 if right is None and none_right else right),
            )
        if metric.kind == "ratio" and left is None and none_left:
            left = 0
        if left is None or right is None:
            return None
        if metric.kind == "difference":
            return left - right
        return metric.scale * left / right if right else None

    def _added(self, query: MetricQuery, metric: Metric, atoms: dict[str, Any]) -> Any:
        values = {part: self._value(query, part, atoms) for part in metric.parts}
        if all(one is None for one in values.values()):
            return None
        known = [0 if one is None and self._means_none(part) else one for part, one in values.items()]
        return None if None in known else sum(known)

    def _counts(self, name: str) -> bool:
        metric = self.catalog.metrics[name]
        added = metric.kind == "sum" and all(map(self._counts, metric.parts))
        return added or "COUNT" in metric.expression

    def _means_none(self, part: str) -> bool:
        metric = self.catalog.metrics[part]
        return metric.kind == "simple" and metric.additivity == "sum" and metric.table != "stock"

    def _atom(self, query: MetricQuery, source: Metric, span: list[Window], number: int) -> dict[Any, Any]:
        kept = [row for row in self._flat(source) if self._passes(query, source, row, span)]
        mean = self._is_mean(query, source)
        if source.additivity == "semi" and not mean:
            last: dict[Any, dt.date] = {}
            for row in kept_all(self, source, span):
                bucket = _bucket(row["@time"], query.grain)
                last[bucket] = max(last.get(bucket, row["@time"]), row["@time"])
            kept = [row for row in kept if row["@time"] == last[_bucket(row["@time"], query.grain)]]
        groups: dict[Any, list[Row]] = defaultdict(list)
        for row in kept:
            groups[self._group(query, source, row, number)].append(row)
        if not query.splits and not query.grain:
            groups.setdefault((), [])
        found = {}
        for group, members in groups.items():
            value = _aggregate(source.expression, members)
            if (query.average or mean) and value is not None:
                units = (self._days if mean else self._units)(query, source, members, span)
                value = value / units if units else None
            found[group] = value
        return found

    def _is_mean(self, query: MetricQuery, source: Metric) -> bool:
        if source.additivity != "semi":
            return False
        spread = any(one.days > 1 for one in query.windows)
        several = query.grain != "day" if query.grain else spread
        return query.average == "day" or (source.over_time == "average" and not query.closing and several)

    def _days(self, query: MetricQuery, source: Metric, members: list[Row], span: list[Window]) -> int:
        """Return how many days have any row of a stock, of whatever product, in the unit of the members."""
        kept = tuple(one for one in query.filters if self.catalog.dimensions[one.dimension].days)
        splits = tuple(one for one in query.splits if self.catalog.dimensions[one].days)
        days = MetricQuery(query.metrics, splits, query.grain, filters=kept)
        own = self._group(days, source, members[0], 0) if members else ()
        rows = (row for row in self._flat(source) if self._passes(days, source, row, span))
        return len({row["@time"] for row in rows if self._group(days, source, row, 0) == own})

    def _units(self, query: MetricQuery, source: Metric, members: list[Row], span: list[Window]) -> int:
        if query.average in self.catalog.dimensions:
            dimension = self.catalog.dimensions[query.average]
            keys = {row.get(dimension.key or dimension.column) for row in members}
            return len(keys - {None})
        days = any(self.catalog.dimensions[f.dimension].days for f in query.filters)
        days = days or any(self.catalog.dimensions[s].days for s in query.splits)
        if days or not span:
            return len({_bucket(row["@time"], query.average) for row in members})
        count = 0
        for window in span:
            window = window.cut(TODAY)
            days_in = [window.start + dt.timedelta(days=n) for n in range(window.days)]
            count += len({_bucket(day, query.average) for day in days_in})
        return count

    def _group(self, query: MetricQuery, source: Metric, row: Row, number: int) -> Any:
        members = []
        for name in query.splits:
            dimension = self.catalog.dimensions[name]
            if dimension.days:
                day = row["@time"].isoweekday()
                members.append(day if dimension.days == "weekday" else ("weekend" if day >= 6 else "workday"))
                continue
            value = row.get(dimension.column)
            value = NONE if value is None and not dimension.values else value
            members.append((value, row.get(dimension.key)) if dimension.key else value)
        if query.grain and source.time:
            start = _bucket(row["@time"], query.grain)
            members.append(_moved(start, query, number))
        return tuple(members)

    def _passes(self, query: MetricQuery, source: Metric, row: Row, span: list[Window]) -> bool:
        if source.time and span and not any(w.start <= row["@time"] < w.end for w in span):
            return False
        if any(f == "status = 3" and row["orders.status"] != 3 for f in source.filters):
            return False
        for kept in query.filters:
            if kept in query.shared:
                continue
            dimension = self.catalog.dimensions[kept.dimension]
            if dimension.days:
                day = row["@time"].isoweekday()
                value = str(day) if dimension.days == "weekday" else ("weekend" if day >= 6 else "workday")
            else:
                found = row.get(dimension.column)
                value = "" if found is None else str(found)
            if (value in kept.values) == kept.negated:
                return False
        return True

    def _flat(self, source: Metric) -> list[Row]:
        flat = []
        for row in self.data[source.table]:
            whole = {f"{source.table}.{name}": value for name, value in row.items()}
            todo = [(source.table, row)]
            while todo:
                table, at = todo.pop()
                for join in self.catalog._steps.get(table, ()):
                    other = next(
                        (r for r in self.data[join.to_table] if r[join.to_columns[0]] == at[join.columns[0]]),
                        None,
                    )
                    if other is not None:
                        whole |= {f"{join.to_table}.{name}": value for name, value in other.items()}
                        todo.append((join.to_table, other))
            if source.time:
                whole["@time"] = whole[source.time if "." in source.time else f"{source.table}.{source.time}"]
            flat.append(whole)
        return flat

    def _shown(
        self, query: MetricQuery, names: list[str], groups: list[Any], tables: list[Any]
    ) -> list[tuple[Any, ...]]:
        rows = []
        for group in groups:
            figures = [table.get(group, {}) for table in tables]
            counts = {n: 0 if self._counts(n) else None for n in names}
            rows.append((group, [{n: f.get(n, counts[n]) for n in names} for f in figures]))
        if query.share:
            total = sum(f[0][query.metrics[0]] or 0 for _, f in rows)
            shares = {
                group: 100 * f[0][query.metrics[0]] / total
                for group, f in rows
                if total and f[0][query.metrics[0]] is not None
            }
            rows = [(g, f) for g, f in rows if self._named(query, g)]
        for condition in query.conditions:
            rows = [(g, f) for g, f in rows if _holds(f[0][condition.metric], condition)]
            chosen = [at for at, name in enumerate(query.splits) if name in query.chosen]
            rows = [(g, f) for g, f in rows if all(self._has_name(g[at]) for at in chosen)]
        rows = self._ranked(query, rows)
        found = []
        for group, figures in rows:
            shown: list[Any] = [
                self._label(name, member)
                for name, member in zip(
                    [*query.splits, *([query.grain] if query.grain else [])], group, strict=True
                )
            ]
            for name in names:
                shown += [one[name] for one in figures]
                if query.compared:
                    shown.append(_growth(figures[0][name], figures[1][name]))
            if query.share:
                shown.append(shares.get(group))
            if query.running:
                before = [
                    f[0][query.metrics[0]] for g, f in rows if g[:-1] == group[:-1] and g[-1] <= group[-1]
                ]
                shown.append(sum(one for one in before if one is not None))
            found.append(tuple(shown))
        return found

    def _named(self, query: MetricQuery, group: Any) -> bool:
        for kept in query.filters:
            if kept.dimension in query.splits:
                member = group[query.splits.index(kept.dimension)]
                member = member[0] if isinstance(member, tuple) else member
                if (str(member) in kept.values) == kept.negated:
                    return False
        return True

    def _has_name(self, member: Any) -> bool:
        return (member[0] if isinstance(member, tuple) else member) not in (None, NONE)

    def _label(self, name: str, member: Any) -> Any:
        dimension = self.catalog.dimensions.get(name)
        value = member[0] if isinstance(member, tuple) else member
        if dimension is not None and dimension.values:
            return NONE if value is None else dimension.value_label(str(value), "zh")
        return value

    def _ranked(self, query: MetricQuery, rows: list[Any]) -> list[Any]:
        ranking = query.ranking
        if ranking is None or ranking.number is None:
            return rows
        ranked = [at for at, name in enumerate(query.splits) if name not in ranking.within]
        rows = [row for row in rows if all(self._has_name(row[0][at]) for at in ranked)]

        def figure(figures: list[Any]) -> Any:
            if ranking.by == "growth":
                return _growth(figures[0][ranking.metric], figures[1][ranking.metric])
            return figures[0][ranking.metric]

        rows = [(g, f) for g, f in rows if figure(f) is not None]
        kept = []
        for group, figures in rows:
            places = [*query.splits, *([f"{query.grain}_start"] if query.grain else [])]
            same = [
                figure(f)
                for g, f in rows
                if all(g[places.index(name)] == group[places.index(name)] for name in ranking.within)
            ]
            mine = figure(figures)
            better = [one for one in same if (one > mine if ranking.direction == "top" else one < mine)]
            place = len(set(better)) + 1 if ranking.place else len(better) + 1
            if place == ranking.number if ranking.place else place <= ranking.number:
                kept.append((group, figures))
        return kept


def kept_all(oracle: Oracle, source: Metric, span: list[Window]) -> list[Row]:
    """Return all rows of some stretches, whatever else is asked: the last day is the table's own."""
    return [
        row for row in oracle._flat(source) if not span or any(w.start <= row["@time"] < w.end for w in span)
    ]


def _aggregate(expression: str, rows: list[Row]) -> Any:
    inner = expression[expression.index("(") + 1 : -1]
    if expression.startswith("COUNT(DISTINCT"):
        column = inner.removeprefix("DISTINCT ").strip()
        return len({_cell(row, column) for row in rows} - {None})
    if expression.startswith("COUNT"):
        return sum(_cell(row, inner) is not None for row in rows)
    cells = [_cell(row, inner) for row in rows]
    cells = [cell for cell in cells if cell is not None]
    if not cells:
        return None
    return float(sum(cells)) / len(cells) if expression.startswith("AVG") else float(sum(cells))


def _cell(row: Row, expression: str) -> Any:
    if "*" in expression:
        left, right = (part.strip() for part in expression.split("*"))
        return _cell(row, left) * _cell(row, right)
    if "." in expression:
        return row[expression]
    return next(value for name, value in row.items() if name.endswith("." + expression))


def _bucket(day: dt.date, grain: str) -> dt.date:
    if grain == "week":
        return day - dt.timedelta(days=day.weekday())
    if grain in ("", "day"):
        return day if grain else dt.date.min
    month = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}[grain]
    return dt.date(day.year, month, 1)


def _kind_of_day(day: dt.date) -> str:
    return "weekend" if day.isoweekday() >= 6 else "workday"


def _moved(start: dt.date, query: MetricQuery, number: int) -> dt.date:
    """Put a bucket of the earlier stretch where its counterpart of now stands."""
    if not query.compared or number == 0:
        return start
    if query.compared.kind == "last_year":
        if query.grain == "week":
            return start + dt.timedelta(days=364)
        return start.replace(year=start.year + 1)
    steps = {"day": 1, "week": 7}
    if query.grain in steps:
        return start + dt.timedelta(days=steps[query.grain])
    months = {"month": 1, "quarter": 3, "year": 12}[query.grain]
    index = start.year * 12 + start.month - 1 + months
    return dt.date(index // 12, index % 12 + 1, 1)


def _holds(value: Any, condition: Any) -> bool:
    if value is None:
        return False
    number = float(condition.number)
    tests: dict[str, Callable[[float], bool]] = {
        "gt": lambda v: v > number, "ge": lambda v: v >= number,
        "lt": lambda v: v < number, "le": lambda v: v <= number,
    }  # fmt: skip
    return tests[condition.comparer](float(value))


def _growth(now: Any, before: Any) -> Any:
    return 100 * (now - before) / before if now is not None and before else None


def same(expected: Iterable[tuple[Any, ...]], got: Iterable[tuple[Any, ...]]) -> bool:
    """Tell whether two results hold the same rows; figures may differ by what rounding does."""
    left, right = sorted(map(_plain, expected), key=_sorted_by), sorted(map(_plain, got), key=_sorted_by)
    return len(left) == len(right) and all(_equal(a, b) for a, b in zip(left, right, strict=True))


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        cell.isoformat()[:10]
        if isinstance(cell, dt.date)
        else float(cell)
        if isinstance(cell, int | float | Decimal)
        else cell
        for cell in row
    )


def _sorted_by(row: tuple[Any, ...]) -> tuple[str, tuple[float, ...]]:
    return str([c for c in row if not isinstance(c, float)]), tuple(c for c in row if isinstance(c, float))


def _equal(left: tuple[Any, ...], right: tuple[Any, ...]) -> bool:
    return len(left) == len(right) and all(
        abs(a - b) <= 0.051 if isinstance(a, float) and isinstance(b, float) else a == b
        for a, b in zip(left, right, strict=True)
    )


def sqlite_database(data: dict[str, list[Row]]) -> sqlite3.Connection:
    """Return the shop in SQLite's memory."""
    from database.dialects import SQLITE

    connection = sqlite3.connect(":memory:")
    for statement in statements(SQLITE, data):
        connection.execute(statement)
    return connection


def random_query(make: random.Random, catalog: Catalog) -> MetricQuery | None:
    """Return some query over the shop, or None where the parts drawn do not go together."""
    metric = make.choice(list(catalog.metrics))
    every = [name for name in catalog.dimensions if catalog.cuts(metric, name)]
    splits = tuple(make.sample(every, min(len(every), make.choice([0, 0, 1, 1, 1, 2]))))
    timed = any(source.time for source in catalog.sources(metric))
    windows: tuple[Window, ...] = (make.choice(WINDOWS),) if timed and make.random() < 0.9 else ()
    grain: Grain = (
        make.choice(["day", "week", "month", "quarter", "year"]) if timed and make.random() < 0.25 else ""
    )
    compared = None
    if windows and make.random() < 0.25:
        compared = Compared(make.choice(["last_year", "previous"]))
    elif windows and not grain and make.random() < 0.1:
        windows = (
            Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month"),
            Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month"),
        )
    filters = []
    for name in make.sample(every, min(len(every), make.choice([0, 0, 1, 1, 2]))):
        filters.append(
            Filter(name, tuple(make.sample(MEMBERS[name], make.choice([1, 1, 2]))), make.random() < 0.3)
        )
    metrics: tuple[str, ...] = (metric,)
    if make.random() < 0.15:
        other = make.choice(
            [
                m
                for m in catalog.metrics
                if all(catalog.cuts(m, d) for d in [*splits, *(f.dimension for f in filters)])
            ]
        )
        other_timed = any(source.time for source in catalog.sources(other))
        if other != metric and (other_timed or not (grain or windows)):
            metrics = (metric, other)
    source = catalog.metrics[metric]
    whole = source.kind == "simple" and source.additivity == "sum"
    plain = not compared and len(windows) <= 1 and len(metrics) == 1
    average, share, running, ranking = "", False, False, None
    conditions: tuple[Condition, ...] = ()
    draw = make.random()
    if draw < 0.12 and plain and whole and not grain and timed:
        average = make.choice(
            ["day", "month", *[d for d in every if d not in splits and not catalog.dimensions[d].days]]
        )
    elif draw < 0.24 and plain and whole and splits and not grain:
        share = True
    elif draw < 0.3 and plain and whole and grain:
        running = True
    if (
        not running
        and not (share and len(splits) > 1)
        and (splits or grain)
        and make.random() < 0.3
        and len(windows) <= 1
    ):
        within = splits[:-1] if not share and make.random() < 0.5 else ()
        by: RankedBy = "growth" if compared and make.random() < 0.5 else "value"
        ranking = Ranking(
            make.choice(["top", "bottom"]), make.randint(1, 4), metric, by, within, make.random() < 0.2
        )
    elif plain and (splits or grain) and not share and not running and make.random() < 0.2:
        conditions = (
            Condition(metric, make.choice(["gt", "ge", "lt", "le"]), Decimal(make.choice([2, 10, 100, 800]))),
        )
    query = MetricQuery(
        metrics,
        splits,
        grain,
        windows,
        False,
        compared,
        tuple(filters),
        conditions,
        ranking,
        share,
        average,
        running,
    )
    filled = replace(query, filled=True)
    return filled if fillable(filled, catalog) and make.random() < 0.5 else query


WINDOWS = [
    Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month"),
    Window(dt.date(2026, 11, 1), dt.date(2026, 11, 21), "month", 1, True),
    Window(dt.date(2026, 7, 1), dt.date(2026, 10, 1), "quarter"),
    Window(dt.date(2026, 1, 1), dt.date(2026, 11, 21), "year", 1, True),
    Window(dt.date(2026, 10, 21), dt.date(2026, 11, 20), "range"),
    Window(dt.date(2026, 2, 1), dt.date(2026, 8, 1), "range"),
]
MEMBERS = {
    "region": ["North", "South", "East"], "country": ["Germany", "Austria"],
    "city": ["Berlin", "Munich", "Vienna"],
    "level": ["1", "2", "3"], "customer": ["Adler", "Bruno", "Clara", "Ida"],
    "category": ["Tea", "Coffee", "Cups"],
    "product": ["Product A", "Product B", "Product C"], "status": ["1", "2", "3"],
    "weekend": ["weekend", "workday"], "weekday": ["1", "2", "6", "7"],
}  # fmt: skip
