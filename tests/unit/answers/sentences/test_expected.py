"""What is said to two hundred questions of all kinds, word for word."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.unit.answers.sentences.shop import answer

CASES = Path(__file__).parents[3] / "cases" / "sentences"


def cases() -> list[dict[str, Any]]:
    """Return the questions with their sentences."""
    return [
        one
        for path in sorted(CASES.glob("*.yaml"))
        for one in yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    ]


@pytest.mark.parametrize("case", cases(), ids=lambda one: one["ask"])
def test_a_question_is_answered_in_these_words(case: dict[str, Any]) -> None:
    assert list(answer(case["ask"])) == case["says"]
