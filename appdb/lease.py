"""What the work at hand is done under: set where a turn is answered, read by what serves it."""

from contextvars import ContextVar

# In a statement's RETURNING or SELECT: its commit does not wait for the disk. So is written what the end of
# the turn, which waits, brings with it, and what nobody misses after a crash of PostgreSQL; the order stays.
UNAWAITED = "set_config('synchronous_commit', 'off', true)"
lease_token: ContextVar[int | None] = ContextVar("lease_token", default=None)
is_first_turn: ContextVar[bool] = ContextVar("is_first_turn", default=False)  # of its conversation
