"""Stages that follow one another before the loop and after it, walked as one step of the graph.

A step costs LangGraph 0.5 ms of a question's 40, and an edge it asks 0.2 ms more (measured, with nodes that
do nothing); ten steps and six edges around the loop are three steps and one edge. Each stage keeps its
place in path, trace and times.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from agent.context import Context
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
    after_recall,
    after_reply,
    after_together,
    after_triage,
)
from agent.stages import Node
from agent.state import AgentState

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


def walk(*stages: Node) -> Callable[[AgentState, Runtime[Context]], Awaitable[Command[str]]]:
    """Return the node that begins with the first of these stages and goes on while it stays among them.

    At most one of them writes messages, which none after it reads.
    """
    among = {stage.__name__: stage for stage in stages}

    async def walked(state: AgentState, runtime: Runtime[Context]) -> Command[str]:
        known, wrote, following = state, dict[str, Any](), stages[0].__name__
        while (stage := among.get(following)) is not None:
            update = await stage(known, runtime)
            wrote |= update
            known = cast(AgentState, {**known, **update, "messages": known.get("messages", [])})
            following = STAGES[stage](known)
        return Command(update=wrote, goto=following)

    return walked
