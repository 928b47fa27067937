"""Views under a policy, on every engine: what one sees through a view is what one sees of its tables."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import duckdb
import psycopg
import pymysql
import pytest
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from config.settings import Settings
from database.connections import ConnectionSpec, Database, Databases
from database.rights import Rights
from errors import PolicyError
from tests.conftest import create_database, drop_database
from tests.integration.mariadb import private_mariadb

ENGINES = ("postgres", "sqlite", "duckdb", "mysql")
HOMES = {"postgres": "public", "sqlite": "main", "duckdb": "main", "mysql": "asked"}
TABLES = """
CREATE TABLE branches (id int PRIMARY KEY, name varchar(20));
CREATE TABLE orders (id int PRIMARY KEY, branch_id int, amount int, phone varchar(20), day date);
CREATE TABLE pay (id int PRIMARY KEY, salary int);
INSERT INTO branches VALUES (1, 'north'), (2, 'south');
INSERT INTO orders VALUES (1, 1, 10, '13800001111', '2026-01-01'), (2, 2, 40, '13900002222', '2026-01-02'),
 (3, 1, 30, '13700003333', '2026-02-01'), (4, 2, 70, '13600004444', '2026-02-02');
INSERT INTO pay VALUES (1, 9000);
"""
# Each view, and what it must be the same as when read from the tables under the same rights.
VIEWS = {
    "plain": "SELECT id, amount FROM orders",
    "starred": "SELECT * FROM orders",
    "aliased": "SELECT o.id AS number, o.phone AS contact FROM orders o WHERE o.amount > 20",
    "joined": "SELECT b.name, orders.amount FROM orders JOIN branches b ON b.id = orders.branch_id",
    "summed": "SELECT branch_id, count(*) AS n, sum(amount) AS total FROM orders GROUP BY branch_id",
    "stepped": "WITH big AS (SELECT * FROM orders WHERE amount >= 30) SELECT id, amount FROM big",
    "nested": "SELECT amount FROM plain WHERE amount > 20",
    "twice": "SELECT a.id FROM orders a JOIN orders b ON b.id = a.id UNION ALL SELECT id FROM orders",
    "called": "SELECT id, CASE WHEN amount > 20 THEN 'big' ELSE 'small' END AS size FROM orders"
    " WHERE amount BETWEEN 1 AND 99 AND phone LIKE '1%' AND id IN (1, 2, 3)",
    "top": "SELECT id FROM orders ORDER BY amount DESC LIMIT 1",
    "peeking": "SELECT id FROM orders WHERE 100 / (amount - 40) < 100",
    "paid": "SELECT o.id, p.salary FROM orders o JOIN pay p ON p.id = o.id",
}
SAME = [name for name in VIEWS if name != "paid"]
CREATED = "".join(f"CREATE VIEW {name} AS {query};\n" for name, query in VIEWS.items())
CREATED += "CREATE VIEW renamed (number, money) AS SELECT id, amount FROM orders;\n"


@pytest.fixture(scope="module", params=ENGINES)
def url(
    request: pytest.FixtureRequest, postgres: EmbeddedPostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Return the address of a database with tables and views."""
    folder: Path = tmp_path_factory.mktemp("views")
    if request.param == "postgres":
        create_database(postgres, "views")
        with psycopg.connect(postgres.url("views"), autocommit=True) as connection:
            connection.execute(TABLES + CREATED)
            connection.execute("CREATE MATERIALIZED VIEW kept AS SELECT id FROM orders")
            connection.execute("CREATE FUNCTION own() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'")
            connection.execute("CREATE VIEW opaque AS SELECT own() AS n, id FROM orders")
        yield postgres.url("views")
        drop_database(postgres, "views")
    elif request.param == "sqlite":
        with sqlite3.connect(folder / "a.db") as file:
            file.executescript(TABLES + CREATED)
        file.close()
        yield f"sqlite:///{folder / 'a.db'}"
    elif request.param == "duckdb":
        with duckdb.connect(str(folder / "a.duckdb")) as duck:
            duck.execute(TABLES + CREATED)
        yield f"duckdb:///{folder / 'a.duckdb'}"
    else:
        with private_mariadb() as address:
            socket = address.partition("unix_socket=")[2]
            with pymysql.connect(unix_socket=socket, user="root", autocommit=True) as server:
                cursor = server.cursor()
                cursor.execute("CREATE DATABASE asked")
                cursor.execute("USE asked")
                for statement in filter(str.strip, (TABLES + CREATED).split(";\n")):
                    cursor.execute(statement)
            yield address


@pytest.fixture
async def shop(url: str, settings_for: Callable[..., Settings]) -> AsyncIterator[Database]:
    databases = Databases.open([ConnectionSpec("shop", SecretStr(url))], settings_for())
    yield databases.get("shop")
    await databases.close()


def rights(shop: Database, **more: object) -> Rights:
    home = HOMES[shop.dialect.name]
    policies = {f"{home}.orders": "branch_id = {user.branch_id}"}
    return Rights(
        "manager", "shop", row_policies=policies, attributes={"branch_id": "1"}, mask_key="k", **more
    )  # type: ignore[arg-type]


async def rows(shop: Database, sql: str, who: Rights) -> list[tuple[object, ...]]:
    return sorted((await shop.run(await shop.approve(sql, who))).rows)


@pytest.mark.parametrize("name", SAME)
async def test_a_view_shows_what_its_tables_show(shop: Database, name: str) -> None:
    masked = {f"{HOMES[shop.dialect.name]}.orders.phone": "partial"}
    for who in (rights(shop), rights(shop, masks=masked)):
        assert await rows(shop, f"SELECT * FROM {name}", who) == await rows(shop, VIEWS[name], who)
        around = f"WITH orders AS (SELECT 7 AS id) SELECT v.* FROM {name} v, orders WHERE orders.id = 7"
        assert await rows(shop, around, who) == await rows(shop, VIEWS[name], who)


async def test_a_view_keeps_the_names_it_gave_its_columns(shop: Database) -> None:
    assert await rows(shop, "SELECT money, number FROM renamed", rights(shop)) == [(10, 1), (30, 3)]


async def test_what_was_applied_within_a_view_is_named(shop: Database) -> None:
    approved = await shop.approve("SELECT count(*) FROM nested", rights(shop))
    home = HOMES[shop.dialect.name]
    assert approved.policies == (f"rows:{home}.orders",)
    assert {f"{home}.nested", f"{home}.orders"} <= set(approved.tables)


async def test_a_view_that_cannot_be_read_through_is_refused(shop: Database) -> None:
    home = HOMES[shop.dialect.name]
    hidden = {"masks": {f"{home}.orders.phone": "hide"}}
    closed = {"denied_tables": (f"{home}.pay",)}
    refused = [("aliased", hidden), ("starred", hidden), ("paid", closed)]
    refused += [("kept", {}), ("opaque", {})] if shop.dialect.name == "postgres" else []
    for name, more in refused:
        with pytest.raises(PolicyError) as caught:
            await shop.approve(f"SELECT * FROM {name}", rights(shop, **more))
        assert (caught.value.code, caught.value.params["why"]) == ("policy_unproven", f"view {home}.{name}")
    assert await rows(shop, "SELECT * FROM plain", rights(shop, **hidden)) == [(1, 10), (3, 30)]


async def test_a_view_tells_nothing_of_rows_that_are_dropped(shop: Database) -> None:
    """Only a row of another branch has the amount 40: no division by zero may tell."""
    for sql in ("SELECT * FROM peeking", "SELECT id FROM plain WHERE 100 / (amount - 40) < 100"):
        assert await rows(shop, sql, rights(shop)) == await rows(shop, VIEWS["peeking"], rights(shop))
