"""What a model looks at beside an analysis stands beside the year before that the analysis has."""

import datetime as dt

import pytest

from analysis.outcome import Look, Read, Said
from analysis.same_year import beside_its_year
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery, Window

NOW = Window(dt.date(2026, 9, 7), dt.date(2026, 10, 7), "range")
YEAR = Window(NOW.start - days(364), NOW.end - days(364), "range")
LOOK = Look("score.visits", MetricQuery(("visits",), windows=(NOW, NOW.before(), YEAR)), Said("x"))
READ = {LOOK.name: Read(LOOK, QueryResult((), (), False, 0.0), "")}
ITS_YEAR = {"from": "2025-09-08", "until": "2025-10-08"}


@pytest.mark.parametrize(
    ("query", "compare"),
    [
        ({"from": "2026-09-07", "until": "2026-10-07", "compare": "last_year"}, ITS_YEAR),
        ({"from": "2026-09-01", "until": "2026-10-01", "compare": "last_year"}, "last_year"),
        ({"from": "2026-09-07", "until": "2026-10-07", "compare": "previous"}, "previous"),
        ({"from": "2026-09-07", "until": "2026-10-07"}, None),
    ],
)
def test_the_time_of_an_analysis_has_one_year_before(query: dict[str, str], compare: object) -> None:
    assert beside_its_year(query, READ).get("compare") == compare
    assert beside_its_year(query, {}).get("compare") == query.get("compare")


def test_the_year_before_is_told_from_the_period_before_in_any_order() -> None:
    look = Look("score.visits", MetricQuery(("visits",), windows=(NOW, YEAR, NOW.before())), Said("x"))
    read = {look.name: Read(look, QueryResult((), (), False, 0.0), "")}
    asked = {"from": "2026-09-07", "until": "2026-10-07", "compare": "last_year"}
    assert beside_its_year(asked, read)["compare"] == ITS_YEAR
