"""A part of a question is answered once: what the answer tells already is not said again."""

import pytest

from tools.also import is_told

ANSWER = "Three inspectors, 39 of 960 records: 郭伟 (hired on 2026-06-30, 20), 许家豪 (13) and 周志强 (6)."


@pytest.mark.parametrize(
    ("words", "names", "told"),
    [
        ("郭伟 (hired on 30 Jun 2026) 20, 许家豪 13, 周志强 6.", {"郭伟", "许家豪", "周志强"}, True),
        ("郭伟 20, 许家豪 14.", {"郭伟", "许家豪"}, False),
        ("郭伟 20, 李明 13.", {"郭伟", "李明"}, False),
        ("20 inspections failed.", set(), False),  # what has no names may stand there by chance
        ("郭伟, 许家豪.", {"郭伟", "许家豪"}, False),
    ],
)
def test_a_list_that_all_stands_in_the_answer_is_told(words: str, names: set[str], told: bool) -> None:
    assert is_told(words, names, ANSWER) is told
