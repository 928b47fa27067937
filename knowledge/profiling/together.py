"""What reads many tables of one database does together: queries as one, and tables a few at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from sqlglot import exp

from database.dialects import Dialect
from errors import WenshuError

Item = TypeVar("Item")


def one_query(parts: Sequence[exp.Query], dialect: Dialect) -> str:
    """Return one statement that finds the rows of several, repeats kept."""
    query = parts[0]
    for part in parts[1:]:
        query = exp.union(query, part, distinct=False, copy=False)
    return query.sql(dialect=dialect.sqlglot_name)


async def a_few_at_once(items: Iterable[Item], work: Callable[[Item], Awaitable[None]], at_once: int) -> None:
    """Work on a few items at a time; the first that raises one of our errors ends it for all."""
    left = iter(items)

    async def worker() -> None:
        for one in left:
            await work(one)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(worker())
    except* WenshuError as several:
        raise several.exceptions[0] from several
