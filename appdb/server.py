"""The app's own PostgreSQL as settings say: theirs by APP_DATABASE_URL, else the embedded one."""

import contextlib
import re
from types import TracebackType
from typing import Self

import psycopg
from psycopg import sql

from appdb.alone import alone
from appdb.embedded import EmbeddedPostgres
from appdb.migrate import migrate
from appdb.private import keep_private
from config.settings import Settings

APP_DATABASE = "wenshu"
APP_ROLE = "wenshu"
CREATION_LOCK = 0x77656E0002
SQLALCHEMY_DRIVER = re.compile(r"(?<=^postgresql)\+\w+(?=:)")  # many write it; libpq does not know it


class AppServer:
    """One process's hold on the server with the app's database; blocking, so call it in a thread.

    `url` is the app's database. `admin_url` may create databases and roles, or is None where the server is
    the operator's own.
    """

    def __init__(self, settings: Settings) -> None:
        self._data_dir = settings.data_dir
        self._given = settings.app_database_url
        self._embedded = None if self._given else EmbeddedPostgres(settings.data_dir, settings.timezone)
        self.url = ""
        self.admin_url: str | None = None

    def start(self) -> str:
        """Make the app's database reachable and its schema current; return its address."""
        self.reach()
        try:
            migrate(self.url)
        except BaseException:
            self.stop()
            raise
        return self.url

    def reach(self) -> None:
        """Make the app's database reachable, whatever it holds, and DATA_DIR its owner's alone."""
        keep_private(self._data_dir)
        if self._embedded:
            self._embedded.start()
            self.admin_url = self._embedded.url()
            self.url = self._embedded.url(APP_DATABASE, APP_ROLE)
        elif self._given:
            self.url = SQLALCHEMY_DRIVER.sub("", self._given.get_secret_value())
        try:
            if self.admin_url:
                create_app_database(self.admin_url)
        except BaseException:
            self.stop()
            raise

    def ensure(self) -> None:
        """Bring the embedded server back where it has died."""
        if self._embedded:
            self._embedded.ensure()

    def stop(self) -> None:
        """Let go of the server."""
        if self._embedded:
            self._embedded.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def create_app_database(admin_url: str, name: str = APP_DATABASE) -> None:
    """Create the app's role and database where they are missing; no other role may connect to it."""
    role, database = sql.Identifier(APP_ROLE), sql.Identifier(name)
    with psycopg.connect(admin_url, autocommit=True) as connection, alone(connection, CREATION_LOCK):
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            return
        with contextlib.suppress(psycopg.errors.DuplicateObject):  # it owns more than one database
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(database, role))
        connection.execute(sql.SQL("REVOKE CONNECT ON DATABASE {} FROM PUBLIC").format(database))
