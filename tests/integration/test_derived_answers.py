"""Figures nobody defined, asked whole: through the walls, with a badge of their own, and again by JSON."""

from services import Services
from tests.conftest import TODAY
from tests.fakes.demo_services import ADMIN

QUESTION = "哪个路线的路段最多"  # neither roads nor their sections are counted by a definition


async def test_a_figure_of_the_schema_is_answered_and_told_apart(services: Services) -> None:
    answer = await services.assistant.ask_whole(QUESTION, user=ADMIN, thread="derived", connection="demo")
    rows = await services.databases.get("demo").run(
        await services.databases.get("demo").approve(
            "SELECT count(*) FROM sections GROUP BY route_id ORDER BY 1 DESC LIMIT 1",
            services.access.rights(ADMIN, "demo"),
        )
    )
    assert (answer.kind, answer.source) == ("data", "derived")
    assert answer.rows[0][-1] == rows.rows[0][0]
    assert str(rows.rows[0][0]) in answer.answer
    assert any("sections" in line for line in answer.interpretation)


async def test_a_stored_query_with_a_derived_figure_is_composed_again(services: Services) -> None:
    rights = services.access.rights(ADMIN, "demo")
    hit = await services.taught.composed({"metrics": ["section_count"]}, "", "demo", rights, TODAY, "zh")
    assert hit is not None and hit.derived
    gone = {"metrics": ["section_countess"]}
    assert await services.taught.composed(gone, "", "demo", rights, TODAY, "zh") is None
    assert await services.taught.changes(gone, 0, "demo", rights, TODAY, "zh") == ()
