"""Everything the assistant knows about its databases: staged, published, and linked to questions."""

import asyncio
import datetime as dt
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from config.settings import Settings
from config.wording import Language
from database.rights import Rights
from database.schema import Schema
from errors import KnowledgeError
from knowledge.budget import Fitted, fitted
from knowledge.embeddings import Embedding, embedding_from
from knowledge.index import CHROMA, IndexVersions, Progress
from knowledge.items import KnowledgeItem, Linked, LinkedValue, PeriodText
from knowledge.periods import find_periods
from knowledge.records import RecordStore, Staged, Version, addressed
from knowledge.retrieval import RankedTable
from knowledge.snapshot import Links, Snapshot, Wanted
from knowledge.tables import table_payload

log = logging.getLogger(__name__)

VERSION_SEEN_FOR_S = 1.0
RANKED_TABLES = 24
VALUE_SHARE = 0.35
MONTH_SHARE = 0.8  # tables of one month or day are named 201707, 20170701
MOST_MONTHS = 24

FindValues = Callable[[str, str, Rights], Awaitable[Sequence[LinkedValue]]]


class KnowledgeBase:
    """Stages, publishes and retrieves; each connection's published version is held in memory."""

    def __init__(
        self,
        settings: Settings,
        records: RecordStore,
        *,
        embedding: Embedding | None = None,
        index: str = CHROMA,
        find_values: FindValues | None = None,
    ) -> None:
        self.records = records
        self._settings = settings
        self._embedding = embedding or embedding_from(settings)
        self._indexes = IndexVersions(settings.data_dir, self._embedding, index)
        self._find_values = find_values
        self._held: dict[str, Snapshot] = {}
        self._seen: dict[str, tuple[float, Version | None]] = {}
        self._loading: dict[str, asyncio.Task[Snapshot | None]] = {}

    async def retrieve(
        self,
        question: str,
        connection: str,
        *,
        rights: Rights,
        today: dt.date,
        budget_tokens: int,
        history: Sequence[str] = (),
    ) -> Linked:
        """Return the tables, documents, examples, values and periods a question needs, within the budget.

        `history` holds the thread's earlier questions: the last one lends a follow-up its words.
        """
        _, linked = await self.retrieve_ranked(
            question,
            connection,
            rights=rights,
            today=today,
            budget_tokens=budget_tokens,
            history=history,
        )
        return linked

    async def retrieve_ranked(
        self,
        question: str,
        connection: str,
        *,
        rights: Rights,
        today: dt.date,
        budget_tokens: int,
        history: Sequence[str] = (),
        k: int = RANKED_TABLES,
    ) -> tuple[list[RankedTable], Linked]:
        """Return what `retrieve` does and, before the budget, up to k tables above the floor, best first."""
        periods = tuple(
            PeriodText(period.text, period.start.isoformat(), period.end.isoformat())
            for period in find_periods(question, today, fiscal_start=self._settings.fiscal_year_start_month)
        )
        snapshot = await self.snapshot(connection)
        if snapshot is None:
            return [], Linked(periods=periods)
        values = tuple(await self._find_values(question, connection, rights)) if self._find_values else ()
        asked = f"{history[-1]}\n{question}" if history else question
        wanted = self._wanted(k, values, periods)
        links, fit = await asyncio.to_thread(_linked, snapshot, asked, rights, wanted, budget_tokens)
        linked = Linked(
            tables=tuple(fit.tables),
            documents=tuple(fit.documents),
            examples=tuple(fit.examples),
            values=values,
            periods=periods,
            tokens=fit.tokens,
            best_score=round(links.best_score, 4),
        )
        return links.tables, linked

    def _wanted(self, k: int, values: Sequence[LinkedValue], periods: Sequence[PeriodText]) -> Wanted:
        few = self._settings.few_shot_top_k if self._settings.few_shot_enabled else 0
        return Wanted(
            tables=k,
            examples=few,
            least_similarity=self._settings.few_shot_min_similarity,
            boosts={value.column.rsplit(".", 1)[0].lower(): VALUE_SHARE * value.score for value in values},
            terms={month: MONTH_SHARE for period in periods for month in months(period)[:MOST_MONTHS]},
        )

    async def nearest_questions(
        self, question: str, connection: str, k: int, rights: Rights, language: Language
    ) -> list[str]:
        """Return the questions nearest to this one that verified pairs answer."""
        snapshot = await self.snapshot(connection)
        if snapshot is None:
            return []
        return await asyncio.to_thread(snapshot.nearest_questions, question, k, rights, language)

    async def published_pairs(self, connection: str) -> list[KnowledgeItem]:
        """Return the verified pairs that are served now."""
        snapshot = await self.snapshot(connection)
        return snapshot.pairs if snapshot else []

    async def tables(self, connection: str) -> list[dict[str, Any]]:
        """Return the taught tables, as their payloads."""
        snapshot = await self.snapshot(connection)
        return [table_payload(table) for table in snapshot.linker.tables] if snapshot else []

    async def schema(self, connection: str) -> Schema:
        """Return the taught tables as a schema."""
        snapshot = await self.snapshot(connection)
        return Schema(tuple(snapshot.linker.tables)) if snapshot else Schema()

    async def version(self, connection: str) -> int:
        """Return the published version's number, 0 where nothing was published."""
        version = await self._published(connection)
        return version.version if version else 0

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

    async def _next_version(
        self, connection: str, by: str, reason: str, progress: Progress | None, staged: bool
    ) -> Version:
        async with self.records.publishing(connection):
            version = await self.records.begin(connection, self._embedding.id, by, reason, staged)
            try:
                await self._build(connection, version.version, progress)
                await self.records.publish(connection, version.version)
            except BaseException:
                await asyncio.shield(self.records.fail(connection, version.version))
                raise
        await self._serve(connection)
        return version

    async def rollback(self, connection: str, version: int, by: str) -> None:
        """Serve an earlier version again."""
        async with self.records.publishing(connection):
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
            return held
        loading = self._loading.get(connection)
        if loading is None or loading.done():
            loading = asyncio.create_task(self._load(connection, version.version))
            loading.add_done_callback(_log_failure)
            self._loading[connection] = loading
        return held or await asyncio.shield(loading)

    async def close(self) -> None:
        """Stop loading and give the indexes back."""
        for task in self._loading.values():
            task.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._held.clear()
        await asyncio.to_thread(self._indexes.close)

    async def _published(self, connection: str) -> Version | None:
        seen = self._seen.get(connection)
        if seen and time.monotonic() - seen[0] < VERSION_SEEN_FOR_S:
            return seen[1]
        version = await self.records.current(connection)
        self._seen[connection] = (time.monotonic(), version)
        return version

    async def _serve(self, connection: str) -> None:
        self._seen.pop(connection, None)
        version = await self._published(connection)
        if version is not None:
            await self._load(connection, version.version)

    async def _build(self, connection: str, version: int, progress: Progress | None) -> None:
        items = await self.records.version_items(connection, version)
        await asyncio.to_thread(self._indexes.build, connection, version, items, progress)

    async def _load(self, connection: str, version: int) -> Snapshot | None:
        if not self._indexes.exists(connection, version):
            async with self.records.publishing(connection):  # replicas on one disk build it once
                if not self._indexes.exists(connection, version):
                    await self._build(connection, version, None)
        items = await self.records.version_items(connection, version)
        snapshot = await asyncio.to_thread(self._open, connection, version, items)
        self._held[connection] = snapshot
        await asyncio.to_thread(self._indexes.prune, connection, {version})
        return snapshot

    def _open(self, connection: str, version: int, items: Sequence[KnowledgeItem]) -> Snapshot:
        index = self._indexes.open(connection, version)
        snapshot = Snapshot(version, items, index, self._embedding)
        snapshot.warm_up()
        return snapshot


def months(period: PeriodText) -> list[str]:
    """Return the months a period touches, as `201707`."""
    first, end = dt.date.fromisoformat(period.start), dt.date.fromisoformat(period.end)
    last = end - dt.timedelta(days=1)
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [f"{number // 12:04d}{number % 12 + 1:02d}" for number in numbers]


def _linked(
    snapshot: Snapshot, question: str, rights: Rights, wanted: Wanted, budget: int
) -> tuple[Links, Fitted]:
    links = snapshot.link(question, rights, wanted)
    return links, fitted(links, question, rights, budget)


def _log_failure(task: "asyncio.Task[Snapshot | None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a knowledge version could not be loaded", exc_info=task.exception())
