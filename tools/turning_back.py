"""Messages that leave what was shown: for something else, or back to a figure that was shown earlier."""

import dataclasses

from agent.context import Context
from agent.state import AgentState
from knowledge.sight import open_columns
from reasoning.reasoner import PastTurn
from tools.briefing import past_turns
from understanding.asked import Asked
from understanding.verdicts import NOT_MINE, Reading
from understanding.words.turning import turned_away


async def turned(asked: Asked, context: Context) -> Reading:
    """Return the figure a message asks for that leaves what was shown, where that says all by itself."""
    left = turned_away(asked.question)
    if left is None or context.metrics is None:
        return NOT_MINE
    found = await context.metrics(context.asked(left.rest))
    open_time = left.back and not (found.query and found.query.windows)  # the time it had before?
    whole = found.verdict == "certain" and not open_time
    return dataclasses.replace(found, asked=left.rest) if whole else NOT_MINE


async def turned_back(asked: Asked, state: AgentState, context: Context) -> Reading:
    """Return what a message makes of the last turn with a figure it goes back to: 回到销售额，10月的."""
    left = turned_away(asked.question)
    if left is None or not left.back or context.metrics is None:
        return NOT_MINE
    past = await _last_of(left.rest, asked, state, context)
    if past is None:
        return NOT_MINE
    again = dataclasses.replace(
        context.asked(left.rest, past), points_back=True, previous_sure=asked.previous_sure
    )
    found = await context.metrics(again)
    return await _in_total(left.rest, found, context)


async def _in_total(text: str, found: Reading, context: Context) -> Reading:
    """Return a reading as one figure where its total is asked for: back to hours, total this year."""
    answers = await context.figures.answers(context.connection, context.rights) if context.figures else None
    if answers is None or context.metrics is None or found.query is None:
        return found
    allowed = open_columns(context.rights)
    parts = answers.reader.parts(text, context.today, allowed)
    cut = found.query.splits or found.query.grain
    if not (cut and parts.marks("total")) or parts.of("dimension", "grain"):
        return found
    whole = dataclasses.replace(
        found.query, splits=(), grain="", ranking=None, conditions=(), ascending=False
    )
    asked = answers.worded(whole, context.language, context.today, allowed)
    return await context.metrics(context.asked(asked)) if asked else NOT_MINE


async def _last_of(text: str, asked: Asked, state: AgentState, context: Context) -> PastTurn | None:
    """Return the latest turn that shows the figure which a text names."""
    answers = await context.figures.answers(context.connection, context.rights) if context.figures else None
    if answers is None:
        return None
    allowed = open_columns(context.rights)
    named = {
        name
        for part in answers.reader.parts(text, asked.today, allowed).of("metric")
        for name in part.metrics
    }
    for past in reversed(past_turns(state)):
        before = answers.before(past.question, past.sql, asked.today, allowed) if past.sql else None
        if before is not None and named & {*before.metrics}:
            return past
    return None
