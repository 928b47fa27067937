"""Two versions held against each other: which way a question goes, what blocks, which rows differ."""

from dataclasses import replace

import pytest

from evaluation.compare import Compared, Comparison, Side, comparison, row_diff

RIGHT = Side("right", "data", "SELECT 1", "verified", "", 1, 10.0, 0, 0)
WRONG = replace(RIGHT, verdict="wrong", sql="SELECT 2", source="generated", model_calls=2, tokens=900)
DECLINED = replace(RIGHT, verdict="declined", answer_kind="unanswerable", sql="", row_count=0)


def went(before: Side | None, after: Side, *, gained: tuple[list[int], ...] = ()) -> Compared:
    return Compared("q", "", ("SELECT 1",), before, after, gained=gained)


@pytest.mark.parametrize(
    ("before", "after", "way"),
    [
        (RIGHT, RIGHT, "same"),
        (RIGHT, replace(RIGHT, ms=99.0, source="cached"), "same"),
        (RIGHT, WRONG, "worse"),
        (RIGHT, DECLINED, "worse"),
        (RIGHT, replace(WRONG, verdict="gold_failed"), "worse"),
        (WRONG, RIGHT, "better"),
        (DECLINED, RIGHT, "better"),
        (WRONG, DECLINED, "other"),
        (RIGHT, replace(RIGHT, sql="SELECT 1.0"), "other"),
        (WRONG, WRONG, "same"),
        (None, RIGHT, "same"),
        (None, WRONG, "other"),
    ],
)
def test_a_question_goes_the_way_its_verdicts_say(before: Side | None, after: Side, way: str) -> None:
    assert went(before, after).way == way


def test_the_same_sql_with_other_rows_is_shown() -> None:
    assert went(RIGHT, RIGHT, gained=([1],)).way == "other"


@pytest.mark.parametrize(
    ("sides", "floor", "blockers"),
    [
        ([(RIGHT, RIGHT)] * 4, 1.0, []),
        ([(RIGHT, RIGHT)] * 3 + [(WRONG, RIGHT)], 1.0, []),
        ([(RIGHT, RIGHT)] * 9 + [(RIGHT, WRONG)], 0.9, ["regressions"]),
        ([(RIGHT, RIGHT)] * 3 + [(WRONG, WRONG)], 0.75, []),
        ([(RIGHT, RIGHT)] * 3 + [(WRONG, WRONG)], 0.76, ["below_floor"]),
        ([(RIGHT, RIGHT), (WRONG, RIGHT), (RIGHT, DECLINED)], 0.9, ["below_floor", "regressions"]),
        ([(None, RIGHT), (None, WRONG)], 0.9, ["below_floor"]),
        ([], 0.9, ["below_floor"]),
    ],
)
def test_a_low_score_and_a_regression_each_ask_for_a_reason(
    sides: list[tuple[Side | None, Side]], floor: float, blockers: list[str]
) -> None:
    result = comparison([went(*pair) for pair in sides])
    assert result.blockers(floor) == blockers
    assert Comparison.from_json(result.to_json()) == result


def test_time_calls_and_tokens_are_added_up_for_each_version() -> None:
    result = comparison([went(RIGHT, WRONG), went(WRONG, WRONG)], 1.26)
    assert result.before is not None
    assert (result.before.right, result.before.tokens, result.before.model_calls) == (1, 900, 2)
    assert (result.after.right, result.after.tokens, result.after.ms, result.seconds) == (0, 1800, 20.0, 1.3)


def test_rows_differ_as_bags_and_the_last_digit_does_not_count() -> None:
    before = [["a", 1.0], ["b", 2.0], ["b", 2.0]]
    after = [["b", 2.0000000001], ["c", 3.0], ["a", 1.0]]
    assert row_diff(before, after) == ([["b", 2.0]], [["c", 3.0]])
    assert row_diff([[number] for number in range(50)], [])[0] == [[number] for number in range(8)]
