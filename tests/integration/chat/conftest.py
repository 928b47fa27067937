"""What the tests of the served chat may ask for: the chat on its own database, one for a module."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from tests.conftest import create_database, drop_database
from tests.fakes.chat_server import ChatServer, running_chat


@pytest.fixture(scope="module")
def chat_url(postgres: EmbeddedPostgres, app_template: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the address of the served chat's database."""
    name = f"chat_{request.module.__name__.rsplit('.', 1)[-1]}"
    create_database(postgres, name, app_template)
    yield postgres.url(name, APP_ROLE)
    drop_database(postgres, name)


@pytest.fixture(scope="module")
def chat(chat_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatServer]:
    """Serve the chat on scripted services, with two databases of which `secret` is the admin's."""
    folder: Path = tmp_path_factory.mktemp("chat")
    with running_chat(chat_url, folder, TEST_DATABASES="demo,secret") as server:
        yield server
