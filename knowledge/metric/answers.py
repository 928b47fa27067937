"""Answers from metrics for one connection: read, compose, and say how it was read."""

import datetime as dt
import logging
from collections.abc import Iterable
from dataclasses import dataclass

from config.wording import Language, say
from database.dialects import Dialect
from database.schema import Schema
from knowledge.items import KnowledgeItem
from knowledge.metric.binding import Allowed
from knowledge.metric.checks import problems, sound
from knowledge.metric.composing import compose
from knowledge.metric.followups import FollowUps
from knowledge.metric.lines import interpretation_of
from knowledge.metric.reader import MetricReader
from knowledge.metric.vocabulary import metric_words
from knowledge.metric.wording import word
from knowledge.metrics import Catalog, built_in_dimensions, catalog_from
from knowledge.question import Ambiguous, MetricHit, MetricQuery, MetricReading, MetricReadings
from knowledge.values import ValueIndex

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MetricAnswers:
    """One connection's metrics, ready to answer."""

    reader: MetricReader
    follow_ups: FollowUps
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
        taught = catalog_from(items, schema, built_in_dimensions(metric_words()["built_in"]))
        catalog = sound(taught, dialect)
        for problem in problems(taught, dialect) if taught.metrics else ():
            log.warning("the definition of %s does not hold: %s", problem.name, problem.code)
        reader = MetricReader(catalog, values, fiscal_start)
        if catalog.metrics:
            _ = reader.words, reader.columns
        return cls(reader, FollowUps(reader), dialect)

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.reader.catalog

    def answer(
        self, question: str, today: dt.date, allowed: Allowed, previous: str | None = None
    ) -> MetricHit | MetricReadings | None:
        """Return the SQL a question or a follow-up comes to, its readings, or None where unsure."""
        found = self.reader.read(question, today, allowed)
        marked = previous is not None and self.follow_ups.is_marked(question)
        if isinstance(found, MetricReading) and not marked:
            return self.hit(found.query, question, found.language, today)
        edited = self._edited(question, previous, today, allowed) if previous is not None else None
        if edited is not None:
            return edited
        if isinstance(found, MetricReading):
            return self.hit(found.query, question, found.language, today)
        return self._readings(found, today, allowed) if isinstance(found, Ambiguous) else None

    def _edited(self, text: str, previous: str, today: dt.date, allowed: Allowed) -> MetricHit | None:
        """Return what a follow-up comes to; worded to stand alone, it must read as the same query."""
        before = self.reader.read(previous, today, allowed)
        if not isinstance(before, MetricReading):
            return None
        edited = self.follow_ups.edit(before.query, text, today, allowed)
        if edited is None:
            return None
        query, language, chart = edited
        asked = self.worded(query, language, today, allowed)
        if asked and chart:
            asked += say(f"metrics.ask.chart.{chart}", language)
        return self.hit(query, asked, language, today) if asked else None

    def worded(self, query: MetricQuery, language: Language, today: dt.date, allowed: Allowed) -> str | None:
        """Return a question for a query, where reading it gives the query again."""
        asked = word(query, self.catalog, language, self.reader.member_name)
        again = self.reader.read(asked, today, allowed)
        return asked if isinstance(again, MetricReading) and again.query.key == query.key else None

    def _readings(self, found: Ambiguous, today: dt.date, allowed: Allowed) -> MetricReadings | None:
        worded = [self.worded(query, found.language, today, allowed) for query in found.queries]
        questions = tuple(dict.fromkeys(one for one in worded if one))
        return MetricReadings(questions) if len(questions) >= 2 else None

    def hit(self, query: MetricQuery, asked: str, language: Language, today: dt.date) -> MetricHit:
        """Return a query composed and explained."""
        sql = compose(query, self.catalog, self.dialect, language, today)
        lines = interpretation_of(query, self.catalog, language, today, self.reader.member_name)
        return MetricHit(sql, asked, lines, query)
