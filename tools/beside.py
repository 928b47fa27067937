"""One look beside rows that are shown: within its time, or said in one sentence not to have been taken."""

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal, TypeVar

from agent.context import Context
from agent.events import StepFinished
from analysis.outcome import Look, Read, Said
from analysis.words import worded
from answers.statements import listed
from config.wording import say
from errors import WenshuError
from tools.looking import read_looks, read_steps
from understanding.metric.desk import MetricDesk

PATIENCE_S = 2.0  # for the statements of one look; of one without which the answer may be wrong twice that
Aspect = Literal["alike", "entry", "days", "due", "rates", "ties"]  # `summary.unlooked.*` in config/texts
OF_THE_ANSWER: tuple[Aspect, ...] = (
    "alike",
    "due",
    "rates",
    "ties",
)  # without them a name or a figure may be wrong
_Told = TypeVar("_Told")
_log = logging.getLogger(__name__)


class Beside:
    """What one look reads with: the desk, and what was read so far."""

    def __init__(self, desk: MetricDesk, context: Context, question: str) -> None:
        self.desk, self._context, self._question = desk, context, question
        self.taken = False  # a statement was asked for: from then on it can be too late
        self.lacks = False  # one of them could not be read
        self.found: dict[str, Read] = {}

    async def read(self, looks: Sequence[Look]) -> Mapping[str, Read]:
        """Return what these looks read, by name."""
        self.taken = self.taken or bool(looks)
        found = await read_looks(looks, self.desk, self._context, self._question)
        self.lacks = self.lacks or len(found) < len(looks)
        self.found |= found
        return found

    async def steps(self, steps: Generator[Sequence[Look], Mapping[str, Read], _Told]) -> _Told:
        """Read the looks of each step, and return what the steps come to."""
        self.taken = True
        return await read_steps(steps, self.found, self.desk, self._context, self._question)

    def words(self, said: Said) -> str:
        """Return what is said in the reader's language."""
        return worded(said, self.desk.catalog, self._context.language)

    def show(self) -> None:
        """Keep the statements as a step of the turn, for those who may see them."""
        show_statements([(self.words(one.look.label), one.sql) for one in self.found.values()], self._context)


async def beside(
    aspect: Aspect, question: str, context: Context, look: Callable[[Beside], Awaitable[_Told | None]]
) -> _Told | None:
    """Return what a look beside the rows tells, or None; one that was begun and not done is said to lack."""
    figures, at = context.figures, None
    if figures is None:
        return None
    patience_s = PATIENCE_S * (2 if aspect in OF_THE_ANSWER else 1)
    async with in_time(aspect, context, patience_s, lambda: at is not None and at.taken):
        desk = await figures.desk(context.connection, context.rights, context.today, context.language)
        at = Beside(desk, context, question) if desk else None
        told = await look(at) if at else None
        if told is None and at is not None and at.lacks:
            context.desk.unlooked.append(aspect)
        return told
    return None


@asynccontextmanager
async def in_time(
    aspect: Aspect, context: Context, patience_s: float, begun: Callable[[], bool] = lambda: True
) -> AsyncIterator[None]:
    """Hold a look to its time: what fails or comes too late is kept as not looked at, and costs no answer."""
    try:
        async with asyncio.timeout(patience_s):
            yield
    except (WenshuError, TimeoutError) as error:
        _log.info("not_looked", extra={"aspect": aspect, "cause": repr(error)})
        if begun():
            context.desk.unlooked.append(aspect)


def not_looked(context: Context) -> str:
    """Return what was not looked at for want of time, in one sentence, or nothing.

    It stands among how an answer was computed: two right figures were not to be forwarded for words behind.
    """
    every = dict.fromkeys(context.desk.unlooked)
    aspects = (say(f"summary.unlooked.{one}", context.language) for one in every)
    told = say("summary.between", context.language).join(aspects)
    return say("summary.not_looked", context.language, list=told) if told else ""


def show_statements(statements: list[tuple[str, str]], context: Context) -> None:
    """Keep statements as a step of the turn.

    A step that began now would stand below the answer, which is on the page already: it is shown in its place
    when the conversation is opened again.
    """
    context.show(StepFinished("run_sql", uuid.uuid4().hex, True, 0.0, listed(statements), "sql"))
