"""Behind a question why, words that say no more than of whom or when ask why again."""

import pytest

from analysis.conversation.frame import Frame
from analysis.conversation.message import Message, only_narrows
from tests.unit.analysis.kiosks import desk_of, kiosks


@pytest.mark.parametrize(
    ("text", "before", "narrows"),
    [
        ("in Alder", "takings August", True),
        ("Alder?", "takings August", True),
        ("in July", "takings August", True),
        ("last week", "takings August 2026 versus August 2025", False),
        ("in Alder", "takings August 2026 versus August 2025", True),
        ("by kiosk", "takings August", False),
        ("top 3 kiosks", "takings August", False),
        ("sales in July", "takings August", False),
        ("thanks", "takings August", False),
    ],
)
def test_words_of_whom_or_when_alone_narrow_a_question_why(text: str, before: str, narrows: bool) -> None:
    _, answers = kiosks()
    desk = desk_of(answers, "en")
    assert only_narrows(Message(text, desk, Frame(before, "", desk, hears=False), hears=False)) is narrows
