"""A MetricQuery composed into SQL: tables are joined from many to one only, so that no row counts twice."""

import datetime as dt
from collections.abc import Sequence

from sqlglot import exp

from config.wording import Language, say
from database.dialects import Dialect
from database.trees import copied
from knowledge.metrics import Catalog
from query.metric_query import MetricQuery
from query.plan.apart import apart_from_tables
from query.plan.blocks import Block, blocks_of, spine_of
from query.plan.engines import names_groups
from query.plan.figures import share, shown_value, value_of
from query.plan.headings import member_heading, metric_heading, share_heading
from query.plan.members import all_named, has_name, label_of
from query.plan.nodes import Aggregate, Derived, Filter, Node, Output, Sort, With
from query.plan.order import order_of
from query.plan.sql import sql_of
from query.plan.staged import Staged
from query.plan.standing import calendars_of
from query.plan.task import Task
from query.plan.values import holds, no_name, whole_of

MET = "metric_met"  # no table is called so


def compose(
    query: MetricQuery,
    catalog: Catalog,
    dialect: Dialect,
    language: Language,
    today: dt.date,
    *,
    exact: bool = False,
) -> str:
    """Return the SELECT that answers a query, in the engine's own words.

    With `exact` it is to be computed with: no figure is shown beside those asked for, and rates and averages
    come unrounded (rain of 3.35 read as 3.4 grew by 24.0 % where it had grown by 23.1 %).
    """
    query, catalog = apart_from_tables(query, catalog)
    return sql_of(plan_of(Task(query, catalog, dialect, language, today, exact)), dialect)


def plan_of(task: Task) -> Node:
    """Return the plan that answers a query: one aggregate where that is enough, else figures in stages."""
    blocks, spine = blocks_of(task), spine_of(task)
    loose = frozenset().union(*(one.loose for one in blocks))
    if is_direct(blocks, spine, task):
        groups, order = direct(blocks[0], loose, task)
    else:
        groups, order = Staged(task, blocks, spine, loose).plan()
    if task.query.counted:
        return _with(calendars_of(task), _count(groups, loose, task))
    return _with(calendars_of(task), Sort(groups, order) if order else groups)


def _with(named: tuple[tuple[str, Node], ...], plan: Node) -> Node:
    """Return a plan over further relations, named before its own."""
    if isinstance(plan, Sort):
        return Sort(_with(named, plan.source), plan.keys)
    if isinstance(plan, With):
        return With((*named, *plan.named), plan.body)
    return With(named, plan) if named else plan


def _count(groups: Node, loose: frozenset[str], task: Task) -> Node:
    """Return how many groups there are, those without a name left out."""
    (name,) = task.members
    heading = say("metrics.column.counted", task.language, name=member_heading(name, task))
    test = None if task.query.grain else has_name(name, loose, task)
    found: Node = Derived(groups, MET)
    if test is not None:
        shown = exp.column(exp.to_identifier(member_heading(name, task), quoted=True))
        number = isinstance(test, exp.Not) and not task.dimension(name).values  # it has no word for none
        none = no_name(task.language)
        found = Filter(
            found, (shown.is_(exp.null()).not_() if number else exp.NEQ(this=shown, expression=none),)
        )
    return Aggregate(found, (Output(exp.Count(this=exp.Star()), heading, quoted=True),))


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
    return copied(block.shown[node.name]) if bare and node.name in block.shown else node
