"""Time labels of a result: which unit they count, how they are written short, whether the last is running."""

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any, Literal

TimeUnit = Literal["day", "month", ""]
_MONTHS = re.compile(r"(^|[_ ])month$|月份?$", re.IGNORECASE)
_FIRST = re.compile(r"\d{4}-\d\d-01([T ]00:00(:00)?.*)?")


def unit_of(labels: Sequence[str]) -> TimeUnit:
    """Return what a column of ISO labels counts: months where each is a month or a month's first day."""
    if labels and all(len(label) == 7 and label[4] == "-" for label in labels):
        return "month"
    dates = [_date(label) for label in labels]
    if not dates or None in dates:
        return ""
    months = {(day.year, day.month) for day in dates if day}
    first = all(day and day.day == 1 for day in dates)
    return "month" if first and len(months) == len(labels) and len(labels) > 1 else "day"


def label_of(label: str, unit: TimeUnit) -> str:
    """Write a label as short as its unit allows."""
    return label[:7] if unit == "month" else label[:10] if unit == "day" else label


def shortened(value: Any, column: str) -> Any:
    """Write the first day of a month as the month where the column is of months."""
    if isinstance(value, str) and _MONTHS.search(column) and _FIRST.fullmatch(value):
        return value[:7]
    return value


def is_running(label: str, unit: TimeUnit, today: dt.date) -> bool:
    """Tell whether a label's day or month is not over on `today`."""
    return (unit == "month" and label[:7] == today.isoformat()[:7]) or (
        unit == "day" and label[:10] == today.isoformat()
    )


def _date(label: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(label[:10])
    except ValueError:
        return None
