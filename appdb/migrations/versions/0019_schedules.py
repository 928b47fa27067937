"""Questions asked at their times, and what came of each time."""

from alembic import op

revision = "0019_schedules"
down_revision = "0017_tokens"

# A row is held by a token until `claimed_until`; what a late holder still writes is refused by its token.
SCHEDULES = """
CREATE SEQUENCE schedule_tokens;
CREATE TABLE schedules (
    id text PRIMARY KEY,
    owner text NOT NULL,
    connection text NOT NULL,
    question text NOT NULL,
    query jsonb,
    cron text NOT NULL,
    timezone text NOT NULL,
    language text NOT NULL,
    condition jsonb,
    channels jsonb NOT NULL,
    sealed text NOT NULL,
    state text NOT NULL DEFAULT 'active',
    why jsonb,
    failures int NOT NULL DEFAULT 0,
    memory jsonb NOT NULL DEFAULT '{}',
    next_at timestamptz,
    asked_at timestamptz,
    token bigint NOT NULL DEFAULT 0,
    claimed_until timestamptz NOT NULL DEFAULT '-infinity',
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX schedules_by_owner ON schedules (owner, created_at);
CREATE INDEX schedules_due ON schedules (next_at) WHERE state = 'active';
CREATE TABLE schedule_runs (
    id bigserial PRIMARY KEY,
    schedule text NOT NULL REFERENCES schedules ON DELETE CASCADE,
    due_at timestamptz NOT NULL,
    by_hand boolean NOT NULL,
    missed int NOT NULL DEFAULT 0,
    tries int NOT NULL DEFAULT 1,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz,
    status text NOT NULL DEFAULT 'running',
    turn text,
    said text,
    why jsonb,
    deliveries jsonb NOT NULL DEFAULT '{}',
    UNIQUE (schedule, due_at, by_hand)
);
ALTER SEQUENCE schedule_tokens OWNED BY schedules.token;
"""


def upgrade() -> None:
    """Make room for schedules and their history."""
    op.execute(SCHEDULES)
