"""One question from its text to its answer, over a scripted HTTP model and a real database."""

from collections.abc import Callable, Iterator

import pytest

from agent.events import Answered, ChartReady, RowsReady, SqlReady, StepFinished, StepStarted, Token
from appdb.pool import AppDatabase
from config.settings import Settings
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import TOP, fill_shop, last_of, open_room, settings_on

QUESTION = "各服务区的营业额是多少？"


@pytest.fixture
def shop_url(empty_database_url: str) -> str:
    fill_shop(empty_database_url)
    return empty_database_url


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


async def test_data_question_goes_through_the_four_tools_with_two_model_calls(
    fake: FakeOpenAI, settings_for: Callable[..., Settings], app_database: AppDatabase, shop_url: str
) -> None:
    fake.script(f"```sql\n{TOP}\n```", "南城服务区最高。")
    async with open_room(settings_on(fake, settings_for()), app_database, shop_url) as room:
        events = await room.events(QUESTION)
    answer = last_of(events)
    assert isinstance(events[-1], Answered)
    assert answer.kind == "data"
    assert answer.path == [
        "new_turn", "triage", "recall", "link", "generate_sql", "valid_sql", "run_sql", "generate_summary",
        "compose", "suggest", "remember",
    ]  # fmt: skip
    assert answer.model_calls == 2 == len(fake.requests)
    assert answer.sql == TOP
    assert answer.row_count == 3 and answer.columns[0]["name"] == "name"
    assert answer.answer == "南城服务区最高。"
    assert answer.source == "generated"
    kinds = [type(event) for event in events]
    assert kinds.index(SqlReady) < kinds.index(RowsReady) < kinds.index(ChartReady) < kinds.index(Token)
    assert [e.step for e in events if isinstance(e, StepStarted)] == [
        e.step for e in events if isinstance(e, StepFinished)
    ]
