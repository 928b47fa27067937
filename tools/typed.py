"""What a message means that was typed where buttons with whole questions were offered."""

from dataclasses import dataclass

from agent.context import Context
from config.wording import say
from knowledge.sight import open_columns
from language.periods import find_periods
from reasoning.reasoner import PastTurn
from tools.answerable import or_rows, rows_edit
from understanding.metric.back import speaks_of_rows
from understanding.verdicts import NOT_MINE, Reading, of_pair, surest

MOST = 3
READ = "metric"  # a button is read like any question over the metrics


@dataclass(frozen=True)
class Typed:
    """The whole questions a message may come to: one, several or a `guessed` one to ask back."""

    questions: list[str]
    guessed: bool = False
    goes_on: bool = False  # from what was offered, whatever that left out


async def questions_typed(question: str, readings: list[str], message: str, context: Context) -> Typed:
    """Return the whole questions a message may come to.

    It is a question of its own, or what the question lacked, or a change of any of the readings. What
    speaks of what was shown is none of its own: 其中收银员呢 is of those that were asked for.
    """
    if await points_back(message, context):
        return _going_on([await _on_from(reading, message, context) for reading in readings])
    return Typed(await _whole_questions(question, readings, message, context))


async def _whole_questions(question: str, readings: list[str], message: str, context: Context) -> list[str]:
    alone = await _read(message, context)
    if _is_whole(alone) and not _loses_time(alone, readings, context):
        return [message]
    filled = say("agent.clarified", context.language, question=question, choice=message)
    whole = await _read(filled, context) if not _is_whole(alone) else NOT_MINE
    if whole.verdict == "certain" and not _is_beside(alone, whole):
        return [filled]
    changed = [await _read(message, context, PastTurn(reading, source=READ)) for reading in readings]
    asked = _certain(changed)
    if asked or alone.verdict != "certain":
        return asked
    either = [said for one in changed if one.verdict == "candidate" for said in one.alternatives]
    return [*dict.fromkeys(either)][:MOST] or [message]  # at the time of the readings, or of all there is


async def points_back(message: str, context: Context) -> bool:
    """Tell whether a message speaks of what was asked before: of those, 里面, 只看."""
    answers = await context.figures.answers(context.connection, context.rights) if context.figures else None
    if answers is None:
        return speaks_of_rows(message, context.today)
    today, allowed = context.today, open_columns(context.rights)
    return answers.speaks_of_shown(message, today, allowed) or answers.follow_ups.narrows(message)


async def _on_from(reading: str, message: str, context: Context) -> Reading:
    """Return what a message makes of a reading that was offered, as if that had been answered."""
    offered = await _read(reading, context)
    past = PastTurn(reading, offered.sql, source=offered.source or READ)
    edit = await rows_edit(context.asked(message, past), past, context)
    return edit if edit is not None else await _read(message, context, past)


def _going_on(found: list[Reading]) -> Typed:
    """Return what readings come to that go on from what was offered: the certain ones, else all of them."""
    if sure := _certain(found):
        return Typed(sure, goes_on=True)
    return Typed(
        [*dict.fromkeys(said for one in found for said in one.alternatives)][:MOST], True, goes_on=True
    )


def _certain(found: list[Reading]) -> list[str]:
    return list(dict.fromkeys(one.asked for one in found if one.verdict == "certain" and one.asked))


def _is_whole(reading: Reading) -> bool:
    """Tell a question of its own from a figure alone, which may be what was asked for."""
    query = reading.query
    if reading.verdict != "certain" or query is None:
        return reading.verdict == "certain"
    return bool(query.windows or query.splits or query.filters or query.grain)


def _loses_time(alone: Reading, readings: list[str], context: Context) -> bool:
    """Tell a question of all there is where a time was asked about: of which is then asked back."""
    query = alone.query
    timeless = query is not None and not (query.windows or query.grain)
    return timeless and all(find_periods(one, context.today) for one in readings)


def _is_beside(alone: Reading, filled: Reading) -> bool:
    """Tell a figure that was typed where another was asked about: not both are meant."""
    return alone.query is not None and filled.query is not None and len(filled.query.metrics) > 1


async def _read(text: str, context: Context, previous: PastTurn | None = None) -> Reading:
    asked = context.asked(text, previous)
    pair = of_pair(await context.reuse(asked), text)
    found = surest(pair, await context.metrics(asked) if context.metrics else NOT_MINE)
    return await or_rows(found, asked, context)
