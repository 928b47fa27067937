"""Every raw reply the whole way: what people get to see when a real model answers like this."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import psycopg
import pytest

from agent.events import Answer
from config.wording import say
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.replies import reply_cases
from tests.fakes.room import TOP, Room
from tests.integration.conftest import OpenRoom

QUESTION = "各服务区的营业额是多少？"
POSTGRES = [case for case in reply_cases() if case.get("dialect", "postgres") == "postgres"]
# That SQL is read out of a reply is held by unit/reasoning/test_replies.py: of these some go the whole way.
PLAIN = [case for case in POSTGRES if case.keys() == {"id", "reply", "sql"}]
CASES = [case for case in POSTGRES if case not in PLAIN] + PLAIN[::6]
NEVER_SHOWN = ("You write postgres", "Answer in one of these forms", "NO_SQL", "Traceback", "SELECT name")
REFUSALS = {"missing_data": "agent.missing_data", "declined": "agent.declined", "not_data": "agent.not_data"}


async def test_every_reply_ends_in_rows_or_in_an_honest_sentence(fake: FakeOpenAI, opened: OpenRoom) -> None:
    wrong: dict[str, str] = {}
    async with opened(result_summary=False) as room:
        for case in CASES:
            good = _fenced(case.get("repaired", TOP))
            answer = await _asked(room, fake, case["id"], case["reply"], good)
            if problem := _problem(case, answer, room):
                wrong[case["id"]] = problem
    assert wrong == {}


async def test_a_model_that_replies_the_same_again_ends_in_a_sentence_too(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    wrong: dict[str, str] = {}
    async with opened(result_summary=False) as room:
        for case in (case for case in CASES if case.get("unreadable") or case.get("whole")):
            answer = await _asked(room, fake, case["id"], *[case["reply"]] * 3)
            if problem := _stubborn(case, answer, room):
                wrong[case["id"]] = problem
        with psycopg.connect(room.shop_url) as shop:
            assert shop.execute("SELECT count(*), sum(amount) FROM sale").fetchone() == (90, Decimal(13095))
    assert wrong == {}


def _fenced(sql: str) -> str:
    return f"```sql\n{sql}\n```"


async def _asked(room: Room, fake: FakeOpenAI, thread: str, *replies: str) -> Answer:
    fake.replies.clear()
    fake.requests.clear()
    fake.script(*(Say(reply, role="sql") for reply in replies))
    return await room.ask(QUESTION, thread=thread, fresh=True)


def _problem(case: dict[str, Any], answer: Answer, room: Room) -> str:
    """Return what is wrong with the answer to a reply that a good one follows, or nothing."""
    if shown := _shown(answer):
        return shown
    if whole := case.get("whole"):
        expected = case.get("repaired", TOP) if whole == "repaired" else case["sql"]
        return _is(answer, "data" if whole == "repaired" else whole, expected, room)
    if case.get("unreadable") or case.get("tables"):
        return _is(answer, "data", TOP, room)
    if case.get("sql"):
        return _is(answer, "data", case["sql"], room)
    if case.get("readings"):
        same = answer.suggestions == case["readings"]
        return "" if answer.kind == "clarify" and same else f"{answer.kind} {answer.suggestions}"
    return _refused(case, answer)


def _refused(case: dict[str, Any], answer: Answer) -> str:
    reason = case.get("reason", "declined")
    if reason == "not_data":
        return "" if (answer.kind, answer.answer) == ("general", "这是常识性回答。") else f"{answer}"
    said = answer.answer.startswith((say(f"agent.{reason}", "zh"), case.get("message", "我不能这样做")))
    return "" if answer.kind == "unanswerable" and said else f"{answer.kind}: {answer.answer}"


def _stubborn(case: dict[str, Any], answer: Answer, room: Room) -> str:
    """Return what is wrong where the model never gives another reply, or nothing."""
    if shown := _shown(answer):
        return shown
    otherwise = case.get("otherwise", "")
    if otherwise.lower().startswith(("select", "with")):
        return _is(answer, "data", otherwise, room)
    if otherwise:
        only_reads = "问数只读取数据" in answer.answer and answer.failure == {
            "code": "sql_writes",
            "reason": answer.answer,
        }
        return "" if answer.kind == "refused" and only_reads else f"{answer.kind}: {answer.answer}"
    return "" if answer.kind in ("unanswerable", "refused", "failed") and not answer.rows else answer.kind


def _shown(answer: Answer) -> str:
    """Return what nobody may read in an answer, or that it has no words."""
    if not answer.answer.strip():
        return "no words"
    return next((f"shows {text}" for text in NEVER_SHOWN if text in answer.answer), "")


def _is(answer: Answer, kind: str, sql: str, room: Room) -> str:
    """Compare the kind, the statement and the rows with those that it gives by itself."""
    if (answer.kind, answer.sql) != (kind, sql):
        return f"{answer.kind}: {answer.sql} {answer.answer}"
    if kind != "data":
        return ""
    with psycopg.connect(room.shop_url) as shop:
        rows = [[_plain(value) for value in row] for row in shop.execute(sql.encode()).fetchall()]
    return "" if answer.rows == rows else f"{answer.rows[:3]} instead of {rows[:3]}"


def _plain(value: object) -> object:
    known: dict[type, Callable[[Any], object]] = {Decimal: float, dt.date: str, dt.datetime: str}
    return known.get(type(value), lambda same: same)(value)


@pytest.mark.parametrize(
    ("question", "language", "sentence"),
    [
        ("各服务区的营业额是多少？", "zh", "问数只读取数据、从不修改"),
        ("What were the takings of each area?", "en", "Wenshu only reads and never changes data"),
    ],
)
async def test_writing_statement_tells_that_wenshu_only_reads(
    fake: FakeOpenAI, opened: OpenRoom, question: str, language: str, sentence: str
) -> None:
    fake.script("DELETE FROM sale", "DELETE FROM sale")
    async with opened() as room:
        answer = await room.ask(question, language=language)
    assert answer.kind == "refused" and answer.answer.startswith(sentence) and "DELETE" in answer.answer
