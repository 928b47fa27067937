"""A trace says what each step changed and decided, and never grows beyond its bounds."""

import json
from typing import get_args, get_type_hints

from agent.graph import build_graph
from agent.routing import after_choice
from agent.state import TOOLS, fresh_turn
from agent.trace import MOST_CHARS, MOST_STEPS, Trace, changes, decided
from agent.trace_sight import seen_by_owner
from agent.walk import STAGES, After
from llm.usage import ModelCall
from web.trace_drawing import PLACES, WAYS, drawn

STEP = {"kind": "tool", "name": "valid_sql", "at_ms": 1.0, "ms": 2.0, "ok": True}


def test_change_names_the_key_with_what_was_and_what_is() -> None:
    told = changes(fresh_turn(), {"sql": "SELECT 1", "answer": "", "messages": ["long"], "steps": 1})
    assert told == [
        {"key": "sql", "before": "", "after": "SELECT 1"},
        {"key": "steps", "before": "0", "after": "1"},
    ]


def test_decision_is_the_next_tool_or_the_class_of_the_error() -> None:
    failed = {
        "outcome": {"tool": "run_sql", "ok": False, "error_class": "timeout"},
        "suggested_next_step": None,
    }
    good = {
        "outcome": {"tool": "run_sql", "ok": True, "error_class": ""},
        "suggested_next_step": "generate_summary",
    }
    assert [decided(failed), decided(good)] == ["timeout", "ok → generate_summary"]


def test_trace_is_bounded_in_steps_and_characters() -> None:
    trace = Trace()
    for number in range(500):
        trace.model(ModelCall(f"m{number}", (("system", "长" * 50_000),), reply="x" * 50_000), trace.now())
    kept = trace.to_json()
    assert len(kept) == MOST_STEPS
    assert len(json.dumps(kept, ensure_ascii=False)) < MOST_CHARS * 1.2
    assert kept[0]["output"].endswith("(50000)") and "output" not in kept[-1]


def test_owner_sees_neither_the_policies_nor_without_sql_rights_any_sql() -> None:
    wrote = [{"key": "sql", "before": "", "after": "SELECT a"}, {"key": "steps", "before": "", "after": "1"}]
    step = {**STEP, "sql": "SELECT a", "final_sql": "SELECT a WHERE mine", "decision": "ok", "wrote": wrote}
    trace = {"turn": "t", "steps": [step]}
    seen = seen_by_owner(trace, same_rights=True, sees_sql=True)
    assert seen["steps"][0]["sql"] == "SELECT a" and "mine" not in json.dumps(seen)
    bare = seen_by_owner(trace, same_rights=True, sees_sql=False)
    assert "SELECT" not in json.dumps(bare)
    assert [change["key"] for change in bare["steps"][0]["wrote"]] == ["steps"]


def test_owner_whose_rights_changed_sees_steps_and_times_alone() -> None:
    step = {**STEP, "sql": "SELECT a", "output": "3", "messages": [{"role": "human", "text": "rows"}]}
    assert seen_by_owner({"steps": [step]}, same_rights=False, sees_sql=True)["steps"] == [STEP]


def test_every_stage_of_the_graph_has_its_place_and_every_way_its_line() -> None:
    nodes = set(build_graph().get_graph().nodes) - {"__start__", "__end__", "sql_agent"}
    walked = {(stage.__name__, following) for stage, after in STAGES.items() for following in ends(after)}
    assert nodes | {stage for stage, _ in walked} | set(TOOLS) == set(PLACES)
    between = {(a, b) for a, b in walked if {a, b} <= set(PLACES)}
    assert len(between) > 10
    assert between | {("ask_back", end) for end in ends(after_choice) if end in PLACES} <= set(WAYS)


def ends(after: After) -> tuple[str, ...]:
    """Return where an edge may lead, by its type or, where there is one way only, by asking it."""
    return get_args(get_type_hints(after).get("return")) or (after(fresh_turn()),)


def test_drawing_counts_visits_and_marks_the_way_back() -> None:
    way = [
        "new_turn",
        "triage",
        "recall",
        "link",
        "generate_sql",
        "valid_sql",
        "generate_sql",
        "valid_sql",
        "later",
    ]
    drawing = drawn([{**STEP, "name": name, "ok": name != "valid_sql"} for name in way])
    boxes = {box.name: box for box in drawing.boxes}
    assert (boxes["valid_sql"].times, boxes["valid_sql"].ok, boxes["reply"].times) == (2, False, 0)
    assert boxes["later"].y > boxes["remember"].y
    assert [line.back for line in drawing.lines if line.taken].count(True) == 1
