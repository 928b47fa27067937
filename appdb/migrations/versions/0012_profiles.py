"""What the values of each table are like, as they were last read, and the keys inferred from them."""

from alembic import op

revision = "0012_profiles"
down_revision = "0010_preferences"

TABLES = """
CREATE TABLE table_profiles (
    connection text NOT NULL,
    name text NOT NULL,
    shape text NOT NULL,
    profile jsonb NOT NULL,
    read_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection, name)
);

CREATE TABLE inferred_keys (
    connection text PRIMARY KEY,
    keys jsonb NOT NULL
);
"""


def upgrade() -> None:
    """Create them."""
    op.execute(TABLES)
