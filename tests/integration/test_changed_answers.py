"""A metric's answer changed in one part: the changed query is asked as it stands, by the one ask."""

import pytest

from appdb.turns import Turn
from appdb.users import User
from chat import edited_sql
from config.wording import say
from errors import AccessError, UnsafeSQLError
from services import Services
from tests.conftest import TODAY
from tests.fakes.demo_services import ADMIN, MANAGER

OCTOBER = {"from": "2026-10-01", "until": "2026-11-01"}


async def test_a_query_that_comes_with_a_question_is_asked_as_it_stands_whatever_came_before(
    services: Services,
) -> None:
    ask = services.assistant.ask_whole
    first = await ask("上个月各分公司的营业额", user=ADMIN, thread="given", connection="demo")
    assert first.query and first.query["split_by"] == ["branch"]
    changed = {**first.query, "split_by": [], "windows": [OCTOBER]}
    then = await ask("营业额", user=ADMIN, thread="given", connection="demo", query=changed)
    assert (then.kind, then.source, then.row_count, then.model_calls) == ("data", "metric", 1, 0)
    assert then.query and then.query["windows"] == [OCTOBER]
    assert then.rows[0][0] == pytest.approx(sum(row[1] for row in first.rows))


async def test_a_query_is_held_to_the_rights_of_who_asks(services: Services) -> None:
    ask = services.assistant.ask_whole
    query = {"metrics": ["revenue"], **OCTOBER}
    whole = await ask("十月营业额", user=ADMIN, thread="all", connection="demo", query=query)
    part = await ask("十月营业额", user=MANAGER, thread="part", connection="demo", query=query)
    assert 0 < part.rows[0][0] < whole.rows[0][0]


@pytest.mark.parametrize("broken", [{"metrics": ["no_such"]}, {"metrics": ["revenue"], "split_by": ["x"]}])
async def test_a_query_that_breaks_the_rules_is_declined_and_never_read_from_its_words(
    services: Services, broken: dict[str, object]
) -> None:
    ask = services.assistant.ask_whole
    answer = await ask("上个月的营业额", user=ADMIN, thread="broken", connection="demo", query=broken)
    assert (answer.kind, answer.rows) == ("unanswerable", [])
    assert answer.answer == say("agent.query_gone", "zh")


async def changes(
    services: Services, user: User, question: str, kind: str, language: str = "zh"
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """Return an answer's query, and what may stand in its part of a kind, by what it is called."""
    answer = await services.assistant.ask_whole(question, user=user, thread=question, connection="demo")
    assert answer.query and answer.parts, (answer.kind, answer.answer)
    place = next(at for at, part in enumerate(answer.parts) if part["kind"] == kind)
    rights = services.access.rights(user, "demo")
    offered = await services.taught.changes(answer.query, place, "demo", rights, TODAY, language)  # type: ignore[arg-type]
    assert sum(one.current for one in offered) <= 1
    return answer.query, {one.label: one.query for one in offered}


async def test_every_part_offers_what_can_be_asked_and_each_is_answered(services: Services) -> None:
    answer = await services.assistant.ask_whole(
        "上个月清远分公司营业额最高的3个服务区", user=ADMIN, thread="parts", connection="demo"
    )
    kinds = [part["kind"] for part in answer.parts]
    assert kinds == ["metric", "period", "compare", "cut", "filter", "top"]
    assert answer.query is not None
    rights = services.access.rights(ADMIN, "demo")
    asked = 0
    for place, kind in enumerate(kinds):
        offered = await services.taught.changes(answer.query, place, "demo", rights, TODAY, "zh")
        assert len(offered) > 1, kind
        for number, one in enumerate((offered[0], offered[1], offered[-1])):
            then = await services.assistant.ask_whole(
                one.asked, user=ADMIN, thread=f"{kind}{number}", connection="demo", query=one.query
            )
            assert (then.kind, then.model_calls) == ("data", 0), (kind, one.asked, then.answer)
            assert then.query == one.query
            asked += 1
    assert asked == 18


async def test_only_members_and_figures_that_the_asker_may_see_are_offered(services: Services) -> None:
    _, all_areas = await changes(services, ADMIN, "上个月清远分公司的营业额", "filter")
    assert len(all_areas) > 3
    query, own = await changes(services, MANAGER, "上个月各分公司的营业额", "cut")
    assert query["split_by"] == ["branch"] and "按服务区" in own


async def test_a_month_offers_the_one_before_and_no_time_without_data(services: Services) -> None:
    _, offered = await changes(services, ADMIN, "上个月的营业额", "period")
    windows = [query["windows"][0]["from"] for query in offered.values() if "windows" in query]  # type: ignore[index]
    assert "2026-09-01" in windows
    assert all(start <= TODAY.isoformat() for start in windows)


async def answered(services: Services, user: User, thread: str) -> Turn:
    """Return a finished turn with seven branches."""
    answer = await services.assistant.ask_whole(
        "上个月各分公司的营业额", user=user, thread=thread, connection="demo"
    )
    return await services.turns.get(answer.id)


@pytest.fixture
def card_services(services: Services, monkeypatch: pytest.MonkeyPatch) -> Services:
    """Let the card's room work on these services."""
    monkeypatch.setattr("chat.edited_sql.services", lambda: services)
    return services


async def test_an_edited_statement_runs_through_every_wall_and_tells_what_is_other(
    card_services: Services,
) -> None:
    turn = await answered(card_services, ADMIN, "edit")
    assert turn.answer is not None
    sql = turn.answer["sql"]
    same = await edited_sql.run(turn, f"{sql} -- the same", False, ADMIN, "zh")
    assert same["difference"].startswith("结果和原来完全一样") and same["new_rows"] == []
    fewer = await edited_sql.run(turn, f"{sql} LIMIT 3", False, ADMIN, "en")
    gone = turn.answer["row_count"] - 3
    assert fewer["difference"] == f"Same rows: 3; gone: {gone}; new: 0 (marked)."
    with pytest.raises(UnsafeSQLError):
        await edited_sql.run(turn, "DELETE FROM branches", False, ADMIN, "zh")
    rows = await card_services.audit.read(act="sql")
    assert [row.code for row in rows[:2]] == [rows[0].code, None] and rows[0].code


async def test_an_edited_statement_shows_its_editor_no_more_than_their_rights(
    card_services: Services,
) -> None:
    turn = await answered(card_services, MANAGER, "edit-part")
    with pytest.raises(AccessError):
        await edited_sql.run(turn, "SELECT 1", False, MANAGER, "zh")
    with pytest.raises(AccessError):
        await edited_sql.offer(turn, "SELECT 1", User("eve", "viewer"), "zh")


async def test_an_edited_statement_is_offered_as_a_staged_pair_once(card_services: Services) -> None:
    turn = await answered(card_services, ADMIN, "edit-offer")
    assert turn.answer is not None
    sql = f"{turn.answer['sql']} LIMIT 4"
    first = await edited_sql.offer(turn, sql, ADMIN, "en")
    again = await edited_sql.offer(turn, sql, ADMIN, "en")
    assert first["said"].startswith("Staged") and again["said"].startswith("It is there already")
    staged = await card_services.knowledge.records.counts("demo")
    assert staged["staged"] == {"pair": 1}


async def test_a_verified_answer_that_asks_only_of_metrics_can_be_changed_too(services: Services) -> None:
    answer = await services.assistant.ask_whole(
        "今年每个月的营业额", user=ADMIN, thread="pair", connection="demo"
    )
    assert answer.source in ("verified", "similar")
    assert answer.query and answer.query["grain"] == "month"
    assert [part["kind"] for part in answer.parts] == ["metric", "period", "compare", "cut"]
