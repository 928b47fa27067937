"""`ROUTING_MODE=agent`: the model picks each tool, and gets no other answer than where the table decides."""

from typing import Any

import pytest

from agent.events import Answer
from config.wording import say
from knowledge.items import Linked, ReuseHit
from tests.fakes.openai_server import FakeOpenAI, Say, role_of
from tests.fakes.room import TOP, ToldKnowledge
from tests.integration.conftest import OpenRoom

QUESTION = "各服务区的营业额是多少？"
GOOD = f"```sql\n{TOP}\n```"
WRONG = TOP.replace("a.name", "a.nam")
AMBIGUOUS = "NO_SQL: ambiguous\nREASON: 哪一种？\nOPTION: 营业额最高\nOPTION: 车流最多"
STRAIGHT = ["generate_sql", "valid_sql", "run_sql", "generate_summary"]
# The model's replies to the prompt for SQL, and what must come of them in either mode.
SCRIPTS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "sql": ([GOOD], {"kind": "data", "sql": TOP, "row_count": 3, "repairs": 0}),
    "repaired": ([f"```sql\n{WRONG}\n```", GOOD], {"kind": "data", "sql": TOP, "repairs": 1}),
    "repaired in vain": ([f"```sql\n{WRONG}\n```"] * 2, {"kind": "failed", "rows": []}),
    "unreadable once": (["Sure!", GOOD], {"kind": "data", "sql": TOP}),
    "unreadable": (["Sure!", "Sure!"], {"kind": "unanswerable", "rows": []}),
    "writes": (["DELETE FROM sale"] * 2, {"kind": "refused", "rows": []}),
    "not data": (["NO_SQL: not_data"], {"kind": "general", "answer": "这是常识性回答。"}),
    "missing": (["NO_SQL: missing_data"] * 2, {"kind": "unanswerable"}),
    "asked back": ([AMBIGUOUS], {"kind": "clarify", "suggestions": ["营业额最高", "车流最多"]}),
    "empty result": (
        ["```sql\nSELECT a.name FROM area a WHERE a.name = '无'\n```"] * 3,
        {"kind": "data", "row_count": 0},
    ),
}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("mode", ["hybrid", "agent"])
async def test_both_modes_give_the_same_answers(
    fake: FakeOpenAI, opened: OpenRoom, mode: str, script: str
) -> None:
    replies, expected = SCRIPTS[script]
    fake.script(*(Say(reply, role="sql") for reply in replies))
    async with opened(routing_mode=mode) as room:
        answer = await room.ask(QUESTION)
    assert {name: getattr(answer, name) for name in expected} == expected
    assert answer.answer
    decided = [body for body in fake.requests if role_of(body) == "decide"]
    assert bool(decided) == (mode == "agent")


@pytest.mark.parametrize(
    "picks",
    [
        [Say(tool="generate_sql", role="decide")] * 4,
        [Say(tool="run_sql", role="decide")] * 4,
        [Say(tool="generate_summary", role="decide")] * 4,
        [Say(tool="drop_database", role="decide")] * 4,
        [Say("I would look at the data first.", role="decide")] * 4,
        [Say("valid_sql, then run_sql", role="decide")] * 4,
        [Say(status=400, message="tools are not supported", role="decide")] * 4,
    ],
    ids=["twice", "too early", "backwards", "unknown", "prose", "two at once", "no tools at all"],
)
async def test_pick_out_of_order_gets_the_tables_own_step(
    fake: FakeOpenAI, opened: OpenRoom, picks: list[Say]
) -> None:
    answer = await _picked(fake, opened, picks)
    assert (answer.kind, answer.sql, answer.row_count) == ("data", TOP, 3)
    assert [step for step in answer.path if step in STRAIGHT] == STRAIGHT


async def _picked(fake: FakeOpenAI, opened: OpenRoom, picks: list[Say]) -> Answer:
    """Ask where each tool call is picked by these replies; SQL and summary come as they do."""
    fake.answers = {"*": TOP}
    fake.script(*picks)
    async with opened(routing_mode="agent") as room:
        return await room.ask(QUESTION)


async def test_what_is_certain_without_a_model_answers_in_agent_mode_too(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    known = ToldKnowledge(linked=Linked(), reusable={QUESTION: ReuseHit("p1", QUESTION, TOP, exact=True)})
    async with opened({"knowledge": known}, routing_mode="agent") as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.sql, answer.source) == ("data", TOP, "verified")
    assert "sql" not in [role_of(body) for body in fake.requests]


async def test_refused_statement_names_its_rule_in_agent_mode_too(fake: FakeOpenAI, opened: OpenRoom) -> None:
    written = "```sql\nWITH d AS (DELETE FROM sale RETURNING id) SELECT id FROM d\n```"
    fake.script(Say(written, role="sql"))
    async with opened(routing_mode="agent") as room:
        answer = await room.ask(QUESTION)
    assert answer.answer == say("errors.sql_writes", "zh", word="DELETE")
