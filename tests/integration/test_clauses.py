"""Questions of several clauses are answered clause by clause, and nothing else is."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.events import Answer
from appdb.users import User
from services import Services

CASES: dict[str, Any] = yaml.load(
    (Path(__file__).parents[1] / "cases" / "clauses.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
)
ASKER = User("asker of clauses", "admin")


async def _told(services: Services, case: dict[str, Any]) -> Answer:
    """Return the answer of a case, which is data without a model and tells what the case names."""
    answer = await services.assistant.ask_whole(case["say"], user=ASKER)
    assert answer.kind == "data", answer.answer
    assert all(one in answer.answer for one in case["tells"]), answer.answer
    assert answer.model_calls == 0
    return answer


@pytest.mark.parametrize("case", CASES["answered"], ids=lambda one: one["say"])
async def test_each_clause_has_its_answer_and_its_statement(services: Services, case: dict[str, Any]) -> None:
    answer = await _told(services, case)
    assert answer.sql and answer.sql.count("-- ") >= 2
    assert "once" not in case or answer.answer.count(case["once"]) == 1, answer.answer


@pytest.mark.parametrize("case", CASES["whole"], ids=lambda one: one["say"])
async def test_a_question_of_two_parts_tells_first_what_it_asks_first(
    services: Services, case: dict[str, Any]
) -> None:
    await _told(services, case)


@pytest.mark.parametrize("case", CASES["with_analysis"], ids=lambda one: one["say"])
async def test_an_analysis_and_a_figure_in_one_are_each_answered_or_named_as_left(
    services: Services, case: dict[str, Any]
) -> None:
    answer = await _told(services, case)
    assert answer.rows


@pytest.mark.parametrize("case", CASES["in_part"], ids=lambda one: one["say"])
async def test_a_question_behind_that_is_not_read_is_named_and_the_first_answered(
    services: Services, case: dict[str, Any]
) -> None:
    answer = await _told(services, case)
    assert answer.interpretation[-1] in answer.answer


@pytest.mark.parametrize("case", CASES["followed"], ids=lambda one: f"{one['said']} || {one['say']}")
async def test_a_message_behind_goes_on_from_what_was_answered(
    services: Services, case: dict[str, Any]
) -> None:
    thread = f"clauses {case['said']}"
    await services.assistant.ask_whole(case["said"], user=ASKER, thread=thread)
    answer = await services.assistant.ask_whole(case["say"], user=ASKER, thread=thread)
    assert answer.kind == "data", answer.answer
    assert all(one in answer.answer for one in case["tells"]), answer.answer


@pytest.mark.parametrize("text", CASES["not_so"])
async def test_what_only_looks_like_several_questions_is_no_row_of_answers(
    services: Services, text: str
) -> None:
    answer = await services.assistant.ask_whole(text, user=ASKER)
    told = [one for one in answer.interpretation if one[:1] in "“「" and one[-1:] in "”」"]
    assert not told, answer.answer
