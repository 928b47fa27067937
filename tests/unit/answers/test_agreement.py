"""Two results agree where they tell the same figures in other forms, and not where one differs."""

import pytest

from answers.agreement import same_as_far_as_both_go, same_figures


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([["West", 90.63]], [["West", 90.62727272727273]], True),
        ([["West", 90.63, 11]], [[90.62727, "West"]], True),
        ([["2025-01-26T14:43:00", 12]], [["2025-01-26", 12]], True),
        ([["West", 28.6], ["East", 8.2]], [["East", 8.17], ["West", 28.63]], True),
        ([["West", 1056]], [["West", 11, 1056.1]], True),
        ([["West", 28.6]], [["West", 28.66]], False),
        ([["West", 3]], [["West", 2.9]], False),
        ([["West", 0.2]], [["West", 0.216]], False),
        ([["West", 1056]], [["West", 1057]], False),
        ([["West", None]], [["West", 28.6]], False),
        ([["West", "nan"]], [["West", 28.6]], False),
        ([["West", 0.0042]], [["West", 0.004]], False),
        ([["West", 90.63]], [["West", 90.53]], False),
        ([["2025-01-26T14:43:00", 12]], [["2025-01-27", 12]], False),
    ],
)
def test_forms_of_one_figure_agree(first: list[list[object]], second: list[list[object]], same: bool) -> None:
    assert same_figures(first, second) is same


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([["2026-10", 261, 111, 42.53], ["2026-11", 301, 173, 57.5]], [[261, 111, 42.5]], True),
        ([[262, 111, 42.5]], [["2026-10", 261, 111, 42.53], ["2026-11", 301, 173, 57.5]], False),
        ([["West", 5], ["West", 5]], [["West", 5], ["East", 4], ["North", 3]], False),
        ([], [["West", 5]], False),
    ],
)
def test_one_that_has_further_rows_tells_no_other_figures(
    first: list[list[object]], second: list[list[object]], same: bool
) -> None:
    assert same_as_far_as_both_go(first, second) is same
    assert same_as_far_as_both_go(second, first) is same
