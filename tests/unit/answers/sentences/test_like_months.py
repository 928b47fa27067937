"""Of more than a year of months the last is set beside its like of the year before, not beside a season."""

import datetime as dt

from language.calendar import add_months
from tests.unit.answers.sentences.telling import told
from tests.unit.answers.test_chart import result

SQL = (
    """SELECT DATE_TRUNC('month', day) AS "月份", SUM(amount) AS "营业额" FROM sales GROUP BY 1 ORDER BY 1"""
)


def _months(count: int) -> list[list[object]]:
    first = dt.date(2024, 11, 1)
    return [
        [add_months(first, at), 100.0 + at + (80 if add_months(first, at).month > 8 else 0)]
        for at in range(count)
    ]


def test_the_last_month_is_told_beside_its_like_of_the_year_before() -> None:
    rows = _months(22)
    said = told(result("月份:date 营业额:number", rows), "zh", question="2024年11月以来每月营业额", sql=SQL)[
        0
    ]
    assert (
        "2025 年 8 月" in said and "2026 年 8 月" in said and "2024 年 11 月" not in said.split("营业额")[1]
    ), said


def test_without_such_a_month_the_first_stays_what_it_is_beside() -> None:
    rows = [row for row in _months(15) if row[0] != dt.date(2025, 1, 1)]
    said = told(result("月份:date 营业额:number", rows), "zh", question="每月营业额", sql=SQL)[0]
    assert "2024 年 11 月" in said, said
