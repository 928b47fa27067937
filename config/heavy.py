"""Work that would hold up the event loop, which everybody shares, goes to a thread."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

# Characters read or cells drawn in about 5 ms; a hop to a thread and back costs 0.1 ms.
LIGHT = 4_000


async def aside(size: int, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
    """Do the work at once where its size is light, else in a thread."""
    if size <= LIGHT:
        return work(*args, **kwargs)
    return await asyncio.to_thread(work, *args, **kwargs)
