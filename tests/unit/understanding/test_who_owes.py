"""Who is asked for may be others than those who work here, where nothing says which are meant."""

import pytest

from tests.unit.understanding.test_wrong_readings import TODAY, answers, everyone
from understanding.readings import MetricReadings


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("谁欠租最多", ("欠租最高的经办员工", "欠租最高的住客")),
        ("who has the most debt", ("Staff member with the highest debt", "Dweller with the highest debt")),
    ],
)
def test_others_are_offered_beside_our_own(question: str, offered: tuple[str, ...]) -> None:
    found = answers("counted").answer(question, TODAY, everyone)
    assert isinstance(found, MetricReadings) and found.questions == offered
