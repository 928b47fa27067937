"""People who ask at once each find all of it again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from appdb.embedded import EmbeddedPostgres
from tests.fakes.admin_app import running_admin_app
from tests.fakes.chat_load import TOP, load
from tests.fakes.chat_server import ChatServer
from tests.fakes.openai_server import FakeOpenAI

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def app(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatServer]:
    """Serve the real app with a model that writes the same SQL for every question."""
    folder: Path = tmp_path_factory.mktemp("load")
    with FakeOpenAI(answers={"*": TOP}, latency_s=0.1) as model:
        environment = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "x"}
        with running_admin_app(postgres, app_template, "load", folder, **environment) as server:
            yield server


async def test_no_question_is_lost_where_many_ask_at_once(app: ChatServer) -> None:
    found = await load([app.address], sessions=8, questions=2)
    assert (found.asked, found.shown, found.lost) == (16, 16, [])
    assert "history_write_failed" not in app.log.read_text("utf-8")
