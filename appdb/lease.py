"""What the work at hand is done under: set where a turn is answered, read by what serves it."""

from contextvars import ContextVar

lease_token: ContextVar[int | None] = ContextVar("lease_token", default=None)
is_first_turn: ContextVar[bool] = ContextVar("is_first_turn", default=False)  # of its conversation
