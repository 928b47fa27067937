"""Candidates that are tested before they are published: golden questions, runs and what each run saw."""

from alembic import op

revision = "0006_publishing"
down_revision = "0007_review"

VERSIONS = """
ALTER TABLE knowledge_versions DROP CONSTRAINT knowledge_versions_status_check;
ALTER TABLE knowledge_versions ADD CONSTRAINT knowledge_versions_status_check CHECK (status IN ({statuses}));
"""
BEFORE = "'building', 'published', 'failed', 'retired'"

TABLES = """
CREATE TABLE golden_questions (
    id text PRIMARY KEY,
    connection text NOT NULL,
    question text NOT NULL,
    gold text[] NOT NULL DEFAULT '{}',
    kind text NOT NULL DEFAULT '',
    today date,
    author text NOT NULL DEFAULT '',
    source text NOT NULL DEFAULT '',
    removed boolean NOT NULL DEFAULT false,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX golden_questions_once ON golden_questions (connection, md5(question)) WHERE NOT removed;
CREATE INDEX golden_questions_by_connection ON golden_questions (connection, at DESC) WHERE NOT removed;

CREATE TABLE teaching_runs (
    id text PRIMARY KEY,
    connection text NOT NULL,
    act text NOT NULL CHECK (act IN ('test', 'rebuild', 'prepare', 'publish')),
    status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'cancelled', 'failed')),
    phase text NOT NULL DEFAULT 'build' CHECK (phase IN ('build', 'test', 'publish')),
    done integer NOT NULL DEFAULT 0,
    whole integer NOT NULL DEFAULT 0,
    author text NOT NULL,
    rights text NOT NULL DEFAULT '',
    base integer NOT NULL DEFAULT 0,
    version integer NOT NULL DEFAULT 0,
    published boolean NOT NULL DEFAULT false,
    cancel_asked boolean NOT NULL DEFAULT false,
    reason text NOT NULL DEFAULT '',
    code text NOT NULL DEFAULT '',
    params jsonb NOT NULL DEFAULT '{}',
    summary jsonb,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz
);
CREATE UNIQUE INDEX teaching_runs_one_at_once ON teaching_runs (connection) WHERE status = 'running';
CREATE INDEX teaching_runs_by_time ON teaching_runs (connection, started_at DESC);

CREATE TABLE teaching_run_questions (
    run text NOT NULL REFERENCES teaching_runs (id) ON DELETE CASCADE,
    place integer NOT NULL,
    way text NOT NULL,
    asked jsonb NOT NULL,
    PRIMARY KEY (run, place)
);
"""


def upgrade() -> None:
    """Create the tables, and let a version wait as a candidate."""
    op.execute(VERSIONS.format(statuses=f"{BEFORE}, 'candidate', 'discarded'"))
    op.execute(TABLES)
