"""A report on a look says what was looked at in total only; and on a rate that other weights moved it."""

from decimal import Decimal

import pytest

from analysis.outcome import Name, Percent, Said
from config.wording import Language
from tests.unit.answers.sentences.shop import answers
from tests.unit.answers.test_chart import result
from tools.analyst import _with_alone, with_mix, with_reach
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


_MIX = {"metric": Name("orders"), "dimension": Name("region", dimension=True, many=True), "member": "North"}
_MIX |= {"below": "", "mix": "-1.24", "own": "+0.22"}
_MIX |= {"weight_before": Percent(Decimal("9.9")), "weight_now": Percent(Decimal("12.4"))}


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("It fell, as North went from 9.9 % to 12.4 %.\n\n- May: 46.1", 0),
        ("It fell.\n\n- May: 46.1\n- North went from 9.9 % to 12.4 %.", 1),
        ("It fell.\n\n- May: 46.1\n- October: 45.1", 1),
        ("It fell.", 1),
    ],
)
@pytest.mark.parametrize("nested", [True, False])
def test_that_other_weights_moved_a_rate_stands_behind_the_first_line_at_the_latest(
    words: str, place: int, nested: bool
) -> None:
    mix = Said("why.by_mix", _MIX)
    said = [Said("trend.yes_down"), Said("trend.mix", {"mix": mix}) if nested else mix]
    told = [one for one in with_mix(words, said, answers().catalog, "en").splitlines() if one]
    assert [at for at, one in enumerate(told) if "12.4 %" in one] == [place]
    assert {one for one in words.splitlines() if one} <= {*told}
    assert with_mix(words, said[:1], answers().catalog, "en") == words
