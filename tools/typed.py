"""What a message means that was typed where buttons with whole questions were offered."""

from agent.context import Context
from config.wording import say
from reasoning.reasoner import PastTurn
from tools.answerable import or_rows
from understanding.verdicts import NOT_MINE, Reading, of_pair, surest

MOST = 3
READ = "metric"  # a button is read like any question over the metrics


async def questions_typed(question: str, readings: list[str], message: str, context: Context) -> list[str]:
    """Return the whole questions a message may come to with certainty: one, several to ask back, or none.

    It is a question of its own, or what the question lacked, or a change of any of the readings.
    """
    alone = await _read(message, context)
    if _is_whole(alone):
        return [message]
    filled = say("agent.clarified", context.language, question=question, choice=message)
    whole = await _read(filled, context)
    if whole.verdict == "certain" and not _is_beside(alone, whole):
        return [filled]
    changed = [await _read(message, context, PastTurn(reading, source=READ)) for reading in readings]
    asked = list(dict.fromkeys(one.asked for one in changed if one.verdict == "certain" and one.asked))
    if asked or alone.verdict != "certain":
        return asked
    either = [said for one in changed if one.verdict == "candidate" for said in one.alternatives]
    return [*dict.fromkeys(either)][:MOST] or [message]  # at the time of the readings, or of all there is


def _is_whole(reading: Reading) -> bool:
    """Tell a question of its own from a figure alone, which may be what was asked for."""
    query = reading.query
    if reading.verdict != "certain" or query is None:
        return reading.verdict == "certain"
    return bool(query.windows or query.splits or query.filters or query.grain)


def _is_beside(alone: Reading, filled: Reading) -> bool:
    """Tell a figure that was typed where another was asked about: not both are meant."""
    return alone.query is not None and filled.query is not None and len(filled.query.metrics) > 1


async def _read(text: str, context: Context, previous: PastTurn | None = None) -> Reading:
    asked = context.asked(text, previous)
    pair = of_pair(await context.reuse(asked), text)
    found = surest(pair, await context.metrics(asked) if context.metrics else NOT_MINE)
    return await or_rows(found, asked, context)
