"""People, turns, results, the audit trail and the marks of finished set-up steps."""

from alembic import op

revision = "0001_app"
down_revision = None

TABLES = """
CREATE TABLE people (
    name text PRIMARY KEY CHECK (name <> ''),
    password_hash text,
    role text NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}',
    display_name text NOT NULL DEFAULT '',
    language text NOT NULL DEFAULT 'auto',
    disabled boolean NOT NULL DEFAULT false,
    session_epoch integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE turns (
    id text PRIMARY KEY,
    owner text NOT NULL,
    thread text NOT NULL,
    connection text NOT NULL,
    question text NOT NULL,
    status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'stopped')),
    answer jsonb,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz
);
CREATE INDEX turns_by_thread ON turns (thread, started_at DESC);
CREATE INDEX turns_running ON turns (thread) WHERE status = 'running';

CREATE TABLE results (
    id text PRIMARY KEY,
    owner text NOT NULL,
    thread text NOT NULL,
    rights text NOT NULL,
    result jsonb NOT NULL,
    bytes bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX results_by_expiry ON results (expires_at);

CREATE TABLE audit (
    id bigserial PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    who text NOT NULL,
    act text NOT NULL,
    connection text,
    question text,
    sql text,
    policies jsonb,
    rows bigint,
    ms double precision,
    code text,
    detail jsonb
);
CREATE INDEX audit_by_time ON audit (at DESC);
CREATE INDEX audit_by_person ON audit (who, at DESC);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_keeps_its_rows BEFORE UPDATE OR DELETE ON audit
    FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_keeps_all_rows BEFORE TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE TABLE setup_marks (
    step text PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
);
"""


def upgrade() -> None:
    """Create them."""
    op.execute(TABLES)
