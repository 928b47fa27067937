"""Stages that follow one another, the loop among them, walked as one step of the graph.

A step costs LangGraph 0.5 ms of a question's 40, and an edge it asks 0.2 ms more (measured, with nodes that
do nothing); ten steps and six edges around the loop are one step. Each stage keeps its place in path, trace
and times.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from langgraph.graph import END
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from agent.context import Context
from agent.latest import anew, said
from agent.nodes.analyse import analyse
from agent.nodes.clause_by_clause import clause_by_clause
from agent.nodes.compose import compose
from agent.nodes.link import link
from agent.nodes.new_turn import new_turn
from agent.nodes.recall import recall
from agent.nodes.remember import remember
from agent.nodes.reply import reply
from agent.nodes.suggest import suggest
from agent.nodes.together import together
from agent.nodes.triage import triage
from agent.routing import (
    after_analyse,
    after_clauses,
    after_loop,
    after_recall,
    after_reply,
    after_together,
    after_triage,
)
from agent.stages import Node
from agent.state import AgentState, Kept, packed, unpacked

After = Callable[[AgentState], str]


def always(following: str) -> After:
    """Return the way on where there is only one."""
    return lambda state: following


# Each stage with what comes after it; a name that is not here is another node of the graph.
STAGES: Mapping[Node, After] = {
    new_turn: always("triage"),
    triage: after_triage,
    reply: after_reply,
    recall: after_recall,
    together: after_together,
    analyse: after_analyse,
    clause_by_clause: after_clauses,
    link: always("sql_agent"),
    compose: always("suggest"),
    suggest: always("remember"),
    remember: always(END),
}


def walk(
    *stages: Node, loop: CompiledStateGraph[Any, Any, Any, Any] | None = None
) -> Callable[[Kept, Runtime[Context]], Awaitable[Command[str]]]:
    """Return the node that begins with the first of these stages and goes on while it stays among them.

    Where it comes to a loop that is given, it goes on through that too.
    """
    among = {stage.__name__: (stage, STAGES[stage]) for stage in stages}
    if loop is not None:
        among["sql_agent"] = _run(loop), after_loop

    async def walked(state: Kept, runtime: Runtime[Context]) -> Command[str]:
        known, wrote, following = unpacked(state), dict[str, Any](), stages[0].__name__
        while (step := among.get(following)) is not None:
            stage, after = step
            update = await stage(known, runtime)
            wrote |= update
            known = _with(known, update)
            following = after(known)
        if "messages" in wrote:  # as they stand now, whatever was there before
            wrote["messages"] = anew(*known["messages"])
        return Command(update=packed(wrote), goto=following)

    return walked


def alone(stage: Node) -> Callable[[Kept, Runtime[Context]], Awaitable[dict[str, Any]]]:
    """Return the node that is one stage."""

    async def walked(state: Kept, runtime: Runtime[Context]) -> dict[str, Any]:
        return packed(await stage(unpacked(state), runtime))

    return walked


def _with(state: AgentState, update: Mapping[str, Any]) -> AgentState:
    """Return the state once this was written, as the graph would write it."""
    known = {**state, **update}
    if "messages" in update:
        known["messages"] = said(state.get("messages", []), update["messages"])
    return cast(AgentState, known)


def _run(loop: CompiledStateGraph[Any, Any, Any, Any]) -> Node:
    """Return the loop as a stage."""

    async def sql_agent(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
        found = unpacked(await loop.ainvoke(packed(state), context=runtime.context))
        return {name: value for name, value in found.items() if value is not state.get(name)}

    return sql_agent
