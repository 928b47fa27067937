"""A clause that says up to which day data are used: it says nothing more where that is their last one."""

import datetime as dt
import re

from analysis.asked import data_until
from analysis.briefing.scorecard import leading
from analysis.series import data_span
from language.calendar import days
from language.periods import find_periods
from understanding.metric.desk import MetricDesk

_A_DAY = re.compile(r"(\d{1,2})[号日]")
_A_MONTH = 31  # days


def without_last_day(text: str, desk: MetricDesk) -> str:
    """Return a text without such a clause; one that names another day stays, for nothing is cut at it."""
    if (found := data_until(text)) is None:
        return text
    lead = leading(desk)
    span = data_span(lead, desk) if lead else None
    if span is None or not _is(found["day"], span[1] - days(1), desk.today):
        return text
    return " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())


def _is(named: str, last: dt.date, today: dt.date) -> bool:
    """Tell whether words name a day: 21号 is that of the month that runs."""
    if alone := _A_DAY.fullmatch(named):
        return int(alone[1]) == last.day and (today - last).days < _A_MONTH
    periods = find_periods(named, today)
    return len(periods) == 1 and periods[0].end - days(1) == last
