"""Stages walked as one step of the graph: each sees what those before it wrote."""

from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.graph import END
from langgraph.runtime import Runtime

from agent import walk as walking
from agent.context import Context
from agent.latest import said
from agent.state import AgentState, fresh_turn, packed, unpacked
from agent.walk import always, walk


async def ask(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Write a question and a message."""
    return {"question": "how many?", "messages": [HumanMessage("new", id="1")]}


async def tell(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Answer with what is known by now."""
    return {"answer": " ".join([state["question"], *(str(one.content) for one in state["messages"])])}


@pytest.mark.parametrize(("answered", "goto"), [(True, END), (False, "sql_agent")])
async def test_walk_goes_on_with_what_was_written_and_ends_where_another_node_comes(
    answered: bool, goto: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways = {ask: always("tell" if answered else "sql_agent"), tell: always(END)}
    monkeypatch.setattr(walking, "STAGES", ways)
    state = AgentState(**fresh_turn(), messages=[HumanMessage("old", id="0")])  # type: ignore[typeddict-item]
    command = await walk(ask, tell)(packed(state), SimpleNamespace())  # type: ignore[arg-type]
    assert command.goto == goto
    wrote = dict(unpacked(command.update))  # type: ignore[arg-type]
    assert [one.content for one in said(state["messages"], wrote.pop("messages"))] == ["old", "new"]
    asked = {"question": "how many?"}
    assert wrote == (asked | {"answer": "how many? old new"} if answered else asked)
    assert state["question"] == ""
