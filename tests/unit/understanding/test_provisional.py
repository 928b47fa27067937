"""Days off that are not announced yet are said to be the statutory ones, beside the figure."""

import datetime as dt
from importlib.util import find_spec

import pytest

from database.dialects import SQLITE
from tests.integration.metrics_shop import reader, rows
from understanding.metric.answers import MetricAnswers
from understanding.metric.followups import FollowUps
from understanding.readings import MetricHit

CALENDARS = all(find_spec(name) for name in ("chinese_calendar", "holidays"))
READER = reader(rows())
ANSWERS = MetricAnswers(READER, FollowUps(READER), SQLITE)


@pytest.mark.skipif(not CALENDARS, reason="calendars not installed")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("2027年国庆的销售额", "2027 国庆"),
        ("sales in the 2027 National Day holiday", "2027 national day holiday"),
        ("上个工作日的订单数", "上个工作日"),
        ("2027年国庆销售额同比", "2027 国庆"),
        ("2026年国庆的销售额", ""),
        ("上个月的销售额", ""),
    ],
)
def test_days_off_that_are_not_announced_are_said_to_be_the_statutory_ones(question: str, said: str) -> None:
    found = ANSWERS.answer(question, dt.date(2027, 11, 20), lambda column: True)
    assert isinstance(found, MetricHit), question
    told = [line for line in found.interpretation if "法定" in line or "statutory" in line]
    assert len(told) == bool(said) and all(said in line for line in told)
