"""Everything the assistant knows about its databases: staged, published, and linked to questions."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from config.settings import Settings
from database.schema import Table
from errors import KnowledgeError
from knowledge.embeddings import Embedding, embedding_from
from knowledge.index import IndexVersions, Progress
from knowledge.indexing import Indexing
from knowledge.items import KnowledgeItem, Linked
from knowledge.messages import Message
from knowledge.pinned import PinnedKnowledge
from knowledge.records import RecordStore, Staged, Version, addressed
from knowledge.searching import QueryVectors, Searcher
from knowledge.snapshot import Snapshot
from knowledge.use import UseCounter
from knowledge.view import FindKeys, FindNotes, FindValues, KnowledgeView

log = logging.getLogger(__name__)

VERSION_SEEN_FOR_S = 1.0


class KnowledgeBase(KnowledgeView):
    """Stages, publishes and retrieves; each connection's published version is held in memory."""

    def __init__(
        self,
        settings: Settings,
        records: RecordStore,
        *,
        embedding: Embedding | None = None,
        find_values: FindValues | None = None,
        find_notes: FindNotes | None = None,
        find_keys: FindKeys | None = None,
        use: UseCounter | None = None,
    ) -> None:
        super().__init__(settings, find_values, find_notes, find_keys)
        self.records = records
        self._use = use
        self._embedding = embedding or embedding_from(settings)
        indexes = IndexVersions(settings.data_dir, self._embedding)
        self._queries = QueryVectors(self._embedding)
        self._indexing = Indexing(indexes, records, self._queries)
        self._held: dict[str, Snapshot] = {}
        self._seen: dict[str, tuple[float, Version | None]] = {}
        self._loading: dict[str, asyncio.Task[Snapshot | None]] = {}

    def _given(self, connection: str, linked: Linked) -> None:
        if self._use is not None:
            self._use.count(connection, linked)

    async def version(self, connection: str) -> int:
        """Return the published version's number, 0 where nothing was published."""
        version = await self._published(connection)
        return version.version if version else 0

    async def known_tables(self, connection: str) -> list[Table]:
        """Return the taught tables and those that wait: what a COMMENT ON or ALTER TABLE may go on from."""
        schema = await self.schema(connection)
        return [*schema.tables, *await self.records.staged_tables(connection)]

    async def stage(self, items: Sequence[KnowledgeItem], connection: str, author: str) -> Staged:
        """Add items to what the next version will hold."""
        return await self.records.stage(addressed(item, connection, author) for item in items)

    async def publish(
        self, connection: str, by: str, reason: str = "", progress: Progress | None = None
    ) -> Version:
        """Build what is staged as a new version and serve it; until then, and if it fails, the old serves."""
        return await self._next_version(connection, by, reason, progress, staged=True)

    async def rebuild(self, connection: str, by: str, progress: Progress | None = None) -> Version:
        """Build what is published anew, as a version of its own; the old one serves meanwhile."""
        if await self.records.current(connection) is None:
            raise KnowledgeError("nothing_published", connection=connection)
        return await self._next_version(connection, by, "rebuild", progress, staged=False)

    async def prepare(
        self, connection: str, by: str, progress: Progress | None = None, *, anew: bool = False
    ) -> int:
        """Build what is staged as a candidate, served to nobody; one that holds the same is taken again."""
        async with self.records.publishing(connection):
            ready = None if anew else await self.records.candidates.same(connection, self._embedding.id)
            if ready is not None and self._indexing.exists(connection, ready):
                return ready
            version = await self.records.begin(connection, self._embedding.id, by, "", staged=True)
            async with self._failing(version):
                await self._indexing.build(connection, version.version, progress)
                await self.records.candidates.keep(connection, version.version)
            return version.version

    async def publish_candidate(self, connection: str, version: int, reason: str) -> None:
        """Serve a candidate, or raise KnowledgeError where what it holds has changed since it was built."""
        async with self.records.publishing(connection):
            await self.records.candidates.require_fresh(connection, version)
            await self.records.publish(connection, version, reason)
        await self._serve(connection)

    async def discard_candidate(self, connection: str, version: int) -> None:
        """Give a candidate up; what it holds stays staged."""
        if await self.records.candidates.discard(connection, version):
            await self._indexing.remove(connection, version)

    async def pinned(self, connection: str, version: int) -> PinnedKnowledge:
        """Return one version to read from, whatever is published meanwhile."""
        searcher = await self._indexing.searcher(connection, version)
        return PinnedKnowledge(self._settings, connection, await self._read(connection, version, searcher))

    async def _next_version(
        self, connection: str, by: str, reason: str, progress: Progress | None, staged: bool
    ) -> Version:
        async with self._publishing_alone(connection):
            version = await self.records.begin(connection, self._embedding.id, by, reason, staged)
            async with self._failing(version):
                await self._indexing.build(connection, version.version, progress)
                await self.records.publish(connection, version.version, reason)
        await self._serve(connection)
        return version

    @asynccontextmanager
    async def _publishing_alone(self, connection: str) -> AsyncIterator[None]:
        """Hold the right to publish; raise where somebody else published while it was waited for."""
        seen = await self.records.current(connection)
        async with self.records.publishing(connection):
            if await self.records.current(connection) != seen:
                raise KnowledgeError("publishing_runs", connection=connection)
            yield

    @asynccontextmanager
    async def _failing(self, version: Version) -> AsyncIterator[None]:
        """Note a version as failed where the block does not end well."""
        try:
            yield
        except BaseException:
            await asyncio.shield(self.records.fail(version.connection, version.version))
            raise

    async def rollback(self, connection: str, version: int, by: str) -> None:
        """Serve an earlier version again."""
        async with self._publishing_alone(connection):
            await self.records.roll_back(connection, version)
        log.info("knowledge of %s rolled back to version %d by %s", connection, version, by)
        await self._serve(connection)

    async def snapshot(self, connection: str) -> Snapshot | None:
        """Return the version in memory; a newer one is loaded beside it and takes its place."""
        version = await self._published(connection)
        if version is None:
            return None
        held = self._held.get(connection)
        if held and held.version == version.version:
            self._indexing.tend(connection)
            return held
        loading = self._loading.get(connection)
        if loading is None or loading.done():
            loading = asyncio.create_task(self._load(connection, version.version))
            loading.add_done_callback(_log_failure)
            self._loading[connection] = loading
        return held or await asyncio.shield(loading)

    def in_memory(self, connection: str) -> Snapshot | None:
        """Return the version that is in memory, without asking or waiting for anything."""
        return self._held.get(connection)

    async def newest(self, connection: str) -> Snapshot | None:
        """Return the version that is published, waiting until it is loaded, as a question does not."""
        held = await self.snapshot(connection)
        loading = self._loading.get(connection)
        return held if loading is None or loading.done() else await asyncio.shield(loading)

    async def warm_up(self, connection: str) -> None:
        """Read ahead what the first question would wait for or do without, as a process that stays does."""
        await self.newest(connection)
        await self._indexing.keep_vanna(connection)

    def sql_messages(
        self,
        connection: str,
        *,
        system: str,
        question: str,
        ddl: Sequence[str],
        documents: Sequence[str],
        examples: Sequence[tuple[str, str]],
    ) -> list[Message] | None:
        """Return the messages for SQL as Vanna's class words them, or None while it is not loaded.

        Whoever gets None words them alike with `knowledge.messages.sql_messages`.
        """
        searcher = self._indexing.served(connection)
        if searcher is None or searcher.store is None:
            return None
        pairs = [{"question": asked, "sql": sql} for asked, sql in examples]
        return searcher.store.get_sql_prompt(system, question, pairs, list(ddl), list(documents))

    async def forget(self, connection: str) -> None:
        """Let go of a connection whose records are gone, with its indexes."""
        if (loading := self._loading.pop(connection, None)) is not None:
            loading.cancel()
        self._held.pop(connection, None)
        self._seen.pop(connection, None)
        await self._indexing.forget(connection)

    async def close(self) -> None:
        """Stop loading and give the indexes back."""
        for task in self._loading.values():
            task.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._held.clear()
        if self._use is not None:
            await self._use.close()
        await self._indexing.close()

    async def _published(self, connection: str) -> Version | None:
        seen = self._seen.get(connection)
        if seen and time.monotonic() - seen[0] < VERSION_SEEN_FOR_S:
            return seen[1]
        asked = time.monotonic()
        version = await self.records.current(connection)
        latest = self._seen.get(connection)
        if latest and latest[0] > asked:
            return latest[1]  # published while this was read: what it read is the version before
        self._seen[connection] = (time.monotonic(), version)
        return version

    async def _serve(self, connection: str) -> None:
        self._seen.pop(connection, None)
        version = await self._published(connection)
        if version is not None:
            await self._load(connection, version.version)
            await self._indexing.ready(connection)

    async def _load(self, connection: str, version: int) -> Snapshot | None:
        self._queries.read_ahead()
        searcher = await self._indexing.searcher_at_once(connection, version)
        snapshot = await self._read(connection, version, searcher)
        self._held[connection] = snapshot
        self._indexing.serve(connection, version, searcher)
        return snapshot

    async def _read(self, connection: str, version: int, searcher: Searcher) -> Snapshot:
        items = await self.records.version_items(connection, version)
        return await asyncio.to_thread(Snapshot, version, items, searcher, self._embedding)


def _log_failure(task: "asyncio.Task[Snapshot | None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a knowledge version could not be loaded", exc_info=task.exception())
