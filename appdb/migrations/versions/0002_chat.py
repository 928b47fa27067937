"""The chat's own tables, as Chainlit 2.12 writes them, in the schema `chat`.

Chainlit ships no migrations and adds columns in minor versions; tests/integration/chat/test_chat_history.py
counts the rows of a whole conversation, so that a missing column is seen on upgrade. No foreign keys between
them: Chainlit writes steps and elements from tasks of their own, sometimes before their thread.
"""

from alembic import op

revision = "0002_chat"
down_revision = "0001_app"

TABLES = (
    """
    CREATE TABLE chat.users (
        "id" TEXT PRIMARY KEY,
        "identifier" TEXT NOT NULL UNIQUE,
        "metadata" JSONB NOT NULL DEFAULT '{}',
        "createdAt" TEXT
    )
    """,
    """
    CREATE TABLE chat.threads (
        "id" TEXT PRIMARY KEY,
        "createdAt" TEXT,
        "name" TEXT,
        "userId" TEXT,
        "userIdentifier" TEXT,
        "tags" TEXT[],
        "metadata" JSONB NOT NULL DEFAULT '{}'
    )
    """,
    """
    CREATE TABLE chat.steps (
        "id" TEXT PRIMARY KEY,
        "name" TEXT NOT NULL,
        "type" TEXT NOT NULL,
        "threadId" TEXT NOT NULL,
        "parentId" TEXT,
        "command" TEXT,
        "modes" JSONB,
        "streaming" BOOLEAN NOT NULL DEFAULT false,
        "waitForAnswer" BOOLEAN,
        "isError" BOOLEAN,
        "metadata" JSONB,
        "tags" TEXT[],
        "input" TEXT,
        "output" TEXT,
        "createdAt" TEXT,
        "start" TEXT,
        "end" TEXT,
        "generation" JSONB,
        "showInput" TEXT,
        "language" TEXT,
        "icon" TEXT,
        "indent" INT,
        "defaultOpen" BOOLEAN,
        "autoCollapse" BOOLEAN
    )
    """,
    """
    CREATE TABLE chat.elements (
        "id" TEXT PRIMARY KEY,
        "threadId" TEXT,
        "type" TEXT,
        "url" TEXT,
        "chainlitKey" TEXT,
        "name" TEXT NOT NULL,
        "display" TEXT,
        "objectKey" TEXT,
        "size" TEXT,
        "page" INT,
        "language" TEXT,
        "forId" TEXT,
        "mime" TEXT,
        "props" JSONB,
        "autoPlay" BOOLEAN,
        "playerConfig" JSONB
    )
    """,
    """
    CREATE TABLE chat.feedbacks (
        "id" TEXT PRIMARY KEY,
        "forId" TEXT NOT NULL,
        "threadId" TEXT,
        "value" INT NOT NULL,
        "comment" TEXT,
        "author" TEXT,
        "created_at" TIMESTAMPTZ NOT NULL DEFAULT now()
    )
    """,
    'CREATE INDEX threads_user ON chat.threads ("userId")',
    'CREATE INDEX steps_thread ON chat.steps ("threadId", "createdAt")',
    'CREATE INDEX elements_thread ON chat.elements ("threadId")',
    'CREATE UNIQUE INDEX elements_key ON chat.elements ("objectKey")',
    'CREATE UNIQUE INDEX feedbacks_step ON chat.feedbacks ("forId")',
)


def upgrade() -> None:
    """Create the schema and its tables."""
    op.execute("CREATE SCHEMA chat")
    for table in TABLES:
        op.execute(table)
