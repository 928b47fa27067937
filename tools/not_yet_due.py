"""Tells how much of what is owed is overdue and how much is not due yet."""

from agent.context import Context
from analysis.not_due import not_due_look, not_due_told
from answers.sentences.reading import Question
from tools.beside import Beside, beside


async def not_yet_due(question: Question, context: Context) -> str:
    """Return in one sentence what of a figure of what is owed is due, or nothing."""
    query = question.query
    if query is None:
        return ""

    async def look(at: Beside) -> str | None:
        wanted = not_due_look(query, at.desk)
        told = not_due_told(query, await at.read([wanted]), at.desk) if wanted is not None else None
        if told is None:
            return None
        at.show()
        return at.words(told)

    return await beside("due", question.text, context, look) or ""
