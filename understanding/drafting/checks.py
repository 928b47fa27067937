"""Whether definitions hold: tables and columns are there, aggregates aggregate, names do not clash."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from database.dialects import Dialect
from database.sensitive import has_star
from knowledge.definitions.columns import MOMENT, WHOLE
from knowledge.definitions.files import join_from
from knowledge.definitions.roles import with_roles
from knowledge.definitions.written_days import FORMATS
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog, DayKind, Dimension, Metric
from knowledge.values import TEXT_TYPE
from language.units import written_of

SPOKEN = ("metric_name_clash", "metric_verb_clash")  # of words alone: the figure can still be computed
OPEN_TIME = "?"  # what a draft writes where a person has to say which column tells when


@dataclass(frozen=True)
class Problem:
    """What is wrong with one definition; the sentence stands in texts under `errors.<code>`."""

    name: str
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "metric"  # or dimension: the two may have one name


def problems(catalog: Catalog, dialect: Dialect) -> list[Problem]:
    """Return everything wrong with a catalog, in the order of its definitions."""
    found = [problem for metric in catalog.metrics.values() for problem in _metric(catalog, metric, dialect)]
    found += [
        replace(problem, kind="dimension")
        for one in catalog.dimensions.values()
        for problem in _dimension(catalog, one)
    ]
    return [*found, *clashes(catalog), *verb_clashes(catalog)]


def sound(catalog: Catalog, dialect: Dialect) -> Catalog:
    """Return the catalog without definitions that cannot be composed, nor what is made of them."""
    bad = {one.name for one in problems(catalog, dialect) if one.code not in SPOKEN}
    metrics = {name: one for name, one in catalog.metrics.items() if name not in bad}
    while True:
        left = {n: m for n, m in metrics.items() if all(part in metrics for part in m.parts)}
        if len(left) == len(metrics):
            break
        metrics = left
    metrics = {n: replace(m, show=tuple(s for s in m.show if s in metrics)) for n, m in metrics.items()}
    dimensions = {name: one for name, one in catalog.dimensions.items() if name not in bad}
    return replace(catalog, metrics=metrics, dimensions=dimensions)


def clashes(catalog: Catalog) -> Iterator[Problem]:
    """Yield metrics that are written alike: a question with them has to be asked back."""
    called: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for metric in catalog.metrics.values():
        for wording in metric.wordings:
            if metric.name not in called[written_of(wording)]:
                called[written_of(wording)].append(metric.name)
    for key, names in called.items():
        for name in names[1:] if key else ():
            yield Problem(name, "metric_name_clash", {"wording": " ".join(key), "other": names[0]})


def verb_clashes(catalog: Catalog) -> Iterator[Problem]:
    """Yield verbs that are a name of another metric, which then would be asked for by it."""
    named: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for metric in catalog.metrics.values():
        for wording in metric.wordings:
            named[written_of(wording)].add(metric.name)
    owners: list[tuple[Metric | Dimension, str]] = [(one, "metric") for one in catalog.metrics.values()]
    owners += [(one, "dimension") for one in catalog.dimensions.values()]
    for owner, kind in owners:
        own = {owner.name} if kind == "metric" else set()
        for verb in owner.verbs:
            for other in sorted(named[written_of(verb)])[:1] if not named[written_of(verb)] & own else ():
                params = {"name": owner.name, "verb": verb, "other": other}
                yield Problem(owner.name, "metric_verb_clash", params, kind)


def way_problems(item: KnowledgeItem, catalog: Catalog) -> Iterator[Problem]:
    """Yield what is wrong with a hierarchy or a join, which have no name: what they speak of is not there."""
    if item.payload.get("type") == "hierarchy":
        for level in item.payload["levels"]:
            if level not in catalog.dimensions:
                yield Problem("", "metric_part_unknown", {"name": item.title, "part": level})
    elif item.payload.get("type") == "scorecard":
        for name in item.payload["metrics"]:
            if name not in catalog.metrics:
                yield Problem("", "metric_part_unknown", {"name": item.title, "part": name})
    elif item.payload.get("type") == "join":
        join = join_from(item.payload)
        for table, column in ((join.table, join.columns[0]), (join.to_table, join.to_columns[0])):
            found = catalog.schema.table(table)
            if found is None or found.column(column) is None:
                params = {"name": item.title, "column": f"{table}.{column}"}
                yield Problem("", "metric_column_unknown", params)


def _metric(catalog: Catalog, metric: Metric, dialect: Dialect) -> Iterator[Problem]:
    for part in (*metric.parts, *metric.show):
        if part not in catalog.metrics or part == metric.name:
            yield Problem(metric.name, "metric_part_unknown", {"name": metric.name, "part": part})
    unknown = {*metric.not_by} - {*catalog.dimensions, *get_args(DayKind)}
    roles = with_roles(catalog).dimensions if unknown else {}
    for one in metric.not_by:
        if one in unknown and one not in roles:  # misspelt it would keep nothing off
            yield Problem(metric.name, "metric_not_by_unknown", {"name": metric.name, "dimension": one})
    if metric.kind != "simple":
        return
    if catalog.schema.table(metric.table) is None:
        yield Problem(metric.name, "metric_table_unknown", {"name": metric.name, "table": metric.table})
        if catalog.schema.tables:
            return  # else nothing is known of any table, and the words alone are judged
    if metric.time == OPEN_TIME:
        yield Problem(metric.name, "metric_time_open", {"name": metric.name})
    elif metric.time and not _reached(catalog, metric.table, metric.time):
        yield Problem(metric.name, "metric_column_unknown", {"name": metric.name, "column": metric.time})
    elif metric.time:
        yield from _days_written(catalog, metric, dialect)
    if metric.until:
        yield from _until(catalog, metric, dialect)
    for text in (metric.expression, *metric.filters):
        yield from _expression(catalog, metric, text, dialect, aggregated=text is metric.expression)


def _until(catalog: Catalog, metric: Metric, dialect: Dialect) -> Iterator[Problem]:
    """Yield a column that is to end rows and is not there, or on PostgreSQL holds no days."""
    column = catalog.schema.column(catalog.column_of(metric, metric.until))
    if column is None:
        yield Problem(metric.name, "metric_column_unknown", {"name": metric.name, "column": metric.until})
    elif dialect.name == "postgres" and not MOMENT.search(column.type):
        params = {"name": metric.name, "column": metric.until, "type": column.type}
        yield Problem(metric.name, "metric_until_no_day", params)


def _days_written(catalog: Catalog, metric: Metric, dialect: Dialect) -> Iterator[Problem]:
    """Yield a time column of days that says a format, or a text or number on PostgreSQL that says none.

    Other engines compare a text with a day by themselves; what they cannot is seen when it is planned.
    """
    column = catalog.schema.column(catalog.column_of(metric, metric.time))
    if column is None:
        return
    is_moment = bool(MOMENT.search(column.type))
    untyped = dialect.name == "postgres" and bool(TEXT_TYPE.search(column.type) or WHOLE.search(column.type))
    params = {"name": metric.name, "column": metric.time, "type": column.type, "formats": ", ".join(FORMATS)}
    if metric.time_format and is_moment:
        yield Problem(metric.name, "metric_time_of_days", params)
    elif not metric.time_format and untyped and not is_moment:
        yield Problem(metric.name, "metric_time_unwritten", params)


def _expression(
    catalog: Catalog, metric: Metric, text: str, dialect: Dialect, *, aggregated: bool
) -> Iterator[Problem]:
    try:
        tree = parse_one(text, dialect=dialect.sqlglot_name)
    except SqlglotError:
        yield Problem(metric.name, "metric_expression_unreadable", {"name": metric.name, "expression": text})
        return
    if tree.find(exp.Query):
        yield Problem(metric.name, "metric_expression_query", {"name": metric.name, "expression": text})
    elif has_star(tree) or (aggregated != bool(tree.find(exp.AggFunc))):
        yield Problem(metric.name, "metric_expression_shape", {"name": metric.name, "expression": text})
    for column in tree.find_all(exp.Column):
        named = ".".join(part.name for part in column.parts)
        if not _reached(catalog, metric.table, named):
            yield Problem(metric.name, "metric_column_unknown", {"name": metric.name, "column": named})


def _reached(catalog: Catalog, table: str, column: str) -> bool:
    """Tell whether a column is there and each row of the table has at most one of it."""
    owner, _, name = column.rpartition(".")
    found = catalog.schema.table(owner or table)
    if found is None or found.column(name) is None:
        return False
    return catalog.path(table, found.full_name) is not None


def _unlike(catalog: Catalog, dimension: Dimension) -> Iterator[Problem]:
    """Yield a column that holds another sort of values than the first: numbers beside texts."""
    known = {one: catalog.schema.column(one) for one in dimension.columns}
    sorts = {one: bool(TEXT_TYPE.search(column.type)) for one, column in known.items() if column}
    first = next(iter(sorts), "")
    for one, is_text in sorts.items():
        if is_text != sorts[first]:
            params = {"name": dimension.name, "column": one, "first": first}
            yield Problem(dimension.name, "metric_columns_unlike", params)


def _dimension(catalog: Catalog, dimension: Dimension) -> Iterator[Problem]:
    if dimension.days:
        return
    if dimension.measured_by and dimension.measured_by not in catalog.metrics:
        params = {"name": dimension.name, "part": dimension.measured_by}
        yield Problem(dimension.name, "metric_part_unknown", params)
    columns = [*dimension.columns, dimension.column_en, dimension.key, *dimension.along.values()]
    if dimension.by and not any(catalog.played_by(dimension)):  # no row leads there by it
        columns.append(dimension.by)
    for column in filter(None, columns):
        if catalog.schema.column(column) is None:
            params = {"name": dimension.name, "column": column}
            yield Problem(dimension.name, "metric_column_unknown", params)
    yield from _unlike(catalog, dimension)
    if dimension.on_time:
        table = catalog.schema.table(dimension.table)
        keys = [key for key in (table.primary_key if table else ()) if key not in dimension.along]
        if len(keys) != 1:  # more rows a day would count a figure more than once
            yield Problem(
                dimension.name, "metric_not_one_a_day", {"name": dimension.name, "table": dimension.table}
            )
