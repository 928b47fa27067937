"""The real app on a small shop database, for the admin page's tests: nothing is scripted, no model is set."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg

from appdb.embedded import EmbeddedPostgres
from appdb.pool import AppDatabase
from appdb.server import APP_ROLE
from appdb.users import PeopleStore
from config.settings import ROOT, Settings
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from tests.conftest import create_database, drop_database
from tests.fakes.chat_server import ChatServer, running_chat
from tests.fakes.room import SHOP
from tests.fakes.teaching import train_files

ROLES = ("viewer", "analyst", "admin")
PAIR = json.dumps(
    {
        "question": "What is the house number of the shop?",
        "sql": "SELECT 370 + count(*) / 90 AS house FROM sale",
    }
)


@contextlib.contextmanager
def running_admin_app(
    postgres: EmbeddedPostgres, app_template: str, name: str, folder: Path, **env: str
) -> Iterator[ChatServer]:
    """Serve the app until the block ends: a shop is connected and its tables are published."""
    create_database(postgres, name, app_template, owner=APP_ROLE)
    create_database(postgres, f"{name}_shop")
    url, shop = postgres.url(name, APP_ROLE), postgres.url(f"{name}_shop")
    with psycopg.connect(shop, autocommit=True) as connection:
        connection.execute(SHOP)
    with ThreadPoolExecutor(1) as aside:  # Playwright's loop runs in this thread
        aside.submit(asyncio.run, _prepared(url, folder)).result()
    connections = folder / "connections.yaml"
    connections.write_text(f"connections:\n  shop:\n    url: {shop}\n", "utf-8")
    try:
        with running_chat(
            url, folder, ROOT / "app.py", CONNECTIONS_FILE=str(connections), MAX_UPLOAD_MB="1", **env
        ) as server:
            (folder / "app_url").write_text(url, "utf-8")
            yield server
    finally:
        drop_database(postgres, name)
        drop_database(postgres, f"{name}_shop")


async def _prepared(url: str, folder: Path) -> None:
    """Give one person each role, and publish the shop's tables."""
    database = await AppDatabase.open(url, size=2)
    people = PeopleStore(database)
    for role in ROLES:
        await people.put(role, f"{role}-password", role, display_name=role.title())
    knowledge = KnowledgeBase(Settings(data_dir=folder / "data"), RecordStore(database))
    tables = SHOP.partition("INSERT")[0]
    await train_files(knowledge, [("shop.sql", tables.encode())], "shop", "setup", publish=True)
    await knowledge.close()
    await database.close()


def audited_acts(server: ChatServer) -> list[str]:
    """Return the acts in the audit trail, oldest first."""
    with psycopg.connect((server.folder / "app_url").read_text("utf-8")) as connection:
        return [row[0] for row in connection.execute("SELECT act FROM audit ORDER BY id")]
