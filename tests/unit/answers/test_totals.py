"""A total stands under a column only where its definition lets its rows be summed."""

from answers.totals import totals
from database.result import QueryResult, ResultColumn
from understanding.readings import Measure

COLUMNS = (
    ResultColumn("Area", "text"),
    ResultColumn("Revenue", "number"),
    ResultColumn("Revenue 2025", "number"),
    ResultColumn("Rate (%)", "number"),
)
ROWS = (("a", 0.1, 5, 50.0), ("b", 0.2, None, 25.0))
MEASURES = [Measure("Revenue", "revenue", "CNY", adds=True), Measure("Rate (%)", "rate", "%")]


def test_sums_are_exact_and_rates_have_none() -> None:
    assert totals(QueryResult(COLUMNS, ROWS, False, 1.0), MEASURES) == [None, 0.3, 5, None]


def test_rows_that_are_missing_or_unknown_are_not_summed() -> None:
    assert totals(QueryResult(COLUMNS, ROWS, True, 1.0), MEASURES) == []
    assert totals(QueryResult(COLUMNS, ROWS[:1], False, 1.0), MEASURES) == []
    assert totals(QueryResult(COLUMNS, ROWS, False, 1.0), []) == []


def test_changes_beside_a_figure_are_not_summed() -> None:
    columns = (*COLUMNS[:2], ResultColumn("Revenue Year on year (%)", "number"))
    rows = (("a", 0.1, 5.5), ("b", 0.2, 8.2))
    assert totals(QueryResult(columns, rows, False, 1.0), MEASURES) == [None, 0.3, None]
