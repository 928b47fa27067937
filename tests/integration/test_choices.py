"""A choice between readings is asked for once: kept for its person, shown with the answer, easily undone."""

from appdb.personal import PersonalData
from appdb.users import PeopleStore
from knowledge.items import ReuseHit
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import TOP, USER
from tests.integration.conftest import OpenRoom

AMBIGUOUS = "NO_SQL: ambiguous\nREASON: 最好指什么？\nOPTION: 营业额最高\nOPTION: 车流最多"
GOOD = f"```sql\n{TOP}\n```"
WORDS = "南城服务区最高。"
QUESTION = "最好的服务区是哪个？"


async def test_choice_made_once_is_taken_without_asking(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(AMBIGUOUS, GOOD, WORDS, AMBIGUOUS, GOOD, WORDS)
    async with opened() as room:
        asked = await room.ask(QUESTION)
        first = await room.ask("营业额最高")
        again = await room.ask(QUESTION, thread="t2")
    assert [asked.kind, first.kind, again.kind] == ["clarify", "data", "data"]
    assert "营业额最高" in fake.requests[-2]["messages"][-1]["content"]
    for answer in (first, again):
        assert any("营业额最高" in line and "/forget" in line for line in answer.interpretation)
        assert "忘记选择：营业额最高" in answer.suggestions


async def test_choice_holds_where_the_same_two_things_are_meant(fake: FakeOpenAI, opened: OpenRoom) -> None:
    before = "NO_SQL: ambiguous\nOPTION: 上个月的入区车辆\nOPTION: 上个月的断面车辆"
    now = "NO_SQL: ambiguous\nOPTION: 昨天的断面车辆\nOPTION: 昨天的入区车辆"
    fake.script(before, GOOD, WORDS, now, GOOD, WORDS)
    async with opened() as room:
        await room.ask("上个月的车流")
        await room.ask("1")
        answer = await room.ask("昨天的车流", thread="t2")
    assert answer.kind == "data"
    assert "昨天的入区车辆" in fake.requests[-2]["messages"][-1]["content"]


async def test_forgotten_choice_is_asked_for_again(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(AMBIGUOUS, GOOD, WORDS, AMBIGUOUS)
    async with opened() as room:
        await room.ask(QUESTION)
        chosen = await room.ask("2")
        forgotten = await room.ask(chosen.suggestions[-1])
        asked = await room.ask(QUESTION)
        nothing = await room.ask("/forget")
    assert forgotten.kind == "chat" and "1" in forgotten.answer and forgotten.model_calls == 0
    assert asked.kind == "clarify"
    assert nothing.answer != forgotten.answer


async def test_choice_is_nobody_elses(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(AMBIGUOUS, GOOD, WORDS, AMBIGUOUS)
    async with opened() as room:
        await room.ask(QUESTION)
        await room.ask("1")
        other = await room.ask(QUESTION, user=type(USER)("ben", role="analyst"), thread="t9")
    assert other.kind == "clarify"


async def test_a_choice_is_taken_after_a_restart_and_goes_on_after_another(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(AMBIGUOUS)
    async with opened() as room:
        asked = await room.ask(QUESTION)
    fake.script(GOOD, WORDS)
    async with opened() as room:  # nothing is left in memory: graph, assistant and recall are new
        chosen = await room.ask("营业额最高")
    fake.script(AMBIGUOUS, GOOD, WORDS)
    async with opened() as room:
        again = await room.ask(QUESTION, thread="t2")
    assert [asked.kind, chosen.kind, again.kind] == ["clarify", "data", "data"]
    assert any("营业额最高" in line and "/forget" in line for line in again.interpretation)


async def test_what_an_earlier_version_asked_back_is_a_question_of_its_own(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(AMBIGUOUS, GOOD, WORDS)
    async with opened() as room:
        await room.ask(QUESTION)
        await room.app.run(  # a version that kept each key by itself
            "UPDATE checkpoints SET checkpoint = checkpoint #- '{channel_versions,turn}'"
        )
        answer = await room.ask("营业额最高")
    assert (answer.kind, answer.question) == ("data", "营业额最高")


async def test_a_choice_goes_with_the_person(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(AMBIGUOUS, GOOD, WORDS, AMBIGUOUS)
    async with opened() as room:
        people = PeopleStore(room.app)
        await people.add(USER.name)
        await room.ask(QUESTION)
        await room.ask("营业额最高")
        await PersonalData(room.app).forget(USER.name)
        namesake = await room.ask(QUESTION, thread="t2")
    assert namesake.kind == "clarify"


async def test_free_text_is_taken_once_and_not_kept(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(AMBIGUOUS, GOOD, WORDS, AMBIGUOUS)
    async with opened() as room:
        await room.ask(QUESTION)
        answer = await room.ask("客单价最高的")
        asked = await room.ask(QUESTION)
    assert answer.kind == "data" and "客单价最高的" in fake.requests[1]["messages"][-1]["content"]
    assert asked.kind == "clarify"


async def test_readings_of_one_meaning_are_not_asked_about(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(AMBIGUOUS)
    async with opened() as room:
        for reading in ("营业额最高", "车流最多"):
            room.knowledge.reusable[reading] = ReuseHit("p1", "各服务区营业额", TOP, exact=True)
        answer = await room.ask(QUESTION)
    assert (answer.kind, answer.sql, answer.source) == ("data", TOP, "verified")
