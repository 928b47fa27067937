"""A figure that is named whole goes before the further wording of a pair that says something else."""

import pytest

from knowledge.items import KnowledgeItem
from tests.unit.understanding.test_wrong_readings import TODAY, answers, everyone
from understanding.pairs.reuse import TemplateSet, find_reuse

TITLE = "上个月最后一天的赴约率"


@pytest.mark.parametrize(
    ("question", "variant", "title", "figure"),
    [
        ("上个月赴约率", "上个月赴约率", TITLE, True),
        ("上个月赴约率是多少", "上个月赴约率", TITLE, True),
        ("turnout last month", "turnout last month", TITLE, True),
        ("turnout in Q3", "turnout last month", TITLE, True),
        ("上个月赴约率", "上个月赴约率", "上个月赴约的人", True),
        ("上个月赴约率", "9月赴约率", "9月赴约率是多少", False),
        ("turnout in Q3", "turnout last month", "上个月的赴约率", False),
        ("turnout by store last month", "turnout by store last month", "9月各店面赴约率", False),
        ("turnout by store last month", "turnout by store last month", TITLE, False),
        ("上个月最后一天赴约的人多吗", "上个月最后一天赴约的人多吗", TITLE, False),
    ],
)
def test_a_plain_figure_is_another_than_a_pair_whose_own_question_is_none_of_it(
    question: str, variant: str, title: str, figure: bool
) -> None:
    assert answers("goals").is_of_another(question, (variant, title), TODAY, everyone) == figure


@pytest.mark.parametrize(("question", "variant"), [("赴约率", "赴约率"), ("赴约名单", "")])
def test_a_pair_tells_as_which_further_wording_it_was_said(question: str, variant: str) -> None:
    pair = KnowledgeItem("t", "shop", "pair", "赴约名单", "SELECT 1", {"variants": ["赴约率"]})
    hit = find_reuse(question, TemplateSet.build([pair]), TODAY)
    assert hit is not None and hit.variant == variant
