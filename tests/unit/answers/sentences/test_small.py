"""A rate rounded to 0 beside its parts is worked out of them."""

import pytest

from answers.sentences.small import as_divided
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
