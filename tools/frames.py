"""The frames of earlier turns, each made once for a run, and the figure that what follows is of."""

import asyncio
from dataclasses import replace

from agent.context import Context
from analysis.asked import asks_for_one
from analysis.conversation.frame import Frame
from reasoning.offline import OfflineReasoner
from reasoning.reasoner import PastTurn
from understanding.metric.desk import MetricDesk


def hears(context: Context) -> bool:
    """Tell whether what is not read word by word is taken as it is heard: no model hears better."""
    return isinstance(context.reasoner, OfflineReasoner)


def frame_of(past: PastTurn | None, desk: MetricDesk, context: Context) -> Frame | None:
    """Return what an earlier turn was of."""
    if past is None:
        return None
    kept, key = context.desk.frames, (past.question, past.sql)
    if key not in kept:
        kept[key] = Frame(*key, desk, hears(context))
    return kept[key]


async def led_by(past: PastTurn | None, context: Context) -> PastTurn | None:
    """Return a turn that told how things go as one that asked for the figure it led with, else as it is.

    By branch, or how do the two compare, behind *how was Guangzhou in October?*, is of October's revenue.
    """
    if past is None or context.figures is None or not asks_for_one(past.question):
        return past
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    frame = frame_of(past, desk, context) if desk is not None else None
    led = await asyncio.to_thread(lambda: frame.of_figure) if frame else past.question
    return replace(past, question=led, sql="") if led != past.question else past
