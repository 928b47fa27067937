"""Fast and careful answers, and which examples a writer is shown."""

from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import TOP
from tests.integration.conftest import OpenRoom

GOOD = f"```sql\n{TOP}\n```"
AVERAGE = TOP.replace("sum(s.amount)", "avg(s.amount)")
OTHER = f"```sql\n{AVERAGE}\n```\nQUESTION: 各服务区平均每笔的营业额"
ASKED = "请分析各服务区的经营情况"
WORDS = "见上表。"
EXAMPLE = "Q: 各服务区营业额"


def _prompt(fake: FakeOpenAI, number: int) -> str:
    return str(fake.requests[number]["messages"][-1]["content"])


async def test_simple_question_is_asked_without_examples_and_passes_every_check(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS, GOOD, WORDS, "```sql\nSELECT * FROM pg_catalog.pg_authid\n```")
    async with opened() as room:
        simple = await room.ask("有几个服务区")
        await room.ask(ASKED, thread="t2")
        refused = await room.ask("有几个店铺", thread="t3", mode="fast")
        kept = await room.rooms.traces.get(simple.id)
    assert EXAMPLE not in _prompt(fake, 0) and EXAMPLE in _prompt(fake, 2)
    assert kept.trace["care"] == "simple"
    assert refused.kind == "refused"


async def test_two_sqls_that_agree_are_said_to_agree(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, f"```sql\n{TOP.replace('DESC', 'ASC')}\n```", WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED, mode="careful")
    assert answer.model_calls == 3 and answer.other is None
    assert any("已核对" in line for line in answer.interpretation)
    assert EXAMPLE not in _prompt(fake, 1) and TOP not in _prompt(fake, 1)


async def test_two_sqls_that_nobody_chooses_between_are_both_shown_with_their_figures_and_both_audited(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, OTHER, "I cannot tell.", WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED, mode="careful")
        audit = await room.app.row("SELECT sql, detail FROM audit WHERE act = 'ask'")
    assert answer.other is not None and answer.other["sql"] == AVERAGE
    assert answer.other["rows"] != answer.rows and len(answer.other["rows"]) == 3
    assert "各服务区平均每笔的营业额" in answer.answer
    highest = max(row[1] for row in answer.other["rows"])
    assert f"{highest:,.2f}".rstrip("0").rstrip(".") in answer.answer
    assert audit and "sum(" in audit["sql"].lower()
    (second,) = [one for one in audit["detail"]["also_ran"] if one["purpose"] == "second_reading"]
    assert "avg(" in second["final_sql"].lower()


async def test_of_two_sqls_that_differ_the_one_chosen_by_its_rows_is_the_answer(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, OTHER, "SECOND: 问的是每笔的平均。", WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED, mode="careful")
        rights = room.rooms.rights_of(room.user, "shop").fingerprint()
        kept = await room.rooms.results.load(answer.result_id or "", "ann", [rights])
    assert answer.sql == AVERAGE and answer.other is not None and answer.other["sql"] == TOP
    assert len(kept["rows"]) == 3 and [list(row) for row in kept["rows"]] == answer.rows
    assert any("问的是每笔的平均" in line for line in answer.interpretation)
    contest = _prompt(fake, 2)
    assert TOP in contest and AVERAGE in contest and "Rows that only it gives" in contest


async def test_a_draft_that_finds_nothing_is_looked_at_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    empty = "```sql\nSELECT name FROM area WHERE name = 'Nowhere'\n```"
    fake.script(empty, GOOD, "SECOND: the name is in no row.", WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.sql == TOP and answer.row_count == 3


async def test_three_calls_for_sql_are_the_most_a_question_gets(fake: FakeOpenAI, opened: OpenRoom) -> None:
    empty = "```sql\nSELECT name FROM area WHERE name = 'Nowhere'\n```"
    fake.script("NEED: area", "```sql\nSELECT nam FROM area\n```", empty, WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.row_count == 0 and len(fake.requests) == 3


async def test_rows_are_shown_to_no_judge_where_no_row_may_leave(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, OTHER)
    async with opened(result_summary=False) as room:
        answer = await room.ask(ASKED, mode="careful")
    assert len(fake.requests) == 2 and answer.sql == TOP and answer.other is not None


async def test_second_sql_that_is_refused_is_not_run_and_the_answer_says_that_it_stands_alone(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, "```sql\nSELECT * FROM pg_catalog.pg_authid\n```", WORDS)
    async with opened() as room:
        answer = await room.ask(ASKED, mode="careful")
    assert answer.kind == "data" and answer.other is None
    assert any("只来自一条查询" in line for line in answer.interpretation)


async def test_an_answer_that_nobody_reviewed_is_no_example(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(*[GOOD, WORDS] * 2)
    async with opened() as room:
        await room.ask(ASKED)
        await room.ask("请再分析各服务区的经营情况吧", thread="t2")
    assert f"Q: {ASKED}" not in _prompt(fake, 2) and EXAMPLE in _prompt(fake, 2)
