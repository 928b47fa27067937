"""Whatever is large is read and drawn outside the event loop's thread."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import SecretStr

from chat import figures
from config.heavy import LIGHT, aside
from config.settings import Settings
from database.connections import Database, Databases
from database.rights import Rights
from database.schema import Schema
from database.spec import ConnectionSpec
from reasoning import model as reasoning_model
from tools import generate_summary

LONG = "SELECT " + " + ".join(["1"] * LIGHT)


class Watcher:
    """Stands before a function and notes the threads it runs in."""

    def __init__(self, work: Any) -> None:
        self.work, self.threads = work, list[int]()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.threads.append(threading.get_ident())
        return self.work(*args, **kwargs)

    @property
    def left_the_loop(self) -> bool:
        return bool(self.threads) and threading.get_ident() not in self.threads


def watched(patch: pytest.MonkeyPatch, room: Any, name: str, work: Any = None) -> Watcher:
    watcher = Watcher(work or getattr(room, name))
    patch.setattr(room, name, watcher)
    return watcher


@pytest.fixture
async def database(monkeypatch: pytest.MonkeyPatch) -> Any:
    databases = Databases.open([ConnectionSpec("x", SecretStr("sqlite:///x.db"))], Settings())
    found = databases.get("x")

    async def no_tables() -> Schema:
        return Schema()

    monkeypatch.setattr(found, "load_schema", no_tables)
    yield found
    await databases.close()


async def test_small_work_stays_and_large_work_leaves() -> None:
    here = threading.get_ident()
    assert await aside(LIGHT, threading.get_ident) == here
    assert await aside(LIGHT + 1, threading.get_ident) != here


async def test_a_long_statement_is_checked_outside_the_loop(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from database import connections

    guard = watched(monkeypatch, connections.guard, "check")
    policy = watched(monkeypatch, connections.policy, "apply")
    await database.approve(LONG, Rights("admin", "x"), dry_run=False)
    assert guard.left_the_loop and policy.left_the_loop


async def test_a_long_reply_is_read_outside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = watched(monkeypatch, reasoning_model, "read_in_dialect")
    brief: Any = SimpleNamespace(dialect="postgres", today="2026-11-20")
    await reasoning_model._read(f"```sql\n{LONG}\n```", brief)
    assert reading.left_the_loop


async def test_a_large_figure_is_drawn_outside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = watched(monkeypatch, figures, "drawable", lambda figure: None)
    trace = {"type": "scatter", "x": list(range(LIGHT)), "y": list(range(LIGHT))}
    assert await figures.chart({"data": [trace], "layout": {}}) is None
    assert drawing.left_the_loop


async def test_many_rows_are_analysed_outside_the_loop() -> None:
    result: Any = SimpleNamespace(row_count=10_000, columns=[1, 2])
    size = generate_summary._size({"sql": "SELECT 1"}, result)
    assert await aside(size, threading.get_ident) != threading.get_ident()
