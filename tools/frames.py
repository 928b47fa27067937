"""The frames of earlier turns, each made once for a run, and the figure that what follows is of."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from agent.context import Context
from analysis.asked import asks_for_one
from analysis.conversation.frame import Frame
from analysis.conversation.the_two import with_the_two
from reasoning.offline import OfflineReasoner
from reasoning.reasoner import PastTurn
from understanding.metric.desk import MetricDesk
from understanding.words.pointing import asks_how_far_apart, points_at_two

_ENDS = ("top", "bottom", "high", "low")
_RECENT = 3  # turns in which the two that are pointed at are looked for


def hears(context: Context) -> bool:
    """Tell whether what is not read word by word is taken as it is heard: no model hears better."""
    return isinstance(context.reasoner, OfflineReasoner)


def frame_of(past: PastTurn, desk: MetricDesk, context: Context) -> Frame:
    """Return what an earlier turn was of."""
    kept, key = context.desk.frames, (past.question, past.sql)
    if key not in kept:
        kept[key] = Frame(*key, desk, hears(context))
    return kept[key]


async def named_two(text: str, past: Sequence[PastTurn], context: Context) -> str:
    """Return a message with the names of the two shown that it points at, else as it is."""
    if context.figures is None or not past or not (points_at_two(text) or asks_how_far_apart(text)):
        return text
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    if desk is None:
        return text
    frames = [frame_of(one, desk, context) for one in past[: -_RECENT - 1 : -1]]
    return await asyncio.to_thread(with_the_two, text, frames, desk)


async def led_by(past: PastTurn | None, message: str, context: Context) -> PastTurn | None:
    """Return a turn that told how things go as one that asked for the figure it led with, else as it is.

    By branch, or how do the two compare, behind *how was Guangzhou in October?*, is of October's revenue. Who
    is first behind a target is so by how much of that was reached.
    """
    if past is None or context.figures is None or not asks_for_one(past.question):
        return past
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    frame = frame_of(past, desk, context) if desk is not None else None
    led = await asyncio.to_thread(_led, frame, message) if frame else past.question
    return replace(past, question=led, sql="") if led != past.question else past


def _led(frame: Frame, message: str) -> str:
    said = frame.desk.parts(message)
    return frame.of_rank if said.marks(*_ENDS) and not said.of("metric") else frame.of_figure
