"""Which of a figure's last days are not complete though they have rows, and how that is told."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from language.calendar import days
from understanding.metric.late import Filled, late_since
from understanding.metric.ripening import Ripe
from understanding.metric.unsettled import Unsettled

MOST = 2  # days that are left out without a definition that says so
LATELY = 7  # days that may still be open: what is usual is learned from before them
WEEKS = 8  # of the same weekday, and of days that are surely closed
SPAN = LATELY + 7 * WEEKS + 1  # days that are read
_NEVER = 0.001  # of the rows of closed days: a state that so few are in is passed through, not stayed in
_WORTH, _FEW = 0.2, 3  # of a day's rows, and how many, that are still in such a state
_ENOUGH = 100  # rows of closed days, for a state to be missing in them by more than chance
_FAR = 0.4  # of the lowest of the same weekdays
_LOWEST, _STEADY = 20, 5  # rows that this has at least, fewer where none of them is half as much again


@dataclass(frozen=True)
class Waiting:
    """A condition of a figure, with how many rows it alone keeps out, by day and by the state they are in.

    `column` is what it is called that they lack, where they are not in a state but without a day.
    """

    held: Mapping[dt.date, Mapping[str, int]]
    states: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # code → zh, en
    column: tuple[str, str] | None = None  # zh, en


@dataclass(frozen=True)
class Tally:
    """How many rows a figure has on each of its last days, and how many wait to become some of it.

    `until` is the last day it has any of, read where its column runs on: what is planned is no delivery yet.
    `ended` are the columns that none of what stands fills, though others do: why drivers left.
    """

    rows: Mapping[dt.date, int] = field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    until: dt.date | None = None
    filled: tuple[Filled, ...] = ()  # by the columns that its rows may lack until later
    ended: frozenset[str] = frozenset()
    ripe: Ripe | None = None  # the age from which on its rows are as they stay


@dataclass(frozen=True)
class Doubted:
    """A last day with far fewer rows than any of the same weekdays before, of which it has `share`."""

    day: dt.date
    share: float


def waits_since(tally: Tally, last: dt.date) -> Unsettled | None:
    """Return from which day on a figure is not complete, or None where nothing tells so.

    It is one of the last two, or the first of a month since which its rows are filled later.

    Few rows alone are no sign: business may have collapsed. Rows that are there, and wait in a state (on its
    way, not delivered) that no row of closed days is in, are: that state is passed through. One that
    stays (void, cancelled) is in closed days too, and a new one that stays is as usual on the days just
    before the last two.
    """
    early = tally.ripe.since(last) if tally.ripe is not None else late_since(tally.filled, last)
    if early is not None:
        return early
    closed = [last - days(back) for back in range(LATELY, SPAN)]
    if sum(tally.rows.get(day, 0) for day in closed) < _ENOUGH:
        return None
    waits = (_waits(one, tally, closed, last) for one in tally.waiting)
    return min((one for one in waits if one is not None), key=lambda one: one.since, default=None)


def _waits(one: Waiting, tally: Tally, closed: Sequence[dt.date], last: dt.date) -> Unsettled | None:
    passing = _passed_through(one, tally, closed)
    waits = {day: sum(held[state] for state in passing & {*held}) for day, held in one.held.items()}
    ends = [last - days(back) for back in range(MOST)]
    # What came to another end is of the day, too: most samples are not rejected.
    every = {
        day: sum(one.held.get(day, {}).values()) + tally.rows.get(day, 0) for day in {*one.held, *tally.rows}
    }
    before = _share(waits, every, [last - days(back) for back in range(MOST, LATELY)])
    worth = max(_WORTH, 2 * before)
    since = min(
        (day for day in ends if waits.get(day, 0) >= _FEW and _share(waits, every, [day]) >= worth),
        default=None,
    )
    if since is None:
        return None
    over = [day for day in ends if day >= since]
    count = sum(waits.get(day, 0) for day in over)
    state = max(passing, key=lambda name: sum(one.held.get(day, {}).get(name, 0) for day in over))
    called = one.column or one.states.get(state, (state, state))
    of = sum(every.get(day, 0) for day in over)
    return Unsettled(since, waits=count, of=of, called=called, lacks=one.column is not None)


def _passed_through(one: Waiting, tally: Tally, closed: Sequence[dt.date]) -> set[str]:
    """Return the states that next to no row of closed days is in."""
    most = _NEVER * sum(tally.rows.get(day, 0) for day in closed)
    stayed = Counter[str]()
    for day in closed:
        stayed.update(one.held.get(day, {}))
    return {state for held in one.held.values() for state in held if stayed[state] <= most}


def _share(waits: Mapping[dt.date, int], every: Mapping[dt.date, int], over: Sequence[dt.date]) -> float:
    """Return which part of all rows of some days waits."""
    return sum(waits.get(day, 0) for day in over) / max(1, sum(every.get(day, 0) for day in over))


def doubted(tally: Tally, last: dt.date) -> Doubted | None:
    """Return that a figure's last day has far fewer rows than each of the same weekdays before.

    Whether rows are missing or nothing happened cannot be told from that: the day is kept, and it is said.
    """
    same = [tally.rows.get(last - days(7 * week), 0) for week in range(1, WEEKS + 1)]
    least = _STEADY if 2 * max(same) < 3 * min(same) else _LOWEST
    if min(same) < least or tally.rows.get(last, 0) > _FAR * min(same):
        return None
    return Doubted(last, tally.rows.get(last, 0) / median(same))
