"""Reads a question into a MetricQuery; every content word counts, or it is not its question."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType

from config.wording import language_of
from knowledge.items import Assumption
from knowledge.metrics import Catalog, Metric
from knowledge.values import WHOLE
from language.calendar import days
from language.units import APOSTROPHES, key_of, units
from understanding.figures.outcome import outcome_of
from understanding.figures.reader import FigureReader
from understanding.metric.binding import BOTH, CHANGES, GRAINS, Allowed, Stop, Unclear
from understanding.metric.filling import fillable, read_parts, take_fill
from understanding.metric.known import Known
from understanding.metric.parts import Parts
from understanding.metric.short_names import corrected, with_whole_names
from understanding.metric.short_runs import with_short_names
from understanding.metric.stems import holds, with_stems
from understanding.metric.timing import Timing
from understanding.metric.unread import skipped
from understanding.metric.vocabulary import metric_vocabulary, metric_words
from understanding.metric.years import read_years
from understanding.pairs.reading import SURE_NAME, Piece, Pieces, QuestionReader
from understanding.plan.engines import is_sum
from understanding.question import (
    Ambiguous,
    Compared,
    Filter,
    MetricQuery,
    MetricReading,
    NotMine,
    Ranking,
    Window,
)

REMEMBERED = 128  # one question is read four to six times on its way: answer, why not, over other periods
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass
class MetricReader:
    """Reads questions with what is known of one database."""

    known: Known

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.known.catalog

    @cached_property
    def words(self) -> QuestionReader:
        """Return the reader of words with the catalog's vocabulary."""
        known = self.known
        vocabulary = with_stems(metric_vocabulary(known.catalog, known.values), known)
        return QuestionReader(vocabulary, known.values, known.fiscal_start, known.holidays)

    def warm(self) -> None:
        """Load all that the first question would wait for: words, periods, ways to join (0.3 s)."""
        _ = self.known.columns
        for metric in [*self.catalog.metrics.values()][:1]:
            for label in (metric.zh, metric.en):
                self.read(label, dt.date.today())

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
        pieces = self.words.read(text, today, allowed)
        if pieces.language == "en" and (meant := corrected(pieces, self.catalog)) != pieces.text:
            pieces = self.words.read(meant, today, allowed)
        pieces = with_whole_names(pieces, self.known, allowed)
        return with_short_names(pieces, self.known, allowed) if pieces.of("unknown") else pieces

    def doubts(self, text: str, today: dt.date, allowed: Allowed) -> tuple[Assumption, ...]:
        """Return what the names of a question were guessed from: a slip set right, a part of a name."""
        written, meant = self.words.read(text, today, allowed), self.pieces(text, today, allowed)
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
            if holds(written, key_of(entry.value)) or entry.value.isascii() != piece.text.isascii()
        ]
        named = [(name, entry.value) for entry in found for name in columns.get(entry.column.lower(), ())]
        return [(name, value) for name, value in dict.fromkeys(named) if name not in own]

    def parts(self, text: str, today: dt.date, allowed: Allowed = lambda _: True) -> Parts:
        """Return a text's parts, nothing bound yet."""
        return read_parts(self.pieces(text, today, allowed), self.catalog, self.known.columns)

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
        return outcome_of(self.figures.read(text, today, allowed, given), language_of(text), self.catalog)

    @cached_property
    def figures(self) -> FigureReader:
        """Return what reads questions by the chart."""
        return FigureReader.over(self.known)

    def read_of_sibling(self, pieces: Pieces, today: dt.date) -> MetricReading | None:
        """Return a question over the one other figure of its unit that can be cut so, or None."""
        parts = read_parts(pieces, self.catalog, self.known.columns)
        named = {name for part in parts.of("metric", "weak") for name in part.metrics}
        if len(named) != 1:
            return None
        (name,) = named
        unit = self.catalog.metrics[name].unit_en
        siblings = [
            one.name
            for one in self.catalog.metrics.values()
            if one.name != name and one.kind == "simple" and one.additivity == "sum" and unit == one.unit_en
        ]
        if not unit or self.catalog.metrics[name].additivity != "sum":
            return None
        found = [self.read_pieces(pieces, today, {}, instead={name: one}) for one in siblings]
        readings = [one for one in found if isinstance(one, MetricReading)]
        return replace(readings[0], of_sibling=True) if len(readings) == 1 else None

    def read_pieces(
        self,
        pieces: Pieces,
        today: dt.date,
        choices: dict[str, str],
        given: str = "",
        instead: Mapping[str, str] = NOTHING,
    ) -> MetricReading | Ambiguous | NotMine:
        """Return what read pieces ask, with what was chosen where a word is unclear."""
        if torn := _torn(pieces):
            return NotMine("word", torn)
        parts = read_years(read_parts(pieces, self.catalog, self.known.columns), today)
        for part in parts.every:
            part.metrics = tuple(instead.get(name, name) for name in part.metrics)
        binding = Binding(self.known, parts, pieces.language, today)
        binding.choices, binding.given = choices, given
        try:
            return binding.reading()
        except Stop as stop:
            return stop.outcome
        except Unclear as unclear:
            place = unclear.place
            if choices:
                return NotMine("shape", (place,))
            tried = [{unclear.place: one} for one in unclear.choices]
            found = [self.read_pieces(pieces, today, one, given, instead) for one in tried]
        readings = [one for one in found if isinstance(one, MetricReading)]
        if len({one.query.key for one in readings}) == 1:
            sure = len(readings) == len(found)  # where another reading failed, this one is the only one left
            return readings[0] if sure else replace(readings[0], figure_assumed=True)
        if len(readings) < BOTH:
            return NotMine("shape", (place,))
        return Ambiguous(tuple(one.query for one in readings), readings[0].language, parts.has("decline"))


@dataclass
class Binding(Timing):
    """All steps of one question, each accounting for what it understands."""

    def reading(self) -> MetricReading:
        """Take all steps and return the query, or raise Stop."""
        self.bind_sorts()
        self.bind_versus()
        self.bind_against()
        self.refuse_years_as_amounts()
        self.refuse_unknown()
        self.read_metrics()
        self.take_ends()
        self.refuse_lists()
        self.bind_kinds_of_day()
        self.bind_splits()
        self.bind_conditions()
        self.bind_weekdays()
        self.bind_values()
        self.bind_whether()
        self.bind_average()
        ranking = self.bind_ranking()
        self.bind_rest_of_dimensions(ranking)
        compared, windows, assumed, ranking = self.bind_time(ranking)
        share = self.bind_share()
        others = bool(ranking and ranking.number and not ranking.place and self.parts.use("others"))
        running = self.bind_small_words(ranking, compared)
        query = MetricQuery(
            tuple(self.metrics),
            tuple(self.splits),
            self.grain,  # type: ignore[arg-type]
            windows,
            assumed,
            compared,
            tuple(
                Filter(name, tuple(dict.fromkeys(v)), negated) for (name, negated), v in self.filters.items()
            ),
            tuple(self.conditions),
            ranking,
            share,
            self.average,
            running,
            self.ascending,
            self.share_groups() if share else (),
            others,
            self.bind_fill(),
        )
        query = replace(query, counted=self.counted, good=self.good)
        self.guess_subjects()
        self.require_order()
        self.require_all_used()
        query = self.checked(query)
        return MetricReading(
            query,
            self.language,
            self.chart,
            self.figure_assumed,
            self.undated,
            skipped(self.parts),
            tuple(self.guessed),
            by_definition=self.by_definition,
            months_assumed=self.months_assumed,
            implied=self.implied,
        )

    def bind_small_words(self, ranking: Ranking | None, compared: Compared | None) -> bool:
        """Account for words that add nothing here, and return whether a running total is wanted."""
        self.refuse_other_units()
        self.parts.use("singular", "plural", "respectively", "some", "total")
        for mark in self.parts.marks("lt"):
            mark.used = mark.text == "under"  # a branch
        if any(self.is_numbered(self.catalog.metrics[name]) for name in self.metrics):
            self.parts.use("count")
        if self.splits or compared or len(self.parts.of("period")) > 1 or len(self.metrics) > 1:
            self.parts.use("compare")
        if self.splits and self.parts.has("high") and self.parts.has("low"):
            self.parts.use("high", "low")  # 谁高谁低
        if compared or (ranking and ranking.by == "growth"):
            self.parts.use(*CHANGES)
        for mark in [part for part in self.parts.left("mark") if part.token.startswith("chart:")]:
            mark.used = True
            self.chart = mark.token.partition(":")[2]
        cumulative = self.parts.use("cumulative")
        return bool(cumulative and self.grain)

    def bind_fill(self) -> bool:
        """Tell whether days without data are asked for too: those of what is split by."""
        filled = take_fill(self.parts, self.grain, bool(self.splits))
        if filled is None:
            raise Stop(NotMine("shape", tuple(part.text for part in self.parts.of("fill"))))
        return filled

    def guess_subjects(self) -> None:
        """Take a thing right before a figure for what that is of, where another cut is named: 器械故障."""
        every = self.parts.every
        for part in self.parts.left("dimension") if self.splits else ():
            following = every[every.index(part) + 1 : every.index(part) + 2]
            touching = [one for one in following if one.piece.span[0] - part.piece.span[1] <= 1]
            if touching and touching[0].kind == "metric":
                part.used = True
                self.guessed.append(self.parts.text[slice(*part.piece.span)])

    def require_all_used(self) -> None:
        """Stop where any content word is not accounted for."""
        left = [part for part in self.parts.left() if part.kind != "function"]
        if left:
            kinds = {"dimension", "grain", "number", "value"}
            reason = "shape" if any(part.kind in kinds or part.kind == "mark" for part in left) else "word"
            raise Stop(NotMine(reason, tuple(part.text for part in left)))  # type: ignore[arg-type]

    def checked(self, query: MetricQuery) -> MetricQuery:
        """Refuse what cannot be composed exactly."""
        names = {*query.metrics, *(c.metric for c in query.conditions)} | (
            {query.ranking.metric} if query.ranking else set()
        )
        used = {*query.splits, *(f.dimension for f in query.filters)}
        used |= {query.average} if query.average in self.catalog.dimensions else set()
        asked = {part.text for part in self.parts.of("function")} & set(metric_words()["asking_for_people"])
        if asked and not (query.splits or query.filters):
            raise Stop(NotMine("shape", tuple(asked)))
        for name in names:
            for dimension in used:
                if not self.catalog.cuts(name, dimension):
                    raise Stop(NotMine("unreachable", (self.label(dimension),)))
            order = {"day": 0, "week": 1, "month": 2, "quarter": 3, "year": 4}
            for source in self.catalog.sources(name):
                if query.grain and source.time and order[source.time_grain] > order[query.grain]:
                    raise Stop(NotMine("no_data", (query.grain,)))
                if source.time_grain == "month" and any(
                    not whole_months(w, self.today) for w in query.windows
                ):
                    raise Stop(NotMine("whole_months", tuple(w.text for w in query.windows)))
                if query.average and not self.averages(query, source):
                    raise Stop(NotMine("shape", (query.average,)))
        if (query.conditions or query.ranking) and not query.splits and not query.grain:
            raise Stop(NotMine("shape", tuple(query.metrics)))
        asked_twice = metric_words()["asked_twice"]
        if len(query.metrics) == 1 and len(re.findall(asked_twice, self.parts.text.lower())) > 1:
            raise Stop(
                NotMine("shape", tuple(query.metrics))
            )  # 有多少投诉，处理完了多少: two figures, not one
        alone = len(query.splits) + bool(query.grain) == 1 and not (
            query.ranking or query.share or query.average
        )
        if query.counted and not (alone and query.conditions):
            raise Stop(NotMine("shape", ("?",)))
        low = query.grain and any(one.comparer in ("lt", "le") for one in query.conditions)
        sources = [one for condition in query.conditions for one in self.catalog.sources(condition.metric)]
        if query.counted and low and not all(map(self.catalog.is_dense, sources)):
            raise Stop(NotMine("shape", (query.grain,)))  # days without anything have no row to count
        grown = {one.of_growth for one in query.conditions}
        if query.conditions and (grown != {bool(query.compared)} or len(query.windows) > 1):
            raise Stop(NotMine("shape", ("?",)))
        if query.ranking and len(query.windows) > 1 and not query.grain:
            raise Stop(NotMine("shape", ("?",)))
        if query.average and (query.compared or query.share):
            raise Stop(NotMine("shape", ("?",)))
        if query.filled and not fillable(query, self.catalog):
            raise Stop(NotMine("shape", ("?",)))
        if query.others and not self.others_add_up(query):
            raise Stop(NotMine("shape", ("?",)))
        if query.running and len(query.windows) > 1:
            raise Stop(NotMine("shape", ("?",)))
        if query.running and any(self.catalog.metrics[m].additivity != "sum" for m in query.metrics):
            raise Stop(NotMine("shape", ("?",)))
        if query.ranking and query.ranking.by == "growth" and not query.compared:
            raise Stop(NotMine("shape", ("?",)))
        return query

    def averages(self, query: MetricQuery, source: Metric) -> bool:
        """Tell whether a figure has an average per day or member: of a stock, the mean of its days."""
        if source.additivity != "semi":
            return source.additivity == "sum" and bool(source.time or query.average not in GRAINS)
        alone = query.metrics == (source.name,) and not source.show
        return alone and query.average == source.time_grain and is_sum(source.expression)

    def others_add_up(self, query: MetricQuery) -> bool:
        """Tell whether all that is left beside the first so many is one sum."""
        shown = {
            *query.metrics,
            *(other for name in query.metrics for other in self.catalog.metrics[name].show),
        }
        plain = len(query.splits) == 1 and not (
            query.grain or query.compared or query.conditions or query.average
        )
        ranked = query.ranking is not None and query.ranking.by == "value" and query.ranking.metric in shown
        single = (
            len(query.windows) <= 1
            and not query.running
            and not any(f.dimension in query.splits and query.share for f in query.filters)
        )
        return plain and ranked and single and all(self.catalog.metrics[m].additivity == "sum" for m in shown)


def _torn(pieces: Pieces) -> tuple[str, ...]:
    """Return units that only begin in a period, 30Berlin: their end would go unread."""
    ends = [piece.span[1] for piece in pieces.parts if piece.kind in ("period", "comparison")]
    return tuple(
        unit.text
        for unit in units(pieces.text)
        if any(unit.start < end < unit.end for end in ends if not _possessive(pieces.text, end, unit.end))
    )


def _possessive(text: str, start: int, end: int) -> bool:
    """Tell the end of this month's from that of a longer word."""
    return text[start:end].lower() in {f"{one}s" for one in ("'", *APOSTROPHES)}


def whole_months(window: Window, today: dt.date) -> bool:
    """Tell whether a window is made of whole months, or ends today in the one that runs."""
    ends = window.end.day == 1 or window.end in (today, today + days(1))
    return window.start.day == 1 and ends
