"""The terminal answers on the loop that the chat has."""

import asyncio
import sys

import pytest

from config.loop import run


async def loop_and_task() -> list[str]:
    await asyncio.sleep(0)
    return [type(asyncio.get_running_loop()).__module__.partition(".")[0], asyncio.Task.__module__]


def test_work_is_done_on_uvloop_and_without_it_on_asyncios_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(loop_and_task()) == ["uvloop", "_asyncio"]
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert run(loop_and_task()) == ["asyncio", "_asyncio"]
