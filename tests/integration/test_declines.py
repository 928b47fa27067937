"""Where no SQL can be written, the answer says which of a few things it is, and what can be asked instead."""

import dataclasses

import pytest

from config.wording import say
from database.rights import Rights
from knowledge.items import Linked, ReuseHit
from reasoning.offline import OfflineReasoner
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP
from tests.integration.conftest import OpenRoom
from understanding.asked import Asked
from understanding.verdicts import Reading

QUESTION = "各服务区有多少名员工？"


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("NO_SQL: missing_data\nREASON: 没有员工数据。", ["没有员工数据", "服务区、营业额"]),
        ("NO_SQL: ambiguous\nREASON: 没有说明时间。", ["请说明要看的指标和时间", "没有说明时间"]),
        ("NO_SQL: declined", ["语言模型没有"]),
    ],
    ids=["not_here", "too_vague", "declined"],
)
async def test_decline_says_which_it_is_and_offers_what_has_an_answer(
    fake: FakeOpenAI, opened: OpenRoom, reply: str, says: list[str]
) -> None:
    fake.script(reply)
    async with opened() as room:
        await room.rooms.databases.get("shop").load_schema()
        answer = await room.ask(QUESTION)
    assert answer.kind == "unanswerable"
    assert [part for part in says if part not in answer.answer] == []
    assert 2 <= len(answer.suggestions) <= 3


async def test_an_english_reader_is_told_the_tables_by_their_names(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script("NO_SQL: missing_data\nREASON: No staff here.")
    async with opened() as room:
        await room.rooms.databases.get("shop").load_schema()
        answer = await room.ask("How many people work in each area?")
    assert "Data that are here, for example: area" in answer.answer and "服务区" not in answer.answer


async def test_only_what_its_user_may_run_is_offered(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("NO_SQL: missing_data")
    async with opened({"rights": Rights("viewer", "shop", denied_tables=("public.sale",))}) as room:
        answer = await room.ask(QUESTION)
    assert answer.suggestions == []  # each of them reads the closed table
    assert "营业额" not in answer.answer


@pytest.mark.parametrize("linked", [True, False], ids=["about_the_data", "about_nothing_here"])
async def test_without_a_model_the_unknown_words_are_named(
    fake: FakeOpenAI, opened: OpenRoom, linked: bool
) -> None:
    async def metrics(asked: Asked) -> Reading:
        words = ("员工",) if "员工" in asked.question else ()
        return Reading("not_mine", unread=words, why="word" if words else "")

    async with opened({"reasoner": OfflineReasoner()}) as room:
        room.assistant._rooms = dataclasses.replace(room.rooms, metrics=metrics)
        room.knowledge.linked = room.knowledge.linked if linked else Linked()
        named = await room.ask(QUESTION)
        other = await room.ask("预测明年的营业额")
    key = "words_unread" if linked else "words_nowhere"
    assert named.answer == say(f"agent.{key}", "zh", words="「员工」")
    assert room.knowledge.queries[1] == "员工"  # is it the word alone that the schema speaks of?
    assert other.answer == say("offline.needs_model", "zh")
    assert (named.kind, named.failure and named.failure["code"]) == ("unanswerable", "no_model")
    assert fake.requests == []


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("How much came back in October, and is that more than in August?", "“that” stands for"),
        ("今年夏天哪个分公司那边下雨的天数最多", "「那边」在这句话里指什么"),
        ("leave out the newest", "what this goes on from"),
    ],
)
async def test_a_word_that_points_to_nothing_known_is_named(
    fake: FakeOpenAI, opened: OpenRoom, question: str, says: str
) -> None:
    async def metrics(_: Asked) -> Reading:
        return Reading("not_mine", why="follows")

    async with opened({"reasoner": OfflineReasoner()}) as room:
        room.assistant._rooms = dataclasses.replace(room.rooms, metrics=metrics)
        answer = await room.ask(question)
    assert says in answer.answer  # a whole question is not called the rest of one
    assert fake.requests == []


async def test_model_that_is_away_is_said_and_answered_questions_are_offered(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(Say(status=401))
    async with opened() as room:
        answer = await room.ask(QUESTION)
    assert answer.kind == "failed" and len(answer.suggestions) == 3


async def test_after_too_much_the_same_question_is_offered_over_shorter_times(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    shorter = {"那上周呢": "上周各服务区的营业额", "那上个月呢": "上个月各服务区的营业额"}
    fake.script(f"```sql\n{TOP}\n```")
    async with opened({"cost_refuse": 0.001}) as room:
        for message, alone in shorter.items():
            room.knowledge.reusable[message] = ReuseHit("p1", alone, TOP, exact=False, asked=alone)
            room.knowledge.reusable[alone] = ReuseHit("p1", alone, TOP, exact=True)
        answer = await room.ask("上个月每个服务区分别进账多少")
    assert (answer.kind, answer.rows) == ("refused", [])
    assert answer.suggestions == ["上周各服务区的营业额"]  # a month is no shorter than a month
