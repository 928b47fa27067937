"""Tools that certainly follow one another, run as one step of the loop.

A step costs LangGraph 0.5 ms and more of a question's 30, and a tool takes two: the decision and the tool.
"""

import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any, cast

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command

from agent.plain_calls import Execute
from agent.state import AgentState, Tool

Around = Callable[[ToolCallRequest, Execute], Awaitable[Command]]
Certain = Callable[[ToolCallRequest], Tool | None]


def in_one_step(around: Around, certain: Certain, calling: Callable[[str], AIMessage]) -> Around:
    """Return `around` that goes on with the tool that is `certain` to come next, until none is.

    The state holds the same messages as if each tool had been a step: what called it, what it said.
    """

    async def walked(request: ToolCallRequest, execute: Execute) -> Command:
        wrote = _update(await around(request, execute))
        said: list[AnyMessage] = list(wrote["messages"])
        request = _with(request, wrote)
        while following := certain(request):
            message = calling(following)
            request = _of(message, _with(request, {"messages": [message]}))
            update = _update(await around(request, execute))
            request = _with(request, update)
            wrote, said = {**wrote, **update}, [*said, message, *update["messages"]]
        return Command(update={**wrote, "messages": said})

    return walked


def _update(command: Command) -> dict[str, Any]:
    return cast(dict[str, Any], command.update)


def _with(request: ToolCallRequest, update: dict[str, Any]) -> ToolCallRequest:
    """Return the request as it stands once this was written."""
    said: list[AnyMessage] = [*request.state["messages"], *update["messages"]]
    known = cast(AgentState, {**request.state, **update, "messages": said})
    return dataclasses.replace(request, state=known)


def _of(message: AIMessage, request: ToolCallRequest) -> ToolCallRequest:
    """Return the request to run what this message calls."""
    call = message.tool_calls[0]
    runtime = dataclasses.replace(request.runtime, state=request.state, tool_call_id=call["id"])
    named = {tool.name: tool for tool in runtime.tools}
    return dataclasses.replace(request, tool_call=call, tool=named[call["name"]], runtime=runtime)
