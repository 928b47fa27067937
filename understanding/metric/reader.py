"""Reads a question into a MetricQuery; every content word counts, or it is not its question."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from config.wording import language_of
from knowledge.items import Assumption
from knowledge.metrics import Catalog
from knowledge.values import SURE_NAME, WHOLE, Allowed
from language.units import key_of
from language.words import has_run
from understanding.figures.outcome import outcome_of
from understanding.figures.reader import FigureReader
from understanding.metric.both import both_conditions
from understanding.metric.divided import divided, quotient_asked
from understanding.metric.known import Known
from understanding.metric.parts import Parts, parts_of
from understanding.metric.pointed import Pointers
from understanding.metric.short_names import corrected
from understanding.metric.short_runs import with_short_names
from understanding.metric.stems import catalog_words
from understanding.readings import Ambiguous, MetricReading, NotMine
from understanding.words.pieces import Piece, Pieces, QuestionReader

# One question is read four to six times on its way (answer, why not, over other periods), its words by three.
REMEMBERED = 128


@dataclass
class MetricReader:
    """Reads questions with what is known of one database."""

    known: Known

    @property
    def catalog(self) -> Catalog:
        """Return the definitions: never kept, for a copy of the reader is given other ones (`aged`)."""
        return self.known.catalog

    @cached_property
    def words(self) -> QuestionReader:
        """Return the reader of words with the catalog's vocabulary."""
        known = self.known
        return QuestionReader(catalog_words(known), known.values, known.fiscal_start, known.holidays)

    def warm(self) -> None:
        """Load all that the first question would wait for: words, periods, ways to join (0.3 s)."""
        _ = self.known.columns
        for metric in [*self.catalog.metrics.values()][:1]:
            for label in (metric.zh, metric.en):
                self.read(label, dt.date.today())

    @cached_property
    def _written(self) -> Callable[[str, dt.date, Allowed], Pieces]:
        return lru_cache(maxsize=REMEMBERED)(self.words.read)

    @cached_property
    def _pieces(self) -> Callable[[str, dt.date, Allowed], Pieces]:
        return lru_cache(maxsize=REMEMBERED)(self._split)

    @cached_property
    def _readings(self) -> Callable[[str, dt.date, Allowed, str], MetricReading | Ambiguous | NotMine]:
        return lru_cache(maxsize=REMEMBERED)(self._read)

    def pieces(self, text: str, today: dt.date, allowed: Allowed) -> Pieces:
        """Return a text's pieces, short names and slips of the pen read as what they must mean."""
        return self._pieces(text, today, allowed)

    def _split(self, text: str, today: dt.date, allowed: Allowed) -> Pieces:
        pieces = self._written(text, today, allowed)
        if pieces.language == "en" and (meant := corrected(pieces, self.catalog)) != pieces.text:
            pieces = self._written(meant, today, allowed)
        return with_short_names(pieces, self.known, allowed) if pieces.of("unknown") else pieces

    def doubts(self, text: str, today: dt.date, allowed: Allowed) -> tuple[Assumption, ...]:
        """Return what the names of a question were guessed from: a slip set right, a part of a name."""
        written, meant = self._written(text, today, allowed), self.pieces(text, today, allowed)
        slip: tuple[Assumption, ...] = ("slip",) if meant.text != written.text else ()
        surest = [max(one.score for one in piece.values) for piece in meant.of("value")]
        part = min(surest, default=SURE_NAME) < SURE_NAME or len(meant.of("value")) > len(written.of("value"))
        part = part or any(self.namesakes(piece) for piece in meant.of("value"))
        return (*slip, "part_of_name") if part else slip

    def namesakes(self, piece: Piece) -> list[tuple[str, str]]:
        """Return the members of other dimensions that a part of a name is the whole name of: Guangzhou."""
        known, columns = self.known, self.known.columns
        if known.values is None or max(one.score for one in piece.values) == WHOLE:
            return []
        own = {name for one in piece.values for name in columns.get(one.column.lower(), ())}
        written = key_of(piece.text)
        found = [entry for one in piece.values for entry in known.values.namesakes(one.value)]
        found = [  # of a name in the other language, which part was written is not known
            entry
            for entry in found
            if has_run(written, key_of(entry.value)) or entry.value.isascii() != piece.text.isascii()
        ]
        named = [(name, entry.value) for entry in found for name in columns.get(entry.column.lower(), ())]
        return [(name, value) for name, value in dict.fromkeys(named) if name not in own]

    def parts(self, text: str, today: dt.date, allowed: Allowed = lambda _: True) -> Parts:
        """Return a text's parts, nothing bound yet."""
        return self._parts(text, today, allowed)

    @cached_property
    def _parts(self) -> Callable[[str, dt.date, Allowed], Parts]:
        def parts(text: str, today: dt.date, allowed: Allowed) -> Parts:
            return parts_of(self.pieces(text, today, allowed), self.catalog, self.known.columns)

        return lru_cache(maxsize=REMEMBERED)(parts)

    def read(
        self, text: str, today: dt.date, allowed: Allowed = lambda _: True, given: str = ""
    ) -> MetricReading | Ambiguous | NotMine:
        """Return what a question asks, exactly; or its readings; or why it is not one of the metrics.

        `given` is the metric to take where the question names none.
        """
        return self._readings(text, today, allowed, given)

    def _read(
        self, text: str, today: dt.date, allowed: Allowed, given: str
    ) -> MetricReading | Ambiguous | NotMine:
        if not self.catalog.metrics:
            return NotMine("no_metric")
        found = outcome_of(self.figures.read(text, today, allowed, given), language_of(text), self.catalog)
        return self._in_parts(text, today, allowed, given) or found if isinstance(found, NotMine) else found

    def _in_parts(
        self, text: str, today: dt.date, allowed: Allowed, given: str
    ) -> MetricReading | Ambiguous | None:
        """Return what is read as two questions that make one: a figure divided by another, two conditions."""

        def read(part: str) -> MetricReading | Ambiguous | NotMine:
            return self.read(part, today, allowed, given)

        parts = self.parts(text, today, allowed)
        if (asked := divided(parts, self.catalog)) is not None:
            return quotient_asked(asked, read, self.catalog)
        return both_conditions(parts, language_of(text), read)

    @cached_property
    def pointers(self) -> Pointers:
        """Return what tells which figures the words of an unread question point at."""
        return Pointers(self.catalog)

    @cached_property
    def figures(self) -> FigureReader:
        """Return what reads questions by the chart."""
        return FigureReader.over(self.known)
