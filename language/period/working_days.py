"""Which days are worked: Monday to Friday without days off, and the Saturdays worked for a bridge."""

import datetime as dt
from dataclasses import dataclass

from language.calendar import days
from language.period.observed import announced_days, country_days

FURTHEST = 400  # days looked back for a working day


@dataclass(frozen=True)
class WorkingDay:
    """One working day, and whether it could still turn out to be none."""

    day: dt.date
    provisional: bool = False


def days_worked_before(today: dt.date, count: int, *, by_calendar: bool) -> tuple[WorkingDay, ...]:
    """Return the last so many working days before today, latest first; none where they are not known.

    By China's calendar of days off, or plainly Monday to Friday.
    """
    found: list[WorkingDay] = []
    for back in range(1, FURTHEST):
        day = today - days(back)
        worked = _worked(day) if by_calendar else day.weekday() < 5
        if worked is None or len(found) == count:
            break
        if worked:
            found.append(WorkingDay(day, by_calendar and not _is_announced(day.year)))
    return tuple(found) if len(found) == count else ()


def _worked(day: dt.date) -> bool | None:
    if _is_announced(day.year):
        constants = announced_days()
        return day in constants.workdays or (day.weekday() < 5 and day not in constants.holidays)
    statutory = country_days("CN")
    return day.weekday() < 5 and day not in statutory if statutory else None


def _is_announced(year: int) -> bool:
    constants = announced_days()
    return constants is not None and min(constants.holidays).year <= year <= max(constants.holidays).year
