"""`make bench`'s rows on the event loop: the longest stretch nobody is served while something large is read.

What is large here is as large as it may be: replies at their cap, 10,000 rows, a database of 2,000 tables.
"""

import asyncio
import datetime as dt
import time
from collections.abc import Awaitable, Callable
from typing import Any

from answers.analysis import analyse
from answers.sentences.background import Background
from answers.sentences.reading import Question
from config.heavy import aside
from database import guard, policy
from database.dialects import POSTGRES
from database.reading import ColumnRow, TableRow, assemble
from database.result import QueryResult, ResultColumn
from database.rights import Rights
from knowledge.metrics import Catalog
from llm.openai import MOST_REPLY_CHARS
from reasoning.replies import read_in_dialect

GOAL = "≤ 50 ms"
ROWS, TABLES, COLUMNS = 10_000, 2_000, 20
REPLIES = {
    "of SQL": "SELECT a + b FROM t WHERE c = 'x' UNION ALL\n",
    "of thoughts that never end": "<think>",
    "of words": "sales rose in the north and fell in the south. ",
}
Work = Callable[[], Awaitable[Any]]


async def longest_stretches() -> list[tuple[str, str, str]]:
    """Return what, figure and goal of each measure."""
    schema = await asyncio.to_thread(_schema)
    works: dict[str, Work] = {f"reply of 100 kB {kind}": _reading(text) for kind, text in REPLIES.items()}
    works["statement of 49 kB through guard and policy"] = _walls(schema)
    works[f"analysis and chart of {ROWS:,} rows"] = _drawing(schema)
    works[f"schema of {TABLES:,} tables put together"] = lambda: asyncio.to_thread(_schema)
    measured = []
    for what, work in works.items():
        stretch = await longest_stretch(work)
        measured.append((f"longest stretch of the loop: {what}", f"{stretch * 1000:.0f} ms", GOAL))
    return measured


async def longest_stretch(work: Work) -> float:
    """Return the longest time in seconds that the loop served nobody while the work was done."""
    longest, before, done = 0.0, time.perf_counter(), False

    async def tick() -> None:
        nonlocal longest, before
        while not done:
            await asyncio.sleep(0)
            now = time.perf_counter()
            longest, before = max(longest, now - before), now

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    try:
        await work()
    finally:
        done = True
        await ticking
    return longest


def _reading(text: str) -> Work:
    reply = (text * (MOST_REPLY_CHARS // len(text) + 1))[:MOST_REPLY_CHARS]
    return lambda: aside(len(reply), read_in_dialect, reply, POSTGRES, "2026-11-20")


def _walls(schema: Any) -> Work:
    sql = "SELECT c1 FROM t1 WHERE c2 IN (" + ", ".join(["'a value of a list'"] * 2_200) + ")"
    rights = Rights("r", "c", row_policies={"public.t1": "c3 = 'x'"})

    def walled() -> object:
        return policy.apply(guard.check(sql, POSTGRES), rights, schema, 1000)

    return lambda: aside(len(sql), walled)


def _drawing(schema: Any) -> Work:
    columns = (ResultColumn("day", "date"), ResultColumn("amount", "number"))
    days = [f"{1990 + day // 365}-{day // 31 % 12 + 1:02}-{day % 28 + 1:02}" for day in range(ROWS)]
    rows = tuple((day, float(place)) for place, day in enumerate(days))
    result = QueryResult(columns, rows, False, 1.0)
    sql = "SELECT day, amount FROM t1"
    asked = Question("amount by day", "en", sql, POSTGRES, schema)
    known = Background(Catalog({}, {}), lambda dimension, value, language: value, dt.date(2026, 1, 1))
    return lambda: aside(ROWS * len(columns), analyse, asked, result, known)


def _schema() -> Any:
    return assemble(
        (TableRow("public", f"t{table}") for table in range(TABLES)),
        (
            ColumnRow("public", f"t{table}", f"c{column}", "text")
            for table in range(TABLES)
            for column in range(COLUMNS)
        ),
        (),
    )
