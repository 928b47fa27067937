"""What the data cannot tell of a question: it was declined for that, not for how it is worded."""

from agent.context import Context
from analysis.outcome import Name, Said
from analysis.words import worded
from config.wording import say
from tools.answerable import answerable, over_metrics
from understanding.beyond import beyond


async def untold(question: str, context: Context, before: str = "") -> str:
    """Return what is to be said of a question that no figure here could answer, or nothing.

    `before` is the last question that had an answer, which it may follow.
    """
    if told := await _beyond(question, context, before):
        return told
    if context.desk.analysis_why or context.figures is None:
        return context.desk.analysis_why
    why = await context.figures.why_not(question, context.connection, context.rights, context.today)
    if not why:
        return ""
    unread = context.desk.analysis_unread if why == "reasons" else ()
    comma = say("interpretation.comma", context.language)
    named = comma.join(say("agent.quoted", context.language, word=word) for word in unread)
    key = f"agent.why_not.{why}_words" if named else f"agent.why_not.{why}"
    return say(key, context.language, day=context.today.isoformat(), words=named)


async def _beyond(question: str, context: Context, before: str) -> str:
    """Return what is to be said of a question that no data here could answer, or nothing."""
    if context.figures is None:
        return ""
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    found = beyond(question, desk, before) if desk is not None else None
    if desk is None or found is None:
        return ""
    if found.kind == "costs":  # what there is in their place
        instead = question.replace(found.asked, found.metric.label(context.language))
        who = (context.connection, context.rights, context.today, context.language)
        near = await context.figures.near(instead, *who) or await over_metrics(instead, 2, context)
        context.desk.leads_on = tuple([one async for one in answerable(near, context)])
    told = {
        "asked": say("agent.quoted", context.language, word=found.asked),
        "metric": Name(found.metric.name),
    }
    return worded(Said(f"beyond.{found.kind}", told), desk.catalog, context.language)
