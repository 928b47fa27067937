"""How a column without a type of days writes them: 202610 of a month, 20261021 of a day."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

# What a definition may say of its time column (`time_format`), and the finest split that it allows.
FORMATS: Mapping[str, Literal["day", "month"]] = {
    "YYYYMM": "month",
    "YYYY-MM": "month",
    "YYYY/MM": "month",
    "YYYYMMDD": "day",
    "YYYY-MM-DD": "day",
    "YYYY/MM/DD": "day",
}
_PARTS = {"YYYY": "(?:19|20)[0-9]{2}", "MM": "(?:0[1-9]|1[0-2])", "DD": "(?:0[1-9]|[12][0-9]|3[01])"}
_LEAST = 3  # different values, so that a code or two look like no months


def in_codes(written: str) -> str:
    """Return a format as SQL writes it.

    >>> in_codes("YYYY-MM")
    '%Y-%m'
    """
    return written.replace("YYYY", "%Y").replace("MM", "%m").replace("DD", "%d")


def format_of(values: Sequence[Any]) -> str:
    """Return the one format in which all values write a day or month, or nothing."""
    texts = {str(value).strip() for value in values}
    if len(texts) < _LEAST:
        return ""
    return next((one for one in FORMATS if all(map(_pattern(one).fullmatch, texts))), "")


def _pattern(written: str) -> re.Pattern[str]:
    pattern = written
    for part, digits in _PARTS.items():
        pattern = pattern.replace(part, digits, 1)
    return re.compile(pattern)
