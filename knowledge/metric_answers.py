"""Answers from metrics for one connection: read, compose, and say how it was read."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from config.wording import Language
from database.dialects import Dialect
from database.schema import Schema
from knowledge.composing import compose
from knowledge.items import KnowledgeItem
from knowledge.metric_lines import interpretation_of
from knowledge.metric_reader import Allowed, MetricReader
from knowledge.metric_vocabulary import metric_words
from knowledge.metrics import Catalog, built_in_dimensions, catalog_from
from knowledge.question import Ambiguous, MetricHit, MetricQuery, MetricReadings, NotMine
from knowledge.values import ValueIndex


@dataclass(frozen=True)
class MetricAnswers:
    """One connection's metrics, ready to answer."""

    reader: MetricReader
    dialect: Dialect

    @classmethod
    def build(
        cls,
        items: Iterable[KnowledgeItem],
        schema: Schema,
        values: ValueIndex,
        dialect: Dialect,
        fiscal_start: int = 1,
    ) -> "MetricAnswers":
        """Read the definitions once."""
        catalog = catalog_from(items, schema, built_in_dimensions(metric_words()["built_in"]))
        reader = MetricReader(catalog, values, fiscal_start)
        if catalog.metrics:
            _ = reader.words, reader.columns
        return cls(reader, dialect)

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.reader.catalog

    def answer(
        self, question: str, today: dt.date, allowed: Allowed, previous: str | None = None
    ) -> MetricHit | MetricReadings | None:
        """Return the SQL a question or a follow-up comes to, its readings, or None where unsure."""
        found = self.reader.read(question, today, allowed)
        if isinstance(found, NotMine | Ambiguous):
            return None
        return self.hit(found.query, question, found.language, today)

    def hit(self, query: MetricQuery, asked: str, language: Language, today: dt.date) -> MetricHit:
        """Return a query composed and explained."""
        sql = compose(query, self.catalog, self.dialect, language, today)
        return MetricHit(sql, asked, interpretation_of(query, self.catalog, language, today), query)
