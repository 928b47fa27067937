"""Answers that nobody reviewed are examples no more."""

from alembic import op

revision = "0013_no_good_answers"
down_revision = "0012_profiles"
branch_labels = None
depends_on = None

TABLE = """
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
    """Drop what was kept of them."""
    op.execute("DROP TABLE good_answers")


def downgrade() -> None:
    """Make room for them again; what was kept is gone."""
    op.execute(TABLE)
