"""How a tool reports: one message, and the state keys it changed."""

from typing import TYPE_CHECKING, Annotated, Any

from langchain_core.messages import ToolMessage
from langchain_core.tools import InjectedToolArg
from langgraph.prebuilt import ToolRuntime
from langgraph.types import Command
from pydantic_core import core_schema

from agent.context import Context
from agent.state import AgentState, Outcome


class _AsItIs:
    """Keeps pydantic from validating and copying the whole state and Context at each call of a tool."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.any_schema(
            # LangChain dumps the arguments and reads nothing but their names.
            serialization=core_schema.plain_serializer_function_ser_schema(lambda _: None)
        )


if TYPE_CHECKING:
    Runtime = ToolRuntime[Context, AgentState]
else:
    Runtime = Annotated[ToolRuntime, InjectedToolArg(), _AsItIs()]


def done(runtime: Runtime, tool: str, note: str, *, language: str = "", **update: Any) -> Command:
    """Report that a tool did its work; `note` is what a person sees of it."""
    return report(runtime, Outcome(tool=tool, ok=True, error_class=""), note, language=language, **update)


def report(runtime: Runtime, outcome: Outcome, note: str, *, language: str = "", **update: Any) -> Command:
    """Report how a tool ended."""
    message = ToolMessage(
        content=note,
        name=outcome["tool"],
        tool_call_id=runtime.tool_call_id or "",
        status="success" if outcome["ok"] else "error",
        additional_kwargs={"language": language} if language else {},
    )
    return Command(update={**update, "outcome": outcome, "messages": [message]})
