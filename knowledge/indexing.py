"""Makes versions ready to be searched: vectors at once, missing indexes and Vanna in the background."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass

from errors import KnowledgeError
from knowledge.index import IndexVersions, Progress
from knowledge.records import RecordStore
from knowledge.searching import Bounded, QueryVectors, Searcher

log = logging.getLogger(__name__)

STORE_WAIT_S = 0.5  # a search in 10,000 texts takes 1 ms
RETRY_S = 60.0


@dataclass
class Served:
    """The version of one connection that questions are searched in, and what still goes on about it."""

    version: int
    searcher: Searcher
    task: asyncio.Task[None] | None = None
    failed_at: float | None = None


class Indexing:
    """Builds and opens the indexes of one process.

    Importing Vanna costs two to four seconds of this process's CPU, so only one that stays (`keep_vanna`) or
    that builds an index pays for it; one question at a terminal is searched in the stored vectors.
    """

    def __init__(self, indexes: IndexVersions, records: RecordStore, queries: QueryVectors) -> None:
        self._indexes, self._records, self._queries = indexes, records, queries
        self._bounded = Bounded("vanna", STORE_WAIT_S)
        self._served: dict[str, Served] = {}
        self._keeps_vanna = False

    def exists(self, connection: str, version: int) -> bool:
        """Tell whether this machine has a version's index."""
        return self._indexes.exists(connection, version)

    async def build(self, connection: str, version: int, progress: Progress | None = None) -> None:
        """Build a version's index; the caller holds the connection's publishing lock."""
        items = await self._records.version_items(connection, version)
        await asyncio.to_thread(self._indexes.build, connection, version, items, progress)
        self._keeps_vanna = True  # it is imported now

    async def remove(self, connection: str, version: int) -> None:
        """Remove a version's index."""
        await asyncio.to_thread(self._indexes.remove, connection, version)

    async def forget(self, connection: str) -> None:
        """Remove every index of a connection."""
        self._served.pop(connection, None)
        await asyncio.to_thread(self._indexes.remove_all, connection)

    async def searcher(self, connection: str, version: int) -> Searcher:
        """Return what a version is searched in, built first where it is missing."""
        searcher = Searcher(self._queries, self._bounded)
        await self._with_vectors(connection, version, searcher)
        return searcher

    async def searcher_at_once(self, connection: str, version: int) -> Searcher:
        """Return what a version is searched in; where it is missing nothing is found until it is built."""
        searcher = Searcher(self._queries, self._bounded)
        if self.exists(connection, version):
            with suppress(KnowledgeError):  # a broken one is built anew like a missing one
                await self._with_vectors(connection, version, searcher)
        return searcher

    def serve(self, connection: str, version: int, searcher: Searcher) -> None:
        """Make a version ready in the background, of which questions are served already."""
        before = self._served.get(connection)
        if before and before.task:
            before.task.cancel()
        self._served[connection] = Served(version, searcher)
        self._start(connection)

    def tend(self, connection: str) -> None:
        """Try again to make ready what failed a while ago."""
        served = self._served.get(connection)
        if served and served.failed_at and time.monotonic() - served.failed_at > RETRY_S:
            self._start(connection)

    async def keep_vanna(self, connection: str) -> None:
        """Open Vanna's store, now and for every version to come."""
        self._keeps_vanna = True
        await self.ready(connection)
        served = self._served.get(connection)
        if served and served.searcher.store is None:
            self._start(connection)
            await self.ready(connection)

    async def ready(self, connection: str) -> None:
        """Wait until what goes on in the background has ended, well or not."""
        served = self._served.get(connection)
        if served and served.task:
            await asyncio.wait([served.task])

    def served(self, connection: str) -> Searcher | None:
        """Return what a connection's questions are searched in."""
        served = self._served.get(connection)
        return served.searcher if served else None

    async def close(self) -> None:
        """Stop what goes on and give the files back."""
        tasks = [served.task for served in self._served.values() if served.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._queries.close()
        self._bounded.close()
        await asyncio.to_thread(self._indexes.close)

    def _start(self, connection: str) -> None:
        served = self._served[connection]
        served.failed_at = None
        served.task = asyncio.create_task(_noting(served, self._made_ready(connection, served)))

    async def _made_ready(self, connection: str, served: Served) -> None:
        await self._with_vectors(connection, served.version, served.searcher)
        if self._keeps_vanna:
            store = await asyncio.to_thread(self._indexes.open, connection, served.version)
            served.searcher.use_store(store)
        await asyncio.to_thread(self._indexes.prune, connection, {served.version})

    async def _with_vectors(self, connection: str, version: int, searcher: Searcher) -> None:
        if searcher.ready:
            return
        if not self.exists(connection, version):
            async with self._records.publishing(connection):  # replicas on one disk build it once
                if not self.exists(connection, version):
                    await self.build(connection, version)
        searcher.use_vectors(await asyncio.to_thread(self._indexes.vectors, connection, version))


async def _noting(served: Served, work: Coroutine[None, None, None]) -> None:
    try:
        await work
    except Exception:  # the old words must do; a question never ends of it
        served.failed_at = time.monotonic()
        log.exception("no index; questions are linked by words", extra={"version": served.version})
