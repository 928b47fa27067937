"""Reads what the taught definitions decline once more, over these and what the schema itself names."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp, parse_one

from config.wording import Language, language_of
from database.schema import Table
from knowledge.definitions.column_words import draft_words, says
from knowledge.quotients import is_quotient
from knowledge.values import Allowed, codes_of
from query.metric_query import Filter, MetricQuery
from understanding.derived.definitions import Derived
from understanding.metric.answers import MetricAnswers
from understanding.metric.asking import asked_back
from understanding.metric.desk import MetricDesk
from understanding.metric.exchange import query_written
from understanding.metric.opening import opens
from understanding.metric.vocabulary import says_now
from understanding.readings import MetricHit, MetricReading, MetricReadings, NotMine
from understanding.verdicts import NOT_MINE, Reading, of_metric

MOST_BUTTONS = 3


@dataclass(frozen=True)
class Before:
    """What a message may follow: the last question that had an answer, and what is known of it."""

    question: str | None = None
    sql: str = ""
    declined: bool = False
    sure: bool = True


@dataclass(frozen=True)
class DerivedAnswers:
    """The taught definitions with those worked out from the schema, ready to answer."""

    answers: MetricAnswers
    taught: MetricAnswers
    derived: Derived

    def read(self, question: str, today: dt.date, allowed: Allowed, before: Before = Before()) -> Reading:
        """Return what a question comes to by a derived figure or cut, and how sure that is."""
        if before.question and not self._reads_alike(before.question, today, allowed):
            return NOT_MINE
        found = self.answers.answer(
            question, today, allowed, before.question, before.sql, before.declined, before.sure
        )
        language = language_of(question)
        if found is None and before.question is None:
            found = self._counted(question, today, allowed)
        if isinstance(found, MetricReadings):
            return self._one_of(found, today, allowed)
        if found is None or not self._is_derived(found.query) or not self._opens(found.query, allowed):
            return NOT_MINE
        if self._contradicts(found.query) or self._is_some_of(found.query, question):
            return NOT_MINE
        return self._judged(replace(found, derived=True), question, language, today, allowed)

    def composed(
        self, asked: Mapping[str, Any], question: str, today: dt.date, allowed: Allowed, language: Language
    ) -> MetricHit | None:
        """Return the SQL of a query somebody else wrote with a derived figure or cut, or None."""
        query = query_written(asked, self.answers.reader, today, allowed)
        if query is None or not self._opens(query, allowed) or query.shared or self._contradicts(query):
            return None
        alone = self.answers.worded(query, language, today, allowed) or question
        return replace(self.answers.hit(query, alone, language, today), derived=True)

    def is_before(self, question: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a question that was answered is one of derived figures: what follows it is, too."""
        if isinstance(self.taught.reader.read(question, today, allowed), MetricReading):
            return False
        found = self.answers.reader.read(question, today, allowed)
        return isinstance(found, MetricReading) and self._is_derived(found.query)

    def _reads_alike(self, question: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether what a message follows is read as it was: more words may give it another meaning."""
        taught = self.taught.reader.read(question, today, allowed)
        if not isinstance(taught, MetricReading):
            return True
        found = self.answers.reader.read(question, today, allowed)
        return isinstance(found, MetricReading) and found.query.key == taught.query.key

    def _counted(self, question: str, today: dt.date, allowed: Allowed) -> MetricHit | None:
        """Return the number of the things whose members a question names beside how many: 猫还有多少只."""
        reader = self.answers.reader
        found = reader.read(question, today, allowed)
        if not (isinstance(found, NotMine) and found.reason == "no_metric"):
            return None
        parts, catalog = reader.parts(question, today, allowed), self.answers.catalog
        if not parts.marks("count", "some") or parts.marks("compare", "high", "low"):
            return None  # by how much Dongguan is above Guangzhou counts no branches
        tables = [
            {
                catalog.full(catalog.dimensions[name].table)
                for name, _, _ in part.members
                if not catalog.names_rows(name)
            }
            for part in parts.of("value")
        ]
        of_all = set.intersection(*tables) if tables else set()
        counts = [
            name
            for name in self.derived.metrics
            if (one := catalog.metrics.get(name)) is not None  # one that does not hold beside later rights
            if one.counts_rows and not one.filters and not one.time and catalog.full(one.table) in of_all
        ]
        if len(counts) != 1:
            return None
        given = reader.read(question, today, allowed, given=counts[0])
        if not isinstance(given, MetricReading):
            return None
        hit = self.answers.hit(given.query, question, given.language, today)
        return replace(hit, message=question)

    def _judged(
        self, hit: MetricHit, question: str, language: Language, today: dt.date, allowed: Allowed
    ) -> Reading:
        doubted = list(self._doubted(hit, question))
        queries = [one for one in doubted if self._opens(one, allowed)] or [hit.query] * bool(doubted)
        if len(queries) == 1 and queries[0] != hit.query:
            hit = replace(self.answers.hit(queries[0], question, language, today), derived=True)
        own = self.answers.worded(hit.query, language, today, allowed)
        if own is not None and own.strip().lower() == question.strip().lower():
            queries = []  # each figure by its whole name, as a button has it
        if not (queries or hit.assumed):
            return of_metric(hit)
        worded = [self.answers.worded(one, language, today, allowed) for one in queries]
        if hit.assumed:
            worded += asked_back(hit, MetricDesk(self.answers, language, today, allowed))
        offered = tuple(dict.fromkeys(one for one in worded if one and self._is_read(one, today, allowed)))
        offered = offered[:MOST_BUTTONS]
        if not offered:
            return NOT_MINE
        named = tuple(self._label(name, language) for name in self._names(hit.query))
        if hit.unread:
            return of_metric(hit, offered)  # one line back names one kind of words
        return of_metric(replace(hit, assumed=("derived", *hit.assumed), unread=named), offered)

    def _is_read(self, worded: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a button is answered at once: one with a name of the other language may not be."""
        found = self.answers.answer(worded, today, allowed)
        if not isinstance(found, MetricHit) or found.assumed:
            return False
        own = self.answers.worded(found.query, language_of(worded), today, allowed) or ""
        return own.strip().lower() == worded.strip().lower() or not any(self._doubted(found, worded))

    def _doubted(self, hit: MetricHit, question: str) -> Iterator[MetricQuery]:
        """Yield what a reading may mean where it assumes something that changes the figure, it among them."""
        query, derived = hit.query, self.derived
        cut = {one for name in query.cuts for one in self.answers.catalog.dimensions[name].columns}
        for name in self._parted(query.metrics):
            if name in derived.rivals and derived.ends[name] not in cut:
                now = replace(
                    query,
                    metrics=tuple(derived.rivals[name] if one == name else one for one in query.metrics),
                )
                yield from (now, query)
            elif name in derived.doubtful and derived.doubtful[name] not in cut:
                yield from self._there(query, name, question)
            elif (name in derived.days and query.windows) or any(
                one.lower() in question.lower() for one in derived.loose.get(name, ())
            ):
                yield query

    def _parted(self, names: Sequence[str]) -> list[str]:
        """Return figures with a quotient as the two that it is of: what is doubted of these is of it, too."""
        metrics = self.answers.catalog.metrics
        return [part for name in names for part in (metrics[name].parts if is_quotient(name) else (name,))]

    def _there(self, query: MetricQuery, name: str, question: str) -> Iterator[MetricQuery]:
        """Yield a count of things as of those still there, and of all; beside figures, each by itself."""
        if len(query.figures) > 1 and self._still_there(query, name):  # the others have no such state
            yield from (replace(query, metrics=(one,)) for one in query.metrics if one != name)
            query = replace(query, metrics=(name,))
        there = self._still_there(query, name)
        yield from (there, query) if there and not says_now(question) else (there or query,)

    def _still_there(self, query: MetricQuery, name: str) -> MetricQuery | None:
        """Return a count of things as of those in no state that says they have ended: 合作中, not 已终止."""
        catalog, column = self.answers.catalog, self.derived.doubtful[name]
        states = [one for one in catalog.dimensions.values() if one.column == column and one.values]
        if not catalog.metrics[name].counts or len(states) != 1:
            return None
        ends = draft_words()["lifespan"]["ends"]
        ended = [code for code, called in states[0].values.items() if any(says(one, ends) for one in called)]
        left = tuple(code for code in states[0].values if code not in ended)
        kept = Filter(states[0].name, left)
        return replace(query, filters=(*query.filters, kept)) if ended and left else None

    def _one_of(self, found: MetricReadings, today: dt.date, allowed: Allowed) -> Reading:
        """Return readings that stand side by side, where one of them at least is derived and all are open."""
        read = [self.answers.reader.read(one, today, allowed) for one in found.questions]
        queries = [one.query for one in read if isinstance(one, MetricReading)]
        sound = all(self._opens(one, allowed) and not self._contradicts(one) for one in queries)
        if not sound or not any(map(self._is_derived, queries)):
            return NOT_MINE
        return replace(of_metric(found), source="derived")

    def _names(self, query: MetricQuery) -> list[str]:
        """Return the derived figures and cuts a query names."""
        known = self.derived.metrics | self.derived.dimensions
        named = (*self._parted(query.figures), *query.cuts, query.average)
        return [name for name in named if name in known]

    def _is_derived(self, query: MetricQuery) -> bool:
        return bool(self._names(query))

    def _opens(self, query: MetricQuery, allowed: Allowed) -> bool:
        return opens(query, self.answers.catalog, allowed)

    def _contradicts(self, query: MetricQuery) -> bool:
        """Tell whether a cut is by what a definition keeps rows by already, or another table's state."""
        catalog, cut = self.answers.catalog, {*query.cuts}
        derived = [catalog.dimensions[name] for name in cut & self.derived.dimensions]
        columns = {catalog.full_column(column) for one in derived for column in one.columns}
        states = [
            catalog.dimensions[one.dimension] for one in query.filters if one.dimension in self.derived.states
        ]
        tables = {catalog.full(source.table) for name in query.metrics for source in catalog.sources(name)}
        if any(catalog.full(one.table) not in tables for one in states):
            return True  # complaints still open are not those of shops still open
        if query.windows and any(self._ends_at_a_time(one, query) for one in query.filters):
            return True  # what was closed last month need not have been filed then
        if any(
            self._keeps_those_there(one, query) or self._is_of_itself(one, query) for one in query.filters
        ):
            return True  # closed ones are none of those that a count of open ones keeps
        return any(
            f"{catalog.full(source.table)}.{column.name}" in columns
            for name in query.metrics
            for source in catalog.sources(name)
            for text in source.filters
            for column in parse_one(text, dialect=self.answers.dialect.sqlglot_name).find_all(exp.Column)
        )

    def _is_of_itself(self, kept: Filter, query: MetricQuery) -> bool:
        """Tell things named one by one whose number is told, which their names say: 清远分公司的分公司数."""
        catalog = self.answers.catalog
        if kept.negated or not catalog.names_rows(kept.dimension):
            return False
        table = catalog.full(catalog.dimensions[kept.dimension].table)
        sources = [source for name in query.metrics for source in catalog.sources(name)]
        return all(one.counts_rows and catalog.full(one.table) == table for one in sources)

    def _ends_at_a_time(self, kept: Filter, query: MetricQuery) -> bool:
        """Tell whether only what a day is told of is kept, where the figure goes by another day."""
        if kept.dimension not in self.derived.states or kept.negated or "yes" not in kept.values:
            return False
        catalog = self.answers.catalog
        ends = catalog.full_column(catalog.dimensions[kept.dimension].column)
        sources = [source for name in query.metrics for source in catalog.sources(name)]
        return any(source.time and catalog.full_column(source.time) != ends for source in sources)

    def _keeps_those_there(self, kept: Filter, query: MetricQuery) -> bool:
        """Tell whether things that ended are asked for, of a definition that keeps some of them by itself."""
        if kept.dimension not in self.derived.states or kept.negated == ("yes" in kept.values):
            return False
        catalog = self.answers.catalog
        table, _, ends = catalog.full_column(catalog.dimensions[kept.dimension].column).rpartition(".")
        if catalog.lifespan(table).ends != ends:
            return False
        sources = (source for name in query.metrics for source in catalog.sources(name))
        return any(source.filters and catalog.full(source.table) == table for source in sources)

    def _is_some_of(self, query: MetricQuery, question: str) -> bool:
        """Tell whether a question names a code of what is counted, and nothing is cut by it: drivers."""
        catalog, said = self.answers.catalog, question.lower()
        cuts = [catalog.dimensions[name] for name in query.cuts]
        cut = {catalog.full_column(column) for one in cuts for column in one.columns}
        counted = {catalog.metrics[name].table for name in self.derived.metrics & {*query.metrics}}
        return any(
            len(name) > 1 and any(one.lower() in said for one in (name, *self._called_alike(table, name)))
            for table in filter(None, map(catalog.schema.table, counted))
            for column in table.columns
            if f"{table.full_name}.{column.name}" not in cut
            for _, names in codes_of(column)
            for name in names
        )

    def _called_alike(self, table: Table, code: str) -> Iterator[str]:
        """Yield what else the things of a table are called that a code is called by: technicians, of 技师."""
        for one in self.answers.catalog.dimensions.values():
            if code in one.wordings and self.answers.catalog.is_own(one, [table.full_name]):
                yield from one.wordings if code in (one.zh, one.en) else one.synonyms

    def _label(self, name: str, language: Language) -> str:
        found = self.answers.catalog.metrics.get(name) or self.answers.catalog.dimensions[name]
        return found.label(language)
