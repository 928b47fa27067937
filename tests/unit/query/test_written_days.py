"""Days that a text or a number writes: found in what a column holds, read as days by each engine."""

import datetime as dt
import sqlite3
from typing import Any

import duckdb
import pytest
import yaml
from sqlglot import exp

from config.settings import ROOT
from database.dialects import DUCKDB, MYSQL, POSTGRES, SQLITE, Dialect
from database.schema import Column, Schema, Table
from knowledge.definitions.written_days import format_of
from query.plan.engines import day_written
from understanding.drafting.drafting import draft

COLUMNS = yaml.load(
    (ROOT / "tests" / "cases" / "metrics" / "drafts" / "written_days.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
WRITTEN = [
    ("YYYYMM", "'202610'", "2026-10-01"),
    ("YYYYMM", "202610", "2026-10-01"),
    ("YYYY-MM", "'2026-10'", "2026-10-01"),
    ("YYYY/MM", "'2026/10'", "2026-10-01"),
    ("YYYYMMDD", "20261021", "2026-10-21"),
    ("YYYY-MM-DD", "'2026-10-21'", "2026-10-21"),
    ("YYYY/MM/DD", "'2026/10/21'", "2026-10-21"),
]


@pytest.mark.parametrize(("written", "stored", "day"), WRITTEN)
@pytest.mark.parametrize("dialect", [DUCKDB, SQLITE], ids=["duckdb", "sqlite"])
def test_an_engine_reads_what_is_written_as_its_day(
    written: str, stored: str, day: str, dialect: Dialect
) -> None:
    told = day_written(exp.column("ym"), written, dialect).sql(dialect=dialect.sqlglot_name)
    connect: Any = sqlite3.connect if dialect is SQLITE else duckdb.connect
    cell = connect(":memory:").execute(f"SELECT {told} FROM (SELECT {stored} AS ym) AS t").fetchone()[0]
    assert str(cell) == day


def test_mysql_is_given_a_day_for_a_month_and_postgresql_the_format_itself() -> None:
    months = day_written(exp.column("ym"), "YYYY-MM", MYSQL).sql(dialect="mysql")
    assert months == "STR_TO_DATE(CONCAT(ym, '-01'), '%Y-%m-%d')"
    days = day_written(exp.column("d"), "YYYYMMDD", POSTGRES).sql(dialect="postgres")
    assert days == "TO_DATE(CAST(d AS TEXT), 'YYYYMMDD')"


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ([202501, 202502, 202612], "YYYYMM"),
        (["2025-01", "2025-02", "2025-03"], "YYYY-MM"),
        (["20250131", "20250201", "20250202"], "YYYYMMDD"),
        (["202501", "202502", "202513"], ""),  # no month 13
        (["202501", "2025-02", "2025-03"], ""),  # two formats
        ([202501, 202502], ""),  # two may be codes
        ([dt.date(2025, 1, 1), "x", 3], ""),
    ],
)
def test_the_format_is_what_all_values_share(values: list[Any], written: str) -> None:
    assert format_of(values) == written


@pytest.mark.parametrize("case", COLUMNS, ids=lambda case: case["name"])
def test_a_draft_takes_a_written_month_for_the_time_of_a_figure(case: dict[str, Any]) -> None:
    column = Column(case["name"], case["type"], case.get("comment", ""))
    goal = Column("goal", "numeric(10,1)")
    table = Table(
        "public", "month_target", (Column("depot", "text"), column, goal), primary_key=("depot", column.name)
    )
    seen = {
        f"public.month_target.{column.name}": [202501 + one % 12 for one in range(60)],
        "public.month_target.goal": [3.5] * 60,
    }
    found = draft(Schema((table,)), POSTGRES, seen).definitions.get("metrics", [])
    sums = [one for one in found if one["expression"] == "SUM(goal)"]
    assert [(one.get("time"), one.get("time_format")) for one in sums] == (
        [(column.name, case["format"])] if "format" in case else []
    )
