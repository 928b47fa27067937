"""Tells the one entry that decides a figure shown, where its like are far smaller."""

from agent.context import Context
from analysis.outliers.decides_figure import deciding
from answers.sentences.reading import Question
from database.result import QueryResult
from tools.beside import Beside, beside


async def entry_that_decides(question: Question, result: QueryResult, context: Context) -> str:
    """Return which one entry decides a figure, or nothing where none does, or it is not known in time."""
    query = question.query

    async def look(at: Beside) -> str | None:
        looks_for = deciding(query, result, at.desk) if query is not None else None
        said = await at.steps(looks_for.told()) if looks_for else None
        if said is None:
            return None
        at.show()
        return at.words(said)

    return await beside("entry", question.text, context, look) or ""
