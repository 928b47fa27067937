"""The gate of publishing: golden questions asked of the published version and of the candidate."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

from agent.events import Answer
from appdb.users import User
from database.connections import Database
from database.result import QueryResult
from database.rights import Rights
from evaluation.compare import Compared, Comparison, compared, comparison
from evaluation.golden import GoldenQuestion
from evaluation.run import Judged, RunGold, judge
from evaluation.trial import Trial
from services import Services

AT_ONCE = 2  # questions, each asked of both versions: the chat goes on meanwhile on the same cores

Seen = Callable[[int, Compared], Awaitable[None]]


async def put_to_test(
    services: Services,
    run: str,
    user: User,
    connection: str,
    versions: tuple[int, int],
    golden: Sequence[GoldenQuestion],
    seen: Seen,
) -> Comparison:
    """Ask every golden question of two versions, published and candidate, 0 where none is published."""
    began = time.monotonic()
    base, version = versions
    async with AsyncExitStack() as stack:
        trials = [
            await _trial(stack, services, run, user, connection, number) if number else None
            for number in (base, version)
        ]
        before, after = trials
        assert after is not None
        database = services.databases.get(connection)
        rights = services.access.rights(after.user, connection)
        found = await _each(golden, seen, before, after, database, rights)
    return comparison(found, time.monotonic() - began)


async def _trial(
    stack: AsyncExitStack, services: Services, run: str, user: User, connection: str, version: int
) -> Trial:
    knowledge = await services.knowledge.pinned(connection, version)
    trial = await Trial.on(services, knowledge, user, connection, run)
    stack.push_async_callback(trial.close)
    return trial


async def _each(
    golden: Sequence[GoldenQuestion],
    seen: Seen,
    before: Trial | None,
    after: Trial,
    database: Database,
    rights: Rights,
) -> list[Compared]:
    found: dict[int, Compared] = {}
    waiting = iter(enumerate(golden))

    async def work() -> None:
        for place, case in waiting:
            run_gold = _once(database, rights, after.user.name)
            sides = [_judged(trial, case, run_gold, database) for trial in (before, after) if trial]
            *old, new = await asyncio.gather(*sides)
            found[place] = compared(case, old[0] if old else None, new)
            await seen(place, found[place])

    workers = [asyncio.create_task(work()) for _ in range(AT_ONCE)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return [found[place] for place in sorted(found)]


async def _judged(
    trial: Trial, case: GoldenQuestion, run_gold: RunGold, database: Database
) -> tuple[Judged, Answer]:
    answer = await trial.ask(case.question, case.today)
    return await judge(case, answer, run_gold, database.dialect), answer


def _once(database: Database, rights: Rights, user: str) -> RunGold:
    """Return what runs a gold statement one time for both versions."""
    running: dict[str, asyncio.Task[QueryResult]] = {}

    async def run(sql: str) -> QueryResult:
        return await database.run(await database.approve(sql, rights), user=user)

    async def once(sql: str) -> QueryResult:
        if sql not in running:
            running[sql] = asyncio.create_task(run(sql))
        return await running[sql]

    return once
