"""Stretches of days without data; days of the week that hardly ever have any are left out."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass

from language.calendar import days
from query.metric_query import Window

HARDLY = 0.2  # of the days of a weekday: who has data of no more is closed on it
FEWEST = 4  # days of a weekday that tell a closed one from a few missing
NEAR = 3  # days around, of which one has data: a long stretch without tells nothing of its weekdays


@dataclass(frozen=True)
class Gap:
    """A stretch of days without data, of one member or of all together."""

    member: str
    start: dt.date
    end: dt.date  # the day after its last
    missing: int  # its days, without those of the week that hardly ever have data


def closed_weekdays(have: Collection[dt.date], first: dt.date, last: dt.date) -> frozenset[int]:
    """Return the days of the week, Monday 0, that hardly ever have data in weeks that have any."""
    count, held = [0] * 7, [0] * 7
    for number in range((last - first).days + 1):
        day = first + days(number)
        if any(day + days(near) in have for near in range(-NEAR, NEAR + 1)):
            count[day.weekday()] += 1
            held[day.weekday()] += day in have
    return frozenset(one for one in range(7) if count[one] >= FEWEST and held[one] <= HARDLY * count[one])


def gaps_between(
    name: str,
    have: Collection[dt.date],
    first: dt.date,
    last: dt.date,
    closed: Collection[int],
    window: Window,
) -> list[Gap]:
    """Return the stretches between a first and a last day that lack data, as far as they lie in a time.

    A closed day within a stretch does not part it; at its edge it is none of it.
    """
    found: list[Gap] = []
    missed: list[dt.date] = []
    start, end = max(first, window.start), min(last + days(1), window.end)
    for number in range((end - start).days + 1):
        day = start + days(number)
        if day < end and day not in have:
            missed += [] if day.weekday() in closed else [day]
        elif missed:
            found.append(Gap(name, missed[0], missed[-1] + days(1), len(missed)))
            missed = []
    return found
