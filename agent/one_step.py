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
from agent.state import Tool, packed, unpacked

Around = Callable[[ToolCallRequest, Execute], Awaitable[Command]]
Certain = Callable[[ToolCallRequest], Tool | None]


def in_one_step(around: Around, certain: Certain, calling: Callable[[str], AIMessage]) -> Around:
    """Return `around` that goes on with the tool that is `certain` to come next, until none is.

    The state holds the same messages as if each tool had been a step: what called it, what it said.
    """

    async def walked(request: ToolCallRequest, execute: Execute) -> Command:
        request = _unpacked(request)
        wrote = _update(await around(request, execute))
        said: list[AnyMessage] = list(wrote["messages"])
        request = _with(request, wrote)
        while following := certain(request):
            message = calling(following)
            request = _of(message, request)
            update = _update(await around(request, execute))
            request = _with(request, update)
            wrote, said = {**wrote, **update}, [*said, message, *update["messages"]]
        return Command(update=packed({**wrote, "messages": said}))

    return walked


def _unpacked(request: ToolCallRequest) -> ToolCallRequest:
    known = cast(dict[str, Any], unpacked(request.state))
    return dataclasses.replace(
        request, state=known, runtime=dataclasses.replace(request.runtime, state=known)
    )


def _update(command: Command) -> dict[str, Any]:
    return cast(dict[str, Any], command.update)


def _with(request: ToolCallRequest, update: dict[str, Any]) -> ToolCallRequest:
    """Return the request as it stands once this was written."""
    return dataclasses.replace(request, state=_known(request, update))


def _known(request: ToolCallRequest, update: dict[str, Any]) -> dict[str, Any]:
    said: list[AnyMessage] = [*request.state["messages"], *update["messages"]]
    return {**request.state, **update, "messages": said}


def _of(message: AIMessage, request: ToolCallRequest) -> ToolCallRequest:
    """Return the request to run what this message calls."""
    call, known = message.tool_calls[0], _known(request, {"messages": [message]})
    runtime = dataclasses.replace(request.runtime, state=known, tool_call_id=call["id"])
    tool = next(tool for tool in runtime.tools if tool.name == call["name"])
    return dataclasses.replace(request, tool_call=call, tool=tool, state=known, runtime=runtime)
