"""A sentence of a plain answer that the rows deny is asked for once more, with the reason."""

import pytest

from agent.events import Token
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP, last_of
from tests.integration.conftest import OpenRoom

QUESTION = "各服务区的营业额是多少？"
SQL = f"```sql\n{TOP}\n```"
WHEN = "以上为全部数据（2026-10-01 至 10-31）。"  # nobody named a time
LEAD, WRONG, REST = "南城服务区最高，为 4,395 元。", "东湖服务区为 4,335 元。", "三个服务区合计 13,095 元。"
MENDED = "东湖服务区为 4,365 元。"


async def test_a_figure_at_the_wrong_name_is_written_again_where_it_was_not_shown_yet(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(SQL, Say(f"{LEAD}{WRONG}{REST}", apart_s=0.02), f"{LEAD}{MENDED}{REST}")
    async with opened() as room:
        events = await room.events(QUESTION)
    told = [event.text for event in events if isinstance(event, Token)]
    answer = last_of(events)
    assert told[0] == LEAD and "".join(told) == answer.answer == f"{LEAD}{MENDED}{REST}{WHEN}"
    asked = fake.requests[2]["messages"][-1]["content"]
    assert f"{LEAD}[1: {WRONG}]{REST}" in asked and "- 1: 4,335 (it stands at 北山服务区)" in asked
    assert "begin behind it" in asked and answer.model_calls == 3


async def test_the_first_sentence_is_written_again_before_anything_is_shown(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(SQL, f"南城服务区最高，为 4,335 元。{MENDED}", f"{LEAD}{MENDED}")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.answer == f"{LEAD}{MENDED}{WHEN}"
    assert "begin behind it" not in fake.requests[2]["messages"][-1]["content"]


@pytest.mark.parametrize(
    "again",
    [
        Say(status=500),
        Say(f"{LEAD}{MENDED}", delay_s=3),
        Say("营业额另有说明。"),
        Say(WRONG),
        Say(f"{LEAD}{WRONG}{REST}"),
    ],
)
async def test_what_was_let_through_stands_where_the_words_come_no_better_or_not(
    fake: FakeOpenAI, opened: OpenRoom, again: Say
) -> None:
    fake.script(SQL, f"{LEAD}{WRONG}{REST}", again)
    async with opened(llm_timeout_s=1.0, llm_max_retries=0) as room:
        answer = await room.ask(QUESTION)
    assert answer.answer == f"{LEAD}{REST}{WHEN}"


async def test_in_haste_nothing_is_written_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL, f"{LEAD}{WRONG}{REST}", f"{LEAD}{MENDED}{REST}")
    async with opened() as room:
        answer = await room.ask(QUESTION, mode="fast")
    assert answer.answer == f"{LEAD}{REST}{WHEN}" and answer.model_calls == 2


async def test_words_in_the_other_language_are_written_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL, "Nancheng leads with 4,395 yuan of revenue.", LEAD)
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.answer == f"{LEAD}{WHEN}"
    assert "请全部用中文重写" in fake.requests[2]["messages"][-1]["content"]
