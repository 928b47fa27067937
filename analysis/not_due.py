"""What is owed, told apart: what was due by now and did not come, and what is not due yet."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from sqlglot import exp

from analysis.outcome import Amount, Look, Name, Read, Said, exact
from analysis.why.split import ZERO
from knowledge.definitions.columns import MOMENT
from knowledge.definitions.due import due_day
from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery
from query.plan.engines import date_literal
from understanding.metric.counted import conditions_of
from understanding.metric.desk import MetricDesk
from understanding.metric.states_now import are_as_now

_LATE, _AHEAD = "analysis_overdue", "analysis_not_due"
_LOOK = "not_due"
_MOST_NAMED = 5


def not_due_look(query: MetricQuery, desk: MetricDesk, name: str = _LOOK) -> Look | None:
    """Return the look at how much of what is owed was due by now; None of what is not owed, or has no day.

    A definition that keeps to what is due, or to what is not, tells it already.
    """
    other = query.grain or query.compared or query.share or query.average or query.running or query.counted
    if other or len(query.metrics) != 1 or len(query.splits) > 1 or len(query.windows) > 1:
        return None
    catalog = _told_apart(query.metrics[0], desk)
    if catalog is None:
        return None
    label = Said("not_due.label", {"metric": Name(query.metrics[0])})
    apart = replace(query, metrics=(_LATE, _AHEAD), ranking=None, conditions=(), others=False)
    return Look(name, apart, label, catalog=catalog)


def _told_apart(name: str, desk: MetricDesk) -> Catalog | None:
    """Return the definitions with what is overdue of a figure, and what is not due yet, beside it."""
    catalog = desk.catalog
    if name not in catalog.metrics:
        return None  # worked out from the tables, and nobody's to owe
    sources = catalog.sources(name)
    due = _due_of(name, desk)
    if not due or not desk.allowed(due) or not all(_reaches(one, due, catalog) for one in sources):
        return None
    if any(one.endswith(due.rpartition(".")[2]) for source in sources for one in _taken(source, desk)):
        return None
    made = [
        *_kept(name, _LATE, due, exp.LT, desk),
        *_kept(name, _AHEAD, due, exp.GTE, desk),
    ]
    return catalog.beside(*made)


def _due_of(name: str, desk: MetricDesk) -> str:
    """Return the day, table.column, by which the rows of what is owed are due; nothing of any other figure.

    Owed is what has no day of its end yet, or is in a state not done yet, and what is left of a sum when what
    came in of it is taken off.
    """
    catalog, metric = desk.catalog, desk.catalog.metrics[name]
    sources = catalog.sources(name)
    if any(one.until or one.additivity not in ("sum", "distinct") for one in sources):
        return ""
    plain = all(catalog.metrics[one].kind == "simple" for one in metric.parts)
    taken_off = metric.kind == "difference" and plain and not any(one.time for one in sources)
    open_ = metric.kind == "simple" and (
        are_as_now(MetricQuery((name,)), catalog)
        or any(_has_no_day(one, metric, desk) for one in conditions_of(metric, desk.answers.dialect))
    )
    table = catalog.schema.table(catalog.full(sources[0].table)) if taken_off or open_ else None
    day = due_day(table)
    return f"{table.full_name}.{day}" if table is not None and day else ""


def _has_no_day(condition: exp.Expr, metric: Metric, desk: MetricDesk) -> bool:
    """Tell a condition that a row has no day yet, on which it ended."""
    if not isinstance(condition, exp.Is) or not isinstance(condition.expression, exp.Null):
        return False
    column = desk.catalog.schema.column(desk.catalog.column_of(metric, condition.this.name))
    return column is not None and MOMENT.search(column.type) is not None


def _taken(source: Metric, desk: MetricDesk) -> Iterator[str]:
    """Yield the columns that a definition keeps rows by."""
    for one in conditions_of(source, desk.answers.dialect):
        yield from (column.name for column in one.find_all(exp.Column))


def _reaches(source: Metric, due: str, catalog: Catalog) -> bool:
    table = due.rpartition(".")[0]
    return catalog.full(source.table) == table or catalog.path(source.table, table) is not None


def _kept(
    name: str, called: str, due: str, compare: type[exp.LT | exp.GTE], desk: MetricDesk
) -> Iterator[Metric]:
    """Yield a figure over rows that are due before today, or from then on, with what it is made of."""
    metric, dialect = desk.catalog.metrics[name], desk.answers.dialect
    table, _, day = due.rpartition(".")
    own = exp.column(day, table=table.rpartition(".")[2])
    test = compare(this=own, expression=date_literal(desk.today, dialect))
    kept = test.sql(dialect=dialect.sqlglot_name)
    parts = [desk.catalog.metrics[one] for one in metric.parts]
    for part in parts:
        yield replace(part, name=f"{called}_{part.name}", filters=(*part.filters, kept), show=())
    own_filters = (*metric.filters, kept) if metric.kind == "simple" else ()
    named = tuple(f"{called}_{one.name}" for one in parts)
    yield replace(metric, name=called, parts=named, filters=own_filters, show=())


def sums_of(one: Read) -> tuple[Decimal, Decimal]:
    """Return what is overdue and what is not due yet, of all members."""
    late, ahead = (sum((exact(row[at]) or ZERO for row in one.result.rows), ZERO) for at in (-2, -1))
    return late, ahead


def not_due_told(query: MetricQuery, read: Mapping[str, Read], desk: MetricDesk) -> Said | None:
    """Return how much of what is owed is overdue and how much not due yet; None where all of it is due."""
    one = read.get(_LOOK)
    if one is None or one.result.truncated:
        return None
    name, (late, ahead) = query.metrics[0], sums_of(one)
    if ahead <= 0 or late < 0:
        return None
    params = {"metric": Name(name), "late": Amount(late, name), "ahead": Amount(ahead, name)}
    if not late:
        return Said("not_due.none", params)
    if not query.splits:
        return Said("not_due.apart", params)
    rows = ((str(row[0]), exact(row[-2]) or ZERO) for row in one.result.rows)
    held = sorted((row for row in rows if row[1] > 0), key=lambda row: (-row[1], row[0]))
    most = tuple(
        Said("not_due.member", {"name": member, "late": Amount(value, name)})
        for member, value in held[:_MOST_NAMED]
    )
    code = "ranked" if query.ranking is not None else "members"
    return Said(f"not_due.{code}", {**params, "list": most})
