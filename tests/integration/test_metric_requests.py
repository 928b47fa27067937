"""A model asks the defined metrics instead of writing SQL: offered on the wire, checked, composed."""

import asyncio
import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from appdb.users import User
from assistant import Assistant
from config.wording import say
from knowledge.base import VERSION_SEEN_FOR_S
from llm.openai import ChatClient
from reasoning.model import ModelReasoner
from services import Services, build_services
from tests.fakes.openai_server import FakeOpenAI, Say, role_of
from tests.fakes.teaching import train_files

USER = User("ann", role="admin", display_name="Ann")
QUESTION = "Takings somehow mapped onto areas for me"  # no reader without a model takes this


def asked(**said: Any) -> str:
    """Return what a model says to ask the metrics."""
    request = {"metrics": ["takings"], "split_by": ["area"], "from": "2026-10-01", "until": "2026-11-01"}
    return "METRIC: " + json.dumps(request | said, ensure_ascii=False)


async def test_what_the_model_asks_of_the_metrics_is_composed(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    fake.replies.extend([fake_reply(asked(top=1))])
    answer = await taught_shop.assistant.ask_whole(QUESTION, user=USER, connection="shop")
    sent = fake.requests[0]["messages"][-1]["content"]
    assert "- takings: " in sent and "dimensions: area" in sent
    assert answer.source == "metric" and answer.row_count == 1
    assert any("Ranking" in line for line in answer.interpretation)


async def test_a_model_may_ask_for_days_without_data_too(fake: FakeOpenAI, taught_shop: Services) -> None:
    """The last sale is of October, 31: of the week that follows each day is there, and has none."""
    request = {"split_by": [], "grain": "day", "from": "2026-10-31", "until": "2026-11-07", "filled": True}
    fake.replies.extend([fake_reply(asked(**request))])
    answer = await taught_shop.assistant.ask_whole(QUESTION, user=USER, connection="shop")
    assert '"filled": true' in fake.requests[0]["messages"][0]["content"]
    assert answer.source == "metric" and answer.row_count == 7
    assert [float(row[1]) > 0 for row in answer.rows] == [True, *[False] * 6]


async def test_a_model_may_choose_an_analysis_which_adds_no_figure_of_its_own(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    half = {"split_by": [], "from": "2026-10-17", "until": "2026-11-01", "compare": "previous"}
    fake.replies.extend([fake_reply(asked(analysis="why", **half))])
    answer = await taught_shop.assistant.ask_whole(QUESTION, user=USER, connection="shop")
    assert (answer.kind, answer.source, answer.model_calls) == ("data", "metric", 2), answer.answer
    assert answer.path[answer.path.index("generate_sql") :][:3] == ["generate_sql", "together", "analyse"]
    assert "17–31 Oct 2026" in answer.answer
    assert (answer.sql or "").startswith("-- ")
    assert '"analysis": "why"' in fake.requests[0]["messages"][0]["content"]


async def test_what_a_chosen_analysis_leaves_out_is_told_behind_it(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    half = {"split_by": [], "from": "2026-10-17", "until": "2026-11-01", "compare": "previous"}
    left = "How many sales were there?"
    why = f"{asked(analysis='why', **half)}\nALSO: {left}"
    fake.replies.extend([fake_reply(why), fake_reply("```sql\nSELECT count(*) AS sales FROM sale\n```")])
    answer = await taught_shop.assistant.ask_whole(
        f"{QUESTION} And how many sales were there?", user=USER, connection="shop"
    )
    assert "17–31 Oct 2026" in answer.answer and "90" in answer.answer.split("\n\n")[-1], answer.answer
    assert say("agent.clause", "en", question=left) in answer.interpretation


async def test_an_analysis_that_is_not_certain_is_left_to_the_model_with_what_was_read(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    half = {"split_by": [], "from": "2026-10-17", "until": "2026-11-01", "compare": "previous"}
    fake.replies.extend([fake_reply(asked(analysis="why", **half))])
    answer = await taught_shop.assistant.ask_whole(
        "Why did takngs drop last week?", user=USER, connection="shop"
    )
    sent = fake.requests[0]["messages"][-1]["content"]
    assert "Read by rule, not certain which" in sent and "Why did takngs" in sent
    assert (answer.kind, answer.source, answer.model_calls) == ("data", "metric", 2), answer.answer


async def test_conditions_that_nothing_meets_are_named_and_not_the_time(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    """Of areas by month nothing is nearest: *there is nothing in October* was said of 90 sales."""
    having = [{"metric": "takings", "is": "gt", "number": 1_000_000}]
    fake.replies.extend([fake_reply(asked(grain="month", having=having))])
    answer = await taught_shop.assistant.ask_whole(QUESTION, user=USER, connection="shop")
    assert (answer.row_count, answer.answer) == (0, "Nothing meets these conditions.")


async def test_an_analysis_that_breaks_a_rule_is_asked_for_as_sql(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    sql = "```sql\nSELECT sum(amount) AS takings FROM sale\n```"
    fake.replies.extend([fake_reply(asked(analysis="why", metrics=["profit"])), fake_reply(sql)])
    answer = await taught_shop.assistant.ask_whole(QUESTION, user=USER, connection="shop")
    assert (answer.kind, answer.source, answer.row_count) == ("data", "generated", 1)
    assert "METRIC:" not in fake.requests[1]["messages"][0]["content"]


async def test_a_provider_with_strict_tools_is_offered_the_metrics_as_one(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    client = ChatClient.of(taught_shop.settings)
    rooms = replace(taught_shop.rooms, reasoner=ModelReasoner(client, strict_tools=True))
    request = {
        "metrics": ["takings"],
        "split_by": ["area"],
        "from": "2026-10-01",
        "until": "2026-11-01",
        "top": 1,
    }
    request |= {"only": None, "question": "Takings by area in October, the best"}
    fake.replies.extend([Say(tool="ask_metrics", arguments=json.dumps(request), role="sql")])
    async with contextlib.aclosing(client):
        answer = await Assistant(rooms).ask_whole(QUESTION, user=USER, connection="shop")
    (tool,) = fake.requests[0]["tools"]
    assert tool["function"]["name"] == "ask_metrics" and tool["function"]["strict"]
    assert answer.source == "metric" and answer.row_count == 1


async def test_a_reading_of_a_repaired_word_goes_to_the_model_which_may_take_or_correct_it(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    whole = asked(split_by=[], **{"from": "2026-08-01", "until": "2026-11-01"})
    fake.replies.extend([fake_reply(whole)])
    answer = await taught_shop.assistant.ask_whole(
        "How much were takngs in October?", user=USER, connection="shop", thread="t"
    )
    sent = fake.requests[0]["messages"][-1]["content"]
    assert "assumed: slip" in sent and '"metrics": ["takings"]' in sent.split("Read by rule")[1]
    assert answer.source == "metric" and "2026-08-01" in (answer.sql or "")
    certain = await taught_shop.assistant.ask_whole("Takings in October", user=USER, connection="shop")
    assert certain.source == "metric" and [r for r in fake.requests if _wants_sql(r)] == fake.requests[:1]


def _wants_sql(request: dict[str, Any]) -> bool:
    return role_of(request) == "sql"


@pytest.mark.parametrize(
    ("question", "defined"),
    [("How are takings calculated?", "All amounts taken."), ("营业额是怎么算的？", "收到的每一笔金额之和。")],
)
async def test_what_a_metric_is_comes_from_its_definition_without_sql_or_a_model(
    fake: FakeOpenAI, taught_shop: Services, question: str, defined: str
) -> None:
    answer = await taught_shop.assistant.ask_whole(question, user=USER, connection="shop")
    assert defined in answer.answer and "SUM(amount)" in answer.answer
    assert (answer.sql, answer.row_count, fake.requests) == (None, 0, [])


@pytest.mark.parametrize(
    "request_",
    [
        asked(metrics=["profit"]),
        asked(split_by=["moon"]),
        asked(only={"area": ["Atlantis"]}),
        asked(until=""),
        asked(filled=True),
    ],
)
async def test_a_request_that_breaks_the_rules_is_asked_for_as_sql(
    fake: FakeOpenAI, taught_shop: Services, request_: str
) -> None:
    fake.replies.extend([fake_reply(request_), fake_reply("```sql\nSELECT count(*) AS n FROM sale\n```")])
    answer = await taught_shop.assistant.ask_whole(QUESTION, user=USER, connection="shop")
    assert answer.source == "generated" and answer.rows == [[90]]
    system, user = (message["content"] for message in fake.requests[1]["messages"])
    assert "METRIC:" not in system and "- takings: " in user


def fake_reply(text: str) -> Say:
    """Return a scripted reply to the call that asks for SQL."""
    return Say(text, role="sql")


async def test_a_server_that_answered_before_takes_in_metrics_taught_elsewhere(
    fake: FakeOpenAI, taught_shop: Services, tmp_path: Path
) -> None:
    settings = taught_shop.settings.model_copy(update={"data_dir": tmp_path / "elsewhere"})
    settings.data_dir.mkdir()
    other = await build_services(settings)
    sold = "{name: sold, names: {zh: 笔数, en: Deals}, table: sale, expression: COUNT(*), time: day}"
    try:
        assert (
            await taught_shop.assistant.ask_whole("Takings in October", user=USER, connection="shop")
        ).kind == "data"
        await train_files(
            other.knowledge, [("more.yaml", f"metrics: [{sold}]".encode())], "shop", "ann", publish=True
        )
        await asyncio.sleep(VERSION_SEEN_FOR_S)
        answer = None
        for _ in range(3):  # the first question after it may still be read with what was there
            answer = await taught_shop.assistant.ask_whole("Deals in October", user=USER, connection="shop")
            await asyncio.sleep(0.2)
    finally:
        await other.close()
    assert answer is not None and answer.kind == "data" and answer.row_count == 1
