"""The most recent of some things is the last of all, and names no time of which most were."""

import pytest

from tests.integration.metrics_shop import TODAY
from tests.unit.understanding.figures.figure_rooms import labelled, reader_of
from understanding.figures.leaves import Question


@pytest.mark.parametrize(
    ("question", "timed"),
    [
        ("most recent order", False),
        ("who placed orders most recently", False),
        ("most orders recently", True),
        ("recent orders", True),
    ],
)
def test_recent_behind_most_is_no_time(question: str, timed: bool) -> None:
    leaves = reader_of(labelled()[0].room).leaves.of(Question.of(question, TODAY), lambda _: True)
    assert any(one.type == "recently" for one in leaves) is timed
