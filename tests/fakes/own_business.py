"""A business of one's own on a real PostgreSQL: its tables and rows, its definitions taught, asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg

from appdb.users import User
from config.settings import Settings
from services import Services, build_services
from teaching.training import train

NAME = "own"


@asynccontextmanager
async def business(
    settings: Settings, url: str, folder: Path, sql: str, defined: str, **own: Any
) -> AsyncIterator[Services]:
    """Open the real services, without a model, over an empty database filled by `sql` and taught a file."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql)  # type: ignore[call-overload]
    (folder / "data").mkdir(exist_ok=True)
    connections, file = folder / "connections.yaml", folder / "defined.yaml"
    connections.write_text(f"connections:\n  {NAME}:\n    url: {url}\n", "utf-8")
    file.write_text(defined, "utf-8")
    update = {"connections_file": connections, "demo": False, **own}
    services = await build_services(settings.model_copy(update=update))
    report = await train(services.knowledge, [file], NAME, "ann", database=services.databases.get(NAME))
    assert not report.refused
    yield services
    await services.close()


async def told(services: Services, *questions: str) -> str:
    """Return what the last of some questions, asked one after another, is answered with."""
    answer = None
    for question in questions:
        answer = await services.assistant.ask_whole(
            question, user=User("ann", role="admin"), thread=" ".join(questions[:1]), connection=NAME
        )
    assert answer is not None
    return "\n".join([answer.answer, *answer.interpretation])
