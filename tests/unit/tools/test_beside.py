"""A look beside the rows costs no answer: what was begun and not done is said, what never began is not."""

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.outcome import Look, Said
from config.wording import Language, say
from query.metric_query import MetricQuery
from tools import beside
from tools.beside import Beside, not_looked

LOOK = Look("one", MetricQuery(("revenue",)), Said("x"))


def _context(language: Language = "zh") -> Any:
    async def desk(*_: object) -> object:
        return object()

    return SimpleNamespace(
        figures=SimpleNamespace(desk=desk), connection="", rights=None, today=None, language=language,
        desk=SimpleNamespace(unlooked=[]),
    )  # fmt: skip


async def _told(context: Any, *, reads: bool = True, aspect: beside.Aspect = "days") -> str | None:
    async def look(at: Beside) -> str | None:
        return "told" if reads and await at.read([LOOK]) else None

    return await beside.beside(aspect, "question", context, look)


async def test_what_is_too_late_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: object) -> Mapping[str, object]:
        await asyncio.sleep(5)
        return {}

    monkeypatch.setattr(beside, "read_looks", slow)
    monkeypatch.setattr(beside, "PATIENCE_S", 0.01)
    context = _context()
    assert await _told(context) is None
    context.desk.unlooked += ["ties", "days"]
    assert not_looked(context) == "没来得及查的：有没有漏记的日子、是否有并列。"


async def test_what_could_not_be_read_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> Mapping[str, object]:
        return {}

    monkeypatch.setattr(beside, "read_looks", nothing)
    context = _context("en")
    assert await _told(context) is None
    aspect = say("summary.unlooked.days", "en")
    assert not_looked(context) == f"Not looked at in time: {aspect}."


async def test_nothing_is_said_of_what_was_read_or_never_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(*_: object) -> Mapping[str, object]:
        return {"one": object()}

    monkeypatch.setattr(beside, "read_looks", read)
    context = _context()
    assert (await _told(context), await _told(context, reads=False)) == ("told", None)
    assert not not_looked(context)


async def test_what_may_change_the_answer_is_waited_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: object) -> Mapping[str, object]:
        await asyncio.sleep(0.3)
        return {"one": object()}

    monkeypatch.setattr(beside, "read_looks", slow)
    monkeypatch.setattr(beside, "PATIENCE_S", 0.2)
    context = _context()
    assert await _told(context, aspect="alike") == "told"
    assert await _told(context, aspect="days") is None
