"""The loop when SQL is wrong, refused, repeated or needs the user."""

import dataclasses

import psycopg
import pytest

from agent.events import Answered, Clarify, Failed, StepFinished, StepStarted
from config.wording import say
from database.rights import Rights
from knowledge.items import Linked, ReuseHit
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import TOP, last_of
from tests.fakes.told_metrics import ToldMetrics
from tests.integration.conftest import OpenRoom

QUESTION = "各服务区的营业额是多少？"
GOOD = f"```sql\n{TOP}\n```"


def _fenced(sql: str) -> str:
    return f"```sql\n{sql}\n```"


async def test_unknown_column_is_repaired_with_the_databases_own_words(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced("SELECT nam FROM area"), GOOD, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs, answer.model_calls) == ("data", 1, 3)
    repair = fake.requests[1]["messages"][-1]["content"]
    assert "SELECT nam FROM area" in repair and "nam" in repair.split("Error:")[1]
    assert len(room.knowledge.queries) == 2  # linked again, with the missing name


MISSPELT = TOP.replace("a.name", "a.nam").replace(" GROUP", " WHERE s.day >= '2026-10-01' GROUP")
MENDED = MISSPELT.replace("a.nam", "a.name")


async def test_repair_that_drops_a_filter_is_rejected_and_the_model_told(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(MISSPELT), GOOD, _fenced(MENDED), "南城服务区最高。")
    async with opened() as room:
        events = await room.events(QUESTION)
    answer = last_of(events)
    assert (answer.kind, answer.sql, answer.repairs) == ("data", MENDED, 2)
    assert answer.path.count("valid_sql") == 2  # the rejected one was never checked
    told = fake.requests[2]["messages"][-1]["content"]
    assert "changes the filter" in told and "s.day >= '2026-10-01'" in told
    assert told.index(MISSPELT) < told.rindex(TOP)  # what failed first, then what was rejected
    steps = [(e.step, e.ok) for e in events if isinstance(e, StepFinished)]
    assert steps[2] == ("generate_sql", False)
    again = [e.input for e in events if isinstance(e, StepStarted) and e.step == "generate_sql"]
    assert again == ["", "正在重新尝试…", "正在重新尝试…"]


HOLLOW = (
    "SELECT a.name AS 服务区, max(CASE WHEN s.day = '1990-01-01' THEN s.amount END) AS 涨前, "
    "max(CASE WHEN s.day > '1990-01-01' AND s.day < '1990-01-02' THEN s.amount END) AS 涨后 "
    "FROM area AS a JOIN sale AS s ON s.area_id = a.id GROUP BY a.name"
)


async def test_rows_in_which_nothing_was_found_are_written_once_more(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(HOLLOW), GOOD, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.sql, answer.repairs) == ("data", TOP, 1)
    again = fake.requests[1]["messages"][-1]["content"]
    assert "涨前, 涨后" in again and "reach the same thing another way" in again


async def test_nothing_found_twice_is_shown_as_it_is(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced(HOLLOW), _fenced(HOLLOW.replace("1990", "1991")), "没有查到。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs) == ("data", 1)
    assert {tuple(row[1:]) for row in answer.rows} == {(None, None)}


async def test_repairs_that_go_on_changing_more_end_without_figures(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(MISSPELT), GOOD, _fenced(MENDED.replace("sum(", "count(")))
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.rows, len(fake.requests)) == ("failed", [], 3)
    assert answer.answer == say("recovery.drift", "zh")


async def test_writer_gets_the_live_table_the_hint_and_the_place(
    fake: FakeOpenAI, opened: OpenRoom, shop_url: str
) -> None:
    fake.script(_fenced(MISSPELT), _fenced(MENDED), "南城服务区最高。")
    async with opened() as room:
        await room.rooms.databases.get("shop").load_schema()
        with psycopg.connect(shop_url, autocommit=True) as shop:
            shop.execute("ALTER TABLE area ADD COLUMN nickname text")  # after it was taught
        answer = await room.ask(QUESTION)
    assert answer.kind == "data"
    repair = fake.requests[1]["messages"][-1]["content"]
    assert "nickname text" in repair
    assert 'Hint: Perhaps you meant to reference the column "a.name"' in repair
    assert "Near: a.nam" in repair and "Fix: use only names" in repair


async def test_user_never_learns_of_tables_they_may_not_see(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced("SELECT amount FROM sales"), "NO_SQL: missing_data")
    async with opened({"rights": Rights("viewer", "shop", denied_tables=("public.sale",))}) as room:
        room.knowledge.linked = Linked()
        answer = await room.ask(QUESTION)
    assert "area_id" not in fake.requests[1]["messages"][-1]["content"]
    assert answer.kind in ("unanswerable", "refused")


async def test_schema_is_looked_through_wider_before_data_counts_as_missing(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NO_SQL: missing_data", GOOD, "南城服务区最高。")
    async with opened() as room:
        whole = room.knowledge.linked
        room.knowledge.linked = dataclasses.replace(whole, tables=whole.tables[:1])
        room.knowledge.wider = whole
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs, answer.model_calls) == ("data", 0, 3)
    assert "sale(id" not in str(fake.requests[0]) and "sale(id" in str(fake.requests[1])


async def test_repair_that_fails_again_stops_and_says_so(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced("SELECT nam FROM area"), _fenced("SELECT nome FROM area"), GOOD)
    async with opened() as room:
        events = await room.events(QUESTION)
    answer = last_of(events)
    assert isinstance(events[-1], Failed)
    assert answer.kind == "failed" and answer.failure is not None
    assert len(fake.requests) == 2
    assert "nome" not in answer.answer and answer.answer


async def test_more_repairs_by_setting(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced("SELECT nam FROM area"), _fenced("SELECT nome FROM area"), GOOD, "南城服务区最高。")
    async with opened(max_repairs=2) as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs) == ("data", 2)


async def test_same_wrong_sql_twice_stops_before_it_is_tried_again(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced("SELECT nam FROM area"), _fenced("SELECT nam FROM area"), GOOD)
    async with opened(max_repairs=5, max_attempts=5) as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "failed"
    assert answer.path.count("valid_sql") == 1


async def test_division_by_zero_is_written_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    divided = "SELECT name, 6 / (id - 1) AS x FROM area"
    fake.script(_fenced(divided), _fenced(divided.replace("(id - 1)", "nullif(id - 1, 0)")), "共 3 个。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "data" and answer.repairs == 1
    assert answer.path.count("run_sql") == 2


async def test_statement_that_is_no_query_is_sent_back_to_the_writer(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("DROP TABLE area", GOOD, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
        tables = await room.rooms.databases.get("shop").refresh_schema()
    assert answer.kind == "data" and answer.sql == TOP
    assert "DROP" in fake.requests[1]["messages"][-1]["content"]
    assert tables.table("public.area") is not None


async def test_writing_query_is_refused_and_not_repaired(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced("WITH d AS (DELETE FROM sale RETURNING id) SELECT * FROM d"), GOOD)
    async with opened() as room:
        events = await room.events(QUESTION)
        left = await room.rooms.databases.get("shop").refresh_schema()
    answer = last_of(events)
    assert isinstance(events[-1], Failed)
    assert answer.kind == "refused" and answer.row_count == 0
    assert len(fake.requests) == 1
    assert left.table("public.sale") is not None


async def test_denied_table_is_refused_with_a_reason(fake: FakeOpenAI, opened: OpenRoom) -> None:

    fake.script(GOOD)
    rights = Rights("viewer", "shop", denied_tables=("public.sale",))
    async with opened({"rights": rights}) as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "refused" and answer.rows == []
    assert answer.failure is not None and answer.failure["reason"] == answer.answer


async def test_steps_show_the_failure_and_the_next_step(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced("SELECT nam FROM area"), GOOD, "南城服务区最高。")
    async with opened() as room:
        events = await room.events(QUESTION)
    steps = [(event.step, event.ok) for event in events if isinstance(event, StepFinished)]
    assert steps == [
        ("generate_sql", True), ("valid_sql", False), ("generate_sql", True), ("valid_sql", True),
        ("run_sql", True), ("generate_summary", True),
    ]  # fmt: skip


async def test_two_readings_are_asked_back_and_the_answer_continues_the_run(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(
        "NO_SQL: ambiguous\nREASON: 最好指营业额还是车流？\nOPTION: 营业额最高\nOPTION: 车流最多",
        GOOD,
        "南城服务区最高。",
    )
    async with opened() as room:
        asked = await room.events("最好的服务区是哪个？")
        answer = await room.ask("营业额最高")
    assert isinstance(asked[-1], Clarify)
    assert last_of(asked).suggestions == ["营业额最高", "车流最多"]
    assert answer.kind == "data"
    assert "营业额最高" in fake.requests[1]["messages"][-1]["content"]
    assert "最好的服务区是哪个" in fake.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("choice", ["2", "第二个", "车流最多"])
async def test_reading_may_be_chosen_by_number_or_words(
    fake: FakeOpenAI, opened: OpenRoom, choice: str
) -> None:
    fake.script(
        "NO_SQL: ambiguous\nREASON: 哪一种？\nOPTION: 营业额最高\nOPTION: 车流最多", GOOD, "南城服务区最高。"
    )
    async with opened() as room:
        await room.ask("最好的服务区是哪个？")
        await room.ask(choice)
    assert "车流最多" in fake.requests[1]["messages"][-1]["content"]


async def test_clarification_survives_a_restart(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(
        "NO_SQL: ambiguous\nREASON: 哪一种？\nOPTION: 营业额最高\nOPTION: 车流最多", GOOD, "南城服务区最高。"
    )
    async with opened() as room:
        await room.ask("最好的服务区是哪个？")
    async with opened() as room:
        answer = await room.ask("营业额最高")
    assert answer.kind == "data" and "ask_back" in answer.path


async def test_new_question_during_a_clarification_is_a_new_turn(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(
        "NO_SQL: ambiguous\nREASON: 哪一种？\nOPTION: 营业额最高\nOPTION: 车流最多", GOOD, "南城服务区最高。"
    )
    async with opened() as room:
        await room.ask("最好的服务区是哪个？")
        chat = await room.ask("你好")
        answer = await room.ask("请列出每一个服务区在二〇二六年十月份里的营业额合计是多少，并且从高到低排列")
    assert chat.kind == "chat"
    assert answer.kind == "data" and "ask_back" not in answer.path


async def test_only_one_question_is_asked_back_in_a_turn(fake: FakeOpenAI, opened: OpenRoom) -> None:
    ambiguous = "NO_SQL: ambiguous\nREASON: 哪一种？\nOPTION: 甲\nOPTION: 乙"
    fake.script(ambiguous, ambiguous)
    async with opened() as room:
        await room.ask("最好的服务区是哪个？")
        events = await room.events("甲")
    assert isinstance(events[-1], Answered)
    assert last_of(events).kind == "unanswerable"


async def test_costly_statement_runs_only_after_a_yes(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, "南城服务区最高。")
    async with opened({"cost_confirm": 0.001}) as room:
        asked = await room.ask(QUESTION)
        answer = await room.ask(asked.suggestions[0])
    assert asked.kind == "clarify" and asked.rows == []
    assert answer.kind == "data" and answer.row_count == 3
    assert len(fake.requests) == 2


async def test_asking_first_is_no_failed_step(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD)
    async with opened({"cost_confirm": 0.001}) as room:
        events = await room.events(QUESTION)
        trace = await room.rooms.traces.get(last_of(events).id)
    checks = [event for event in events if isinstance(event, StepFinished) and event.step == "valid_sql"]
    assert [(event.ok, event.note) for event in checks] == [(True, say("agent.confirm.costly", "zh"))]
    assert all(step["ok"] for step in trace.trace["steps"])


async def test_asking_first_is_one_sentence_and_sql_comes_where_it_is_to_be_changed(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD)
    sees_sql = Rights("analyst", "shop", features=frozenset({"see_sql"}))
    async with opened({"cost_confirm": 0.001, "rights": sees_sql}) as room:
        asked = await room.ask(QUESTION)
        how = await room.ask("修改 SQL")
    assert asked.answer == say("agent.confirm.costly", "zh")
    assert asked.suggestions == ["执行", "缩小范围", "修改 SQL", "不执行"]
    assert "SELECT" in how.answer


PER_ROW = (
    "SELECT a.name, (SELECT sum(s.amount) FROM sale s WHERE s.area_id = a.id) AS amount FROM area a"
    " ORDER BY amount DESC"
)


@pytest.mark.parametrize("limit", ["cost_confirm", "cost_refuse"])
async def test_a_dear_statement_is_written_cheaper_before_anybody_is_asked(
    fake: FakeOpenAI, opened: OpenRoom, limit: str
) -> None:
    fake.script(_fenced(PER_ROW), GOOD, "南城服务区最高。")
    async with opened({limit: 1000.0}) as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.row_count) == ("data", 3) and "(SELECT" not in (answer.sql or "")
    told = str(fake.requests[1]["messages"][-1]["content"])
    assert "worked out anew for each row" in told and PER_ROW in told


async def test_where_it_gets_no_cheaper_the_first_is_asked_about(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced(PER_ROW), _fenced(PER_ROW.replace("s.area_id = a.id", "a.id = s.area_id")))
    async with opened({"cost_confirm": 1000.0}) as room:
        asked = await room.ask(QUESTION)
    assert asked.kind == "clarify" and len(fake.requests) == 2


async def test_who_may_not_see_sql_is_asked_without_it(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD)
    async with opened({"cost_confirm": 0.001}) as room:
        asked = await room.ask(QUESTION)
    assert "SELECT" not in asked.answer and "修改 SQL" not in asked.suggestions


async def test_users_own_sql_passes_the_same_walls_and_is_asked_about_too(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, "3 个。")
    sees_sql = Rights("analyst", "shop", features=frozenset({"see_sql"}))
    async with opened({"cost_confirm": 0.001, "rights": sees_sql}) as room:
        await room.ask(QUESTION)
        how = await room.ask("修改 SQL")
        again = await room.ask("SELECT count(*) AS amount FROM area")
        answer = await room.ask("执行")
    assert how.kind == "clarify" and again.kind == "clarify"
    assert "SELECT" not in again.answer
    assert (answer.kind, answer.rows) == ("data", [[3]])


async def test_users_own_sql_that_would_write_is_refused(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD)
    async with opened({"cost_confirm": 0.001}) as room:
        await room.ask(QUESTION)
        answer = await room.ask("WITH gone AS (DELETE FROM sale RETURNING *) SELECT * FROM gone")
    assert answer.kind == "refused" and answer.rows == []


async def test_what_is_no_query_in_place_of_the_changed_sql_is_refused_as_that(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD)
    sees_sql = Rights("analyst", "shop", features=frozenset({"see_sql"}))
    async with opened({"cost_confirm": 0.001, "rights": sees_sql}) as room:
        await room.ask(QUESTION)
        await room.ask("修改 SQL")
        answer = await room.ask("DELETE FROM sale")
    assert answer.kind == "refused" and "DELETE" in answer.answer and "SELECT" in answer.answer
    assert len(fake.requests) == 1


async def test_narrower_question_is_written_anew(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, _fenced("SELECT name FROM area WHERE id = 1"))
    async with opened({"cost_confirm": 0.001}) as room:
        await room.ask(QUESTION)
        how = await room.ask("缩小范围")
        asked = await room.ask("只看南城服务区")
    assert how.kind == "clarify" and asked.kind == "clarify"
    assert "只看南城服务区" in str(fake.requests[-1]["messages"])


async def test_a_yes_holds_for_the_statement_it_was_given_for(fake: FakeOpenAI, opened: OpenRoom) -> None:
    divides = "SELECT 1 / (amount - amount) AS x FROM sale"
    fake.script(_fenced(divides), _fenced(divides.replace("(amount - amount)", "nullif(amount, 101)")))
    async with opened({"cost_confirm": 0.001}) as room:
        await room.ask(QUESTION)
        asked = await room.ask("执行")
    assert asked.kind == "clarify" and asked.rows == []


async def test_costly_statement_does_not_run_after_a_no(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD)
    async with opened({"cost_confirm": 0.001}) as room:
        await room.ask(QUESTION)
        answer = await room.ask("不用了")
    assert answer.kind == "refused" and answer.rows == []


async def test_table_that_does_not_exist_is_written_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(_fenced("SELECT name FROM nowhere"), GOOD, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs) == ("data", 1)


async def test_place_left_unfilled_is_written_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    unfilled = "SELECT sum(amount) AS x FROM sale WHERE day >= :period_start"
    fake.script(_fenced(unfilled), _fenced(unfilled.replace(":period_start", "'2026-10-01'")), "共 1 个。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs) == ("data", 1)


async def test_function_nobody_allowed_is_written_again_and_never_run(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced("SELECT pg_sleep(1)"), GOOD, "南城服务区最高。")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.repairs) == ("data", 1)
    assert answer.path.count("run_sql") == 1


async def test_a_costly_question_without_a_time_may_be_asked_of_a_shorter_one(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD)
    shorter = "上个月的营业额是多少？"
    async with opened({"cost_confirm": 0.001}) as room:
        room.knowledge.reusable[shorter] = ReuseHit("p1", shorter, TOP, exact=True)
        room.assistant._rooms = dataclasses.replace(room.rooms, figures=ToldMetrics(shorter=(shorter,)))
        asked = await room.ask(QUESTION)
        again = await room.ask(shorter)
    assert asked.suggestions == ["执行", shorter, "缩小范围", "不执行"]
    assert (again.kind, again.question) == ("clarify", shorter)  # as costly here, and asked about in its turn
