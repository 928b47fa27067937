"""The words that say nothing are few, and what is made of them alone says nothing either."""

import pytest

from understanding.words.empty import is_empty


@pytest.mark.parametrize(
    "text", ["the", "could you please", "can you tell me what the", "帮我查一下", "请问", "是多少"]
)
def test_grammar_courtesy_and_asking_are_empty(text: str) -> None:
    assert is_empty(text)


@pytest.mark.parametrize(
    "text", ["raised", "actual", "unpaid", "behind", "when", "still", "实际", "目前", "线上", "贡献了"]
)
def test_a_word_that_may_keep_some_of_the_rows_is_not(text: str) -> None:
    assert not is_empty(text)
