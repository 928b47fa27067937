"""Conversations deleted for a person or by their age: on the page, with their files, and in the assistant."""

import asyncio
import logging

from chainlit.data import get_data_layer

from appdb.personal import PersonalData
from appdb.places import Places
from appdb.requests import RequestStore
from appdb.traces import TraceStore
from services import services

log = logging.getLogger(__name__)

DAY_S = 86_400.0


async def delete_conversation(owner: str, thread: str) -> None:
    """Delete a conversation with its files, and what the assistant knows of it."""
    layer = get_data_layer()
    if layer is not None and await layer.get_thread_author(thread) == owner:
        await layer.delete_thread(thread)
    await services().forget(owner, thread)


async def every_day() -> None:
    """Sweep now and once a day, for ever."""
    while True:
        try:
            await sweep()
        except Exception:  # whatever fails today must not keep tomorrow's from being tried
            log.exception("not swept")
        await asyncio.sleep(DAY_S)


async def sweep() -> None:
    """Delete what is kept no longer: results, traces, conversations."""
    opened = services()
    await opened.results.sweep()
    await Places(opened.app_database).sweep()
    await RequestStore(opened.app_database).sweep()
    await TraceStore(opened.app_database, keep_days=0).sweep()
    await opened.own_files.sweep()
    if days := opened.settings.conversation_days:
        for owner, thread in await PersonalData(opened.app_database).old_threads(days):
            await delete_conversation(owner, thread)
