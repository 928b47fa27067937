"""The lease under which the work at hand is done: set where a turn is answered, read by what serves it."""

from contextvars import ContextVar

lease_token: ContextVar[int | None] = ContextVar("lease_token", default=None)
