"""A rate rounded to 0 beside its parts is worked out of them."""

import pytest

from answers.checks import FigureCheck
from answers.sentences.small import as_divided, as_exact
from database.dialects import dialect_named
from database.result import QueryResult
from tests.unit.answers.test_chart import result

SALES = "SELECT kind, SUM(back) AS Back, SUM(paid) AS Paid, {} FROM sales GROUP BY 1"


def _read(sql: str) -> QueryResult:
    rows = result(
        "kind:text Back:number Paid:number Rate:number", [["Fuel", 4854, 281_636_592, 0], ["Tea", 9, 0, 0]]
    )
    return as_divided(rows, sql, dialect_named("postgres"))


@pytest.mark.parametrize(
    ("rate", "told"),
    [
        ('ROUND(100.0 * SUM(back) / SUM(paid), 2) AS "Rate"', 0.00172),
        ('ROUND(SUM(back) / NULLIF(SUM(paid), 0) * 100, 1) AS "Rate"', 0.00172),
        ('ROUND(SUM(back)::numeric / SUM(paid), 4) AS "Rate"', 0.0000172),
        ('ROUND(100.0 * SUM(other) / SUM(paid), 2) AS "Rate"', 0),
        ('ROUND(100.0 * SUM(back) / SUM(paid) - 1, 2) AS "Rate"', 0),
        ('100.0 * SUM(back) / SUM(paid) AS "Rate"', 0),
    ],
)
def test_a_rounded_rate_is_read_from_its_parts(rate: str, told: float) -> None:
    found = _read(SALES.format(rate))
    assert found.rows[0][3] == pytest.approx(told, rel=1e-2)
    assert found.rows[1][3] == 0


@pytest.mark.parametrize(
    ("shown", "told", "exact"),
    [
        ('ROUND((SUM(back) - SUM(paid)) / SUM(paid) * 100, 2) AS "Growth"', 10.65, 10.645),
        ('ROUND(100 * (SUM(back) / SUM(paid) - 1), 2) AS "Growth"', 10.65, 10.645),
        ('ROUND(100.0 * SUM(back) / SUM(paid), 2) AS "Rate"', 110.65, 110.645),
        ('ROUND(SUM(back)::numeric / SUM(paid), 2) AS "Rate"', 1.11, 1.10645),
        ('ROUND(100 * (SUM(back) / SUM(paid) - 1), 2) AS "Growth"', 12.65, 12.65),
        ('ROUND(100 * SUM(other), 2) AS "Other"', 10.65, 10.65),
    ],
)
def test_a_rounded_change_is_held_against_what_it_was_rounded_from(
    shown: str, told: float, exact: float
) -> None:
    rows = result("kind:text Back:number Paid:number Rate:number", [["Fuel", 110_645, 100_000, told]])
    read = as_exact(rows, SALES.format(shown), dialect_named("postgres"))
    assert read.rows[0][3] == pytest.approx(exact, rel=1e-9)


def test_nothing_rounded_twice_is_held_to_be_true() -> None:
    rows = result("kind:text Back:number Paid:number Rate:number", [["Fuel", 110_645, 100_000, 10.65]])
    sql = SALES.format('ROUND(100 * (SUM(back) / SUM(paid) - 1), 2) AS "Growth"')
    check = FigureCheck(as_exact(rows, sql, dialect_named("postgres")).rows, 1, percents=[3])
    assert check.unfounded("Up 10.6 %, or 10.65 %.") == [] and check.unfounded("Up 10.7 %.")
