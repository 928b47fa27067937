"""Rows that hold names and nothing of what was computed are told from rows in which some cells are empty."""

import pytest

from database.result import QueryResult, ResultColumn
from tools.hollow import hollow


@pytest.mark.parametrize(
    ("rows", "empty"),
    [
        ([("A", None, None), ("B", None, None)], ["before", "after"]),
        ([("A", None, None)], ["before", "after"]),
        ([("A", None, None), ("B", 1, None)], []),
        ([("A", 0, 0), ("B", 0, 0)], []),
        ([], []),
    ],
)
def test_columns_without_any_value_are_named(rows: list[tuple[object, ...]], empty: list[str]) -> None:
    columns = tuple(ResultColumn(one, "number") for one in ("name", "before", "after"))
    assert hollow(QueryResult(columns, tuple(rows), False, 0.0)) == empty


def test_one_empty_column_beside_others_may_well_be_so() -> None:
    columns = tuple(ResultColumn(one, "number") for one in ("name", "closed", "revenue"))
    assert hollow(QueryResult(columns, (("A", None, 5), ("B", None, 7)), False, 0.0)) == []
