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
    assert kept.trace["care"] == "fast"
    assert refused.kind == "refused"


async def test_two_sqls_that_agree_are_said_to_agree(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, WORDS, f"```sql\n{TOP.replace('DESC', 'ASC')}\n```")
    async with opened() as room:
        answer = await room.ask(ASKED, mode="careful")
    assert answer.model_calls == 3 and answer.other is None
    assert any("已核对" in line for line in answer.interpretation)
    assert EXAMPLE not in _prompt(fake, 2) and TOP not in _prompt(fake, 2)


async def test_two_sqls_that_differ_are_both_shown_with_their_figures_and_both_audited(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS, OTHER)
    async with opened() as room:
        answer = await room.ask(ASKED, mode="careful")
        audit = await room.app.row("SELECT sql, detail FROM audit WHERE act = 'ask'")
    assert answer.other is not None and answer.other["sql"] == AVERAGE
    assert answer.other["rows"] != answer.rows and len(answer.other["rows"]) == 3
    assert "各服务区平均每笔的营业额" in answer.answer
    highest = max(row[1] for row in answer.other["rows"])
    assert f"{highest:,.2f}".rstrip("0").rstrip(".") in answer.answer
    assert (
        audit
        and "sum(" in audit["sql"].lower()
        and "avg(" in audit["detail"]["also_ran"][0]["final_sql"].lower()
    )


async def test_second_sql_that_is_refused_is_not_run_and_the_answer_says_that_it_stands_alone(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS, "```sql\nSELECT * FROM pg_catalog.pg_authid\n```")
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
