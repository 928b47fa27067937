"""Time labels of a result: which unit they count, how they are written short, whether the last is running."""

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any, Literal

TimeUnit = Literal["day", "week", "month", "quarter", "year", ""]
_MONTHS = re.compile(r"(^|[_ ])month$|月份?$", re.IGNORECASE)
_NAMED: dict[TimeUnit, re.Pattern[str]] = {
    "week": re.compile(r"^周|(^|[_ ])week", re.IGNORECASE),
    "quarter": re.compile(r"季|(^|[_ ])quarter", re.IGNORECASE),
    "year": re.compile(r"^年|(^|[_ ])year", re.IGNORECASE),
}
_SHORT: dict[TimeUnit, int] = {"year": 4, "month": 7, "week": 10, "day": 10}
_FIRST = re.compile(r"\d{4}-\d\d-01([T ]00:00(:00)?.*)?")


def unit_of(labels: Sequence[str], column: str = "") -> TimeUnit:
    """Return what a column of ISO labels counts: months where each is a month or a month's first day.

    One first day alone is a month's only where the column is called so.
    Weeks, quarters and years are told by the column's name: the first of January may begin any of them.
    """
    named = next((unit for unit, names in _NAMED.items() if names.search(column)), None)
    dates = [_date(label) for label in labels]
    if named and all(dates):
        return named
    if labels and all(len(label) == 7 and label[4] == "-" for label in labels):
        return "month"
    if not dates or not all(dates):
        return ""
    if any(day and day.day != 1 for day in dates):
        return "day"
    return "month" if _MONTHS.search(column) or 1 < len(labels) == len(set(dates)) else "day"


def label_of(label: str, unit: TimeUnit) -> str:
    """Write a label as short as its unit allows."""
    if unit == "quarter":
        return f"{label[:4]}-Q{(int(label[5:7]) + 2) // 3}"
    return label[: _SHORT.get(unit, len(label))]


def shortened(value: Any, column: str) -> Any:
    """Write the first day of a month as the month where the column is of months."""
    if isinstance(value, str) and _MONTHS.search(column) and _FIRST.fullmatch(value):
        return value[:7]
    return value


def is_running(label: str, unit: TimeUnit, today: dt.date) -> bool:
    """Tell whether a label's day, week, month, quarter or year is not over on `today`."""
    begun = _date(label)
    if unit == "week" and begun is not None:
        return begun <= today < begun + dt.timedelta(days=7)
    return bool(unit) and unit != "week" and label_of(label, unit) == label_of(today.isoformat(), unit)


def _date(label: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(label[:10])
    except ValueError:
        return None
