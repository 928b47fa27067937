"""Reads what an analysis asks for: side by side, through the one door, within its budget and time."""

import asyncio
import logging
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TypeVar

from agent.context import Context
from analysis.outcome import Look, Read
from errors import WenshuError
from query.plan.compose import compose
from tools.further import read_further
from understanding.metric.desk import MetricDesk

_log = logging.getLogger(__name__)
_LEFT_S = 1.0  # to compute and say what was read
_Told = TypeVar("_Told")


async def read_looks(
    looks: Sequence[Look],
    desk: MetricDesk,
    context: Context,
    question: str,
    *,
    fresh: bool = False,
    beyond: int = 0,
    seen: Callable[[Look], None] = lambda _: None,
) -> Mapping[str, Read]:
    """Return the rows of each look by name; one that failed is missing, unless it was needed.

    The budget of an analysis holds, and `beyond` statements more. `seen` is told of each as it is read.

    Raises the error of a look that was needed.
    """
    side_by_side = asyncio.Semaphore(context.settings.max_queries_per_user)

    async def one(look: Look) -> Read:
        async with side_by_side:
            dialect = context.database.dialect
            catalog = look.catalog or desk.catalog
            sql = compose(look.query, catalog, dialect, desk.language, desk.today, exact=True)
            most = context.settings.analysis_statements + beyond
            _, result = await read_further(
                sql, context, f"analysis_{look.name}", question=question, fresh=fresh, most=most
            )
            seen(look)
            return Read(look, result, sql)

    tasks = {look.name: asyncio.create_task(one(look)) for look in looks}
    try:
        if tasks:
            await asyncio.wait(tasks.values(), timeout=_time_left(context))
        return {name: found for name, task in tasks.items() if (found := _of(task, name, looks)) is not None}
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


async def read_steps(
    steps: Generator[Sequence[Look], Mapping[str, Read], _Told],
    read: dict[str, Read],
    desk: MetricDesk,
    context: Context,
    question: str,
) -> _Told:
    """Read the looks of each step, keep them in `read`, and return what the steps come to."""
    try:
        wanted = next(steps)
        while True:
            found = await read_looks(wanted, desk, context, question)
            read |= found
            wanted = steps.send(found)
    except StopIteration as end:
        told: _Told = end.value
        return told


def _of(task: "asyncio.Task[Read]", name: str, looks: Sequence[Look]) -> Read | None:
    needed = next(look.needed for look in looks if look.name == name)
    if not task.done():
        if needed:
            raise WenshuError("answer_timeout", phase="analyse")
        return None
    error = task.exception()
    if error is None:
        return task.result()
    if needed or not isinstance(error, WenshuError):
        raise error
    _log.info("look_not_read", extra={"look": name, "code": error.code})
    return None


def _time_left(context: Context) -> float | None:
    if context.deadline == float("inf"):
        return None
    return max(0.0, context.deadline - time.monotonic() - _LEFT_S)
