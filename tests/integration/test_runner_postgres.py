"""The PostgreSQL runner, guard left out: what the server itself refuses, converts, stops and survives."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest

from appdb.embedded import EmbeddedPostgres
from database.runners.base import Limits, PlanEstimate
from database.runners.postgres import PostgresRunner
from errors import ConnectionFailedError, CostError, DatabaseError, QueryTimeoutError

LONG = "SELECT pg_sleep(60), 'a long one'"
ROWS = (1000, 10)  # more than a batch, and so few that the transaction ends in the trip that reads them


@pytest.fixture
async def runner(empty_database_url: str) -> AsyncIterator[PostgresRunner]:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE shops (id int PRIMARY KEY, name text)")
        connection.execute("INSERT INTO shops VALUES (1, '南城')")
    found = PostgresRunner(empty_database_url, name="shops", pool_size=2, timezone="Asia/Shanghai")
    yield found
    await found.close()


async def test_values_arrive_as_json_types(runner: PostgresRunner) -> None:
    values = {
        "1.50::numeric": (1.5, "number"),
        "12::numeric": (12, "number"),
        "9007199254740993::bigint": (9007199254740993, "integer"),
        "'NaN'::numeric": ("NaN", "number"),
        "'-infinity'::float8": ("-Infinity", "number"),
        "1.5::float4": (1.5, "number"),
        "date '2026-01-02'": ("2026-01-02", "date"),
        "timestamptz '2026-01-01 00:00:00Z'": ("2026-01-01T08:00:00+08:00", "datetime"),
        "timestamp '2026-01-01 00:00:00.5'": ("2026-01-01T00:00:00.5", "datetime"),
        "timestamp 'infinity'": ("infinity", "datetime"),
        "date '99999-01-02'": ("99999-01-02", "date"),
        "time '12:00'": ("12:00:00", "time"),
        "interval '1 day 2 hours'": ("1 day 02:00:00", "other"),
        "'\\xdead'::bytea": ("\\xdead", "other"),
        """'{"a": [1, 2.5]}'::jsonb""": ({"a": [1, 2.5]}, "json"),
        "ARRAY[1.5, 2, NULL]": ([1.5, 2, None], "json"),
        "ARRAY[date '2026-01-02']": (["2026-01-02"], "json"),
        "'10.0.0.1/8'::inet": ("10.0.0.1/8", "text"),
        "'a2e7c1f0-0000-4000-8000-000000000000'::uuid": ("a2e7c1f0-0000-4000-8000-000000000000", "text"),
        "int4range(1, 5)": ("[1,5)", "other"),
        "ROW(1, 'a')": ("(1,a)", "other"),
        "true": (True, "boolean"),
        "NULL::int": (None, "integer"),
    }
    result = await runner.run(f"SELECT {', '.join(values)}", (), Limits())
    found = zip(result.rows[0], (column.type for column in result.columns), strict=True)
    assert dict(zip(values, found, strict=True)) == values
    json.dumps(result.to_json(), allow_nan=False)


@pytest.mark.parametrize(
    ("sql", "sqlstate"),
    [
        ("SELECT 1; SELECT 2", "42601"),
        ("SELECT 1; COMMIT; DROP TABLE shops", "42601"),
        ("COMMIT", "42601"),
        ("INSERT INTO shops VALUES (2, 'x')", "42601"),
        ("WITH x AS (DELETE FROM shops RETURNING 1) SELECT * FROM x", "0A000"),
        ("SELECT set_config('transaction_read_only', 'off', false)", "25001"),
        ("SELECT lo_create(0)", "25006"),
        ("SELECT id FROM shops FOR UPDATE", "25006"),
    ],
)
async def test_the_server_refuses_what_is_not_one_reading_query(
    runner: PostgresRunner, empty_database_url: str, sql: str, sqlstate: str
) -> None:
    with pytest.raises(DatabaseError) as caught:
        await runner.run(sql, (), Limits())
    assert caught.value.sqlstate == sqlstate
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT id, name FROM shops").fetchall() == [(1, "南城")]


async def test_a_plan_of_many_steps_within_each_other_is_read(runner: PostgresRunner) -> None:
    sql = "SELECT id FROM shops"
    for number in range(70):
        sql = f"SELECT id FROM ({sql}) AS part_{number} LIMIT 5"
    estimate = await runner.explain(sql, (), 5000)
    assert estimate.rows is not None and estimate.rows <= 5


async def test_a_planned_statement_is_not_run_and_a_second_one_is_refused(
    runner: PostgresRunner, empty_database_url: str
) -> None:
    estimate = await runner.explain("SELECT * FROM shops WHERE id = $1", (1,), 1000)
    assert estimate.cost is not None and estimate.cost > 0 and estimate.rows == 1
    with psycopg.connect(empty_database_url) as connection:
        others = "SELECT DISTINCT state FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
        assert connection.execute(others, [connection.info.dbname]).fetchall() == [("idle",)]
    with pytest.raises(DatabaseError) as caught:
        await runner.explain("SELECT 1; DROP TABLE shops", (), 1000)
    assert caught.value.sqlstate == "42601"


@pytest.mark.parametrize("most", ROWS)
async def test_what_is_planned_first_runs_in_the_transaction_of_its_plan_where_it_may(
    runner: PostgresRunner, empty_database_url: str, most: int
) -> None:
    plans = list[PlanEstimate]()
    sql = "SELECT id, current_setting('transaction_read_only') FROM shops WHERE id = $1"
    result = await runner.run(sql, (1,), Limits(max_rows=most), plans.append)
    assert (result.rows, plans[0].rows) == (((1, "on"),), 1)

    def refuse(plan: PlanEstimate) -> None:
        raise CostError(cost=plan.cost)

    with pytest.raises(CostError):
        await runner.run(LONG, (), Limits(max_rows=most), refuse)
    with pytest.raises(DatabaseError) as caught:
        await runner.run("SELECT naem FROM shops", (), Limits(max_rows=most), plans.append)
    assert (caught.value.code, caught.value.position, len(plans)) == ("column_unknown", 8, 1)
    with psycopg.connect(empty_database_url) as connection:
        others = "SELECT DISTINCT state FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
        assert connection.execute(others, [connection.info.dbname]).fetchall() == [("idle",)]


async def test_the_servers_words_come_with_the_place_in_our_sql(runner: PostgresRunner) -> None:
    with pytest.raises(DatabaseError) as caught:
        await runner.run("SELECT naem FROM shops", (), Limits())
    error = caught.value
    assert (error.code, error.sqlstate, error.position) == ("column_unknown", "42703", 8)
    assert "naem" in error.detail and "shops.name" in error.hint


@pytest.mark.parametrize("most", ROWS)
async def test_an_error_about_a_value_does_not_show_the_value(runner: PostgresRunner, most: int) -> None:
    with pytest.raises(DatabaseError) as caught:
        await runner.run("SELECT name::int FROM shops", (), Limits(max_rows=most))
    assert caught.value.code == "sql_types"
    assert "南城" not in caught.value.detail


@pytest.mark.parametrize("wanted", [1, 255, 256, 257, 999])
async def test_rows_are_cut_at_the_limit_and_said_to_be(runner: PostgresRunner, wanted: int) -> None:
    result = await runner.run("SELECT generate_series(1, 1000)", (), Limits(max_rows=wanted))
    assert (result.row_count, result.rows[-1], result.truncated) == (wanted, (wanted,), True)


async def test_a_result_that_just_fits_is_not_said_to_be_cut(runner: PostgresRunner) -> None:
    result = await runner.run("SELECT generate_series(1, 1000)", (), Limits(max_rows=1000))
    assert (result.row_count, result.truncated) == (1000, False)


async def test_bytes_and_cells_are_capped(runner: PostgresRunner) -> None:
    sql = "SELECT repeat('x', 30000) FROM generate_series(1, 1000)"
    result = await runner.run(sql, (), Limits(max_bytes=500_000, max_cell_chars=1000))
    assert result.rows[0][0] == "x" * 1000 + "…"
    assert result.truncated and 400 < result.row_count < 600


@pytest.mark.parametrize("most", ROWS)
async def test_a_long_statement_is_ended_by_the_server(runner: PostgresRunner, most: int) -> None:
    with pytest.raises(QueryTimeoutError) as caught:
        await runner.run(LONG, (), Limits(timeout_ms=100, max_rows=most))
    assert caught.value.sqlstate == "57014"


@pytest.mark.parametrize("most", ROWS)
async def test_cancelling_stops_the_statement_on_the_server(
    runner: PostgresRunner, empty_database_url: str, most: int
) -> None:
    task = asyncio.create_task(runner.run(LONG, (), Limits(timeout_ms=60_000, max_rows=most)))
    await running(empty_database_url, 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await running(empty_database_url, 0)
    assert (await runner.run("SELECT 1", (), Limits())).rows == ((1,),)


@pytest.mark.parametrize("most", ROWS)
async def test_nothing_of_a_session_is_left_for_the_next_statement(runner: PostgresRunner, most: int) -> None:
    for sql in ("SELECT set_config('app.uid', 'carol', false)", "SELECT pg_advisory_lock(7)"):
        await runner.run(sql, (), Limits(max_rows=most))
    left = await runner.run(
        "SELECT current_setting('app.uid', true),"
        " (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')",
        (),
        Limits(),
    )
    assert left.rows[0][0] in (None, "") and left.rows[0][1] == 0


async def test_more_statements_than_connections_all_finish(runner: PostgresRunner) -> None:
    results = await asyncio.gather(*(runner.run("SELECT $1::int", (n,), Limits()) for n in range(20)))
    assert [result.rows[0][0] for result in results] == list(range(20))


async def test_a_role_is_taken_on_for_each_statement(empty_database_url: str) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS group_reader")
        connection.execute("CREATE ROLE group_reader")
    runner = PostgresRunner(empty_database_url, name="x", set_role="group_reader")
    try:
        assert (await runner.run("SELECT current_user", (), Limits())).rows == (("group_reader",),)
    finally:
        await runner.close()
        with psycopg.connect(empty_database_url, autocommit=True) as connection:
            connection.execute("DROP ROLE group_reader")


async def test_the_pool_comes_back_after_the_database_restarts(tmp_path: Path) -> None:
    server = EmbeddedPostgres(tmp_path / "data")
    server.start()
    runner = PostgresRunner(server.url(), name="shops")
    try:
        await runner.run("SELECT 1", (), Limits())
        await asyncio.to_thread(server.stop)
        with pytest.raises(ConnectionFailedError):
            await runner.run("SELECT 1", (), Limits(timeout_ms=500))
        await asyncio.to_thread(server.start)
        assert (await runner.run("SELECT 2", (), Limits())).rows == ((2,),)
    finally:
        await runner.close()
        await asyncio.to_thread(server.stop)


async def test_a_database_that_is_not_there_is_said_so_without_its_password(tmp_path: Path) -> None:
    runner = PostgresRunner(f"postgresql://u:hunter2@/d?host={tmp_path}", name="gone")
    with pytest.raises(ConnectionFailedError) as caught:
        await runner.run("SELECT 1", (), Limits())
    assert caught.value.params["connection"] == "gone"
    assert "hunter2" not in caught.value.detail


async def test_the_schema_is_read_with_comments_keys_views_and_partitions_as_one(
    runner: PostgresRunner, empty_database_url: str
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("""
            COMMENT ON TABLE shops IS '店铺';
            COMMENT ON COLUMN shops.name IS '名称';
            CREATE TABLE sales (
              day date, shop_id int REFERENCES shops, amount numeric(10, 2), PRIMARY KEY (day, shop_id)
            ) PARTITION BY RANGE (day);
            CREATE TABLE sales_2026 PARTITION OF sales FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
            CREATE VIEW named AS SELECT shops.name, sales.amount FROM shops JOIN sales ON shop_id = id;
            CREATE FUNCTION own() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM sales';
            CREATE VIEW opaque AS SELECT own() AS n FROM shops;
            CREATE SCHEMA other; CREATE TABLE other.things (id int);
        """)  # fmt: skip
    schema = await runner.read_schema(("public",))
    assert [table.full_name for table in schema.tables] == [
        "public.named", "public.opaque", "public.sales", "public.shops",
    ]  # fmt: skip
    named, opaque, sales, shops = schema.tables
    assert (shops.comment, shops.columns[1].comment, shops.columns[0].nullable) == ("店铺", "名称", False)
    assert sales.primary_key == ("day", "shop_id") and sales.columns[2].type == "numeric(10,2)"
    assert [(key.columns, key.to_table, key.to_columns) for key in sales.foreign_keys] == [
        (("shop_id",), "shops", ("id",))
    ]
    assert named.is_view and named.reads == ("public.sales", "public.shops")
    assert opaque.reads is None  # its function reads what the view does not name
    assert len((await runner.read_schema(())).tables) == 5


async def running(url: str, wanted: int) -> None:
    """Wait until so many long statements run on the server."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        async with asyncio.timeout(10):
            while True:
                cursor = await connection.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%FETCH%'"
                    " AND pid <> pg_backend_pid() AND datname = current_database()"
                )
                row = await cursor.fetchone()
                if row and row[0] == wanted:
                    return
                await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        (f"SELECT '{'[' * 3000}{']' * 3000}'::json", str),
        (f"SELECT '{'[' * 3000}{']' * 3000}'::jsonb", str),
        ("SELECT repeat('{\"a\":', 900)::text || '1' || repeat('}', 900)", str),
        ("SELECT (repeat('{\"a\":', 900) || '1' || repeat('}', 900))::json", str),
        ("SELECT ('[' || repeat('9', 5000) || ']')::json", str),
        ("SELECT repeat('9', 5000)::numeric", str),
        ('SELECT \'{"a": [1, {"b": "[[[["}]}\'::json', dict),
        ("SELECT '[\"\\ud83d\\ude00\", 1]'::jsonb", list),
    ],
)
async def test_a_value_no_reader_could_follow_is_given_as_text(
    runner: PostgresRunner, sql: str, kind: type
) -> None:
    [[value]] = (await runner.run(sql, (), Limits())).rows
    assert type(value) is kind
    json.dumps(value, allow_nan=False)


async def test_what_a_driver_raises_of_its_own_is_a_failed_query(
    runner: PostgresRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise LookupError("no such codec")

    monkeypatch.setattr("database.runners.postgres.column_of", broken)
    with pytest.raises(DatabaseError) as caught:
        await runner.run("SELECT 1", (), Limits())
    assert (caught.value.code, caught.value.detail) == ("query_failed", "LookupError: no such codec")
    monkeypatch.undo()
    assert (await runner.run("SELECT 1", (), Limits())).rows == ((1,),)


async def test_a_closed_runner_opens_nothing_more(runner: PostgresRunner) -> None:
    assert (await runner.run("SELECT 1", (), Limits())).row_count == 1
    await runner.close()
    with pytest.raises(ConnectionFailedError):
        await runner.run("SELECT 1", (), Limits())
