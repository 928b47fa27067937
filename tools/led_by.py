"""The figure that a briefing led with: what follows it is of that."""

import asyncio
from dataclasses import replace

from agent.context import Context
from analysis.asked import AnalysisAsked, asks_for_one, says
from analysis.briefing.scorecard import lines_of, scorecard
from analysis.in_force import alone
from config.wording import language_of
from query.metric_query import Compared, MetricQuery
from reasoning.offline import OfflineReasoner
from reasoning.reasoner import PastTurn
from understanding.metric.desk import MetricDesk


async def led_by(past: PastTurn | None, context: Context, *, moved: bool = False) -> PastTurn | None:
    """Return a turn that told how things go as one that asked for the figure it led with, else as it is.

    By branch, or how do the two compare, behind *how was Guangzhou in October?*, is of October's revenue. How
    it `moved` is beside the year before, which a briefing tells first.
    """
    if past is None or context.figures is None or not asks_for_one(past.question):
        return past
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    hears = isinstance(context.reasoner, OfflineReasoner)
    led = (
        await asyncio.to_thread(_figure, past.question, desk, hears=hears, moved=moved)
        if desk is not None
        else None
    )
    return replace(past, question=led, sql="") if led else past


def _figure(question: str, desk: MetricDesk, *, hears: bool, moved: bool) -> str | None:
    kind, asked = alone(question, desk, hears=hears)
    if kind != "briefing" or not isinstance(asked, AnalysisAsked) or not asked.window:
        return None
    lines = lines_of(asked.metrics, desk, asked.filters) or scorecard(desk, asked.filters)
    beside = Compared("last_year") if moved or says("briefing", "year", question) else None
    first = tuple(one.metric for one in lines[:1])
    query = MetricQuery(first, filters=asked.filters, windows=(asked.window,), compared=beside)
    return desk.answers.worded(query, language_of(question), desk.today, desk.allowed)
