"""When an alert is told."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from agent.events import Answer
from errors import InputError
from schedules.condition import Condition, Look, figure_of, look_at, read_condition, require_fitting

START = dt.datetime(2026, 11, 20, 0, 0, tzinfo=dt.UTC)


def answer(*figures: Any) -> Answer:
    """Return an answer of these figures in one row."""
    columns = [{"name": f"c{place}", "type": "number"} for place in range(len(figures))]
    return Answer("data", "…", "昨天的营业额", columns=columns, rows=[list(figures)], row_count=1)


def looks(condition: Condition, *figures: float, hours: int = 24, rights: str = "a") -> list[Look]:
    """Return what looks at a figure come to, one after the other."""
    memory: dict[str, Any] = {}
    found = []
    for number, figure in enumerate(figures):
        now = START + dt.timedelta(hours=hours * number)
        found.append(look_at(condition, answer(figure), memory, rights, now))
        memory = found[-1].memory
    return found


def told(found: list[Look]) -> list[bool]:
    return [one.tells for one in found]


def test_figure_that_stays_above_is_told_once_until_it_returns() -> None:
    assert told(looks(Condition("above", Decimal(10)), 9, 11, 12, 9, 13, 13)) == [
        *(False, True, False, False, True, False)
    ]


def test_limit_itself_is_neither_above_nor_below() -> None:
    assert told(looks(Condition("above", Decimal(10)), 10)) == [False]
    assert told(looks(Condition("below", Decimal(10)), 10, 9)) == [False, True]


def test_event_in_the_quiet_time_is_told_after_it_where_it_goes_on() -> None:
    condition = Condition("below", Decimal(10), quiet_h=48)
    assert told(looks(condition, 9, 11, 9, 9, 9)) == [True, False, True, False, False]
    condition = Condition("below", Decimal(10), quiet_h=72)
    assert told(looks(condition, 9, 11, 9, 9, 9)) == [True, False, False, True, False]


def test_each_change_is_an_event_and_the_same_figure_none() -> None:
    found = looks(Condition("change", Decimal(10)), 100, 111, 111, 90, 91)
    assert told(found) == [False, True, False, True, False]
    assert found[1].change == Decimal(11) and found[1].before == Decimal(100)


def test_nothing_is_compared_with_nothing() -> None:
    assert told(looks(Condition("change", Decimal(10)), 0, 5)) == [False, False]


def test_figure_seen_under_other_rights_is_not_compared_with() -> None:
    condition, memory = Condition("change", Decimal(10)), {"figure": "100", "rights": "all branches"}
    assert look_at(condition, answer(20), memory, "one branch", START).tells is False
    assert look_at(condition, answer(20), memory, "all branches", START).tells is True


def test_anomaly_is_told_once_each() -> None:
    def odd(*names: str) -> Answer:
        rows: list[list[Any]] = [[name, "2026-11-19", 5.0, 3.0, 66.7] for name in names]
        return Answer("data", "…", "有什么异常吗", rows=rows, row_count=len(rows))

    condition, memory = Condition("anomaly", quiet_h=1), dict[str, Any]()
    expected = [
        ((), False),
        (("营业额",), True),
        (("营业额",), False),
        (("营业额", "客流"), True),
        ((), False),
    ]
    for day, (names, tells) in enumerate(expected):
        look = look_at(condition, odd(*names), memory, "a", START + dt.timedelta(days=day))
        assert (look.tells, look.holds) == (tells, bool(names))
        memory = look.memory


@pytest.mark.parametrize(
    ("kind", "typed", "number"),
    [
        ("above", "2000万", 20_000_000),
        ("below", "1,200.5", Decimal("1200.5")),
        ("change", "10%", 10),
        ("above", "20 M", 20_000_000),
    ],
)
def test_number_is_read_as_it_is_typed(kind: str, typed: str, number: Any) -> None:
    assert read_condition(kind, typed, 0).number == number


@pytest.mark.parametrize(
    ("kind", "typed", "code"),
    [
        ("above", "", "condition_number"),
        ("above", "many", "condition_number"),
        ("above", "5 parsecs", "condition_number"),
        ("change", "0", "condition_number"),
        ("above", "nan", "condition_number"),
        ("between", "5", "condition_unknown"),
    ],
)
def test_what_is_no_condition_is_refused(kind: str, typed: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        read_condition(kind, typed, 0)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "shown", [answer(1, 2), answer(None), answer("—"), answer(), Answer("data", "", "q")]
)
def test_answer_without_one_figure_has_none(shown: Answer) -> None:
    with pytest.raises(InputError) as refused:
        figure_of(shown)
    assert refused.value.code == "condition_no_figure"


def test_anomaly_needs_a_question_about_anomalies() -> None:
    require_fitting(Condition("anomaly"), "上周营业额有什么异常吗", answer(1))
    with pytest.raises(InputError) as refused:
        require_fitting(Condition("anomaly"), "昨天的营业额", answer(1))
    assert refused.value.code == "condition_no_anomaly"
