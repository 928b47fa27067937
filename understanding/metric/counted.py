"""Counts of the rows a figure is of, in the place of the figure, and how what they hold is called."""

import datetime as dt
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from database.dialects import Dialect
from errors import WenshuError
from knowledge.codes import codes_in, label_in
from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery
from query.plan.compose import compose
from understanding.metric.ranges import Run

_log = logging.getLogger(__name__)
ROWS = "rows"


def counting(metric: Metric) -> Metric:
    """Return the count of a figure's rows."""
    return replace(
        metric, name=ROWS, zh=ROWS, en=ROWS, synonyms=(), expression="COUNT(*)",
        unit_zh="", unit_en="", additivity="sum", states={}, show=(), counts="", scale=1,
    )  # fmt: skip


async def read_of(
    metric: Metric, query: MetricQuery, catalog: Catalog, run: Run, dialect: Dialect, today: dt.date
) -> Sequence[Sequence[Any]]:
    """Return the rows of what is counted for a figure; none where it fails."""
    try:
        return await run(compose(query, catalog, dialect, "en", today, exact=True))
    except (WenshuError, SqlglotError, KeyError, ValueError) as error:
        _log.info("no_tally_read", extra={"metric": metric.name, "cause": repr(error)})
        return ()


def conditions_of(metric: Metric, dialect: Dialect) -> list[exp.Expr]:
    """Return what a figure's rows have to meet, one by one; none where not all is understood."""
    try:
        read = [parse_one(text, dialect=dialect.sqlglot_name).unnest() for text in metric.filters]
    except SqlglotError:
        return []
    return [part for one in read for part in parts_of(one)]


def parts_of(one: exp.Expr) -> list[exp.Expr]:
    """Return what has to hold of a row, one by one."""
    return [*one.flatten()] if isinstance(one, exp.And) else [one]


def called(full: str, catalog: Catalog) -> tuple[str, str]:
    """Return what a column is called, in both languages."""
    dimension = catalog.dimension_of(*full.rsplit(".", 1))
    if dimension is not None:
        return dimension.label("zh"), dimension.label("en")
    column, plain = catalog.schema.column(full), full.rpartition(".")[2]
    return (head_of(column.comment) if column else "") or plain, plain.replace("_", " ")


def labels_of(full: str, catalog: Catalog) -> Mapping[str, tuple[str, str]]:
    """Return what the codes of a column are called, in both languages."""
    dimension = catalog.dimension_of(*full.rsplit(".", 1))
    codes = dimension.values if dimension is not None else {}
    labels = {code: (names[0], names[min(1, len(names) - 1)]) for code, names in codes.items() if names}
    if not labels and (stored := catalog.schema.column(full)) is not None:
        told = codes_in(stored.comment)
        labels = {code: (label_in([name], "zh"), label_in([name], "en")) for code, name in told}
    return labels


def is_of_state(one: exp.Expr) -> bool:
    """Tell a condition that a column is, or is none, of some values, or that it is filled at all."""
    bare = one.this if isinstance(one, exp.Not) else one
    if isinstance(bare, exp.Is):
        filled = isinstance(one, exp.Not) or bool(bare.args.get("negate"))
        return filled and isinstance(bare.expression, exp.Null) and isinstance(bare.this, exp.Column)
    if isinstance(bare, exp.In):
        sides = [bare.this, *bare.expressions]
    elif isinstance(bare, exp.EQ | exp.NEQ):
        sides = [bare.this, bare.expression]
    else:
        return False
    columns = [side for side in sides if isinstance(side, exp.Column)]
    return len(columns) == 1 and all(
        isinstance(side, exp.Column | exp.Literal | exp.Boolean) for side in sides
    )
