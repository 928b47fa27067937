"""What the bench measures on: the demo in a folder, the scripted model as a process of its own, questions."""

import asyncio
import json
import multiprocessing
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from commands.run import prepare
from config.memory import settle
from config.settings import ROOT, Settings, load_settings
from demo.first_start import steps
from services import Services, build_services

SQL = (
    "SELECT a.name, SUM(r.amount) AS revenue FROM daily_revenue r JOIN service_areas a"
    " ON a.service_area_id = r.service_area_id WHERE r.revenue_date >= DATE '2026-10-01'"
    " GROUP BY a.name ORDER BY revenue DESC LIMIT 10"
)
LONG_SQL = """WITH monthly AS (
  SELECT
    a.branch_id,
    a.name,
    date_trunc('month', r.revenue_date) AS month,
    SUM(r.amount) AS revenue,
    COUNT(DISTINCT r.shop_id) AS shops,
    SUM(r.order_count) AS orders
  FROM daily_revenue AS r
  JOIN service_areas AS a ON a.service_area_id = r.service_area_id
  LEFT JOIN shops AS s ON s.shop_id = r.shop_id
  WHERE r.revenue_date >= DATE '2026-01-01'
    AND r.revenue_date < DATE '2026-11-01'
    AND COALESCE(s.status, 1) <> 3
  GROUP BY a.branch_id, a.name, date_trunc('month', r.revenue_date)
),
ranked AS (
  SELECT
    m.*,
    RANK() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place,
    LAG(m.revenue) OVER (PARTITION BY m.name ORDER BY m.month) AS before
  FROM monthly AS m
)
SELECT
  b.name AS branch,
  k.name,
  k.month,
  k.revenue,
  ROUND(100.0 * (k.revenue - k.before) / NULLIF(k.before, 0), 1) AS growth
FROM ranked AS k
JOIN branches AS b ON b.branch_id = k.branch_id
WHERE k.place <= 5
ORDER BY k.month, k.place"""
WARMING = 900  # the number of the first question that warms
# Questions that no pair or metric answers; the number stands in the SQL too.
PLAIN = "请比较前{n}组指标的构成情况"
TOGETHER = "前{n}份报表的构成"
ON_A_THREAD = "前{n}张表的构成如何"
# Many at once share their cores with the database that is asked, which elsewhere has its own: here it reads
# days, not two months, and takes 1 ms instead of 4.6 for as many rows.
SINCE, SINCE_AT_ONCE = "DATE '2026-10-01'", "DATE '2026-11-20'"
KINDS_OF_SIGHT = ("前{n}个网点的概况", "前{n}条线路的概况")
MOST_NUMBERED = WARMING + 300  # chats ask up to 800, and one each to warm


async def demo(folder: Path) -> Settings:
    """Return the settings of a demo that is prepared in this folder."""
    base = settings_at(folder / "data")
    await asyncio.to_thread(_prepared, base)
    return base


def settings_at(data_dir: Path) -> Settings:
    """Return the settings of a demo that stands in this folder."""
    return load_settings(data_dir=data_dir, openai_api_key=None, openai_base_url=None, log_level="ERROR")


def _prepared(base: Settings) -> None:
    """Prepare in a process of its own, whose memory is not what is measured."""
    work = multiprocessing.get_context("spawn").Process(target=prepare, args=(base, steps))
    work.start()
    work.join()
    if work.exitcode:
        raise SystemExit(work.exitcode)


def with_model(base: Settings, url: str) -> Settings:
    """Return these settings with the model at this address."""
    return base.model_copy(update={"openai_base_url": url, "openai_api_key": None})


@asynccontextmanager
async def opened(config: Settings) -> AsyncIterator[Services]:
    """Yield the services, warm and settled as a server's are."""
    services = await build_services(config)
    try:
        await services.warm_up()
        settle()
        yield services
    finally:
        await services.close()


@asynccontextmanager
async def model(folder: Path, latency: float) -> AsyncIterator[str]:
    """Yield the address of a scripted model that takes so many seconds for each call."""
    script = folder / "script.jsonl"
    asked = [*_questions(), ("*", SQL)]
    script.write_text("\n".join(json.dumps({"question": one, "sql": sql}) for one, sql in asked), "utf-8")
    words = [sys.executable, "-m", "tests.fakes.openai_server", "--script", str(script)]
    words += ["--latency-ms", str(latency * 1000)]
    quiet, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=pipe, stderr=quiet)
    try:
        assert server.stdout is not None
        yield (await asyncio.wait_for(server.stdout.readline(), 30)).decode().strip()
    finally:
        server.terminate()
        await server.wait()


def _questions() -> Iterator[tuple[str, str]]:
    """Yield every numbered question that is asked of a model, with its SQL.

    That is other SQL for another number, so that none is remembered and no number goes unused.
    """
    for worded in (PLAIN, TOGETHER, ON_A_THREAD, *KINDS_OF_SIGHT):
        sql = SQL.replace(SINCE, SINCE_AT_ONCE) if worded == TOGETHER else SQL
        for n in range(1, MOST_NUMBERED):
            yield worded.format(n=n), sql.replace("LIMIT 10", f"LIMIT {n}")
