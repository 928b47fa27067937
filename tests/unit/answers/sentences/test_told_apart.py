"""Two figures that stand beside each other never look alike where they differ."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.sentences.asked import Measure
from answers.sentences.phrases import told_apart
from config.wording import Language

VEHICLES = Measure(index=1, label="入区车辆", unit="辆", decimals=0)


def test_two_that_round_to_the_same_are_told_with_more_digits() -> None:
    assert told_apart(114_992, 114_814, VEHICLES, "zh") == ("11.50 万辆", "11.48 万辆")
    english = replace(VEHICLES, label="Traffic", unit="vehicles")
    assert told_apart(1_149_920, 1_148_140, english, "en") == ("1.150 M vehicles", "1.148 M vehicles")


@pytest.mark.parametrize("language", ["zh", "en"])
@given(one=st.integers(1, 10**8), apart=st.integers(-400, 400))
def test_what_differs_by_a_part_in_ten_thousand_looks_so(one: int, apart: int, language: Language) -> None:
    other = max(1, one + apart)
    first, last = told_apart(one, other, VEHICLES, language)
    if one == other:
        assert first == last
    elif abs(one - other) * 10_000 >= max(one, other):
        assert first != last
