"""How the sentences of an analysis stand below each other."""

import pytest

from agent.showing import in_lines
from config.wording import Language


@pytest.mark.parametrize(
    ("sentences", "language", "shown"),
    [
        (["涨了。", "因为数据如此。"], "zh", "涨了。因为数据如此。"),
        (["Up.", "By day.", "By shop."], "en", "Up. By day. By shop."),
        (["Up.", "By day.", "By shop.", "Also."], "en", "Up.\n\n- By day.\n- By shop.\n- Also."),
    ],
)
def test_many_sentences_stand_in_lines_below_the_first(
    sentences: list[str], language: Language, shown: str
) -> None:
    assert in_lines(sentences, language) == shown
