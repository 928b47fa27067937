"""Who answers a turn now: leases on conversations, the turns' order, what happens until a turn ends."""

from alembic import op

revision = "0015_leases"
down_revision = "0014_pseudonyms"

TURNS = """
CREATE SEQUENCE turn_places;
ALTER TABLE turns
    ADD COLUMN place bigint,
    ADD COLUMN how jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN shown jsonb,
    ADD COLUMN stop_asked boolean NOT NULL DEFAULT false;
UPDATE turns SET place = ordered.place
FROM (SELECT id, row_number() OVER (ORDER BY started_at, id) AS place FROM turns) AS ordered
WHERE turns.id = ordered.id;
SELECT setval('turn_places', (SELECT coalesce(max(place), 0) + 1 FROM turns), false);
ALTER TABLE turns ALTER COLUMN place SET NOT NULL, ALTER COLUMN place SET DEFAULT nextval('turn_places');
ALTER SEQUENCE turn_places OWNED BY turns.place;
DROP INDEX turns_running;
CREATE INDEX turns_running ON turns (owner, thread, place) WHERE status = 'running';
"""

LEASES = """
CREATE SEQUENCE lease_tokens;
CREATE TABLE leases (
    owner text NOT NULL,
    thread text NOT NULL,
    turn text NOT NULL,
    holder text NOT NULL,
    token bigint NOT NULL DEFAULT nextval('lease_tokens'),
    tries int NOT NULL DEFAULT 1,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (owner, thread)
);
CREATE INDEX leases_by_token ON leases (token);
ALTER SEQUENCE lease_tokens OWNED BY leases.token;
"""

# Worth nothing once the turn has ended, so not worth the log either: after a crash of PostgreSQL it is empty.
EVENTS = """
CREATE UNLOGGED TABLE turn_events (
    turn text NOT NULL,
    token bigint NOT NULL,
    number int NOT NULL,
    events jsonb NOT NULL,
    PRIMARY KEY (turn, token, number)
);
"""


# Older versions know conversations by their steps alone: words at least they shall find.


def upgrade() -> None:
    """Number the turns and make room for leases and events."""
    op.execute(TURNS)
    op.execute(LEASES)
    op.execute(EVENTS)
