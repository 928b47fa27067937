"""Earlier answers are given while valid, and never take more room than they may."""

from dataclasses import replace

from agent.events import Answer
from agent.memory import AnswerMemory

ANSWER = Answer("data", "三行。", "营业额", rows=[["a", 1]], row_count=1)


def test_answer_is_given_until_it_is_too_old() -> None:
    now = [0.0]
    memory = AnswerMemory(valid_s=10, clock=lambda: now[0])
    memory.put("k", ANSWER)
    assert memory.get("k") == ANSWER
    now[0] = 11
    assert memory.get("k") is None


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
