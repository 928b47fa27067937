"""How answers were found, and the good ones a writer may be shown as examples."""

from alembic import op

revision = "0011_traces"
down_revision = "0009_databases"

TABLES = """
CREATE TABLE traces (
    turn text PRIMARY KEY,
    owner text NOT NULL,
    thread text NOT NULL,
    connection text NOT NULL,
    rights text NOT NULL,
    trace jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX traces_by_expiry ON traces (expires_at);
CREATE INDEX traces_by_thread ON traces (thread);

CREATE TABLE good_answers (
    turn text PRIMARY KEY,
    owner text NOT NULL,
    thread text NOT NULL,
    connection text NOT NULL,
    rights text NOT NULL,
    schema text NOT NULL,
    question text NOT NULL,
    sql text NOT NULL,
    words text[] NOT NULL,
    rejected boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (owner, connection, rights, schema, question)
);
CREATE INDEX good_answers_by_owner ON good_answers (owner, created_at);
CREATE INDEX good_answers_by_thread ON good_answers (thread);
"""


def upgrade() -> None:
    """Create them."""
    op.execute(TABLES)
    op.execute("ALTER TABLE people ADD COLUMN answer_mode text NOT NULL DEFAULT ''")
