"""What is kept of a question's way, what hooks may do to it, and what is not asked twice."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from agent.hooks import Finished, Hook, Moment, Refuse, ToolResult, ToolUse
from appdb.users import User
from database.connections import ApprovedQuery
from database.result import QueryResult, ResultColumn
from database.rights import Rights
from database.schema import Schema, Table
from database.spec import ConnectionSpec
from errors import NotFoundError, WenshuError
from llm.usage import ModelCall
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP
from tests.integration.conftest import OpenRoom
from tools.rows import select_key

GOOD = f"```sql\n{TOP}\n```"
WRONG = "```sql\nSELECT nam FROM area\n```"
WORDS = "见上表。"
ASKED = "各服务区的营业额是多少？"
OTHER_ROWS = QueryResult((ResultColumn("n", "integer"),), ((7,),) * 5, False, 0.0)


class Told(Hook):
    """Notes every event."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.calls: list[ModelCall] = []
        self.finished: list[Finished] = []

    async def thread_start(self, moment: Moment) -> None:
        self.events.append("thread_start")

    async def thread_end(self, moment: Moment) -> None:
        self.events.append(f"thread_end {moment.user}/{moment.thread}")

    async def before_message(self, moment: Moment, text: str) -> None:
        self.events.append("before_message")

    async def after_message(self, moment: Moment, finished: Finished) -> None:
        self.events.append(f"after_message {finished.ends}")
        self.finished.append(finished)

    async def before_model(self, moment: Moment, call: ModelCall) -> None:
        self.events.append("before_model")

    async def after_model(self, moment: Moment, call: ModelCall) -> None:
        self.events.append("after_model")
        self.calls.append(call)

    async def before_tool(self, moment: Moment, use: ToolUse) -> None:
        self.events.append(f"before {use.tool}")

    async def after_tool(self, moment: Moment, result: ToolResult) -> None:
        self.events.append(f"after {result.tool}")

    async def on_error(self, moment: Moment, error: WenshuError) -> None:
        self.events.append(f"on_error {error.code}")


class Acting(Hook):
    """Replaces the message, the writer's SQL or the rows, and refuses a tool, as it was made to."""

    def __init__(
        self, *, text: str = "", sql: str = "", rows: QueryResult | None = None, refuse: str = ""
    ) -> None:
        self._text, self._sql, self._rows, self._refuse = text, sql, rows, refuse

    async def before_message(self, moment: Moment, text: str) -> str | None:
        return self._text or None

    async def before_tool(self, moment: Moment, use: ToolUse) -> Refuse | None:
        return Refuse("月末结账") if use.tool == self._refuse else None

    async def after_tool(self, moment: Moment, result: ToolResult) -> ToolResult | None:
        return replace(result, sql=self._sql or result.sql, rows=self._rows or result.rows)


async def test_hooks_are_told_everything_in_order(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, WORDS)
    told = Told()
    async with opened({"hooks": [told]}) as room:
        await room.ask(ASKED)
        await room.ask("你好")
        await room.assistant.forget("ann", "t1")
    assert told.events == [
        "before_message", "thread_start",
        "before generate_sql", "before_model", "after_model", "after generate_sql",
        # While it is checked, the first and last day of the data are read, a statement like any other.
        "before valid_sql", "before run_sql", "after run_sql", "after valid_sql",
        "before run_sql", "after run_sql",
        "before generate_summary", "before_model", "after_model", "after generate_summary",
        "after_message done",
        "before_message", "after_message done", "thread_end ann/t1",
    ]  # fmt: skip
    assert TOP in told.calls[0].reply and told.calls[0].prompt_tokens > 0
    assert told.finished[0].final_sql and "LIMIT" in told.finished[0].final_sql


async def test_hooks_are_told_of_errors(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(WRONG, Say(status=401))
    told = Told()
    async with opened({"hooks": [told]}) as room:
        await room.ask(ASKED)
    assert [event for event in told.events if "error" in event] == [
        "on_error column_unknown",
        "on_error model_auth",
    ]


async def test_replaced_message_is_what_is_answered_and_the_audit_keeps_what_was_said(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS)
    async with opened({"hooks": [Acting(text=ASKED)]}) as room:
        answer = await room.ask("营业额，谢谢您")
        audit = await room.app.row("SELECT question, detail FROM audit WHERE act = 'ask'")
    assert answer.question == ASKED
    assert audit and (audit["question"], audit["detail"]["said"]) == (ASKED, "营业额，谢谢您")


async def test_replaced_sql_passes_every_wall(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD)
    async with opened({"hooks": [Acting(sql="DELETE FROM sale")]}) as room:
        answer = await room.ask(ASKED)
    assert (answer.kind, answer.rows) == ("refused", [])


async def test_replaced_rows_are_cut_to_the_limit_kept_under_the_askers_rights_and_said_to_be_so(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS)
    async with opened({"hooks": [Acting(rows=OTHER_ROWS)], "max_rows": 3}) as room:
        answer = await room.ask(ASKED)
        kept = await room.app.row("SELECT owner, rights, result FROM results")
    assert (answer.rows, answer.truncated) == ([[7], [7], [7]], True)
    assert any("扩展程序" in line for line in answer.interpretation)
    assert kept and kept["owner"] == "ann"
    assert kept["rights"] == Rights("analyst", "shop").fingerprint() and len(kept["result"]["rows"]) == 3


async def test_refused_tool_is_not_run_and_the_user_reads_the_reason(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD)
    async with opened({"hooks": [Acting(refuse="run_sql")]}) as room:
        answer = await room.ask(ASKED)
        kept = await room.app.row("SELECT count(*) AS n FROM results")
    assert answer.kind == "refused" and answer.failure and answer.failure["code"] == "hook_refused"
    assert "月末结账" in answer.answer
    assert kept and kept["n"] == 0


async def test_trace_holds_the_way_the_prompts_the_scores_and_every_sql(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(WRONG, GOOD, WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED)
        kept = (await room.rooms.traces.get(answer.id)).trace
    steps = kept["steps"]
    tools = [step["name"] for step in steps if step["kind"] == "tool"]
    assert tools == ["generate_sql", "valid_sql", "generate_sql", "valid_sql", "run_sql", "generate_summary"]
    failed = next(step for step in steps if not step["ok"])
    assert failed["sql"] == "SELECT nam FROM area" and "nam" in failed["error"]
    prompts = [step for step in steps if step["kind"] == "model"]
    assert len(prompts) == 3 and ASKED in prompts[0]["messages"][1]["text"]
    assert sum(sum(step["tokens"]) for step in prompts) == sum(kept["tokens"]) > 0
    found = next(step for step in steps if step["kind"] == "retrieval")["found"]
    assert {table["name"]: table["score"] for table in found["tables"]}["public.sale"] == 1.0
    triage = next(step for step in steps if step["name"] == "triage")
    assert triage["wrote"][0]["key"] == "triage" and "data" in triage["decision"]
    assert next(step for step in steps if step["name"] == "valid_sql" and step["ok"])["final_sql"]


async def test_trace_of_a_failed_answer_is_kept_too(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(Say(status=401))
    async with opened() as room:
        answer = await room.ask(ASKED)
        kept = (await room.rooms.traces.get(answer.id)).trace
    assert (kept["ends"], kept["failure"]["code"]) == ("failed", "model_auth")
    assert [step["error"] for step in kept["steps"] if step["kind"] == "model"] == ["model_auth"]


async def test_trace_is_forgotten_with_its_thread_and_none_is_kept_where_no_days_are_set(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    async with opened() as room:
        answer = await room.ask("你好")
        await room.assistant.forget("ann", "t1")
        with pytest.raises(NotFoundError):
            await room.rooms.traces.get(answer.id)
    async with opened(trace_days=0) as room:
        answer = await room.ask("你好")
        with pytest.raises(NotFoundError):
            await room.rooms.traces.get(answer.id)


async def test_repeat_says_when_and_refresh_asks_the_database_again(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS, GOOD, WORDS)
    async with opened() as room:
        first = await room.ask(ASKED)
        again = await room.ask(ASKED)
        fresh = await room.ask(ASKED, fresh=True)
        after = await room.ask(ASKED)
    assert (again.source, again.model_calls, again.as_of) == ("cached", 0, first.as_of)
    assert (again.remembered, fresh.remembered) == (True, False)
    assert fresh.source == "generated" and fresh.model_calls == 2
    assert after.source == "cached" and after.as_of == fresh.as_of


async def test_changed_schema_and_new_knowledge_make_the_earlier_answer_another(
    fake: FakeOpenAI, opened: OpenRoom, shop_url: str
) -> None:
    fake.script(*[GOOD, WORDS] * 3)
    async with opened() as room:
        await room.ask(ASKED)
        room.knowledge.kept_version = 2
        taught = await room.ask(ASKED)
        with psycopg.connect(shop_url, autocommit=True) as connection:
            connection.execute("ALTER TABLE sale ADD COLUMN note text")
        await room.rooms.databases.get("shop").refresh_schema()
        changed = await room.ask(ASKED)
    assert [taught.source, changed.source] == ["generated", "generated"]


async def test_same_select_is_not_run_twice_within_minutes(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(*[GOOD, WORDS] * 2)
    async with opened() as room:
        await room.ask("各服务区营业额")
        reworded = await room.ask("按服务区列出营业额")
    assert reworded.remembered and any("五分钟" in line for line in reworded.interpretation)


def test_select_of_other_rights_values_or_schema_is_another_select() -> None:
    approved = ApprovedQuery("shop", "s", "SELECT 1", (1,), "h", (), ())
    spec = ConnectionSpec("shop", SecretStr("postgresql://h/d"))

    def key(approved: ApprovedQuery = approved, **changed: Any) -> Any:
        database = SimpleNamespace(spec=changed.get("spec", spec), schema=changed.get("schema", Schema()))
        context: Any = SimpleNamespace(database=database, rights=changed.get("rights", Rights("r", "shop")))
        return select_key(approved, context)

    others = [
        key(replace(approved, params=(2,))),
        key(replace(approved, final_sql="SELECT 2")),
        key(rights=Rights("r", "shop", denied_tables=("public.sale",))),
        key(spec=replace(spec, url=SecretStr("postgresql://h/e"))),
        key(schema=Schema((Table("public", "t", ()),))),
    ]
    assert key() == key() and key() not in others


async def test_same_select_at_once_runs_once_on_the_database(
    fake: FakeOpenAI, opened: OpenRoom, shop_url: str
) -> None:
    fake.answers = {"*": "SELECT count(*) AS n FROM sale a, sale b, sale c"}
    async with opened({"cost_confirm": None, "cost_refuse": None}, result_summary=False) as room:
        runs = 0
        original = room.rooms.databases.get("shop").run

        async def counted(approved: ApprovedQuery, *args: Any, **how: Any) -> QueryResult:
            nonlocal runs
            runs += "count(*)" in approved.final_sql  # not what reads the days of the data
            return await original(approved, *args, **how)

        room.rooms.databases.get("shop").run = counted  # type: ignore[method-assign]
        asked = [room.ask(f"有多少种组合 {n}", user=User(f"u{n}"), thread=f"t{n}") for n in range(4)]
        answers = await asyncio.gather(*asked)
    assert [answer.rows for answer in answers] == [[[90**3]]] * 4
    assert runs == 1
