"""The rows that a model words have one way of writing for all percents of a row."""

import pytest

from answers.analysis import Analysis
from answers.sentences.asked import Asked, Measure
from database.result import QueryResult, ResultColumn
from tools.generate_summary import rows_as_told

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
    assert rows_as_told(result, analysis, "en") == [told]
