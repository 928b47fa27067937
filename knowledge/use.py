"""How often each table, document and pair is retrieved, counted beside the questions."""

import asyncio
import logging
from collections import Counter

import psycopg
from psycopg_pool import PoolClosed

from appdb.pool import AppDatabase
from errors import WenshuError
from knowledge.items import Linked

log = logging.getLogger(__name__)

FLUSH_S = 20.0

Counted = tuple[str, str, str]  # connection, what it is, its name


class UseCounter:
    """Counts in memory and writes every few seconds; a lost count costs nothing but a count."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database
        self._counts: Counter[Counted] = Counter()
        self._writing: asyncio.Task[None] | None = None

    def count(self, connection: str, linked: Linked) -> None:
        """Note what one question was given."""
        self._counts.update((connection, "table", name.lower()) for name in linked.likeliest)
        self._counts.update((connection, "document", document.title.lower()) for document in linked.documents)
        self._counts.update((connection, "pair", example.question.lower()) for example in linked.examples)
        if self._counts and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._later())

    async def flush(self) -> None:
        """Write what was counted."""
        counts, self._counts = self._counts, Counter()
        if not counts:
            return
        ordered = sorted(counts)  # two replicas that write the same rows must lock them in one order
        try:
            await self._database.run(
                "INSERT INTO knowledge_use (connection, about, name, times)"
                " SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[])"
                " ON CONFLICT (connection, about, name) DO UPDATE"
                " SET times = knowledge_use.times + excluded.times, last_at = clock_timestamp()",
                *(list(part) for part in zip(*ordered, strict=True)),
                [counts[key] for key in ordered],
            )
        except (WenshuError, psycopg.Error, PoolClosed) as error:
            log.warning("what was retrieved is not counted", extra={"cause": str(error)})

    async def close(self) -> None:
        """Write the rest."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
        await self.flush()

    async def _later(self) -> None:
        await asyncio.sleep(FLUSH_S)
        await self.flush()
