"""The drawing in review is the drawing in production, and the loop keeps its promises from outside."""

import inspect
import re
import threading
import warnings
from pathlib import Path

from langchain_core.messages import AIMessage, HumanMessage

from agent import react_loop
from agent.graph import build_graph
from agent.latest import Merged, anew
from agent.react_loop import build_loop
from agent.state import THREAD_KEYS, AgentState, Kept, fresh_turn, packed, unpacked
from tools.generate_sql import generate_sql
from tools.generate_summary import generate_summary
from tools.run_sql import run_sql
from tools.valid_sql import valid_sql

DRAWING = Path(__file__).parents[2] / "cases" / "graph.mmd"


def test_graph_is_the_one_that_was_reviewed() -> None:
    assert build_graph().get_graph().draw_mermaid().strip() == DRAWING.read_text("utf-8").strip()


def test_new_turn_resets_every_key_that_is_not_the_threads() -> None:
    assert set(fresh_turn()) == set(AgentState.__annotations__) - THREAD_KEYS


def test_of_two_that_write_a_key_at_once_the_last_counts_and_a_copy_stands_alone() -> None:
    kept = build_graph().channels["turn"].copy()
    assert isinstance(kept, Merged)
    assert not kept.is_available()
    kept.update([{"sql": "SELECT 1", "steps": 1}, {"sql": "SELECT 2"}])
    other = kept.from_checkpoint(kept.checkpoint()).copy()
    assert not other.update([])
    other.update([{"sql": "SELECT 3"}])
    assert kept.get() == {"sql": "SELECT 2", "steps": 1}
    assert (other.get(), other.key) == ({"sql": "SELECT 3", "steps": 1}, "turn")


def test_what_is_said_stands_behind_what_was_or_in_its_place() -> None:
    one, two, three = (HumanMessage(text) for text in ("one", "two", "three"))
    kept = build_graph().channels["messages"].copy()
    assert not kept.update([]) and kept.update([[one], [two]])
    other = kept.copy()
    assert other.update([anew(three)]) and other.update([[one]])
    assert (kept.get(), other.get()) == ([one, two], [three, one])
    other.update([anew()])
    assert other.get() == []


def test_what_is_packed_is_known_again_with_the_threads_memory() -> None:
    known = {"messages": [1], "history": [2], "sql": "SELECT 1", "steps": 0}
    assert set(packed(known)) == set(Kept.__annotations__) - {"remaining_steps"}
    assert unpacked(packed(known)) == known


def test_no_tool_takes_anything_from_a_model() -> None:
    for tool in (generate_sql, valid_sql, run_sql, generate_summary):
        assert tool.tool_call_schema.model_json_schema()["properties"] == {}, tool.name  # type: ignore[union-attr]
        assert tool.description


async def test_edges_of_the_loop_take_no_thread_and_callbacks_hear_of_its_nodes_alone() -> None:
    before = threading.active_count()
    loop = build_loop()
    edges = [branch for branches in loop.builder.branches.values() for branch in branches.values()]
    assert len(edges) == 2
    assert not any(edge.path.trace for edge in edges) and not loop.nodes["agent"].bound.trace  # type: ignore[attr-defined]
    for edge in edges:
        await edge.path.ainvoke({"messages": [AIMessage("")]})
    assert threading.active_count() == before


def test_summary_ends_the_loop() -> None:
    assert [tool.return_direct for tool in (generate_sql, valid_sql, run_sql, generate_summary)] == [
        False, False, False, True,
    ]  # fmt: skip


def test_loop_is_built_in_one_place_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loop = build_loop()
    assert set(loop.nodes) == {"__start__", "agent", "tools"}
    root = Path(react_loop.__file__).parents[1]
    rooms = [path for room in ("agent", "tools", "reasoning", "llm") for path in (root / room).rglob("*.py")]
    callers = [path.name for path in rooms if re.search(r"create_react_agent\(", path.read_text("utf-8"))]
    assert callers == ["react_loop.py"]
    assert inspect.getsource(build_loop).count("create_react_agent(") == 1


def test_only_ask_back_interrupts() -> None:
    root = Path(react_loop.__file__).parents[1]
    rooms = [path for room in ("agent", "tools") for path in (root / room).rglob("*.py")]
    assert [path.name for path in rooms if re.search(r"\binterrupt\(", path.read_text("utf-8"))] == [
        "ask_back.py"
    ]
