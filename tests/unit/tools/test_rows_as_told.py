"""The rows that a model words have one way of writing for all percents of a row."""

import pytest

from answers.analysis import Analysis
from answers.sentences.asked import Asked, Measure, TimeAxis
from database.result import QueryResult, ResultColumn
from tools.facts import as_told

HEADS = ("Rate September (%)", "Rate October (%)", "Change (percentage points)")
ROWS = ((12.86, 13.08, 0.23),)


AS_STORED = [12.86, 13.08, 0.23]


@pytest.mark.parametrize(
    ("known", "told"), [((0, 1, 2), ["12.9 %", "13.1 %", "0.2 %"]), ((1,), AS_STORED), ((), AS_STORED)]
)
def test_percents_of_which_one_is_not_known_stay_as_they_are(
    known: tuple[int, ...], told: list[object]
) -> None:
    result = QueryResult(tuple(ResultColumn(one, "number") for one in HEADS), ROWS, False, 0.0)
    measures = tuple(Measure(at, "Rate", "%", is_rate=True) for at in known)
    analysis = Analysis((), None, [], asked=Asked("en", measures))
    assert as_told(result, analysis, "en")[1] == [told]


@pytest.mark.parametrize(
    ("count", "columns", "first", "told"), [(27, 2, 0, 27), (90, 2, 50, 40), (60, 8, 30, 30)]
)
def test_of_many_times_the_latest_rows_are_told(count: int, columns: int, first: int, told: int) -> None:
    rows = tuple((f"2026-{at:03}", *[float(at)] * (columns - 1)) for at in range(count))
    heads = tuple(ResultColumn(f"c{at}", "number" if at else "date") for at in range(columns))
    measures = tuple(Measure(at, f"c{at}") for at in range(1, columns))
    asked = Asked("en", measures, time=TimeAxis(0, "day"))
    _, shown = as_told(QueryResult(heads, rows, False, 0.0), Analysis((), None, [], asked=asked), "en")
    assert len(shown) == told and shown[0][0] == rows[first][0] and shown[-1][0] == rows[-1][0]
