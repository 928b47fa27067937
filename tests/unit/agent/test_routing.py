"""The routing table, row by row, without a graph."""

from typing import Any

import pytest

from agent.recovery import STRATEGIES
from agent.routing import (
    AskModel,
    Call,
    General,
    Limits,
    Stop,
    after_analyse,
    after_choice,
    after_loop,
    after_recall,
    after_reply,
    after_together,
    after_triage,
    next_step,
    repairs,
    suggested,
)
from agent.state import AgentState, Fault, Outcome, Refusal, fresh_turn

LIMITS = Limits()


def state(**known: Any) -> AgentState:
    return {**fresh_turn(), **known}  # type: ignore[typeddict-item]


def ok(tool: str) -> Outcome:
    return Outcome(tool=tool, ok=True, error_class="")


def failed(tool: str, error_class: str) -> Outcome:
    return Outcome(tool=tool, ok=False, error_class=error_class)


def fault(stage: str = "valid_sql", error_class: str = "syntax", message: str = "no") -> Fault:
    return Fault(
        stage=stage, error_class=error_class, code="x", params={}, sql="s", message=message, hint="", near="",
        fix="",
    )  # fmt: skip


def after_fault(tool: str, error_class: str, written: int = 1, **more: Any) -> AgentState:
    return state(
        outcome=failed(tool, error_class),
        faults=[fault(tool, error_class)],
        attempts={"generate_sql": written},
        **more,
    )


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({}, Call("generate_sql")),
        ({"outcome": ok("generate_sql")}, Call("valid_sql")),
        ({"outcome": ok("valid_sql")}, Call("run_sql")),
        ({"outcome": ok("run_sql")}, Call("generate_summary")),
        ({"outcome": ok("generate_summary")}, Stop("done")),
    ],
)
def test_straight_path_asks_no_model(known: dict[str, Any], expected: object) -> None:
    assert next_step(state(**known), LIMITS) == expected


@pytest.mark.parametrize("error_class", STRATEGIES)
def test_failed_validation_follows_the_strategy_table(error_class: str) -> None:
    decision = next_step(after_fault("valid_sql", error_class), LIMITS)
    expected = {
        "regenerate": Call("generate_sql"),
        "relink": Call("generate_sql"),
        "reread": Call("generate_sql"),
        "validate": Call("valid_sql"),
        "decide": AskModel(("generate_sql",), "generate_sql"),
        "narrow": Stop("fault"),
        "stop": Stop("fault"),
    }
    assert decision == expected[STRATEGIES[error_class].action]  # type: ignore[index]


@pytest.mark.parametrize("error_class", ["unsafe", "policy", "permission", "connection", "timeout", "cost"])
def test_refusals_and_outages_are_never_met_by_rewriting(error_class: str) -> None:
    assert next_step(after_fault("valid_sql", error_class), LIMITS) == Stop("fault")
    assert next_step(after_fault("run_sql", error_class), LIMITS) == Stop("fault")


def test_validation_is_repaired_once_by_default() -> None:
    twice = state(
        outcome=failed("valid_sql", "syntax"),
        faults=[fault(message="a"), fault(message="b")],
        attempts={"generate_sql": 2},
    )
    assert next_step(twice, LIMITS) == Stop("no_attempt_left")
    assert next_step(twice, Limits(max_repairs=2)) == Call("generate_sql")


def test_execution_is_tried_three_times_in_all() -> None:
    assert next_step(after_fault("run_sql", "data", written=2), LIMITS) == Call("generate_sql")
    assert next_step(after_fault("run_sql", "data", written=3), LIMITS) == Stop("no_attempt_left")


@pytest.mark.parametrize(
    ("known", "why"),
    [
        ({"steps": 8}, "max_steps"),
        ({"tried": ["a", "b", "a"]}, "repeating"),
        ({"faults": [fault(), fault()]}, "repeating"),
        ({"needs": {"kind": "reading", "question": "?", "readings": []}}, "needs_user"),
    ],
)
@pytest.mark.parametrize("mode", ["hybrid", "agent", "database_direct", "chat_direct"])
def test_limits_come_before_all_else(known: dict[str, Any], why: str, mode: Any) -> None:
    assert next_step(state(outcome=ok("generate_sql"), **known), Limits(mode=mode)) == Stop(why)


def test_deadline_stops_the_loop() -> None:
    assert next_step(state(), LIMITS, out_of_time=True) == Stop("out_of_time")


@pytest.mark.parametrize(
    ("reason", "mode", "expected"),
    [
        ("not_data", "hybrid", General()),
        ("not_data", "agent", General()),
        ("not_data", "database_direct", Stop("no_sql")),
        ("missing_data", "hybrid", Call("generate_sql")),
        ("declined", "hybrid", Stop("no_sql")),
        ("ambiguous", "hybrid", Stop("no_sql")),
    ],
)
def test_only_not_a_data_question_leads_to_common_knowledge(reason: str, mode: Any, expected: object) -> None:
    refused = state(
        outcome=failed("generate_sql", "no_sql"), refusal=Refusal(reason=reason, message="", readings=[])
    )
    assert next_step(refused, Limits(mode=mode)) == expected


def test_data_is_looked_for_wider_once() -> None:
    refused = state(
        outcome=failed("generate_sql", "no_sql"),
        refusal=Refusal(reason="missing_data", message="", readings=[]),
        widened=True,
        attempts={"generate_sql": 2},
    )
    assert next_step(refused, LIMITS) == Stop("no_sql")
    assert repairs(refused) == 0


def test_rejected_repair_is_written_again_while_a_try_is_left() -> None:
    assert next_step(after_fault("generate_sql", "drift", written=2), LIMITS) == Call("generate_sql")
    assert next_step(after_fault("generate_sql", "drift", written=3), LIMITS) == Stop("no_attempt_left")


def test_agent_mode_lets_the_model_choose_where_nothing_failed() -> None:
    decision = next_step(state(outcome=ok("generate_sql")), Limits(mode="agent"))
    assert isinstance(decision, AskModel) and decision.otherwise == "valid_sql"
    assert next_step(after_fault("valid_sql", "unsafe"), Limits(mode="agent")) == Stop("fault")


def test_chat_direct_calls_no_tool() -> None:
    assert next_step(state(), Limits(mode="chat_direct")) == General()


def test_suggestion_names_the_next_tool_whoever_picks_it() -> None:
    assert suggested(state(outcome=ok("generate_sql")), LIMITS) == "valid_sql"
    assert suggested(state(outcome=ok("generate_summary")), LIMITS) is None
    assert suggested(after_fault("run_sql", "unknown"), LIMITS) == "generate_sql"
    assert suggested(state(outcome=ok("valid_sql")), Limits(mode="agent")) == "run_sql"


def test_repairs_are_the_writings_after_the_first() -> None:
    assert [repairs(state(attempts={"generate_sql": n})) for n in (0, 1, 3)] == [0, 0, 2]


@pytest.mark.parametrize(
    ("kind", "expected"), [("chat", "reply"), ("help", "reply"), ("schema", "reply"), ("data", "recall"),
                           ("follow_up", "recall")],
)  # fmt: skip
def test_triage_sends_small_talk_to_reply(kind: str, expected: str) -> None:
    triage = {"kind": kind, "confidence": 1.0, "reason": "", "method": ""}
    assert after_triage(state(triage=triage)) == expected


def test_outer_edges() -> None:
    assert after_reply(state()) == "recall"
    assert after_reply(state(answer_kind="chat")) == "compose"
    assert after_recall(state(recalled=True)) == "compose"
    assert after_recall(state()) == "together"
    needs = {"kind": "reading", "question": "?", "readings": []}
    assert after_together(state()) == "analyse"
    assert after_together(state(outcome=ok("generate_summary"))) == "compose"
    assert after_together(state(needs=needs)) == "ask_back"
    assert after_analyse(state()) == "clause_by_clause"
    assert after_analyse(state(outcome=ok("generate_summary"))) == "compose"
    assert after_analyse(state(needs=needs)) == "ask_back"
    assert after_choice(state(analysis="why")) == "together"
    assert after_choice(state()) == "sql_agent"
    chosen = {"analysis": "odd"}
    assert after_loop(state(analysis_asked=chosen, outcome=ok("generate_sql"))) == "together"
    assert after_together(state(analysis_asked=chosen, outcome=ok("generate_sql"))) == "analyse"
    assert next_step(state(analysis_asked=chosen, outcome=ok("generate_sql")), LIMITS) == Stop("analysis")
    assert after_loop(state()) == "compose"
    assert after_loop(state(needs={"kind": "confirm", "question": "?", "readings": []})) == "ask_back"
