"""What every test may ask for: one embedded PostgreSQL a run, fresh databases, settings, and no way out."""

import atexit
import datetime as dt
import gc
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg import sql

from appdb.embedded import EmbeddedPostgres
from appdb.migrate import migrate
from appdb.pool import AppDatabase
from appdb.server import APP_ROLE, create_app_database
from config.memory import build_up, settle
from config.settings import Settings
from demo import database as demo_database
from tests.ending import end_on_sigterm
from tests.guard import closed_network  # noqa: F401  closes this process's outgoing traffic

# Importing Chainlit writes its folders into its root, which without this is the checkout. Who made it takes
# it away: a worker of xdist, which may end before the others, has it from its parent.
if "CHAINLIT_APP_ROOT" not in os.environ:
    os.environ["CHAINLIT_APP_ROOT"] = tempfile.mkdtemp(prefix="wenshu-chainlit-")
    atexit.register(shutil.rmtree, os.environ["CHAINLIT_APP_ROOT"], ignore_errors=True)

TEMPLATE = "template_app"
TODAY = dt.date(2026, 11, 20)
SettingsFor = Callable[..., Settings]

_numbers = count(1)


def pytest_configure(config: pytest.Config) -> None:
    """Prepare for an early end, and search for garbage seldom: collecting makes none and keeps everything."""
    end_on_sigterm(config)
    build_up()


def pytest_collection_finish() -> None:
    """Search no more for garbage in what was imported and collected: a worker did it thousands of times."""
    settle()


def pytest_unconfigure() -> None:
    """Give what was kept from those searches back, so that libraries find nothing left over at the end."""
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def no_settings_from_this_machine() -> Iterator[None]:
    """Keep the developer's environment and `.env` out of every test."""
    with pytest.MonkeyPatch.context() as patch:
        for field in Settings.model_fields:
            patch.delenv(field.upper(), raising=False)
        patch.setitem(Settings.model_config, "env_file", None)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    """One embedded PostgreSQL for the whole run."""
    base = Path(tempfile.mkdtemp(prefix="wenshu-test-"))
    server = EmbeddedPostgres(base / "data")
    server.start()
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):  # nothing here outlives the run
        _run_as_superuser(server, sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
    _run_as_superuser(server, sql.SQL("SELECT pg_reload_conf()"))
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(base, ignore_errors=True)


@pytest.fixture(scope="session")
def app_template(postgres: EmbeddedPostgres) -> str:
    """Return the name of a migrated database, the graph's tables included, that others are copied from."""
    create_app_database(postgres.url(), TEMPLATE)
    url = postgres.url(TEMPLATE, APP_ROLE)
    migrate(url)
    with PostgresSaver.from_conn_string(url) as saver:
        saver.setup()
    return TEMPLATE


@pytest.fixture
def app_database_url(postgres: EmbeddedPostgres, app_template: str) -> Iterator[str]:
    """Return the address of a fresh, migrated app database."""
    name = f"app_{next(_numbers)}"
    create_database(postgres, name, app_template, owner=APP_ROLE)
    yield postgres.url(name, APP_ROLE)
    drop_database(postgres, name)


@pytest.fixture
def empty_database_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    """Return the address of a fresh database with nothing in it."""
    name = f"empty_{next(_numbers)}"
    create_database(postgres, name)
    yield postgres.url(name)
    drop_database(postgres, name)


@pytest.fixture
async def app_database(app_database_url: str) -> AsyncIterator[AppDatabase]:
    """Return the app's database, fresh and migrated."""
    async with await AppDatabase.open(app_database_url, size=4) as database:
        yield database


@pytest.fixture(scope="session")
def demo_owner_url(postgres: EmbeddedPostgres) -> str:
    """Return the superuser's address of the demo database, filled up to the day before TODAY."""
    demo_database.create(postgres.url())
    url = demo_database.demo_url(postgres.url())
    demo_database.fill(url, TODAY)
    return url


@pytest.fixture(scope="session")
def demo_url(postgres: EmbeddedPostgres, demo_owner_url: str) -> str:
    """Return the address under which questions about the demo database are run."""
    return demo_database.reader_url(postgres.url())


@pytest.fixture
def settings_for(tmp_path: Path) -> SettingsFor:
    """Return a maker of settings that write under this test's own folder."""

    def make(folder: Path | None = None, **overrides: Any) -> Settings:
        values: dict[str, Any] = {"data_dir": (folder or tmp_path) / "data", "today": TODAY}
        return Settings(**(values | overrides))

    return make


def create_database(
    server: EmbeddedPostgres, name: str, template: str = "template1", owner: str = "postgres"
) -> None:
    """Create a test's database; by a copy of files, after which dropping it costs nothing either."""
    names = (sql.Identifier(part) for part in (name, template, owner))
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} OWNER {} STRATEGY FILE_COPY")
    _run_as_superuser(server, statement.format(*names))


def drop_database(server: EmbeddedPostgres, name: str) -> None:
    """Drop a test's database, whoever is still connected."""
    statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    _run_as_superuser(server, statement.format(sql.Identifier(name)))


def _run_as_superuser(server: EmbeddedPostgres, statement: sql.Composable) -> None:
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(statement)
