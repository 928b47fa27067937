"""Tools that certainly follow one another, run as one step of the loop.

A step costs LangGraph 0.5 ms and more of a question's 30, and a tool takes two: the decision and the tool.
"""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command

from agent.context import Context
from agent.plain_calls import Execute
from agent.state import AgentState, Tool, packed, unpacked

Around = Callable[[ToolCallRequest, Execute], Awaitable[Command]]
Certain = Callable[[AgentState, Context], Tool | None]


def in_one_step(around: Around, certain: Certain, calling: Callable[[str], AIMessage]) -> Around:
    """Return `around` that goes on with the tool that is `certain` to come next, until none is.

    The state holds the same messages as if each tool had been a step: what called it, what it said.
    """

    async def walked(request: ToolCallRequest, execute: Execute) -> Command:
        call, tool, runtime = request.tool_call, request.tool, request.runtime
        known: Any = unpacked(request.state)
        wrote, said = dict[str, Any](), list[AnyMessage]()
        while True:
            # Each tool has a request of its own, and the runtime that LangGraph made for the first of them.
            runtime.state, runtime.tool_call_id = known, call["id"]
            command = await around(ToolCallRequest(call, tool, known, runtime), execute)
            update = cast(dict[str, Any], command.update)
            wrote, known = wrote | update, _with(known, update, update["messages"])
            said += update["messages"]
            if (following := certain(known, cast(Context, runtime.context))) is None:
                return Command(update=packed({**wrote, "messages": said}))
            message = calling(following)
            call, known = message.tool_calls[0], _with(known, {}, [message])
            tool = next(one for one in runtime.tools if one.name == following)
            said.append(message)

    return walked


def _with(known: AgentState, update: dict[str, Any], said: list[AnyMessage]) -> AgentState:
    """Return the state once this was written and said."""
    return cast(AgentState, {**known, **update, "messages": [*known["messages"], *said]})
