"""A report on a look says what was looked at in total only."""

import pytest

from analysis.outcome import Name, Said
from config.wording import Language
from tests.unit.answers.sentences.shop import answers
from tools.analyst import with_reach

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
