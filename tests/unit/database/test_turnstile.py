"""How many statements one person runs at once, in one process and in several."""

import asyncio

import pytest

from appdb.lease import lease_token
from appdb.places import Places
from appdb.pool import AppDatabase
from database.turnstile import Turnstile
from errors import DatabaseError, SettingsError


async def test_one_user_waits_and_another_does_not() -> None:
    turnstile, running, go = Turnstile(2), list[str](), asyncio.Event()

    async def work(user: str) -> None:
        async with turnstile.turn(user, patience_s=30):
            running.append(user)
            await go.wait()

    tasks = [asyncio.create_task(work(user)) for user in ("mei", "mei", "mei", "li")]
    for _ in range(10):
        await asyncio.sleep(0)
    assert sorted(running) == ["li", "mei", "mei"]
    go.set()
    await asyncio.gather(*tasks)
    assert len(running) == 4
    assert turnstile.users() == 0  # nothing is held of users who left


async def test_a_user_who_waits_too_long_is_told() -> None:
    turnstile = Turnstile(1)
    async with turnstile.turn("mei", patience_s=1):
        with pytest.raises(DatabaseError) as caught:
            async with turnstile.turn("mei", patience_s=0.01):
                pass
    assert caught.value.code == "too_many_queries"


async def test_statements_of_one_persons_questions_are_counted_over_all_processes(
    app_database: AppDatabase,
) -> None:
    one, other = (Turnstile(2, Places(app_database)) for _ in range(2))
    running, most = 0, 0

    async def work(turnstile: Turnstile) -> None:
        nonlocal running, most
        lease_token.set(7)
        async with turnstile.turn("mei", patience_s=30):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.05)
            running -= 1

    await asyncio.gather(*(asyncio.create_task(work(turnstile)) for turnstile in (one, other) * 4))
    assert most == 2
    await _none_taken(app_database)


async def _none_taken(app_database: AppDatabase) -> None:
    for _ in range(200):
        if await app_database.row("SELECT 1 AS one FROM places") is None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("a place was not given back")


class Counted(Places):
    """Places that tell for whom they were taken and for how long."""

    async def take(self, kind: str, who: str, most: int, seconds: float) -> int | None:
        taken.append((who, seconds))
        return await super().take(kind, who, most, seconds)


taken = list[tuple[str, float]]()


async def test_statements_that_follow_one_another_share_a_place_while_its_time_lasts(
    app_database: AppDatabase,
) -> None:
    taken.clear()
    lease_token.set(7)
    turnstile = Turnstile(1, Counted(app_database))
    for user, patience in (("mei", 20), ("mei", 10), ("li", 20), ("mei", 30), ("mei", 20)):
        async with turnstile.turn(user, patience_s=patience):
            assert len(await app_database.rows("SELECT 1 FROM places WHERE who = %s", user)) == 1
    assert taken[:2] == [("mei", 21), ("li", 21)] and set(taken[2:]) == {("mei", 31)}
    await _none_taken(app_database)


async def test_places_kept_for_a_next_statement_are_given_back_at_the_end(
    app_database: AppDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    lease_token.set(7)
    turnstile = Turnstile(2, Places(app_database))
    for user in ("mei", "li", "mei"):
        async with turnstile.turn(user, patience_s=20):
            pass
    assert len(await app_database.rows("SELECT 1 FROM places")) == 2
    await turnstile.close()
    assert not await app_database.rows("SELECT 1 FROM places")
    await app_database.close()
    await asyncio.sleep(0.2)
    assert not caplog.records


class Away(Places):
    """Places in a database that is away."""

    async def take(self, kind: str, who: str, most: int, seconds: float) -> int | None:
        raise SettingsError("storage_unreachable")


async def test_statement_runs_where_the_apps_database_cannot_count_it(app_database: AppDatabase) -> None:
    lease_token.set(7)
    turnstile = Turnstile(1, Away(app_database))
    async with turnstile.turn("mei", patience_s=1):
        with pytest.raises(DatabaseError):
            async with turnstile.turn("mei", patience_s=0.01):
                pass
