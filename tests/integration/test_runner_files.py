"""The SQLite and DuckDB runners, guard left out: what the engine itself refuses, converts and stops."""

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import duckdb
import pytest

from database.runners.base import Limits
from database.runners.duckdb import DuckdbRunner
from database.runners.sqlite import SqliteRunner
from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError

ENDLESS = {
    "sqlite": "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
    "duckdb": "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c",
}
Runner = SqliteRunner | DuckdbRunner


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteRunner]:
    path = tmp_path / "a b.db"
    with sqlite3.connect(path) as connection:
        connection.executescript("""
            CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE sales (day DATE, shop INT REFERENCES shops (id), amount NUMERIC);
            CREATE VIEW named AS SELECT * FROM shops JOIN sales ON shop = id;
            CREATE VIRTUAL TABLE notes USING fts5 (text);
            INSERT INTO shops VALUES (1, '南城');
            INSERT INTO sales VALUES ('2026-01-01', 1, 1.5);
            INSERT INTO notes VALUES ('hello world');
        """)
    connection.close()
    runner = SqliteRunner(str(path), name="files", pool_size=2, max_bytes=4_000_000)
    yield runner
    await runner.close()


@pytest.fixture
async def duck(tmp_path: Path) -> AsyncIterator[DuckdbRunner]:
    path = str(tmp_path / "a.duckdb")
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE shops (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL)")
        connection.execute("COMMENT ON TABLE shops IS '店铺'; COMMENT ON COLUMN shops.name IS '名称'")
        connection.execute("CREATE TABLE sales (day DATE, shop INTEGER REFERENCES shops (id))")
        connection.execute("CREATE VIEW named AS SELECT * FROM shops JOIN sales ON shop = id")
        connection.execute("INSERT INTO shops VALUES (1, '南城')")
        connection.execute("CREATE TYPE Mood AS ENUM ('calm')")
        connection.execute("CREATE SCHEMA old; CREATE TYPE old.mood AS ENUM ('loud')")
    runner = DuckdbRunner(path, name="files", pool_size=2, timezone="Asia/Shanghai")
    yield runner
    await runner.close()


@pytest.fixture(params=["sqlite", "duckdb"])
def runner(request: pytest.FixtureRequest, sqlite: SqliteRunner, duck: DuckdbRunner) -> Runner:
    return sqlite if request.param == "sqlite" else duck


def endless(runner: Runner) -> str:
    return ENDLESS["sqlite" if isinstance(runner, SqliteRunner) else "duckdb"]


async def test_rows_are_cut_at_the_limit_and_said_to_be(runner: Runner) -> None:
    sql = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 900) SELECT n FROM r"
    cut = await runner.run(sql, (), Limits(max_rows=899))
    whole = await runner.run(sql, (), Limits(max_rows=900))
    assert (cut.row_count, cut.truncated, whole.row_count, whole.truncated) == (899, True, 900, False)


async def test_types_somebody_created_are_read_with_the_tables(duck: DuckdbRunner) -> None:
    assert (await duck.read_schema(["main"])).types == {"mood", "main.mood"}
    assert (await duck.read_schema([])).types == {"mood", "main.mood", "old.mood"}


async def test_a_long_statement_is_ended(runner: Runner) -> None:
    with pytest.raises(QueryTimeoutError):
        await runner.run(endless(runner), (), Limits(timeout_ms=200))
    assert (await runner.run("SELECT 1", (), Limits())).rows == ((1,),)


async def test_cancelling_ends_the_statement_in_the_engine(runner: Runner) -> None:
    task = asyncio.create_task(runner.run(endless(runner), (), Limits(timeout_ms=60_000)))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # A thread still at work would hold its place: as many as there are places find a free one.
    again = await asyncio.gather(*(runner.run("SELECT 1", (), Limits(timeout_ms=2000)) for _ in range(4)))
    assert [result.rows for result in again] == [((1,),)] * 4


async def test_a_statement_is_cancelled_at_whatever_step_that_is_asked(runner: Runner) -> None:
    for steps in range(8):
        task = asyncio.create_task(runner.run(endless(runner), (), Limits(timeout_ms=2000)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_values_are_bound_by_place(runner: Runner) -> None:
    mark = "?" if isinstance(runner, SqliteRunner) else "$1"
    found = await runner.run(f"SELECT name FROM shops WHERE id = {mark}", ("1",), Limits())
    assert found.rows == (("南城",),)


async def test_the_schema_is_read_with_keys_and_what_views_read(runner: Runner) -> None:
    tables = {table.name: table for table in (await runner.read_schema(())).tables}
    assert {"shops", "sales", "named"} <= set(tables)
    assert tables["shops"].primary_key == ("id",)
    assert [(key.to_table, key.to_columns) for key in tables["sales"].foreign_keys] == [("shops", ("id",))]
    assert tables["named"].is_view and set(tables["named"].reads or ()) == {"main.shops", "main.sales"}


async def test_a_missing_name_is_said_to_be_missing(runner: Runner) -> None:
    for sql, code in (("SELECT nope FROM shops", "column_unknown"), ("SELECT 1 FROM nope", "table_unknown")):
        with pytest.raises(DatabaseError) as caught:
            await runner.explain(sql, (), 1000)
        assert caught.value.code == code


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO shops VALUES (2, 'x')",
        "ATTACH 'evil.db' AS evil",
        "VACUUM INTO 'copy.db'",
        "PRAGMA query_only = OFF",
        "SELECT 1; DELETE FROM shops",
        "CREATE TEMP TABLE t (a)",
        "SELECT load_extension('x')",
        "SELECT * FROM pragma_database_list",
        "BEGIN",
        "SELECT hex(zeroblob(100000000))",
    ],
)
async def test_sqlite_refuses_what_is_not_reading(sqlite: SqliteRunner, sql: str) -> None:
    with pytest.raises(DatabaseError):
        await sqlite.run(sql, (), Limits())
    assert (await sqlite.run("SELECT count(*) FROM shops", (), Limits())).rows == ((1,),)


async def test_sqlite_text_that_is_no_utf_8_does_not_hide_the_rows(sqlite: SqliteRunner) -> None:
    result = await sqlite.run("SELECT CAST(X'4B6F6C6EFF' AS TEXT), name FROM shops", (), Limits())
    assert result.rows == (("Koln\ufffd", "南城"),)


async def test_sqlite_reads_views_json_and_full_text(sqlite: SqliteRunner) -> None:
    result = await sqlite.run(
        "SELECT named.*, json_group_array(text), x'00ff' FROM named, notes WHERE notes MATCH 'hello'",
        (),
        Limits(),
    )
    assert result.rows == ((1, "南城", "2026-01-01", 1, 1.5, '["hello world"]', "base64:AP8="),)
    assert [column.type for column in result.columns][:5] == ["integer", "text", "date", "integer", "number"]


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO shops VALUES (2, 'x')",
        "SELECT 1; DELETE FROM shops",
        "FROM '/etc/passwd'",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM a_variable_of_ours",
        "ATTACH ':memory:' AS x",
        "COPY shops TO 'out.csv'",
        "SET memory_limit = '9GB'",
        "SET enable_external_access = true",
        "CREATE TEMP TABLE t (a INT)",
        "LOAD httpfs",
        "PRAGMA database_list",
    ],
)
async def test_duckdb_refuses_what_is_not_reading_its_own_tables(duck: DuckdbRunner, sql: str) -> None:
    a_variable_of_ours = [1]
    with pytest.raises(DatabaseError):
        await duck.run(sql, (), Limits())
    assert (await duck.run("SELECT count(*) FROM shops", (), Limits())).rows == ((len(a_variable_of_ours),),)


async def test_duckdb_is_bound_in_memory_off_the_disk_and_locked(duck: DuckdbRunner) -> None:
    names = ("memory_limit", "temp_directory", "enable_external_access", "lock_configuration")
    found = await duck.run(
        "SELECT " + ", ".join(f"current_setting('{name}')" for name in names), (), Limits()
    )
    assert found.rows == (("953.6 MiB", "", False, True),)


async def test_duckdb_values_arrive_as_json_types(duck: DuckdbRunner) -> None:
    values = {
        "1::HUGEINT": (1, "integer"),
        "1.50::DECIMAL(9, 2)": (1.5, "number"),
        "'nan'::DOUBLE": ("nan", "number"),
        "DATE '2026-01-02'": ("2026-01-02", "date"),
        "TIMESTAMPTZ '2026-01-01 00:00:00Z'": ("2026-01-01T08:00:00+08:00", "datetime"),
        "TIMESTAMP '2026-01-01 00:00:00'": ("2026-01-01T00:00:00", "datetime"),
        "TIME '12:00'": ("12:00:00", "time"),
        "[1, 2]": ([1, 2], "json"),
        "{'a': DATE '2026-01-02'}": ({"a": "2026-01-02"}, "json"),
        """'{"a": 1}'::JSON""": ({"a": 1}, "json"),
        "'x'::BLOB": ("base64:eA==", "other"),
        "true": (True, "boolean"),
    }
    result = await duck.run(f"SELECT {', '.join(values)}", (), Limits())
    found = zip(result.rows[0], (column.type for column in result.columns), strict=True)
    assert dict(zip(values, found, strict=True)) == values
    json.dumps(result.to_json(), allow_nan=False)


async def test_an_error_about_a_value_does_not_show_the_value(duck: DuckdbRunner) -> None:
    with pytest.raises(DatabaseError) as caught:
        await duck.run("SELECT name::INT FROM shops", (), Limits())
    assert caught.value.code == "sql_types" and "南城" not in caught.value.detail


async def test_a_file_that_is_not_there_is_said_so_and_not_made(tmp_path: Path) -> None:
    runners: list[Runner] = [
        SqliteRunner(str(tmp_path / "none.db"), name="gone", pool_size=1, max_bytes=1000),
        DuckdbRunner(str(tmp_path / "none.duckdb"), name="gone", pool_size=1, timezone="UTC"),
    ]
    for runner in runners:
        with pytest.raises(ConnectionFailedError):
            await runner.run("SELECT 1", (), Limits())
        await runner.close()
    assert os.listdir(tmp_path) == []


async def test_text_that_is_no_json_is_a_fault_of_types(runner: Runner) -> None:
    with pytest.raises(DatabaseError) as caught:
        await runner.run("SELECT json_extract(name, '$.a') FROM shops", (), Limits())
    assert caught.value.code == "sql_types" and "南城" not in caught.value.detail


@pytest.mark.parametrize("depth", [61, 900, 20_000])
async def test_json_nested_deeper_than_readers_follow_is_given_as_text(runner: Runner, depth: int) -> None:
    written = "[" * depth + "]" * depth
    made = "repeat('[', {0}) || repeat(']', {0})" if isinstance(runner, DuckdbRunner) else f"'{written}'"
    cast = "({})::JSON" if isinstance(runner, DuckdbRunner) and depth < 1000 else "{}"
    [[value]] = (await runner.run(f"SELECT {cast.format(made.format(depth))}", (), Limits())).rows
    assert value == written[: Limits().max_cell_chars] + ("…" if len(written) > 20_000 else "")


async def test_what_a_driver_raises_of_its_own_is_a_failed_query(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise LookupError("no such codec")

    monkeypatch.setattr(runner, "_query", broken)
    with pytest.raises(DatabaseError) as caught:
        await runner.run("SELECT 1", (), Limits())
    assert (caught.value.code, caught.value.detail) == ("query_failed", "LookupError: no such codec")


async def test_where_one_idle_session_has_gone_silent_the_others_are_not_asked_each(
    sqlite: SqliteRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    sql, asked = "SELECT count(*) FROM shops", []
    await asyncio.gather(*(sqlite.run(sql, (), Limits()) for _ in range(2)))
    assert len(sqlite._idle) == 2
    monkeypatch.setattr(sqlite, "_alive", lambda session: bool(asked.append(session)))
    assert (await sqlite.run(sql, (), Limits())).rows == ((1,),)
    assert len(asked) == 1 and sqlite._idle != asked
