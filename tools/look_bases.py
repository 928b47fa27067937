"""On which basis the figures of a look are: of all there is, without some, of any time, plain means."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from agent.context import Context
from answers.figures import IN_PERCENT
from answers.scopes import WITHOUT, Basis
from database.asked_days import timing_of
from database.dialects import Dialect
from database.result import QueryResult
from knowledge.metrics import Catalog
from language.calendar import days
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.vocabulary import metric_words

_AND = re.compile(r"[和与及]|\band\b", re.IGNORECASE)
_PERIODS = frozenset({"YEAR", "QUARTER", "MONTH", "WEEK", "DAY"})
_A_DAY = re.compile(r"\d{4}-\d\d|current_|now\(|interval", re.IGNORECASE)


def bases_of_query(query: MetricQuery, result: QueryResult, desk: MetricDesk) -> Mapping[int, Basis]:
    """Return the basis of the columns of metrics that were read, where it is not all of a time."""
    if _leaves_out(query, desk):
        return _all(result, "without")
    events = all(
        one.time and one.additivity == "sum" for name in query.metrics for one in desk.catalog.sources(name)
    )
    return _all(result, "ever") if events and not (query.windows or query.grain) else {}


def bases_of_statement(
    label: str, sql: str, result: QueryResult, catalog: Catalog, dialect: Dialect
) -> Mapping[int, Basis]:
    """Return the basis of the columns of a model's statement: what it says, what limits it, how it counts."""
    said = said_apart(label, result)
    with suppress(SqlglotError):
        tree = parse_one(sql, dialect=dialect.sqlglot_name)
        if said and not _is_of_none(tree):
            return dict.fromkeys(said, "without")
        if not _A_DAY.search(sql) and _is_of_any_time(tree, catalog):
            return _all(result, "ever")
        return dict.fromkeys(_plain_means(tree, result), "mean")
    return {}


def runs_beside_goals(sql: str, result: QueryResult, context: Context) -> bool:
    """Tell figures of a time that is not over beside the targets of all of it, by what the headings name."""
    goals = tuple(map(str, metric_words()["goals"]))
    numeric = [one.name.lower() for one in result.columns if one.type in ("number", "integer")]
    named = [any(goal in name for goal in goals) for name in numeric]
    if all(named) or not any(named):
        return False
    month, database = context.today.replace(day=1), context.database
    asked = timing_of(sql, database.dialect, database.schema).asked
    return any((one.end or (one.start and one.start + days(1)) or month) > month for one in asked)


def _leaves_out(query: MetricQuery, desk: MetricDesk) -> bool:
    """Tell figures that are without some: a row of one that is not left out is what it is in the whole."""
    out = {one.dimension for one in query.filters if one.negated}
    lines = [line for line in desk.catalog.hierarchies if out & {*line}]
    finer = {name for line in lines for at, name in enumerate(line) if out & {*line[: at + 1]}}
    return bool(out) and not {*query.splits} & (out | finer)


def said_apart(label: str, result: QueryResult) -> frozenset[int]:
    """Return the columns of a model's statement that it says are without some, or all for its label.

    A label of two things, of which the second is without some, does not say which column is which.
    """
    said = frozenset(at for at, one in enumerate(result.columns) if WITHOUT.search(one.name))
    word = WITHOUT.search(label)
    whole = word is not None and not _AND.search(label[: word.start()])
    return said or frozenset(range(len(result.columns)) if whole else ())


def _is_of_none(tree: exp.Expr) -> bool:
    """Tell a statement that keeps what has none of something: days without sessions leave nobody out."""
    kept = (*tree.find_all(exp.EQ), *tree.find_all(exp.Is))
    return any(one.expression.sql() in ("0", "NULL") and not isinstance(one.parent, exp.Not) for one in kept)


def _is_of_any_time(tree: exp.Expr, catalog: Catalog) -> bool:
    """Tell a statement that counts events and names no time of theirs but the first and the last."""
    read = {one.name for one in tree.find_all(exp.Table)}
    simple = [one for one in catalog.metrics.values() if one.table in read]
    things = {one.table for one in simple if not one.time}  # what is there now has no time
    times = {one.time.rpartition(".")[2] for one in simple if one.time and one.table not in things}
    if not tree.find(exp.AggFunc):
        return False
    if any(_is_of_a_period(one) and not one.find_ancestor(exp.Min, exp.Max) for one in tree.walk()):
        return False  # by the quarter of any day of theirs: each figure is of its quarter
    named = (one for one in tree.find_all(exp.Column) if not one.find_ancestor(exp.Min, exp.Max))
    return bool(times) and not times & {one.name for one in named}


def _is_of_a_period(node: exp.Expr) -> bool:
    """Tell what puts days into periods: their quarter, their month in words; hours of a day are of any."""
    if isinstance(node, exp.TimeToStr):
        return True
    unit = node.this if isinstance(node, exp.Extract) else node.args.get("unit")
    return isinstance(node, exp.Extract | exp.TimestampTrunc | exp.DateTrunc) and (
        isinstance(unit, exp.Expression) and unit.name.upper() in _PERIODS
    )


def _plain_means(tree: exp.Expr, result: QueryResult) -> Sequence[int]:
    """Return the columns that are means of rows, or sums by how many there are; a percentage is a rate."""
    shown = tree.selects if isinstance(tree, exp.Query) else []
    return [
        at
        for at, (one, column) in enumerate(zip(shown, result.columns, strict=False))
        if (one.find(exp.Avg) or (one.find(exp.Div) and one.find(exp.Count)))
        and not IN_PERCENT.search(column.name)
    ]


def _all(result: QueryResult, basis: Basis) -> Mapping[int, Basis]:
    return dict.fromkeys(range(len(result.columns)), basis)
