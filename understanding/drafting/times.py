"""Which column says when a row's event was, chosen among all there are; where that is unclear it is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from database.schema import Column, Table
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.columns import LEAST_ROWS, SEEN_ROWS, Columns, thing_words

FEW_DAYS = 2  # on which a load or two wrote every row
SHOWN = 6


class Sort(IntEnum):
    """What a day is of, best first for the day of an event."""

    EVENT = 0
    NOTED = 1  # opened, signed: of the row itself, or of something it is about
    CREATED = 2
    PLANNED = 3
    CHANGED = 4
    BIRTH = 5
    LOADED = 6  # few days for many rows, however it is called


SURE = (Sort.EVENT, Sort.NOTED, Sort.CREATED, Sort.PLANNED)


@dataclass(frozen=True)
class Candidate:
    """One column of days: what it is of, and what else tells it from the others."""

    name: str
    sort: Sort
    in_key: bool = False
    has_gaps: bool = False
    begins: bool = False  # called as the thing is: order_date of orders
    moments: tuple[str, ...] = ()  # what the rows that were seen hold, in order

    @property
    def standing(self) -> tuple[object, ...]:
        """Return what is compared, best first."""
        return not self.in_key, self.sort, self.has_gaps, not self.begins


@dataclass(frozen=True)
class When:
    """The column chosen, the others that could be meant, and whether a person has to say."""

    column: str = ""
    others: tuple[str, ...] = ()
    is_open: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """Return every column that could be meant, the chosen one first."""
        return tuple(dict.fromkeys(filter(None, (self.column, *self.others))))[:SHOWN]


def candidates(columns: Columns) -> list[Candidate]:
    """Return a table's columns of days, the best first."""
    thing, times = thing_words(columns.table), columns.of("time")
    rows = max((len(columns.values(one)) for one in columns.table.columns), default=0)
    found = [_candidate(columns, one, thing, min(rows, SEEN_ROWS)) for one in times]
    if all(one.sort is Sort.LOADED for one in found):  # or all there is is young
        found = [replace(one, sort=_youngest(one.name)) for one in found]
    return sorted(found, key=lambda one: one.standing)


def chosen(own: Sequence[Candidate], parents: Sequence[str] = (), *, is_line: bool = False) -> When:
    """Return the column that says when, a row's own or that of the one event it belongs to.

    `parents` are the nearest ones of other tables. Lines have the day of what they are lines of, unless
    they have an event of their own.
    """
    best = own[0] if own else None
    names = [one.name for one in own if one.sort is not Sort.BIRTH]
    own_first = best is not None and (
        best.in_key or best.sort is Sort.EVENT or (best.sort in SURE and not is_line)
    )
    if best is not None and (own_first or not parents):
        first = _first(own)
        others = tuple(dict.fromkeys([*names, *parents]))
        return When(first.name, others) if first and first.sort in SURE else When("", others, bool(others))
    if len(parents) == 1:
        return When(parents[0], tuple(names))
    return When("", (*parents, *names), bool(parents))


def certain(own: Sequence[Candidate]) -> str:
    """Return the column of days that rows of other tables may be counted by, or nothing."""
    first = _first(own) if own else None
    if first is None or (first.sort not in (Sort.EVENT, Sort.CREATED) and not first.in_key):
        return ""
    return first.name


def event_named(table: Table, names: Sequence[str]) -> str:
    """Return the one of a table's columns of days whose name tells the event, or nothing."""
    thing = thing_words(table)
    found = [_of_name(table, name, thing) for name in names]
    events = sorted((one for one in found if one.in_key or one.sort is Sort.EVENT), key=lambda o: o.standing)
    first = _first(events) if events else None
    return first.name if first else ""


def beginning(columns: Columns) -> Column | None:
    """Return the day on which a thing came to be one of ours: joined, registered; else created."""
    words, times = draft_words()["time"], columns.of("time")
    sorts = {one.name: one.sort for one in candidates(columns)}
    began = next((one for one in times if says(one.name, words["began"])), None)
    noted = (
        one for one in times if sorts[one.name] is Sort.CREATED and len(columns.values(one)) >= LEAST_ROWS
    )
    return began or next(noted, None)


def is_kept(columns: Columns) -> bool:
    """Tell things without a name, which we came to have on a day, from what happened on it."""
    times, known = columns.of("time"), draft_words()["time"]
    ours = [column for column in times if says(column.name, known["kept"])]
    others = [
        one for one in times if not says(one.name, (*known["noted"], *known["planned"], *known["kept"]))
    ]
    return bool(ours) and not others


def _candidate(columns: Columns, column: Column, thing: Sequence[str], rows: int) -> Candidate:
    values = columns.values(column)
    moments = tuple(sorted(map(str, values)))
    days = {moment[:10] for moment in moments}
    is_load = len(values) >= LEAST_ROWS and len(days) <= FEW_DAYS and columns.is_within(column, days)
    told = _of_name(columns.table, column.name, thing)
    return replace(
        told, sort=Sort.LOADED if is_load else told.sort, has_gaps=len(values) < rows, moments=moments
    )


def _of_name(table: Table, name: str, thing: Sequence[str]) -> Candidate:
    begins = any(word[:4] == part[:4] for word in words_of(name) for part in thing)
    return Candidate(name, _named_sort(name), name in table.primary_key, begins=begins)


def _youngest(name: str) -> Sort:
    sort = _named_sort(name)
    return Sort.LOADED if sort in (Sort.CREATED, Sort.CHANGED) else sort


@lru_cache(maxsize=8192)  # as words_of
def _named_sort(name: str) -> Sort:
    words = draft_words()["time"]
    if says(name, words["born"]):
        return Sort.BIRTH
    if says(name, words["changed"]):
        return Sort.CHANGED
    if says(name, words["created"]):
        return Sort.CREATED
    if says(name, words["planned"]):
        return Sort.PLANNED
    return Sort.NOTED if says(name, words["noted"]) else Sort.EVENT


def _first(own: Sequence[Candidate]) -> Candidate | None:
    """Return the best one; of equals the one that comes first, none where neither does."""
    equal = [one for one in own if one.standing == own[0].standing]
    starts = [one for one in equal if all(_precedes(one, other) for other in equal if other is not one)]
    return starts[0] if len(starts) == 1 else None


def _precedes(one: Candidate, other: Candidate) -> bool:
    """Tell whether each moment is before its like of another column, as a start is before its end."""
    pairs = list(zip(one.moments, other.moments, strict=False))
    return len(one.moments) == len(other.moments) and bool(pairs) and all(a <= b for a, b in pairs)
