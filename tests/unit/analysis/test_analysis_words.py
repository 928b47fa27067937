"""What analyses say of a made business, sentence by sentence, as a person read them."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.unit.analysis.kiosks import kiosks, told

WORDS = yaml.load(
    (Path(__file__).parents[2] / "cases" / "analysis" / "words.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)


@pytest.mark.parametrize("case", WORDS, ids=lambda one: one["ask"])
def test_an_analysis_is_told_in_these_words(case: dict[str, Any]) -> None:
    _, words = told(case["ask"], *kiosks())
    assert [one for one in case["says"] if one not in words] == [], words
