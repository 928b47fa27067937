"""What waits for somebody: read files for the click that stages them, notes, verdicts for their review."""

from alembic import op

revision = "0007_review"
down_revision = "0005_sessions"

TABLES = """
CREATE TABLE drafts (
    id text PRIMARY KEY,
    owner text NOT NULL,
    connection text NOT NULL,
    files text[] NOT NULL,
    items jsonb NOT NULL DEFAULT '[]',
    sheet bytea,
    done integer NOT NULL DEFAULT 0,
    outcome jsonb,
    expires_at timestamptz NOT NULL
);
CREATE INDEX drafts_by_expiry ON drafts (expires_at);

CREATE TABLE notes (
    id text PRIMARY KEY,
    owner text NOT NULL,
    connection text NOT NULL,
    text text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX notes_once ON notes (owner, connection, md5(text));

CREATE TABLE reviews (
    id text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('up', 'down', 'note')),
    subject text NOT NULL,
    connection text NOT NULL,
    author text NOT NULL,
    question text NOT NULL,
    sql text NOT NULL DEFAULT '',
    answer text NOT NULL DEFAULT '',
    reasons text[] NOT NULL DEFAULT '{}',
    comment text NOT NULL DEFAULT '',
    correction text NOT NULL DEFAULT '',
    asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'promoted', 'rejected')),
    decided_by text NOT NULL DEFAULT '',
    decided_at timestamptz,
    decision text NOT NULL DEFAULT '',
    item_id text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX reviews_open_once ON reviews (subject) WHERE state = 'open';
CREATE INDEX reviews_by_state ON reviews (connection, state, at DESC);
"""


def upgrade() -> None:
    """Create the tables."""
    op.execute(TABLES)
