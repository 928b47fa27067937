"""Places that all processes share, and what counting a person's messages needs."""

from alembic import op

revision = "0016_queue"
down_revision = "0015_leases"

# Worth nothing after a crash of PostgreSQL: each place is free again after seconds.
PLACES = """
CREATE SEQUENCE place_tokens;
CREATE UNLOGGED TABLE places (
    kind text NOT NULL,
    who text NOT NULL,
    number int NOT NULL,
    token bigint NOT NULL DEFAULT nextval('place_tokens'),
    taken_until timestamptz NOT NULL,
    PRIMARY KEY (kind, who, number)
);
CREATE INDEX places_by_token ON places (token);
ALTER SEQUENCE place_tokens OWNED BY places.token;
"""


def upgrade() -> None:
    """Make room for places; find a person's turns by time."""
    op.execute(PLACES)
    op.execute("CREATE INDEX turns_by_owner ON turns (owner, started_at DESC)")
