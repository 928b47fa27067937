"""The reasoner behind the reasoner: a second model, then the one that needs none."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from config.wording import Language
from errors import ModelError
from reasoning.analyst import Analyst, Evidence, Report
from reasoning.joining import JoinBrief, JoinDraft, Joiner
from reasoning.reasoner import (
    Brief,
    Choice,
    Contest,
    Decider,
    Draft,
    Facts,
    Judge,
    NoSql,
    Reasoner,
    Situation,
)

STOOD_IN = ("declined", "no_model")  # what a stand-in says when it cannot do it either
T = TypeVar("T")
_log = logging.getLogger(__name__)


class FallbackReasoner:
    """Asks each reasoner in turn; if none can, the first one's failure is what the user hears of."""

    def __init__(self, reasoners: Sequence[Reasoner]) -> None:
        self._reasoners = tuple(reasoners)

    async def write_sql(self, brief: Brief) -> Draft:
        """Return the first draft; a stand-in's "I cannot" does not hide that the model is down."""
        first_fault: ModelError | None = None
        for reasoner in self._reasoners:
            try:
                draft = await reasoner.write_sql(brief)
            except ModelError as error:
                _log.warning("reasoner_down", extra={"reasoner": type(reasoner).__name__, "code": error.code})
                first_fault = first_fault or error
                continue
            if first_fault is None or not isinstance(draft, NoSql) or draft.reason not in STOOD_IN:
                return draft
        raise first_fault or ModelError("model_needed")

    async def summarize(self, facts: Facts) -> AsyncIterator[str]:
        """Word the facts by the first that can."""
        async for piece in self._first(lambda reasoner: reasoner.summarize(facts)):
            yield piece

    async def answer_general(self, question: str, language: Language) -> AsyncIterator[str]:
        """Answer from common knowledge by the first that can."""
        async for piece in self._first(lambda reasoner: reasoner.answer_general(question, language)):
            yield piece

    async def decide(self, situation: Situation) -> str | None:
        """Let the first reasoner that can decide; None leaves it to the state machine."""
        can = (one for one in self._reasoners if isinstance(one, Decider))
        return await _first_reply((one.decide(situation) for one in can), "decider_down")

    async def judge(self, contest: Contest) -> Choice | None:
        """Let the first reasoner that can choose; None leaves the first statement standing."""
        can = (one for one in self._reasoners if isinstance(one, Judge))
        return await _first_reply((one.judge(contest) for one in can), "judge_down")

    async def write_joined(self, brief: JoinBrief) -> JoinDraft | None:
        """Let the first reasoner that can write for two sources."""
        can = (one for one in self._reasoners if isinstance(one, Joiner))
        return await _first_reply((one.write_joined(brief) for one in can), "joiner_down")

    async def write_report(self, evidence: Evidence) -> Report:
        """Let the first reasoner that can report; an empty one leaves the computed words standing."""
        can = (one for one in self._reasoners if isinstance(one, Analyst))
        return await _first_reply((one.write_report(evidence) for one in can), "analyst_down") or Report()

    async def _first(self, words: Callable[[Reasoner], AsyncIterator[str]]) -> AsyncIterator[str]:
        """Yield the first stream that starts; one that breaks after its start is not begun anew."""
        first_fault: ModelError | None = None
        for reasoner in self._reasoners:
            begun = False
            try:
                async for piece in words(reasoner):
                    begun = True
                    yield piece
                return
            except ModelError as error:
                if begun:
                    raise
                first_fault = first_fault or error
        raise first_fault or ModelError("model_needed")


async def _first_reply(asked: Iterable[Awaitable[T]], down: str) -> T | None:
    """Return what the first says that is not down, each asked only then; None where none is left."""
    for reply in asked:
        try:
            return await reply
        except ModelError as error:
            _log.warning(down, extra={"code": error.code})
    return None
