"""Earlier answers and rows are given while valid, and never take more room than they may."""

import asyncio
from dataclasses import replace

import pytest

from agent.events import Answer
from agent.memory import AnswerMemory, SelectMemory
from database.result import QueryResult, ResultColumn

ANSWER = Answer("data", "三行。", "营业额", rows=[["a", 1]], row_count=1)
ROWS = QueryResult((ResultColumn("n", "integer"),), ((1,),), False, 1.0)


class Runs:
    """A SELECT that ends when it is let go, and counts."""

    def __init__(self, result: QueryResult = ROWS) -> None:
        self.count, self.cancelled = 0, 0
        self.may_end, self.began = asyncio.Event(), asyncio.Event()
        self._result = result

    async def __call__(self) -> QueryResult:
        self.count += 1
        self.began.set()
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return self._result


def test_answer_is_given_until_it_is_too_old() -> None:
    now = [0.0]
    memory = AnswerMemory(valid_s=10, clock=lambda: now[0])
    memory.put("k", ANSWER)
    assert memory.get("k") == ANSWER
    now[0] = 11
    assert memory.get("k") is None


def test_an_answer_is_good_for_an_hour_and_rows_for_five_minutes() -> None:
    now = [0.0]
    memory = AnswerMemory(clock=lambda: now[0])
    memory.put("k", ANSWER)
    now[0] = 3599
    assert memory.get("k") is not None


def test_least_recently_used_goes_first() -> None:
    memory = AnswerMemory(most=2)
    memory.put("a", ANSWER)
    memory.put("b", ANSWER)
    memory.get("a")
    memory.put("c", ANSWER)
    assert [memory.get(key) is None for key in "abc"] == [False, True, False]


def test_bytes_are_bounded_and_a_huge_answer_is_not_kept() -> None:
    memory = AnswerMemory(most_bytes=100_000)
    memory.put("huge", replace(ANSWER, rows=[["x" * 100, 1]] * 1000))
    assert memory.get("huge") is None
    for number in range(100):
        memory.put(str(number), replace(ANSWER, answer=str(number)))
    kept = [number for number in range(100) if memory.get(str(number))]
    assert 0 < len(kept) < 100 and kept[-1] == 99


def test_same_key_replaces() -> None:
    memory = AnswerMemory()
    memory.put("k", ANSWER)
    memory.put("k", replace(ANSWER, answer="新"))
    assert memory.get("k") == replace(ANSWER, answer="新")


async def test_rows_of_a_moment_ago_are_given_again_until_they_are_too_old_or_wanted_fresh() -> None:
    now, runs = [0.0], Runs()
    runs.may_end.set()
    memory = SelectMemory(valid_s=300, clock=lambda: now[0])
    first, second = await memory.read("k", runs), await memory.read("k", runs)
    assert (first.remembered, second.remembered, runs.count) == (False, True, 1)
    assert second.at == first.at
    assert not (await memory.read("k", runs, fresh=True)).remembered
    now[0] = 301
    assert not (await memory.read("k", runs)).remembered
    assert not (await memory.read("other", runs)).remembered
    assert runs.count == 4


async def test_same_select_at_once_runs_once() -> None:
    memory, runs = SelectMemory(), Runs()
    asked = [asyncio.create_task(memory.read("k", runs)) for _ in range(5)]
    await runs.began.wait()
    runs.may_end.set()
    assert [(await task).result for task in asked] == [ROWS] * 5
    assert runs.count == 1


async def test_cancelled_first_asker_leaves_it_to_the_others_and_the_last_ends_it() -> None:
    memory, runs = SelectMemory(), Runs()
    first, second = (asyncio.create_task(memory.read("k", runs)) for _ in range(2))
    await runs.began.wait()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert (runs.cancelled, second.done()) == (0, False)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert runs.cancelled == 1
    runs.may_end.set()
    assert (await memory.read("k", runs)).result == ROWS and runs.count == 2


async def test_failed_select_is_told_to_all_and_not_remembered() -> None:
    memory = SelectMemory()

    async def fails() -> QueryResult:
        await asyncio.sleep(0)
        raise ValueError("away")

    told = await asyncio.gather(*(memory.read("k", fails) for _ in range(2)), return_exceptions=True)
    assert [type(error) for error in told] == [ValueError, ValueError]
    with pytest.raises(ValueError, match="away"):
        await memory.read("k", fails)


async def test_rows_are_bounded_by_count_and_bytes() -> None:
    big = QueryResult(ROWS.columns, (("x" * 1000,),) * 200, False, 1.0)
    runs, large = Runs(), Runs(big)
    runs.may_end.set()
    large.may_end.set()
    memory = SelectMemory(most=2, most_bytes=1_000_000)
    for key in ("a", "b", "c"):
        await memory.read(key, runs)
    await memory.read("a", runs)
    await memory.read("huge", large)
    await memory.read("huge", large)
    assert (runs.count, large.count) == (4, 2)
