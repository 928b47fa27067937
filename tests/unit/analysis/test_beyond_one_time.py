"""What no month shows alone: a year of few things counted, who closed within a year, bad days of a month."""

import datetime as dt

import numpy as np
import pytest

from tests.unit.analysis.depots import World, depots
from tests.unit.analysis.kiosks import FIRST, kiosks, told

YEAR = dt.date(2026, 1, 1)


def _more_this_year(world: World) -> None:
    world.tickets[0] = 0
    world.tickets[0, ::30] = 1
    world.tickets[0, world.at(YEAR)][::9] = 1


@pytest.mark.parametrize("question", ["Abbey的破损件数为什么多了", "Why are damage tickets at Abbey up?"])
def test_of_few_things_a_month_more_in_all_of_the_year_is_a_rise(question: str) -> None:
    outcome, words = told(question, *depots(_more_this_year))
    assert outcome.statements[0].code == "why.premise_count_up", words
    assert words.split("。")[0].startswith("今年（2026-01-01") or "this year (1 Jan" in words.split(".")[0]


def _closed_in_april(world: World) -> None:
    world.closed["Brook"] = dt.date(2026, 5, 31)
    world.parcels[1, world.at(dt.date(2025, 1, 1), YEAR)] *= 0.45
    world.parcels[1, world.at(YEAR)] *= 3.1


@pytest.mark.parametrize(
    "question", ["今年North的收入为什么比去年少了", "Why is revenue in North down this year on last year?"]
)
def test_a_year_that_did_not_fall_is_told_with_how_it_did_since_who_closed_in_it(question: str) -> None:
    outcome, words = told(question, *depots(_closed_in_april))
    assert [one.code for one in outcome.statements[:2]] == ["why.not_down", "why.sought_since"], words
    assert "Brook" in words


def _a_bad_week(amounts: np.ndarray) -> None:
    start = (dt.date(2026, 8, 10) - FIRST).days
    amounts[:, start : start + 7] *= 0.2


@pytest.mark.parametrize(
    "question",
    ["8月收款额为什么没完成", "8月收款额为什么没有完成目标", "why did takings miss its August target?"],
)
def test_a_week_that_makes_most_of_what_is_missing_is_told_of_a_target(question: str) -> None:
    outcome, words = told(question, *kiosks(_a_bad_week))
    codes = [one.code for one in outcome.statements]
    assert "missed.most" in codes, words
    assert ("2026-08-10 至 08-16（7 天）" in words) or ("10–16 Aug 2026 (7 days)" in words)


@pytest.mark.parametrize(
    "question", ["8月收款额为什么没有完成目标", "why did takings miss the August target?"]
)
def test_where_no_days_stand_out_none_is_told(question: str) -> None:
    def less(amounts: np.ndarray) -> None:
        amounts[:, (dt.date(2026, 8, 1) - FIRST).days : (dt.date(2026, 9, 1) - FIRST).days] *= 0.9

    outcome, words = told(question, *kiosks(less))
    assert not {"missed.most", "missed.days"} & {one.code for one in outcome.statements}, words
