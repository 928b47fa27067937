"""What other processes write into the app's database is taken in by looking again and again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from errors import WenshuError

log = logging.getLogger(__name__)

FOLLOW_S = 2.0


async def follow(refresh: Callable[[], Awaitable[None]], what: str) -> None:
    """Refresh for ever; an app database that is away is waited for."""
    while True:
        await asyncio.sleep(FOLLOW_S)
        try:
            await refresh()
        except WenshuError as error:
            log.warning("%s not looked up", what, extra={"cause": str(error)})
