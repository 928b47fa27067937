"""Without data for a week is only who has them in nearly all others."""

import pytest

from answers.lacks import unfounded_lacks
from database.result import QueryResult, ResultColumn

TEXT = ("支付方式", "周", "营业额")
SAID = "2026-03-30 那一周没有现金的数据，需要核对"
SAID_EN = "there were no cash data in the week of 30 March"


def _weeks(had: str) -> QueryResult:
    """Return rows of a card each week, and of cash in those marked."""
    weeks = [f"2026-{1 + at // 28:02}-{1 + at % 28:02}" for at in range(len(had))]
    rows = [("card", week, 5.0) for week in weeks]
    rows += [(name, week, 1.0) for week, mark in zip(weeks, had, strict=True) if mark == "1"
             for name in ("现金", "cash")]  # fmt: skip
    return QueryResult(tuple(ResultColumn(one, "text") for one in TEXT), tuple(rows), False, 0.0)


@pytest.mark.parametrize("said", [SAID, SAID_EN])
@pytest.mark.parametrize(
    ("had", "stands"),
    [("111011", False), ("1110111" * 15 + "1", False), ("1" * 106 + "0", True), ("1" * 24 + "0" * 7, True)],
)
def test_a_time_without_data_is_held_to_the_members_own_past(said: str, had: str, stands: bool) -> None:
    assert (unfounded_lacks(said, [], [_weeks(had)]) == []) is stands


def test_what_was_computed_to_lack_data_and_who_has_all_may_be_told() -> None:
    table = _weeks("111011")
    assert unfounded_lacks(SAID, ["现金：2026-03-30 没有数据（1 天）。"], [table]) == []
    assert unfounded_lacks("card 那一周没有数据", [], [table]) == []
    assert unfounded_lacks("现金不多", [], [table]) == []
