"""What is asked back after an answer: its members and time first, and none that were let go."""

import pytest

from config.wording import language_of
from tests.unit.understanding.test_wrong_readings import TODAY, answers, everyone
from understanding.metric.desk import MetricDesk
from understanding.metric.onward import onward

PLAIN = {"zh": ["收入是多少？", "报修数是多少？"], "en": ["Revenue", "Repairs"]}


@pytest.mark.parametrize(
    ("previous", "message", "first"),
    [
        (
            "上个月江湾的报修数",
            "进账多少",
            ["上个月江湾的收入是多少？", "上个月江湾的报修数是多少？", "收入是多少？"],
        ),
        ("repairs of Hilltop last month", "how much in", ["Revenue of Hilltop last month"]),
        ("上个月江湾的报修数", "全公司进账多少", ["上个月的收入是多少？"]),
        ("江湾上个月怎么样", "进账多少", ["上个月的收入是多少？"]),
        ("supplement value of Vanilla last month", "how much in", ["Revenue last month"]),
        ("江湾怎么样", "进账多少", ["收入是多少？"]),
    ],
)
def test_members_and_time_of_the_turn_before_are_kept(previous: str, message: str, first: list[str]) -> None:
    language = language_of(message)
    found = onward(
        message, PLAIN[language], previous, "", MetricDesk(answers("gym"), language, TODAY, everyone)
    )
    assert list(found[: len(first)]) == first
    assert set(found) & set(PLAIN[language])


def test_a_time_of_its_own_stays() -> None:
    found = onward(
        "income",
        ["Revenue this year"],
        "repairs last month",
        "",
        MetricDesk(answers("gym"), "en", TODAY, everyone),
    )
    assert found == ("Revenue this year",)
