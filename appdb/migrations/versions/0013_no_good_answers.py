"""Answers that nobody reviewed are examples no more."""

from alembic import op

revision = "0013_no_good_answers"
down_revision = "0012_profiles"


def upgrade() -> None:
    """Drop what was kept of them."""
    op.execute("DROP TABLE good_answers")
