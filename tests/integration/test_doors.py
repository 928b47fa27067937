"""The doors of a running deployment: the checks of `make redteam`, one test each."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from appdb.embedded import EmbeddedPostgres
from appdb.pool import AppDatabase
from appdb.server import APP_ROLE
from appdb.users import PeopleStore
from config.settings import ROOT
from tests.conftest import create_database, drop_database
from tests.fakes.chat_server import SECRET, ChatServer, running_chat
from tests.redteam.doors import CHECKS, NOT_CHECKED, refused, request_cases
from tests.redteam.site import Site, with_a_victim

pytestmark = pytest.mark.slow

PROXY = "127.0.0.9"
ROLES = ("admin", "analyst", "viewer")
PASSWORDS = {role: f"{role}-password" for role in ROLES}
DATABASE_PASSWORD = "a-password-of-the-asked-database"


@pytest.fixture(scope="module")
def doors_url(postgres: EmbeddedPostgres, app_template: str) -> Iterator[str]:
    """Return the address of the deployment's own database."""
    create_database(postgres, "doors", app_template, owner=APP_ROLE)
    yield postgres.url("doors", APP_ROLE)
    drop_database(postgres, "doors")


@pytest.fixture(scope="module")
def deployment(
    doors_url: str, demo_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatServer]:
    """Serve the real app on the demo database, with a trusted proxy and an unreachable second database."""
    asyncio.run(_people(doors_url))
    folder = tmp_path_factory.mktemp("doors")
    with running_chat(
        doors_url,
        folder,
        ROOT / "app.py",
        CONNECTIONS_FILE=str(_connections(folder, demo_url)),
        ACCESS_FILE=str(_access(folder)),
        TRUSTED_PROXIES=PROXY,
        SIGN_IN_HEADER="X-Auth-Email",
        DEMO="false",
        LOG_LEVEL="DEBUG",
    ) as server:
        yield server


async def _people(url: str) -> None:
    async with await AppDatabase.open(url, size=1) as database:
        for role in ROLES:
            await PeopleStore(database).put(role, PASSWORDS[role], role)


def _connections(folder: Path, demo_url: str) -> Path:
    away = f"postgresql://reader:{DATABASE_PASSWORD}@localhost:1/away"
    path = folder / "connections.yaml"
    path.write_text(yaml.safe_dump({"connections": {"demo": {"url": demo_url}, "away": {"url": away}}}))
    return path


def _access(folder: Path) -> Path:
    rules: dict[str, Any] = yaml.load(
        (ROOT / "config" / "access.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    rules["identities"] = [{"email": "boss@example.com", "role": "analyst"}]
    path = folder / "access.yaml"
    path.write_text(yaml.safe_dump(rules, allow_unicode=True), "utf-8")
    return path


@pytest.fixture(scope="module")
async def site(deployment: ChatServer, doors_url: str) -> AsyncIterator[Site]:
    """Return the deployment as its attacker sees it, with a victim's conversation in it."""
    async with await AppDatabase.open(doors_url, size=1) as database:
        people = PeopleStore(database)
        found = Site(
            deployment.address,
            PASSWORDS,
            disable=people.set_disabled,
            change_password=people.set_password,
            log=deployment.log,
            secrets=(DATABASE_PASSWORD, SECRET),
            proxy=PROXY,
        )
        async with with_a_victim(found):
            yield found


@pytest.mark.parametrize("case", request_cases(), ids=lambda case: case["id"])
async def test_request_is_refused(site: Site, case: dict[str, Any]) -> None:
    assert await refused(site, case) is None


@pytest.mark.parametrize("name", CHECKS)
async def test_door_holds(site: Site, name: str) -> None:
    wrong = await CHECKS[name](site)
    assert wrong is None or wrong.startswith(NOT_CHECKED), wrong
    assert wrong is None, "nothing is left unchecked here"
