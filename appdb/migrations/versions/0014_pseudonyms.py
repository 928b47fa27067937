"""The audit trail keeps its lines about who was deleted, under another name; no more of it can change."""

from alembic import op

revision = "0014_pseudonyms"
down_revision = "0013_no_good_answers"

# A row may only take on the pseudonym that this transaction names, in place of the one person it names.
GUARD = """
CREATE OR REPLACE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    person text := current_setting('wenshu.forgotten', true);
    pseudonym text := current_setting('wenshu.pseudonym', true);
BEGIN
    IF TG_OP = 'UPDATE' AND person <> '' AND pseudonym LIKE 'former-%' THEN
        IF OLD.who = person THEN
            OLD.who := pseudonym;
        END IF;
        IF OLD.detail ->> 'name' = person THEN
            OLD.detail := jsonb_set(OLD.detail, '{name}', to_jsonb(pseudonym));
        END IF;
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$
"""


def upgrade() -> None:
    """Let pseudonyms in."""
    op.execute(GUARD)
