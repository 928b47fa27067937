"""The databases asked: their sealed addresses, their tables as last read, what an admin says of these."""

from alembic import op

revision = "0009_databases"
down_revision = "0008_teaching"

TABLES = """
CREATE TABLE connections (
    name text PRIMARY KEY,
    sealed text NOT NULL,
    author text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE schema_readings (
    connection text PRIMARY KEY,
    run text NOT NULL,
    status text NOT NULL CHECK (status IN ('reading', 'done', 'cancelled', 'failed')),
    done integer NOT NULL DEFAULT 0,
    whole integer NOT NULL DEFAULT 0,
    cancel_wanted boolean NOT NULL DEFAULT false,
    failure jsonb,
    author text NOT NULL DEFAULT '',
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    read_at timestamptz
);

CREATE TABLE live_tables (
    connection text NOT NULL,
    name text NOT NULL,
    schema_name text NOT NULL,
    live jsonb,
    settled jsonb,
    row_estimate bigint,
    samples jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (connection, name)
);

CREATE TABLE table_descriptions (
    connection text NOT NULL,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    columns jsonb NOT NULL DEFAULT '{}',
    revision integer NOT NULL DEFAULT 1,
    author text NOT NULL DEFAULT '',
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection, name)
);
"""


def upgrade() -> None:
    """Create the tables."""
    op.execute(TABLES)
