"""What alembic runs: the chain's steps on the connection that migrate() opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
