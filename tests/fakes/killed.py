"""A process that asks until it is killed; words: model, app and shop URL, durability, lease, questions."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any, cast

from appdb.pool import AppDatabase
from config.settings import Settings
from tests.fakes.room import open_room, settings_on


async def main(model: str, app: str, shop: str, durability: str, lease: str, *questions: str) -> None:
    """Ask on thread t1 as the room's user, all at once; print each answer's kind."""
    fake: Any = SimpleNamespace(url=model)
    settings = settings_on(
        fake,
        Settings(today="2026-11-20"),  # type: ignore[arg-type]
        durability=cast(Any, durability),
        turn_lease_s=float(lease),
        llm_timeout_s=60.0,
    )
    async with await AppDatabase.open(app) as database, open_room(settings, database, shop) as room:
        answers = await asyncio.gather(*map(room.ask, questions))
        print(*(answer.kind for answer in answers), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
