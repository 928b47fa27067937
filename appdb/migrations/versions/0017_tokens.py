"""Tokens of programs, the requests they may send twice, and answers whose link was given away."""

from alembic import op

revision = "0017_tokens"
down_revision = "0016_queue"

TOKENS = """
CREATE TABLE tokens (
    id text PRIMARY KEY,
    owner text NOT NULL,
    label text NOT NULL,
    secret_hash text NOT NULL UNIQUE,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz
);
CREATE INDEX tokens_by_owner ON tokens (owner, created_at DESC);
"""

# A key of a request that may come twice, with what was asked and the turn that answers it.
REQUESTS = """
CREATE TABLE api_requests (
    owner text NOT NULL,
    key text NOT NULL,
    asked text NOT NULL,
    turn text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner, key)
);
CREATE INDEX api_requests_by_turn ON api_requests (turn);
CREATE INDEX api_requests_by_age ON api_requests (created_at);
"""

# An answer's link opens for others who see the same data as its owner did.
SHARED = """
CREATE TABLE shared_answers (
    turn text PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    owner text NOT NULL,
    rights text NOT NULL,
    shared_at timestamptz NOT NULL DEFAULT now()
);
"""


def upgrade() -> None:
    """Create the three tables."""
    for tables in (TOKENS, REQUESTS, SHARED):
        op.execute(tables)
