"""The app database's schema, brought to the newest revision by whichever process comes first."""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import psycopg

from appdb.alone import alone
from config.version import VERSION
from errors import SettingsError

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
MIGRATION_LOCK = 0x77656E0001
CONNECT_S = 10
REVISION = re.compile(r'^(revision|down_revision)\b.*?=\s*(?:"([^"]+)"|None)', re.MULTILINE)
RELEASE_MARK = "release "

Upgrade = Callable[[str], None]


def migrate(url: str) -> None:
    """Bring the database at `url` to the chain's head; one process at a time, the others find it done."""
    try:
        with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_S) as connection:
            if known_revision(connection) != head():
                with alone(connection, MIGRATION_LOCK):
                    if known_revision(connection) != head():
                        _upgrade(url)
            connection.execute(
                "INSERT INTO setup_marks (step) VALUES (%s) ON CONFLICT DO NOTHING", [RELEASE_MARK + VERSION]
            )
    except psycopg.OperationalError as error:
        raise SettingsError("app_database_unreachable", detail=str(error)) from error


@contextmanager
def within_one_transaction(url: str) -> Iterator[tuple[psycopg.Connection, Upgrade]]:
    """Yield a connection, and what upgrades on it to a revision; all of it stands or falls together."""
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool)
    with engine.connect() as connection, connection.begin():
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        yield driver, lambda revision: _run_steps(connection, revision)


def head() -> str:
    """Return the newest revision, read from the files: alembic takes half a second to import."""
    revisions = _revisions()
    heads = revisions.keys() - set(revisions.values())
    if len(heads) != 1:
        raise SettingsError("internal", detail=f"the migrations have several heads: {sorted(heads)}")
    return heads.pop()


def is_known(revision: str) -> bool:
    """Tell whether this release has a revision's steps."""
    return revision in _revisions()


def revision_of(connection: psycopg.Connection) -> str | None:
    """Return the revision a database is at, or None where it holds nothing of ours."""
    with connection.transaction():
        if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None


@lru_cache(maxsize=1)
def _revisions() -> dict[str, str]:
    """Return each revision with the one it follows."""
    found = (REVISION.findall(path.read_text("utf-8")) for path in (MIGRATIONS / "versions").glob("*.py"))
    steps = [dict(pairs) for pairs in found]
    return {step["revision"]: step["down_revision"] for step in steps}


def known_revision(connection: psycopg.Connection) -> str | None:
    """Return the revision, or raise SettingsError where a newer release has been here."""
    revision = revision_of(connection)
    if revision is None or is_known(revision):
        return revision
    row = connection.execute(
        "SELECT step FROM setup_marks WHERE starts_with(step, %s) ORDER BY at DESC LIMIT 1", [RELEASE_MARK]
    ).fetchone()
    newer = str(row[0]).removeprefix(RELEASE_MARK) if row else revision
    raise SettingsError("app_database_newer", newer=newer, ours=VERSION)


def _upgrade(url: str) -> None:
    with within_one_transaction(url) as (_, upgrade):
        upgrade("head")
    log.info("app database is at %s", head())


def _run_steps(connection: object, revision: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
