"""The one wrapper of every handler: whatever goes wrong becomes one kind sentence."""

import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import chainlit as cl

from chat.history import KEPT
from chat.visitor import interface_language
from config.wording import Language, say_error
from errors import WenshuError

log = logging.getLogger(__name__)


def guarded(handler: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Wrap a Chainlit handler; an exception it lets out shows the user nothing, or raw `str(error)`."""

    @functools.wraps(handler)
    async def kindly(*args: Any, **kwargs: Any) -> Any:
        try:
            return await handler(*args, **kwargs)
        except Exception as error:  # the edge: log the cause, say the sentence
            await tell(explain(error, interface_language()))
            return None

    return kindly


def explain(error: Exception, language: Language) -> str:
    """Log an error and return the sentence for it."""
    if isinstance(error, WenshuError):
        log.warning(
            "handler_refused", extra={"code": error.code, "phase": error.phase, "detail": error.detail}
        )
        return say_error(error, language)
    log.error("handler_failed", exc_info=error)
    return say_error(WenshuError(), language)


async def tell(sentence: str) -> None:
    """Show one sentence as the assistant's, marked as a failure."""
    message = cl.ErrorMessage(content=sentence)
    message.metadata = {KEPT: True}
    await message.send()
