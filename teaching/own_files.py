"""Files as data: each becomes a database of one person, taught at once, and goes when its time is over."""

import asyncio
import contextlib
import hashlib
import logging
import shutil
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from pydantic import SecretStr

from appdb.own_files import OwnFile, OwnFileStore
from config.settings import Settings
from database.connections import Database, Databases
from database.files.formats import ENDINGS, ending_of
from database.files.reading import read_file
from database.rights import Rights
from database.spec import ConnectionSpec
from errors import InputError, NotFoundError, WenshuError
from knowledge.base import KnowledgeBase
from knowledge.items import KnowledgeItem
from knowledge.profiling.known_values import KnownValues
from teaching.training import train_schema

log = logging.getLogger(__name__)

PREFIX = "file-"
DROPPED_FOR_S = 3 * 3600.0
LONGEST_TITLE = 60

Drafts = Callable[[Database, Rights], Awaitable[list[KnowledgeItem]]]


def is_data(name: str) -> bool:
    """Tell by its ending whether a file could be asked as data."""
    return ending_of(name) in ENDINGS


class OwnFiles:
    """Adds, keeps and removes them; every process takes in what another added."""

    def __init__(
        self,
        settings: Settings,
        store: OwnFileStore,
        databases: Databases,
        knowledge: KnowledgeBase,
        known_values: KnownValues,
        drafts: Drafts,
    ) -> None:
        self._settings = settings
        self._store = store
        self._databases = databases
        self._knowledge = knowledge
        self._known_values = known_values
        self._drafts = drafts
        self._held: dict[str, OwnFile] = {}
        self._folder = settings.data_dir / "own_files"

    # Asking them

    def of(self, owner: str) -> list[OwnFile]:
        """Return a person's files, the newest first."""
        return [one for one in reversed(self._held.values()) if one.owner == owner]

    def asked_in(self, owner: str, thread: str) -> OwnFile | None:
        """Return the file that a conversation asks, or None where it asks a database."""
        return next((one for one in self.of(owner) if thread and one.thread == thread and one.asked), None)

    async def profile(self, owner: str, name: str) -> OwnFile:
        """Return a person's file with what is known of it, or raise NotFoundError."""
        found = await self._store.of(owner, name)
        if found is None:
            raise NotFoundError("file_gone")
        return found

    async def kept_of(self, owner: str) -> dict[str, Path]:
        """Return where a person's files lie as DuckDB databases, by what each is called."""
        await self.refresh()
        return {f"{one.name}-{one.file}.duckdb": self._path(owner, one.name) for one in self.of(owner)}

    # Adding and removing them

    async def add(
        self,
        source: Path,
        file: str,
        owner: str,
        role: str,
        *,
        thread: str = "",
        kept: bool = False,
        any_size: bool = False,
    ) -> OwnFile:
        """Read a file into a database of its owner's, teach it, and return what came of it.

        Of any size only where an operator brings it: the disk is theirs, and it never stands in memory.
        """
        size = await asyncio.to_thread(lambda: source.stat().st_size)
        most, files = self._settings.max_file_mb, self._settings.max_files_per_user
        if size > most * 1_000_000 and not any_size:
            raise InputError("data_file_too_large", file=file, most=most)
        if len(self.of(owner)) >= files:
            raise InputError("too_many_own_files", most=files)
        name = f"{PREFIX}{uuid.uuid4().hex[:12]}"
        path = self._path(owner, name)
        await asyncio.to_thread(path.parent.mkdir, parents=True, exist_ok=True)
        try:
            profile = await read_file(source, file, path, self._settings.timezone)
            made = OwnFile(name, owner, file, thread=thread, kept=kept, bytes=size, profile=profile)
            await self._teach(made, role)
            if not await self._store.add(made, files):
                raise InputError("too_many_own_files", most=files)
        except BaseException:
            await asyncio.shield(self._drop(name, owner))
            raise
        await self.refresh()
        return made

    async def change(
        self, owner: str, name: str, *, kept: bool | None = None, asked: bool | None = None
    ) -> None:
        """Keep a person's file beyond its conversation, or have that ask a database again."""
        if not await self._store.change(owner, name, kept=kept, asked=asked):
            raise NotFoundError("file_gone")
        await self.refresh()

    async def remove(self, owner: str, name: str) -> None:
        """Delete a person's file with all that was learned about it."""
        if await self._store.of(owner, name) is None:
            raise NotFoundError("file_gone")
        await self._drop(name, owner)

    async def forget_thread(self, owner: str, thread: str) -> None:
        """Delete what was dropped into a conversation that is deleted, but for what is kept."""
        await self.refresh()
        for one in self.of(owner):
            if one.thread == thread and not one.kept:
                await self._drop(one.name, owner)

    async def forget_owner(self, owner: str, dropped: Sequence[str] = ()) -> None:
        """Delete everything of a person, with the dropped files that still wait for their word."""
        await self.refresh()
        for draft in dropped:
            await asyncio.to_thread(self.dropped(draft).unlink, missing_ok=True)
        for one in self.of(owner):
            await self._drop(one.name, owner)
        await asyncio.to_thread(shutil.rmtree, self._home(owner), ignore_errors=True)

    async def sweep(self) -> None:
        """Delete what is older than its days and not kept, and dropped files nobody decided on."""
        await self.refresh()
        if days := self._settings.own_file_days:
            for name in await self._store.outdated(days):
                if found := self._held.get(name):
                    await self._drop(name, found.owner)
        await asyncio.to_thread(self._sweep_dropped)

    # What was dropped and waits for a word

    def dropped(self, draft: str) -> Path:
        """Return where a dropped file waits for its owner to say what it is."""
        return self._folder / "dropped" / draft

    def put_down(self, source: Path, draft: str) -> None:
        """Let a dropped file wait."""
        path = self.dropped(draft)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)

    # Every process knows the same files

    async def refresh(self) -> None:
        """Take in what was added, changed or removed since, also by other processes."""
        found = {one.name: one for one in await self._store.all()}
        for name in [name for name in self._held if name not in found]:
            await self._let_go(name)
        for name, one in found.items():
            if self._databases.find(name) is None:
                await self._databases.add(self._spec(one))
        self._held = found

    async def _teach(self, made: OwnFile, role: str) -> None:
        """Teach its tables, and figures drafted from what they hold."""
        database = await self._databases.add(self._spec(made))
        schema = await database.refresh_schema()
        await train_schema(self._knowledge, schema, made.name, made.owner, publish=False)
        try:
            drafted = await self._drafts(database, Rights(role=role, connection=made.name))
            await self._knowledge.stage(drafted, made.name, made.owner)
        except WenshuError as error:
            log.warning("figures of a file not drafted", extra={"connection": made.name, "code": error.code})
        await self._knowledge.publish(made.name, made.owner, "file")

    async def _drop(self, name: str, owner: str) -> None:
        await self._let_go(name)
        await self._store.remove(name)
        path = self._path(owner, name)
        for one in (path, path.with_suffix(".duckdb.wal")):
            with contextlib.suppress(OSError):
                await asyncio.to_thread(one.unlink)
        await self._knowledge.forget(name)

    async def _let_go(self, name: str) -> None:
        self._held.pop(name, None)
        await self._known_values.forget(name)
        await self._databases.remove(name)

    def _spec(self, one: OwnFile) -> ConnectionSpec:
        title = one.file.rsplit("/", 1)[-1][:LONGEST_TITLE]
        return ConnectionSpec(
            name=one.name,
            url=SecretStr("duckdb:///" + quote(str(self._path(one.owner, one.name).resolve()))),
            display_zh=title,
            display_en=title,
            today="data_end",
            owner=one.owner,
        )

    def _home(self, owner: str) -> Path:
        return self._folder / hashlib.sha256(owner.encode()).hexdigest()[:24]

    def _path(self, owner: str, name: str) -> Path:
        return self._home(owner) / f"{name}.duckdb"

    def _sweep_dropped(self) -> None:
        folder = self._folder / "dropped"
        for path in folder.iterdir() if folder.is_dir() else ():
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > DROPPED_FOR_S:
                    path.unlink()
