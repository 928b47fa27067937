"""A word for reaching a target is of the figure named beside it, though another figure's is called so too."""

import pytest

from config.wording import language_of
from tests.unit.analysis.depots import depots
from tests.unit.analysis.kiosks import desk_of
from understanding.readings import MetricHit


def _query(question: str) -> tuple[tuple[str, ...], list[str]]:
    answers = depots()[1]
    desk = desk_of(answers, language_of(question))
    found = answers.answer(question, desk.today, desk.allowed)
    assert isinstance(found, MetricHit), found
    return found.query.metrics, [one.metric for one in found.query.conditions]


@pytest.mark.parametrize(
    ("question", "figures", "conditions"),
    [
        (
            "Which regions met their target in parcels in August",
            ["parcels_achievement", "parcels"],
            ["parcels_achievement"],
        ),
        ("8月件数达标的大区", ["parcels_achievement", "parcels"], ["parcels_achievement"]),
        ("8月收入达标的大区", ["revenue_achievement", "revenue"], ["revenue_achievement"]),
        ("which regions met their target in August", ["revenue_achievement"], ["revenue_achievement"]),
        (
            "8月收入达标但件数没达标的大区",
            ["revenue_achievement", "parcels_achievement", "revenue", "parcels"],
            ["revenue_achievement", "parcels_achievement"],
        ),
        (
            "On-time rate in August of the regions that met their target",
            ["on_time_rate"],
            ["revenue_achievement"],
        ),
    ],
)
def test_who_reached_a_target_is_told_by_the_target_of_the_figure_named(
    question: str, figures: list[str], conditions: list[str]
) -> None:
    assert _query(question) == (tuple(figures), conditions)


@pytest.mark.parametrize(
    ("question", "figures"),
    [
        ("8月件数的达成率", ("parcels_achievement",)),
        ("8月各大区件数目标完成率", ("parcels_achievement",)),
        ("Target achievement of parcels in August by region", ("parcels_achievement",)),
        ("8月件数和达成率", ("parcels", "revenue_achievement")),
        ("8月收入达成率、件数", ("revenue_achievement", "parcels")),
        ("8月达成率", ("revenue_achievement",)),
    ],
)
def test_how_much_of_a_target_was_reached_is_of_the_figure_right_beside_it(
    question: str, figures: tuple[str, ...]
) -> None:
    assert _query(question)[0] == figures
