"""A briefing says which figures of its scorecard it goes without, and why."""

import datetime as dt
from dataclasses import replace

import pytest

from analysis.briefing.left_out import left_out_told
from analysis.briefing.scorecard import Line
from language.calendar import days
from query.metric_query import Window
from tests.unit.analysis.kiosks import TODAY, desk_of, kiosks, told
from understanding.metric.answers import MetricAnswers

LISTED = ("takings", "reached", "tickets")


def _listed(answers: MetricAnswers, *, begun: dt.date | None = None) -> MetricAnswers:
    """Return the kiosks whose scorecard has a figure of whole months; tickets begin on a day given."""
    known = answers.reader.known
    spans = dict(known.spans) | ({"tickets.opened_on": (begun, TODAY - days(1))} if begun else {})
    known = replace(known, catalog=replace(known.catalog, scorecard=LISTED), spans=spans)
    return replace(answers, reader=replace(answers.reader, known=known))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("最近生意怎么样", "目标达成只有整月的数，没有列入"),
        ("How are things lately?", "Known by whole months only, so not shown: target reached"),
    ],
)
def test_a_figure_of_whole_months_is_named_where_thirty_days_are_told(question: str, said: str) -> None:
    database, answers = kiosks()
    assert said in told(question, database, _listed(answers))[1]


@pytest.mark.parametrize("question", ["8月情况怎么样", "How was August?"])
def test_where_all_are_shown_nothing_is_said(question: str) -> None:
    database, answers = kiosks()
    assert (
        "没有列入" not in (text := told(question, database, _listed(answers))[1]) and "not shown" not in text
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("8月情况怎么样", "工单数在这段时间没有数据，没有列入"),
        ("How was August?", "No data of that time for tickets: not shown"),
    ],
)
def test_a_figure_without_data_of_the_time_is_named(question: str, said: str) -> None:
    database, answers = kiosks()
    assert said in told(question, database, _listed(answers, begun=dt.date(2026, 9, 10)))[1]


def test_a_figure_whose_table_could_not_be_read_is_named() -> None:
    desk = desk_of(kiosks()[1], "en")
    found = left_out_told([Line("takings")], [], Window(TODAY - days(30), TODAY), {}, desk)
    assert [one.code for one in found] == ["briefing.left_out.unread"]
