"""What verified pairs and values let us understand without a model, kept per version and rights."""

import asyncio
import dataclasses
import datetime as dt
import functools
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any, Literal, TypeVar, cast

from config.wording import Language, language_of
from database.connections import Database
from database.rights import Rights
from errors import WenshuError
from knowledge.described import described
from knowledge.inferred import Keys
from knowledge.items import Assumption, LinkedValue, ReuseHit
from knowledge.profiles import Notes
from knowledge.profiling.store import Profiled
from knowledge.prompt_values import all_notes, as_taught, notes_for, outside_names, telling
from knowledge.sight import open_columns
from knowledge.values import ValueIndex
from language.periods import find_periods
from query.as_json import from_json
from query.metric_query import MetricQuery
from understanding.asked import Asked
from understanding.behind_lists import is_of_the_rows, narrowed_list, of_those_listed
from understanding.data_days import DataDays
from understanding.derived.building import SecondCatalogs, build
from understanding.derived.reading import Before, DerivedAnswers
from understanding.figures.left_out import counts_part_of
from understanding.held import KEPT, Understanding, Understandings, rows_of
from understanding.metric.answers import MetricAnswers
from understanding.metric.asking import (
    MOST_BUTTONS,
    asked_back,
    asks_by_name,
    by_own_kind,
    by_types,
    is_count_alone,
    over_kinds,
    over_periods,
    pointed_at,
    vague,
)
from understanding.metric.changing import Change
from understanding.metric.desk import MetricDesk
from understanding.metric.doing import without_its_verb
from understanding.metric.exchange import query_written
from understanding.metric.leading import Shape, alike, beside, is_about_something, leading
from understanding.metric.offering import offers
from understanding.metric.onward import onward
from understanding.metric.opening import opens
from understanding.metric.part_names import members_meant
from understanding.metric.remaining import Remaining, remaining
from understanding.pairs.follow_up import edit_previous, in_taught_words
from understanding.pairs.reuse import find_reuse
from understanding.pairs.untimed import with_a_time
from understanding.readings import MetricHit, MetricReadings, Recognised
from understanding.rows.verdict import verdict
from understanding.rows.words import asks_for_list
from understanding.verdicts import NOT_MINE, Reading, in_its_language, of_metric
from understanding.words.about import asks_of_what
from understanding.words.ways import says_a_way

log = logging.getLogger(__name__)

WhyNot = Literal["reasons", "forecast", "ended", "part_of_rows"]
Found = TypeVar("Found")
Reader = Callable[["Taught", Asked], Awaitable[Found]]


def declining(otherwise: Found) -> Callable[[Reader[Found]], Reader[Found]]:
    """Let a reader that breaks decline the question: what else may answer it is still asked."""

    def guarded(read: Reader[Found]) -> Reader[Found]:
        @functools.wraps(read)
        async def found(taught: "Taught", asked: Asked) -> Found:
            try:
                return await read(taught, asked)
            except WenshuError:
                raise
            except Exception:
                log.exception("a reader broke", extra={"reader": read.__name__, "question": asked.question})
                return otherwise

        return found

    return guarded


class Taught:
    """Reads questions with what was taught."""

    def __init__(self, understandings: Understandings) -> None:
        self._understandings = understandings
        self._settings = understandings.settings
        self._databases = understandings.databases
        self._knowledge = understandings.knowledge
        self._known_values = understandings.known_values
        self._second = SecondCatalogs()
        self._notes: OrderedDict[tuple[str, str], tuple[Profiled, Notes]] = OrderedDict()

    async def find_values(self, question: str, connection: str, rights: Rights) -> Sequence[LinkedValue]:
        """Return the values a question names that its user may see and that tell something."""
        known = await self._understandings.of(connection, rights)
        if known is None:
            return ()
        named = known.values.find(question, open_columns(rights))
        found = telling(
            outside_names(named, known.metrics.catalog.called, question),
            self._known_values.held(connection),
            known.values,
            question,
        )
        told = (one for one in found if not says_a_way(question, *one.span))  # 一路往上 is no 一路便利
        return [LinkedValue(one.text, one.value, one.column, one.score, one.number) for one in told]

    async def column_notes(self, connection: str, rights: Rights) -> Notes:
        """Return what the data of columns are like that these rights show whole, from memory."""
        if not self._settings.prompt_profiles:
            return {}
        try:
            database = self._databases.get(connection)
            known = await self._known_values.loaded(connection)
        except WenshuError as error:
            log.info("no notes on columns", extra={"connection": connection, "cause": str(error)})
            return {}
        group = (connection, rights.fingerprint())
        kept = self._notes.get(group)
        if kept is None or kept[0] is not known:
            notes = await asyncio.to_thread(_notes, database, known, rights)
            self._notes[group] = kept = (known, notes)
            while len(self._notes) > KEPT:
                self._notes.popitem(last=False)
        return kept[1]

    def inferred_keys(self, connection: str) -> Keys:
        """Return the keys that nobody declared, as far as they are in memory."""
        return self._known_values.held(connection).keys

    def reading(self, connection: str) -> bool:
        """Tell whether questions are answered without what is still being read of a database."""
        return self._understandings.reading(connection)

    async def values(self, connection: str, rights: Rights) -> ValueIndex:
        """Return the values of the database that people with these rights may name."""
        known = await self._understandings.of(connection, rights)
        return known.values if known else ValueIndex()

    async def days(self, connection: str, rights: Rights) -> DataDays:
        """Return from when to when the data run that these rights show, as far as that is known."""
        known = await self._understandings.of(connection, rights)
        return known.days.open_to(open_columns(rights)) if known else DataDays()

    async def today(self, connection: str, rights: Rights) -> dt.date:
        """Return the day that periods are read against: the clock's, or the last one with data.

        A TODAY that was set goes before both, and the clock for a file of one's own as long as it is current.
        """
        clock, database = self._settings.current_date(), self._databases.find(connection)
        if self._settings.today or database is None or database.spec.today == "clock":
            return clock
        days = await self.days(connection, rights)
        return days.last_unless_current(clock) if database.spec.owner else days.last(clock)

    async def desk(
        self, connection: str, rights: Rights, today: dt.date, language: Language
    ) -> MetricDesk | None:
        """Return what an analysis works with under these rights, or None where nothing is defined."""
        known = await self._understandings.of(connection, rights)
        if known is None or not known.metrics.catalog.metrics:
            return None
        return _desk(known, rights, today, language)

    @declining(cast("ReuseHit | None", None))
    async def reuse(self, asked: Asked) -> ReuseHit | None:
        """Return the verified pair whose slots fit the question, or the follow-up to the previous one."""
        known = await self._understandings.of(asked.connection, asked.rights)
        if known is None:
            return None
        allowed = open_columns(asked.rights)
        question, today, previous = asked.question, asked.today, asked.previous
        hit = _reused_alone(asked, known)
        if hit is not None and hit.word_for_word:
            return hit  # before all that is read otherwise
        if previous is not None and (
            known.metrics.is_about_rows(question, previous, "", today, allowed)
            or known.metrics.means_an_end(question, today, allowed)
        ):
            return None
        if not _may_answer(known, asked):
            return None
        previous = None if asked.previous_declined else previous
        titles = (hit.variant, hit.question) if hit and hit.variant else None
        if titles and known.metrics.is_of_another(question, titles, today, allowed):
            hit = None  # a figure that is named whole goes before the further wording of a pair
        if previous is not None and (
            known.metrics.speaks_of_shown(question, today, allowed)
            or (not find_periods(question, today) and narrowed_list(asked, known) is not None)
        ):
            hit = None  # what have they sold: not all there are
        return hit if hit is not None or previous is None else _reused_edited(asked, previous, known)

    @declining(NOT_MINE)
    async def metric(self, asked: Asked) -> Reading:
        """Return what a question or follow-up comes to over the defined metrics, and how sure that is."""
        known = await self._understandings.of(asked.connection, asked.rights)
        if known is None:
            return NOT_MINE
        question, today, allowed = asked.question, asked.today, open_columns(asked.rights)
        follows_derived = await self._follows_derived(asked, known)
        if follows_derived is not None:
            return follows_derived
        behind = _behind_a_list(asked, known)
        if behind is not None and not isinstance(behind, MetricHit):
            return behind
        found = behind or known.metrics.answer(
            question,
            today,
            allowed,
            asked.previous,
            asked.previous_sql,
            asked.previous_declined,
            asked.previous_sure,
            asked.points_back,
        )
        if isinstance(found, MetricHit) and asks_of_what(question):
            found = _by_types(found, known, asked)
        if isinstance(found, MetricHit) and (
            not _may_show(found, known, asked.rights)
            or _is_list(question, found.query)
            or _is_list_of_one(asked, found.query, known)
        ):
            return NOT_MINE
        if found is None:
            return (
                NOT_MINE
                if asked.points_back
                else _onward(await self._beside_figures(asked, known), asked, known)
            )
        offered: tuple[str, ...] = ()
        if isinstance(found, MetricHit) and found.assumed:
            desk = _desk(known, asked.rights, today, language_of(question))
            offered = asked_back(found, desk)
            if "guess" in found.assumed:  # arrived, which a figure is called by as well
                pointed = pointed_at(question, desk)
                offered = tuple(dict.fromkeys((*pointed, *offered)))[:MOST_BUTTONS]
        reading = of_metric(found, offered)
        if isinstance(found, MetricHit) and _is_of_its_words_alone(found, known, asked):
            reading = dataclasses.replace(reading, alone=True)
        return reading if "edit" in reading.assumed else _onward(reading, asked, known)

    async def _beside_figures(self, asked: Asked, known: Understanding) -> Reading:
        """Return what is worked out from the schema, offered of a vague question, or why it was not read."""
        if not _may_answer(known, asked):
            return Reading("not_mine", why="follows")
        question, today, allowed = asked.question, asked.today, open_columns(asked.rights)
        answers = known.metrics
        follows = asked.previous is not None and answers.goes_back(question, today, allowed)
        derived = await self._of_schema(asked, known)
        if derived.verdict == "certain":
            return derived
        if not follows and (timed := with_a_time(question, known.templates, today, allowed)):
            return Reading("candidate", alternatives=timed, assumed=("period",))
        desk = _desk(known, asked.rights, today, language_of(question))
        vaguely = None if follows else self._without_a_figure(desk, known, asked)
        if vaguely is not None:
            return vaguely
        pointed = () if follows else pointed_at(question, desk)
        if derived.verdict == "candidate":
            return derived if desk.parts(question).marks("count", "some") else _after(pointed, derived)
        if len(pointed) == 1 and asks_by_name(question, desk):
            return self._guessed(pointed[0], known, asked)
        if offered := pointed or (() if follows else without_its_verb(question, desk)):
            return _in_part(offered, question, desk)
        near = NOT_MINE if follows else _of_each_member(asked, known)
        return answers.why_unread(question, today, allowed) if near.verdict == "not_mine" else near

    def _without_a_figure(self, desk: MetricDesk, known: Understanding, asked: Asked) -> Reading | None:
        """Return what a question without a figure may mean: of a kind alone how many there are of each."""
        kinds = by_own_kind(asked.question, desk)
        if len(kinds) == 1:
            return self._guessed(kinds[0], known, asked)
        if offered := kinds or vague(asked.question, desk):
            return of_metric(None, offered)
        of_kinds = over_kinds(asked.question, desk)
        return Reading("candidate", alternatives=of_kinds) if of_kinds else None

    @staticmethod
    def _guessed(meant: str, known: Understanding, asked: Asked) -> Reading:
        """Return what a question means that names its figure in other words, as one taken for granted."""
        hit = known.metrics.answer(meant, asked.today, open_columns(asked.rights))
        if not isinstance(hit, MetricHit) or hit.assumed or not _may_show(hit, known, asked.rights):
            return of_metric(None, (meant,))
        return of_metric(dataclasses.replace(hit, assumed=("figure",)), (meant,))

    @declining(NOT_MINE)
    async def rows(self, asked: Asked) -> Reading:
        """Return what a question or follow-up comes to over the rows of a table, and how sure that is."""
        known = await self._understandings.of(asked.connection, asked.rights)
        if known is None:
            return NOT_MINE
        allowed = open_columns(asked.rights)
        found = verdict(known.rows, asked, allowed, known.metrics.dialect)
        if found.verdict == "not_mine":
            return found
        if (asked.previous is None or asked.previous_declined) and not _may_answer(known, asked):
            return Reading("not_mine", why="follows")
        if asked.previous is None:
            return found
        if found.verdict == "candidate":
            anew = "edit" not in found.assumed
            lost = anew and known.metrics.speaks_of_shown(asked.question, asked.today, allowed)
            return Reading("not_mine", why="follows") if lost else found
        alone = verdict(known.rows, dataclasses.replace(asked, previous=None), allowed, known.metrics.dialect)
        anew = alone.verdict == "certain" and alone.sql == found.sql
        if anew and known.metrics.goes_back(asked.question, asked.today, allowed):
            return Reading("not_mine", why="follows")  # 他们是哪个库的 is no question about all of them
        return found

    async def _of_schema(self, asked: Asked, known: Understanding) -> Reading:
        """Return what a question comes to that the definitions decline, by what the schema itself names."""
        second = await self._second_catalog(asked.connection, asked.rights, known)
        if second is None:
            return NOT_MINE
        before = Before(asked.previous, asked.previous_sql, asked.previous_declined, asked.previous_sure)
        found = second.read(asked.question, asked.today, open_columns(asked.rights), before)
        of_a_part = found.query is not None and found.query.shared and asked.rights.row_policies
        listed = found.query is not None and (
            _is_list(asked.question, found.query) or _are_rows(asked, found.query, known)
        )
        return NOT_MINE if of_a_part or listed else found

    async def _follows_derived(self, asked: Asked, known: Understanding) -> Reading | None:
        """Return what goes on from a figure that nobody defined, where a message does not stand alone."""
        if asked.previous is None or asked.previous_declined:
            return None
        allowed = open_columns(asked.rights)
        if known.metrics.is_certain(asked.question, asked.today, allowed):
            return None
        if known.metrics.reads(asked.previous, asked.today, allowed):
            return None
        second = await self._second_catalog(asked.connection, asked.rights, known)
        if second is None or not second.is_before(asked.previous, asked.today, allowed):
            return None
        found = await self._of_schema(asked, known)
        return None if found.verdict == "not_mine" else found

    async def _second_catalog(
        self, connection: str, rights: Rights, known: Understanding
    ) -> DerivedAnswers | None:
        """Return the definitions with what the schema names beside them, built where nobody asked before."""
        group = (connection, rights.fingerprint() if rights.row_policies else "")
        return await self._second.of(group, known.metrics, lambda: self._derive(connection, rights, known))

    async def _derive(self, connection: str, rights: Rights, known: Understanding) -> DerivedAnswers:
        database = self._databases.get(connection)
        snapshot = await self._knowledge.newest(connection)
        items = [] if snapshot is None else list(snapshot.items.values())
        schema = described(await database.load_schema(), snapshot.schema.tables if snapshot else ())
        profiles = (await self._known_values.of(connection)).tables
        every = Rights(role="", connection=connection)
        rows = rows_of(database, rights if rights.row_policies else every)
        return await build(known.metrics, items, schema, rows, profiles)

    async def why_not(self, question: str, connection: str, rights: Rights, today: dt.date) -> WhyNot | None:
        """Return what keeps every figure from being the answer, where that is known."""
        known = await self._understandings.of(connection, rights)
        if known is None:
            return None
        allowed = open_columns(rights)
        found = known.metrics.answer(question, today, allowed)
        if isinstance(found, MetricHit) and _is_of_a_part(found, known, rights):
            return "part_of_rows"
        beyond, clock = known.metrics.asks_beyond(question, today, allowed), self._settings.current_date()
        if beyond == "forecast" and known.metrics.asks_beyond(question, clock, allowed) != "forecast":
            return "ended"  # it has been, but after the last day with data, which is taken for today
        return beyond

    async def near(
        self, question: str, connection: str, rights: Rights, today: dt.date, language: Language
    ) -> tuple[str, ...]:
        """Return the questions over metrics nearest to one that has no answer: of its place and time."""
        known = await self._understandings.of(connection, rights)
        return leading(question, _desk(known, rights, today, language)) if known else ()

    async def remaining(
        self, question: str, connection: str, rights: Rights, today: dt.date, language: Language
    ) -> Remaining | None:
        """Return what a question without an answer comes to but for the words that nothing reads."""
        known = await self._understandings.of(connection, rights)
        return remaining(question, _desk(known, rights, today, language)) if known else None

    async def alike(
        self, question: str, others: Sequence[str], connection: str, rights: Rights, today: dt.date
    ) -> Sequence[str]:
        """Return those of other questions that are about the same figure as one, else the same member."""
        known = await self._understandings.of(connection, rights)
        if known is None:
            return others
        return alike(question, others, _desk(known, rights, today, language_of(question)))

    async def is_about_something(
        self, question: str, connection: str, rights: Rights, today: dt.date
    ) -> bool:
        """Tell whether a question names a figure, a member or a thing: nothing is like one that does not."""
        known = await self._understandings.of(connection, rights)
        return known is None or is_about_something(
            question, _desk(known, rights, today, language_of(question))
        )

    async def beside(
        self, asked: Mapping[str, Any], connection: str, rights: Rights, today: dt.date, language: Language
    ) -> Mapping[str, Shape]:
        """Return what else is asked of the figure of a query, of its members and time, with its shape."""
        known = await self._understandings.of(connection, rights)
        query = from_json(asked)
        if known is None or not known.metrics.has(query):
            return {}
        return beside(query, _desk(known, rights, today, language))

    async def over_periods(
        self, question: str, connection: str, rights: Rights, today: dt.date, language: Language
    ) -> tuple[str, ...]:
        """Return a question of all data over the usual periods, where it names none."""
        known = await self._understandings.of(connection, rights)
        return over_periods(question, _desk(known, rights, today, language)) if known else ()

    async def askable(
        self,
        near: str,
        most: int,
        connection: str,
        rights: Rights,
        today: dt.date,
        language: Language,
        *,
        only_alike: bool = False,
    ) -> tuple[str, ...]:
        """Return questions over metrics that these rights may ask, on those that a question nearby names.

        `only_alike`: of those, the ones about the same as that question.
        """
        known = await self._understandings.of(connection, rights)
        if known is None:
            return ()
        allowed, database = open_columns(rights), self._databases.get(connection)
        desk, found = _desk(known, rights, today, language), list[str]()
        for asked in alike(near, offers(desk, near), desk) if only_alike else offers(desk, near):
            hit = known.metrics.answer(asked, today, allowed)
            if isinstance(hit, MetricHit) and await _runs(hit.sql, database, rights):
                found.append(asked)
            if len(found) == most:
                break
        return tuple(found)

    async def offered(
        self, question: str, connection: str, rights: Rights, likeliest: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return lines on the metrics and dimensions, the nearest to a question and its tables explained."""
        known = await self._understandings.of(connection, rights)
        return known.metrics.lines.offered(question, open_columns(rights), likeliest) if known else ()

    async def composed(
        self,
        asked: Mapping[str, Any],
        question: str,
        connection: str,
        rights: Rights,
        today: dt.date,
        language: Language,
    ) -> MetricHit | None:
        """Return the SQL of what a model asked of the metrics, or None where it breaks their rules."""
        known = await self._understandings.of(connection, rights)
        if known is None:
            return None
        allowed = open_columns(rights)
        query = query_written(asked, known.metrics.reader, today, allowed)
        if query is None:
            second = await self._naming(asked, connection, rights, known)
            return second.composed(asked, question, today, allowed, language) if second else None
        alone = known.metrics.worded(query, language, today, allowed) or question
        hit = known.metrics.hit(query, alone, language, today)
        return hit if _may_show(hit, known, rights) else None

    async def _naming(
        self, asked: Mapping[str, Any], connection: str, rights: Rights, known: Understanding
    ) -> DerivedAnswers | None:
        """Return the second catalog where JSON names a figure or cut that is not defined, but there."""
        try:
            query = from_json(asked)
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
            return None
        if known.metrics.has(query):
            return None
        second = await self._second_catalog(connection, rights, known)
        return second if second is not None and second.answers.has(query) else None

    async def recognised(
        self, sql: str, connection: str, rights: Rights, today: dt.date, language: Language
    ) -> Recognised | None:
        """Return what a plain statement asks of the metrics, where all of it is theirs."""
        known = await self._understandings.of(connection, rights)
        return known.metrics.recognised(sql, language, today) if known else None

    async def changes(
        self,
        asked: Mapping[str, Any],
        place: int,
        connection: str,
        rights: Rights,
        today: dt.date,
        language: Language,
    ) -> tuple[Change, ...]:
        """Return what may stand in the place of a part of what was asked of the metrics."""
        known = await self._understandings.of(connection, rights)
        if known is None:
            return ()
        query, allowed = from_json(asked), open_columns(rights)
        second = await self._naming(asked, connection, rights, known)
        answers = second.answers if second else known.metrics
        if not answers.has(query):
            return ()
        return await asyncio.to_thread(answers.changes, query, place, language, today, allowed)

    async def answers(
        self, connection: str, rights: Rights, query: MetricQuery | None = None
    ) -> MetricAnswers | None:
        """Return the definitions with what these rights show of the data's names and days.

        For a query that names what nobody defined, what the schema names is among them.
        """
        known = await self._understandings.of(connection, rights)
        if known is None or query is None or known.metrics.has(query):
            return known.metrics if known else None
        second = await self._second_catalog(connection, rights, known)
        return second.answers if second is not None and second.answers.has(query) else known.metrics

    async def definition(self, term: str, connection: str, rights: Rights, language: Language) -> str:
        """Return what a metric or dimension is by its definition, or nothing where the term is none."""
        known = await self._understandings.of(connection, rights)
        if known is None:
            return ""
        today = await self.today(connection, rights)
        return known.metrics.definition(term, language, today, open_columns(rights))

    async def ready(self, connection: str, rights: Rights) -> None:
        """Build what questions under these rights need, before the first of them."""
        await self._understandings.of(connection, rights)

    async def close(self) -> None:
        """Stop what is being built."""
        await self._second.close()
        await self._understandings.close()


def _desk(known: Understanding, rights: Rights, today: dt.date, language: Language) -> MetricDesk:
    """Return the definitions as one person may use them."""
    allowed = open_columns(rights)
    return MetricDesk(known.metrics, language, today, allowed, known.days.open_to(allowed))


def _may_answer(known: Understanding, asked: Asked) -> bool:
    """Tell whether what a message goes on from is known."""
    allowed, declined = open_columns(asked.rights), asked.previous_declined
    return known.metrics.may_answer(
        asked.question, asked.today, allowed, asked.previous, previous_declined=declined
    )


def _in_part(offered: tuple[str, ...], question: str, desk: MetricDesk) -> Reading:
    """Return what a question may mean of which not all is read, though its figure may be named."""
    reading = of_metric(None, offered)
    return dataclasses.replace(reading, assumed=("shape",)) if desk.parts(question).of("metric") else reading


def _after(pointed: tuple[str, ...], derived: Reading) -> Reading:
    """Return what is worked out from the schema behind the defined figure whose words a question has."""
    offered = tuple(dict.fromkeys((*pointed, *derived.alternatives)))[:MOST_BUTTONS]
    return Reading("candidate", alternatives=offered) if pointed else derived


def _onward(reading: Reading, asked: Asked, known: Understanding) -> Reading:
    """Return what is asked back after an answer with its members and time kept first."""
    if reading.verdict != "candidate" or asked.previous is None or asked.previous_declined:
        return reading
    desk = _desk(known, asked.rights, asked.today, language_of(asked.question))
    offered = onward(asked.question, reading.alternatives, asked.previous, asked.previous_sql, desk)
    return dataclasses.replace(reading, alternatives=in_its_language(tuple(offered)))


def _of_each_member(asked: Asked, known: Understanding) -> Reading:
    """Return what a question comes to with each of the few members whose names a word is part of."""
    desk = _desk(known, asked.rights, asked.today, language_of(asked.question))
    members = members_meant(asked.question, desk)
    return Reading("candidate", alternatives=members, assumed=("part_of_name",)) if members else NOT_MINE


def _is_of_its_words_alone(hit: MetricHit, known: Understanding, asked: Asked) -> bool:
    """Tell a figure that nobody named, told by a verb or a unit, beside which only other figures are offered.

    Or one in the place of another that its own name holds: 商品销售额, of 销售额. Not where rows are
    asked for, nor where it counts but a part of what is asked about.
    """
    if len(hit.assumed) != 1 or hit.rival or hit.neighbours or asks_for_list(asked.question):
        return False
    catalog, query = known.metrics.catalog, hit.query
    if hit.assumed == ("sibling",):
        return _is_called_alike(query, known, asked)
    if hit.assumed != ("figure",):
        return False
    counted = [catalog.metrics[name] for name in query.metrics]
    return not any(counts_part_of(one, name, catalog) for one in counted for name in query.splits)


def _is_called_alike(query: MetricQuery, known: Understanding, asked: Asked) -> bool:
    """Tell whether a figure's name holds that of the figure which a question names."""
    catalog, language = known.metrics.catalog, language_of(asked.question)
    parts = known.metrics.reader.parts(asked.question, asked.today, open_columns(asked.rights))
    named = {catalog.metrics[name].label(language) for one in parts.of("metric") for name in one.metrics}
    own = [catalog.metrics[name].label(language) for name in query.metrics]
    return bool(named) and all(any(name in one for name in named) for one in own)


def _by_types(hit: MetricHit, known: Understanding, asked: Asked) -> MetricHit | None:
    """Return a count by what its rows are about, where that is asked; None where nothing tells."""
    if not is_count_alone(hit.query, known.metrics):
        return hit
    query = by_types(hit.query, known.metrics)
    if query is None:
        return None
    language = language_of(asked.question)
    alone = known.metrics.worded(query, language, asked.today, open_columns(asked.rights)) or asked.question
    found = known.metrics.hit(query, alone, language, asked.today)
    return replace(found, assumed=hit.assumed, unread=hit.unread, message=hit.message)


def _behind_a_list(asked: Asked, known: Understanding) -> MetricHit | Reading | None:
    """Return a figure that is asked for behind a list of some rows, of these rows; None behind anything else.

    One of other rows, or with a time or members of its own, may as well be of all: that is asked back. So is
    one of the same rows where no figure can say which of them were listed.
    """
    listed = None if asked.points_back else narrowed_list(asked, known)
    if listed is None:
        return None
    kept, alone = of_those_listed(asked, listed, known)
    if kept is not None and not asked.previous_sure:
        kept = replace(kept, assumed=(*kept.assumed, "edit"))
    if alone is None or (kept is not None and alone.query.key == kept.query.key):
        return kept
    same = is_of_the_rows(alone.query, listed.table, known)
    whole = bool(alone.query.filters) or not alone.undated
    if kept is not None:
        sure = same and not whole
        return kept if sure else replace(kept, assumed=(*kept.assumed, "edit"), rival=alone.query)
    if whole or not same:
        return None
    of_all = known.metrics.worded(alone.query, alone.language, asked.today, open_columns(asked.rights))
    return Reading("candidate", alternatives=(of_all,), assumed=("edit",)) if of_all else NOT_MINE


def _may_show(hit: MetricHit, known: Understanding, rights: Rights) -> bool:
    """Tell whether a figure may be shown: no column closed, no share of rows seen in part."""
    opened = opens(hit.query, known.metrics.catalog, open_columns(rights))
    return opened and not _is_of_a_part(hit, known, rights)


def _is_of_a_part(hit: MetricHit, known: Understanding, rights: Rights) -> bool:
    """Tell whether a share of all is asked for by somebody who sees only some of the rows."""
    if not hit.query.shared or not rights.row_policies:
        return False
    read = [table.lower() for table in known.metrics.tables(hit)]
    return any(fnmatchcase(table, policy.lower()) for table in read for policy in rights.row_policies)


def _is_list(question: str, query: MetricQuery) -> bool:
    """Tell whether a list is asked for where a query comes to one figure: list them with their beds."""
    return asks_for_list(question) and not (query.splits or query.grain)


def _are_rows(asked: Asked, query: MetricQuery, known: Understanding) -> bool:
    """Tell whether things are asked for by a number of their own row: areas with over 5,000 m² of floor."""
    if query.windows or not (query.conditions and query.splits):
        return False
    allowed = open_columns(asked.rights)
    return verdict(known.rows, asked, allowed, known.metrics.dialect).verdict == "certain"


def _is_list_of_one(asked: Asked, query: MetricQuery, known: Understanding) -> bool:
    """Tell whether the rows behind one thing that was shown are asked for: list its stops."""
    alone = query.ranking is not None and query.ranking.number == 1
    if not alone or not asks_for_list(asked.question):
        return False
    return known.metrics.speaks_of_shown(asked.question, asked.today, open_columns(asked.rights))


async def _runs(sql: str, database: Database, rights: Rights) -> bool:
    """Tell whether guard, policy and schema let these rights run a statement."""
    try:
        await database.approve(sql, rights, dry_run=False)
    except WenshuError:
        return False
    return True


def _notes(database: Database, known: Profiled, rights: Rights) -> Notes:
    notes = notes_for(all_notes(database.schema, known), rights, database.spec.sensitive)
    return as_taught(notes, database.schema.tables)


def _reused_alone(asked: Asked, known: Understanding) -> ReuseHit | None:
    """Return the pair whose slots a question fits by itself, in the pair's words where that is sure."""
    question, today, allowed = asked.question, asked.today, open_columns(asked.rights)
    hit = find_reuse(question, known.templates, today, allowed=allowed)
    if hit is None or not hit.assumed or hit.instead:
        return hit
    told = in_taught_words(question, known.templates, today, allowed=allowed)
    again = find_reuse(told, known.templates, today, allowed=allowed) if told else None
    sure = again is not None and not again.assumed
    return dataclasses.replace(hit, instead=(told,) if told and sure else ())


def _reused_edited(asked: Asked, previous: str, known: Understanding) -> ReuseHit | None:
    """Return the pair that the previous question fits as a message edits it."""
    question, today, allowed = asked.question, asked.today, open_columns(asked.rights)
    ends = known.days.open_to(allowed).ends
    alone = edit_previous(previous, question, known.templates, today, allowed=allowed, ends=ends)
    hit = find_reuse(alone, known.templates, today, allowed=allowed) if alone else None
    if not alone or hit is None:
        return None
    may_ask = known.metrics.may_ask_back(question, previous, today, allowed)
    figures = known.metrics.answer(question, today, allowed, previous) if may_ask else None
    if isinstance(figures, MetricReadings) or (figures is not None and "neighbour" in figures.assumed):
        return None  # beside the cut before or in its place, of either figure: the figures ask
    before = find_reuse(previous, known.templates, today, allowed=allowed)
    sure = before is not None and not before.assumed
    sure = sure or known.metrics.is_certain(previous, today, allowed)
    edit: tuple[Assumption, ...] = () if sure else ("edit",)
    instead = hit.instead if hit.assumed else (alone,)
    return dataclasses.replace(hit, asked=alone, assumed=(*edit, *hit.assumed), instead=instead)
