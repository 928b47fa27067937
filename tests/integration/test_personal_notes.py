"""Personal notes at the wire: what the model is sent for their author, and for nobody else."""

from appdb.users import User
from knowledge.items import ReuseHit
from reasoning.offline import OfflineReasoner
from teaching.notes import MOST_NOTES, NoteStore
from tests.fakes.openai_server import FakeOpenAI, role_of
from tests.fakes.room import TOP, ToldKnowledge
from tests.integration.conftest import OpenRoom

BOB = User("bob", role="analyst", display_name="Bob")
NOTE = "入区率 = 入区车辆 / 断面车流"
QUESTION = "各服务区的入区率"


def prompts(fake: FakeOpenAI) -> list[str]:
    """Return what the model was sent to write SQL from, in order."""
    return [str(body["messages"]) for body in fake.requests if role_of(body) == "sql"]


async def test_a_note_reaches_its_authors_prompt_at_once_and_nobody_elses(
    opened: OpenRoom, fake: FakeOpenAI
) -> None:
    fake.answers = {"*": TOP}
    async with opened() as room:
        before = await room.ask(QUESTION)
        noted = await room.ask(f"记住：{NOTE}")
        assert noted.kind == "teach" and NOTE in noted.answer
        mine = await room.ask(QUESTION)
        others = await room.ask(QUESTION, user=BOB, thread="t2")
        again = await room.ask(QUESTION)
    sent = prompts(fake)
    assert [NOTE in prompt for prompt in sent] == [False, True, False]
    assert before.source == mine.source == others.source == "generated"
    assert again.source == "cached" and again.model_calls == 0
    assert any(NOTE in line for line in mine.interpretation)
    assert not any(NOTE in line for line in others.interpretation)


async def test_a_removed_note_is_gone_from_the_next_prompt_and_its_answer_is_not_recalled(
    opened: OpenRoom, fake: FakeOpenAI
) -> None:
    fake.answers = {"*": TOP}
    async with opened() as room:
        await room.ask(f"remember: {NOTE}")
        await room.ask(QUESTION)
        notes = NoteStore(room.app)
        [note] = await notes.of("ann", "shop")
        await notes.remove("ann", note.id)
        after = await room.ask(QUESTION, thread="t2")  # what was said in a thread stays said
    assert after.source == "generated"
    assert [NOTE in prompt for prompt in prompts(fake)] == [True, False]


async def test_a_note_lends_its_words_to_the_search_for_tables(opened: OpenRoom, fake: FakeOpenAI) -> None:
    fake.answers = {"*": TOP}
    async with opened() as room:
        await room.ask(f"记住：{NOTE}")
        await room.ask(QUESTION)
        await room.ask(QUESTION, user=BOB, thread="t2")
        assert ["断面车流" in query for query in room.knowledge.queries] == [True, False]


async def test_a_note_goes_before_a_verified_pair_where_a_model_can_follow_it(
    opened: OpenRoom, fake: FakeOpenAI
) -> None:
    fake.answers = {"*": TOP}
    told = ToldKnowledge(reusable={QUESTION: ReuseHit("p", QUESTION, TOP, exact=True)})
    async with opened(room={"knowledge": told}) as room:
        assert (await room.ask(QUESTION)).source == "verified"
        await room.ask(f"记住：{NOTE}")
        assert (await room.ask(QUESTION)).source == "generated"
        assert (await room.ask(QUESTION, user=BOB, thread="t2")).source == "verified"


async def test_without_a_model_the_published_answer_is_given_and_says_so(opened: OpenRoom) -> None:
    told = ToldKnowledge(reusable={QUESTION: ReuseHit("p", QUESTION, TOP, exact=True)})
    async with opened(room={"knowledge": told, "reasoner": OfflineReasoner()}) as room:
        await room.ask(f"记住：{NOTE}")
        answer = await room.ask(QUESTION)
    assert answer.source == "verified"
    assert any(NOTE in line and "没有用" in line for line in answer.interpretation)


async def test_what_a_term_means_is_told_from_ones_own_note(opened: OpenRoom) -> None:
    async with opened() as room:
        await room.ask(f"记住：{NOTE}")
        assert "断面车流" in (await room.ask("什么是入区率？")).answer
        listed = await room.ask("/notes")
        assert listed.kind == "teach" and NOTE in listed.answer
        assert NOTE not in (await room.ask("/notes", user=BOB, thread="t2")).answer


async def test_notes_have_an_end(opened: OpenRoom) -> None:
    async with opened() as room:
        notes = NoteStore(room.app)
        first = await notes.add("ann", "shop", NOTE)
        assert (await notes.add("ann", "shop", f" {NOTE} ")).id == first.id, "the same text is one note"
        for number in range(MOST_NOTES - 1):
            await notes.add("ann", "shop", f"备忘 {number}")
        full = await room.ask("记住：再来一条")
        assert full.failure and full.failure["code"] == "notes_full"
        long = await room.ask(f"记住：{'长' * 600}", user=BOB, thread="t2")
        assert long.failure and long.failure["code"] == "note_too_long"
