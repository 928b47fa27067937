"""Keeps a model from telling its readers what it was told: no sentence quotes the prompt."""

import re
from collections.abc import AsyncIterator, Iterable

from langchain_core.messages import BaseMessage

from answers.checks import SentenceGate
from reasoning.wrapping import without_control

_UNIT = re.compile(r"[a-z0-9_]+|[\u3400-\u9fff]", re.I)
_RUN = 8  # words or Chinese characters in a row; the names of a table and its columns stay below


class PromptCheck:
    """Knows a prompt's wording, without the question: that is the reader's own."""

    def __init__(self, prompt: str, question: str = "") -> None:
        self._runs = {*_runs(prompt)}.difference(_runs(question))

    def unfounded(self, sentence: str) -> list[str]:
        """Return the sentence where eight words in a row of it are the prompt's."""
        return [] if self._runs.isdisjoint(_runs(sentence)) else [sentence]


def _runs(text: str) -> list[tuple[str, ...]]:
    units = _UNIT.findall(text.lower())
    return [tuple(units[at : at + _RUN]) for at in range(len(units) - _RUN + 1)]


def prompt_check(messages: Iterable[BaseMessage], question: str = "") -> PromptCheck:
    """Return the check against all that was sent."""
    return PromptCheck("\n".join(str(message.content) for message in messages), question)


async def unquoted(pieces: AsyncIterator[str], check: PromptCheck) -> AsyncIterator[str]:
    """Yield a stream sentence by sentence, without those that quote the prompt."""
    gate = SentenceGate(check)
    async for piece in pieces:
        if said := without_control(gate.feed(piece)):
            yield said
    if said := without_control(gate.close()):
        yield said


def all_unquoted(text: str, check: PromptCheck) -> str:
    """Return a whole text without the sentences that quote the prompt."""
    gate = SentenceGate(check)
    return without_control(gate.feed(text) + gate.close())
