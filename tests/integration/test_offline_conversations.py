"""Whole conversations as data over the demo, its own knowledge and no model."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from appdb.users import User
from services import Services
from tests.conftest import TODAY

FOLDER = Path(__file__).parents[1] / "cases" / "conversations" / "offline"
CONVERSATIONS = {
    file.stem: yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
    for file in sorted(FOLDER.glob("*.yaml"))
}
ANN, BOB = User("ann", "admin"), User("bob of conversations", "admin")


@pytest.mark.parametrize("name", CONVERSATIONS)
async def test_conversation_goes_as_written(services: Services, name: str) -> None:
    asker = User(f"asker of {name}", "admin")  # what one chose is remembered
    for turn in CONVERSATIONS[name]:
        thread = f"{name}-{turn.get('thread', 1)}"
        answer = await services.assistant.ask_whole(turn["say"], user=asker, thread=thread)
        found = {part: getattr(answer, part) for part in turn["expect"]}
        assert found == turn["expect"], (turn["say"], answer.answer, answer.understood)
        assert not [one for one in turn.get("tells", ()) if one not in answer.answer], answer.answer
        assert not [one for one in turn.get("untold", ()) if one in answer.answer], answer.answer
        assert answer.model_calls == 0


async def test_a_few_words_are_answered_by_what_they_follow_not_from_another_thread(
    services: Services,
) -> None:
    async def last(first: str, then: str, thread: str) -> Any:
        await services.assistant.ask_whole(first, user=BOB, thread=thread)
        return await services.assistant.ask_whole(then, user=BOB, thread=thread)

    orders = await last("How many orders were there last month?", "month over month", "b1")
    revenue = await last(
        "What was the revenue of Nancheng Service Area last month?", "month over month", "b2"
    )
    again = await last("How many orders were there last month?", "month over month", "b3")
    assert [answer.kind for answer in (orders, revenue, again)] == ["data"] * 3
    assert revenue.source != "cached" and revenue.rows != orders.rows
    assert again.source == "cached" and again.rows == orders.rows


async def test_fast_looks_for_no_examples_in_the_real_knowledge(services: Services) -> None:
    asked = ("哪些服务区的营业额", "demo")
    who = {"rights": services.access.rights(ANN, "demo"), "today": TODAY, "budget_tokens": 1000}
    whole = await services.knowledge.retrieve(*asked, **who)  # type: ignore[arg-type]
    fast = await services.knowledge.retrieve(*asked, **who, examples=False)  # type: ignore[arg-type]
    assert whole.examples and not fast.examples
    assert fast.tables and {table.name for table in fast.tables} <= {table.name for table in whole.tables}
