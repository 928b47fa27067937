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

Action = Literal["regenerate", "relink", "validate", "decide", "narrow", "reread", "stop"]
Step = Literal[
    "show the error", "read the live catalogue", "link again", "write again", "check again", "ask the model",
    "tell the user", "offer a narrower question",
]  # fmt: skip
ErrorClass = Literal[
    "syntax", "unknown_name", "type", "data", "grouping", "function", "drift", "unsafe", "policy",
    "permission", "timeout", "cost", "connection", "resource", "model", "not_approved", "unconfirmed",
    "no_sql", "no_data", "misread", "hollow", "unknown",
]  # fmt: skip
Kind = Literal["failed", "refused", "unanswerable"]


@dataclass(frozen=True)
class Strategy:
    """What follows an error of one class, and how the answer counts where nothing does."""

    action: Action
    steps: tuple[Step, ...]
    sentence: str  # of config/texts, for the user
    kind: Kind = "failed"
    fix: str = ""  # of config/prompts/fixes, for the writer of the next attempt

    @property
    def fixable(self) -> bool:
        """Say whether another try can help."""
        return self.action not in ("stop", "narrow")


_WRITE: tuple[Step, ...] = ("show the error", "write again", "check again")
_RELINK: tuple[Step, ...] = ("read the live catalogue", "link again", *_WRITE)
_NARROW: tuple[Step, ...] = ("tell the user", "offer a narrower question")
_TELL: tuple[Step, ...] = ("tell the user",)

STRATEGIES: dict[ErrorClass, Strategy] = {
    "syntax": Strategy("regenerate", _WRITE, "recovery.syntax", fix="syntax"),
    "unknown_name": Strategy("relink", _RELINK, "recovery.unknown_name", fix="unknown_name"),
    "type": Strategy("regenerate", _WRITE, "recovery.type", fix="type"),
    "data": Strategy("regenerate", _WRITE, "recovery.data", fix="data"),
    "grouping": Strategy("regenerate", _WRITE, "recovery.grouping", fix="grouping"),
    "function": Strategy("regenerate", _WRITE, "recovery.function", "refused", fix="function"),
    "drift": Strategy("regenerate", _WRITE, "recovery.drift", fix="drift"),
    "unsafe": Strategy("stop", _TELL, "recovery.unsafe", "refused"),
    "policy": Strategy("stop", _TELL, "recovery.policy", "refused"),
    "permission": Strategy("stop", _TELL, "recovery.permission", "refused"),
    "timeout": Strategy("narrow", _NARROW, "recovery.timeout"),
    "cost": Strategy("narrow", _NARROW, "recovery.cost", "refused"),
    "connection": Strategy("stop", _TELL, "recovery.connection"),
    "resource": Strategy("stop", _TELL, "recovery.resource"),
    "model": Strategy("stop", _TELL, "recovery.model"),
    "not_approved": Strategy("validate", ("check again",), "recovery.not_approved"),
    "unconfirmed": Strategy("stop", _TELL, "recovery.unconfirmed", "refused"),
    "no_sql": Strategy("stop", _TELL, "recovery.no_sql", "unanswerable"),
    "no_data": Strategy("stop", _TELL, "recovery.no_data", "unanswerable"),
    "misread": Strategy("reread", ("write again", "check again"), "recovery.no_sql", "unanswerable"),
    "hollow": Strategy("regenerate", _WRITE, "recovery.hollow", "unanswerable", fix="hollow"),
    "unknown": Strategy("decide", ("ask the model", *_WRITE), "recovery.unknown"),
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
    ("42803", "grouping"),
    ("3F000", "unknown_name"),
    ("57014", "timeout"),
    ("25006", "unsafe"),
    ("55P03", "resource"),
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
_SQLSTATE_CHARS = 5
# MySQL's and MariaDB's numbers where the runner's code says less than they do.
_BY_NUMBER: dict[str, ErrorClass] = {
    "1052": "syntax", "1055": "grouping", "1111": "grouping", "1140": "grouping", "1292": "data",
    "1365": "data", "1366": "data", "1690": "data", "1242": "data",
}  # fmt: skip
# What the runners call an error of engines that have no SQLSTATE, and what policy and tools say.
_BY_CODE: dict[str, ErrorClass] = {
    "table_unknown": "unknown_name",
    "table_unlisted": "unknown_name",
    "type_unlisted": "unknown_name",
    "column_unknown": "unknown_name",
    "sql_syntax": "syntax",
    "sql_types": "type",
    "sql_grouping": "grouping",
    "query_forbidden": "permission",
    "write_refused": "unsafe",
    "database_busy": "resource",
    "query_locked": "resource",
    "database_resources": "resource",
    "too_many_queries": "resource",
    "sql_not_approved": "not_approved",  # a step came too early
    "sql_missing": "syntax",
    "rows_hollow": "hollow",
}
_BY_TYPE: tuple[tuple[type[WenshuError], ErrorClass], ...] = (
    (CostError, "cost"),
    (QueryTimeoutError, "timeout"),
    (ConnectionFailedError, "connection"),
    (PolicyError, "policy"),
    (AccessError, "permission"),
    (ModelError, "model"),
    (SettingsError, "resource"),  # the app's own database is full or away
)
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
    "sql_not_one_statement": "syntax",
    "sql_not_query": "syntax",
    "sql_unusual_character": "syntax",
    "sql_variable": "syntax",
    "sql_in_table": "syntax",
    "sql_endless": "syntax",
    "sql_function_unknown": "function",
    "sql_node_unknown": "function",
}


def classify(error: WenshuError) -> ErrorClass:
    """Return an error's class, by its type, SQLSTATE or code and never by its words."""
    if isinstance(error, DatabaseError):
        found = _by_sqlstate(error.sqlstate)
        if found is not None:
            return found
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    for kind, error_class in _BY_TYPE:
        if isinstance(error, kind):
            return error_class
    if isinstance(error, UnsafeSQLError):
        return _GUARD_FIXABLE.get(error.code, "unsafe")
    return "unknown"


def _by_sqlstate(state: str) -> ErrorClass | None:
    if len(state) != _SQLSTATE_CHARS:
        return _BY_NUMBER.get(state)
    return next((name for prefix, name in _BY_SQLSTATE if state.startswith(prefix)), None)


def strategy_for(error_class: str) -> Strategy:
    """Return the strategy of a class; a class nobody listed counts as unknown."""
    return STRATEGIES.get(error_class, STRATEGIES["unknown"])  # type: ignore[call-overload,no-any-return]
