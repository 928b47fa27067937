"""A business of a few tables in SQLite, its definitions taught from files as an analyst's are."""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import TODAY
from understanding.metric.answers import MetricAnswers
from understanding.metric.namesakes import read_namesakes
from understanding.metric.ranges import read_spans
from understanding.metric.tallies import read_tallies

Values = Mapping[str, Sequence[str]]  # what columns hold, by column


def answers_of(ddl: str, defined: str, values: Values) -> MetricAnswers:
    """Return what reads questions over definitions, with nothing known of the data but these values."""
    return MetricAnswers.build(*_taught(ddl, defined, values), SQLITE)


def answers_over(
    database: sqlite3.Connection, ddl: str, defined: str, values: Values, *, tallied: bool = True
) -> MetricAnswers:
    """Return what reads questions over definitions, with the times and, where `tallied`, the counts read."""
    taught = _taught(ddl, defined, values)

    async def run(sql: str) -> Sequence[Sequence[Any]]:
        return database.execute(sql).fetchall()

    plain = MetricAnswers.build(*taught, SQLITE)
    spans = asyncio.run(read_spans(plain.catalog, run, SQLITE))
    if not tallied:
        return MetricAnswers.build(*taught, SQLITE, spans=spans)
    tallies = asyncio.run(read_tallies(plain.catalog, spans, run, SQLITE, TODAY, most=1000))
    shared, _ = asyncio.run(read_namesakes(plain.catalog, run, SQLITE, TODAY))
    return MetricAnswers.build(*taught, SQLITE, spans=spans, tallies=tallies, namesakes=shared)


def _taught(ddl: str, defined: str, values: Values) -> tuple[list[KnowledgeItem], Schema, ValueIndex]:
    tables = TableSet()
    assert load_ddl(ddl, "tables.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(defined, "defined.yaml")
    assert report.refused == []
    held = [ColumnValues(column, [(one, []) for one in names]) for column, names in values.items()]
    return list(report.items), schema, ValueIndex.build(held)
