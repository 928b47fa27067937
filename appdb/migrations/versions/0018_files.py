"""Files that people ask as data, and which conversation a dropped file belongs to."""

from alembic import op

revision = "0018_files"
down_revision = "0019_schedules"

TABLES = """
CREATE TABLE own_files (
    name text PRIMARY KEY,
    owner text NOT NULL,
    file text NOT NULL,
    thread text NOT NULL DEFAULT '',
    asked boolean NOT NULL DEFAULT true,
    kept boolean NOT NULL DEFAULT false,
    bytes bigint NOT NULL,
    profile jsonb NOT NULL DEFAULT '{}',
    made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX own_files_by_owner ON own_files (owner, made_at DESC);
ALTER TABLE drafts ADD COLUMN thread text NOT NULL DEFAULT '';
"""


def upgrade() -> None:
    """Create their table; a draft knows its conversation."""
    op.execute(TABLES)
