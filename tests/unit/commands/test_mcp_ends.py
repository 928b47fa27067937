"""An agent's server whose input has ended."""

import asyncio
import io
from types import SimpleNamespace
from typing import Any, cast

import pytest

from appdb.users import User
from commands import mcp
from database.rights import Rights
from services import Services


class Reading:
    """What is taught of a database that never stops being read."""

    def __init__(self) -> None:
        self.was_left = False

    async def ready(self, connection: str, rights: Rights) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.was_left = True


async def test_input_that_ends_at_once_ends_what_is_read_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would read on from is closed next; opened anew by that, it kept the process for ever."""
    taught = Reading()
    services: Any = SimpleNamespace(
        taught=taught,
        databases=SimpleNamespace(names=("sales",)),
        access=SimpleNamespace(rights=lambda person, name: Rights("admin", name)),
    )

    async def somebody(_: Services, name: str | None) -> User:
        return User(name or "operator", "admin")

    monkeypatch.setattr(mcp, "acting_user", somebody)
    monkeypatch.setattr(mcp, "batch_lines", lambda source: iter(()))
    await mcp.serve(cast(Services, services), None, io.TextIOWrapper(io.BytesIO()))
    assert taught.was_left
