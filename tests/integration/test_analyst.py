"""A model looks further into an analysis and words it: nothing that was not computed or read gets through."""

from dataclasses import replace

import pytest

from agent.events import Answer, RowsReady, StepStarted, Token, WordsReady
from appdb.users import User
from assistant import Assistant
from services import Services
from tests.fakes.openai_server import FakeOpenAI, Say

USER = User("ann", role="admin", display_name="Ann")
QUESTION = "Why did takings rise from 2026-10-17 to 2026-10-31?"
LOOK = """LOOK: Takings by area
METRIC: {"metrics": ["takings"], "split_by": ["area"], "from": "2026-10-17", "until": "2026-11-01"}
LOOK: Sales in all
```sql
SELECT count(*) AS sales FROM sale
```"""


async def ask(services: Services, fake: FakeOpenAI, *replies: str) -> Answer:
    """Ask why, the analyst's replies scripted; without any it says all that was computed."""
    fake.replies.extend(Say(one, role="report") for one in replies)
    return await services.assistant.ask_whole(QUESTION, user=USER, connection="shop", fresh=True)


def sent(fake: FakeOpenAI, at: int) -> str:
    """Return the user's part of the nth prompt."""
    return str(fake.requests[at]["messages"][-1]["content"])


async def test_looks_are_read_and_what_they_hold_may_be_said(fake: FakeOpenAI, taught_shop: Services) -> None:
    words = "Takings came to 6,547 in all.\n\n- There were 90 sales, 45 of them in these days."
    answer = await ask(taught_shop, fake, LOOK, words, words)
    read = sent(fake, 1)
    assert "Takings by area (" in read and "Sales in all (1 rows):\nsales\n90" in read
    assert "-- Takings by area\n" in (answer.sql or "") and "-- Sales in all\n" in (answer.sql or "")
    assert any("Takings by area" in line and "Sales in all" in line for line in answer.interpretation)
    assert answer.source == "generated", "a statement that a model wrote is among them"
    assert answer.answer == "Takings came to 6,547 in all.", "45 stands nowhere"
    assert "45 of them" in sent(fake, 2), "it was told so once"
    assert answer.model_calls == 3


async def test_what_is_computed_is_shown_before_a_model_is_asked(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    as_computed = await ask(taught_shop, fake)
    fake.replies.append(Say("Takings came to 6,547.", role="report"))
    asked = taught_shop.assistant.ask(QUESTION, user=USER, connection="shop", fresh=True)
    events = [event async for event in asked]
    at = {type(event): place for place, event in reversed(list(enumerate(events)))}
    computed = events[at[WordsReady]]
    assert isinstance(computed, WordsReady) and computed.text == as_computed.answer
    steps = [place for place, event in enumerate(events) if isinstance(event, StepStarted)]
    assert at[RowsReady] < at[WordsReady] < steps[-1] < at[Token]


async def test_words_for_the_metrics_alone_keep_their_source(fake: FakeOpenAI, taught_shop: Services) -> None:
    answer = await ask(taught_shop, fake, LOOK.partition("LOOK: Sales")[0], "Takings came to 6,547.")
    assert (answer.answer, answer.source) == ("Takings came to 6,547.", "metric")


@pytest.mark.parametrize(
    "reply",
    [
        "Takings came to 9,999,999.",  # its own figure
        "Takings came to 6,547 up to 13 October.",  # its own day
        "Takings rose, as everybody knows.",  # no figure at all
        "Takings fell by 292 (-4.7 %) to 6,547.",  # they rose
        "营业额共 6,547。",
        "SELECT amount FROM sale",
        "",
    ],
)
async def test_computed_words_stand_where_the_answer_itself_is_not_borne_out(
    fake: FakeOpenAI, taught_shop: Services, reply: str
) -> None:
    as_computed = await ask(taught_shop, fake)
    answer = await ask(taught_shop, fake, reply, reply)
    assert answer.answer == as_computed.answer
    assert "6,547" in answer.answer and answer.source == "metric"


async def test_computed_words_stand_where_the_model_fails(fake: FakeOpenAI, taught_shop: Services) -> None:
    as_computed = await ask(taught_shop, fake)
    fake.replies.extend(Say(status=400, role="report") for _ in range(3))
    answer = await ask(taught_shop, fake)
    assert (answer.kind, answer.answer) == ("data", as_computed.answer)


@pytest.mark.parametrize("setting", [{"result_summary": False}, {"analysis_rounds": 0}])
async def test_no_value_is_sent_where_the_operator_wants_none_sent(
    fake: FakeOpenAI, taught_shop: Services, setting: dict[str, object]
) -> None:
    as_computed = await ask(taught_shop, fake)
    before = len(fake.requests)
    rooms = replace(taught_shop.rooms, settings=taught_shop.settings.model_copy(update=setting))
    answer = await Assistant(rooms).ask_whole(QUESTION, user=USER, connection="shop", fresh=True)
    assert (len(fake.requests), answer.answer) == (before, as_computed.answer)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM sale",
        "SELECT usename FROM pg_user",
        "SELECT pg_sleep(3) FROM sale",
        "SELECT sum(amount) AS sales FROM sale; DROP TABLE sale",
    ],
)
async def test_a_look_goes_through_the_walls_as_an_answer_does(
    fake: FakeOpenAI, taught_shop: Services, sql: str
) -> None:
    await ask(taught_shop, fake, f"LOOK: sales\n```sql\n{sql}\n```", "Takings came to 6,547.")
    assert "sales (" not in sent(fake, 1) and "Could not be read:\n- sales: " in sent(fake, 1)
    whole = await taught_shop.assistant.ask_whole("Takings in October", user=USER, connection="shop")
    assert whole.kind == "data" and whole.rows, "the table is there"


async def test_a_select_of_the_model_reads_nothing_sensitive(
    fake: FakeOpenAI, taught_shop: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is computed from it is the metrics' own; which columns a model looks at nobody asked for."""
    database = taught_shop.rooms.databases.get("shop")
    monkeypatch.setattr(database, "spec", replace(database.spec, sensitive=("public.sale.amount",)))
    look = "LOOK: dearest\n```sql\nSELECT max(amount) AS dearest FROM sale\n```\n"
    words = "Takings came to 6,547."
    answer = await ask(taught_shop, fake, look + LOOK.partition("\nLOOK: Sales")[0], words)
    assert "Could not be read:\n- dearest: " in sent(fake, 1) and "dearest (" not in sent(fake, 1)
    assert "Takings by area (" in sent(fake, 1), "the metrics may be asked"
    assert answer.answer == words


async def test_computed_words_stand_where_the_model_takes_half_of_the_time(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    as_computed = await ask(taught_shop, fake)
    settings = taught_shop.settings.model_copy(update={"answer_timeout_s": 6})
    fake.replies.append(Say("Takings came to 6,547.", delay_s=30, role="report"))
    rooms = replace(taught_shop.rooms, settings=settings)
    answer = await Assistant(rooms).ask_whole(QUESTION, user=USER, connection="shop", fresh=True)
    assert (answer.kind, answer.answer) == ("data", as_computed.answer)


async def test_a_look_beyond_the_last_round_is_not_taken(fake: FakeOpenAI, taught_shop: Services) -> None:
    as_computed = await ask(taught_shop, fake)
    before = len(fake.requests)
    answer = await ask(taught_shop, fake, LOOK, LOOK, LOOK)
    assert len(fake.requests) - before == 3
    system = [str(one["messages"][0]["content"]) for one in fake.requests[before:]]
    assert ["LOOK:" in one for one in system] == [True, True, False]
    assert answer.answer == as_computed.answer


async def test_one_more_analysis_may_be_a_look(fake: FakeOpenAI, taught_shop: Services) -> None:
    look = (
        'LOOK: before\nMETRIC: {"analysis": "why", "metrics": ["takings"], "from": "2026-10-10",'
        ' "until": "2026-10-17", "compare": "previous"}'
    )
    answer = await ask(taught_shop, fake, look, "Takings came to 6,547.")
    computed, _, further = sent(fake, 1).partition("Computed for before:\n- ")
    assert "10–16 Oct 2026" in further and "10–16 Oct 2026" not in computed
    assert (answer.sql or "").count("-- ") > 4


async def test_one_more_analysis_has_statements_of_its_own_and_leaves_the_figures_theirs(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    plain = await ask(taught_shop, fake)
    used = (plain.sql or "").count("-- ")
    settings = taught_shop.settings.model_copy(update={"analysis_statements": used})
    rooms = replace(taught_shop.rooms, settings=settings)
    why = (
        'LOOK: before\nMETRIC: {"analysis": "why", "metrics": ["takings"], "from": "2026-10-10",'
        ' "until": "2026-10-17", "compare": "previous"}\n'
    )
    sales = "LOOK: sales\n```sql\nSELECT count(*) AS sales FROM sale\n```\n"
    before = len(fake.requests)
    for reply in (why + why.replace("before", "again") + sales, sales, "Takings came to 6,547."):
        fake.replies.append(Say(reply, role="report"))
    await Assistant(rooms).ask_whole(QUESTION, user=USER, connection="shop", fresh=True)
    first, second = sent(fake, before + 1), sent(fake, before + 2)
    assert "sales (1 rows)" in first and "Computed for before:" in first
    assert "- again: one analysis at a time" in first
    assert second.count("sales (1 rows)") == 2


@pytest.mark.parametrize(
    "look",
    [
        "LOOK: Takings fell by 9,999,999, see ![x](http://evil.example/p.png)\n"
        "```sql\nSELECT count(*) AS n FROM sale\n```",
        "LOOK: sales\n```sql\nSELECT 9999999 AS sold, count(*) AS n FROM sale\n```",
        'LOOK: sales\n```sql\nSELECT count(*) AS "9,999,999 sold" FROM sale\n```',
    ],
)
async def test_a_figure_that_a_look_brings_itself_is_none(
    fake: FakeOpenAI, taught_shop: Services, look: str
) -> None:
    words = "Takings came to 6,547.\n\n- 9,999,999 were sold."
    answer = await ask(taught_shop, fake, look, words, words)
    assert answer.answer == "Takings came to 6,547."
    assert "evil.example" not in str(answer.to_json())


@pytest.mark.parametrize(
    "query",
    [
        '"analysis": "forecast", "metrics": ["takings"], "from": "2026-11-01", "until": "9999-12-31"',
        '"analysis": "why", "metrics": ["takings"], "from": "0001-01-01", "until": "2026-11-01",'
        ' "compare": "previous"',
        '"metrics": ["takings"], "from": "0001-01-01", "until": "2026-11-01", "compare": "last_year"',
        '"analysis": "odd", "from": "0001-01-01", "until": "9999-12-31"',
    ],
)
async def test_a_look_that_cannot_be_computed_costs_no_answer(
    fake: FakeOpenAI, taught_shop: Services, query: str
) -> None:
    answer = await ask(taught_shop, fake, f"LOOK: far\nMETRIC: {{{query}}}", "Takings came to 6,547.")
    assert answer.answer == "Takings came to 6,547."


async def test_a_number_beyond_any_float_costs_no_answer(fake: FakeOpenAI, taught_shop: Services) -> None:
    look = "LOOK: far\n```sql\nSELECT (10::numeric ^ 400) * count(*) AS n FROM sale\n```"
    assert (await ask(taught_shop, fake, look, "Takings came to 6,547.")).answer == "Takings came to 6,547."


async def test_what_could_not_be_read_stands_under_how_it_was_computed(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    rooms = replace(
        taught_shop.rooms, settings=taught_shop.settings.model_copy(update={"analysis_statements": 1})
    )
    fake.replies.append(Say("Takings came to 6,547.", role="report"))
    answer = await Assistant(rooms).ask_whole(QUESTION, user=USER, connection="shop", fresh=True)
    assert answer.answer == "Takings came to 6,547."
    assert any("Not read and left out" in line for line in answer.interpretation)


async def test_who_alone_makes_most_of_a_looks_change_is_named(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    rows = "('Ash', 20, 723), ('Bell', 30, 20), ('Crown', 31, 22), ('Dale', 9, 12)"
    sql = f'SELECT c AS "Client", a AS "2025 nights", b AS "2026 nights" FROM (VALUES {rows}) AS v (c, a, b)'
    look = f"LOOK: Nights by client\n```sql\n{sql}\n```"
    answer = await ask(taught_shop, fake, look, "Takings came to 6,547.")
    assert answer.answer.endswith("- Nights of Ash alone went from 20 to 723, 100 % of all that rose.")
    named = await ask(taught_shop, fake, look, "Takings came to 6,547, with Ash.")
    assert "alone" not in named.answer
