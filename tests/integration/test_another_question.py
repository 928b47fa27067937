"""What a follow-up asks, where a rule read it as another question: who words the rows says so."""

from agent.events import LAST, RowsReady
from appdb.users import User
from services import Services
from tests.fakes.openai_server import FakeOpenAI, Say

USER = User("ann", role="admin", display_name="Ann")
SQL = "```sql\nSELECT name, id FROM area ORDER BY id LIMIT 1\n```"


async def _followed(services: Services, then: str) -> list[object]:
    await services.assistant.ask_whole("Takings by area in October", user=USER, connection="shop", thread="t")
    return [one async for one in services.assistant.ask(then, user=USER, connection="shop", thread="t")]


async def test_rows_of_another_question_are_taken_back_and_the_question_is_asked_anew(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    meant = "Which area has the lowest number?"
    fake.replies.extend(
        [Say("The figures are in the table.", role="summary"), Say(f"OTHER: {meant}", role="summary")]
    )
    fake.answers = {meant: SQL}
    events = await _followed(taught_shop, "by day")
    first, *later = [one for one in events if isinstance(one, RowsReady)]
    assert first.row_count > 1 and later[0].columns == [] and later[1].row_count == 1
    last = next(one for one in events if isinstance(one, LAST))
    assert (last.answer.kind, last.answer.source, last.answer.row_count) == ("data", "generated", 1)  # type: ignore[attr-defined]
    said = [str(one["messages"][-1]["content"]) for one in fake.requests]
    worded = next(one for one in said if "Rows read as:" in one)
    assert "Takings by area in October" in worded and "OTHER:" in worded


async def test_a_first_question_is_worded_without_that_way_out(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    answer = await taught_shop.assistant.ask_whole("Takings by area in October", user=USER, connection="shop")
    assert answer.kind == "data"
    assert not any("OTHER:" in str(one["messages"]) for one in fake.requests)
