"""Who changed which knowledge, what is retrieved, rejected SQL, and the checks of it all."""

from alembic import op

revision = "0008_teaching"
down_revision = "0006_publishing"

KINDS = """
ALTER TABLE knowledge_items DROP CONSTRAINT knowledge_items_kind_check;
ALTER TABLE knowledge_items ADD CONSTRAINT knowledge_items_kind_check CHECK (kind IN ({kinds}));
"""
BEFORE = "'ddl', 'documentation', 'pair', 'term', 'metric'"

TABLES = """
ALTER TABLE knowledge_items ADD COLUMN verified_at timestamptz;
UPDATE knowledge_items SET verified_at = created_at WHERE verified_by <> '';

CREATE TABLE knowledge_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection text NOT NULL,
    item_id text NOT NULL REFERENCES knowledge_items (id) ON DELETE CASCADE,
    before_id text REFERENCES knowledge_items (id) ON DELETE CASCADE,
    act text NOT NULL CHECK (act IN ('added', 'edited', 'removed', 'restored', 'verified', 'undone')),
    who text NOT NULL DEFAULT '',
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX knowledge_changes_by_item ON knowledge_changes (item_id);
CREATE INDEX knowledge_changes_by_before ON knowledge_changes (before_id) WHERE before_id IS NOT NULL;
INSERT INTO knowledge_changes (connection, item_id, act, who, at)
    SELECT connection, id, 'added', author, created_at FROM knowledge_items;

CREATE TABLE knowledge_use (
    connection text NOT NULL,
    about text NOT NULL CHECK (about IN ('table', 'document', 'pair')),
    name text NOT NULL,
    times bigint NOT NULL,
    last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection, about, name)
);

CREATE TABLE knowledge_checkups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection text NOT NULL,
    status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'stopped')),
    who text NOT NULL,
    done integer NOT NULL DEFAULT 0,
    total integer NOT NULL DEFAULT 0,
    stop_asked boolean NOT NULL DEFAULT false,
    code text,
    findings jsonb NOT NULL DEFAULT '[]',
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz
);
CREATE INDEX knowledge_checkups_by_connection ON knowledge_checkups (connection, id DESC);
"""


def upgrade() -> None:
    """Create the tables."""
    op.execute(KINDS.format(kinds=f"{BEFORE}, 'rejected'"))
    op.execute(TABLES)
