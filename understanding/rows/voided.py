"""Rows that do not count: of what is still open, those left out that the table's taught sums leave out."""

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from knowledge.metrics import Metric
from understanding.rows.frame import Condition, Op, RowsQuery
from understanding.rows.names import IS_NULL
from understanding.rows.view import View

OPEN = ("null", "overdue", "ongoing")
EQUAL: tuple[tuple[type[exp.Expr], Op], ...] = ((exp.EQ, "is"), (exp.NEQ, "is_not"), (exp.In, "is"))


def left_out(query: RowsQuery, view: View) -> tuple[Condition, ...]:
    """Return by what rows that are still open count, where nothing was said of it: unpaid and not voided."""
    told = {one.column for one in query.conditions}
    open_ = any(
        one.op in OPEN and view.owns(one.column) and view.is_time(one.column) for one in query.conditions
    )
    lasts = view.names.ends(query.table) in told  # what is no more leaves out itself
    if not open_ or query.defined or lasts:
        return ()
    return tuple(one for one in view.once(_of_sums) if one.column not in told and view.allowed(one.column))


def _of_sums(view: View) -> tuple[Condition, ...]:
    """Return the filters on own columns that all taught sums over a table share, as conditions."""
    sums = [one for one in view.names.metrics(view.table) if one.expression.lower().startswith("sum(")]
    shared = [text for text in sums[0].filters if all(text in one.filters for one in sums)] if sums else []
    return tuple(filter(None, (_condition(text, view) for text in shared)))


def filters_of(metric: Metric, view: View) -> tuple[Condition, ...] | None:
    """Return the filters of a metric over these rows as conditions, or None where one is none."""
    found = [_condition(one, view) or _open_end(one, view) for one in metric.filters]
    return tuple(one for one in found if one) if all(found) else None


def _open_end(written: str, view: View) -> Condition | None:
    """Return a filter that keeps the rows in which an own column is empty."""
    found = IS_NULL.fullmatch(written.strip())
    column = f"{view.table}.{found[1]}" if found else ""
    return Condition(column, "null") if column and view.names.has(column) else None


def _condition(written: str, view: View) -> Condition | None:
    """Return a filter as a condition, where it compares one own column with values."""
    try:
        tree = parse_one(written)
    except SqlglotError:
        return None
    op = next((op for kind, op in EQUAL if type(tree) is kind), None)
    if isinstance(tree, exp.Not) and isinstance(tree.this, exp.Column):
        tree, op = exp.EQ(this=tree.this, expression=exp.false()), "is"
    column = f"{view.table}.{tree.this.name}" if op and isinstance(tree.this, exp.Column) else ""
    if op is None or not view.names.has(column) or tree.this.table not in ("", view.table.rpartition(".")[2]):
        return None
    values = tree.expressions if isinstance(tree, exp.In) else [tree.expression]
    if all(isinstance(one, exp.Boolean) for one in values):
        flag = bool(values[0].this) == (op == "is")
        return Condition(column, "is", (flag,))
    if not all(isinstance(one, exp.Literal) for one in values):
        return None
    return Condition(column, op, tuple(sorted(str(one.this) for one in values)))
