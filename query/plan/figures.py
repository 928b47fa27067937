"""Figures of a plan: a metric's value out of what its blocks add up, and how it is rounded."""

from collections.abc import Mapping, Sequence
from functools import reduce

from sqlglot import exp

from database.trees import copied
from knowledge.metrics import Metric
from query.plan.engines import rounded, sums_floats
from query.plan.task import Task
from query.plan.values import divided

DEFAULT_DECIMALS = 2
BARE_DECIMALS = 4  # of a ratio without a unit: 0.0345 would come to 0.03


def value_of(name: str, atoms: Mapping[str, exp.Expr], suffix: str, task: Task) -> exp.Expr:
    """Return a metric's value: its own sum, or what its parts come to together."""
    metric = task.catalog.metrics[name]
    if metric.kind == "simple":
        own = atoms.get(f"{name}{suffix}", atoms.get(name))
        assert own is not None
        days = atoms.get(days_of(name, suffix))
        value = copied(own) if days is None else divided(own, days, 1)
        units = atoms.get(f"metric_units{suffix}")
        return divided(value, units, 1) if units is not None and name in task.query.metrics else value
    values = [value_of(part, atoms, suffix, task) for part in metric.parts]
    if metric.kind == "sum":
        return _added(values, [_adds_nothing(*one, task) for one in zip(metric.parts, values, strict=True)])
    left, right = values
    none_left, none_right = (
        _means_none(part, value, task) for part, value in zip(metric.parts, values, strict=True)
    )
    if metric.kind == "ratio":
        left = exp.Coalesce(this=left, expressions=[exp.Literal.number(0)]) if none_left else left
        return divided(left, right, metric.scale)
    difference = exp.Sub(this=exp.paren(left), expression=exp.paren(right))
    alone = [copied(left)] if none_right else []
    alone += [exp.Neg(this=copied(right))] if none_left else []
    return exp.Coalesce(this=difference, expressions=alone) if alone else difference


def days_of(name: str, suffix: str) -> str:
    """Return what the number of days is called that a level is the mean of."""
    return f"metric_days_{name}{suffix}"


def _added(values: Sequence[exp.Expr], means_none: Sequence[bool]) -> exp.Expr:
    """Return a sum of figures: one without a row is nothing where that means none; all without, no sum.

    Storage and handling of a customer who moved nothing is his storage.
    """
    zero = exp.Literal.number(0)
    known: list[exp.Expr] = [
        exp.Coalesce(this=copied(one), expressions=[copied(zero)]) if none else exp.paren(one)
        for one, none in zip(values, means_none, strict=True)
    ]
    total: exp.Expr = reduce(lambda left, right: exp.Add(this=left, expression=right), known)
    if not all(means_none):
        return total
    first, *others = values
    anything = exp.Coalesce(this=copied(first), expressions=[copied(one) for one in others])
    return exp.Case(ifs=[exp.If(this=anything.is_(exp.null()).not_(), true=total)])


def _adds_nothing(name: str, value: exp.Expr, task: Task) -> bool:
    """Tell a part of a sum that is nothing where it has no row: events, and of a member whatever adds up.

    A day without rows of what has some each day is not known; a customer without any has stored nothing.
    """
    of_members = bool(task.query.splits) and task.catalog.metrics[name].additivity in ("sum", "semi")
    return of_members or _means_none(name, value, task)


def _means_none(name: str, value: exp.Expr, task: Task) -> bool:
    """Tell a sum of events joined from elsewhere: where it has no row, there were none."""
    metric = task.catalog.metrics[name]
    joined = isinstance(value, exp.Column) and bool(value.table)
    return joined and metric.additivity == "sum" and not task.catalog.is_dense(metric)


def shown_value(name: str, value: exp.Expr, task: Task) -> exp.Expr:
    """Return a metric's value with the places it is shown with."""
    if task.exact:
        return value
    metric = task.catalog.metrics[name]
    if task.query.average and name in task.query.metrics:
        return rounded(copied(value), max(metric.decimals or 0, DEFAULT_DECIMALS), task.dialect)
    if not (_is_divided(metric, task) or (sums_floats(task.dialect) and metric.decimals)):
        return value
    bare = (metric.kind != "simple" or metric.additivity == "average") and not metric.unit("zh")
    usual = BARE_DECIMALS if bare else DEFAULT_DECIMALS
    return rounded(copied(value), usual if metric.decimals is None else metric.decimals, task.dialect)


def share(value: exp.Expr, whole: exp.Expr, task: Task) -> exp.Expr:
    """Return a share in percent, to two places."""
    return rounded(divided(value, whole, 100), DEFAULT_DECIMALS, task.dialect)


def _is_divided(metric: Metric, task: Task) -> bool:
    parts = [task.catalog.metrics[part] for part in metric.parts]
    quotient = metric.kind == "ratio" or metric.additivity == "average" or task.is_mean(metric)
    return quotient or any(_is_divided(part, task) for part in parts)
