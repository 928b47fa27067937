"""One reasoner stands behind the other, and nobody hides that the first is down."""

from collections.abc import AsyncIterator

import pytest

from config.wording import Language
from errors import ModelError
from knowledge.items import Linked
from reasoning.fallback import FallbackReasoner
from reasoning.model import spoken
from reasoning.reasoner import Brief, Facts, NoSql, NoSqlReason, SqlDraft
from reasoning.replies import without_marked

BRIEF = Brief("q", "zh", "c", "postgres", "2026-11-20", Linked())
FACTS = Facts("q", "zh", [], [], 0, False)


class Told:
    """A reasoner that does what it is told."""

    def __init__(self, sql: SqlDraft | NoSql | ModelError, words: list[str | ModelError]) -> None:
        self._sql, self._words = sql, words

    async def write_sql(self, brief: Brief) -> SqlDraft | NoSql:
        if isinstance(self._sql, ModelError):
            raise self._sql
        return self._sql

    async def summarize(self, facts: Facts) -> AsyncIterator[str]:
        for word in self._words:
            if isinstance(word, ModelError):
                raise word
            yield word

    def answer_general(self, question: str, language: Language) -> AsyncIterator[str]:
        return self.summarize(FACTS)


DOWN = ModelError("model_auth")
DRAFT = SqlDraft("SELECT 1", "q")


async def _heard(reasoner: FallbackReasoner) -> list[str]:
    return [word async for word in reasoner.summarize(FACTS)]


async def test_first_that_can_writes_the_sql() -> None:
    assert await FallbackReasoner([Told(DOWN, []), Told(DRAFT, [])]).write_sql(BRIEF) == DRAFT


async def test_decline_of_a_model_that_is_up_stands() -> None:
    declined = NoSql("missing_data")
    assert await FallbackReasoner([Told(declined, []), Told(DRAFT, [])]).write_sql(BRIEF) == declined


@pytest.mark.parametrize("reason", ["declined", "no_model"])
async def test_decline_of_a_stand_in_does_not_hide_the_fault(reason: NoSqlReason) -> None:
    with pytest.raises(ModelError) as raised:
        await FallbackReasoner([Told(DOWN, []), Told(NoSql(reason), [])]).write_sql(BRIEF)
    assert raised.value is DOWN


async def test_reason_of_a_second_model_stands() -> None:
    missing = NoSql("missing_data")
    reasoners = [Told(DOWN, []), Told(missing, []), Told(NoSql("declined"), [])]
    assert await FallbackReasoner(reasoners).write_sql(BRIEF) == missing


async def test_words_come_from_the_first_that_starts() -> None:
    assert await _heard(FallbackReasoner([Told(DRAFT, [DOWN]), Told(DRAFT, ["b"])])) == ["b"]


async def test_words_that_broke_off_are_not_begun_anew() -> None:
    with pytest.raises(ModelError):
        await _heard(FallbackReasoner([Told(DRAFT, ["a", DOWN]), Told(DRAFT, ["b"])]))


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        (["<think>", "hm", "</think>", "Nan", "cheng."], "Nancheng."),
        (["<th", "ink>hm</think>Nan", "cheng."], "Nancheng."),
        (["Nan ", "cheng"], "Nan cheng"),
        (["<b>x</b>", " y"], "<b>x</b> y"),
        (["  \n", "x"], "x"),
        (["<think>never closed"], ""),
        ([], ""),
    ],
)
async def test_thinking_is_not_spoken(pieces: list[str], said: str) -> None:
    async def stream() -> AsyncIterator[str]:
        for piece in pieces:
            yield piece

    assert "".join([piece async for piece in spoken(stream())]) == said


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(
    ("reply", "words", "also"),
    [
        ("Up 3 %.\nALSO: And the year before?", "Up 3 %.\n", ["And the year before?"]),
        ("涨了。\n**ALSO**: 去年呢？\n- ALSO：前年呢？\n", "涨了。\n", ["去年呢？", "前年呢？"]),
        ("Also: two rows.\n\nAll fell.", "Also: two rows.\n\nAll fell.", []),
        ("A", "A", []),
    ],
)
async def test_lines_that_ask_for_a_further_look_are_no_words(
    reply: str, words: str, also: list[str], size: int
) -> None:
    async def pieces() -> AsyncIterator[str]:
        for at in range(0, len(reply), size):
            yield reply[at : at + size]

    found: list[str] = []
    other: list[str] = []
    assert "".join([one async for one in without_marked(pieces(), found, other)]) == words
    assert (found, other) == (also, [])


@pytest.mark.parametrize(
    ("reply", "words", "other"),
    [
        ("OTHER: What is wrong at Meihua?", "", ["What is wrong at Meihua?"]),
        ("- **OTHER**：梅花服务区到底有什么问题？\n", "", ["梅花服务区到底有什么问题？"]),
        ("Other areas fell.", "Other areas fell.", []),
    ],
)
async def test_a_line_that_says_the_rows_are_of_another_question_is_no_words(
    reply: str, words: str, other: list[str]
) -> None:
    async def pieces() -> AsyncIterator[str]:
        for at in range(0, len(reply), 3):
            yield reply[at : at + 3]

    found: list[str] = []
    assert "".join([one async for one in without_marked(pieces(), [], found)]) == words
    assert found == other
