"""At which age a figure's rows are ripe: bills are paid, parcels delivered, long after their day."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from language.calendar import Range, add_months, days, whole
from understanding.metric.unsettled import Unsettled

MONTHS = 26  # that are read, the running one last
AGES = (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 75, 90, 120, 150, 180, 210, 240, 270, 300, 365, 540)  # days
_ALL = 0.02  # of what comes in the end: so little more to come is none
_ENOUGH = 30  # rows by an age, for a step from it to tell anything
_STRAY = 0.02  # of a month's rows that count, which may lack the day they came to count on
_OTHERS = 0.1  # of the rows that do not count, which may have such a day
_SOME = 0.05  # of a young month's rows, that do not count yet
_OLD = 12  # months back, from where on rows are as they stay
_STATES_ENOUGH = 100  # rows of old months, for a state to be left by more than chance


@dataclass(frozen=True)
class Cohorts:
    """How many rows of each month count, by the age they began to: within each of `AGES`, and so far.

    `every` is how many rows there are whether they count or not, `others` how many of those that do not count
    have that day all the same.
    """

    column: str  # with the day they began to count on, of their own table
    called: tuple[str, str]  # zh, en
    taken: bool  # the figure itself takes that column
    within: Mapping[dt.date, Sequence[int]]
    so_far: Mapping[dt.date, int]
    counted: Mapping[dt.date, int]
    every: Mapping[dt.date, int]
    others: Mapping[dt.date, int]


@dataclass(frozen=True)
class States:
    """How many rows of each month are in each state that a figure does not count, and how many there are."""

    held: Mapping[dt.date, Mapping[str, int]]
    every: Mapping[dt.date, int]
    open_: frozenset[str]  # called not done yet
    called: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Ripe:
    """How many days a row takes until next to nothing more comes, and the column that says when it came.

    Of a figure without such a column it is the state that rows leave.
    """

    days: int
    column: str
    called: tuple[str, str]
    shares: Mapping[int, float] = field(default_factory=dict, hash=False)  # of all that comes, by each age

    def share_at(self, age: int) -> float:
        """Return which part of what comes in the end has come by an age; 0 where that is not known."""
        known = [one for one in self.shares if one <= age]
        return self.shares[max(known)] if known else 0.0

    def since(self, last: dt.date) -> Unsettled:
        """Return from which day on rows are not ripe."""
        return Unsettled(last - days(self.days - 1), called=self.called, ripens=self.days, column=self.column)


def months_read(last: dt.date) -> Range:
    """Return the months that are read up to a day, the running one whole."""
    return whole("month", last, 1 - MONTHS)[0], whole("month", last)[1]


def ripe_by_day(found: Sequence[Cohorts], last: dt.date) -> Ripe | None:
    """Return the age at which rows are ripe by the day they came to count on, the latest of several."""
    shares = ((_shares(one, last), one) for one in found if _says_when(one))
    ripe = [Ripe(_ripe_age(came), one.column, one.called, came) for came, one in shares]
    return max((one for one in ripe if one.days), key=lambda one: one.days, default=None)


def _says_when(one: Cohorts) -> bool:
    """Tell a column that rows have from when they count on, and that few others have."""
    stray = sum(one.counted.values()) - sum(one.so_far.values())
    lacking = any(
        counted - one.so_far.get(month, 0) > max(1, _STRAY * counted)
        for month, counted in one.counted.items()
    )
    without = sum(one.every.values()) - sum(one.counted.values())
    some = any(one.counted.get(month, 0) < (1 - _SOME) * every for month, every in one.every.items())
    others = one.taken or sum(one.others.values()) <= _OTHERS * without
    return stray <= _STRAY * sum(one.counted.values()) and not lacking and others and some


def _shares(one: Cohorts, last: dt.date) -> dict[int, float]:
    """Return which part of what comes in the end has come by each age, as months went on from each.

    Months that are too young for a step say nothing of it: by the last age that any has reached all has come.
    """
    came: dict[int, float] = {}
    for at in reversed(range(len(AGES) - 1)):
        seen = [month for month in one.within if _is_seen(month, AGES[at + 1], last)]
        by_then, after = (sum(one.within[month][it] for month in seen) for it in (at, at + 1))
        if not came and by_then >= _ENOUGH:
            came[AGES[at + 1]] = 1.0
        if came:
            came[AGES[at]] = came[AGES[at + 1]] * by_then / after if by_then >= _ENOUGH else 0.0
    return came


def _ripe_age(came: Mapping[int, float]) -> int:
    """Return the age by which next to all has come; 0 where that is so on the first day, or unknown."""
    return min((age for age, share in came.items() if share >= 1 - _ALL), default=0)


def _is_seen(month: dt.date, age: int, last: dt.date) -> bool:
    """Tell a month all of whose rows have reached an age."""
    return whole("month", month)[1] - days(1) + days(age) <= last


def ripe_by_state(one: States, last: dt.date) -> Ripe | None:
    """Return the age at which next to no row is in a state that rows leave, or None where none is left.

    Such a state is one that next to no row of old months is in, or one that is called not done yet; of that
    some rows may stay for good.
    """
    months = [add_months(whole("month", last)[0], -back) for back in range(1, MONTHS)]
    old = [month for month in months[_OLD:] if one.every.get(month)]
    if sum(one.every[month] for month in old) < _STATES_ENOUGH:
        return None
    stays = {state: _share(one, {state}, old) for held in one.held.values() for state in held}
    left = {state for state, share in stays.items() if share <= _STRAY or state in one.open_}
    usual = sum(stays[state] for state in left)
    open_ = [_share(one, left, [month]) for month in months[:_OLD]]
    if not left or open_[0] < usual + _SOME:
        return None
    waiting = next(at for at, share in enumerate([*open_, 0.0]) if share <= usual + _ALL)
    shares = open_[:waiting]
    if any(younger < older - _ALL for younger, older in pairwise(shares)):
        return None  # fewer in the youngest: something else than age
    ripe_until = whole("month", last, -waiting)[0] if waiting else last + days(1)
    state = max(left, key=lambda name: one.held.get(months[0], {}).get(name, 0))
    return Ripe((last - ripe_until).days + 1, "", one.called.get(state, (state, state)))


def _share(one: States, states: set[str], months: Sequence[dt.date]) -> float:
    held = sum(one.held.get(month, {}).get(state, 0) for month in months for state in states)
    return held / max(1, sum(one.every.get(month, 0) for month in months))
