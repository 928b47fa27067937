"""The real services over the demo database, taught what the demo is taught, with no model."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import yaml

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from appdb.users import User
from config.settings import ROOT, Settings
from services import Services, build_services
from tests.conftest import TODAY, create_database, drop_database
from tests.fakes.teaching import train_files

TAUGHT = ("schema.sql", "knowledge/metrics.yaml", "knowledge/pairs.jsonl", "knowledge/terms.md")
ADMIN, MANAGER = User("ann", "admin"), User("bob", "branch_manager", {"branch_id": "2"})


@contextlib.asynccontextmanager
async def demo_services(
    postgres: EmbeddedPostgres, template: str, url: str, folder: Path
) -> AsyncIterator[Services]:
    """Open the services in a folder, with an app database named after it, once both have all values."""
    name = folder.name
    create_database(postgres, name, template, owner=APP_ROLE)
    connections = folder / "connections.yaml"
    connections.write_text(yaml.safe_dump({"connections": {"demo": {"url": url, "schemas": ["public"]}}}))
    settings = Settings(
        app_database_url=postgres.url(name, APP_ROLE),  # type: ignore[arg-type]
        data_dir=folder,
        connections_file=connections,
        today=TODAY,
        demo=False,
    )
    built = await build_services(settings)
    files = [(file, (ROOT / "demo" / file).read_bytes()) for file in TAUGHT]
    assert not (await train_files(built.knowledge, files, "demo", ADMIN.name, publish=True)).refused
    await built.warm_up()
    for who in (ADMIN, MANAGER):
        rights = built.access.rights(who, "demo")
        for _ in range(1_200):  # on a busy machine reading all values takes longer than a question waits
            if await built.taught.desk("demo", rights, TODAY, "zh") is not None:
                break
            await asyncio.sleep(0.1)
    yield built
    await built.close()
    drop_database(postgres, name)
