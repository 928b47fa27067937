"""What is written short has its time in the prompt too, and a holiday the days that the database keeps."""

import asyncio
import datetime as dt
from types import SimpleNamespace
from typing import Any

from errors import KnowledgeError
from knowledge.items import Linked, LinkedTable
from tools.briefing import link

OWN = {"春节": [(dt.date(2027, 2, 5), dt.date(2027, 2, 13))]}


def _asked(query: str, holidays: Any = None, *, broken: bool = False) -> tuple[str, Any]:
    """Return the text that is linked, and the holidays it is linked with."""
    asked: list[tuple[str, Any]] = []

    async def retrieve(query: str, connection: str, **told: Any) -> Linked:
        asked.append((query, told["holidays"]))
        return Linked(tables=(LinkedTable("sales", 1.0, "sales(day date)"),))

    async def answers(*_: Any) -> Any:
        if broken:
            raise KnowledgeError("index_missing")
        return SimpleNamespace(reader=SimpleNamespace(known=SimpleNamespace(holidays=holidays)))

    settings = SimpleNamespace(prompt_budget_tokens=3000, retrieval_timeout_s=5)
    trace = SimpleNamespace(now=lambda: 0.0, retrieval=lambda *_, **__: None)
    context: Any = SimpleNamespace(
        desk=SimpleNamespace(trace=trace), settings=settings, rights=None, today=dt.date(2026, 11, 22),
        care="", connection="demo", knowledge=SimpleNamespace(retrieve=retrieve),
        figures=SimpleNamespace(answers=answers) if holidays or broken else None,
    )  # fmt: skip
    asyncio.run(link(query, context))
    return asked[0]


def test_a_period_written_short_is_linked_as_whole_words() -> None:
    assert _asked("shantou revenue this yr so far") == ("shantou revenue this year so far", None)


def test_a_holiday_is_linked_with_the_days_off_of_the_database() -> None:
    assert _asked("vehicles over spring festival 2027", OWN)[1] == OWN


def test_where_the_days_off_cannot_be_read_what_was_taught_is_linked_all_the_same() -> None:
    assert _asked("vehicles over spring festival 2027", broken=True)[1] is None
