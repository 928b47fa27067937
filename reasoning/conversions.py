"""The same filter with one side converted: a column read as a date, a day put as the text it is stored as."""

import calendar
import re
from datetime import date
from typing import Any

from sqlglot import exp

from knowledge.definitions.written_days import FORMATS, in_codes

# Reads a whole text as a date, a time or a number: nothing of it is lost.
_READS = (exp.StrToDate, exp.StrToTime, exp.TsOrDsToDate, exp.TsOrDsToTimestamp, exp.Date, exp.ToNumber)
_CHANGED_TYPE = (*_READS, exp.Cast, exp.TryCast, exp.Paren)
_HOLDS = {in_codes(written): kind for written, kind in FORMATS.items()}  # what a text holds of a day
_WRITTEN = re.compile(r"(\d{4})([-/]?)(0[1-9]|1[0-2])(?:\2([0-3]\d))?(?:[T ]00:00(?::00)?)?")
_FIRST_DAY = {"01", "-01", "/01"}


def unconverted(node: exp.Expr) -> exp.Expr:
    """Return a comparison without what only converts a side, so that what is compared is left.

    >>> from sqlglot import parse_one
    >>> unconverted(parse_one("STR_TO_DATE(ym, '%Y%m') >= '2026-10-01'", dialect="mysql")).sql()
    "ym >= '2026-10-01'"
    """
    of_days = any(_in_full(one) for one in node.find_all(exp.Literal))

    def plain(part: exp.Expr) -> exp.Expr:
        inner: exp.Expr = _inner(part, of_days=of_days)
        while inner is not part:
            part, inner = inner, _inner(inner, of_days=of_days)
        return part

    return node.copy().transform(plain)


def same_day(one: exp.Literal, other: exp.Literal) -> bool:
    """Tell whether two values are one day, one at least written in full: 2026-10-01 and 202610.

    Up to and including a month is up to its last day.
    """
    if not (_in_full(one) or _in_full(other)):
        return False
    mine, theirs = _days(one), _days(other)
    return bool(mine & theirs)


def _inner(node: Any, *, of_days: bool) -> Any:
    """Return what a conversion converts; the month of a day is its own value, and no column's day."""
    if isinstance(node, exp.Convert):
        return node if node.args.get("style") else node.expression
    if isinstance(node, _CHANGED_TYPE):
        return node.this
    if isinstance(node, exp.TimeToStr):
        form = node.args["format"].name
        if _HOLDS.get(form) == "month" and isinstance(value := _inner(node.this, of_days=True), exp.Literal):
            found = _WRITTEN.fullmatch(value.name)
            return exp.Literal.string(f"{found[1]}{found[3]}") if found else node
        return node.this if _HOLDS.get(form) == "day" else node
    if of_days and isinstance(node, exp.Concat | exp.DPipe):
        parts = list(node.iter_expressions())
        made = len(parts) == 2 and isinstance(parts[1], exp.Literal) and parts[1].name in _FIRST_DAY
        return parts[0] if made else node
    return node


def _in_full(literal: exp.Literal) -> bool:
    return literal.is_string and len(literal.name) >= len("2026-10-01") and bool(_days(literal))


def _days(literal: exp.Literal) -> set[date]:
    """Return the day that a value stands for; of a month its first, and its last where it is the end."""
    if (found := _WRITTEN.fullmatch(literal.name)) is None:
        return set()
    year, month = int(found[1]), int(found[3])
    days = {int(found[4])} if found[4] else {1}
    if not found[4] and isinstance(literal.parent, exp.LTE) and literal.arg_key == "expression":
        days.add(calendar.monthrange(year, month)[1])
    return {date(year, month, day) for day in days if day <= calendar.monthrange(year, month)[1] and day}
