"""Why there is no SQL, in words a person can act on: which of a few things it is, and what is near."""

import asyncio
from collections.abc import Sequence

from agent.context import Context
from agent.state import AgentState
from config.wording import say
from database.coverage import unrestricted
from knowledge.tables import label_of
from tools.briefing import declined_before, last_answered, link
from tools.generate_sql import read
from tools.untold import untold
from understanding.metric.part_names import holding
from understanding.words.pointing import pointer

_MOST_NEAR = 3
_MAY_BE_UNREAD = (
    "no_model",
    "missing_data",
    "no_tables",
)  # what is said to be missing may just not be read yet


async def declined(state: AgentState, context: Context) -> str:
    """Return the answer to a question nobody wrote SQL for.

    Not in this database: what is nearest. Too vague: what to add. No model: the words nobody understood, and
    a model is spoken of only where one would help. Else the model's own reason.
    """
    refusal, language = state["refusal"], context.language
    assert refusal is not None
    reason, message = refusal["reason"], refusal["message"]
    if (
        reason in _MAY_BE_UNREAD
        and context.figures is not None
        and context.figures.reading(context.connection)
    ):
        return say("errors.still_reading", language)
    if reason == "no_model":
        return await _without_model(state, context)
    if reason == "missing_data":
        return _joined(say("agent.missing_data", language), message, _nearest(context))
    if reason == "ambiguous":
        could_be = "\n".join(f"- {reading}" for reading in refusal["readings"])
        return _joined(say("agent.ambiguous", language), message, could_be)
    return _joined(message or say(f"agent.{reason}", language))


async def _without_model(state: AgentState, context: Context) -> str:
    past = last_answered(state)
    if told := await untold(state["question"], context, past.question if past else ""):
        return told
    reading = await read(state, context)
    words, comma = reading.unread, say("interpretation.comma", context.language)
    named = comma.join(say("agent.quoted", context.language, word=word) for word in words)
    known = comma.join(say("agent.quoted", context.language, word=word) for word in reading.understood)
    if reading.why == "follows" and (asked := declined_before(state)):
        return say("agent.not_read.after_declined", context.language, asked=asked)
    if reading.why == "follows" and (back := pointer(state["question"])):
        word = state["question"][back.start : back.end].split()[-1]  # is that: that
        stands = say("agent.quoted", context.language, word=word)
        return say("agent.not_read.follows_words", context.language, words=stands)
    if reading.why == "shape" and words and {*words} <= {*reading.understood}:
        return say("agent.not_read.shape_of_known", context.language, known=known)
    if reading.why in ("no_metric", "follows") or (words and reading.why not in ("", "word")):
        said = say(f"agent.not_read.{reading.why}", context.language, words=named)
        return _joined(said, say("agent.read", context.language, words=known) if known else "")
    if not words:
        return say("offline.needs_model", context.language)
    if (
        known
    ):  # something of the question is ours: its other words are not looked up as if they were the question
        return say("agent.read_in_part", context.language, words=named, known=known)
    return await _of_nothing_read(words, named, context)


async def _of_nothing_read(words: Sequence[str], named: str, context: Context) -> str:
    """Return what is said where nothing of a question was read: names that hold its words, tables near it."""
    if names := await _holding(words, context):
        comma = say("interpretation.comma", context.language)
        return say("agent.names_in_part", context.language, names=comma.join(names))
    if (await link(" ".join(words), context)).likeliest:  # the schema speaks of them: a model could follow
        return say("agent.words_unread", context.language, words=named)
    # To call what is hidden absent would be untrue, and to call it hidden would tell of it.
    key = "agent.words_nowhere" if unrestricted(context.rights) else "agent.words_not_seen"
    return _joined(say(key, context.language, words=named), _nearest(context))


async def _holding(words: Sequence[str], context: Context) -> tuple[str, ...]:
    """Return the members whose names hold what was not read: of these there is something here."""
    if context.figures is None:
        return ()
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    return await asyncio.to_thread(holding, words, desk) if desk is not None else ()


def _nearest(context: Context) -> str:
    near = nearest_tables(context)
    return say("agent.nearest", context.language, tables=near) if near else ""


def nearest_tables(context: Context) -> str:
    """Name what was linked to the question, the nearest first, as people call it."""
    linked = context.desk.linked.likeliest[:_MOST_NEAR] if context.desk.linked else ()
    tables = [context.database.schema.table(name) for name in linked]
    seen = [table for table in tables if table is not None and context.may_see(table.full_name)]
    names = [label_of(table, context.language) for table in seen]
    return say("interpretation.comma", context.language).join(names)


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)
