"""What is written short has its time in the prompt too."""

import asyncio
import datetime as dt
from types import SimpleNamespace
from typing import Any

from knowledge.items import Linked, LinkedTable
from tools.briefing import link


def test_a_period_written_short_is_linked_as_whole_words() -> None:
    asked: list[str] = []

    async def retrieve(query: str, connection: str, **_: Any) -> Linked:
        asked.append(query)
        return Linked(tables=(LinkedTable("sales", 1.0, "sales(day date)"),))

    settings = SimpleNamespace(prompt_budget_tokens=3000, retrieval_timeout_s=5)
    trace = SimpleNamespace(now=lambda: 0.0, retrieval=lambda *_, **__: None)
    context: Any = SimpleNamespace(
        desk=SimpleNamespace(trace=trace), settings=settings, rights=None, today=dt.date(2026, 11, 22),
        care="", connection="demo", knowledge=SimpleNamespace(retrieve=retrieve),
    )  # fmt: skip
    asyncio.run(link("shantou revenue this yr so far", context))
    assert asked == ["shantou revenue this year so far"]
