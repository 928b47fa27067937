"""What people chose between readings of a question."""

from alembic import op

revision = "0010_preferences"
down_revision = "0011_traces"

TABLE = """
CREATE TABLE preferences (
    owner text NOT NULL,
    connection text NOT NULL,
    subject text NOT NULL,
    chosen text NOT NULL,
    reading text NOT NULL,
    chosen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner, connection, subject)
)
"""


def upgrade() -> None:
    """Create their table."""
    op.execute(TABLE)
