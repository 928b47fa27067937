"""Fixtures that open a room: the assistant on the shop database with a scripted model."""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from appdb.pool import AppDatabase
from config.settings import Settings
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import Room, fill_shop, open_room, settings_on

OpenRoom = Callable[..., contextlib.AbstractAsyncContextManager[Room]]


@pytest.fixture
def shop_url(empty_database_url: str) -> str:
    """Return the address of a fresh shop database."""
    fill_shop(empty_database_url)
    return empty_database_url


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    """Return a scripted model server."""
    with FakeOpenAI() as server:
        yield server


@pytest.fixture
def opened(
    fake: FakeOpenAI, settings_for: Callable[..., Settings], app_database: AppDatabase, shop_url: str
) -> OpenRoom:
    """Return an opener of rooms; settings by keyword, whatever `open_room` takes under `room`."""

    @contextlib.asynccontextmanager
    async def opener(room: dict[str, Any] | None = None, **settings: Any) -> AsyncIterator[Room]:
        made = settings_on(fake, settings_for(), **settings)
        async with open_room(made, app_database, shop_url, **(room or {})) as opened_room:
            yield opened_room

    return opener
