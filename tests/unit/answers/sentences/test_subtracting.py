"""Two figures fit what they are apart as it is shown, and percents of a list have like decimals."""

import pytest

from answers.sentences.asked import Asked, Measure
from answers.sentences.cells import in_points
from answers.sentences.figures import alike_in_time, as_fine
from answers.sentences.phrases import ahead_by, figure
from config.wording import Language
from database.result import QueryResult, ResultColumn
from tools.analyst import _seen

RATE = Measure(1, "Rate", "%", 2, is_rate=True)
HOURS = Measure(1, "Handling time", "hours", 1, is_rate=True)


def _result(*cells: float, heading: str = "Rate (%)") -> QueryResult:
    columns = (ResultColumn("Side", "text"), ResultColumn(heading, "number"))
    return QueryResult(columns, tuple((f"S{at}", cell) for at, cell in enumerate(cells)), False, 0.0)


@pytest.mark.parametrize(
    ("measure", "cells", "language", "shown"),
    [
        (RATE, (14.56, 14.34), "zh", ("14.56 %", "14.34 %", "0.22 个百分点")),
        (RATE, (16.2, 8.2), "en", ("16.2 %", "8.2 %", "8.0 points")),
        (HOURS, (24.137, 23.4606), "en", ("24.14 hours", "23.46 hours", "0.68 hours (2.9 %)")),
        (HOURS, (24.1, 20.1), "en", ("24.1 hours", "20.1 hours", "4.0 hours")),
    ],
)
def test_what_two_are_apart_is_what_they_seem_to_be(
    measure: Measure, cells: tuple[float, float], language: Language, shown: tuple[str, str, str]
) -> None:
    fine = as_fine(measure, _result(*cells), "")
    told = [figure(cell, fine, language) for cell in cells]
    assert (*told, ahead_by(*cells, fine, language)) == shown


def test_percents_of_a_list_have_as_many_decimals() -> None:
    fine = as_fine(RATE, _result(42.13, 9.72, 0.47), "")
    assert [figure(cell, fine, "en") for cell in (42.13, 9.72, 0.47)] == ["42.1 %", "9.7 %", "0.5 %"]
    small = as_fine(RATE, _result(1.81, 0.47, 0.28), "")
    assert [figure(cell, small, "en") for cell in (1.81, 0.47)] == ["1.81 %", "0.47 %"]


@pytest.mark.parametrize(
    ("heading", "cells", "told"),
    [
        ("同比增长(%)", (42.13, 9.72, -70.27), ["42.1", "9.7", "-70.3"]),
        ("Change (%)", (8.96,), ["9.0"]),
        ("退款率(%)", (1.81, 0.47), ["1.81", "0.47"]),
        ("Share (%)", (91.28, 8.72), ["91.3", "8.7"]),
        ("Share (%)", (91.28, 0.01), ["91.28", "0.01"]),
        ("Revenue", (91.284, 8.7), ["91.28", "8.70"]),
    ],
)
def test_a_report_reads_percents_of_a_column_alike(
    heading: str, cells: tuple[float, ...], told: list[str]
) -> None:
    assert [row[1] for row in _seen("A", _result(*cells, heading=heading)).rows] == told


def test_what_a_percentage_changed_by_is_told_in_points() -> None:
    heads = ("Refund rate (%)", "Refund rate (%) a year earlier", "Relative change on the year (%)")
    rows = ((1.25, 0.7, 78.57), (1.25, None, None), (0.7, 1.25, -44.0))
    result = QueryResult(tuple(ResultColumn(one, "number") for one in heads), rows, False, 0.0)
    measures = (
        Measure(0, "Refund rate", "%", 2, is_rate=True),
        Measure(1, "Refund rate", "%", 2, role="before", of=0, is_rate=True),
        Measure(2, "Refund rate", "%", role="growth", of=0, is_rate=True),
    )
    told = in_points(Asked("en", measures), result)
    assert told.columns[2].name == "Refund rate, change (percentage points)"
    shown = [row[2] for row in told.rows]
    assert shown == ["+0.55 points", None, "-0.55 points"]


def test_changes_of_a_percentage_are_no_difference_rounded_twice_and_all_have_as_many_digits() -> None:
    heads = ("Month", "Entry rate (%)", "Entry rate (%) a year earlier", "Relative change on the year (%)")
    rows = (
        ("2026-08-01", 18.5, 18.35, 0.8),  # 0.148 apart
        ("2026-09-01", 18.64, 18.29, 1.91),
        ("2026-10-01", 19.17, 19.04, 0.71),
    )
    types = ("date", "number", "number", "number")
    columns = tuple(ResultColumn(*one) for one in zip(heads, types, strict=True))  # type: ignore[arg-type]
    result = QueryResult(columns, rows, False, 0.0)
    rates = (
        Measure(1, "Entry rate", "%", 2, is_rate=True),
        Measure(2, "Entry rate", "%", 2, role="before", of=1, is_rate=True),
        Measure(3, "Entry rate", "%", role="growth", of=1, is_rate=True),
    )
    measures = alike_in_time(as_fine(one, result, "") for one in rates)
    assert [one.finer for one in measures] == [1, 1, 0]
    told = in_points(Asked("en", measures), result)
    assert [row[3] for row in told.rows] == ["+0.15 points", "+0.35 points", "+0.13 points"]
