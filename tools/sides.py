"""One of two sources asked together, a part of it read whole, and the names that stand in its columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from agent.context import Context
from analysis.together.matching import Names
from config.wording import Language
from database.result import QueryResult
from errors import InputError
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import Allowed
from query.metric_query import MetricQuery
from query.plan.compose import compose
from tools.further import read_further
from understanding.metric.answers import MetricAnswers

MOST_COLUMNS = 12  # of a source, looked through for names
_KEYS = ("VARCHAR", "TEXT", "CHAR", "INT", "BIGINT", "SMALLINT", "HUGEINT")
_KEY = "joined_key_"


@dataclass(frozen=True)
class Source:
    """One of two sources: what a part is read with there, and what it is called."""

    context: Context
    title: str


@dataclass(frozen=True)
class Side(Source):
    """One of two sources whose figures are defined."""

    answers: MetricAnswers
    catalog: Catalog
    allowed: Allowed
    is_file: bool

    @property
    def language(self) -> Language:
        """Return the language the question is answered in."""
        return self.context.language

    def composed(self, query: MetricQuery, catalog: Catalog | None = None) -> str:
        """Return the statement of a query over its definitions."""
        dialect = self.context.database.dialect
        return compose(query, catalog or self.catalog, dialect, self.language, self.context.today)

    def shows(self, column: str) -> bool:
        """Tell whether a column, table.column, is open to the person."""
        return self.allowed(self.catalog.full_column(column).lower())


async def read_part(sql: str, side: Source, purpose: str) -> QueryResult:
    """Read a part whole; raise InputError where a cap cuts it: what is left would be taken for all."""
    most = side.context.settings.analysis_statements
    _, result = await read_further(sql, side.context, purpose, most=most)
    if result.truncated:
        raise InputError("part_too_large", phase=purpose, source=side.title, most=f"{result.row_count:,}")
    return result


def metric_of(side: Side, name: str) -> Metric:
    return side.catalog.metrics[name]


async def members_of(side: Side, dimension: Dimension) -> tuple[str, QueryResult] | None:
    """Return every name a cut has, also those without figures; None where its column tells none."""
    if not dimension.column or dimension.also or not side.shows(dimension.column) or dimension.values:
        return None
    try:
        return await listed(side, dimension, "together_members")
    except InputError:
        return None  # too many to be read whole: those with figures must do


def in_each_language(cut: Dimension) -> list[Dimension]:
    """Return a cut by each of the columns that hold its names: a database may have them in two languages."""
    columns = dict.fromkeys(one for one in (*cut.columns, cut.column_en) if one)
    return [replace(cut, column=one, also=(), column_en="") for one in columns] or [cut]


async def listed(side: Side, dimension: Dimension, purpose: str) -> tuple[str, QueryResult]:
    """Return the names in a column, each once."""
    table, _, column = side.catalog.full_column(dimension.column).rpartition(".")
    name = exp.column(column, quoted=True)
    asked = exp.select(name.as_(dimension.label(side.language), quoted=True)).distinct()
    sql = (
        asked.from_(_table(table))
        .where(name.is_(exp.null()).not_())
        .sql(side.context.database.dialect.sqlglot_name)
    )
    return sql, await read_part(sql, side, purpose)


async def names_of(measures: Sequence[str], side: Side) -> list[Names]:
    """Return the columns of the other source that may hold names, each with its names and commonest count."""
    found = []
    for dimension in _named_columns(measures, side)[:MOST_COLUMNS]:
        table, _, column = side.catalog.full_column(dimension.column).rpartition(".")
        name = exp.column(column, quoted=True)
        counted = exp.select(name.as_("name"), exp.func("count", exp.Star()).as_("n")).from_(_table(table))
        sql = counted.where(name.is_(exp.null()).not_()).group_by(name).order_by("2 DESC")
        try:
            rows = await read_part(
                sql.sql(side.context.database.dialect.sqlglot_name), side, "together_columns"
            )
        except InputError:
            continue  # more names than a part may have: no list of them can be joined
        most = int(rows.rows[0][1]) if rows.rows else 0
        found.append(Names(dimension, tuple(str(row[0]) for row in rows.rows), most))
    return found


def _named_columns(measures: Sequence[str], side: Side) -> list[Dimension]:
    """Return the other's dimensions, and of a file every column of text or whole numbers."""
    catalog = side.catalog
    tables = {catalog.full(metric_of(side, name).table) for name in measures}
    cuts = [
        one
        for one in catalog.dimensions.values()
        if one.column and not one.values and all(catalog.cuts(m, one.name) for m in measures)
    ]
    own = [one for cut in cuts for one in in_each_language(cut) if side.shows(one.column)]
    taken = {catalog.full_column(one.column).lower() for one in own}
    if not side.is_file:
        return own
    for table in side.context.database.schema.tables:
        if measures and table.full_name not in tables:
            continue
        for column in table.columns:
            full = f"{table.full_name}.{column.name}"
            if full.lower() in taken or not column.type.upper().startswith(_KEYS):
                continue
            said = column.comment or column.name
            own.append(Dimension(f"{_KEY}{len(own)}", said, said, (column.name,), column=full))
    return own


def _table(full: str) -> exp.Table:
    schema, _, name = full.rpartition(".")
    return exp.table_(name, db=schema or None, quoted=True)
