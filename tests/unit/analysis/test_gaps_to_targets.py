"""How far each member is from its target: all of them, the furthest first, met or not."""

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
