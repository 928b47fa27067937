"""Work that is done once a night, at an hour of the app's own time zone."""

import asyncio
import datetime as dt
import logging
from collections.abc import Awaitable, Callable
from zoneinfo import ZoneInfo

log = logging.getLogger(__name__)

NEVER = -1


def next_time(now: dt.datetime, hour: int) -> dt.datetime:
    """Return the next moment at which the clock shows this hour."""
    today = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today > now else today + dt.timedelta(days=1)


async def every_night(hour: int, timezone: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work each night at an hour, for ever; a night that fails does not end the others."""
    if hour == NEVER:
        return
    zone = ZoneInfo(timezone)
    while True:
        now = dt.datetime.now(zone)
        wait = next_time(now, hour).astimezone(dt.UTC) - now.astimezone(dt.UTC)
        await asyncio.sleep(wait.total_seconds())
        try:
            await work()
        except Exception:  # whatever fails tonight must not keep tomorrow's from being tried
            log.exception("the nightly work failed")
