"""The MySQL runner against a real MariaDB, guard left out."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pymysql
import pytest
from sqlalchemy.engine import make_url

from database.runners.base import Limits
from database.runners.mysql import MysqlRunner
from errors import DatabaseError, QueryTimeoutError
from tests.integration.mariadb import private_mariadb

READER = "reader"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Return the address of a filled database, as its root."""
    with private_mariadb() as url:
        with signed_in(url, database="") as cursor:
            for statement in (
                "CREATE DATABASE IF NOT EXISTS asked",
                "CREATE TABLE asked.shops (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL COMMENT '名称')"
                " COMMENT '店铺'",
                "CREATE TABLE asked.sales (day DATE, shop INT, FOREIGN KEY (shop) REFERENCES shops (id))",
                "CREATE VIEW asked.named AS SELECT id, UPPER(name) AS n FROM asked.shops",
                "CREATE FUNCTION asked.Any_Value(n INT) RETURNS INT READS SQL DATA"
                " RETURN (SELECT max(id) FROM asked.shops)",
                "INSERT INTO asked.shops VALUES (1, '南城')",
                f"CREATE USER {READER}@localhost",
                f"GRANT SELECT, SHOW VIEW ON asked.* TO {READER}@localhost",
            ):
                cursor.execute(statement)
        yield url


@pytest.fixture
async def runner(address: str) -> AsyncIterator[MysqlRunner]:
    # As root, so that what refuses is the transaction and not a missing grant.
    found = MysqlRunner(address, name="m", schema="asked", pool_size=2, timezone="Asia/Shanghai")
    yield found
    await found.close()


class signed_in:
    """A plain cursor beside the runner."""

    def __init__(self, url: str, database: str = "asked") -> None:
        socket = str(make_url(url).query["unix_socket"])
        self._connection = pymysql.connect(
            unix_socket=socket, user="root", database=database or None, autocommit=True, charset="utf8mb4"
        )

    def __enter__(self) -> Any:
        return self._connection.cursor()

    def __exit__(self, *_: object) -> None:
        self._connection.close()


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELECT 1; SELECT 2", "sql_syntax"),
        ("INSERT INTO shops VALUES (2, 'x')", "write_refused"),
        ("DROP TABLE sales", "write_refused"),
        ("CREATE TEMPORARY TABLE t (a INT)", "write_refused"),
        ("COMMIT", "write_refused"),
        ("SET SESSION tx_read_only = 0", "write_refused"),
        ("SELECT nope FROM shops", "column_unknown"),
        ("SELECT 1 FROM nope", "table_unknown"),
        ("SELEC 1", "sql_syntax"),
    ],
)
async def test_the_server_refuses_what_is_not_one_reading_query(
    runner: MysqlRunner, address: str, sql: str, code: str
) -> None:
    with pytest.raises(DatabaseError) as caught:
        await runner.run(sql, (), Limits())
    assert caught.value.code == code
    with pytest.raises(DatabaseError):
        await runner.run("INSERT INTO shops VALUES (3, 'y')", (), Limits())
    with signed_in(address) as cursor:
        cursor.execute("SELECT id, name FROM shops")
        assert list(cursor.fetchall()) == [(1, "南城")]


async def test_values_arrive_as_json_types(runner: MysqlRunner) -> None:
    values = {
        "CAST(1.50 AS DECIMAL(9, 2))": (1.5, "number"),
        "1e0": (1.0, "number"),
        "DATE '2026-01-02'": ("2026-01-02", "date"),
        "TIMESTAMP '2026-01-01 00:00:00'": ("2026-01-01T00:00:00", "datetime"),
        "FROM_UNIXTIME(0)": ("1970-01-01T08:00:00", "datetime"),
        "CAST('25:00:00' AS TIME)": ("25:00:00", "time"),
        "b'101'": ("base64:BQ==", "text"),
        "'%'": ("%", "text"),
    }
    result = await runner.run(f"SELECT {', '.join(values)}", (), Limits())
    found = zip(result.rows[0], (column.type for column in result.columns), strict=True)
    assert dict(zip(values, found, strict=True)) == values
    json.dumps(result.to_json(), allow_nan=False)


async def test_values_are_bound_by_place(runner: MysqlRunner) -> None:
    found = await runner.run("SELECT name FROM shops WHERE id = %s AND name LIKE '%%城'", ("1",), Limits())
    assert found.rows == (("南城",),)


async def test_rows_are_cut_and_the_next_statement_is_not_hurt(runner: MysqlRunner) -> None:
    result = await runner.run("SELECT seq FROM seq_1_to_100000", (), Limits(max_rows=700))
    assert (result.row_count, result.rows[-1], result.truncated) == (700, (700,), True)
    assert (await runner.run("SELECT 1", (), Limits())).truncated is False


async def test_a_long_statement_is_ended_by_the_server(runner: MysqlRunner) -> None:
    with pytest.raises(QueryTimeoutError) as caught:
        await runner.run("SELECT SLEEP(60)", (), Limits(timeout_ms=200))
    assert caught.value.sqlstate == "1969"  # the server's own limit, not ours


async def test_cancelling_stops_the_statement_on_the_server(runner: MysqlRunner, address: str) -> None:
    task = asyncio.create_task(runner.run("SELECT SLEEP(60)", (), Limits(timeout_ms=60_000)))
    await sleeping(address, 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await sleeping(address, 0)


async def test_a_connection_the_server_dropped_is_replaced(runner: MysqlRunner, address: str) -> None:
    first = await runner.run("SELECT CONNECTION_ID()", (), Limits())
    with signed_in(address) as cursor:
        cursor.execute(f"KILL {first.rows[0][0]}")
    second = await runner.run("SELECT CONNECTION_ID()", (), Limits())
    assert second.rows != first.rows


async def test_the_schema_is_read_with_comments_keys_and_views(runner: MysqlRunner) -> None:
    schema = await runner.read_schema(())
    tables = {table.name: table for table in schema.tables}
    assert schema.own == {"any_value"}  # on MySQL's list, and none of MariaDB's
    assert set(tables) == {"shops", "sales", "named"}
    assert (tables["shops"].comment, tables["shops"].columns[1].comment) == ("店铺", "名称")
    assert tables["shops"].primary_key == ("id",)
    assert [(key.to_schema, key.to_table) for key in tables["sales"].foreign_keys] == [("asked", "shops")]
    assert tables["named"].is_view and tables["named"].reads == ("asked.shops",)


async def test_a_sign_in_that_can_write_is_told_from_one_that_cannot(
    runner: MysqlRunner, address: str
) -> None:
    assert "*.*" in await runner.writable()
    reader = MysqlRunner(
        address.replace("root@", f"{READER}@"), name="r", schema="asked", pool_size=1, timezone="UTC"
    )
    try:
        assert await reader.writable() == ()
    finally:
        await reader.close()


async def sleeping(address: str, wanted: int) -> None:
    """Wait until so many statements sleep on the server."""
    async with asyncio.timeout(10):
        while True:
            with signed_in(address) as cursor:
                cursor.execute(
                    "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'"
                )
                if cursor.fetchone()[0] == wanted:
                    return
            await asyncio.sleep(0.02)


async def test_json_nested_deeper_than_readers_follow_is_given_as_text(runner: MysqlRunner) -> None:
    written = "[" * 900 + "]" * 900
    [[value]] = (await runner.run(f"SELECT '{written}'", (), Limits())).rows
    assert value == written


async def test_a_plan_is_read_also_where_a_literal_holds_a_quote(runner: MysqlRunner) -> None:
    for literal in ("x", 'x"'):
        plan = await runner.explain(f"SELECT id FROM shops WHERE name <> '{literal}'", (), 2000)
        assert plan.rows == 1
