"""Which earlier time a stretch of days is set beside where the one just before it was a holiday."""

from dataclasses import replace

from analysis.home import unlike
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

WEEK = 7
LONGEST = 31  # days of a stretch that nobody called a week or a month
WEEKS_BACK = 8


def like_base(query: MetricQuery | None, now: Window, before: Window, desk: MetricDesk) -> Window | None:
    """Return the nearest earlier stretch, whole weeks back, with as many days off; None where it needs none.

    Only where nobody said what it is to be set beside: ten days in March, and not the week before.
    """
    said = query is not None and query.compared is not None and query.compared.kind != "previous"
    named = query is None or said or len(query.windows) > 1
    if named or now.unit != "range" or now.days > LONGEST or now.in_whole_months:
        return None
    if now.start.weekday() == 0 and now.days == WEEK:  # 12–18 October is the week of 12 October
        return None
    if not unlike(now, before, desk.catalog):
        return None
    first = -(-now.days // 7)
    back = (days(7 * weeks) for weeks in range(first, first + WEEKS_BACK))
    found = (replace(now, start=now.start - by, end=now.end - by, text="") for by in back)
    return next((one for one in found if not unlike(now, one, desk.catalog)), None)
