"""A process that asks one question until it is killed; words: model URL, app URL, shop URL, durability."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any, cast

from appdb.pool import AppDatabase
from config.settings import Settings
from tests.fakes.room import open_room, settings_on


async def main(model: str, app: str, shop: str, durability: str) -> None:
    """Ask on thread t1 as the room's user."""
    fake: Any = SimpleNamespace(url=model)
    settings = settings_on(fake, Settings(today="2026-11-20"), durability=cast(Any, durability))  # type: ignore[arg-type]
    async with await AppDatabase.open(app) as database, open_room(settings, database, shop) as room:
        await room.ask("各服务区的营业额是多少？")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
