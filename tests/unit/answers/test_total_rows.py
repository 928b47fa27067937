"""A row that a statement adds up itself is no member: it is neither told, nor drawn, nor added again."""

from typing import Any

import pytest

from answers.chart import charts_for
from answers.chart_drawing import figure
from answers.total_rows import without_total
from answers.totals import totals
from database.result import QueryResult, ResultColumn
from understanding.readings import Measure


def of(*rows: tuple[Any, ...], columns: tuple[str, ...] = ("区域", "营业额")) -> QueryResult:
    """Return a result of one name and figures."""
    first, *others = columns
    held = (ResultColumn(first, "text"), *(ResultColumn(one, "number") for one in others))
    return QueryResult(held, rows, False, 1.0)


MEMBERS = (("东", 40.25), ("西", 60.5), ("北", 20.0))


@pytest.mark.parametrize("name", ["合计", "总计", "Total", "全公司合计", "Grand total", "TOTAL"])
def test_the_row_of_a_sum_is_set_aside(name: str) -> None:
    result = of(*MEMBERS, (name, 120.75))
    assert without_total(result).rows == MEMBERS
    drawn = figure(charts_for(result, is_whole=True).specs[0], result, "zh")
    assert all(name not in list(trace.get("x", trace.get("labels", ()))) for trace in drawn["data"])
    assert totals(result, ()) == []


@pytest.mark.parametrize(
    "rows",
    [
        MEMBERS,
        (*MEMBERS, ("合计", 119.0)),  # called so, and not the sum
        (("一", 1.0), ("二", 2.0), ("三", 3.0)),  # a sum, and not called so
        (("东", 40.25), ("合计", 40.25)),
        (*MEMBERS, (None, 5.0)),  # rows of no region
        (("东", 1.0), ("西", 2.0), (None, 3.0)),  # nor are these a sum
        (("东", 0.0), ("西", 0.0), (None, 0.0)),
        (*MEMBERS, ("合计", 120.75), (None, 120.75)),
    ],
)
def test_every_other_row_is_a_member(rows: tuple[tuple[Any, ...], ...]) -> None:
    result = of(*rows)
    assert without_total(result) is result


def test_a_row_without_a_name_is_the_sum_where_several_figures_add_up() -> None:
    result = of(("东", 40.0, 7), ("西", 60.0, 5), (None, 100.0, 12), columns=("区域", "额", "笔"))
    assert without_total(result).row_count == 2


def test_a_rate_beside_the_sum_needs_not_add_up() -> None:
    result = of(("东", 40.0, 0.5), ("西", 60.0, 0.25), ("合计", 100.0, 0.35), columns=("区域", "额", "率"))
    assert without_total(result).row_count == 2


def test_columns_are_summed_where_no_row_does_it() -> None:
    adds = (Measure("营业额", "revenue", adds=True),)
    assert totals(of(*MEMBERS), adds) == [None, 120.75]
    assert totals(of(*MEMBERS, ("合计", 120.75)), adds) == []
