"""From which month on a figure is not complete since its rows are filled later: bills paid weeks after."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from language.calendar import Range, whole
from understanding.metric.unsettled import Unsettled

MONTHS = 14  # whole months that are read, the last one last
_LATE = 6  # of the last ones may wait; what is usual is learned from before them
_ENOUGH = 100  # rows of older months, for a column to be filled in them by more than chance
_HARDLY = 0.05  # of the rows of each older month: of more, some are never filled
_NEARLY = 0.9  # of the rows without the column, of which a figure takes nothing
_WORTH, _FEW = 0.1, 5  # of a month's rows, and how many, that are not filled


@dataclass(frozen=True)
class Filled:
    """How many rows a figure has in each month, by its first day, and how many of them lack a column.

    `none` is how many of these a figure takes nothing of: nothing is paid of what has no day of payment.
    """

    rows: Mapping[dt.date, int]
    lack: Mapping[dt.date, int]
    none: Mapping[dt.date, int]
    called: tuple[str, str]  # what the column is called; zh, en


def whole_months(last: dt.date) -> Range:
    """Return the last whole months up to a day, the day after the last excluded."""
    return whole("month", last, -MONTHS)[0], whole("month", last, -1)[1]


def late_since(filled: Sequence[Filled], last: dt.date) -> Unsettled | None:
    """Return from which month on a figure is not complete, the first by any of its columns, or None.

    A column that next to no row of older months lacks, and that the last months' rows lack the more, the
    younger they are, is filled with time. A rate that falls since fewer are in time lacks nothing.
    """
    found = (_late(one, last) for one in filled)
    return min((one for one in found if one is not None), key=lambda one: one.since, default=None)


def _late(one: Filled, last: dt.date) -> Unsettled | None:
    months = [whole("month", last, -back)[0] for back in range(1, MONTHS + 1)]
    lately, older = months[:_LATE], [month for month in months[_LATE:] if one.rows.get(month)]
    if sum(one.rows[month] for month in older) < _ENOUGH or any(_share(one, it) > _HARDLY for it in older):
        return None
    waiting = list(takewhile(lambda month: _waits(one, month), lately))
    shares = [_share(one, month) for month in waiting]
    if not waiting or shares != sorted(shares, reverse=True):
        return None
    lack = sum(one.lack.get(month, 0) for month in waiting)
    if sum(one.none.get(month, 0) for month in waiting) < _NEARLY * lack:
        return None
    of = sum(one.rows.get(month, 0) for month in waiting)
    return Unsettled(waiting[-1], waits=lack, of=of, called=one.called, lacks=True)


def _waits(one: Filled, month: dt.date) -> bool:
    return one.lack.get(month, 0) >= _FEW and _share(one, month) >= _WORTH


def _share(one: Filled, month: dt.date) -> float:
    """Return which part of a month's rows lacks the column."""
    return one.lack.get(month, 0) / max(1, one.rows.get(month, 0))
