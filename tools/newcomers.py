"""Tells who of those that have least was there for a part of the time only."""

from agent.context import Context
from analysis.newcomers import newcomers_look, part_of_the_time
from answers.sentences.asked import Asked
from answers.sentences.reading import Question
from database.result import QueryResult
from tools.beside import Beside, beside

_MOST = 5  # of the lowest: more of them no sentence names


async def days_of_newcomers(
    question: Question, asked: Asked | None, result: QueryResult, context: Context
) -> str:
    """Return in one sentence which of the lowest began within the time, or nothing."""
    query = question.query
    if query is None or asked is None or not asked.things:
        return ""

    async def look(at: Beside) -> str | None:
        wanted = newcomers_look(query, at.desk)
        if wanted is None or query.ranking is None:
            return None
        read = dict(await at.read([wanted]))
        rows = result.rows[: min(query.ranking.number or 1, _MOST)]
        names = [str(row[asked.things[0].index]) for row in rows]
        said = part_of_the_time(query, names, read, at.desk)
        if said is None:
            return None
        at.show()
        return at.words(said)

    return await beside("alike", question.text, context, look) or ""
