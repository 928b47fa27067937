"""The writer is never blind: it may ask for tables, and what fails is linked by words, never left empty."""

from dataclasses import replace

import pytest

from agent.events import StepStarted
from assistant import Assistant
from errors import SettingsError
from knowledge.items import Linked, LinkedTable
from tests.fakes.openai_server import FakeOpenAI, role_of
from tests.fakes.room import TOP, ToldKnowledge, last_of
from tests.fakes.told_metrics import ToldMetrics
from tests.integration.conftest import OpenRoom

GOOD = f"```sql\n{TOP}\n```"
WORDS = "见上表。"
ASKED = "请分析各服务区的经营情况"
AREA = LinkedTable("public.area", 1.0, "area(id int, name text)")
SALE = LinkedTable("public.sale", 0.5, "sale(id int, area_id int, day date, amount numeric)")
SALE_BY_NAME = LinkedTable("public.sale", 0.5, "public.sale", level="name")


def _prompts(fake: FakeOpenAI) -> list[str]:
    return [str(one["messages"][-1]["content"]) for one in fake.requests if role_of(one) == "sql"]


async def test_a_model_that_needs_a_table_sees_it_in_one_more_call(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NEED: sale", GOOD, WORDS)
    told = ToldKnowledge(linked=Linked(tables=(AREA, SALE_BY_NAME)), wider=Linked(tables=(AREA, SALE)))
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert answer.sql == TOP and answer.model_calls == 3
    assert told.wanted[-1] == ("sale",)
    assert ["amount numeric" in prompt for prompt in _prompts(fake)] == [False, True]


async def test_a_table_that_is_not_there_is_said_to_be_absent(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("NEED: weather", GOOD, WORDS)
    told = ToldKnowledge(linked=Linked(tables=(AREA, SALE), whole=True))
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert answer.sql == TOP and "not there: weather" in _prompts(fake)[1]


async def test_who_needs_tables_twice_is_missing_data(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("NEED: sale", "NEED: more")
    told = ToldKnowledge(linked=Linked(tables=(AREA, SALE_BY_NAME)), wider=Linked(tables=(AREA, SALE)))
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert answer.kind == "unanswerable" and len(_prompts(fake)) == 2
    assert answer.failure and answer.failure["code"] == "missing_data"


async def test_data_are_missing_only_after_a_wider_look(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("NO_SQL: missing_data\nREASON: 没有营业额。", GOOD, WORDS)
    told = ToldKnowledge(linked=Linked(tables=(AREA, SALE_BY_NAME)), wider=Linked(tables=(AREA, SALE)))
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert answer.sql == TOP and len(_prompts(fake)) == 2


async def test_nothing_wider_is_looked_for_where_all_was_shown(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("NO_SQL: missing_data\nREASON: 没有天气。")
    told = ToldKnowledge(linked=Linked(tables=(AREA, SALE), whole=True))
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert len(_prompts(fake)) == 1 and answer.failure and answer.failure["code"] == "missing_data"


@pytest.mark.parametrize("failing", [TimeoutError(), SettingsError("app_database_away")])
async def test_what_fails_is_linked_by_words_from_memory(
    fake: FakeOpenAI, opened: OpenRoom, failing: Exception
) -> None:
    fake.script(GOOD, WORDS)
    told = ToldKnowledge(in_memory=Linked(tables=(AREA, SALE), by_words=True), failing=failing)
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert answer.sql == TOP and "amount numeric" in _prompts(fake)[0]
    assert answer.interpretation[0].startswith("这次只能按字面查找已教的知识"), "what may be missing is said"


async def test_with_nothing_in_memory_the_live_tables_are_shown(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, WORDS)
    told = ToldKnowledge(linked=Linked(), failing=TimeoutError())
    async with opened(room={"knowledge": told}) as room:
        answer = await room.ask(ASKED)
    assert answer.sql == TOP and "public.sale(" in _prompts(fake)[0]


async def test_no_prompt_goes_out_without_a_table(fake: FakeOpenAI, opened: OpenRoom) -> None:
    told = ToldKnowledge(linked=Linked())
    async with opened(room={"knowledge": told, "schemas": ("nowhere",)}) as room:
        answer = await room.ask(ASKED)
    assert _prompts(fake) == [] and answer.kind == "unanswerable"
    assert answer.failure and answer.failure["code"] == "no_tables" and "稍后再试" in answer.answer


async def test_a_slow_look_is_said_while_it_goes_on(
    fake: FakeOpenAI, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.nodes.link._PATIENCE_S", 0)
    fake.script(GOOD, WORDS)
    async with opened(room={"knowledge": ToldKnowledge(slow_s=0.05)}) as room:
        events = await room.events(ASKED)
    started = [event for event in events if isinstance(event, StepStarted) and event.step == "link"]
    assert [event.input for event in started] == ["仍在查找这个问题需要的表…"]
    assert last_of(events).sql == TOP


async def test_a_second_writer_sees_more_of_a_schema_that_was_cut(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, GOOD, WORDS)
    cut = Linked(tables=(AREA, SALE, replace(SALE_BY_NAME, name="public.shop", ddl="public.shop")))
    whole = Linked(tables=(AREA, SALE, LinkedTable("public.shop", 0.1, "shop(id int)")), whole=True)
    async with opened(room={"knowledge": ToldKnowledge(linked=cut, wider=whole)}) as room:
        await room.ask(ASKED, mode="careful")
    assert ["shop(id int)" in prompt for prompt in _prompts(fake)] == [False, True]


async def test_what_is_still_being_read_is_not_said_to_be_missing(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("NO_SQL: missing_data\nREASON: 没有营业额。")
    told = ToldKnowledge(linked=Linked(tables=(AREA, SALE), whole=True))
    async with opened(room={"knowledge": told}) as room:
        rooms = replace(room.rooms, figures=ToldMetrics(being_read=True))
        answer = await Assistant(rooms).ask_whole(ASKED, user=room.user)
    assert answer.answer == "还在读取这个数据库的取值，请稍后再试。"
