"""Sessions that were signed out of before they expired."""

from alembic import op

revision = "0005_sessions"
down_revision = "0004_metrics"

TABLE = """
CREATE TABLE ended_sessions (
    id text PRIMARY KEY,
    ended_at timestamptz NOT NULL DEFAULT now()
)
"""


def upgrade() -> None:
    """Create their list."""
    op.execute(TABLE)
