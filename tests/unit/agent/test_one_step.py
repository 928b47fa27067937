"""Tools that certainly follow one another are one step, and leave what they would have left as steps."""

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.graph import START, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command

from agent.context import Context
from agent.one_step import in_one_step
from agent.plain_calls import Execute
from agent.react_loop import tool_call
from agent.state import AgentState, Kept, Tool, packed, unpacked
from tools.generate_sql import generate_sql
from tools.run_sql import run_sql
from tools.valid_sql import valid_sql

WAY: dict[str, Tool] = {"generate_sql": "valid_sql", "valid_sql": "run_sql"}
seen: list[tuple[str, str, int]] = []


async def _around(request: ToolCallRequest, execute: Execute) -> Command:
    """Write which tool ran, in place of running it."""
    call, state = request.tool_call, request.runtime.state
    assert request.tool is not None and request.tool.name == call["name"]
    assert request.state is state and request.runtime.tool_call_id == call["id"]
    seen.append((call["name"], state.get("sql", ""), len(state["messages"])))
    said = ToolMessage(f"did {call['name']}", name=call["name"], tool_call_id=call["id"])
    return Command(update={"sql": call["name"], "steps": state.get("steps", 0) + 1, "messages": [said]})


def _certain(state: AgentState, context: Context) -> Tool | None:
    return WAY.get(state["sql"])


async def _asked() -> dict[str, Any]:
    seen.clear()
    tools = ToolNode(
        [generate_sql, valid_sql, run_sql],
        awrap_tool_call=in_one_step(_around, _certain, tool_call),
        handle_tool_errors=False,
    )
    graph = StateGraph(Kept).add_node("tools", tools).add_edge(START, "tools").compile()
    asked = {"sql": "", "messages": [HumanMessage("?"), tool_call("generate_sql")]}
    return dict(unpacked(await graph.ainvoke(packed(asked))))  # type: ignore[arg-type]


async def test_each_tool_sees_what_those_before_it_wrote() -> None:
    await _asked()
    assert seen == [("generate_sql", "", 2), ("valid_sql", "generate_sql", 4), ("run_sql", "valid_sql", 6)]


async def test_state_holds_every_call_with_its_answer_and_what_was_written_last() -> None:
    after = await _asked()
    assert (after["sql"], after["steps"]) == ("run_sql", 3)
    calls = [message for message in after["messages"] if isinstance(message, AIMessage)]
    answers = [message for message in after["messages"] if isinstance(message, ToolMessage)]
    assert [call.tool_calls[0]["name"] for call in calls] == ["generate_sql", "valid_sql", "run_sql"]
    assert [call.tool_calls[0]["id"] for call in calls] == [answer.tool_call_id for answer in answers]
    assert [message.type for message in after["messages"]] == ["human", *["ai", "tool"] * 3]
