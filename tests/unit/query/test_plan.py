"""A query's plan: its nodes, and the SQL each comes to."""

import datetime as dt
import random

import pytest
from sqlglot import exp, parse_one

from database.dialects import MYSQL, POSTGRES, SQLITE, Dialect
from query.metric_query import MetricQuery
from query.plan.compose import plan_of
from query.plan.nodes import (
    Aggregate,
    Calendar,
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
from query.plan.sql import sql_of
from query.plan.task import Task
from tests.integration.metrics_shop import TODAY, catalog, random_query

SHOPS, OWNERS = Scan(exp.to_table("shops")), Scan(exp.to_table("owners"))
CITY, SOLD = exp.column("city"), exp.Sum(this=exp.column("sold"))
BY_CITY = Aggregate(SHOPS, (Output(CITY, "place"), Output(SOLD, "Sold so far", quoted=True)), (CITY,))
MANY = exp.GT(this=SOLD, expression=exp.Literal.number(5))
BIG = exp.GT(this=exp.column("size"), expression=exp.Literal.number(5))
DAYS = Calendar("all_days", "day", dt.date(2026, 1, 1), dt.date(2026, 1, 3), "day")
SHARED = exp.EQ(this=exp.column("owner", "owners"), expression=exp.column("owner", "shops"))


@pytest.mark.parametrize(
    "plan, sql",
    [
        (BY_CITY, 'SELECT city AS place, SUM(sold) AS "Sold so far" FROM shops GROUP BY city'),
        (Filter(BY_CITY, (MANY,)), 'SELECT city AS place, SUM(sold) AS "Sold so far" FROM shops '
                                   "GROUP BY city HAVING SUM(sold) > 5"),
        (Project(Filter(SHOPS, (BIG,)), (Output(CITY),)), "SELECT city FROM shops WHERE size > 5"),
        (Project(SHOPS, (Output(CITY),), distinct=True), "SELECT DISTINCT city FROM shops"),
        (Project(Join(SHOPS, OWNERS, (SHARED,), "LEFT"), (Output(CITY),)),
         "SELECT city FROM shops LEFT JOIN owners ON owners.owner = shops.owner"),
        (Project(Join(SHOPS, Ref("kinds"), kind="CROSS"), (), every=True),
         "SELECT * FROM shops CROSS JOIN kinds"),
        (Union((Project(SHOPS, (Output(CITY),)), Project(OWNERS, (Output(CITY),)))),
         "SELECT city FROM shops UNION SELECT city FROM owners"),
        (Union((Project(SHOPS, (Output(CITY),)),)), "SELECT DISTINCT city FROM shops"),
        (Sort(With((("big", Project(Filter(SHOPS, (BIG,)), (), every=True)),),
                   Project(Ref("big"), (Output(CITY),))), (CITY,)),
         "WITH big AS (SELECT * FROM shops WHERE size > 5) SELECT city FROM big ORDER BY city"),
        (With((("all_days", DAYS),), Project(Ref("all_days"), (), every=True)),
         "WITH RECURSIVE all_days AS (SELECT CAST('2026-01-01' AS DATE) AS day UNION ALL "
         "SELECT CAST(day + INTERVAL '1 DAY' AS DATE) AS day FROM all_days "
         "WHERE day < CAST('2026-01-03' AS DATE)) SELECT * FROM all_days"),
    ],
    ids=["groups", "having", "where", "distinct", "join", "cross", "union", "one-union", "named", "calendar"],
)  # fmt: skip
def test_each_node_is_one_piece_of_sql(plan: Node, sql: str) -> None:
    assert " ".join(sql_of(plan, POSTGRES).split()).replace("( ", "(").replace(" )", ")") == sql


@pytest.mark.parametrize("dialect", [POSTGRES, MYSQL, SQLITE], ids=lambda one: one.name)
def test_a_plan_is_left_as_it_was_by_writing_it(dialect: Dialect) -> None:
    made, shop = random.Random(3), catalog()
    for _ in range(20):
        plan = plan_of(Task(random_query(made, shop), shop, dialect, "en", TODAY))
        assert sql_of(plan, dialect) == sql_of(plan, dialect)


def test_figures_to_be_computed_with_come_unrounded() -> None:
    shop = catalog()
    query = MetricQuery(("basket",), splits=("region",))
    shown, exact = (
        sql_of(plan_of(Task(query, shop, SQLITE, "en", TODAY, exact=exact)), SQLITE)
        for exact in (False, True)
    )
    assert parse_one(shown, dialect="sqlite").find(exp.Round) is not None
    assert parse_one(exact, dialect="sqlite").find(exp.Round) is None
