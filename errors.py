"""Every error Wenshu raises on purpose, in one tree.

WenshuError
├── SettingsError        a setting, file or folder the operator must mend
├── InputError           what the user sent cannot be used as it is
├── AccessError          this user may not do or see this
├── UnsafeSQLError       the guard refuses the statement (wall 1)
├── PolicyError          the role's policy refuses it or cannot cover it (wall 2)
├── DatabaseError        the database asked said no; `sqlstate` holds its own code
│   ├── CostError        the plan is over the connection's threshold (wall 3)
│   ├── QueryTimeoutError
│   └── ConnectionFailedError
├── ModelError           the chat model is absent, slow, wrong or silent
├── DeliveryError        a mail server or a webhook did not take a message
├── KnowledgeError       teaching material or an index that cannot be used
└── NotFoundError        a thread, result or record that is not there

An error carries a stable `code`, the `params` of its sentence, the `phase` it happened in and, through
`raise … from`, its cause. The sentence for the user stands in config/texts under `errors.<code>`.
"""

from collections.abc import Mapping
from typing import Any


class WenshuError(Exception):
    """An expected failure with a sentence for the user and a cause for the log."""

    code = "internal"

    def __init__(self, code: str | None = None, *, phase: str = "", detail: str = "", **params: Any) -> None:
        self.code = code or type(self).code
        self.params: Mapping[str, Any] = params
        self.phase = phase
        self.detail = detail
        super().__init__(f"{self.code}: {detail}" if detail else self.code)


class SettingsError(WenshuError):
    """A setting, file or folder that the operator must mend before Wenshu can go on."""

    code = "settings_invalid"


class InputError(WenshuError):
    """What the user sent cannot be used as it is."""

    code = "input_invalid"


class AccessError(WenshuError):
    """This user may not do or see this."""

    code = "access_denied"


class UnsafeSQLError(WenshuError):
    """The guard refuses the statement; `code` names the rule."""

    code = "sql_unsafe"


class PolicyError(WenshuError):
    """The role's policy refuses the statement, or cannot be proven to cover it."""

    code = "policy_denied"


class DatabaseError(WenshuError):
    """The database asked refused or failed; `sqlstate` is its own code, `detail` its own words."""

    code = "query_failed"

    def __init__(
        self,
        code: str | None = None,
        *,
        sqlstate: str = "",
        hint: str = "",
        position: int | None = None,
        near: str = "",
        phase: str = "",
        detail: str = "",
        **params: Any,
    ) -> None:
        super().__init__(code, phase=phase, detail=detail, **params)
        self.sqlstate = sqlstate
        self.hint = hint
        self.position = position
        self.near = near  # the statement's own words from there on


class CostError(DatabaseError):
    """The plan's estimate is over the connection's threshold."""

    code = "query_too_costly"


class QueryTimeoutError(DatabaseError):
    """The database did not finish within `query_timeout_ms`."""

    code = "query_timeout"


class ConnectionFailedError(DatabaseError):
    """The database asked cannot be reached."""

    code = "database_unreachable"


class ModelError(WenshuError):
    """The chat model is absent, slow, wrong or silent; `retry_after_s` where the provider said so."""

    code = "model_failed"

    def __init__(
        self,
        code: str | None = None,
        *,
        retry_after_s: float | None = None,
        phase: str = "model",
        detail: str = "",
        **params: Any,
    ) -> None:
        super().__init__(code, phase=phase, detail=detail, **params)
        self.retry_after_s = retry_after_s


class DeliveryError(WenshuError):
    """A mail server or a webhook did not take a message; nothing in it says where that is."""

    code = "delivery_failed"


class KnowledgeError(WenshuError):
    """Teaching material or an index that cannot be used."""

    code = "knowledge_invalid"


class NotFoundError(WenshuError):
    """A thread, result or record that is not there."""

    code = "not_found"
