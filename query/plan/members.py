"""Members of a dimension in a plan: how a value is written, named and told from none."""

from sqlglot import exp

from database.trees import copied
from knowledge.metrics import Catalog, Dimension
from knowledge.values import TEXT_TYPE
from query.plan.task import Task
from query.plan.values import no_name


def presence(dimension: Dimension) -> bool:
    """Tell whether a dimension only says if there is a row: holiday or not."""
    return set(dimension.values) == {"yes", "no"}


def is_text(dimension: Dimension, catalog: Catalog) -> bool | None:
    """Tell whether a dimension's column holds text; None where the schema does not know it."""
    column = catalog.schema.column(dimension.column)
    return None if column is None else bool(TEXT_TYPE.search(column.type))


def literal(dimension: Dimension, value: str, catalog: Catalog) -> exp.Expr:
    """Return a member's value as the column's type has it."""
    if dimension.days:
        return exp.Literal.number(value) if dimension.days == "weekday" else exp.Literal.string(value)
    number = is_text(dimension, catalog) is False and _is_number(value) and not presence(dimension)
    return exp.Literal.number(value) if number else exp.Literal.string(value)


def own_column(name: str, task: Task) -> str:
    """Return where a member's own value stands: beside its English name, where only some are shown."""
    kept = any(one.dimension == name for one in task.query.shared)
    return f"{name}_own" if kept and task.language == "en" and task.dimension(name).column_en else name


def label_of(name: str, value: exp.Expr, task: Task) -> exp.Expr:
    """Return what stands for a group's member: its name, what its code means, or the code itself."""
    dimension = task.catalog.dimensions.get(name)
    if dimension is None or not dimension.values:
        return copied(value)
    case = exp.Case()
    for code in dimension.values:
        is_code = exp.EQ(this=copied(value), expression=literal(dimension, code, task.catalog))
        case = case.when(is_code, exp.Literal.string(dimension.value_label(code, task.language)))
    stored = exp.cast(copied(value), "text")  # a code that nobody named is shown as it is
    return case.else_(exp.Coalesce(this=stored, expressions=[no_name(task.language)]))


def has_name(name: str, loose: frozenset[str], task: Task) -> exp.Expr | None:
    """Return that a group column holds a member, or None where each row has one."""
    dimension = task.dimension(name)
    if dimension.days or presence(dimension) or (name not in loose and not dimension.values):
        return None
    column = exp.column(name)
    if dimension.values or is_text(dimension, task.catalog) is False:
        return column.is_(exp.null()).not_()
    return exp.NEQ(this=column, expression=no_name(task.language))


def all_named(loose: frozenset[str], task: Task) -> exp.Expr | None:
    """Return that what is ranked or chosen by a condition has a name: only members are."""
    tests = [test for name in task.query.chosen if (test := has_name(name, loose, task)) is not None]
    if not tests:
        return None
    every = exp.and_(*tests)
    return exp.paren(every) if len(tests) > 1 else every


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
