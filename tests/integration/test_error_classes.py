"""The same mistakes have the same class on every engine: by SQLSTATE, number or exception, never by words."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import duckdb
import pytest
from pydantic import SecretStr

from agent.recovery import classify
from config.settings import Settings
from database.connections import Database, Databases
from database.rights import Rights
from database.spec import ConnectionSpec
from errors import WenshuError
from tests.integration.mariadb import private_mariadb

TABLE = "CREATE TABLE sale (id int, area varchar(20), amount int)"
ROWS = "INSERT INTO sale VALUES (1, 'a', 10), (2, 'b', 0)"
MISTAKES = {
    "unknown_name": ["SELECT amout FROM sale", "SELECT id FROM sales"],
    "syntax": ["SELECT FROM WHERE", "SELECT id id id FROM sale"],
    "function": ["SELECT no_such_function(id) FROM sale"],
    "unsafe": ["DELETE FROM sale"],
}
GROUPING = "SELECT area, sum(amount) AS x FROM sale"
RIGHTS = Rights("analyst", "shop")


@pytest.fixture(params=["postgres", "sqlite", "duckdb", "mariadb"])
async def database(
    request: pytest.FixtureRequest, tmp_path: Path, settings_for: object
) -> AsyncIterator[Database]:
    """Return a database of each engine that holds one table."""
    settings: Settings = settings_for()  # type: ignore[operator]
    url = _filled(request, tmp_path)
    databases = Databases.open([ConnectionSpec("shop", SecretStr(url))], settings)
    yield databases.get("shop")
    await databases.close()


def _filled(request: pytest.FixtureRequest, folder: Path) -> str:
    match request.param:
        case "sqlite":
            with sqlite3.connect(folder / "shop.db") as file:
                file.execute(TABLE)
                file.execute(ROWS)
            return f"sqlite:///{folder}/shop.db"
        case "duckdb":
            with duckdb.connect(str(folder / "shop.duckdb")) as made:
                made.execute(TABLE)
                made.execute(ROWS)
            return f"duckdb:///{folder}/shop.duckdb"
        case "postgres":
            import psycopg

            url: str = request.getfixturevalue("empty_database_url")
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(TABLE)
                connection.execute(ROWS)
            return url
        case _:
            return request.getfixturevalue("mariadb_url")


@pytest.fixture(scope="module")
def mariadb_url() -> object:
    """Return the address of a private MariaDB with the table in it."""
    import pymysql
    from sqlalchemy.engine import make_url

    with private_mariadb() as url:
        parts = make_url(url)
        connection = pymysql.connect(
            unix_socket=str(parts.query["unix_socket"]), user=parts.username, autocommit=True
        )
        with connection.cursor() as cursor:
            for statement in ("CREATE DATABASE IF NOT EXISTS shop", "USE shop", TABLE, ROWS):
                cursor.execute(statement)
        connection.close()
        yield parts.set(database="shop").render_as_string(hide_password=False)


async def _class_of(sql: str, database: Database) -> str:
    try:
        await database.run(await database.approve(sql, RIGHTS))
    except WenshuError as error:
        return classify(error)
    return "none"


async def test_mistake_has_its_class(database: Database) -> None:
    found = {sql: (name, await _class_of(sql, database)) for name, those in MISTAKES.items() for sql in those}
    assert {sql: pair for sql, pair in found.items() if pair[0] != pair[1]} == {}


async def test_column_that_must_be_grouped_by_has_its_class(database: Database) -> None:
    lenient = database.dialect.name in ("sqlite", "mysql")  # they take any row's value
    assert await _class_of(GROUPING, database) == ("none" if lenient else "grouping")
