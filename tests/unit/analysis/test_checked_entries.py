"""Entries far from their like are told where the data themselves are asked about; none is called wrong."""

import datetime as dt

import pytest

from analysis.asked import AnalysisAsked
from analysis.given import analysis_given
from tests.unit.analysis.kiosks import asked, desk_of, told
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.wholesale import wholesale

SLIP = (dt.date(2026, 3, 4), 2, 45, 9000.0)  # ten times its quantity by its price
QUESTIONS = [
    "数据里有没有明显不对的地方,帮我查一遍",
    "有没有录错的数据",
    "is there anything clearly wrong in the data",
    "any obvious data errors?",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_wrong_in_the_data_checks_the_entries(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.about) == ("anomaly", "data")
    given = analysis_given({"analysis": "odd"}, question, desk_of(kiosks()[1], "en"))
    assert given is not None and given.about == "data"


@pytest.mark.parametrize("question", ["有没有异常", "上周收款额有没有录错的数据", "anything unusual?"])
def test_what_is_odd_of_a_figure_or_a_time_does_not(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert not isinstance(found, AnalysisAsked) or found.about != "data"


def test_one_entry_far_from_its_like_is_told_with_its_row() -> None:
    _, words = told("数据里有没有录错的", *wholesale(SLIP))
    first = words.splitlines()[0]
    assert "的amount有一条是 9,000（Crown Foods，2026-03-04，order_id " in first
    assert "请核对" in first and "近期的数字" in words


def test_without_one_nothing_is_found_though_amounts_go_up_and_down() -> None:
    outcome, words = told("any data errors?", *wholesale())
    assert "no entry lies so far from its like" in words
    assert any("Not checked: doubles" in line for line in _lines(outcome.reading))


def test_two_large_entries_that_are_near_each_other_are_no_slips() -> None:
    second = (dt.date(2026, 4, 5), 2, 45, 8000.0)
    _, words = told("数据里有没有录错的", *wholesale(SLIP, second))
    assert "9,000" not in words


def _lines(reading: object) -> list[str]:
    from analysis.words import worded

    catalog = wholesale()[1].catalog
    return [worded(one, catalog, "en") for one in reading]  # type: ignore[attr-defined]
