"""Metrics are knowledge too: a kind of item of their own."""

from alembic import op

revision = "0004_metrics"
down_revision = "0003_knowledge"

KINDS = """
ALTER TABLE knowledge_items DROP CONSTRAINT knowledge_items_kind_check;
ALTER TABLE knowledge_items ADD CONSTRAINT knowledge_items_kind_check CHECK (kind IN ({kinds}));
"""
BEFORE = "'ddl', 'documentation', 'pair', 'term'"


def upgrade() -> None:
    """Allow the kind metric."""
    op.execute(KINDS.format(kinds=f"{BEFORE}, 'metric'"))
