"""One question from its text to its answer, over a scripted HTTP model and a real database."""

import psycopg
import pytest

from agent.checkpoints import FencedSaver
from agent.events import (
    Answered,
    ChartReady,
    Failed,
    RowsReady,
    SqlReady,
    StepFinished,
    StepStarted,
    Suggestions,
    Token,
)
from database.rights import Rights
from database.schema import Column, Schema, Table
from knowledge.items import ReuseHit
from tests.fakes.openai_server import FakeOpenAI, Say, role_of
from tests.fakes.room import TOP, ToldKnowledge, last_of
from tests.integration.conftest import OpenRoom

QUESTION = "各服务区的营业额是多少？"
WHEN = "以上为全部数据（2026-10-01 至 10-31）。"  # nobody named a time
SQL_REPLY = f"```sql\n{TOP}\n```"


async def test_data_question_goes_through_the_four_tools_with_two_model_calls(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(SQL_REPLY, "南城服务区最高。")
    async with opened() as room:
        events = await room.events(QUESTION)
    answer = last_of(events)
    assert isinstance(events[-1], Answered)
    assert answer.kind == "data"
    assert answer.path == [
        "new_turn", "triage", "recall", "together", "analyse", "clause_by_clause", "link",
        "generate_sql", "valid_sql", "run_sql",
        "generate_summary", "compose", "suggest", "remember",
    ]  # fmt: skip
    assert answer.model_calls == 2 == len(fake.requests)
    assert answer.sql == TOP
    assert answer.row_count == 3 and answer.columns[0]["name"] == "name"
    assert answer.answer == f"南城服务区最高。{WHEN}"
    assert answer.source == "generated"
    kinds = [type(event) for event in events]
    assert kinds.index(SqlReady) < kinds.index(RowsReady) < kinds.index(ChartReady) < kinds.index(Token)
    started = [event.step for event in events if isinstance(event, StepStarted)]
    finished = [event.step for event in events if isinstance(event, StepFinished)]
    assert started == finished == ["generate_sql", "valid_sql", "run_sql", "generate_summary"]


async def test_computed_answer_is_shown_where_the_memory_of_it_finds_no_room(
    fake: FakeOpenAI, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise psycopg.errors.DiskFull("could not extend file")

    fake.script(SQL_REPLY, "南城服务区最高。", SQL_REPLY, "南城服务区仍最高。")
    async with opened() as room:
        with monkeypatch.context() as disk:
            disk.setattr(FencedSaver, "aput", full)
            first = (await room.events(QUESTION))[-1]
        second = (await room.events("它们现在的营业额是多少？"))[-1]
        kept = await room.app.rows("SELECT status FROM turns ORDER BY place")
    assert (
        isinstance(first, Answered) and first.answer.answer == f"南城服务区最高。{WHEN}" and first.answer.rows
    )
    assert isinstance(second, Answered) and second.answer.answer == f"南城服务区仍最高。{WHEN}"
    assert [turn["status"] for turn in kept] == ["done", "done"]


async def test_streamed_words_are_the_answer(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL_REPLY, "南城服务区最高。共有三个服务区。它们都有营业额。")
    async with opened() as room:
        events = await room.events(QUESTION)
    said = "".join(event.text for event in events if isinstance(event, Token))
    assert said == last_of(events).answer == f"南城服务区最高。共有三个服务区。它们都有营业额。{WHEN}"


async def test_sentence_with_a_figure_that_is_not_in_the_rows_is_never_shown(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(SQL_REPLY, *["南城服务区最高。总额是 987654 元。共 3 行。"] * 2)
    async with opened() as room:
        events = await room.events(QUESTION)
    said = "".join(event.text for event in events if isinstance(event, Token))
    assert "987654" not in said
    assert last_of(events).answer == f"南城服务区最高。共 3 行。{WHEN}"


async def test_second_time_costs_no_model_call(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL_REPLY, "南城服务区最高。")
    async with opened() as room:
        first = await room.ask(QUESTION)
        second = await room.ask(QUESTION.rstrip("？"), thread="t2")
    assert (second.model_calls, second.source) == (0, "cached")
    assert second.rows == first.rows and second.answer == first.answer
    assert len(fake.requests) == 2


async def test_new_knowledge_makes_the_earlier_answer_invalid(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL_REPLY, "南城服务区最高。", SQL_REPLY, "南城服务区最高。")
    async with opened() as room:
        await room.ask(QUESTION)
        room.knowledge.kept_version = 2
        again = await room.ask(QUESTION)
    assert again.source == "generated"


async def test_verified_pair_is_used_without_a_model(fake: FakeOpenAI, opened: OpenRoom) -> None:
    told = ToldKnowledge(reusable={QUESTION: ReuseHit("p1", "各服务区营业额", TOP, exact=True)})
    async with opened({"knowledge": told}, result_summary=False) as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.source, answer.model_calls) == ("data", "verified", 0)
    assert fake.requests == []
    assert any("各服务区营业额" in line for line in answer.interpretation)


async def test_pair_with_other_slots_counts_as_similar(opened: OpenRoom) -> None:
    told = ToldKnowledge(
        reusable={QUESTION: ReuseHit("p1", "各服务区营业额", TOP, exact=False, slots={"n": "3"})}
    )
    async with opened({"knowledge": told}, result_summary=False) as room:
        assert (await room.ask(QUESTION)).source == "similar"


async def test_not_a_data_question_is_answered_from_common_knowledge_and_marked(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NO_SQL: not_data\nREASON: 与数据无关", "荔枝一般在 5 月到 7 月上市。")
    async with opened() as room:
        answer = await room.ask("荔枝几月上市？")
    assert (answer.kind, answer.source) == ("general", "general")
    assert answer.answer == "荔枝一般在 5 月到 7 月上市。"
    assert answer.sql is None and answer.rows == [] and answer.failure is None


async def test_without_a_model_a_general_question_says_that_it_needs_one(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NO_SQL: not_data", Say(status=401, message="bad key"))
    async with opened() as room:
        answer = await room.ask("荔枝几月上市？")
    assert answer.kind == "failed"
    assert answer.failure is not None and answer.failure["code"] == "model_auth"


async def test_missing_data_is_said_with_the_models_reason_and_nearest_questions(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NO_SQL: missing_data\nREASON: 数据里没有天气。大约有 42 条。")
    async with opened() as room:
        events = await room.events("昨天的气温是多少？")
    answer = last_of(events)
    assert isinstance(events[-1], Answered)
    assert answer.kind == "unanswerable"
    assert answer.failure is not None and answer.failure["code"] == "missing_data"
    assert "数据里没有天气" in answer.answer and "42" not in answer.answer
    assert len(answer.suggestions) == 3
    assert [event.questions for event in events if isinstance(event, Suggestions)] == [answer.suggestions]


@pytest.mark.parametrize("text", ["你好", "hello!", "谢谢", "你能做什么？", "help"])
async def test_small_talk_and_help_ask_no_model(fake: FakeOpenAI, opened: OpenRoom, text: str) -> None:
    async with opened() as room:
        answer = await room.ask(text)
    assert answer.kind == "chat" and answer.answer
    assert answer.path[:3] == ["new_turn", "triage", "reply"]
    assert fake.requests == []


async def test_tables_are_listed_from_the_catalogue_within_rights(fake: FakeOpenAI, opened: OpenRoom) -> None:

    rights = Rights("viewer", "shop", denied_tables=("public.sale",))
    async with opened({"rights": rights}) as room:
        answer = await room.ask("有哪些表？")
    assert answer.kind == "schema"
    assert "area" in answer.answer and "sale" not in answer.answer
    assert fake.requests == []


async def test_tables_are_listed_with_the_descriptions_that_were_taught(opened: OpenRoom) -> None:
    async with opened() as room:
        said = Table("public", "area", (Column("name", "text", "招牌上的名字"),), "加油和休息的地方")
        room.knowledge.taught_schema = Schema((said,))
        listed, columns = await room.ask("有哪些表？"), await room.ask("area 表有哪些字段？")
    assert "加油和休息的地方" in listed.answer and "营业额" in listed.answer
    assert "招牌上的名字" in columns.answer


async def test_definition_is_answered_in_the_words_it_was_taught(opened: OpenRoom) -> None:
    async with opened() as room:
        answer = await room.ask("客单价是什么意思？")
    assert answer.kind == "schema"
    assert "营业额除以交易笔数" in answer.answer


async def test_no_rows_get_a_computed_sentence_and_no_summary_call(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(*["```sql\nSELECT name FROM area WHERE id = 99\n```"] * 2)
    async with opened() as room:
        answer = await room.ask("九十九号服务区叫什么？")
    assert (answer.kind, answer.row_count, answer.model_calls) == ("data", 0, 2)  # nothing is looked at twice
    assert answer.answer and role_of(fake.requests[-1]) == "sql"


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "question_empty"), ("？？？", "question_empty"), ("x" * 20_000, "question_too_long"),
     ("\x00\x01\x02\x03ab", "question_unreadable")],
)  # fmt: skip
async def test_what_cannot_be_a_question_is_refused_before_any_work(
    fake: FakeOpenAI, opened: OpenRoom, text: str, code: str
) -> None:
    async with opened() as room:
        events = await room.events(text)
        written = await room.app.rows("SELECT status, answer -> 'failure' ->> 'code' AS code FROM turns")
    assert len(events) == 1 and isinstance(events[0], Failed)
    failure = last_of(events).failure
    assert failure is not None and failure["code"] == code
    assert written == [{"status": "failed", "code": code}] and fake.requests == []


async def test_turn_and_audit_are_written(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL_REPLY, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
        turns = await room.app.rows("SELECT * FROM turns")
        audit = await room.app.rows("SELECT * FROM audit")
    assert [(turn["id"], turn["status"], turn["owner"]) for turn in turns] == [(answer.id, "done", "ann")]
    assert turns[0]["answer"]["answer"] == answer.answer
    assert [(row["who"], row["rows"], row["code"]) for row in audit] == [("ann", 3, None)]
    assert "sum(s.amount)" in audit[0]["sql"].lower()


async def test_plain_question_stays_within_the_prompt_budget(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(SQL_REPLY, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert 0 < answer.prompt_tokens <= 750  # with two tables; the rest of 1,500 is the schema's


async def test_database_direct_never_answers_from_common_knowledge(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NO_SQL: not_data")
    async with opened(routing_mode="database_direct") as room:
        answer = await room.ask("荔枝几月上市？")
    assert answer.kind == "unanswerable" and len(fake.requests) == 1


async def test_chat_direct_uses_no_tool(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("一般在五月到七月。")
    async with opened(routing_mode="chat_direct") as room:
        answer = await room.ask("荔枝几月上市？")
    assert (answer.kind, answer.answer) == ("general", "一般在五月到七月。")
    assert "generate_sql" not in answer.path
