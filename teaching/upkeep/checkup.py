"""The check of everything stored against the live database: one at a time a connection, with progress."""

import asyncio
import datetime as dt
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from psycopg.types.json import Jsonb

from appdb.pool import AppDatabase
from database.connections import Database
from database.rights import Rights
from database.schema import Schema
from errors import ConnectionFailedError, InputError, WenshuError
from knowledge.definitions.files import built_in_dimensions, catalog_from
from knowledge.items import KnowledgeItem
from teaching.upkeep.health import Facts, Finding, Problem, clashing, findings
from teaching.upkeep.listing import KnowledgeList
from teaching.upkeep.pair_checks import try_pair
from teaching.upkeep.pair_times import time_problems
from teaching.upkeep.pair_words import unread_wordings
from teaching.upkeep.unlisted import unlisted_values
from understanding.drafting.checks import problems as metric_problems
from understanding.metric.vocabulary import metric_words
from understanding.pairs.templates import PERIOD_SLOTS, TOP, fill, make_template

log = logging.getLogger(__name__)

AT_ONCE = 4
BATCH = 64
TELL_EVERY_S = 0.5
LOST_AFTER_S = 60  # a check that has said nothing for so long died with its process
ENOUGH_QUESTIONS = 50  # an item published before the last so many, and given to none of them, is not needed
ROWS_COMPARED = 500
NIGHTLY = "nightly"
ALL_TIME = {name: dt.date(1900 if name.endswith("start") else 2100, 1, 1) for name in PERIOD_SLOTS}

Status = Literal["running", "done", "failed", "stopped", "lost"]
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Checkup:
    """One check of a connection's knowledge, running or over; `code` names the error it failed with."""

    id: int
    connection: str
    status: Status
    who: str
    done: int
    total: int
    code: str | None
    findings: list[Finding]
    started_at: datetime
    finished_at: datetime | None


class _Stopped(Exception):
    """Somebody asked to stop."""


class Checkups:
    """Runs checks and keeps their results, for every replica to read."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def latest(self, connection: str) -> Checkup | None:
        """Return the newest check."""
        return await self._found(connection, "TRUE")

    async def last_done(self, connection: str) -> Checkup | None:
        """Return the newest check that came to its end."""
        return await self._found(connection, "status = 'done'")

    async def stop(self, connection: str) -> bool:
        """Ask a running check to stop, wherever it runs."""
        asked = await self._database.run(
            "UPDATE knowledge_checkups SET stop_asked = true WHERE connection = %s AND status = 'running'",
            connection,
        )
        return bool(asked)

    async def run(self, asked: Database, who: str, tell: Tell = lambda _done, _total: None) -> Checkup | None:
        """Check a connection and return the result; None where tonight's check was made by another replica.

        Raises InputError where a check is running.
        """
        key = f"checkup:{asked.name}"
        async with self._database.pool.connection() as held:
            cursor = await held.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0)) AS got", [key])
            row = await cursor.fetchone()
            if not (row and row["got"]):
                raise InputError("check_runs")
            try:
                if who == NIGHTLY and await self._made_tonight(asked.name):
                    return None
                return await self._run(asked, who, tell)
            finally:
                await held.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [key])

    async def _run(self, asked: Database, who: str, tell: Tell) -> Checkup | None:
        await self._database.run(
            "UPDATE knowledge_checkups SET status = 'failed', finished_at = clock_timestamp()"
            " WHERE connection = %s AND status = 'running'",
            asked.name,
        )
        row = await self._database.row(
            "INSERT INTO knowledge_checkups (connection, who) VALUES (%s, %s) RETURNING id", asked.name, who
        )
        ident = row["id"] if row else 0
        try:
            found = await _Examination(self._database, asked, ident, tell).findings()
        except _Stopped:
            await self._end(ident, "stopped")
        except WenshuError as error:
            log.warning("knowledge not checked", exc_info=error, extra={"connection": asked.name})
            await self._end(ident, "failed", error.code)
        except BaseException:
            await asyncio.shield(self._end(ident, "failed", "internal"))
            raise
        else:
            await self._end(ident, "done", findings=found)
        return await self.latest(asked.name)

    async def _end(
        self, ident: int, status: str, code: str | None = None, findings: Sequence[Finding] = ()
    ) -> None:
        await self._database.run(
            "UPDATE knowledge_checkups SET status = %s, code = %s, findings = %s,"
            " finished_at = clock_timestamp() WHERE id = %s",
            status,
            code,
            Jsonb([one.as_json() for one in findings]),
            ident,
        )

    async def _made_tonight(self, connection: str) -> bool:
        row = await self._database.row(
            "SELECT 1 AS made FROM knowledge_checkups WHERE connection = %s AND who = %s AND status = 'done'"
            " AND finished_at > clock_timestamp() - interval '12 hours'",
            connection,
            NIGHTLY,
        )
        return row is not None

    async def _found(self, connection: str, condition: Literal["TRUE", "status = 'done'"]) -> Checkup | None:
        row = await self._database.row(
            "SELECT id, connection, who, done, total, code, findings, started_at, finished_at,"
            " CASE WHEN status = 'running' AND seen_at < clock_timestamp() - make_interval(secs => %s)"
            f" THEN 'lost' ELSE status END AS status FROM knowledge_checkups WHERE connection = %s"
            f" AND {condition} ORDER BY id DESC LIMIT 1",
            LOST_AFTER_S,
            connection,
        )
        return Checkup(**{**row, "findings": [Finding(**one) for one in row["findings"]]}) if row else None


class _Examination:
    """One check while it runs."""

    def __init__(self, database: AppDatabase, asked: Database, ident: int, tell: Tell) -> None:
        self._database, self._asked, self._ident, self._tell = database, asked, ident, tell
        self._rights = Rights(role="", connection=asked.name)
        self._done = self._total = 0
        self._told_at = 0.0

    async def findings(self) -> list[Finding]:
        """Ask the database about every pair, and judge."""
        items = await KnowledgeList(self._database).standing(self._asked.name, staged=False)
        schema = await self._asked.refresh_schema()
        pairs = [item for item in items if item.kind == "pair"]
        self._total = len(pairs)
        await self._progress()
        problems = {**_metrics(items, schema, self._asked), **await self._tried(pairs)}
        same = await self._compared(
            [both for both in clashing(items) if not any(i.id in problems for i in both)]
        )
        used, waited = await self._use()
        unlisted = await unlisted_values(items, self._asked, self._rights)
        facts = Facts(
            items,
            problems,
            same,
            {table.full_name for table in schema.tables},
            used,
            waited,
            await asyncio.to_thread(time_problems, items, self._asked.dialect, schema),
            {item.id: params for item, params in unlisted},
            await asyncio.to_thread(_unread, items, self._asked, schema),
        )
        return await asyncio.to_thread(findings, facts)

    async def _tried(self, pairs: Sequence[KnowledgeItem]) -> dict[str, Problem]:
        gate = asyncio.Semaphore(AT_ONCE)
        found: dict[str, Problem] = {}

        async def one(item: KnowledgeItem) -> None:
            async with gate:
                try:
                    await try_pair(item.title, item.content, self._asked, self._rights)
                except ConnectionFailedError:
                    raise
                except WenshuError as error:
                    found[item.id] = Problem(error.code, _plain(error.params), error.detail[:500])
                self._done += 1
                await self._progress()

        for first in range(0, len(pairs), BATCH):
            ends = await asyncio.gather(*map(one, pairs[first : first + BATCH]), return_exceptions=True)
            for end in ends:
                if isinstance(end, BaseException):
                    raise end
        return found

    async def _compared(
        self, clashes: Sequence[tuple[KnowledgeItem, KnowledgeItem]]
    ) -> dict[frozenset[str], bool]:
        """Run two pairs of one question and tell whether they return the same rows."""
        found: dict[frozenset[str], bool] = {}
        for first, other in clashes:
            try:
                rows = [await self._rows(item) for item in (first, other)]
            except ConnectionFailedError:
                raise
            except WenshuError as error:
                log.info("two pairs not compared", extra={"cause": str(error)})
                continue
            if rows[0] or rows[1]:  # no rows on both sides tell nothing
                found[frozenset((first.id, other.id))] = rows[0] == rows[1]
        return found

    async def _rows(self, item: KnowledgeItem) -> list[str]:
        """Return a pair's rows over all time; none where only a question can fill its SQL."""
        template = make_template(item.id, item.title, item.content, self._asked.dialect, self._asked.schema)
        if template.slots.values:
            return []
        numbers = dict.fromkeys((TOP, *template.slots.numbers), "10")
        sql = fill(template, self._asked.dialect, ALL_TIME, {}, numbers)
        approved = await self._asked.approve(sql, self._rights)
        result = await self._asked.run(approved, user="health", max_rows=ROWS_COMPARED)
        return sorted(repr(tuple(row)) for row in result.rows)

    async def _use(self) -> tuple[set[tuple[str, str]], set[str]]:
        used = await self._database.rows(
            "SELECT about, name FROM knowledge_use WHERE connection = %s", self._asked.name
        )
        waited = await self._database.rows(_WAITED, self._asked.name, ENOUGH_QUESTIONS - 1, self._asked.name)
        return {(row["about"], row["name"]) for row in used}, {row["id"] for row in waited}

    async def _progress(self) -> None:
        """Write how far the check is, and stop where somebody asked for that."""
        self._tell(self._done, self._total)
        now = asyncio.get_running_loop().time()
        if now - self._told_at < TELL_EVERY_S and self._done < self._total:
            return
        self._told_at = now
        row = await self._database.row(
            "UPDATE knowledge_checkups SET done = %s, total = %s, seen_at = clock_timestamp() WHERE id = %s"
            " RETURNING stop_asked",
            self._done,
            self._total,
            self._ident,
        )
        if row and row["stop_asked"]:
            raise _Stopped


def _unread(items: Sequence[KnowledgeItem], asked: Database, schema: Schema) -> dict[str, list[Problem]]:
    found: dict[str, list[Problem]] = {}
    for item, problem in unread_wordings(items, asked.dialect, schema):
        found.setdefault(item.id, []).append(problem)
    return found


def _metrics(items: Sequence[KnowledgeItem], schema: Schema, asked: Database) -> dict[str, Problem]:
    """Return the definitions that do not hold on the live schema, by item."""
    catalog = catalog_from(items, schema, built_in_dimensions(metric_words()["built_in"]))
    if not catalog.metrics:
        return {}
    named = {str(item.payload.get("name")): item.id for item in items if item.kind == "metric"}
    return {
        named[problem.name]: Problem(problem.code, _plain(problem.params))
        for problem in metric_problems(catalog, asked.dialect)
        if problem.name in named
    }


def _plain(params: Any) -> dict[str, Any]:
    return {key: value if isinstance(value, int | float) else str(value) for key, value in params.items()}


_WAITED = """
WITH enough (at) AS (
    SELECT started_at FROM turns WHERE connection = %s ORDER BY started_at DESC OFFSET %s LIMIT 1
)
SELECT i.id FROM knowledge_items i, enough
WHERE i.connection = %s AND i.status = 'published' AND i.updated_at < enough.at
"""
