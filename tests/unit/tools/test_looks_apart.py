"""On which basis the columns of a look are: without some, of any time, plain means."""

import pytest

from answers.scopes import WITHOUT, Basis
from database.dialects import dialect_named
from database.result import QueryResult, ResultColumn
from knowledge.metrics import Catalog, Metric
from tools.look_bases import bases_of_statement, said_apart

RESULT = QueryResult(
    (ResultColumn("Month", "text"), ResultColumn("Complaints", "integer")), (("2026-08", 281),), False, 1.0
)


def test_a_statement_leaves_out_what_its_label_or_a_heading_says() -> None:
    assert said_apart("Complaints by month", RESULT) == frozenset()
    assert said_apart("Complaints by month, without Houjie", RESULT) == {0, 1}
    both = QueryResult(
        (*RESULT.columns, ResultColumn("Complaints without Houjie", "integer")), (), False, 1.0
    )
    assert said_apart("All and without Houjie", both) == {2}
    assert WITHOUT.search("不算北江、吴川")


CATALOG = Catalog(
    {
        "complaints": Metric("complaints", "投诉量", "Complaints", table="complaints", time="complained_on"),
        "hired": Metric("hired", "入职人数", "Hired", table="staff", time="hired_on"),
        "staff": Metric("staff", "在职员工", "Staff", table="staff"),
    },
    {},
)


@pytest.mark.parametrize(
    ("sql", "label", "basis"),
    [
        ("SELECT area, COUNT(*), MIN(complained_on) FROM complaints GROUP BY 1", "Open", "ever"),
        ("SELECT area, COUNT(*) FROM complaints WHERE complained_on >= '2026-11-01' GROUP BY 1", "Open", ""),
        ("SELECT complained_on, COUNT(*) FROM complaints GROUP BY 1", "By day", ""),
        ("SELECT DATE_TRUNC('quarter', due_on), COUNT(*) FROM complaints GROUP BY 1", "By quarter", ""),
        ("SELECT EXTRACT(year FROM due_on), COUNT(*) FROM complaints GROUP BY 1", "By year", ""),
        ("SELECT TO_CHAR(due_on, 'YYYY-MM'), COUNT(*) FROM complaints GROUP BY 1", "By month", ""),
        ("SELECT EXTRACT(hour FROM due_on), COUNT(*) FROM complaints GROUP BY 1", "By hour", "ever"),
        (
            "SELECT area, MAX(DATE_TRUNC('month', due_on)), COUNT(*) FROM complaints GROUP BY 1",
            "Last",
            "ever",
        ),
        ("SELECT area, status FROM complaints", "Listed, not counted", ""),
        ("SELECT position, COUNT(*) FROM staff GROUP BY 1", "Who is there now", ""),
        ("SELECT area, AVG(cars) FROM days WHERE day > '2026-06-01' GROUP BY 1", "Rain", "mean"),
        ("SELECT area, SUM(cars) / COUNT(*) FROM days GROUP BY 1", "Rain", "mean"),
        ("SELECT day, cars FROM days WHERE area <> 'Houjie'", "Cars without Houjie", "without"),
        ("SELECT day, cars FROM days WHERE cars = 0", "Days without cars", ""),
        ("SELECT area, ] FROM", "Not read", ""),
    ],
)
def test_what_limits_a_statement_and_how_it_counts_is_its_basis(sql: str, label: str, basis: Basis) -> None:
    found = bases_of_statement(label, sql, RESULT, CATALOG, dialect_named("postgres"))
    assert found.get(1, "") == basis
