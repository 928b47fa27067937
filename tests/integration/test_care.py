"""Fast and careful answers, and the good answers a writer is shown again."""

from knowledge.earlier import MOST_KEPT, EarlierAnswers, Scope
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


async def test_good_answer_is_an_example_for_its_owner_until_it_is_rejected(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(*[GOOD, WORDS] * 4)
    near = "请再分析各服务区的经营情况吧"
    async with opened() as room:
        first = await room.ask(ASKED)
        await room.ask(near, thread="t2")
        await room.ask(near, thread="t3", user=room.user.__class__("bob", role="analyst"))
        await room.rooms.earlier.reject(first.id)  # type: ignore[union-attr]
        await room.ask(near, thread="t4", fresh=True)
    shown = [f"Q: {ASKED}" in _prompt(fake, number) for number in (0, 2, 4, 6)]
    assert shown == [False, True, False, False]


async def test_examples_stay_within_their_rights_schema_thread_and_number(
    opened: OpenRoom,
) -> None:
    async with opened() as room:
        store = EarlierAnswers(room.app, room.rooms.settings)
        mine = Scope("ann", "shop", "r1", "s1")
        await store.add(mine, "a1", "t1", "各服务区十月的营业额", "SELECT 1")
        asked = "各服务区九月的营业额"
        others = [
            Scope("bob", "shop", "r1", "s1"),
            Scope("ann", "shop", "r2", "s1"),
            Scope("ann", "shop", "r1", "s2"),
        ]
        assert [example.sql for example in await store.near(mine, asked, 3)] == ["SELECT 1"]
        assert [await store.near(other, asked, 3) for other in others] == [[], [], []]
        await room.app.run(
            "INSERT INTO good_answers (turn, owner, thread, connection, rights, schema, question, sql, words)"
            " SELECT 'x' || n, 'ann', 't', 'shop', 'r1', 's1', 'q' || n, 'SELECT 2', '{}'"
            " FROM generate_series(1, %s) n",
            MOST_KEPT,
        )
        await store.add(mine, "a2", "t1", "各服务区八月的营业额", "SELECT 3")
        count = await room.app.row("SELECT count(*) AS n FROM good_answers WHERE owner = 'ann'")
        await store.forget("ann", "t1")
        left = await store.near(mine, asked, 3)
    assert count and count["n"] == MOST_KEPT
    assert left == []


async def test_slow_or_unwanted_examples_mean_none(opened: OpenRoom) -> None:
    async with opened() as room:
        mine = Scope("ann", "shop", "r1", "s1")
        settings = room.rooms.settings
        await EarlierAnswers(room.app, settings).add(mine, "a1", "t1", "各服务区十月的营业额", "SELECT 1")
        none = {"few_shot_enabled": False}, {"retrieval_timeout_s": 1e-9}, {"few_shot_min_similarity": 1.0}
        for changed in none:
            store = EarlierAnswers(room.app, settings.model_copy(update=changed))
            assert await store.near(mine, "各服务区九月的营业额", 3) == []
