"""What can be done about a failed step: one table from error class to strategy."""

from dataclasses import dataclass
from typing import Literal

from errors import (
    AccessError,
    ConnectionFailedError,
    CostError,
    DatabaseError,
    ModelError,
    PolicyError,
    QueryTimeoutError,
    SettingsError,
    UnsafeSQLError,
    WenshuError,
)

Action = Literal["regenerate", "relink", "validate", "decide", "stop"]
ErrorClass = Literal[
    "syntax", "unknown_name", "type", "data", "function", "unsafe", "policy", "permission", "timeout", "cost",
    "connection", "resource", "model", "not_approved", "unconfirmed", "no_sql", "unknown",
]  # fmt: skip


@dataclass(frozen=True)
class Strategy:
    """What follows an error of one class, and how the answer counts where nothing does."""

    action: Action
    kind: Literal["failed", "refused", "unanswerable"] = "failed"

    @property
    def fixable(self) -> bool:
        """Say whether another try can help."""
        return self.action != "stop"


STRATEGIES: dict[ErrorClass, Strategy] = {
    "syntax": Strategy("regenerate"),
    "unknown_name": Strategy("relink"),
    "type": Strategy("regenerate"),
    "data": Strategy("regenerate"),
    "function": Strategy("regenerate", "refused"),
    "unsafe": Strategy("stop", "refused"),
    "policy": Strategy("stop", "refused"),
    "permission": Strategy("stop", "refused"),
    "timeout": Strategy("stop"),
    "cost": Strategy("stop", "refused"),
    "connection": Strategy("stop"),
    "resource": Strategy("stop"),
    "model": Strategy("stop"),
    "not_approved": Strategy("validate"),
    "unconfirmed": Strategy("stop", "refused"),
    "no_sql": Strategy("stop", "unanswerable"),
    "unknown": Strategy("decide"),
}

# SQLSTATE, longest prefix first. https://www.postgresql.org/docs/current/errcodes-appendix.html
_BY_SQLSTATE: tuple[tuple[str, ErrorClass], ...] = (
    ("42501", "permission"),
    ("42601", "syntax"),
    ("42703", "unknown_name"),
    ("42P01", "unknown_name"),
    ("42P02", "unknown_name"),
    ("42883", "type"),
    ("42804", "type"),
    ("42846", "type"),
    ("42702", "syntax"),
    ("42803", "syntax"),
    ("3F000", "unknown_name"),
    ("57014", "timeout"),
    ("25006", "unsafe"),
    ("42", "syntax"),
    ("22", "data"),
    ("21", "data"),
    ("08", "connection"),
    ("28", "connection"),
    ("3D", "connection"),
    ("57P", "connection"),
    ("53", "resource"),
    ("54", "resource"),
    ("0A", "syntax"),
)
_BY_TYPE: tuple[tuple[type[WenshuError], ErrorClass], ...] = (
    (CostError, "cost"),
    (QueryTimeoutError, "timeout"),
    (ConnectionFailedError, "connection"),
    (PolicyError, "policy"),
    (AccessError, "permission"),
    (ModelError, "model"),
    (SettingsError, "resource"),  # the app's own database is full or away
)
# What the tools themselves say where a step came too early.
_BY_CODE: dict[str, ErrorClass] = {"sql_not_approved": "not_approved", "sql_missing": "syntax"}
# What the guard says where the writer meant well: it may try again with the guard's own words.
_GUARD_FIXABLE: dict[str, ErrorClass] = {
    "sql_empty": "syntax",
    "sql_unreadable": "syntax",
    "sql_misread": "syntax",
    "sql_unterminated": "syntax",
    "sql_placeholder": "syntax",
    "sql_name_case": "syntax",
    "sql_too_long": "syntax",
    "sql_too_deep": "syntax",
    "sql_function_unknown": "function",
    "sql_node_unknown": "function",
}


def classify(error: WenshuError) -> ErrorClass:
    """Return an error's class, by its type and SQLSTATE and never by its words."""
    for kind, error_class in _BY_TYPE:
        if isinstance(error, kind):
            return error_class
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if isinstance(error, UnsafeSQLError):
        return _GUARD_FIXABLE.get(error.code, "unsafe")
    if isinstance(error, DatabaseError):
        return next((name for prefix, name in _BY_SQLSTATE if error.sqlstate.startswith(prefix)), "unknown")
    return "unknown"


def strategy_for(error_class: str) -> Strategy:
    """Return the strategy of a class; a class nobody listed counts as unknown."""
    return STRATEGIES.get(error_class, STRATEGIES["unknown"])  # type: ignore[call-overload,no-any-return]
