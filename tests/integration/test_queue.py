"""A person's questions stand in line: so many at once, so many waiting, whichever process they come to."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from agent.abandoned import GIVEN_UP_S, Abandoned
from agent.events import LAST, Answer, Event, Failed, StepFinished, Waiting
from agent.turns import Turns
from appdb.share import Share
from appdb.turns import TurnStore
from appdb.users import User
from errors import WenshuError
from tests.fakes.killed import Task
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.processes import PATIENCE_S, audited, running, said_by, until
from tests.fakes.room import TOP, USER, Room
from tests.integration.conftest import OpenRoom

QUESTIONS = [f"第{number}份报表的构成" for number in range(6)]
BOB = User("bob", role="analyst")
UNHURRIED_S = 30.0  # a lease where nobody dies, so that no busy machine looks dead
TWO_AT_ONCE = Share(running=2, waiting=10)


@pytest.fixture
def fake() -> Any:
    """Return a model that takes its time and writes the same SQL for every question."""
    with FakeOpenAI(answers={"*": TOP}, latency_s=0.6) as server:
        yield server


@contextlib.asynccontextmanager
async def asked(room: Room, *questions: str, **who: Any) -> AsyncIterator[list[asyncio.Task[list[Event]]]]:
    """Ask each question in a conversation of its own, one behind the other."""
    tasks = []
    for question in questions:
        tasks.append(asyncio.create_task(room.events(question, **{"thread": f"of {question}", **who})))
        known = "SELECT 1 AS one FROM turns WHERE question = %s"
        while not await room.app.row(known, question):  # noqa: ASYNC110  a table
            await asyncio.sleep(0.01)
    yield tasks
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def most_at_once(room: Room, owner: str, until_done: int) -> int:
    """Return how many of a person's questions were answered at once until so many are done."""
    most = 0
    async with asyncio.timeout(PATIENCE_S):
        while True:
            row = await room.app.row(
                "SELECT (SELECT count(*) FROM leases WHERE owner = %s) AS n,"
                " (SELECT count(*) FROM turns WHERE owner = %s AND status <> 'running') AS done",
                owner,
                owner,
            )
            assert row is not None
            most = max(most, row["n"])
            if row["done"] >= until_done:
                return most
            await asyncio.sleep(0.02)


async def order(room: Room) -> list[str]:
    """Return the questions in the order their leases were given."""
    rows = await room.app.rows("SELECT question FROM turns ORDER BY finished_at, place")
    return [row["question"] for row in rows]


def last(task: asyncio.Task[list[Event]]) -> Answer:
    """Return how it ended."""
    event = task.result()[-1]
    assert isinstance(event, LAST)
    return event.answer


async def test_two_of_a_persons_questions_run_and_the_others_wait_in_their_order(opened: OpenRoom) -> None:
    async with opened({"share": TWO_AT_ONCE}) as room, asked(room, *QUESTIONS[:5]) as tasks:
        assert await most_at_once(room, "ann", 5) == 2
        await asyncio.gather(*tasks)
        assert set((await order(room))[:2]) == set(QUESTIONS[:2])
        assert (await order(room))[4] == QUESTIONS[4]
    places = [[event.place for event in task.result() if isinstance(event, Waiting)] for task in tasks]
    assert places[:2] == [[], []] and (places[2][0], places[3][0], places[4][0]) == (1, 2, 3)
    assert places[4] == sorted(places[4], reverse=True), "it moves up"
    assert {last(task).kind for task in tasks} == {"data"}


async def test_another_person_and_another_connection_do_not_wait(opened: OpenRoom) -> None:
    async with opened({"share": Share(running=1, waiting=10)}) as room, asked(room, *QUESTIONS[:4]) as tasks:
        theirs = await room.events("谁的构成", user=BOB, thread="b")
        elsewhere = await room.events("别处的构成", connection="closed-down", thread="c")
        assert not tasks[1].done()
    assert isinstance(theirs[-1], LAST) and theirs[-1].answer.kind == "data"
    assert not any(isinstance(event, Waiting) for event in theirs + elsewhere)
    assert isinstance(elsewhere[-1], Failed), "there is no such connection, which it was told at once"


async def test_one_too_many_is_refused_with_what_waits_and_is_found_again(opened: OpenRoom) -> None:
    share = Share(running=1, waiting=2)
    async with opened({"share": share}) as room, asked(room, *QUESTIONS[:3]):
        refused = await room.ask(QUESTIONS[3], thread="more")
        english = await room.ask("And the makeup of orders?", thread="more")
        kept = await room.rooms.turns.recent("more", "ann")
    assert refused.failure and refused.failure["code"] == "queue_full"
    assert "1 个问题在回答、2 个在排队" in refused.answer and "停止一个" in refused.answer
    assert "1 questions being answered and 2 waiting" in english.answer
    assert [turn.answer["answer"] for turn in kept if turn.answer] == [refused.answer, english.answer]


async def test_a_full_line_whose_process_was_killed_goes_on_with_its_owners_next_question(
    opened: OpenRoom,
) -> None:
    async with opened({"share": Share(running=1, waiting=2)}) as room:
        store: TurnStore = room.rooms.turns
        left = [
            await store.start("ann", f"t{n}", "shop", question) for n, question in enumerate(QUESTIONS[:2])
        ]
        assert (await room.ask(QUESTIONS[2], thread="more")).kind == "data"
        assert [(await store.get(ident)).status for ident in left] == ["done", "done"]
        assert await audited(room) == list(QUESTIONS[:3])


async def test_waiting_question_can_be_stopped_and_those_behind_it_move_up(opened: OpenRoom) -> None:
    async with opened({"share": Share(running=1, waiting=10)}) as room, asked(room, *QUESTIONS[:3]) as tasks:
        [waiting] = await room.assistant.unfinished(user=USER, thread=f"of {QUESTIONS[1]}")
        await room.assistant.stop(waiting.id, user=USER)
        await asyncio.gather(*tasks)
        assert len(await audited(room)) == 3
    assert [last(task).kind for task in tasks] == ["data", "failed", "data"]
    assert not any(isinstance(event, StepFinished) for event in tasks[1].result())


async def test_messages_a_minute_are_counted_over_all_processes_and_refused_ones_are_not(
    opened: OpenRoom,
) -> None:
    share = {"share": Share(running=5, waiting=5, messages_a_minute=3)}
    async with opened(share) as room, opened(share) as other:
        sent = [await one.ask("你好", thread="t") for one in (room, other, room, other, room)]
        assert (await room.ask("你好", user=BOB)).kind == "chat"
        await room.app.run("UPDATE turns SET started_at = started_at - interval '1 minute'")
        assert (await room.ask("你好")).kind == "chat"
    assert [answer.kind for answer in sent] == ["chat"] * 3 + ["failed"] * 2
    assert "一分钟内已发了 3 条消息" in sent[3].answer


async def test_two_processes_let_one_person_run_two_questions_between_them(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    halves = QUESTIONS[:3], QUESTIONS[3:]
    address = fake.url, app_database_url, shop_url
    tasks = [Task(*address, half, half, turn_lease_s=UNHURRIED_S, share=(2, 10)) for half in halves]
    async with opened() as room, running(tasks[0]) as one, running(tasks[1]) as other:
        assert await most_at_once(room, "ann", 6) == 2
        assert await said_by(one) == await said_by(other) == ["data"] * 3
        assert sorted(await audited(room)) == sorted(QUESTIONS)


async def test_what_a_killed_process_left_is_taken_up_once_though_nobody_waits_for_it(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    left = QUESTIONS[:4]
    fake.latency_s = 60.0
    async with running(Task(fake.url, app_database_url, shop_url, left, left, share=(2, 10))) as process:
        await until(lambda: len(fake.requests) >= 2, process)
        async with opened() as room:
            while len(await room.app.rows("SELECT 1 FROM turns")) < 4:  # noqa: ASYNC110  a table
                await asyncio.sleep(0.05)
    fake.latency_s = 0.1

    async def find(name: str) -> User | None:
        return USER if name == USER.name else None

    two = {"share": TWO_AT_ONCE}
    async with opened(two, turn_lease_s=1.0) as room, opened(two, turn_lease_s=1.0) as other:
        looking = [asyncio.create_task(one.assistant.take_up_abandoned(find)) for one in (room, other)]
        assert await most_at_once(room, "ann", 4) <= 2
        for look in looking:
            look.cancel()
        turns = await room.app.rows("SELECT status FROM turns")
        assert sorted(await audited(room)) == sorted(left)
    assert [turn["status"] for turn in turns] == ["done"] * 4


async def test_what_somebody_left_who_may_not_sign_in_any_more_ends_as_stopped(opened: OpenRoom) -> None:
    async with opened() as room:
        store: TurnStore = room.rooms.turns
        ident = await store.start("gone", "t1", "shop", QUESTIONS[0])
        turns = Turns(store, lambda held, user: pytest.fail("nobody asks this"), 1.0)

        async def nobody(name: str) -> User | None:
            return None

        abandoned = Abandoned(turns, store, nobody, 1.0)
        await room.app.run("UPDATE turns SET started_at = now() - interval '1 minute'")
        await abandoned.look()
        assert (await store.get(ident)).status == "running"
        await room.app.run("UPDATE turns SET started_at = now() - make_interval(secs => %s)", GIVEN_UP_S + 1)
        await abandoned.look()
        assert (await store.get(ident)).status == "stopped"
        assert await audited(room) == [QUESTIONS[0]]


async def test_two_processes_on_one_conversation_answer_in_order_and_lose_nothing(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    fake.latency_s = 0.1
    halves = QUESTIONS[:3], QUESTIONS[3:]
    address = fake.url, app_database_url, shop_url
    tasks = [Task(*address, half, turn_lease_s=UNHURRIED_S, share=(2, 10)) for half in halves]
    async with opened() as room, running(tasks[0]) as one, running(tasks[1]) as other:
        assert await said_by(one) == await said_by(other) == ["data"] * 3
        turns = await room.rooms.turns.recent("t1", "ann")
        assert await audited(room) == [turn.question for turn in turns]
        overlapping = await room.app.rows(
            "SELECT 1 FROM turns AS a JOIN turns AS b ON a.place < b.place AND a.finished_at > b.finished_at"
        )
    assert sorted(turn.question for turn in turns) == sorted(QUESTIONS) and overlapping == []
    assert {turn.status for turn in turns} == {"done"}


async def test_what_is_kept_for_others_ends_with_the_turn_though_the_database_hides_the_cancelling(
    opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    async def hides(_store: TurnStore, held: Any, *_rest: Any) -> None:
        kept.append(held.turn.id)
        try:
            await asyncio.sleep(PATIENCE_S)
        except asyncio.CancelledError as error:
            raise WenshuError("storage_unreachable") from error

    monkeypatch.setattr(TurnStore, "keep", hides)
    async with opened() as room:
        answer = await room.ask(QUESTIONS[0])
        assert answer.kind == "data" and len(kept) == 1
        await asyncio.sleep(0)
        assert not [task for task in asyncio.all_tasks() if "Turns._keep" in repr(task.get_coro())]
