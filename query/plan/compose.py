"""A MetricQuery composed into SQL: tables are joined from many to one only, so that no row counts twice."""

import datetime as dt

from sqlglot import exp

from config.wording import Language, say
from database.dialects import Dialect
from knowledge.metrics import Catalog
from query.metric_query import MetricQuery
from query.plan.apart import apart_from_tables
from query.plan.blocks import blocks_of, spine_of
from query.plan.direct import direct, is_direct
from query.plan.headings import member_heading
from query.plan.members import has_name
from query.plan.nodes import Aggregate, Derived, Filter, Node, Output, Sort, With
from query.plan.sql import sql_of
from query.plan.staged import Staged
from query.plan.standing import calendars_of
from query.plan.task import Task
from query.plan.values import no_name

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
