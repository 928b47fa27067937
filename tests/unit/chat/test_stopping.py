"""Whoever presses stop reads so, however early it was."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

import chainlit as cl
import chainlit.data
import chainlit.socket
import pytest
from chainlit.config import config
from chainlit.session import WebsocketSession, ws_sessions_id, ws_sessions_sid
from chainlit.utils import utc_now, wrap_user_function

from chat import patches
from chat.composed import Look
from chat.history import KEPT
from chat.reply import Reply
from config.wording import say

STOPPED = say("chat.stopped", "en")


class Page:
    """A browser that keeps what it is shown, and a data layer that keeps what it is given."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.kept: list[str] = []
        self.started = asyncio.Event()
        self.session = WebsocketSession(
            "tab", "socket", self._emit, self._emit, {}, "webapp", environ={"HTTP_ACCEPT_LANGUAGE": "en-US"}
        )

    async def _emit(self, event: str, data: Any, *_: Any) -> None:
        if event == "task_start":
            self.started.set()
            await asyncio.sleep(0)
        if event in ("new_message", "update_message") and data["type"] == "assistant_message":
            self.shown.append(data["output"])

    async def create_step(self, step: dict[str, Any]) -> None:
        if step["metadata"].get(KEPT):
            self.kept.append(step["output"])

    update_step = create_step

    async def ask(self) -> None:
        message = {"id": str(uuid.uuid4()), "name": "admin", "type": "user_message", "output": "sales?"}
        message["createdAt"] = utc_now()
        await chainlit.socket.message("socket", {"message": message, "fileReferences": None})  # type: ignore[no-untyped-call]

    async def stop(self) -> None:
        await patches._stop("socket")
        assert self.session.current_task is not None
        await self.session.current_task
        await asyncio.sleep(0)  # what Chainlit writes beside


@pytest.fixture
async def page(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Page]:
    patches.apply()
    page = Page()
    monkeypatch.setattr(chainlit.data, "_data_layer", page)
    monkeypatch.setattr(chainlit.data, "_data_layer_initialized", True)
    yield page
    ws_sessions_id.pop("tab"), ws_sessions_sid.pop("socket")


async def test_a_stop_before_the_handler_was_reached_is_said(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(message: cl.Message) -> None:
        page.shown.append("answered")

    monkeypatch.setattr(config.code, "on_message", wrap_user_function(never))
    await page.ask()
    await page.started.wait()
    await page.stop()
    assert page.shown == [STOPPED]
    assert page.kept == ["sales?", STOPPED]


async def test_a_stop_before_the_answer_has_begun_is_said(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = asyncio.Event()

    async def who_asks(message: cl.Message) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(config.code, "on_message", wrap_user_function(who_asks))
    await page.ask()
    await reached.wait()
    await page.stop()
    assert page.shown == [STOPPED]
    assert page.kept == ["sales?", STOPPED]


async def test_a_reply_that_is_stopped_says_so_once(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    reached = asyncio.Event()

    async def answers(message: cl.Message) -> None:
        async with Reply(uuid.uuid4().hex, Look("en", frozenset(), "UTC", False)):
            reached.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(config.code, "on_message", wrap_user_function(answers))
    await page.ask()
    await reached.wait()
    await page.stop()
    assert [text for text in page.shown if STOPPED in text] == page.shown != []
    assert len(page.shown) == 1 and page.kept == []


async def test_a_message_that_is_answered_is_told_nothing(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers(message: cl.Message) -> None:
        await cl.Message(content="42").send()

    monkeypatch.setattr(config.code, "on_message", wrap_user_function(answers))
    await page.ask()
    assert page.session.current_task is not None
    await page.session.current_task
    assert page.shown == ["42"]
