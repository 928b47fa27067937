"""What nothing answers, asked back as all that was read of it."""

from collections.abc import Iterable

from agent.context import Context
from config.wording import say
from reasoning.reasoner import NoSql
from tools.untold import untold
from understanding.metric.remaining import Remaining


async def what_remains(question: str, context: Context, *, alone: bool) -> NoSql | None:
    """Return what was read of a question that nobody wrote SQL for, as whole questions to choose from.

    None where the data cannot tell what is asked, however it is worded, and of a message after others that
    has not both figure and time: it may go on from them.
    """
    if context.figures is None or await untold(question, context):
        return None
    who = (context.connection, context.rights, context.today, context.language)
    found = await context.figures.remaining(question, *who)
    if found is None or not (alone or (found.dated and not found.figure_assumed)):
        return None
    figure = say("metrics.assumed.figure", context.language) if found.figure_assumed else ""
    several = len(found.questions) > 1
    meant = "metrics.meant_one_of" if several else "agent.without_unread" if found.left else "metrics.meant"
    asked = say(meant, context.language, question=found.questions[0])
    space = " " if context.language == "en" else ""
    told = _told(found, context)
    return NoSql(
        "ambiguous", space.join(filter(None, (told, figure, asked))), found.questions, left=found.left
    )


def _told(found: Remaining, context: Context) -> str:
    """Say what was read and which words were not."""
    read, left = _quoted(found.read, context), _quoted(found.left, context)
    if read and left:
        return say("agent.read_but", context.language, known=read, words=left)
    if left:
        return say("metrics.assumed.unread", context.language, words=left)
    return say("agent.read", context.language, words=read) if read else ""


def _quoted(words: Iterable[str], context: Context) -> str:
    comma = say("interpretation.comma", context.language)
    return comma.join(say("agent.quoted", context.language, word=word) for word in words)
