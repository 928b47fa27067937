"""Lets a model word rows; what nothing bears out is not shown, and asked for once more with the reasons."""

import asyncio
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from agent.context import Context
from agent.events import Token
from answers.checks import Check, LanguageCheck, SentenceGate
from answers.figures import figures_but_days
from answers.gaps import GapCheck
from answers.named_days import days_in
from answers.parting import sentence_end, sentences
from config.heavy import aside
from config.wording import language_of, say
from database.result import QueryResult
from errors import ModelError
from reasoning.reasoner import Facts
from reasoning.replies import without_marked
from reasoning.rewriting import Faulted

_log = logging.getLogger(__name__)
_NAMED_ROWS = 500  # whose names a summary is looked through for
_SAYS_NONE = re.compile(r"没有|未|无|\b(?:no|none|not|nobody|nothing)\b", re.IGNORECASE)


class Gated(Protocol):
    """Makes what holds words against the rows, with further checks, behind words that stand `before`."""

    def __call__(self, *held: Check, before: str = "") -> SentenceGate:
        """Return the gate."""
        ...


@dataclass
class _Draft:
    """Words of a model: what it wrote, what of it was let through and is not shown yet."""

    gate: SentenceGate
    also: list[str]
    written: str = ""
    kept: str = ""
    other: list[str] = field(default_factory=list)


class Wording:
    """A model's words of one result, shown as they come up to the first sentence that is withheld.

    From there on they wait for the words to be written again; those that tell more are shown.
    """

    def __init__(
        self, context: Context, result: QueryResult, size: int, gated: Gated, gaps: GapCheck | None
    ) -> None:
        """Take the rows, how much there is to read, and what holds words against them."""
        self._context, self._size, self._gated, self._gaps = context, size, gated, gaps
        self._names = _names_in(result)
        self._tells, self._shown = telling(result), ""

    async def of(self, facts: Facts) -> str:
        """Show and return the words; none where they tell nothing of the rows, or these are another's."""
        has_language = _has_language(facts.question, self._context)
        language = LanguageCheck(self._context.language, self._names)
        first = await self._begun(language if has_language else None)
        second: _Draft | None = None
        try:
            async with asyncio.timeout(time_left(self._context)):
                await self._write(first, facts, streams=True)
                if again := self._again(first, facts, language):
                    second = await self._begun(LanguageCheck(self._context.language, self._names))
                    async with asyncio.timeout(self._context.settings.llm_timeout_s):
                        await self._write(second, again, streams=False)
        except (ModelError, TimeoutError) as error:
            # A summary never fails an answer: what was let through stands, else the computed one does.
            _log.warning("summary_fell_back", extra={"cause": repr(error)})
        self._note(first, second)
        if self._is_of_another(first, facts):
            self._context.desk.other = first.other[0]
            return ""
        kept = first.kept
        if second and self._tells_as_much(beyond := self._beyond(second.kept), kept):
            kept = beyond
        if self._shown or self._tells(kept):
            self._show(kept)
        return self._shown.strip()

    async def _begun(self, language: LanguageCheck | None) -> _Draft:
        held: list[Check] = [one for one in (self._gaps, language) if one]
        gate = await aside(self._size, lambda: self._gated(*held, before=self._shown))
        return _Draft(gate, list(self._context.desk.also))

    async def _write(self, draft: _Draft, facts: Facts, *, streams: bool) -> None:
        pieces = without_marked(self._context.reasoner.summarize(facts), draft.also, draft.other)
        async for piece in pieces:
            draft.written += piece
            self._keep(draft, draft.gate.feed(piece), streams=streams)
        self._keep(draft, draft.gate.close(), streams=streams)

    def _keep(self, draft: _Draft, text: str, *, streams: bool) -> None:
        """Show what was let through, unless it waits; what tells nothing gives way to the computed words."""
        draft.kept += text
        if streams and not self._faults(draft) and (self._shown or self._tells(draft.kept)):
            self._show(draft.kept)
            draft.kept = ""

    def _show(self, text: str) -> None:
        self._shown += text
        if text:
            self._context.show(Token(text))

    def _faults(self, draft: _Draft) -> tuple[Faulted, ...]:
        """Return the sentences of rows that were withheld; what is withheld whatever they hold is none."""
        if self._context.care == "fast":
            return ()
        withheld = zip(draft.gate.withheld, draft.gate.reasons, strict=True)
        told = [(one, why) for one, why in withheld if why.strip() != one and self._tells(one)]
        return tuple(Faulted(one.lstrip("- "), why) for one, why in told)

    def _again(self, draft: _Draft, facts: Facts, language: LanguageCheck) -> Facts | None:
        """Return what the words are asked for with once more, where something is wrong with them."""
        faults, words = self._faults(draft), draft.written.strip()
        if language.found and not self._shown and not draft.kept:
            faults = (Faulted(words, say("analysis.other_language", self._context.language)),)
        if not faults or self._is_of_another(draft, facts):
            return None
        return replace(facts, written=words, unfounded=faults, shown=bool(self._shown))

    def _is_of_another(self, draft: _Draft, facts: Facts) -> bool:
        """Tell that the model says the rows are another question's, and nothing of them."""
        tells = self._shown or self._tells(draft.kept)
        return bool(draft.other and facts.read_as and not tells)

    def _beyond(self, text: str) -> str:
        """Return words without those at their head that are shown already."""
        told = {_bare(one) for one in sentences(self._shown)}
        while self._shown and (end := sentence_end(text)) and _bare(text[: end.end()]) in told:
            text = text[end.end() :]
        apart = self._shown and self._context.language == "en" and not text[:1].isspace()
        return f" {text}" if apart and text else text

    def _tells_as_much(self, text: str, than: str) -> bool:
        """Tell that words hold as many sentences, names and figures as others, and any at all."""
        return self._tells(text) and all(
            one >= other for one, other in zip(self._told(text), self._told(than), strict=True)
        )

    def _told(self, text: str) -> tuple[int, int]:
        told = {one.value for one in figures_but_days(text)}
        return len(sentences(text)), len(told) + len({one for one in self._names if one in text})

    def _note(self, first: _Draft, second: _Draft | None) -> None:
        """Leave on the desk what is to be looked at besides, and in the trace what was withheld."""
        desk = self._context.desk
        desk.also = tuple(first.also if second is None or len(first.also) > len(desk.also) else second.also)
        desk.gaps = tuple(self._gaps.found[:1]) if self._gaps else ()
        for draft in filter(None, (first, second)):
            if draft.gate.withheld:
                desk.trace.withheld(draft.gate.withheld, draft.gate.reasons)
                _log.info("sentences_withheld", extra={"count": len(draft.gate.withheld)})


def telling(result: QueryResult) -> Callable[[str], bool]:
    """Return what tells words that say anything of the rows: a figure that is no day, or a name in them.

    Of one row a day may be what was asked for, or that there is none: the last was sold on 31 December.
    """
    names = set(_names_in(result))

    def tells(text: str) -> bool:
        if figures_but_days(text) or any(name in text for name in names):
            return True
        if result.row_count != 1:
            return False
        days = {day for name in names for day in days_in(name)}
        if 0 in result.rows[0] and _SAYS_NONE.search(text):
            return True
        return not days.isdisjoint(days_in(text))

    return tells


def _names_in(result: QueryResult) -> list[str]:
    return [cell for row in result.rows[:_NAMED_ROWS] for cell in row if isinstance(cell, str) and cell]


def _bare(sentence: str) -> str:
    return sentence.strip(" \n-*。.；;")


def _has_language(question: str, context: Context) -> bool:
    """Tell a question that is in the language it is answered in: a "1" that chooses is in none."""
    letters = any(char.isalpha() for char in question)
    return letters and language_of(question) == context.language


def time_left(context: Context) -> float | None:
    """Leave half a second to compose the answer."""
    if context.deadline == float("inf"):
        return None
    return max(0.0, context.deadline - time.monotonic() - 0.5)
