"""Of whom why is asked under a comparison by member."""

import pytest

from answers.sentences.asked import Asked, Measure, Thing
from tools.why_next import Moved, moved_most

NOW, BEFORE = Measure(1, "Revenue"), Measure(2, "a year before", role="before", of=1)
AREA = Thing(0, "Area")


@pytest.mark.parametrize(
    ("rows", "most"),
    [
        ([["North", 120, 100], ["South", 60, 100], ["West", 101.5, 100]], Moved("South", -40.0)),
        ([["North", None, 100], ["South", 90, 100], [None, 900, 100]], Moved("South", -10.0)),
        ([["North", 100, 100]], None),
        ([], None),
    ],
)
def test_the_member_that_moved_most_by_its_figure_is_asked_of(
    rows: list[list[object]], most: Moved | None
) -> None:
    assert moved_most(rows, Asked("en", (NOW, BEFORE), things=(AREA,))) == most


def test_sums_of_unlike_times_move_by_the_day() -> None:
    asked = Asked("en", (NOW, BEFORE), things=(AREA,), unlike=(7, 8), adds_by_day=True)
    assert moved_most([["North", 77, 80]], asked) == Moved("North", 1.0)


def test_figures_without_an_earlier_one_have_nobody_who_moved() -> None:
    assert moved_most([["North", 1, 2]], Asked("en", (NOW,), things=(AREA,))) is None
    assert moved_most([["North", "East", 1, 2]], Asked("en", (NOW, BEFORE), things=(AREA, AREA))) is None
