"""A report on a look says what was looked at in total only."""

import pytest

from analysis.outcome import Name, Said
from config.wording import Language
from tests.unit.answers.sentences.shop import answers
from tests.unit.answers.test_chart import result
from tools.analyst import _with_alone, with_reach
from tools.further_looks import Looked

LOOK = Said("anomaly.none", {"whole": Said("anomaly.whole_alone", {"metrics": (Name("orders"),)})})


@pytest.mark.parametrize(
    ("language", "words", "says"),
    [
        ("zh", "没有发现异常。", "只看了合计，没有分开看。"),
        ("en", "Nothing unusual in sales.", "Looked at in total only: "),
    ],
)
def test_what_nobody_looked_at_by_member_is_said(language: Language, words: str, says: str) -> None:
    catalog = answers().catalog
    told = with_reach(words, [LOOK, Said("anomaly.none", {"whole": ""})], catalog, language)
    assert told.startswith(f"{words}\n- ") and says in told
    assert with_reach(told, [LOOK], catalog, language) == told
    assert with_reach("", [LOOK], catalog, language) == ""
    target = Said("pace.idle", {"whole": Said("pace.idle_whole", {"all": "93.1 %"})})
    assert with_reach(words, [target], catalog, language) == words, "a part of its own sentence"


@pytest.mark.parametrize(("question", "told"), [("Why did sales fall?", True), ("Why did West fall?", False)])
def test_who_made_most_of_it_is_told_where_the_question_names_nobody_beside_it(
    question: str, told: bool
) -> None:
    rows = [["East", 90, 10], ["West", 50, 48], ["North", 20, 20], ["South", 9, 8]]
    look = Looked("Sales", result=result("区:text 去年营业额:number 营业额:number", rows))
    assert ("East alone" in _with_alone("It fell.", [look], question, "en")) is told
