"""A room on the shop database with a scripted model, and the demo's services, for whole questions."""

import contextlib
import dataclasses
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from agent.memory import AnswerMemory, SelectMemory
from appdb.embedded import EmbeddedPostgres
from appdb.pool import AppDatabase
from assistant import Assistant
from config.settings import Settings
from services import Services, build_services
from tests.conftest import SettingsFor, create_database
from tests.fakes.admin_app import running_admin_app
from tests.fakes.chat_client import signed_in
from tests.fakes.chat_server import ChatServer
from tests.fakes.demo_services import demo_services
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import SHOP, Room, fill_shop, open_room, settings_on
from tests.fakes.teaching import train_files

TAKINGS = """
metrics:
  - name: takings
    names: {zh: 营业额, en: Takings}
    table: sale
    expression: SUM(amount)
    time: day
    default_period: last month
    definition: {zh: 收到的每一笔金额之和。, en: All amounts taken.}
dimensions:
  - {name: area, names: {zh: 服务区, en: Area}, column: area.name, key: area.id}
"""
OpenRoom = Callable[..., contextlib.AbstractAsyncContextManager[Room]]


@pytest.fixture(scope="session")
def common_shop_url(postgres: EmbeddedPostgres) -> str:
    """Return the address of the shop database of all tests that do not name one of their own."""
    create_database(postgres, "common_shop")
    fill_shop(postgres.url("common_shop"))
    return postgres.url("common_shop")


@pytest.fixture
def shop_url(empty_database_url: str) -> str:
    """Return the address of a fresh shop database, which a test may change."""
    fill_shop(empty_database_url)
    return empty_database_url


@pytest.fixture(scope="session")
async def demo_once(
    postgres: EmbeddedPostgres, app_template: str, demo_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    """Return the real services over the demo, taught what the demo is taught, with no model."""
    folder = tmp_path_factory.mktemp("demo_services", numbered=False)
    async with demo_services(postgres, app_template, demo_url, folder) as built:
        yield built


@pytest.fixture(scope="module")
async def services(demo_once: Services) -> AsyncIterator[Services]:
    """Return the services over the demo, remembering no answer of other modules."""
    rooms = dataclasses.replace(demo_once.rooms, recall=AnswerMemory(), selects=SelectMemory())
    fresh = dataclasses.replace(demo_once, rooms=rooms, assistant=Assistant(rooms))
    yield fresh
    await fresh.assistant.close()


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    """Return a scripted model server."""
    with FakeOpenAI() as server:
        yield server


@pytest.fixture(scope="module")
def model() -> Iterator[FakeOpenAI]:
    """Return one scripted model for all tests of a module."""
    with FakeOpenAI() as server:
        yield server


@pytest.fixture(scope="module")
def app(
    request: pytest.FixtureRequest,
    postgres: EmbeddedPostgres,
    app_template: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ChatServer]:
    """Serve the real app to a module on a small shop, with the scripted model where it has `ASKS_A_MODEL`."""
    name, env = request.module.__name__.rpartition("test_")[2], dict[str, str]()
    if getattr(request.module, "ASKS_A_MODEL", False):
        env = {"OPENAI_BASE_URL": request.getfixturevalue("model").url, "OPENAI_API_KEY": "x"}
    with running_admin_app(postgres, app_template, name, tmp_path_factory.mktemp(name), **env) as server:
        yield server


@pytest.fixture
async def admin(app: ChatServer) -> AsyncIterator[httpx.AsyncClient]:
    """Return the admin's client of the module's own app, with the token of the page it opened, in English."""
    async with signed_in(app.address, "admin") as http:
        http.headers["Accept-Language"] = "en"
        page = await http.get("/admin")
        http.headers["X-CSRF-Token"] = re.findall(r'"X-CSRF-Token": "([0-9a-f]{64})"', page.text)[0]
        yield http


@pytest.fixture
def opened(
    request: pytest.FixtureRequest,
    fake: FakeOpenAI,
    settings_for: Callable[..., Settings],
    app_database: AppDatabase,
) -> OpenRoom:
    """Return an opener of rooms; settings by keyword, whatever `open_room` takes under `room`.

    They stand on the test's own shop where it names `shop_url`, else on the common one.
    """
    own = "shop_url" in request.fixturenames
    shop_url: str = request.getfixturevalue("shop_url" if own else "common_shop_url")

    @contextlib.asynccontextmanager
    async def opener(room: dict[str, Any] | None = None, **settings: Any) -> AsyncIterator[Room]:
        made = settings_on(fake, settings_for(), **settings)
        async with open_room(made, app_database, shop_url, **(room or {})) as opened_room:
            yield opened_room

    return opener


@pytest.fixture
async def taught_shop(
    fake: FakeOpenAI, settings_for: SettingsFor, app_database_url: str, shop_url: str, tmp_path: Path
) -> AsyncIterator[Services]:
    """Return the real services on the shop, one metric and one dimension published."""
    connections = tmp_path / "connections.yaml"
    connections.write_text(f"connections:\n  shop:\n    url: {shop_url}\n", "utf-8")
    (tmp_path / "data").mkdir()
    base = settings_for(app_database_url=app_database_url, connections_file=connections)
    services = await build_services(settings_on(fake, base))
    files = [("shop.sql", SHOP.partition("INSERT")[0].encode()), ("metrics.yaml", TAKINGS.encode())]
    report = await train_files(services.knowledge, files, "shop", "ann", publish=True)
    assert not report.refused
    yield services
    await services.close()
