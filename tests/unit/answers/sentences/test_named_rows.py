"""A few rows are told one by one, with the day of each, under what a figure that counts them calls them."""

from dataclasses import replace

import pytest

from answers.sentences.background import Background
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Metric
from tests.unit.answers.sentences.telling import TODAY, as_stored, told
from tests.unit.answers.test_chart import result

GAPS = Table(
    "public", "quehuo", (Column("id", "integer"), Column("start_at", "timestamp")), comment="缺货记录"
)
COUNT = Metric(
    "gaps", "缺货次数", "Stock-outs", table="quehuo", expression="COUNT(*)", time="start_at",
    filters=("NOT quehuo.is_del",),
)  # fmt: skip
SQL = (
    "SELECT m.code AS machine, s.name AS site, p.name AS product, q.start_at FROM public.quehuo q"
    " JOIN machine m ON m.id = q.mid JOIN site s ON s.id = m.sid JOIN product p ON p.id = q.pid"
    " WHERE q.end_at IS NULL AND NOT q.is_del ORDER BY q.start_at"
)
HEADS = "Machine:text Site:text Product:text Sold_out_since:datetime"
ROWS: list[list[object]] = [
    ["SZ-1", "Plaza", "Cola", "2026-11-04T19:37:00"],
    ["SZ-1", "Plaza", "Tea", "2026-11-05T15:00:00"],
    ["SZ-2", "Mill", "Cola", "2026-11-05T21:19:00"],
]


def _said(metric: Metric, sql: str = SQL) -> str:
    known = Background(Catalog({"gaps": metric}, {}, schema=Schema((GAPS,))), as_stored, TODAY)
    return " ".join(told(result(HEADS, ROWS), "en", sql=sql, schema=Schema((GAPS,)), known=known))


def test_rows_are_named_by_as_many_names_as_tell_them_apart_with_their_days() -> None:
    assert _said(COUNT) == (
        "3 stock-outs: SZ-1 · Plaza · Cola (sold out since 4 Nov 2026), SZ-1 · Plaza · Tea (5 Nov 2026)"
        " and SZ-2 · Mill · Cola (5 Nov 2026)."
    )


@pytest.mark.parametrize(
    ("metric", "sql", "rows"),
    [
        (COUNT, SQL.replace(" AND NOT q.is_del", ""), "3 rows"),  # other rows than those it counts
        (replace(COUNT, en="Stock-out count"), SQL, "3 rows"),  # it names a number, not what is counted
        (replace(COUNT, en="Number of quehuo", filters=()), SQL, "3 quehuo rows"),  # a word taught here
    ],
)
def test_other_rows_are_called_by_their_table_where_that_is_a_word_taught(
    metric: Metric, sql: str, rows: str
) -> None:
    assert _said(metric, sql).startswith(f"{rows}: ")
