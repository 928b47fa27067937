"""Files taught by name and content in one step, for tests that begin with something taught."""

import asyncio
from collections.abc import Iterable

from database.dialects import POSTGRES, Dialect
from knowledge.base import KnowledgeBase
from teaching.loaders import load_files
from teaching.training import TrainReport, teach


async def train_files(
    knowledge: KnowledgeBase,
    files: Iterable[tuple[str, bytes]],
    connection: str,
    author: str,
    *,
    publish: bool = False,
    dialect: Dialect = POSTGRES,
) -> TrainReport:
    """Teach uploaded files, given by name and content."""
    known = await knowledge.known_tables(connection)
    report = await asyncio.to_thread(load_files, list(files), dialect, known)
    return await teach(knowledge, report, connection, author, publish=publish)
