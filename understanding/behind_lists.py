"""A message behind a list of rows: a figure it asks for is of those listed, by what these were listed by."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from config.wording import language_of
from database.trees import tree_of
from knowledge.metrics import Dimension
from knowledge.sight import open_columns
from query.metric_query import Filter, MetricQuery, Window
from understanding.asked import Asked
from understanding.held import Understanding
from understanding.metric.answers import MetricAnswers
from understanding.metric.known import Known
from understanding.readings import MetricHit, MetricReading
from understanding.rows.frame import Condition, RowsQuery


@dataclass(frozen=True)
class Narrowed:
    """A list that keeps some rows of a table; `count` is their number, which is asked for by `asked`.

    There is none where figures cannot say which rows were listed.
    """

    table: str
    count: MetricQuery | None = None
    asked: str = ""


def narrowed_list(asked: Asked, known: Understanding) -> Narrowed | None:
    """Return the list that a message stands behind, where only some rows were listed."""
    if asked.previous is None or asked.previous_declined or not _is_list(asked.previous_sql, known):
        return None
    allowed, today = open_columns(asked.rights), asked.today
    told = known.metrics.reader.read(asked.previous, today, allowed)
    listed = known.rows.read(asked.previous, today, allowed).query
    query = told.query if isinstance(told, MetricReading) and _is_plain(told) else None
    if listed is not None and (query is None or not is_of_the_rows(query, listed.table, known)):
        query = as_count(listed, known.metrics.reader.known)
    narrows = listed.conditions or listed.first if listed else query and (query.filters or query.windows)
    if not narrows:
        return None
    worded = known.metrics.worded(query, language_of(asked.question), today, allowed) if query else None
    table = listed.table if listed else _table_of(query, known)
    return Narrowed(table, query, worded) if worded else Narrowed(table)


def of_those_listed(
    asked: Asked, listed: Narrowed, known: Understanding
) -> tuple[MetricHit | None, MetricReading | None]:
    """Return a figure a message asks for, of the rows listed, and as it is by itself; each may be nothing."""
    allowed, today, answers = open_columns(asked.rights), asked.today, known.metrics
    alone = answers.reader.read(asked.question, today, allowed)
    if isinstance(alone, MetricReading) and not alone.figure_assumed:
        return _kept_to(alone, asked, listed, answers), alone
    found = answers.answer(asked.question, today, allowed, listed.asked, points_back=True)
    return (found if listed.asked and isinstance(found, MetricHit) else None), None


def _kept_to(
    alone: MetricReading, asked: Asked, listed: Narrowed, answers: MetricAnswers
) -> MetricHit | None:
    """Return a figure of the rows listed alone, where it can be kept to all that these were listed by."""
    count, query, today, allowed = listed.count, alone.query, asked.today, open_columns(asked.rights)
    if count is None or alone.unread or alone.guessed or query.compared or len(query.metrics) > 1:
        return None
    own = {one.dimension for one in query.filters}
    added = [one for one in count.filters if one.dimension not in own]
    windows = query.windows or count.windows
    timed = all(one.time for name in query.metrics for one in answers.catalog.sources(name))
    cut = all(answers.catalog.cuts(name, one.dimension) for name in query.figures for one in added)
    if not cut or (windows and not timed):
        return None
    kept = replace(query, filters=(*query.filters, *added), windows=windows, period_assumed=False)
    worded = answers.worded(kept, alone.language, today, allowed)
    hit = answers.hit(kept, worded, alone.language, today) if worded else None
    return replace(hit, message=asked.question) if hit is not None else None


def is_of_the_rows(query: MetricQuery, table: str, known: Understanding) -> bool:
    """Tell whether a figure is computed of the rows of a table alone."""
    catalog = known.metrics.catalog
    return all(catalog.full(one.table) == table for name in query.figures for one in catalog.sources(name))


def as_count(rows: RowsQuery, known: Known) -> MetricQuery | None:
    """Return the number of the rows of a list, or None where figures cannot say which rows these are."""
    metric, catalog = _count_of(rows, known), known.catalog
    if metric is None or rows.first is not None or rows.figure is not None:
        return None
    source = catalog.metrics[metric]
    day = catalog.column_of(source, source.time) if source.time else ""
    filters: list[Filter] = []
    windows: list[Window] = []
    for one in rows.conditions:
        if one.op == "within" and one.column == day and all(isinstance(at, dt.date) for at in one.values):
            windows.append(Window(*one.values))  # type: ignore[arg-type]
        elif (kept := _filter_of(one, metric, known)) is not None:
            filters.append(kept)
        else:
            return None
    same = len({one.dimension for one in filters}) < len(filters) or len(windows) > 1
    return None if same else MetricQuery((metric,), windows=tuple(windows), filters=tuple(filters))


def _is_plain(told: MetricReading) -> bool:
    """Tell a reading of every word as one figure of some rows, by which nothing is split nor chosen."""
    query = told.query
    whole = not (told.figure_assumed or told.unread or told.guessed)
    return whole and query.key == MetricQuery(query.metrics, windows=query.windows, filters=query.filters).key


def _count_of(rows: RowsQuery, known: Known) -> str | None:
    """Return the one figure that counts just the rows of a table, or those the list was of."""
    catalog = known.catalog
    counts = [one for one in catalog.metrics.values() if one.counts_rows]
    own = [one for one in counts if catalog.full(one.table) == rows.table and not one.until]
    found = [one.name for one in own if (one.name == rows.defined if rows.defined else not one.filters)]
    return found[0] if len(found) == 1 else None


def _filter_of(one: Condition, metric: str, known: Known) -> Filter | None:
    """Return what a condition keeps to as members of the one dimension of its column."""
    if one.op not in ("is", "is_not"):
        return None
    found = [name for name in _dimensions(one, known) if known.catalog.cuts(metric, name)]
    if len(found) != 1:
        return None
    values = [known.canonicals(found[0], str(value)) for value in one.values]
    if any(len(names) != 1 for names in values):
        return None
    return Filter(found[0], tuple(names[0] for names in values), one.op == "is_not")


def _dimensions(one: Condition, known: Known) -> Iterator[str]:
    column = (one.named or one.column).lower()
    for dimension in known.catalog.dimensions.values():
        if column in _columns(dimension, known):
            yield dimension.name


def _columns(dimension: Dimension, known: Known) -> list[str]:
    named = [one for one in (*dimension.columns, dimension.column_en) if one]
    return [known.catalog.full_column(one).lower() for one in named]


def _table_of(query: MetricQuery | None, known: Understanding) -> str:
    catalog = known.metrics.catalog
    return catalog.full(catalog.sources(query.metrics[0])[0].table) if query is not None else ""


def _is_list(sql: str, known: Understanding) -> bool:
    """Tell a statement that shows rows as they are from one that computes."""
    try:
        tree = tree_of(sql, known.metrics.dialect) if sql else None
    except SqlglotError:
        return False
    return tree is not None and tree.find(exp.AggFunc, exp.Group, exp.Window) is None
