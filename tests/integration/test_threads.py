"""A thread over many turns: what it remembers, what it forgets, and what stopping does to it."""

import asyncio
import contextlib
import dataclasses

import psycopg

from agent.events import LAST, StepStarted
from agent.state import THREAD_KEYS, fresh_turn, unpacked
from appdb.users import User
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP, Room
from tests.integration.conftest import OpenRoom

GOOD = f"```sql\n{TOP}\n```"
ONE = (
    "```sql\nSELECT sum(s.amount) AS amount FROM sale s WHERE s.area_id = 1\n```\n"
    "QUESTION: 南城服务区的营业额是多少？"
)
WORDS = "最高 4,395 元。"


async def _state(room: Room, thread: str = "t1") -> dict[str, object]:
    config = {"configurable": {"thread_id": f"ann/{thread}"}}
    return dict(unpacked((await room.rooms.graph.aget_state(config)).values))  # type: ignore[arg-type]


async def test_follow_up_shows_the_model_what_it_follows_and_the_user_how_it_was_read(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS, ONE, WORDS)
    async with opened() as room:
        await room.ask("各服务区的营业额是多少？")
        answer = await room.ask("那南城服务区呢？")
        kept = await _state(room)
    prompt = fake.requests[2]["messages"][-1]["content"]
    assert "各服务区的营业额是多少？" in prompt and TOP in prompt
    assert answer.question == "南城服务区的营业额是多少？"
    assert answer.triage["kind"] == "follow_up"
    assert room.knowledge.queries[1].startswith("各服务区的营业额是多少？")
    assert answer.model_calls == 2
    assert [turn["question"] for turn in kept["history"]] == [  # type: ignore[attr-defined]
        "各服务区的营业额是多少？", "南城服务区的营业额是多少？"
    ]  # fmt: skip


async def test_same_follow_up_after_another_question_is_another_question(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(
        GOOD, WORDS, ONE, WORDS, "```sql\nSELECT count(*) AS n FROM area\n```", "有 3 个。", GOOD, WORDS
    )
    async with opened() as room:
        await room.ask("各服务区的营业额是多少？")
        await room.ask("那南城服务区呢？")
        await room.ask("有几个服务区？", thread="t2")
        other = await room.ask("那南城服务区呢？", thread="t2")
    assert other.source == "generated"


async def test_finished_turn_leaves_question_and_answer_and_no_rows(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, WORDS)
    async with opened() as room:
        await room.ask("各服务区的营业额是多少？")
        kept = await _state(room)
    assert [turn["question"] for turn in kept["history"]] == ["各服务区的营业额是多少？"]  # type: ignore[attr-defined]
    assert kept["messages"] == kept["preview"] == []
    assert "南城服务区" not in repr({key: value for key, value in kept.items() if key != "history"})


async def test_thread_of_another_user_is_another_thread(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, WORDS, GOOD, WORDS)
    async with opened() as room:
        await room.ask("各服务区的营业额是多少？")
        await room.ask("那南城服务区呢？", user=User("bob"))
    assert "各服务区的营业额是多少" not in fake.requests[2]["messages"][-1]["content"].split("Question:")[0]


def _active(shop_url: str) -> int:
    with psycopg.connect(shop_url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()"
        ).fetchone()
    return int(row[0]) if row else -1


async def test_stop_cancels_the_query_on_the_server_and_leaves_the_thread_usable(
    fake: FakeOpenAI, opened: OpenRoom, shop_url: str
) -> None:
    slow = "```sql\nSELECT count(*) AS n FROM sale a, sale b, sale c, sale d, sale e\n```"
    fake.script(slow, GOOD, WORDS)
    async with opened({"cost_confirm": None, "cost_refuse": None}) as room:
        async with contextlib.aclosing(room.assistant.ask("慢", user=room.user, thread="t1")) as events:
            async for event in events:
                if isinstance(event, StepStarted) and event.step == "run_sql":
                    await asyncio.sleep(0.3)
                    was_active = _active(shop_url)
                    break
        turns = await room.app.rows("SELECT status FROM turns")
        left = _active(shop_url)
        answer = await room.ask("各服务区的营业额是多少？")
    assert [turn["status"] for turn in turns] == ["stopped"]
    assert (was_active, left) == (1, 0)
    assert answer.kind == "data"


async def test_stop_while_the_model_writes_leaves_the_thread_usable(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(Say(GOOD, delay_s=3), GOOD, WORDS)
    async with opened(durability="async") as room:
        async with contextlib.aclosing(room.assistant.ask("慢", user=room.user, thread="t1")) as events:
            async for _ in events:
                break
        answer = await room.ask("各服务区的营业额是多少？")
    assert answer.kind == "data"


async def test_double_send_is_answered_twice_one_after_the_other(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, WORDS, GOOD, WORDS)
    async with opened() as room:
        both = await asyncio.gather(room.ask("问题一的营业额"), room.ask("问题二的营业额"))
        kept = await _state(room)
    assert [answer.kind for answer in both] == ["data", "data"]
    assert len(kept["history"]) == 2  # type: ignore[arg-type]


async def test_fifty_turns_stay_within_bounds(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.answers = {"*": TOP}
    async with opened(result_summary=False) as room:
        for number in range(50):
            assert (await room.ask(f"第 {number} 个营业额问题")).kind == "data"
        kept = await _state(room)
        size = await room.app.row(
            "SELECT (SELECT sum(length(checkpoint::text)) FROM checkpoints)"
            " + (SELECT coalesce(sum(length(blob)), 0) FROM checkpoint_blobs) AS bytes,"
            " (SELECT count(*) FROM checkpoints) AS n"
        )
    assert kept["messages"] == []
    assert len(kept["history"]) == 50  # type: ignore[arg-type]
    assert size is not None and size["n"] <= 100
    prompt = fake.requests[-1]["messages"][-1]["content"]
    assert len(prompt) < 3000


async def test_each_turn_starts_with_nothing_of_the_last(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("```sql\nSELECT nam FROM area\n```", "```sql\nSELECT nom FROM area\n```")
    async with opened() as room:
        await room.ask("各服务区的营业额是多少？")
        await room.ask("你好")
        kept = await _state(room)
    changed = {"asked", "question", "turn_id", "triage", "execution_path", "answer_kind", "answer"}
    fresh = fresh_turn()
    assert {key for key in fresh if kept[key] != fresh[key]} == changed  # type: ignore[literal-required]
    assert set(kept) - set(fresh) <= THREAD_KEYS


async def test_every_stream_has_exactly_one_last_event(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, WORDS, Say(status=401))
    async with opened() as room:
        for question in ("各服务区的营业额是多少？", "那南城呢？", "你好", ""):
            events = await room.events(question)
            assert [isinstance(event, LAST) for event in events].count(True) == 1
            assert isinstance(events[-1], LAST)
            assert dataclasses.asdict(events[-1].answer)["thread"] == "t1"
