"""Values are profiled and keys inferred on every engine, and kept; a prompt has what its reader may see."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import duckdb
import psycopg
import pymysql
import pytest
from pydantic import SecretStr
from sqlalchemy.engine import make_url

from appdb.pool import AppDatabase
from config.settings import Settings
from database.connections import ConnectionSpec, Databases
from database.rights import Rights
from knowledge.profiles import Notes
from knowledge.profiling.known_values import KnownValues, known_columns
from knowledge.profiling.store import ProfileStore
from knowledge.prompt_values import all_notes, notes_for
from tests.integration.mariadb import private_mariadb

STATES = ("success", "failed", "pending")
TABLES = """
CREATE TABLE shop (id int PRIMARY KEY, name varchar(40), phone varchar(20));
CREATE TABLE payment (id int PRIMARY KEY, shop_id int, state varchar(20), invoice varchar(20), paid_on date,
    grade int, note varchar(200), amount decimal(12,2));
CREATE TABLE refund (id int PRIMARY KEY, shop_id int)
"""
Opener = Callable[..., KnownValues]
ALL = Rights(role="analyst", connection="shop")


def script() -> list[str]:
    """Return the statements of a small shop whose keys nobody declared."""
    shops = ", ".join(f"({n}, 'Shop of {n} Elm Street', '555-01{n:02d}')" for n in range(1, 31))
    rows = ", ".join(
        f"({n}, {1 + n % 30}, '{STATES[n % 3]}', 'INV-2023-{n:04d}', '2023-{1 + n % 6:02d}-15', {1 + n % 5},"
        f" 'a note that nobody else wrote, number {n}', {n}.25)"
        for n in range(1, 121)
    )
    return [*TABLES.split(";"), f"INSERT INTO shop VALUES {shops}", f"INSERT INTO payment VALUES {rows}"]


@pytest.fixture(scope="module")
def mariadb() -> Iterator[str]:
    with private_mariadb() as url:
        yield url


@pytest.fixture(params=["postgres", "mariadb", "sqlite", "duckdb"])
def shop_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of the shop on one engine."""
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "shop.db") as file:
            for statement in script():
                file.execute(statement)
        return f"sqlite:///{tmp_path}/shop.db"
    if request.param == "duckdb":
        with duckdb.connect(str(tmp_path / "shop.duckdb")) as opened:
            for statement in script():
                opened.execute(statement)
        return f"duckdb:///{tmp_path}/shop.duckdb"
    if request.param == "mariadb":
        url: str = request.getfixturevalue("mariadb")
        socket = make_url(url).query["unix_socket"]
        with pymysql.connect(unix_socket=socket, user="root", autocommit=True) as server:
            cursor = server.cursor()
            for statement in ("CREATE DATABASE asked", "USE asked", *script()):
                cursor.execute(statement)
        return url
    url = request.getfixturevalue("empty_database_url")
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in script():
            connection.execute(statement.encode())
    return url


@pytest.fixture
async def known(settings_for: Callable[..., Settings], app_database: AppDatabase) -> AsyncIterator[Opener]:
    opened: list[tuple[KnownValues, Databases]] = []

    def open_on(url: str) -> KnownValues:
        databases = Databases.open([ConnectionSpec("shop", SecretStr(url))], settings_for())
        opened.append((KnownValues(databases, ProfileStore(app_database)), databases))
        return opened[-1][0]

    yield open_on
    for values, databases in opened:
        await values.close()
        await databases.close()


async def notes(values: KnownValues, rights: Rights = ALL) -> Notes:
    """Return the notes these rights get, under bare table names."""
    found = await values.of("shop")
    schema = values._databases.get("shop").schema
    return {
        table.rpartition(".")[2]: of for table, of in notes_for(all_notes(schema, found), rights, ()).items()
    }


async def test_values_are_profiled_and_keys_inferred_on_every_engine(shop_url: str, known: Opener) -> None:
    values = known(shop_url)
    assert await notes(values) == {
        "payment": {
            "state": "{failed, pending, success}",
            "invoice": "e.g. INV-2023-0001",
            "paid_on": "2023-01-15…2023-06-15",
            "grade": "1…5",
            "amount": "1.25…120.25",
        }
    }
    found = values.held("shop")
    keys = {
        (name.rpartition(".")[2], key.columns, key.to_table) for name, of in found.keys.items() for key in of
    }
    assert keys == {("payment", ("shop_id",), "shop"), ("refund", ("shop_id",), "shop")}
    schema = values._databases.get("shop").schema
    named = {one.column.rpartition(".")[2]: len(one.values) for one in known_columns(schema, found)}
    assert named == {"name": 30, "phone": 30, "state": 3, "invoice": 120, "note": 120}


async def test_what_was_read_is_there_after_a_start_and_read_anew_where_a_table_changed(
    empty_database_url: str, known: Opener
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        for statement in script():
            connection.execute(statement.encode())
        first = await known(empty_database_url).of("shop")

        again = known(empty_database_url)
        loaded = await again.loaded("shop")
        assert (loaded.tables, loaded.keys) == (first.tables, first.keys)
        await again.of("shop")
        assert again.held("shop") is loaded, "nothing is read twice"

        connection.execute("ALTER TABLE payment ADD COLUMN kind text DEFAULT 'web'")
        connection.execute("DROP TABLE refund")
        later = known(empty_database_url)
        assert (await notes(later))["payment"]["kind"] == "{web}"
        kept = await ProfileStore(later._store._database).load("shop")
        assert set(kept.tables) == {"public.shop", "public.payment"}

    await later.forget("shop")
    assert (await later.loaded("shop")).tables == {}


@pytest.mark.parametrize(
    ("rights", "left"),
    [
        ({"row_policies": {"public.payment": "shop_id = 1"}}, None),
        ({"masks": {"public.payment.state": "hash"}}, {"invoice", "paid_on", "grade", "amount"}),
        ({"denied_columns": ("public.payment.paid_on",)}, {"state", "invoice", "grade", "amount"}),
    ],
)
async def test_who_does_not_see_a_column_whole_has_no_note_on_it(
    rights: dict[str, object], left: set[str] | None, empty_database_url: str, known: Opener
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        for statement in script():
            connection.execute(statement.encode())
    bound = Rights("south", "shop", **rights)  # type: ignore[arg-type]
    found = await notes(known(empty_database_url), bound)
    assert (set(found["payment"]) if "payment" in found else None) == left
