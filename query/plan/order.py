"""The order in which an answer's rows stand."""

from collections.abc import Mapping

from sqlglot import exp

from query.plan.task import Task
from query.plan.values import divided, growth, ordered


def order_of(
    members: Mapping[str, exp.Expr], values: Mapping[str, exp.Expr], task: Task
) -> tuple[exp.Expr, ...]:
    """Return what rows are ordered by: what was asked for, else time, else the figure; then their names."""
    query, ranking = task.query, task.query.ranking
    if ranking:
        outer = [members[name] for name in ranking.within] if ranking.number != 1 else []
        by_share = (
            divided(values[ranking.metric], exp.column("metric_whole"), 1) if task.ranks_shares else None
        )
        value = growth(ranking.metric) if ranking.by == "growth" else by_share or values[ranking.metric]
        order = [*outer, ordered(value, descending=ranking.direction == "top")]
    else:
        order = [] if query.ascending else [members[name] for name in _calendar(task) if name in members]
        if _by_figure(task):
            descending = not (query.ascending or _falls_short(task))
            order.append(ordered(_figure(values, task), descending=descending))
    done = {one.sql() for one in order}
    return (*order, *(one for one in members.values() if one.sql() not in done))


def _calendar(task: Task) -> list[str]:
    """Return the group columns with an order of their own: units of time first, then days of the week."""
    grain = [name for name in task.members if name not in task.query.splits]
    return [*grain, *(name for name in task.query.splits if task.dimension(name).days)]


def _by_figure(task: Task) -> bool:
    """Tell whether rows stand by their figure: all that are cut by something without an order of its own."""
    splits = task.query.splits
    days = [name for name in splits if task.dimension(name).days]
    return bool(splits) and not (days and len(task.members) == 1)


def _figure(values: Mapping[str, exp.Expr], task: Task) -> exp.Expr:
    first = task.query.metrics[0]
    if task.orders_by_share:
        return divided(values[first], exp.column("metric_whole"), 1)
    return growth(first) if task.query.compared and len(task.stretches) > 1 else values[first]


def _falls_short(task: Task) -> bool:
    """Tell whether groups below a number are asked for: then the lowest are the news."""
    first = task.query.metrics[0]
    return any(one.metric == first and one.comparer in ("lt", "le") for one in task.query.conditions)
