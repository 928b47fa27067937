"""`mcp`: Wenshu as tools of an agent on this machine, over standard input and output."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server

from appdb.users import User
from commands.lines import arriving, batch_lines
from commands.people import acting_user
from errors import WenshuError
from services import Services
from web.mcp.server import Caller, mcp_server

LOOK_S = 0.2
MOST_LOOKS = 300  # for a minute; a call is answered without what is not read by then


def own_output() -> TextIOWrapper:
    """Return a stream to standard output, and turn what anything else prints to standard error.

    A client reads each line as a message: one of a library's, or of a child's, would end the conversation.
    """
    sys.stdout.flush()
    kept = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return TextIOWrapper(kept, encoding="utf-8", write_through=True)


async def serve(services: Services, user: str | None, out: TextIOWrapper) -> None:
    """Answer calls with a person's rights until standard input ends; they are looked up for each call."""

    async def who_calls(_: Any) -> Caller:
        return Caller(await acting_user(services, user))

    caller = await who_calls(None)  # who is nobody is told so before the first call
    ahead = asyncio.create_task(_read_ahead(services, caller.person))
    server = mcp_server(services, who_calls, lambda: asyncio.wait([ahead]))
    # The SDK reads in a thread that cannot be left, so that Ctrl-C would wait for another line.
    lines = cast("anyio.AsyncFile[str]", _Lines())
    try:
        async with stdio_server(lines, anyio.wrap_file(out)) as (read, write):
            await server.run(read, write, server.create_initialization_options())
    finally:  # else it would read on from what is being closed, and open it anew
        ahead.cancel()
        await asyncio.wait([ahead])


async def _read_ahead(services: Services, person: User) -> None:
    """Read what questions need: an agent's first call would else be declined for want of it."""
    for name in services.databases.names:
        with contextlib.suppress(WenshuError):  # a question says what is wrong with a database
            await services.taught.ready(name, services.access.rights(person, name))
            for _ in range(MOST_LOOKS):
                if not services.taught.reading(name):
                    break
                await asyncio.sleep(LOOK_S)


class _Lines:
    async def __aiter__(self) -> AsyncIterator[str]:
        async for _, line in arriving(batch_lines("-")):
            yield line
