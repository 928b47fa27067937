"""Answers from metrics for one connection: read, compose, and say how it was read."""

import datetime as dt
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from sqlglot import exp, parse_one

from config.wording import Language, language_of, say
from database.dialects import Dialect
from database.schema import Schema
from knowledge.definitions.column_words import draft_words, says
from knowledge.definitions.columns import keeps_things
from knowledge.definitions.files import built_in_dimensions, catalog_from
from knowledge.definitions.lifespan import lifespan_of
from knowledge.definitions.rates import with_rates
from knowledge.definitions.roles import with_roles
from knowledge.items import Assumption, KnowledgeItem
from knowledge.metrics import Catalog, Metric, Namesakes
from knowledge.values import Allowed, ValueIndex
from language.calendar import Holidays, Range, days
from language.period.covered import slack, slack_before, worded
from language.periods import find_periods
from query.metric_query import MetricQuery, Window
from query.plan.compose import compose
from query.plan.stretches import earlier_window
from understanding.drafting.checks import problems, sound
from understanding.figures.goals import reached_by
from understanding.figures.level_goals import with_level_goals
from understanding.figures.whole_names import told_apart
from understanding.metric.answered import measures
from understanding.metric.apart import are_all_asked
from understanding.metric.back import chooses, points_to_an_end
from understanding.metric.changing import Change, changes_of, parts_of
from understanding.metric.defining import define
from understanding.metric.ended import counts_told
from understanding.metric.followups import FollowUps
from understanding.metric.known import Known
from understanding.metric.lines import Called, interpretation_of
from understanding.metric.namesakes import of_each, with_namesakes
from understanding.metric.open_days import open_days, over_complete_days
from understanding.metric.parts import Parts
from understanding.metric.prompt_lines import PromptLines
from understanding.metric.ranges import Spans
from understanding.metric.reader import REMEMBERED, MetricReader
from understanding.metric.recognising import query_of
from understanding.metric.settling import Tally
from understanding.metric.unread import whole_words
from understanding.metric.vocabulary import metric_words, says_now
from understanding.metric.weeks import over_shared_months, over_whole_weeks, with_weeks
from understanding.metric.wording import on_some_day, word
from understanding.neighbours import neighbours, of_the_same_rows
from understanding.readings import Ambiguous, MetricHit, MetricReading, MetricReadings, NotMine, Recognised
from understanding.triage import classify
from understanding.verdicts import Reading
from understanding.words.about import asks_of_what
from understanding.words.closed import BOTH, GRAINS, JOINING
from understanding.words.following import is_marked

log = logging.getLogger(__name__)

Beyond = Literal["reasons", "forecast"]

CALLINGS_KEPT = 512  # an answer offers two questions, each of one figure, cut and place


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
        holidays: Holidays | None = None,
        spans: Spans | None = None,
        tallies: Mapping[str, Tally] | None = None,
        namesakes: Mapping[str, Namesakes] | None = None,
    ) -> "MetricAnswers":
        """Read the definitions once."""
        taught = catalog_from(items, schema, built_in_dimensions(metric_words()["built_in"]))
        known = with_level_goals(with_rates(sound(taught, dialect), dialect))
        defined = with_weeks(with_roles(known), tallies or {})
        defined = with_namesakes(defined, namesakes or {})
        ends = frozenset(last for _, last in (spans or {}).values())
        catalog = replace(defined, holidays=holidays, data_ends=ends)
        for problem in problems(taught, dialect) if taught.metrics else ():
            log.warning("the definition of %s does not hold: %s", problem.name, problem.code)
        reader = MetricReader(Known(catalog, values, fiscal_start, holidays, spans or {}, tallies or {}))
        if catalog.metrics:
            reader.warm()
        return cls(reader, FollowUps(reader), dialect)

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.reader.catalog

    @cached_property
    def lines(self) -> PromptLines:
        """Return what a prompt tells of the definitions."""
        return PromptLines(self.catalog)

    @property
    def spans(self) -> Spans:
        """Return from when to when the data of each column that says when run."""
        return self.reader.known.spans

    def answer(
        self,
        question: str,
        today: dt.date,
        allowed: Allowed,
        previous: str | None = None,
        previous_sql: str = "",
        previous_declined: bool = False,
        previous_sure: bool = True,
        points_back: bool = False,
    ) -> MetricHit | MetricReadings | None:
        """Return the SQL a question or a follow-up comes to, its readings, or None where unsure.

        `previous` is the last question that had an answer; `previous_declined`: one without came since;
        `previous_sure`: its SQL was not written by a model; `points_back`: a word of the message stood for
        what was shown, whose name is in its place now.
        """
        if not self.may_answer(question, today, allowed, previous, previous_declined=previous_declined):
            return self._over_a_decline(question, today, allowed, previous, previous_sql)
        if previous is None or previous_declined:
            return self._with_nothing_before(question, today, allowed)
        if self.means_an_end(question, today, allowed):
            return None  # the row with most of what was shown: which it is, only the rows say
        found = self.reader.read(question, today, allowed)
        if isinstance(found, MetricReading):
            found = self._as_named_before(found, question, previous, previous_sql, today, allowed)
            if not (points_back or self._goes_on(question, found, today, allowed)):
                return self._anew(found, question, previous, previous_sql, today, allowed)
        edited = self._edited(question, previous, previous_sql, today, allowed)
        if isinstance(edited, MetricHit):
            sure = previous_sure or self.is_certain(previous, today, allowed)
            if not points_back:
                return self._as_sure_as(edited, question, sure, found, today, allowed)
            return edited if sure else replace(edited, assumed=(*edited.assumed, "edit"))
        if edited is not None or points_back:
            return edited
        if self.is_about_rows(question, previous, previous_sql, today, allowed):
            return None
        if not self._stands_alone(question, today, allowed, found):
            return None
        read = self._as_read(found, question, today, allowed)
        if isinstance(read, MetricHit) and isinstance(found, MetricReading) and found.figure_assumed:
            return self._or_of_shown(read, previous, previous_sql, today, allowed)
        return read

    def _or_of_shown(
        self, hit: MetricHit, previous: str, previous_sql: str, today: dt.date, allowed: Allowed
    ) -> MetricHit:
        """Return what a question of no figure comes to, also of the one shown before where that fits."""
        before = self.before(previous, previous_sql, today, allowed)
        if before is None or {*before.metrics} & {*hit.query.metrics}:
            return hit
        told = self.reader.read(hit.message, today, allowed, given=before.metrics[0])
        if not isinstance(told, MetricReading) or told.query.key == hit.query.key:
            return hit
        worded = self.worded(told.query, told.language, today, allowed)
        if worded is None:
            return hit
        shown = self.hit(told.query, worded, told.language, today)
        return replace(shown, assumed=("edit",), rival=hit.query, message=hit.message)

    def _as_read(
        self, found: MetricReading | Ambiguous | NotMine, question: str, today: dt.date, allowed: Allowed
    ) -> MetricHit | MetricReadings | None:
        """Return what the reading of a question comes to, whatever was asked before."""
        if isinstance(found, MetricReading):
            return self._read(found, question, today, allowed)
        return self._readings(found, today, allowed) if isinstance(found, Ambiguous) else None

    def _with_nothing_before(
        self, question: str, today: dt.date, allowed: Allowed
    ) -> MetricHit | MetricReadings | None:
        """Return what a question comes to that nothing came before: and orders? may be broken off."""
        found = self.reader.read(question, today, allowed)
        hit = self._as_read(found, question, today, allowed)
        if not isinstance(hit, MetricHit) or not _is_figure_alone(hit.query):
            return hit
        broken_off = classify(question, follows=True).kind == "follow_up"
        return replace(hit, assumed=(*hit.assumed, "edit")) if broken_off else hit

    def _anew(
        self,
        found: MetricReading,
        question: str,
        previous: str,
        previous_sql: str,
        today: dt.date,
        allowed: Allowed,
    ) -> MetricHit:
        """Return a question of its own, at the time told before it where that may be meant."""
        hit = self._read(found, question, today, allowed)
        window = self._told_before(found, previous, previous_sql, today, allowed)
        if window is None:
            return hit
        dated = self.hit(replace(found.query, windows=(window,)), question, found.language, today)
        return replace(dated, assumed=(*hit.assumed, "edit"), rival=found.query, message=question)

    def _told_before(
        self, found: MetricReading, previous: str, previous_sql: str, today: dt.date, allowed: Allowed
    ) -> Window | None:
        """Return the one period before a figure that names none: it may be of that, or of all data."""
        if found.query.windows or not found.undated:
            return None
        before = self.before(previous, previous_sql, today, allowed)
        periods = find_periods(previous, today) if before is None else ()
        told = before.windows if before is not None else tuple(map(Window.of, periods))
        window = told[0] if len(told) == 1 else None
        known = self.reader.known
        reached = window is not None and known.reaches(found.query.metrics, window, today)
        timed = any(one.time for name in found.query.metrics for one in self.catalog.sources(name))
        return window if reached and timed else None

    def _as_named_before(
        self,
        found: MetricReading,
        question: str,
        previous: str,
        previous_sql: str,
        today: dt.date,
        allowed: Allowed,
    ) -> MetricReading:
        """Return a reading with the figure of the turn before, where its words may as well mean that one."""
        near = self._neighbours(found.query, question, today, allowed)
        before = self.before(previous, previous_sql, today, allowed) if near else None
        told = [one for one in near if before and {*one.figures} & {*before.figures}]
        return replace(found, query=told[0], by_turn=True) if len(told) == 1 else found

    def _neighbours(
        self, query: MetricQuery, text: str, today: dt.date, allowed: Allowed, told: Sequence[str] = ()
    ) -> tuple[MetricQuery, ...]:
        """Return all readings of words that fit another figure as well, of those that a person may see."""
        parts, ended = self.reader.parts(text, today, allowed), counts_told(query, self.reader.known)
        words, every = [one.piece.text for one in parts.every], self.catalog.metrics
        apart = [name for name in query.figures if every[name].is_count and told_apart(every[name], words)]
        return self._open(neighbours(query, parts, self.catalog, (*told, *ended, *apart)), allowed)

    def _open(self, near: Sequence[MetricQuery], allowed: Allowed) -> tuple[MetricQuery, ...]:
        """Return several readings, of those that a person may see."""
        open_ = tuple(one for one in near if all(self.catalog.opens(name, allowed) for name in one.figures))
        return open_ if len(open_) >= BOTH else ()

    def _over_a_decline(
        self, question: str, today: dt.date, allowed: Allowed, previous: str | None, previous_sql: str
    ) -> MetricHit | None:
        """Return what a message comes to that may go on from before a declined turn, to be asked back."""
        if previous is None or self.means_an_end(question, today, allowed):
            return None
        if self.is_about_rows(question, previous, previous_sql, today, allowed):
            return None
        edited = self._edited(question, previous, previous_sql, today, allowed)
        if not isinstance(edited, MetricHit):
            return None
        alone = self.reader.read(question, today, allowed)
        hit = self._as_sure_as(edited, question, False, alone, today, allowed)
        rival = alone.query if isinstance(alone, MetricReading) and not alone.figure_assumed else None
        return replace(hit, rival=rival)

    def reads(self, question: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a question that stands alone is one of these figures."""
        return isinstance(self.reader.read(question, today, allowed), MetricReading)

    def has(self, query: MetricQuery) -> bool:
        """Tell whether all figures and cuts that a query names are defined."""
        defined = all(one in self.catalog.metrics for one in query.figures)  # a quotient is there, not listed
        return defined and {*query.cuts} <= {*self.catalog.dimensions}

    def is_certain(self, question: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a question that stands alone has one reading, with nothing assumed for it."""
        found = self.reader.read(question, today, allowed)
        return isinstance(found, MetricReading) and not self._assumed(found, question, today, allowed)

    def is_of_another(
        self, question: str, wordings: tuple[str, str], today: dt.date, allowed: Allowed
    ) -> bool:
        """Tell a question that names a figure whole, and nothing but when and whose, from a pair's.

        `wordings`: as which further wording of the pair it was said, and the pair's own question. One of
        occupancy at the end of a month may be worded as occupancy is: that is the figure. Times of another
        length than the taught ones say nothing, for they fill the pair's slots.
        """
        found = self.reader.read(question, today, allowed)
        if not isinstance(found, MetricReading) or not self.is_certain(question, today, allowed):
            return False
        query = found.query
        plain = MetricQuery(query.metrics, windows=query.windows, filters=query.filters)
        if query.key != plain.key or found.implied:
            return False
        said, title = (self.reader.read(one, today, allowed) for one in wordings)
        told = said.query if isinstance(said, MetricReading) else query
        return not isinstance(title, MetricReading) or _shape(title.query) != _shape(told)

    def _as_sure_as(
        self,
        hit: MetricHit,
        message: str,
        sure: bool,
        alone: MetricReading | Ambiguous | NotMine,
        today: dt.date,
        allowed: Allowed,
    ) -> MetricHit:
        """Return an edit with what was assumed for it: it is as sure as what it edits, and as its own words.

        A figure named alone, with no word that points back, may as well be asked for anew: both are offered.
        """
        doubts: tuple[Assumption, ...] = self.reader.doubts(message, today, allowed)
        told = isinstance(alone, MetricReading) and not alone.figure_assumed
        same = isinstance(alone, MetricReading) and alone.query.key == hit.query.key
        held = isinstance(alone, MetricReading) and self._holds_against(message, alone, today, allowed)
        clear = not told or same or held or self._points_back(message, today, allowed)
        edit: tuple[Assumption, ...] = () if sure and clear else ("edit",)
        if (
            clear
            and isinstance(alone, MetricReading)
            and self._is_whole(alone, message, hit.query, today, allowed)
        ):
            query = alone.query
            anew = self.hit(
                query, self.worded(query, alone.language, today, allowed) or message, alone.language, today
            )
            return replace(anew, assumed=(*hit.assumed, "edit", *doubts), rival=hit.query, message=message)
        other = alone.query if told and not clear and isinstance(alone, MetricReading) else None
        return replace(hit, assumed=(*hit.assumed, *edit, *doubts), rival=other, message=message)

    def _is_whole(
        self, alone: MetricReading, message: str, edited: MetricQuery, today: dt.date, allowed: Allowed
    ) -> bool:
        """Tell whether a message may be a question of its own: it names figure and time, 再看下9月订单数."""
        told = message.strip(" ?？。.！!").lower()
        replaces = any(str(one) in told for one in metric_words()["replacing"])
        contrasts = replaces or told.endswith("呢") or "about" in told or self.follow_ups.narrows(message)
        points = self.follow_ups.points_back(message, today, allowed)
        whole = not (alone.figure_assumed or alone.undated or alone.implied)
        return whole and not (contrasts or points) and alone.query.key != edited.key

    def _points_back(self, message: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message's words say that it goes on: 那…呢, and …, its, there."""
        return (
            is_marked(message)
            or asks_of_what(message)
            or self.follow_ups.narrows(message)
            or self.follow_ups.refers_back(message, today, allowed)
            or self.follow_ups.points_back(message, today, allowed)
            or classify(message, follows=True).kind == "follow_up"
        )

    def speaks_of_shown(self, message: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of what was shown by a word that stands for it: it, they, 这几家."""
        follows = self.follow_ups
        return follows.refers_back(message, today, allowed) or follows.points_back(message, today, allowed)

    def shown_spoken_of(self, message: str, today: dt.date, allowed: Allowed) -> tuple[int, int] | None:
        """Return where a message speaks of the rows shown, with the noun for their kind: 这些门店."""
        return self.follow_ups.rows_spoken_of(message, today, allowed)

    def means_an_end(self, message: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of the one with most or least of what was shown: 最高的那家."""
        return points_to_an_end(self.reader.parts(message, today, allowed))

    def goes_back(self, message: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message is about the turn before: it says so, or speaks of a row that was shown."""
        ends = self.means_an_end(message, today, allowed)
        corrects = any(str(one) in message.lower() for one in metric_words()["correcting"])
        return ends or corrects or self._points_back(message, today, allowed)

    def may_answer(
        self,
        question: str,
        today: dt.date,
        allowed: Allowed,
        previous: str | None = None,
        *,
        previous_declined: bool = False,
    ) -> bool:
        """Tell whether what a message goes on from is known: not where that was declined, or never said."""
        if previous_declined:
            return not self._could_follow(question, today, allowed)
        starts_anew = not self.follow_ups.points_back(question, today, allowed)
        return previous is not None or (starts_anew and not self.follow_ups.takes_away(question))

    def _could_follow(self, question: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message may be about what came before, whatever else it says."""
        if is_marked(question) or classify(question, follows=True).kind == "follow_up":
            return True
        if self.follow_ups.points_back(question, today, allowed) or self.follow_ups.takes_away(question):
            return True
        if self.follow_ups.refers_back(question, today, allowed):
            return True
        found = self.reader.read(question, today, allowed)
        return isinstance(found, MetricReading) and self._goes_on(question, found, today, allowed)

    def _stands_alone(
        self, question: str, today: dt.date, allowed: Allowed, found: MetricReading | Ambiguous | NotMine
    ) -> bool:
        """Tell whether a message that changes nothing before it asks for itself: its figure, at its time."""
        follows = self.follow_ups
        if follows.narrows(question) or follows.points_back(question, today, allowed):
            return False
        if follows.refers_back(question, today, allowed):
            return False  # how many staff do they have: not all there are
        if isinstance(found, MetricReading):
            return not (found.undated or (found.figure_assumed and is_marked(question)))
        named = self.reader.parts(question, today, allowed).of("metric", "weak", "state")
        return isinstance(found, Ambiguous) and bool(named)

    def _read(self, found: MetricReading, question: str, today: dt.date, allowed: Allowed) -> MetricHit:
        """Return what a question comes to; a period nobody named is put into its words."""
        query, asked = found.query, None
        if query.period_assumed and not found.chart:
            asked = self.worded(replace(query, period_assumed=False), found.language, today, allowed)
        if found.by_turn:
            asked = self.worded(query, found.language, today, allowed)
        hit = self.hit(query, asked or question, found.language, today)
        assumed = self._assumed(found, question, today, allowed)
        near = self._neighbours(query, question, today, allowed) if "neighbour" in assumed else ()
        unread = (*found.unread, *found.guessed)
        return replace(hit, assumed=assumed, message=question, unread=unread, neighbours=near)

    def _assumed(
        self, found: MetricReading, question: str, today: dt.date, allowed: Allowed
    ) -> tuple[Assumption, ...]:
        """Return what a reading took for granted."""
        named: tuple[Assumption, ...] = self.reader.doubts(question, today, allowed)
        period: tuple[Assumption, ...] = ()
        if found.query.period_assumed and not found.by_definition:
            period = ("happened",) if self._only_happened(found.query, question) else ("period",)
        figure: tuple[Assumption, ...] = ("figure",) if found.figure_assumed else ()
        unread: tuple[Assumption, ...] = ("unread",) if found.unread else ()
        guess: tuple[Assumption, ...] = ("guess",) if found.guessed else ()
        months: tuple[Assumption, ...] = ("months",) if found.months_assumed else ()
        sibling: tuple[Assumption, ...] = ("sibling",) if found.of_sibling else ()
        clear = found.by_turn or not self._neighbours(found.query, question, today, allowed)
        near: tuple[Assumption, ...] = () if clear else ("neighbour",)
        return (*period, *months, *sibling, *figure, *near, *named, *unread, *guess)

    def _only_happened(self, query: MetricQuery, question: str) -> bool:
        """Tell whether it is asked what is so now of what is kept by the day it happened alone: faults."""
        sources = [one for name in query.figures for one in self.catalog.sources(name)]
        days = all(one.counts_rows and one.time and not one.until for one in sources)
        ends = any(self._has_ends(one) for one in sources)
        return says_now(question) and days and not ends and not query.filters

    def _has_ends(self, source: Metric) -> bool:
        """Tell rows that say until when they last, or in what state they are: complaints by their status."""
        table = self.catalog.schema.table(self.catalog.full(source.table))
        words = draft_words()["states"]["any"]
        states = [one for one in table.columns if says(one.name, words)] if table else []
        return bool(states or lifespan_of(table).ends)

    def _goes_on(self, question: str, found: MetricReading, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message that can stand alone is about the question before: and orders? refunds?"""
        if found.figure_assumed or is_marked(question) or self.follow_ups.narrows(question):
            return True
        if found.undated and asks_of_what(question):
            return True  # 主要投诉什么: of those shown
        if found.implied and found.undated:
            return True
        if self.follow_ups.refers_back(question, today, allowed):
            return True
        if self.follow_ups.points_back(question, today, allowed):
            return True
        parts = self.reader.parts(question, today, allowed).every
        bare = all(
            part.kind in ("metric", "function") or part.text in JOINING or part.token in ("share", "some")
            for part in parts
        )
        if found.undated and (bare or self._holds_against(question, found, today, allowed)):
            return True
        return found.undated and classify(question, follows=True).kind == "follow_up"

    def _holds_against(self, question: str, found: MetricReading, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether two members are held against each other: behind a figure it is at its time."""
        query = found.query
        beside = {one.dimension for one in query.filters if len(one.values) > 1 and not one.negated}
        words = {*metric_words()["versus"], *metric_words()["differing"]}
        parts = self.reader.parts(question, today, allowed).every
        held = any(one.token == "compare" or one.text in words for one in parts)
        return held and bool(beside) and beside == {*query.splits}

    def _edited(
        self, text: str, previous: str, sql: str, today: dt.date, allowed: Allowed
    ) -> MetricHit | MetricReadings | None:
        """Return what a follow-up comes to; worded to stand alone, it must read as the same query.

        Where the question before is not one of ours, its SQL may still be.
        """
        before = self.before(previous, sql, today, allowed)
        if before is None:
            return None
        edited = self.follow_ups.edit(before, text, today, allowed)
        if edited is None:
            return None
        if isinstance(edited, Ambiguous):
            return self._readings(edited, today, allowed, least=1)
        language = language_of(text)
        query = self._over_all_there_is(edited.query, language, today, allowed)
        asked = self.worded(query, language, today, allowed)
        if asked is None:
            return None
        if edited.chart:
            asked += say(f"metrics.ask.chart.{edited.chart}", language)
        unread: tuple[Assumption, ...] = ("unread",) if edited.unread else ()
        unread = (*unread, "guess") if edited.guessed else unread
        words = (*edited.unread, *edited.guessed)
        near = self._neighbours_behind(query, before, text, today, allowed)
        assumed: tuple[Assumption, ...] = ("neighbour", *unread) if near else unread
        hit = replace(self.hit(query, asked, language, today), assumed=assumed, unread=words, neighbours=near)
        if not edited.widened:
            return hit
        said = say("metrics.line.widened", language)
        return replace(hit, interpretation=(said, *hit.interpretation), assumed=("longer_period", *assumed))

    def _over_all_there_is(
        self, query: MetricQuery, language: Language, today: dt.date, allowed: Allowed
    ) -> MetricQuery:
        """Return a query of no time as its words alone are read: the lowest month is a whole one."""
        if query.windows or not query.ranking or not query.grain:
            return query
        asked = word(query, self.catalog, language, self.reader.known.member_name)
        found = self.reader.read(asked, today, allowed)
        if not isinstance(found, MetricReading) or replace(found.query, windows=()).key != query.key:
            return query
        return found.query

    def _neighbours_behind(
        self, query: MetricQuery, before: MetricQuery, text: str, today: dt.date, allowed: Allowed
    ) -> tuple[MetricQuery, ...]:
        """Return all readings of an edit whose words fit other figures than those named before as well."""
        reached = [one for name in before.figures for one in reached_by(name, self.catalog)]
        own = [name for ratio, goal in reached for name in (ratio.name, goal)]
        near = self._neighbours(query, text, today, allowed, (*before.figures, *own))
        return near or self._open(of_the_same_rows(query, before, text, self.catalog), allowed)

    def may_ask_back(self, text: str, previous: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether `answer` may find several readings of a follow-up, without wording or composing any.

        Where it reads as nothing alone, it is what the question before becomes, as one figure or as several.
        """
        if not isinstance(self.reader.read(text, today, allowed), NotMine):
            return True
        before = self.before(previous, "", today, allowed)
        edited = self.follow_ups.edit(before, text, today, allowed) if before else None
        if before is None or edited is None:
            return False
        if isinstance(edited, Ambiguous):
            return True
        return bool(self._neighbours_behind(edited.query, before, text, today, allowed))

    def before(self, previous: str, sql: str, today: dt.date, allowed: Allowed) -> MetricQuery | None:
        """Return what the question before asked of the metrics, where it or its SQL is theirs."""
        found = self.reader.read(previous, today, allowed)
        if isinstance(found, MetricReading):
            return found.query
        return self._asked_by(sql, today) if sql else None

    @cached_property
    def _asked_by(self) -> Callable[[str, dt.date], MetricQuery | None]:
        """Return what a plain statement asks of the metrics: one that is followed is read several times."""
        return lru_cache(maxsize=REMEMBERED)(lambda sql, day: query_of(sql, self.catalog, self.dialect, day))

    def is_about_rows(self, text: str, previous: str, sql: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of rows that the question before has chosen, or may have."""
        if not self.catalog.metrics or not self.follow_ups.refers_back(text, today, allowed):
            return False
        before = self.before(previous, sql, today, allowed)
        return before is None or chooses(before)

    def recognised(self, sql: str, language: Language, today: dt.date) -> Recognised | None:
        """Return what a plain statement asks of the metrics, where all of it is theirs."""
        query = self._asked_by(sql, today)
        if query is None:
            return None
        parts = parts_of(query, self.reader.known, language, today)
        return Recognised(query, measures(query, self.catalog, language), parts)

    def changes(
        self, query: MetricQuery, place: int, language: Language, today: dt.date, allowed: Allowed
    ) -> tuple[Change, ...]:
        """Return what may stand in the place of a query's part."""
        return changes_of(query, place, self.reader, language, today, allowed)

    def worded(
        self,
        query: MetricQuery,
        language: Language,
        today: dt.date,
        allowed: Allowed,
        *,
        falls: bool = False,
        kinds: bool = False,
    ) -> str | None:
        """Return a question for a query, where reading it gives the query again; of a fall it says so.

        Members whose name alone is read otherwise, or `kinds`, are called with the kind of thing they are.
        """
        found = self._read_back(query, language, today, allowed, falls=falls, kinds=kinds)
        return found and found[0]

    def asked(
        self, query: MetricQuery, language: Language, today: dt.date, allowed: Allowed, *, kinds: bool = False
    ) -> str | None:
        """Return a question that is read as a query with nothing assumed, or None where there is none.

        It is read back once for all days that are over: in figures none is read otherwise than another.
        """
        called = self._callings(on_some_day(query, today), language, today, allowed, kinds)
        return word(query, self.catalog, language, called) if called is not None else None

    @cached_property
    def _callings(self) -> Callable[[MetricQuery, Language, dt.date, Allowed, bool], Called | None]:
        return lru_cache(maxsize=CALLINGS_KEPT)(self._calling)

    def _calling(
        self, query: MetricQuery, language: Language, today: dt.date, allowed: Allowed, kinds: bool
    ) -> Called | None:
        """Return what members are called in a question that is read as a query with nothing assumed."""
        found = self._read_back(query, language, today, allowed, kinds=kinds)
        return found[1] if found is not None and self.is_certain(found[0], today, allowed) else None

    def _read_back(
        self,
        query: MetricQuery,
        language: Language,
        today: dt.date,
        allowed: Allowed,
        *,
        falls: bool = False,
        kinds: bool = False,
    ) -> tuple[str, Called] | None:
        """Return a question that is read as a query, and what its members are called in it."""
        known = self.reader.known
        for called in (known.member_with_kind,) if kinds else (known.member_name, known.member_with_kind):
            asked = word(query, self.catalog, language, called, falls=falls)
            again = self.reader.read(asked, today, allowed)
            if isinstance(again, MetricReading) and again.query.key == query.key:
                return asked, called
        return None

    def _readings(
        self, found: Ambiguous, today: dt.date, allowed: Allowed, *, least: int = BOTH
    ) -> MetricReadings | None:
        told = [replace(query, period_assumed=False) for query in found.queries]  # a reading says its time
        worded = [self.worded(query, found.language, today, allowed, falls=found.falls) for query in told]
        questions = tuple(dict.fromkeys(one for one in worded if one))
        every = len(questions) == len(told) and are_all_asked(told)
        return MetricReadings(questions, every) if len(questions) >= least else None

    def hit(self, query: MetricQuery, asked: str, language: Language, today: dt.date) -> MetricHit:
        """Return a query composed and explained; what it compares ends where its figures are complete."""
        known = self.reader.known
        query, shared = of_each(query, self.catalog)
        over = over_shared_months(over_whole_weeks(query, known, today), known)
        over = over_complete_days(over, known, today)
        sql = compose(over, self.catalog, self.dialect, language, today)
        every = known.range_of(over.metrics)
        lines = interpretation_of(over, self.catalog, language, today, known.member_name, every)
        lines += tuple(
            say("metrics.line.namesakes", language, name=name, count=count) for name, count in shared.items()
        )
        told = query if len(over.windows) < len(query.windows) else over  # a time that was left out is told
        return MetricHit(
            sql,
            asked,
            (*lines, *self.beyond(told, language, today), *self._open_lines(over, language, today)),
            query,
            measures=measures(over, self.catalog, language),
            parts=parts_of(query, known, language, today),
            computed=over if over != query else None,
        )

    def _open_lines(self, query: MetricQuery, language: Language, today: dt.date) -> Iterator[str]:
        """Yield that last days of the time asked about are not complete, and whether they are left out."""
        if (open_ := open_days(query, self.reader.known, today)) is not None:
            when = worded(*open_.days, language)
            code = "open_left" if open_.left else "open"
            yield say(f"metrics.line.{code}", language, when=when, reason=open_.why.reason(language))

    def beyond(self, query: MetricQuery, language: Language, today: dt.date) -> tuple[str, ...]:
        """Say where a stretch of time lies before the data begin or after they end, or only in part."""
        part, late = self.coverage(query, today)
        if part is not None:
            return (say("metrics.line.beyond", language, **_ends(part)),)
        if apart := self.covered_apart(query, today):
            names = ((self.catalog.metrics[name].label(language), one) for name, one in apart)
            return tuple(
                say("metrics.line.beyond_of", language, name=name, **_ends(one)) for name, one in names
            )
        if late is not None:
            return (say("metrics.line.beyond_before", language, first=late.isoformat()),)
        return ()

    def coverage(self, query: MetricQuery, today: dt.date) -> tuple[Range | None, dt.date | None]:
        """Return from when to when data are, where the time asked about has them in part only.

        The second is the first day of data, where the time compared with begins before it. Where some parts
        of a sum have them whole, it is said of the others alone.
        """
        sources = [source for name in query.metrics for source in self.catalog.sources(name)]
        tables = [self.catalog.schema.table(self.catalog.full(one.table)) for one in sources if one.time]
        if any(map(keeps_things, tables)):
            return None, None
        known = self.reader.known.ranges(query.metrics)
        if not known or not query.windows:
            return None, None
        first, end = max(one[0] for one in known), min(one[1] for one in known)
        lacking = [one for one in sources if self._may_lack_its_day(one)]
        if lacking and ((end - first).days == 1 or any(map(self._is_of_its_things, lacking))):
            return None, None  # that nobody left lately is no gap in the data, nor that all did on one day
        windows = [window.cut(today) for window in query.windows]
        if self._is_short(sources, (first, end), windows, today) and not self.covered_apart(query, today):
            return (first, end), None
        if query.compared:
            earlier = earlier_window(query.compared, windows[0], query.grain, self.catalog.holidays)
            if earlier.start < first - slack_before(earlier.start, earlier.end):
                return None, first
        return None, None

    def covered_apart(self, query: MetricQuery, today: dt.date) -> tuple[tuple[str, Range], ...]:
        """Return the parts that have data of some of the time only, where others of a sum have all of it."""
        if any(self.catalog.metrics[name].kind not in ("sum", "simple") for name in query.metrics):
            return ()
        sources = dict.fromkeys(one for name in query.metrics for one in self.catalog.sources(name))
        tables = [self.catalog.schema.table(self.catalog.full(one.table)) for one in sources if one.time]
        if any(map(keeps_things, tables)):
            return ()
        spans = [(one, found[0]) for one in sources if (found := self.reader.known.ranges((one.name,)))]
        windows = [window.cut(today) for window in query.windows]
        short = [(one.name, span) for one, span in spans if self._is_short([one], span, windows, today)]
        return tuple(short) if len(short) < len(spans) else ()

    def _is_short(
        self, sources: Sequence[Metric], span: Range, windows: Sequence[Window], today: dt.date
    ) -> bool:
        """Tell whether data begin or end within a time that is asked about, beyond what goes unsaid."""
        dense = all(map(self.catalog.is_dense, (one for one in sources if one.time)))
        return any(
            one.start < span[0] - slack_before(one.start, one.end)
            or span[1] < one.end - slack(one.start, one.end, today, dense=dense)
            for one in windows
        )

    def _is_of_its_things(self, source: Metric) -> bool:
        """Tell rows that are things with names, as a dimension shows them by their key: technicians."""
        table = self.catalog.full(source.table)
        found = self.catalog.schema.table(table)
        keys = {f"{table}.{one}" for one in found.primary_key} if found else set()
        shown = (one for one in self.catalog.dimensions.values() if self.catalog.full(one.table) == table)
        return any(keys == {self.catalog.full_column(one.key)} for one in shown if one.key != one.column)

    def _may_lack_its_day(self, source: Metric) -> bool:
        """Tell rows that need not have the day they are counted by: machines, by when they were retired."""
        table = self.catalog.schema.table(self.catalog.full(source.table)) if source.time else None
        column = table.column(source.time.rpartition(".")[2]) if table else None
        return column is not None and column.nullable

    def tables(self, hit: MetricHit) -> set[str]:
        """Return the tables that a composed statement reads, schema.table."""
        tree = parse_one(hit.sql, dialect=self.dialect.sqlglot_name)
        names = [".".join(part.name for part in one.parts) for one in tree.find_all(exp.Table)]
        return {found.full_name for name in names if (found := self.catalog.schema.table(name))}

    def why_unread(self, question: str, today: dt.date, allowed: Allowed) -> Reading:
        """Return why a question is none of the metrics, with the words that stand in the way."""
        found = self.reader.read(question, today, allowed)
        if not isinstance(found, NotMine):
            return Reading("not_mine")
        parts, language = self.reader.parts(question, today, allowed), language_of(question)
        known = tuple(dict.fromkeys(self.called(parts, language)))
        if found.reason != "word":
            written = {part.text: parts.text[slice(*part.piece.span)] for part in parts.every}
            words = [written.get(word, word) for word in found.words if word.strip("?")]
            named = tuple(self._label(word, language) for word in words)
            return Reading("not_mine", unread=named, why=found.reason, understood=known)
        spans = whole_words(parts.text, parts.every)
        unread = dict.fromkeys(parts.text[slice(*span)].strip() for span in spans)
        return Reading("not_mine", unread=tuple(unread), why="word", understood=known)

    def called(self, parts: Parts, language: Language) -> Iterator[str]:
        """Yield the times, figures, cuts and members that a question names, as they are called.

        One character is no name for sure: 市 in 上市 is no city.
        """
        for part in parts.of("period", "metric", "dimension", "value"):
            if part.kind != "period" and len(parts.text[slice(*part.piece.span)]) == 1:
                continue
            if part.kind == "period":
                yield part.text
            elif part.kind == "value":
                called = {self.reader.known.member_name(d, value, language) for d, value, _ in part.members}
                yield called.pop() if len(called) == 1 else part.piece.text
            else:
                yield self._label((part.metrics or part.dimensions)[0], language)

    def _label(self, word: str, language: Language) -> str:
        """Return what people call a figure, a cut or a unit of time that is named by its own name."""
        found = self.catalog.metrics.get(word) or self.catalog.dimensions.get(word)
        if found is not None:
            return found.label(language)
        return say(f"metrics.ask.units.{word}", language) if word in GRAINS else word

    def asks_beyond(self, question: str, today: dt.date, allowed: Allowed) -> Beyond | None:
        """Tell whether a question asks for what no figure says: reasons, or what has not happened yet."""
        parts = self.reader.parts(question, today, allowed)
        if any(part.kind in ("mark", "other") and "why" in part.piece.tokens for part in parts.every):
            return "reasons"
        told = {str(one) for one in metric_words()["forecasting"]}
        periods = [part.piece.period for part in parts.of("period") if part.piece.period]
        ahead = any(period.start > today for period in periods) and bool(parts.of("metric", "weak"))
        if ahead or any(part.text in told for part in parts.every if part.kind in ("mark", "other")):
            return "forecast"
        return None

    def definition(self, term: str, language: Language, today: dt.date, allowed: Allowed) -> str:
        """Return what a term is by its definition, or nothing where it is none of ours."""
        return define(self.reader.parts(term, today, allowed), self.catalog, language, allowed)


def _is_figure_alone(query: MetricQuery) -> bool:
    """Tell a figure without time, member or cut."""
    return not (query.windows or query.filters or query.splits or query.grain or query.compared)


def _shape(query: MetricQuery) -> tuple[object, ...]:
    """Return which figures a query tells, at the end of a time or over it, and of which unit that is."""
    return query.metrics, query.closing, [one.unit for one in query.windows]


def _ends(span: Range) -> dict[str, str]:
    return {"first": span[0].isoformat(), "last": (span[1] - days(1)).isoformat()}
