"""Values as SQL: quotients, shares, growth, names."""

from collections.abc import Iterable

from sqlglot import exp

from config.wording import Language, say
from database.trees import copied
from query.metric_query import Condition

COMPARERS = {"gt": exp.GT, "ge": exp.GTE, "lt": exp.LT, "le": exp.LTE}


def identifier(name: str) -> exp.Identifier:
    """Return a name, quoted where it has to be."""
    plain = (
        name.isascii() and name.replace("_", "a").isalnum() and name == name.lower() and not name[0].isdigit()
    )
    return exp.to_identifier(name, quoted=not plain)


def no_name(language: Language) -> exp.Expr:
    """Return what stands for a member that has no name."""
    return exp.Literal.string(say("metrics.column.none", language))


def divided(left: exp.Expr, right: exp.Expr, scale: int) -> exp.Expr:
    """Return scale * left / right; nothing where there is nothing to divide by, never whole numbers."""
    factor = exp.Literal.number(f"{scale}.0")
    left = copied(left)
    product = exp.Mul(this=factor, expression=exp.paren(left) if isinstance(left, exp.Binary) else left)
    return exp.Div(
        this=product, expression=exp.func("NULLIF", copied(right), exp.Literal.number(0), copy=False)
    )


def growth(metric: str) -> exp.Expr:
    """Return by how many percent a figure is above the one before it."""
    now, before = exp.column(metric), exp.column(f"{metric}_before")
    return divided(exp.Sub(this=now, expression=before), before, 100)


def growth_by_day(metric: str, days: int, days_before: int) -> exp.Expr:
    """Return by how many percent a day's mean is above that of a time with another number of days."""
    now = exp.Mul(this=exp.column(metric), expression=exp.Literal.number(f"{days_before}.0"))
    nonzero = exp.func("NULLIF", exp.column(f"{metric}_before"), exp.Literal.number(0))
    then = exp.paren(exp.Mul(this=nonzero, expression=exp.Literal.number(days)))
    beside = exp.Sub(this=exp.Div(this=now, expression=then), expression=exp.Literal.number(1))
    return exp.Mul(this=exp.Literal.number("100.0"), expression=exp.paren(beside))


def whole_of(value: exp.Expr, within: Iterable[exp.Expr]) -> exp.Expr:
    """Return the sum over all groups, or over those of the same larger group."""
    partition = [copied(one) for one in within] or None
    return exp.Window(this=exp.Sum(this=copied(value)), partition_by=partition)


def ordered(value: exp.Expr, *, descending: bool) -> exp.Expr:
    """Return an order by a value, rows without it last."""
    return exp.Ordered(this=copied(value), desc=descending, nulls_first=False)


def holds(condition: Condition, value: exp.Expr) -> exp.Expr:
    """Return that a figure, or its growth, compares with a condition's number as it says.

    Above or below 0 the two figures are held against each other: what was nought before may have risen.
    """
    compare = COMPARERS[condition.comparer]
    if condition.of_growth and condition.number == 0:
        return compare(this=copied(value), expression=exp.column(f"{condition.metric}_before"))
    value = growth(condition.metric) if condition.of_growth else copied(value)
    return compare(this=value, expression=exp.Literal.number(str(condition.number)))
