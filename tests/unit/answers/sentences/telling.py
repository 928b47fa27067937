"""Says a result as an answer would, with what is known of its data given by hand."""

import datetime as dt

from answers.sentences.background import Background
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from config.wording import Language
from database.dialects import POSTGRES
from database.result import QueryResult
from database.schema import Schema
from knowledge.metrics import Catalog
from query.metric_query import MetricQuery

TODAY = dt.date(2026, 11, 20)


def as_stored(dimension: str, value: str, language: Language) -> str:
    """Return a member as it is stored."""
    return value


def told(
    result: QueryResult,
    language: Language,
    *,
    question: str = "",
    sql: str = "SELECT 1",
    query: MetricQuery | None = None,
    schema: Schema | None = None,
    known: Background | None = None,
) -> tuple[str, ...]:
    """Return the sentences of a result."""
    asked = Question(question, language, sql, POSTGRES, schema or Schema(), query)
    background = known or Background(Catalog({}, {}), as_stored, TODAY)
    return tuple(one.worded(language) for one in plan(asked_of(asked, result, background), result))
