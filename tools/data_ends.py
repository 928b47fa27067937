"""What a statement's time has of data, under the person's rights: none, some of it, or all days there are."""

import asyncio
import datetime as dt
import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sqlglot import exp

from agent.context import Context, Covered
from agent.state import AgentState, Refusal
from config.wording import say
from database.asked_days import AskedDays, Timing, timing_of
from database.schema import Table
from database.trees import tree_of
from errors import WenshuError
from knowledge.definitions.columns import keeps_things
from knowledge.definitions.versions import keeps_versions, of_what_happened
from knowledge.metrics import Catalog
from knowledge.sight import open_columns
from language.calendar import days, whole
from language.period.covered import (
    YEAR,
    Days,
    Unlike,
    has_none,
    has_part,
    latest_with_data,
    unlike,
    worded,
)
from language.periods import find_periods
from tools.further import read_further
from understanding.data_days import DataDays, named_when
from understanding.metric.states_now import counts_open_ones
from understanding.metric.vocabulary import says_now

PATIENCE_S = 2.0  # for one look at the first and last day; without it nothing is said
_PREPOSITION = re.compile(r"\b(in|of|for|during|since|from|between)\s+$", re.IGNORECASE)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Told:
    """What is to be said of a statement's time; with a refusal it need not run, for nothing is there."""

    lines: tuple[str, ...] = ()
    refusal: Refusal | None = None


async def told_of_days(sql: str, state: AgentState, context: Context) -> Told:
    """Return what is to be said of the days a statement asks for; a metric's own lines say all but "none"."""
    if not context.database.schema.tables:
        return Told()
    look = await _Look.of(sql, context)
    if refusal := await look.refusal(state):
        return Told(refusal=refusal)
    return (
        Told()
        if state.get("reading")
        else Told((*look.provisional(state), *await look.lines(now=says_now(state["question"]))))
    )


async def unlike_times(sql: str, context: Context) -> Unlike | None:
    """Return two times that a statement compares, of which the later has data for fewer days."""
    return await (await _Look.of(sql, context)).unlike()


@dataclass(frozen=True)
class _Look:
    """One statement's days beside those of its data."""

    sql: str
    timing: Timing
    known: DataDays
    catalog: Catalog
    context: Context
    when: dict[str, Table]  # the columns that say when rows of the tables read were

    @classmethod
    async def of(cls, sql: str, context: Context) -> "_Look":
        schema, figures = context.database.schema, context.figures
        timing = of_what_happened(timing_of(sql, context.database.dialect, schema), schema)
        known = await figures.days(context.connection, context.rights) if figures else DataDays()
        is_open = open_columns(context.rights)
        when: dict[str, Table] = {}
        for name in timing.tables:
            if (table := schema.table(name)) is not None and not keeps_versions(table):
                columns = known.when.get(name, ()) or named_when(table)
                when |= {column: table for column in columns if is_open(column)}
        answers = await figures.answers(context.connection, context.rights, None) if figures else None
        catalog = answers.catalog if answers else Catalog({}, {})
        return cls(sql, timing, known, catalog, context, when)

    async def refusal(self, state: AgentState) -> Refusal | None:
        """Return why the statement need not run, where all the times it asks for are without data."""
        timed = [one for one in self.timing.asked if one.column in self.when]
        asked = [one for one in timed if not keeps_things(self.when[one.column])]
        if len(asked) < len(timed):
            return None
        for fresh in (False, True):  # what is remembered may be an hour old
            for one in asked:
                if not (data := await self._ends(one.column, fresh=fresh)) or not self._has_none(one, data):
                    return None
        if not asked or (data := await self._ends(asked[0].column)) is None:
            return None
        one, language = asked[0], self.context.language
        before = one.end is not None and one.end <= data[0]
        message = say(
            f"covered.none_{'before' if before else 'after'}",
            language,
            period=worded(one.start, one.end, language),
            first=data[0],
            last=data[1],
        )
        if self._is_cut(one.column):
            message += (" " if language == "en" else "") + say("summary.restricted", language)
        return Refusal(reason="no_data", message=message, readings=self._instead(state, one, data))

    def provisional(self, state: AgentState) -> Iterator[str]:
        """Yield that days off of the time asked about are not announced yet."""
        start, own = self.context.settings.fiscal_year_start_month, self.known.holidays
        for one in find_periods(state["question"], self.context.today, fiscal_start=start, holidays=own):
            if one.provisional:
                yield say("metrics.line.provisional", self.context.language, name=one.text)

    async def lines(self, *, now: bool) -> tuple[str, ...]:
        """Return lines on times with data in part, and from when to when all data run that no time limits.

        `now` says that it was asked what there is now.
        """
        found: dict[str, None] = {}
        language, every, part, ahead = self.context.language, None, None, None
        for one in self.timing.asked:
            known = one.column in self.when and not keeps_things(self.when[one.column])
            data = await self._ends(one.column) if known and one.exact else None
            if data and data[1] > self.context.today:
                ahead = await self._ahead(one.column, data[1])
            if data and has_part(
                one.start, one.end, data, self.context.today, dense=self._is_dense(one.column)
            ):
                found[say("metrics.line.beyond", language, first=data[0], last=data[1])] = None
                part = data
        for table in dict.fromkeys(self.when.values()):
            if self._is_limited(table) or not (data := await self._all_of(table)):
                continue
            tree = tree_of(self.sql, self.context.database.dialect)
            from_today = tree.find(exp.CurrentDate, exp.CurrentTimestamp) is not None  # what expires soon
            open_now = now or from_today or counts_open_ones(tree, table, self.catalog)
            code = "open_now_known" if open_now else "all_known"
            found[say(f"metrics.line.{code}", language, start=data[0], end=data[1])] = None
            told = (
                every.every or data if every else data
            )  # of several tables all their days, not those of one
            over = min(data[0], told[0]), max(data[1], told[1])
            every = Covered(over, open_now=every.open_now if every else open_now)
        every = every or Covered()
        self.context.desk.covered = replace(every, part=part, ahead=ahead, unlike=await self.unlike())
        return tuple(found)

    async def unlike(self) -> Unlike | None:
        """Return two times of one column that do not compare by the days it has data for, the latest first.

        A month or year that is whole stands beside one that runs without harm, unless they are set off.
        """
        for column, stretches in self.timing.stretches.items():
            timed = column in self.when and not keeps_things(self.when[column])
            if not timed or len(stretches) < 2 or (data := await self._ends(column)) is None:
                continue
            over = data[1] + days(1)
            until = over if data[1] > self.context.today else min(over, self.context.today)
            pairs = product(stretches, stretches)
            found = [
                one for before, now in pairs if (one := unlike(before, now, until)) and self._compares(one)
            ]
            if found:
                return max(found, key=lambda one: (one.now, one.before))
        return None

    def _compares(self, found: Unlike) -> bool:
        """Tell a time that another is set off against: cut as none is by the calendar, or subtracted."""
        if not any(whole(unit, found.before[0]) == found.before for unit in ("month", "quarter", "year")):
            return True
        tree = tree_of(self.sql, self.context.database.dialect)
        return any(one.find(exp.Interval) is None for one in tree.find_all(exp.Sub))

    def _is_limited(self, table: Table) -> bool:
        """Tell a table whose rows are not all meant, or have no time of their own: who, where, a calendar."""
        name, own = table.full_name.lower(), [one for one, of in self.when.items() if of is table]
        if name not in self._counted or keeps_things(table):
            return True
        others = (
            self.context.database.schema.table(_owner(one)) for one in self.timing.limiting.get(name, ())
        )
        limits = any(not (keeps_things(other) or keeps_versions(other)) for other in others)
        conditioned = any(one in self.timing.conditioned for one in own)
        by_day = any(_owner(one.column) == name for one in self.timing.asked)  # due next month: not all data
        return limits or conditioned or by_day or any(_is_calendar(table, one) for one in own)

    @property
    def _counted(self) -> Collection[str]:
        """Return the tables whose rows are told of: what is joined in whole is where only things lead."""
        schema = self.context.database.schema
        led = (schema.table(one) for one in self.timing.leading)
        happened = any(table is not None and not keeps_things(table) for table in led)
        return self.timing.leading if happened else self.timing.leading | self.timing.joined

    async def _all_of(self, table: Table) -> Days | None:
        """Return from when to when a table's rows are: of several days of them that which begins first.

        One that runs on into the time to come, as a day on which something ends, says nothing of that.
        """
        ends = [await self._ends(one) for one, of in self.when.items() if of is table]
        known = [one for one in ends if one is not None]
        been = [one for one in known if one[1] <= self.context.today]
        return min(been or known, default=None)

    def _has_none(self, one: AskedDays, data: Days) -> bool:
        return has_none(one.start, one.end, data, self.context.today, dense=self._is_dense(one.column))

    def _is_dense(self, column: str) -> bool:
        return column.rpartition(".")[2] in map(str.lower, self.when[column].primary_key)

    def _is_cut(self, column: str) -> bool:
        approved, table = self.context.desk.approved, _owner(column)
        return approved is not None and f"rows:{table}" in approved.policies

    async def _ends(self, column: str, *, fresh: bool = False) -> Days | None:
        """Return the first and last day of a column, as remembered or read now; None where that fails."""
        read = self.context.desk.ends
        if column not in read and not fresh and (known := self.known.ends.get(column)):
            return known
        if column not in read:
            read[column] = await self._read(column)
        return read[column]

    async def _ahead(self, column: str, last: dt.date) -> dt.date | None:
        """Return the last day to come that the rows a statement keeps are of: what was played has none."""
        kept = _kept_of(tree_of(self.sql, self.context.database.dialect), self.when[column], column)
        found = await self._read(column, kept) if kept else None
        until = found[1] if found else last
        return until if until > self.context.today else None

    async def _read(self, column: str, kept: Sequence[exp.Expr] = ()) -> Days | None:
        table = self.when[column]
        name = next(one.name for one in table.columns if one.name.lower() == column.rpartition(".")[2])
        cell = exp.column(name, quoted=True)
        query = exp.select(exp.Min(this=cell), exp.Max(this=cell.copy()))
        query = query.from_(exp.table_(table.name, db=table.schema or None, quoted=True)).where(*kept)
        sql = query.sql(dialect=self.context.database.dialect.sqlglot_name)
        try:
            async with asyncio.timeout(PATIENCE_S):
                _, result = await read_further(sql, self.context, "data_ends", fresh=True)
            first, last = (dt.date.fromisoformat(str(value)[:10]) for value in result.rows[0])
        except (WenshuError, TimeoutError, ValueError, IndexError) as error:
            _log.info("no_ends_read", extra={"column": column, "cause": repr(error)})
            return None
        return first, self.known.through(column, last)

    def _instead(self, state: AgentState, one: AskedDays, data: Days) -> list[str]:
        """Return the question of the last month or year with data in place of the one asked about."""
        question, language = state["question"], self.context.language
        named = find_periods(question, self.context.today)
        same = [period for period in named if (period.start, period.end) == (one.start, one.end)] or named
        if len(same) != 1:
            return []
        start, end = same[0].span
        said = latest_with_data(data, language, year=same[0].end - same[0].start >= YEAR)
        if language == "en" and not _PREPOSITION.search(question[:start]):
            said = f"in {said}"
        return [f"{question[:start]}{said}{question[end:]}"]


def _kept_of(tree: exp.Expr, table: Table, column: str) -> list[exp.Expr]:
    """Return what the one SELECT of a statement keeps a table's rows by, beside their time: status = 3."""
    selects, where = [*tree.find_all(exp.Select)], tree.find(exp.Where)
    read = [one for one in tree.find_all(exp.Table) if one.name.lower() == table.name.lower()]
    if len(selects) != 1 or len(read) != 1 or where is None:
        return []
    own = {one.name.lower(): one.name for one in table.columns}
    own.pop(column.rpartition(".")[2], None)
    alone = len([*tree.find_all(exp.Table)]) == 1
    found = []
    for one in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
        columns = [*one.find_all(exp.Column)]
        mine = all(it.table == read[0].alias_or_name or (alone and not it.table) for it in columns)
        if columns and mine and all(it.name.lower() in own for it in columns):
            found.append(one.transform(lambda it: _bare(it, own) if isinstance(it, exp.Column) else it))
    return found


def _bare(column: exp.Column, own: Mapping[str, str]) -> exp.Column:
    """Return a column as its table has it, without the name a statement gives the table."""
    return exp.column(own[column.name.lower()], quoted=True)


def _owner(column: str) -> str:
    return column.rpartition(".")[0]


def _is_calendar(table: Table, column: str) -> bool:
    """Tell a table of days, which runs from when to when somebody wrote it, from one of what happened."""
    return [one.lower() for one in table.primary_key] == [column.rpartition(".")[2]]
