"""Answers over the small shop: a question read as a query, run on SQLite, and said."""

import datetime as dt
import random
from functools import lru_cache
from typing import Any

from answers.sentences.asked import Asked
from answers.sentences.background import Background
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from config.wording import Language
from database.dialects import SQLITE
from database.result import QueryResult, ResultColumn
from query.metric_query import MetricQuery
from query.plan.compose import compose
from tests.integration.metrics_shop import TODAY, random_query, reader, rows, sqlite_database
from understanding.metric.answers import MetricAnswers
from understanding.metric.followups import FollowUps
from understanding.metric.ranges import time_column
from understanding.readings import MetricReading

DATA = rows()
SPAN = (dt.date(2024, 1, 1), TODAY - dt.timedelta(days=1))


@lru_cache(maxsize=1)
def answers() -> MetricAnswers:
    """Return the shop's definitions with the days of its data."""
    found = reader(DATA)
    catalog = found.catalog
    columns = {time_column(catalog, name) for name in catalog.metrics} - {""}
    found.known.spans.update(dict.fromkeys(columns, SPAN))  # type: ignore[attr-defined]
    return MetricAnswers(found, FollowUps(found), SQLITE)


@lru_cache(maxsize=1)
def database() -> Any:
    """Return the shop's rows in SQLite."""
    return sqlite_database(DATA)


def run(sql: str) -> QueryResult:
    """Return a statement's rows with types as a runner tells them."""
    cursor = database().execute(sql)
    found = [tuple(row) for row in cursor.fetchall()]
    names = [one[0] for one in cursor.description]
    types = [_type([row[at] for row in found]) for at in range(len(names))]
    columns = tuple(ResultColumn(n, t) for n, t in zip(names, types, strict=True))  # type: ignore[arg-type]
    return QueryResult(columns, tuple(found), truncated=False, elapsed_ms=1)


def _type(cells: list[Any]) -> str:
    known = [cell for cell in cells if cell is not None]
    if known and all(isinstance(cell, int) for cell in known):
        return "integer"
    return "number" if not known or all(isinstance(cell, int | float) for cell in known) else "text"


def drawn(seed: int) -> MetricQuery | None:
    """Return a random query."""
    return random_query(random.Random(seed), answers().catalog)


def asked(query: MetricQuery, language: Language, text: str = "") -> tuple[Asked, QueryResult]:
    """Return what a query asks for, and its rows."""
    known = answers()
    sql = compose(query, known.catalog, SQLITE, language, TODAY)
    part, late = known.coverage(query, TODAY)
    every = known.reader.known.range_of(query.metrics)
    background = Background(known.catalog, known.reader.known.member_name, TODAY, every, part, late)
    result = run(sql)
    question = Question(text, language, sql, SQLITE, known.catalog.schema, query)
    return asked_of(question, result, background), result


def said(query: MetricQuery, language: Language, text: str = "") -> tuple[str, ...]:
    """Return the sentences of a query's answer."""
    found, result = asked(query, language, text)
    return tuple(one.worded(language) for one in plan(found, result))


def answer(question: str) -> tuple[str, ...]:
    """Return the sentences of a question's answer; nothing where it is not read."""
    found = answers().reader.read(question, TODAY)
    return said(found.query, found.language, question) if isinstance(found, MetricReading) else ()
