"""How Wenshu is used, counted from the turns: questions a day, how they ended, how long they took."""

import datetime as dt
from dataclasses import dataclass

from appdb.pool import AppDatabase


@dataclass(frozen=True)
class DayOfUse:
    """One day's questions; `p50_ms` is None where none was answered."""

    day: dt.date
    questions: int
    people: int
    unanswered: int
    p50_ms: float | None
    tokens: int


@dataclass(frozen=True)
class Share:
    """How many answers were of a kind, or came from a source."""

    name: str
    count: int


@dataclass(frozen=True)
class Usage:
    """The use since a moment: by day, newest first, by kind, by source."""

    days: list[DayOfUse]
    kinds: list[Share]
    sources: list[Share]


async def usage(database: AppDatabase, since: dt.datetime, timezone: str) -> Usage:
    """Count the turns since a moment; days end at midnight of the time zone."""
    days = await database.rows(_DAYS, timezone, since)
    shares = await database.rows(_SHARES, since)
    return Usage(
        [DayOfUse(**row) for row in days],
        [Share(row["kind"], row["count"]) for row in shares if row["kind"]],
        [Share(row["source"], row["count"]) for row in shares if row["source"]],
    )


_DAYS = """
SELECT (started_at AT TIME ZONE %s)::date AS day, count(*) AS questions, count(DISTINCT owner) AS people,
    count(*) FILTER (WHERE status <> 'done' OR answer ->> 'kind' IN ('failed', 'refused', 'unanswerable'))
        AS unanswered,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY (answer -> 'ms' ->> 'total')::float8)
        FILTER (WHERE status = 'done') AS p50_ms,
    coalesce(sum((answer ->> 'prompt_tokens')::bigint + (answer ->> 'completion_tokens')::bigint), 0)::bigint
        AS tokens
FROM turns WHERE started_at >= %s GROUP BY 1 ORDER BY 1 DESC
"""

_SHARES = """
SELECT answer ->> 'kind' AS kind, answer ->> 'source' AS source, count(*) AS count
FROM turns WHERE started_at >= %s AND answer IS NOT NULL
GROUP BY GROUPING SETS ((answer ->> 'kind'), (answer ->> 'source')) ORDER BY count DESC, 1, 2
"""
