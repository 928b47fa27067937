"""Statements sent together: what fails ends its part alone, and the connection stays fit for more."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
from psycopg import AsyncConnection

import appdb.trips
from appdb.embedded import EmbeddedPostgres
from appdb.trips import Trip, numbered

ROWS = "SELECT number, $1::text AS word FROM generate_series(1, $2::int) AS numbers(number)"


@pytest.fixture
async def connection(postgres: EmbeddedPostgres) -> AsyncIterator[AsyncConnection[Any]]:
    """A connection of its own."""
    async with await AsyncConnection.connect(postgres.url(), autocommit=True) as held:
        yield held


async def test_each_statement_has_its_reply(connection: AsyncConnection[Any]) -> None:
    trip = Trip(connection)
    first, second = trip.add(ROWS, ["x", 2]), trip.add("SELECT 1 AS one, NULL AS none WHERE false")
    trip.part()
    replies = await trip.go()
    assert replies.dicts(first) == [{"number": 1, "word": "x"}, {"number": 2, "word": "x"}]
    assert replies.rows(first) == [(1, "x"), (2, "x")]
    assert (replies.touched(first), replies.touched(second)) == (2, 0)
    assert ([name for name, _ in replies.columns(second)], replies.rows(second)) == (["one", "none"], [])


async def test_a_failed_statement_ends_its_part_and_no_other(connection: AsyncConnection[Any]) -> None:
    trip = Trip(connection)
    for sql in ("BEGIN", "SELECT set_config('wenshu.seen', 'x', true)", "SELECT 1/0", "SELECT nonsense"):
        trip.add(sql)
    trip.part()
    trip.add("ROLLBACK")
    trip.part()
    with pytest.raises(psycopg.errors.DivisionByZero):
        await trip.go()
    assert connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
    assert await (await connection.execute("SELECT 1")).fetchone() == (1,)


async def test_statements_of_a_part_are_one_transaction(connection: AsyncConnection[Any]) -> None:
    await connection.execute("CREATE TEMP TABLE kept (n int)")
    trip = Trip(connection)
    trip.add("INSERT INTO kept VALUES (1)")
    trip.add("SELECT 1/0")
    trip.part()
    with pytest.raises(psycopg.errors.DivisionByZero):
        await trip.go()
    assert await (await connection.execute("SELECT count(*) FROM kept")).fetchone() == (0,)


async def test_what_is_kept_is_prepared_once_for_each_kind_of_value(
    connection: AsyncConnection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(value: object) -> object:
        trip = Trip(connection)
        place = trip.add("SELECT $1 AS value", [value], keep=True)
        trip.part()
        return (await trip.go()).dicts(place)[0]["value"]

    async def prepared() -> int:
        rows = await connection.execute("SELECT count(*) FROM pg_prepared_statements WHERE name ~ '^wenshu'")
        ((count,),) = await rows.fetchall()
        return int(count)

    assert [await asked(value) for value in (1, 2, "a", "b")] == [1, 2, "a", "b"]
    assert await prepared() == 2
    monkeypatch.setattr(appdb.trips, "MOST_PREPARED", 2)
    assert [await asked(value) for value in (True, 3)] == [True, 3]
    assert await prepared() == 2


async def test_a_statement_prepared_in_a_trip_that_failed_is_known_the_next_time(
    connection: AsyncConnection[Any],
) -> None:
    for values in ([0], [2], [0], [4]):
        trip = Trip(connection)
        place = trip.add("SELECT 8 / $1::int AS part", values, keep=True)
        trip.part()
        if values == [0]:
            with pytest.raises(psycopg.errors.DivisionByZero):
                await trip.go()
        else:
            assert (await trip.go()).rows(place) == [(8 // values[0],)]
    kept = await connection.execute("SELECT count(*) FROM pg_prepared_statements WHERE name ~ '^wenshu'")
    assert await kept.fetchone() == (1,)
    trip = Trip(connection)
    trip.add("SELECT nonsense", keep=True)
    trip.part()
    for _ in range(2):
        with pytest.raises(psycopg.errors.UndefinedColumn):
            await trip.go()


async def test_what_is_not_prepared_as_it_was_is_prepared_anew(
    connection: AsyncConnection[Any],
) -> None:
    async def asked() -> list[Any]:
        trip = Trip(connection)
        place = trip.add("SELECT * FROM kept", keep=True)
        trip.part()
        return (await trip.go()).rows(place)

    await connection.execute("CREATE TEMP TABLE kept AS SELECT 1 AS n")
    assert await asked() == [(1,)]
    for change, kind in (
        ("ALTER TABLE kept ADD COLUMN m int", psycopg.errors.FeatureNotSupported),
        ("DEALLOCATE ALL", psycopg.errors.InvalidSqlStatementName),
    ):
        await connection.execute(change)  # type: ignore[arg-type]
        with pytest.raises(kind):
            await asked()
        assert await asked() == [(1, None)]


async def test_more_than_a_socket_takes_at_once_goes_there_and_back(connection: AsyncConnection[Any]) -> None:
    long, trip = "长" * 3_000_000, Trip(connection)
    places = [trip.add("SELECT $1::text, length($1)", [long]) for _ in range(3)]
    trip.part()
    replies = await trip.go()
    assert all(replies.rows(place) == [(long, len(long))] for place in places)


async def test_a_trip_given_up_is_cancelled_on_the_server(connection: AsyncConnection[Any]) -> None:
    trip = Trip(connection)
    trip.add("SELECT pg_sleep(60)")
    trip.part()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await trip.go()
    assert await (await connection.execute("SELECT 1")).fetchone() == (1,)


async def test_a_server_that_goes_away_is_told(
    connection: AsyncConnection[Any], postgres: EmbeddedPostgres
) -> None:
    trip = Trip(connection)
    trip.add("SELECT pg_sleep(60)")
    trip.part()
    going = asyncio.create_task(trip.go())
    await asyncio.sleep(0.1)
    async with await AsyncConnection.connect(postgres.url(), autocommit=True) as other:
        await other.execute("SELECT pg_terminate_backend(%s)", [connection.info.backend_pid])
    with pytest.raises(psycopg.OperationalError):
        await asyncio.wait_for(going, 10)
    assert connection.closed


def test_values_are_numbered_in_their_order() -> None:
    assert numbered("SELECT %s, %s WHERE a LIKE 'x%%'") == "SELECT $1, $2 WHERE a LIKE 'x%'"
