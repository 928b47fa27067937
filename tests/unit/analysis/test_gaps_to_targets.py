"""How far each member is from its target: all of them, the furthest first, met or not."""

import numpy as np
import pytest

from tests.unit.analysis.kiosks import NAMES, kiosks, told


@pytest.mark.parametrize(
    "question",
    [
        "8月目标各售货亭还差多少",
        "How far was each kiosk from its August target?",
        "各售货亭离8月收款额目标差多少",
    ],
)
def test_each_member_is_told_with_what_it_is_short_of_or_over(question: str) -> None:
    database, answers = kiosks()
    outcome, words = told(question, database, answers)
    assert [one.code for one in outcome.statements] == ["pace.gaps", "pace.whole"]
    assert outcome.result is not None and {row[0] for row in outcome.result.rows} == {*NAMES}
    first = [name for name in NAMES if name in words]
    assert len(first) == 10  # and two more
    shares = [row[3] for row in outcome.result.rows]
    assert shares == sorted(shares) and f"{shares[0]:.1f} %" in words


def test_of_a_running_month_it_says_how_far_it_has_come() -> None:
    outcome, _ = told("各售货亭离9月目标还差多少", *kiosks())
    assert outcome.statements[0].code == "pace.gaps_running"


@pytest.mark.parametrize("question", ["9月哪些售货亭落后于收款额目标", "各售货亭离9月目标还差多少"])
def test_who_holds_back_a_running_month_is_ranked_by_how_much_is_behind_what_is_due(question: str) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.result is not None
    leads = [row[5] for row in outcome.result.rows]
    assert leads == sorted(leads) and leads[0] < 0, "the first is furthest behind"
    assert f"比进度少 {-leads[0] / 10_000:,.1f} 万元" in words
    assert f"比进度{'多' if sum(leads) > 0 else '少'} {abs(sum(leads)):,.0f} 元。" in words or (
        f"比进度{'多' if sum(leads) > 0 else '少'} {abs(sum(leads)) / 10_000:,.1f} 万元。" in words
    ), "and how all together stand"


@pytest.mark.parametrize(
    "question", ["各售货亭离全年目标还差多少", "how far is each kiosk from the full-year target"]
)
def test_of_a_running_year_it_is_the_gap_to_the_whole_of_it(question: str) -> None:
    outcome, words = told(question, *kiosks())
    assert [one.code for one in outcome.statements] == ["pace.gaps_running", "pace.whole_short"]
    assert outcome.result is not None and outcome.cautions == ()
    short = sum(row[4] for row in outcome.result.rows)
    assert f"{short / 10_000:,.1f} 万元" in words or f"{short / 1e6:,.2f} M short" in words, (short, words)


@pytest.mark.parametrize(
    "question", ["Hazel和Fir 9月目标能完成吗", "will Hazel and Fir make the September target"]
)
def test_of_several_that_are_named_each_is_told_by_itself(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    assert outcome.result is not None and {row[0] for row in outcome.result.rows} == {"Hazel", "Fir"}


def _gone(amounts: np.ndarray) -> None:
    amounts[11, -90:] = np.nan  # Maple has nothing since the end of June


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("8月哪些售货亭没完成收款额目标", ("11 个售货亭", "没有收款额的单列在外：Maple")),
        ("8月目标各售货亭还差多少", ("合计完成", "没有收款额的单列在外：Maple")),
        (
            "Which kiosks missed the takings target in August?",
            ("of 11 kiosks", "no takings in that time: Maple"),
        ),
        ("哪些售货亭落后于收款额目标", ("11 个售货亭", "没有收款额的单列在外：Maple")),
    ],
)
def test_who_has_a_target_and_no_figure_is_told_apart_from_those_that_missed_it(
    question: str, named: tuple[str, ...]
) -> None:
    outcome, words = told(question, *kiosks(_gone))
    assert all(one in words for one in named), words
    assert outcome.result is not None and {row[0] for row in outcome.result.rows} == {*NAMES} - {"Maple"}


@pytest.mark.parametrize(
    "question",
    [
        "谁拖累了8月的收款额目标",
        "谁拖了8月收款额目标的后腿",
        "8月谁没完成收款额目标",
        "who is dragging us down on the August takings target",
        "who missed the August takings target",
    ],
)
def test_who_holds_a_target_back_is_sought_by_what_it_is_set(question: str) -> None:
    outcome, words = told(question, *kiosks())
    named, _ = told("which kiosks missed the August takings target", *kiosks())
    assert outcome.result is not None and named.result is not None
    assert outcome.result.rows == named.result.rows, words
    assert outcome.statements[0].code.startswith("pace.")
