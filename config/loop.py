"""The event loop that questions are answered on."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Made = TypeVar("Made")


def new() -> asyncio.AbstractEventLoop:
    """Return a loop of uvloop where the machine has it, as the chat's is: a tenth of a question's CPU."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # not on Windows
        return asyncio.new_event_loop()
    return new_event_loop()


def run(work: Coroutine[Any, Any, Made]) -> Made:
    """Do the work on such a loop."""
    with asyncio.Runner(loop_factory=new) as runner:
        return runner.run(work)
