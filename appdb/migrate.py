"""The app database's schema, brought to the newest revision by whichever process comes first."""

import logging
import re
from pathlib import Path

import psycopg

from errors import SettingsError

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
MIGRATION_LOCK = 0x77656E0001
CONNECT_S = 10
REVISION = re.compile(r'^(revision|down_revision)\b.*?=\s*(?:"([^"]+)"|None)', re.MULTILINE)


def migrate(url: str) -> None:
    """Bring the database at `url` to the chain's head; one process at a time, the others find it done."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_S) as connection:
            if _revision(connection) == head():
                return
            connection.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
            if _revision(connection) != head():
                _upgrade(url)
    except psycopg.OperationalError as error:
        raise SettingsError("app_database_unreachable", detail=str(error)) from error


def head() -> str:
    """Return the newest revision, read from the files: alembic takes half a second to import."""
    revisions: set[str] = set()
    parents: set[str] = set()
    for path in (MIGRATIONS / "versions").glob("*.py"):
        found = dict(REVISION.findall(path.read_text("utf-8")))
        revisions.add(found["revision"])
        parents.add(found["down_revision"])
    heads = revisions - parents
    if len(heads) != 1:
        raise SettingsError("internal", detail=f"the migrations have several heads: {sorted(heads)}")
    return heads.pop()


def _revision(connection: psycopg.Connection) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except psycopg.errors.UndefinedTable:
        return None
    return str(row[0]) if row else None


def _upgrade(url: str) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()
    log.info("app database is at %s", head())
