"""Days of a running month beside all of it; no chart of nothing; months that are wanted whole."""

import pytest

from answers.chart import charts_for
from answers.sentences.background import Background
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from database.dialects import SQLITE
from database.result import QueryResult, ResultColumn
from language.periods import find_periods
from query.plan.compose import compose
from tests.unit.analysis.kiosks import TODAY, kiosks
from understanding.readings import MetricReading, NotMine


@pytest.mark.parametrize(
    ("question", "said"),
    [("本月目标达成最低的3个售货亭", "而本月 30 天只过了 22 天"), ("8月目标达成最低的3个售货亭", "")],
)
def test_days_of_a_running_month_are_told_beside_a_whole_months_target(question: str, said: str) -> None:
    database, answers = kiosks()
    found = answers.reader.read(question, TODAY)
    assert isinstance(found, MetricReading)
    sql = compose(found.query, answers.catalog, SQLITE, "zh", TODAY)
    cursor = database.execute(sql)
    columns = tuple(
        ResultColumn(one[0], "number" if at else "text") for at, one in enumerate(cursor.description)
    )
    result = QueryResult(columns, tuple(map(tuple, cursor.fetchall())), False, 0.0)
    known = Background(
        answers.catalog,
        answers.reader.known.member_name,
        TODAY,
        answers.reader.known.range_of(found.query.metrics),
    )
    asked = asked_of(
        Question(question, "zh", sql, SQLITE, answers.catalog.schema, found.query), result, known
    )
    words = "".join(one.worded("zh") for one in plan(asked, result))
    assert "Alder" in words and ("全月" in words) == bool(said) and said in words
    assert "2026-09-01 至 09-22" in words or not said  # targets that run ahead do not lengthen it


def test_a_figure_set_by_the_month_says_that_whole_months_are_wanted() -> None:
    _, answers = kiosks()
    found = answers.reader.read("8月1日到8月15日的目标达成", TODAY)
    assert len(find_periods("8月1日到8月15日", TODAY)) == 1
    assert isinstance(found, NotMine) and found.reason == "whole_months"


def test_of_nothing_no_reason_is_given_why_it_has_no_chart() -> None:
    columns = (ResultColumn("kiosk", "text"), ResultColumn("takings", "number"))
    assert charts_for(QueryResult(columns, (), False, 0.0), "takings", is_whole=True).why_none is None
    one = QueryResult(columns, (("Alder", 1),), False, 0.0)
    assert charts_for(one, "takings", is_whole=True).why_none == "one_row"
