"""A plain Vanna beside ours: what its own user writes, on the same model and database, in its own process.

Two model calls a question, as ours: `generate_sql`, `run_sql`, `generate_summary`. It checks, keeps and draws
nothing. Where a choice had to be made, it is the quicker one for Vanna: our encoder instead of Chroma's own,
which has to be downloaded, a pool of connections instead of one for each statement, nothing printed.
"""

import multiprocessing
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from statistics import median
from typing import Any

from appdb.server import AppServer
from config.settings import ROOT, Settings
from demo.database import reader_url
from tests.bench.ground import WARMING

TABLE = re.compile(r"^CREATE TABLE .*?;$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Plain:
    """What a question took in the middle, in seconds, and how many were answered a second."""

    wall: float
    cpu: float
    rate: float


def plain(config: Settings, worded: str, count: int, at_once: int = 1) -> Plain:
    """Return what a plain Vanna takes for so many numbered questions, so many of them asked at once."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        return apart.submit(_measured, config, worded, count, at_once).result()


def _measured(config: Settings, worded: str, count: int, at_once: int) -> Plain:
    questions = [worded.format(n=n + 1) for n in range(count)]
    with AppServer(config) as server, tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        assert server.admin_url and config.openai_base_url
        ask, close = _vanna(config.openai_base_url, reader_url(server.admin_url), folder, at_once)
        ask(worded.format(n=WARMING))
        try:
            return _one_by_one(ask, questions) if at_once == 1 else _together(ask, questions, at_once)
        finally:
            close()


def _one_by_one(ask: Callable[[str], str], questions: Sequence[str]) -> Plain:
    walls, cpus = [], []
    for question in questions:
        wall, cpu = time.perf_counter(), time.process_time()
        ask(question)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return Plain(median(walls), median(cpus), len(questions) / sum(walls))


def _together(ask: Callable[[str], str], questions: Sequence[str], at_once: int) -> Plain:
    with ThreadPoolExecutor(at_once) as threads:
        wall, cpu = time.perf_counter(), time.process_time()
        list(threads.map(ask, questions))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Plain(wall / len(questions), cpu / len(questions), len(questions) / wall)


def _vanna(
    model: str, database: str, folder: str, at_once: int
) -> tuple[Callable[[str], str], Callable[[], None]]:
    """Return what answers a question, and what gives its connections back; importing Vanna takes seconds."""
    import pandas as pd
    from openai import OpenAI
    from psycopg_pool import ConnectionPool
    from vanna.legacy.chromadb.chromadb_vector import ChromaDB_VectorStore
    from vanna.legacy.openai.openai_chat import OpenAI_Chat

    from knowledge.embeddings import EncoderEmbedding
    from knowledge.vanna_store import WenshuEmbedding

    class PlainVanna(ChromaDB_VectorStore, OpenAI_Chat):
        def __init__(self, client: Any, config: dict[str, Any]) -> None:
            ChromaDB_VectorStore.__init__(self, config=config)  # type: ignore[no-untyped-call]
            OpenAI_Chat.__init__(self, client=client, config=config)  # type: ignore[no-untyped-call]

        def log(self, message: str, title: str = "Info") -> None:
            """Print nothing."""

    encoder = EncoderEmbedding()
    config = {
        "model": "scripted",
        "path": folder,
        "embedding_function": WenshuEmbedding(encoder, encoder.id),
        "dialect": "PostgreSQL",
    }
    vanna = PlainVanna(OpenAI(base_url=model, api_key="none"), config)
    for ddl in TABLE.findall((ROOT / "demo/schema.sql").read_text("utf-8")):
        vanna.train(ddl=ddl)  # type: ignore[no-untyped-call]
    pool = ConnectionPool(database, min_size=at_once, max_size=at_once)
    pool.wait()

    def run_sql(sql: str) -> pd.DataFrame:
        with pool.connection() as connection:
            cursor = connection.execute(sql.encode())
            return pd.DataFrame(cursor.fetchall(), columns=[each.name for each in cursor.description or ()])

    vanna.run_sql = run_sql

    def ask(question: str) -> str:
        sql = vanna.generate_sql(question)
        summary: str = vanna.generate_summary(question, vanna.run_sql(sql))
        return summary

    return ask, pool.close
