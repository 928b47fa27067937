"""Teaching from files: read, stage, publish, and report what was added, unchanged and refused."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from database.dialects import POSTGRES, Dialect
from database.schema import Schema
from errors import KnowledgeError
from knowledge.base import KnowledgeBase
from knowledge.index import Progress
from knowledge.loaders import LoadReport, Refused, load_paths
from knowledge.tables import table_item


@dataclass(frozen=True)
class TrainReport:
    """What teaching did: counts by kind, refused lines, and the version served now (0: none)."""

    added: dict[str, int] = field(default_factory=dict)
    unchanged: int = 0
    replaced: int = 0
    refused: list[Refused] = field(default_factory=list)
    version: int = 0


async def train(
    knowledge: KnowledgeBase,
    paths: Iterable[Path],
    connection: str,
    author: str,
    *,
    publish: bool = True,
    dialect: Dialect = POSTGRES,
    progress: Progress | None = None,
) -> TrainReport:
    """Teach files and folders to a connection name, which need not be connected."""
    known = await knowledge.known_tables(connection)
    report = await asyncio.to_thread(load_paths, list(paths), dialect, known)
    return await teach(knowledge, report, connection, author, publish=publish, progress=progress)


async def train_schema(
    knowledge: KnowledgeBase, schema: Schema, connection: str, author: str, *, publish: bool = True
) -> TrainReport:
    """Teach the tables read from a live database."""
    report = LoadReport([table_item(table, "database") for table in schema.tables])
    return await teach(knowledge, report, connection, author, publish=publish)


async def teach(
    knowledge: KnowledgeBase,
    report: LoadReport,
    connection: str,
    author: str,
    *,
    publish: bool,
    progress: Progress | None = None,
) -> TrainReport:
    """Stage what was read and, where anything is staged, publish it."""
    if not report.items and not report.refused:
        raise KnowledgeError("nothing_taught", connection=connection)
    staged = await knowledge.stage(report.items, connection, author)
    version = await knowledge.version(connection)
    if publish and (await knowledge.records.counts(connection)).get("staged"):
        version = (await knowledge.publish(connection, author, "train", progress)).version
    return TrainReport(
        added=dict(Counter(item.kind for item in staged.added)),
        unchanged=len(staged.unchanged),
        replaced=len(staged.replaced),
        refused=report.refused,
        version=version,
    )
