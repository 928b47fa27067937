"""The app's own database, embedded or the operator's."""

from pathlib import Path

import psycopg
import pytest

from appdb.embedded import EmbeddedPostgres
from appdb.migrate import head
from appdb.server import APP_ROLE, AppServer
from tests.conftest import SettingsFor


def revision(url: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row and row[0]


def test_embedded_app_database_belongs_to_a_role_without_power(
    tmp_path: Path, settings_for: SettingsFor
) -> None:
    with AppServer(settings_for()) as server:
        assert revision(server.url) == head()
        with psycopg.connect(server.url) as connection:
            row = connection.execute(
                "SELECT rolname, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = user"
            ).fetchone()
        assert row == (APP_ROLE, False, False, False)


def test_other_roles_may_not_connect_to_the_app_database(settings_for: SettingsFor) -> None:
    with AppServer(settings_for()) as server:
        assert server.admin_url is not None
        with psycopg.connect(server.admin_url, autocommit=True) as connection:
            connection.execute("CREATE ROLE reader LOGIN")
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            psycopg.connect(server.url.replace(f"//{APP_ROLE}@", "//reader@"))


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_database_of_the_operator_is_used_and_migrated(
    empty_database_url: str, settings_for: SettingsFor, scheme: str
) -> None:
    given = empty_database_url.replace("postgresql", scheme, 1)
    with AppServer(settings_for(app_database_url=given)) as server:
        assert server.admin_url is None
        assert revision(server.url) == head()


def test_two_attached_processes_see_one_database(
    settings_for: SettingsFor, postgres: EmbeddedPostgres
) -> None:
    settings = settings_for()
    with AppServer(settings) as first, AppServer(settings) as second:
        assert first.url == second.url
        assert first.url != postgres.url("wenshu", APP_ROLE)
