"""Two results agree where they tell the same figures in other forms, and not where one differs."""

import pytest

from answers.agreement import same_figures


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([["West", 90.63]], [["West", 90.62727272727273]], True),
        ([["West", 90.63, 11]], [[90.62727, "West"]], True),
        ([["2025-01-26T14:43:00", 12]], [["2025-01-26", 12]], True),
        ([["West", 0.0042]], [["West", 0.004]], False),
        ([["West", 90.63]], [["West", 90.53]], False),
        ([["2025-01-26T14:43:00", 12]], [["2025-01-27", 12]], False),
    ],
)
def test_forms_of_one_figure_agree(first: list[list[object]], second: list[list[object]], same: bool) -> None:
    assert same_figures(first, second) is same
