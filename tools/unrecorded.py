"""Tells which days a member has no records of, where its figure is set beside another time or member."""

from agent.context import Context
from analysis.unrecorded import records_beside, unrecorded
from answers.sentences.reading import Question
from tools.beside import Beside, beside


async def days_unrecorded(question: Question, context: Context) -> str:
    """Return which days who has no records of, or nothing where all have them, or it is not known in time."""
    query = question.query

    async def look(at: Beside) -> str | None:
        records = records_beside(query, at.desk) if query is not None else None
        if records is None:
            return None
        read = dict(await at.read([records.look(at.desk)]))
        said = await at.steps(unrecorded(records, "time", read, at.desk))
        if said:
            at.show()
        return "".join(map(at.words, said)) or None

    return await beside("days", question.text, context, look) or ""
