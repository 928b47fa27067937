"""The loop's tools and decisions as the plain calls they are, without what LangChain puts around each.

LangSmith and callbacks see the graph's nodes; what happens in them stands in agent/trace.py.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from langchain_core.messages import ToolMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import StructuredTool
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command

Execute = Callable[[ToolCallRequest], Awaitable[ToolMessage | Command]]


async def carried_out(request: ToolCallRequest, execute: Execute) -> ToolMessage | Command:
    """Run a tool as the function it is; LangChain's way to it costs as much as half a tool.

    That way validates arguments, which no tool here takes from outside, tells callbacks, of which there are
    none, and copies the outcome.
    """
    tool = request.tool
    if isinstance(tool, StructuredTool) and tool.coroutine is not None:
        command: Command = await tool.coroutine(runtime=request.runtime)
        return command
    return await execute(request)  # a name that is no tool is answered by the loop


class NoPrompt(Runnable[Any, Any]):
    """Stands where the loop puts a prompt before what is invoked: Chosen reads the state as it is.

    A sequence of the two would set up and tell callbacks three times for each decision.
    """

    def __or__(self, other: Any) -> Any:
        """Return what is invoked alone."""
        return other

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Return what comes."""
        return input
