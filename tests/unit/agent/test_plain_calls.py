"""Tools and decisions of the loop are called as what they are."""

from types import SimpleNamespace
from typing import Any

from langchain_core.messages import ToolMessage
from langchain_core.tools import tool
from langgraph.types import Command

from agent.plain_calls import NoPrompt, carried_out
from tools.reporting import Runtime


@tool
async def told(runtime: Runtime) -> Command:
    """Tell what it was given."""
    return Command(update={"given": runtime})


async def _execute(request: Any) -> ToolMessage:
    return ToolMessage("no such tool", tool_call_id="1")


async def test_a_tool_is_called_with_the_very_runtime_and_its_outcome_is_not_copied() -> None:
    given = object()
    command: Any = await carried_out(SimpleNamespace(tool=told, runtime=given), _execute)  # type: ignore[arg-type]
    assert command.update["given"] is given


async def test_a_name_that_is_no_tool_is_answered_by_the_loop() -> None:
    answer: Any = await carried_out(SimpleNamespace(tool=None, runtime=object()), _execute)  # type: ignore[arg-type]
    assert answer.content == "no such tool"


def test_nothing_is_put_before_what_the_loop_invokes() -> None:
    chosen = NoPrompt()
    assert (NoPrompt() | chosen) is chosen
