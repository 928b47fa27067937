"""From when to when a database's data run, column by column, and which day is today by them."""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache

from database.rights import Rights
from database.schema import Column, Schema, Table
from knowledge.definitions.columns import MOMENT
from knowledge.profiles import ColumnProfile, TableProfile, kind_of
from knowledge.profiling.counting import LOOKED_AT
from language.calendar import Holidays, whole
from language.period.covered import Days
from understanding.drafting.times import event_named
from understanding.metric.ranges import Spans

_DAY = re.compile(r"(19|20)\d\d-(0\d|1[0-2])-[0-3]\d(?=$|[ T])")

RARE = 4  # days between events at least
MOST_GAPS = 10  # longer without one, and they are no longer kept
FEWEST = 12  # days with events, of which a usual gap is known
MOST_A_DAY = 2  # rows, on average
REGULAR = (7, 30.4)  # days between rows that come by the week or the month


@dataclass(frozen=True)
class DataDays:
    """The first and last day of columns, as schema.table.column in small letters.

    `measured` are the columns by which defined figures are timed, `monthly` those that hold months; `when`
    for each table (schema.table, small) the columns that say when its rows were: those of its figures, else
    the one its name tells.
    """

    ends: Mapping[str, Days] = field(default_factory=dict)
    measured: frozenset[str] = frozenset()
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    monthly: frozenset[str] = frozenset()
    holidays: Holidays | None = None  # the database's own
    _opened: dict[Callable[[str], bool], "DataDays"] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def open_to(self, is_open: Callable[[str], bool]) -> "DataDays":
        """Return what is left where only some columns may be seen whole; a question asks five times."""
        if (known := self._opened.get(is_open)) is None:
            known = self._opened[is_open] = self._left(is_open)
        return known

    def _left(self, is_open: Callable[[str], bool]) -> "DataDays":
        ends = {column: found for column, found in self.ends.items() if is_open(column)}
        when = {table: tuple(filter(is_open, columns)) for table, columns in self.when.items()}
        return replace(self, ends=ends, measured=frozenset(filter(is_open, self.measured)), when=when)

    def through(self, column: str, last: dt.date) -> dt.date:
        """Return the last day that the last value of a column stands for: all of its month, of months."""
        return whole("month", last)[1] - dt.timedelta(days=1) if column in self.monthly else last

    def last(self, clock: dt.date) -> dt.date:
        """Return the last day with data: of figures where some are defined, else of whatever tells its day.

        What runs on after the clock's day (targets, plans, bookings) says nothing of where the data end, and
        where nothing ends the clock's day stands. Tomorrow is the clock's day of a place further east.
        """
        told = self.measured or {column for columns in self.when.values() for column in columns}
        lasts = [self.ends[column][1] for column in told if column in self.ends]
        ended = [min(last, clock) for last in lasts if last <= clock + dt.timedelta(days=1)]
        return max(ended, default=clock)

    def last_unless_current(self, clock: dt.date) -> dt.date:
        """Return the clock's day while the data reach into its month or the one before, else their last day.

        Whoever asks Friday's file on Monday, or October's in November, means the calendar's last week and
        last month.
        """
        month_before = whole("month", whole("month", clock)[0] - dt.timedelta(days=1))
        last = self.last(clock)
        return clock if last >= month_before[0] else last


def data_days(
    schema: Schema,
    spans: Spans,
    measured: Mapping[str, str],
    profiles: Mapping[str, TableProfile],
    rights: Rights,
) -> DataDays:
    """Return what is known: `spans` were read under these rights, `profiles` are of all rows.

    `measured` holds the grain of each column by which figures are timed.
    """
    timed = frozenset(map(str.lower, measured))
    monthly = frozenset(column.lower() for column, grain in measured.items() if grain == "month")
    none = DataDays(monthly=monthly)
    ends = {one.lower(): (first, none.through(one.lower(), last)) for one, (first, last) in spans.items()}
    when: dict[str, tuple[str, ...]] = {}
    for table in schema.tables:
        name, profile = table.full_name.lower(), profiles.get(table.full_name)
        cut = table.is_view or any(fnmatchcase(name, one.lower()) for one in rights.row_policies)
        known = profile.columns if profile and not cut else {}
        for column, days in _ends(known):
            ends.setdefault(f"{name}.{column.lower()}", days)
        if found := when_of(table, timed, profile):
            when[name] = found
    return DataDays(ends, timed, when, monthly)


def without_gaps_of_rare(
    spans: Spans, measured: Mapping[str, str], profiles: Mapping[str, TableProfile], clock: dt.date
) -> dict[str, Days]:
    """Return spans in which events that are rare, as customers who sign, run up to where the other data end.

    That none came lately is no end of their data. `measured` holds the grain of each column.
    """
    gaps = {one: _usual_gap(one, days, profiles) for one, days in spans.items()}
    others = [last for one, (_, last) in spans.items() if not gaps[one] and measured.get(one) != "month"]
    end = max((min(one, clock) for one in others if one <= clock + dt.timedelta(days=1)), default=dt.date.min)
    found = dict(spans)
    for one, (first, last) in spans.items():
        if last < end and (end - last).days <= MOST_GAPS * gaps[one]:
            found[one] = (first, end)
    return found


def _usual_gap(column: str, days: Days, profiles: Mapping[str, TableProfile]) -> float:
    """Return the days between events that come one by one, four or more, by no week or month; else 0."""
    name, _, own = column.rpartition(".")
    profile = next((one for key, one in profiles.items() if key.lower() == name.lower()), None)
    held = profile.columns.get(own) if profile and profile.rows < LOOKED_AT else None
    if held is None or held.distinct < FEWEST or held.filled >= MOST_A_DAY * held.distinct:
        return 0  # two refunds tell no usual time between them
    gap = ((days[1] - days[0]).days + 1) / held.distinct
    regular = any(abs(each - gap) <= each / 10 for each in REGULAR)
    return gap if gap > RARE and not regular else 0


def when_of(
    table: Table, measured: Iterable[str] = (), profile: TableProfile | None = None
) -> tuple[str, ...]:
    """Return the columns that say when a table's rows were, as full names in small letters."""
    name = table.full_name.lower()
    own = tuple(sorted(one for one in measured if one.rpartition(".")[0] == name))
    if own:
        return own
    told = event_named(table, [one.name for one in table.columns if _holds_days(one, profile)])
    return (f"{name}.{told.lower()}",) if told else ()


@lru_cache(maxsize=512)
def named_when(table: Table) -> tuple[str, ...]:
    """Return the columns that say when a table's rows were, by their names and types alone."""
    return when_of(table)


def _holds_days(column: Column, profile: TableProfile | None) -> bool:
    if MOMENT.search(column.type):
        return True
    known = profile.columns.get(column.name) if profile else None
    return known is not None and kind_of(column.type) == "text" and bool(_DAY.match(known.low))


def _ends(columns: Mapping[str, ColumnProfile]) -> Iterable[tuple[str, Days]]:
    for name, profile in columns.items():
        if _DAY.match(profile.low) and _DAY.match(profile.high):
            try:
                yield (
                    name,
                    (dt.date.fromisoformat(profile.low[:10]), dt.date.fromisoformat(profile.high[:10])),
                )
            except ValueError:  # 2026-02-30, as text may have it
                continue
