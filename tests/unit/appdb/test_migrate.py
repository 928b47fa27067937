"""The app database's schema."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from appdb.migrate import head, migrate
from appdb.pool import AppDatabase
from config.version import VERSION
from errors import SettingsError


def test_processes_that_migrate_at_once_all_end_at_head(empty_database_url: str) -> None:
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(migrate, [empty_database_url] * 3))
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(head(),)]


def test_migrating_again_keeps_what_is_there(app_database_url: str) -> None:
    with psycopg.connect(app_database_url, autocommit=True) as connection:
        connection.execute("INSERT INTO setup_marks (step) VALUES ('kept')")
        migrate(app_database_url)
        assert ("kept",) in connection.execute("SELECT step FROM setup_marks").fetchall()


async def test_audit_rows_can_be_neither_changed_nor_removed(app_database: AppDatabase) -> None:
    await app_database.run("INSERT INTO audit (who, act) VALUES ('mei', 'ask')")
    for statement in ("UPDATE audit SET who = 'x'", "DELETE FROM audit", "TRUNCATE audit"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            await app_database.run(statement)
    assert await app_database.row("SELECT who FROM audit") == {"who": "mei"}


def test_data_of_a_newer_release_are_left_alone_and_both_releases_are_named(app_database_url: str) -> None:
    with psycopg.connect(app_database_url, autocommit=True) as connection:
        connection.execute("INSERT INTO setup_marks (step) VALUES ('release 1.0.0'), ('release 9.1.0')")
        connection.execute("UPDATE setup_marks SET at = now() + interval '1 day' WHERE step LIKE '%9.1.0'")
        connection.execute("UPDATE alembic_version SET version_num = '9999_later'")
    with pytest.raises(SettingsError) as refused:
        migrate(app_database_url)
    assert refused.value.code == "app_database_newer"
    assert refused.value.params == {"newer": "9.1.0", "ours": VERSION}
    with psycopg.connect(app_database_url) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999_later",)]
