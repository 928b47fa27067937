"""A model is told that the growth of a rate it looked up is no change in points."""

import pytest

from tests.unit.analysis.kiosks import TODAY, desk_of, kiosks
from tools.further_looks import of_rates
from understanding.readings import MetricHit


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("target attainment in August compared with July", True),
        ("target attainment in August", False),
        ("takings in August compared with July", False),
    ],
)
def test_growth_of_a_rate_is_told_as_such(question: str, told: bool) -> None:
    _, answers = kiosks()
    hit = answers.answer(question, TODAY, lambda _: True)
    assert isinstance(hit, MetricHit)
    assert bool(of_rates(hit, desk_of(answers, "en"))) is told
