"""What a model's provider does wrong, over HTTP: a right answer if it recovers, else the right sentence."""

import contextlib
from collections.abc import Sequence

import pytest

from agent.events import Answered, Failed, Token
from config.wording import say
from reasoning.fallback import FallbackReasoner
from reasoning.model import MOST_SUMMARY_CHARS, ModelReasoner
from reasoning.reasoner import SqlDraft
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP, last_of
from tests.integration.conftest import OpenRoom

QUESTION = "各服务区的营业额是多少？"
GOOD = f"```sql\n{TOP}\n```"
WORDS = "南城服务区最高。"
TOLD = f"{WORDS}以上为全部数据（2026-10-01 至 10-31）。"  # of when, where nobody says

RECOVERS: dict[str, Sequence[str | Say]] = {
    "429_then_good": [Say(status=429, retry_after=0.05), GOOD, WORDS],
    "500_then_good": [Say(status=500), GOOD, WORDS],
    "503_twice_then_good": [Say(status=503), Say(status=503, retry_after=0.01), GOOD, WORDS],
    "empty_then_good": ["", GOOD, WORDS],
    "not_json_then_good": [Say(raw="<html>bad gateway</html>"), GOOD, WORDS],
    "prose_then_good": ["I would be happy to help you with this question!", GOOD, WORDS],
    "malformed_tool_call_then_good": [Say(tool="run_sql", arguments='{"sql": "SELECT'), GOOD, WORDS],
    "sql_as_tool_text": [
        f'<tool_call>{{"name": "run_sql", "arguments": {{"sql": "{TOP}"}}}}</tool_call>', WORDS,
    ],
    "sql_as_json": [f'{{"sql": "{TOP};", "question": "x"}}', WORDS],
    "thinking_then_sql": [f"<think>SELECT 1 would be wrong</think>Here it is:\n{GOOD}", WORDS],
    "bare_sql_with_prose": [f"Sure, here is the query:\n\n{TOP};\n\nIt sums the amounts.", WORDS],
    "context_too_long_then_good": [
        Say(status=400, code="context_length_exceeded", message="maximum context length"), GOOD, WORDS,
    ],
    "summary_cut_before_a_word": [GOOD, Say(WORDS, cut_after=1), WORDS],
    "summary_429_then_good": [GOOD, Say(status=429, retry_after=0.01), WORDS],
    "summary_thinks_first": [GOOD, f"<think>which is top? 123456</think>{WORDS}"],
}  # fmt: skip


@pytest.mark.parametrize("script", RECOVERS.values(), ids=RECOVERS.keys())
async def test_model_that_recovers_gives_the_right_answer(
    fake: FakeOpenAI, opened: OpenRoom, script: Sequence[str | Say]
) -> None:
    fake.script(*script)
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.row_count, answer.answer) == ("data", 3, TOLD)
    assert not fake.replies


FAILS: dict[str, tuple[Sequence[str | Say], str]] = {
    "401": ([Say(status=401)], "model_auth"),
    "403": ([Say(status=403)], "model_auth"),
    "404": ([Say(status=404, code="model_not_found")], "model_unknown"),
    "quota": ([Say(status=429, code="insufficient_quota")], "model_quota"),
    "429_long": ([Say(status=429, retry_after=600)], "model_rate_limited"),
    "500_always": ([Say(status=500)] * 3, "model_unavailable"),
    "empty_always": ([""] * 2, "model_empty"),
    "nonsense": ([Say(raw="?")] * 2, "model_bad_reply"),
    "length": ([Say(TOP, finish="length")] * 3, "model_cut"),
    "too_long_always": ([Say(status=400, code="context_length_exceeded")] * 2, "model_context_too_long"),
}


@pytest.mark.parametrize(("script", "code"), FAILS.values(), ids=FAILS.keys())
async def test_model_that_does_not_recover_gives_the_right_sentence(
    fake: FakeOpenAI, opened: OpenRoom, script: Sequence[str | Say], code: str
) -> None:
    fake.script(*script)
    async with opened() as room:
        events = await room.events(QUESTION)
        fake.script(GOOD, WORDS)
        after = await room.ask(QUESTION)
    answer = last_of(events)
    assert isinstance(events[-1], Failed)
    assert answer.failure == {"code": code, "reason": say(f"errors.{code}", "zh")}
    assert answer.answer == say(f"errors.{code}", "zh")
    assert after.kind == "data"  # the thread lives


@pytest.mark.parametrize(
    "reply",
    [Say(refusal="I can't help with that."), Say("", finish="content_filter")],
    ids=["refusal", "filter"],
)
async def test_refusal_is_a_declined_question(fake: FakeOpenAI, opened: OpenRoom, reply: Say) -> None:
    fake.script(reply)
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "unanswerable"
    assert answer.failure is not None and answer.failure["code"] == "declined"


async def test_prose_twice_is_declined_without_figures(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("The revenue is about 5000 yuan.", "I think it is 6000. Sorry about that.")
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "unanswerable" and answer.model_calls == 2
    assert "5000" not in answer.answer and "6000" not in answer.answer


async def test_timeout_is_said_and_does_not_wait_for_ever(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(Say(GOOD, delay_s=3))
    async with opened(llm_timeout_s=0.2) as room:
        answer = await room.ask(QUESTION)
    assert answer.failure is not None and answer.failure["code"] == "model_timeout"
    assert answer.ms["total"] < 3000


async def test_whole_answer_has_one_deadline(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(*[Say(status=500, delay_s=0.4)] * 10)
    async with opened(answer_timeout_s=1.5, llm_max_retries=9) as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "failed" and answer.ms["total"] < 3000


@pytest.mark.parametrize(
    "reply",
    [Say(status=500), Say(status=401), Say(""), Say(WORDS, delay_s=9), Say(refusal="no")],
    ids=["500", "401", "empty", "slow", "refusal"],
)
async def test_failing_summary_never_fails_an_answer(fake: FakeOpenAI, opened: OpenRoom, reply: Say) -> None:
    fake.script(GOOD, *[reply] * 3)
    async with opened(llm_timeout_s=0.5) as room:
        events = await room.events(QUESTION)
    answer = last_of(events)
    assert isinstance(events[-1], Answered)
    assert answer.kind == "data" and answer.row_count == 3
    assert "南城服务区" in answer.answer  # computed
    assert "".join(event.text for event in events if isinstance(event, Token)) == answer.answer


async def test_summary_that_does_not_end_is_read_no_further(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, "南城服务区最高。" * 2 * (MOST_SUMMARY_CHARS // 8))
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "data" and answer.answer.startswith("南城服务区最高。南城服务区最高。")
    words = answer.answer.removesuffix(TOLD.removeprefix(WORDS))
    assert len(words) <= MOST_SUMMARY_CHARS and words.endswith("。")


async def test_summary_that_breaks_off_keeps_its_whole_sentences(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, Say("南城服务区最高。共有三个服务区，它们的营业额都", cut_after=3))
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "data" and answer.answer == TOLD


async def test_second_model_answers_when_the_first_is_down(fake: FakeOpenAI, opened: OpenRoom) -> None:
    from llm.openai import ChatClient
    from tests.fakes.room import settings_on

    fake.script(Say(status=401), GOOD, Say(status=401), WORDS)
    async with opened() as room:
        client = ChatClient.of(room.rooms.settings)
        again = ChatClient.of(settings_on(fake, room.rooms.settings), model="second")
        both = FallbackReasoner([ModelReasoner(client), ModelReasoner(again)])
        closing = contextlib.aclosing(client), contextlib.aclosing(again)
        async with closing[0], closing[1], opened({"reasoner": both}) as second:
            answer = await second.ask(QUESTION)
    assert (answer.kind, answer.answer) == ("data", TOLD)
    assert [request["model"] for request in fake.requests] == ["gpt-4.1-mini", "second"] * 2


async def test_stand_in_that_declines_does_not_hide_that_the_model_is_down(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    from collections.abc import AsyncIterator

    from llm.openai import ChatClient
    from reasoning.reasoner import Brief, Facts, NoSql

    class Declining:
        async def write_sql(self, brief: Brief) -> SqlDraft | NoSql:
            return NoSql("declined")

        async def summarize(self, facts: Facts) -> AsyncIterator[str]:
            yield ""

        async def answer_general(self, question: str, language: str) -> AsyncIterator[str]:
            yield ""

    fake.script(Say(status=401))
    async with opened() as room:
        client = ChatClient.of(room.rooms.settings)
    both = FallbackReasoner([ModelReasoner(client), Declining()])
    async with contextlib.aclosing(client), opened({"reasoner": both}) as room:
        answer = await room.ask(QUESTION)
    assert answer.failure is not None and answer.failure["code"] == "model_auth"


# What goes wrong before the right SQL comes, and after how many questions it goes wrong again.
BEFORE: dict[str, tuple[Sequence[str | Say], int]] = {
    "429_on_one_call_in_five": ([Say(status=429, retry_after=0.01)], 2),
    "500_on_one_call_in_five": ([Say(status=500)], 2),
    "prose_instead_of_sql": (["The top service area is probably the southern one."], 1),
    "malformed_tool_call": ([Say(tool="run_sql", arguments='{"sql": "SELECT')], 1),
    "unreadable_body": ([Say(raw="?")], 1),
    "column_that_is_not_there": ([GOOD.replace("a.name", "a.nam")], 1),
    "table_that_is_not_there": (["```sql\nSELECT * FROM revenue_by_area\n```"], 1),
    "sql_that_cannot_be_read": (["```sql\nSELECT name, sum(amount FROM area GROUP BY\n```"], 1),
    "wrong_types": ([GOOD.replace("sum(s.amount)", "sum(s.amount || s.id)")], 1),
}


@pytest.mark.parametrize(("wrong", "every"), BEFORE.values(), ids=BEFORE.keys())
async def test_twelve_of_twelve_are_right_and_no_thread_dies(
    fake: FakeOpenAI, opened: OpenRoom, wrong: Sequence[str | Say], every: int
) -> None:
    right = []
    async with opened() as room:
        for number in range(12):
            fake.script(*(wrong if number % every == 0 else []), GOOD, WORDS)
            answer = await room.ask(f"{QUESTION}{number}", thread=f"t{number % 3}")
            right.append((answer.kind, answer.row_count, answer.sql) == ("data", 3, TOP))
    assert right == [True] * 12
    assert not fake.replies


async def test_key_is_not_in_the_log(
    fake: FakeOpenAI, opened: OpenRoom, caplog: pytest.LogCaptureFixture
) -> None:
    fake.script(Say(status=401, message="Incorrect API key provided"))
    async with opened() as room:
        await room.ask(QUESTION)
    logged = caplog.text + repr([record.__dict__ for record in caplog.records])
    assert "test-key" not in logged
