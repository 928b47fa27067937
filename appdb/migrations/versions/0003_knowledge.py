"""What was taught, and which of it each published version of a connection's knowledge holds."""

from alembic import op

revision = "0003_knowledge"
down_revision = "0002_chat"

TABLES = """
CREATE TABLE knowledge_items (
    id text PRIMARY KEY,
    connection text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('ddl', 'documentation', 'pair', 'term')),
    key text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    payload jsonb NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'staged' CHECK (status IN ('staged', 'published', 'retired')),
    removal_staged boolean NOT NULL DEFAULT false,
    author text NOT NULL DEFAULT '',
    source text NOT NULL DEFAULT '',
    verified_by text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX knowledge_items_by_status ON knowledge_items (connection, status, kind);
CREATE INDEX knowledge_items_by_key ON knowledge_items (connection, kind, md5(key));

CREATE TABLE knowledge_versions (
    connection text NOT NULL,
    version integer NOT NULL,
    status text NOT NULL CHECK (status IN ('building', 'published', 'failed', 'retired')),
    embedding text NOT NULL,
    items integer NOT NULL,
    author text NOT NULL DEFAULT '',
    reason text NOT NULL DEFAULT '',
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (connection, version)
);
CREATE UNIQUE INDEX knowledge_versions_one_published ON knowledge_versions (connection)
    WHERE status = 'published';

CREATE TABLE knowledge_version_items (
    connection text NOT NULL,
    version integer NOT NULL,
    item_id text NOT NULL REFERENCES knowledge_items (id),
    PRIMARY KEY (connection, version, item_id),
    FOREIGN KEY (connection, version) REFERENCES knowledge_versions (connection, version) ON DELETE CASCADE
);
CREATE INDEX knowledge_version_items_by_item ON knowledge_version_items (item_id);
"""


def upgrade() -> None:
    """Create the tables."""
    op.execute(TABLES)
