"""Where a statement reads the server's clock: TODAY is the only one, and stands there as a date."""

import datetime as dt
import re

from sqlglot import exp

from database.dialects import Dialect

_DAY_NODES = (exp.CurrentDate, exp.UtcDate)
_MOMENT_NODES = (exp.CurrentTimestamp, exp.CurrentDatetime, exp.Localtimestamp, exp.UtcTimestamp)
_DAY_CALLS = frozenset({"today", "curdate"})
_MOMENT_CALLS = frozenset(
    {
        "now", "sysdate", "getdate", "clock_timestamp", "statement_timestamp", "transaction_timestamp",
        "get_current_timestamp", "current_localtimestamp", "localtimestamp", "utc_timestamp",
    }
)  # fmt: skip
_WORDS = {"now": 0, "today": 0, "yesterday": -1, "tomorrow": 1}
_CLOCK = re.compile(
    r"current_?(?:date|time|local)|now|today|curdate|sysdate|getdate|localtimestamp|_timestamp|utc_date"
    r"|yesterday|tomorrow",
    re.I,
)


def may_read_clock(sql: str) -> bool:
    """Tell whether a text has a word of the clock, so that its tree is worth a look."""
    return _CLOCK.search(sql) is not None


def on_the_day(tree: exp.Expr, dialect: Dialect, day: dt.date) -> exp.Expr:
    """Return the tree, changed in place, with each reading of the clock as a day, a whole one throughout."""
    return tree.transform(lambda node: _told(node, dialect, day) or node, copy=False)


def _told(node: exp.Expr, dialect: Dialect, day: dt.date) -> exp.Expr | None:
    """Return the literal that stands for a reading of the clock, or None where the node is none."""
    if _is_moment(node.this) and isinstance(node, exp.Cast) and node.is_type("date"):
        return _literal(day, "DATE", dialect)
    if isinstance(node, _DAY_NODES) or _called(node) in _DAY_CALLS:
        return _literal(day, "DATE", dialect)
    if _is_moment(node):
        return _literal(day, "TIMESTAMP", dialect)
    if isinstance(node, exp.Literal) and node.is_string and isinstance(node.parent, exp.Func):
        away = _WORDS.get(node.name.lower())
        if away is not None and (dialect.name == "sqlite" or isinstance(node.parent, exp.Cast)):
            return exp.Literal.string((day + dt.timedelta(days=away)).isoformat())
    return None


def _is_moment(node: object) -> bool:
    """Tell a reading of now, also by another place's clock: the day asked on is one wherever it is asked."""
    bare = node.this if isinstance(node, exp.AtTimeZone) else node
    if isinstance(bare, exp.Paren):
        return _is_moment(bare.this)
    return isinstance(bare, _MOMENT_NODES) or (isinstance(bare, exp.Expr) and _called(bare) in _MOMENT_CALLS)


def _called(node: exp.Expr) -> str:
    return node.name.lower() if isinstance(node, exp.Anonymous) else ""


def _literal(day: dt.date, kind: str, dialect: Dialect) -> exp.Expr:
    text = exp.Literal.string(day.isoformat())
    if dialect.name == "sqlite":  # its dates are text
        return text
    if kind == "TIMESTAMP" and dialect.name == "mysql":
        kind = "DATETIME"
    return exp.Cast(this=text, to=exp.DataType.build(kind, dialect=dialect.sqlglot_name))
