"""What an answer's sentences need beside its rows: definitions, names of members, the days of the data."""

from agent.context import Context
from agent.state import AgentState
from answers.conditions import Words
from answers.known_names import by_known_names
from answers.sentences.background import Background
from answers.sentences.reading import Question
from config.wording import Language
from database.result import QueryResult
from knowledge.metrics import Catalog
from language.calendar import Range, days
from language.period.covered import Days
from query.metric_query import MetricQuery
from understanding.metric.open_days import open_days


def asked_in(state: AgentState, context: Context) -> Question:
    """Return the question beside the SQL that answers it."""
    return question_of(state["question"], state["sql"], context)


def question_of(text: str, sql: str, context: Context) -> Question:
    """Return a question beside a statement, with its query where it was read over the metrics."""
    kept = context.desk.query
    query = kept[1] if kept and kept[0] == sql else None
    rows = context.desk.listed
    listed = rows[1] if rows and rows[0] == sql else None
    schema = context.database.schema
    return Question(text, context.language, sql, context.database.dialect, schema, query, listed)


async def by_names(result: QueryResult, sql: str, context: Context) -> QueryResult:
    """Return the rows of a model's SQL by the names their reader knows, as those of a definition are."""
    if not any(one.type in ("text", "integer") for one in result.columns):
        return result
    known = await background(question_of("", sql, context), context)
    words = Words(context.database.schema, context.language, known.catalog, called=known.called)
    return by_known_names(result, sql, context.database.dialect, words)


async def background(question: Question, context: Context) -> Background:
    """Return what is known of the data a statement reads, under the rights of the person asking."""
    figures, today = context.figures, context.today
    query: MetricQuery | None = question.query
    answers = await figures.answers(context.connection, context.rights, query) if figures else None
    covered = context.desk.covered
    every, part = _until(covered.every), _until(covered.part)
    if answers is None:
        return Background(Catalog({}, {}), _as_stored, today, every, part, unlike=covered.unlike)
    called = answers.reader.known.member_told
    if query is None or not answers.has(query):
        now = answers.catalog.as_of(today)
        return Background(
            answers.catalog,
            called,
            today,
            every,
            part,
            as_of=now,
            open_now=covered.open_now,
            ahead=covered.ahead,
            unlike=covered.unlike,
        )
    part, late = answers.coverage(query, today)
    every = answers.reader.known.range_of(query.metrics)
    open_ = open_days(query, answers.reader.known, today)
    return Background(
        answers.catalog, called, today, every, part, late, answers.catalog.as_of(today), open_,
        answers.reader.known.doubted(query.figures, today), apart=answers.covered_apart(query, today),
    )  # fmt: skip


def _until(found: Days | None) -> Range | None:
    return (found[0], found[1] + days(1)) if found else None


def _as_stored(dimension: str, value: str, language: Language) -> str:
    return value
