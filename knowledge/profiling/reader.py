"""Reads what a database's values are like: through the walls, a few statements a table, within a time."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from database.connections import Database
from database.rights import Rights
from database.schema import Column, Table
from errors import ConnectionFailedError, DatabaseError, WenshuError
from knowledge.profiles import TableProfile
from knowledge.profiling.counting import (
    COLUMNS_AT_ONCE,
    LOOKED_AT,
    Counted,
    Rows,
    Wanted,
    batches,
    comparable,
    count_query,
    counts_from,
    ends_query,
    profile_of,
    values_query,
    wanted_values,
    with_ends,
)
from knowledge.profiling.together import a_few_at_once

Item = TypeVar("Item")

log = logging.getLogger(__name__)

AS = "profiles"
STATEMENT_S = 8.0
AT_ONCE = 3  # of one database's connections; people keep asking meanwhile


def shape_of(table: Table, address: str) -> str:
    """Return a digest that changes when the table, a column of it or where it stands changes."""
    return hashlib.sha256(repr((table, address)).encode()).hexdigest()[:16]


class ProfileReader:
    """Reads tables of one database until a time is over; what is left over is not read."""

    def __init__(self, database: Database, seconds: float) -> None:
        self._database = database
        self._until = time.monotonic() + seconds
        self._most = database.limits.max_rows - 1

    async def read(self, tables: Sequence[Table], keep: Callable[[TableProfile], Awaitable[None]]) -> None:
        """Read these tables a few at a time; one that cannot be read has an empty profile."""

        async def work(table: Table) -> None:
            if time.monotonic() <= self._until:
                await keep(await self._profile(table))

        await a_few_at_once(tables, work, AT_ONCE)

    async def rows(self, sql: str) -> Rows:
        """Return a statement's rows, read as the app itself; a reading stops at its time."""
        async with asyncio.timeout(max(0.0, min(STATEMENT_S, self._until - time.monotonic()))):
            rights = Rights("", self._database.name)
            approved = await self._database.approve(sql, rights, dry_run=False)
            return (await self._database.run(approved, user=AS)).rows

    async def _profile(self, table: Table) -> TableProfile:
        shape = shape_of(table, self._database.spec.safe_url())
        try:
            rows, counted = await self._counted(table, comparable(table))
            if rows >= LOOKED_AT:
                counted = await self._with_ends(table, counted)
            wanted = wanted_values(table, counted, self._most)
            return profile_of(table, shape, rows, counted, await self._values(table, wanted), self._most)
        except ConnectionFailedError:
            raise
        except (WenshuError, TimeoutError) as error:
            log.info("a table has no profile", extra={"table": table.full_name, "cause": str(error)})
            return TableProfile(table.full_name, shape)

    async def _counted(self, table: Table, columns: Sequence[Column]) -> tuple[int, list[Counted]]:
        """Count some columns at a time; of those that cannot be counted together each half alone."""
        if not columns:
            return 0, []
        if len(columns) > COLUMNS_AT_ONCE:
            return _joined([await self._counted(table, part) for part in _parts(columns, COLUMNS_AT_ONCE)])
        try:
            [row] = await self.rows(count_query(table, columns, self._database.dialect))
            return counts_from(columns, row)
        except DatabaseError as error:
            if len(columns) == 1 or isinstance(error, ConnectionFailedError):
                raise
            half = (len(columns) + 1) // 2
            return _joined([await self._halved(table, part) for part in _parts(columns, half)])

    async def _halved(self, table: Table, columns: Sequence[Column]) -> tuple[int, list[Counted]]:
        try:
            return await self._counted(table, columns)
        except ConnectionFailedError:
            raise
        except DatabaseError:
            return 0, []

    async def _with_ends(self, table: Table, counted: Sequence[Counted]) -> list[Counted]:
        """Return a large table's columns with the ends of all rows, or none where that takes too long."""
        found: list[Counted] = []
        for part in _parts(counted, COLUMNS_AT_ONCE):
            columns = [one.column for one in part]
            row: Sequence[Any] = ()
            try:
                [row] = await self.rows(ends_query(table, columns, self._database.dialect))
            except ConnectionFailedError:
                raise
            except (WenshuError, TimeoutError) as error:
                log.info("no ends were read", extra={"table": table.full_name, "cause": str(error)})
            found += with_ends(part, row)
        return found

    async def _values(self, table: Table, wanted: Sequence[Wanted]) -> dict[str, tuple[Wanted, Rows]]:
        found: dict[str, tuple[Wanted, Rows]] = {}
        for batch in batches(wanted, self._most):
            found.update(await self._batch(table, batch))
        return found

    async def _batch(self, table: Table, batch: Sequence[Wanted]) -> dict[str, tuple[Wanted, Rows]]:
        """Return the values of these columns; where a result was full, of each column alone."""
        try:
            rows = await self.rows(values_query(table, batch, self._database.dialect, self._most))
        except ConnectionFailedError:
            raise
        except (WenshuError, TimeoutError) as error:
            log.info("values were not read", extra={"table": table.full_name, "cause": str(error)})
            return {}
        if len(rows) > self._most and len(batch) > 1:
            alone = [await self._batch(table, [one]) for one in batch]
            return {name: read for part in alone for name, read in part.items()}
        return {
            one.column: (one, [row[1:] for row in rows if int(row[0]) == place])
            for place, one in enumerate(batch)
        }


def _parts(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _joined(parts: Sequence[tuple[int, list[Counted]]]) -> tuple[int, list[Counted]]:
    return max(rows for rows, _ in parts), [one for _, counted in parts for one in counted]
