"""One SELECT, where one table and one stretch of time are enough."""

from collections.abc import Sequence

from sqlglot import exp

from query.plan.blocks import Block
from query.plan.engines import names_groups
from query.plan.figures import share, shown_value, value_of
from query.plan.headings import member_heading, metric_heading, share_heading
from query.plan.members import all_named, label_of
from query.plan.nodes import Aggregate, Filter, Node, Output
from query.plan.order import order_of
from query.plan.task import Task
from query.plan.values import holds, whole_of


def is_direct(blocks: Sequence[Block], spine: Block | None, task: Task) -> bool:
    """Tell whether a query is answered by grouping one table, with nothing computed over the groups."""
    query, ranking = task.query, task.query.ranking
    placed = task.is_ranked() or bool(ranking and ranking.place)
    staged = placed or query.running or query.by_calendar or task.shares_early() or len(task.stretches) > 1
    if staged or len(blocks) != 1 or spine is not None:
        return False
    plain = all(isinstance(one, exp.Column) for one in blocks[0].shown.values())
    return plain or not names_groups(task.dialect)


def direct(block: Block, loose: frozenset[str], task: Task) -> tuple[Node, tuple[exp.Expr, ...]]:
    """Return one block's groups with their figures, as far as they are asked for, and their order."""
    values = {name: value_of(name, block.atoms, "", task) for name in task.wanted}
    outputs = [
        Output(label_of(name, value, task), member_heading(name, task), quoted=True)
        for name, value in block.shown.items()
    ]
    outputs += [
        Output(shown_value(name, values[name], task), metric_heading(name, task), quoted=True)
        for name in task.shown
    ]
    if task.query.share:
        first, within = values[task.query.metrics[0]], set(task.query.share_within)
        within |= {f"{name}_key" for name in within}
        whole = whole_of(first, [value for name, value in block.groups.items() if name in within])
        outputs.append(Output(share(first, whole, task), share_heading(task), quoted=True))
    groups: Node = Aggregate(block.source, tuple(outputs), tuple(block.groups.values()))
    tests = [holds(one, values[one.metric]) for one in task.query.conditions]
    if tests and (named := all_named(loose, task)) is not None:
        tests.append(named.transform(lambda node: _in_block(node, block)))
    groups = Filter(groups, tuple(tests)) if tests else groups
    return groups, order_of(block.shown, values, task) if block.groups else ()


def _in_block(node: exp.Expr, block: Block) -> exp.Expr:
    """Return what a group's column stands for in its block."""
    bare = isinstance(node, exp.Column) and not node.table
    return block.shown[node.name].copy() if bare and node.name in block.shown else node
