"""A deleted thread is forgotten: its turns, its results and what the graph remembers of it."""

import asyncio
from dataclasses import replace

from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP, USER, Room
from tests.integration.conftest import OpenRoom

GOOD = f"```sql\n{TOP}\n```"
QUESTION = "各服务区的营业额是多少？"


async def kept(room: Room, owner: str) -> dict[str, int]:
    """Count what is kept of an owner's thread t1."""
    mine = "SELECT count(*) AS n FROM {} WHERE owner = %s AND thread = 't1'"
    graph = "SELECT count(*) AS n FROM {} WHERE thread_id = %s || '/t1'"
    tables = {"turns": mine, "results": mine, "checkpoints": graph, "checkpoint_blobs": graph}
    found = {name: await room.app.row(sql.format(name), owner) for name, sql in tables.items()}  # type: ignore[arg-type]
    return {name: row["n"] for name, row in found.items() if row}


async def test_forgetting_takes_one_persons_thread_and_no_others(fake: FakeOpenAI, opened: OpenRoom) -> None:
    bob = replace(USER, name="bob")
    async with opened() as room:
        for user in (USER, bob):
            fake.script(GOOD, "好。")
            assert (await room.ask(QUESTION, user=user)).kind == "data"
        assert all((await kept(room, USER.name)).values())
        others = await kept(room, bob.name)
        await room.assistant.forget(USER.name, "t1")
        assert set((await kept(room, USER.name)).values()) == {0}
        assert await kept(room, bob.name) == others
        fake.script(GOOD, "好。")
        assert (await room.ask("按月呢？")).kind == "data", "the thread can be begun anew"


async def test_an_answer_being_given_leaves_nothing_behind(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, Say("好。", delay_s=1))
    async with opened() as room:
        asking = asyncio.create_task(room.ask(QUESTION))
        while len(fake.requests) < 2:  # noqa: ASYNC110  HTTP
            await asyncio.sleep(0.02)
        await room.assistant.forget(USER.name, "t1")
        assert (await asking).kind == "data"
        assert set((await kept(room, USER.name)).values()) == {0}
