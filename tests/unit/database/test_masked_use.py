"""What a statement does with a column that is masked: shown it may be, a figure of it is one of masks."""

import pytest
import sqlglot

from database.masked_use import computed_with
from database.schema import Column, Schema, Table

SCHEMA = Schema(
    (
        Table("main", "staff", (Column("id", "INT"), Column("name", "TEXT"), Column("pay", "INT"))),
        Table("main", "shops", (Column("id", "INT"), Column("name", "TEXT"), Column("boss", "INT"))),
    )
)
MASKED = {"main.staff.pay", "main.staff.name"}


@pytest.mark.parametrize("sql", [
    "SELECT SUM(pay) FROM staff",
    "SELECT count(DISTINCT name) FROM staff",
    "SELECT id FROM staff WHERE pay > 5",
    "SELECT id FROM staff ORDER BY pay DESC",
    "SELECT name, count(*) FROM staff GROUP BY name",
    "SELECT DISTINCT name FROM staff",
    "SELECT pay * 12 AS year FROM staff",
    "SELECT avg(p) FROM (SELECT pay AS p FROM staff) AS s",
    "WITH a AS (SELECT pay AS p FROM staff), b AS (SELECT p AS q FROM a) SELECT max(q) FROM b",
    "SELECT sum(pay) FROM (SELECT * FROM staff) AS s",
    "SELECT s.id FROM shops s JOIN staff t ON t.name = s.name",
    "SELECT s.id FROM shops s JOIN staff t USING (name)",
    "SELECT id FROM shops s WHERE EXISTS (SELECT 1 FROM staff WHERE staff.id = s.boss AND pay > 1)",
])  # fmt: skip
def test_a_figure_condition_or_order_over_a_masked_column_is_found(sql: str) -> None:
    assert computed_with(sqlglot.parse_one(sql), MASKED, SCHEMA) in MASKED


@pytest.mark.parametrize("sql", [
    "SELECT id, name, pay FROM staff",
    "SELECT * FROM staff",
    "SELECT count(*) FROM staff WHERE id > 3",
    "SELECT p FROM (SELECT pay AS p FROM staff) AS s",
    "SELECT shops.name, count(*) FROM shops JOIN staff ON staff.id = boss GROUP BY shops.name",
    "SELECT name FROM shops ORDER BY name",
])  # fmt: skip
def test_a_masked_column_that_is_shown_or_not_used_is_none(sql: str) -> None:
    assert computed_with(sqlglot.parse_one(sql), MASKED, SCHEMA) == ""
    assert computed_with(sqlglot.parse_one(sql), set(), SCHEMA) == ""
