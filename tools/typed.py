"""What a message means that was typed where buttons with whole questions were offered."""

from agent.context import Context
from config.wording import say
from reasoning.reasoner import PastTurn
from tools.answerable import or_rows
from understanding.verdicts import NOT_MINE, Reading, of_pair, surest

READ = "metric"  # a button is read like any question over the metrics


async def question_typed(question: str, readings: list[str], message: str, context: Context) -> str | None:
    """Return the whole question a message comes to with certainty, or None.

    It is a question of its own, or what the question lacked, or a change of the likeliest reading.
    """
    alone = await _read(message, context)
    if _is_whole(alone):
        return message
    filled = say("agent.clarified", context.language, question=question, choice=message)
    if (await _read(filled, context)).verdict == "certain":
        return filled
    for reading in readings:
        changed = await _read(message, context, PastTurn(reading, source=READ))
        if changed.verdict == "certain" and changed.asked:
            return changed.asked
    return message if alone.verdict == "certain" else None


def _is_whole(reading: Reading) -> bool:
    """Tell a question of its own from a figure alone, which may be what was asked for."""
    query = reading.query
    if reading.verdict != "certain" or query is None:
        return reading.verdict == "certain"
    return bool(query.windows or query.splits or query.filters or query.grain)


async def _read(text: str, context: Context, previous: PastTurn | None = None) -> Reading:
    asked = context.asked(text, previous)
    pair = of_pair(await context.reuse(asked), text)
    found = surest(pair, await context.metrics(asked) if context.metrics else NOT_MINE)
    return await or_rows(found, asked, context)
