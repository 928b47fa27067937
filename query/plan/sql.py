"""A relational plan as one engine's SQL: one function a node.

What a plan holds is copied once; the statement that grows out of it is this module's own, and never copied.
"""

from functools import singledispatch

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as SqlglotDialect

from database.dialects import Dialect
from database.trees import copied
from query.plan.engines import date_literal, step
from query.plan.nodes import (
    Aggregate,
    Calendar,
    Derived,
    Filter,
    Join,
    Node,
    Output,
    Project,
    Ref,
    Scan,
    Sort,
    Union,
    With,
)


def sql_of(plan: Node, dialect: Dialect) -> str:
    """Return the statement a plan comes to, in the engine's own words."""
    tree = _query(plan, dialect)
    own = SqlglotDialect.get_or_raise(dialect.sqlglot_name)
    for division in tree.find_all(exp.Div):  # the factor before it keeps whole numbers from being cut
        division.set("typed", own.TYPED_DIVISION)
        division.set("safe", own.SAFE_DIVISION)
    return tree.sql(dialect=dialect.sqlglot_name, pretty=True, copy=False)


@singledispatch
def _query(node: Node, dialect: Dialect) -> exp.Query:
    raise TypeError(f"no SQL for {type(node).__name__}")


def _select(node: Node, dialect: Dialect) -> exp.Select:
    found = _query(node, dialect)
    assert isinstance(found, exp.Select), f"{type(node).__name__} has no FROM to add to"
    return found


@_query.register
def _scan(node: Scan, dialect: Dialect) -> exp.Query:
    return exp.Select().from_(copied(node.table), copy=False)


@_query.register
def _ref(node: Ref, dialect: Dialect) -> exp.Query:
    return exp.Select().from_(_named(node), copy=False)


@_query.register
def _derived(node: Derived, dialect: Dialect) -> exp.Query:
    return exp.Select().from_(_query(node.source, dialect).subquery(node.name, copy=False), copy=False)


@_query.register
def _join(node: Join, dialect: Dialect) -> exp.Query:
    other = _named(node.other) if isinstance(node.other, Ref) else copied(node.other.table)
    on = exp.and_(*_copies(node.on), copy=False) if node.on else None
    return _select(node.source, dialect).join(other, on=on, join_type=node.kind, copy=False)


@_query.register
def _filter(node: Filter, dialect: Dialect) -> exp.Query:
    select = _select(node.source, dialect)
    keep = select.having if isinstance(node.source, Aggregate) else select.where
    return keep(*_copies(node.tests), copy=False) if node.tests else select


@_query.register
def _project(node: Project, dialect: Dialect) -> exp.Query:
    every = ["*"] if node.every else []
    select = _select(node.source, dialect).select(*every, *map(_shown, node.outputs), copy=False)
    return select.distinct(copy=False) if node.distinct else select


@_query.register
def _aggregate(node: Aggregate, dialect: Dialect) -> exp.Query:
    select = _select(node.source, dialect).select(*map(_shown, node.outputs), copy=False)
    return select.group_by(*_copies(node.groups), copy=False) if node.groups else select


@_query.register
def _union(node: Union, dialect: Dialect) -> exp.Query:
    first, *more = (_query(one, dialect) for one in node.sources)
    if not more:
        assert isinstance(first, exp.Select)
        return first.distinct(copy=False)
    for other in more:
        first = exp.union(first, other, distinct=True, copy=False)
    return first


@_query.register
def _calendar(node: Calendar, dialect: Dialect) -> exp.Query:
    at = exp.column(node.column)
    begun = exp.select(exp.alias_(date_literal(node.first, dialect), node.column))
    following = exp.select(exp.alias_(step(at, node.grain, dialect), node.column)).from_(node.name)
    following = following.where(exp.LT(this=copied(at), expression=date_literal(node.last, dialect)))
    return exp.union(begun, following, distinct=False)


@_query.register
def _sort(node: Sort, dialect: Dialect) -> exp.Query:
    select = _select(node.source, dialect)
    return select.order_by(*_copies(node.keys), copy=False) if node.keys else select


@_query.register
def _with(node: With, dialect: Dialect) -> exp.Query:
    statement = _select(node.body, dialect)
    for name, relation in node.named:
        alias = exp.TableAlias(this=exp.to_identifier(name))
        statement = statement.with_(alias, as_=_query(relation, dialect), copy=False)
    if any(isinstance(relation, Calendar) for _, relation in node.named):
        statement.args["with_"].set("recursive", True)
    return statement


def _shown(output: Output) -> exp.Expr:
    value = copied(output.value)
    return exp.alias_(value, output.name, quoted=output.quoted, copy=False) if output.name else value


def _named(relation: Ref) -> exp.Table:
    return exp.Table(this=exp.to_identifier(relation.name))


def _copies(values: tuple[exp.Expr, ...]) -> list[exp.Expr]:
    return [copied(one) for one in values]
