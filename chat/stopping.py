"""A stop that comes before an answer has begun, or where none is given: it is said all the same."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import chainlit as cl
from chainlit.session import WebsocketSession

from chat.kept import keep, kept
from chat.visitor import interface_language
from config.wording import say

is_told: ContextVar[bool] = ContextVar("is_told", default=False)  # by the reply that was stopped


async def told(
    process: Callable[[WebsocketSession, Any], Awaitable[None]], session: WebsocketSession, payload: Any
) -> None:
    """Process a message; where that was stopped and nobody said so, keep what was asked and say it."""
    await process(session, payload)
    task = asyncio.current_task()
    if task is not None and task.cancelling() and not is_told.get():
        await keep(cl.Message.from_dict(payload["message"]))
        await kept(say("chat.stopped", interface_language())).send()
