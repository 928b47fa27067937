"""The graph one question travels: nodes, edges, compile."""

import functools
from collections.abc import Awaitable, Callable

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.context import Context
from agent.nodes.analyse import analyse
from agent.nodes.ask_back import ask_back
from agent.nodes.compose import compose
from agent.nodes.link import link
from agent.nodes.new_turn import new_turn
from agent.nodes.recall import recall
from agent.nodes.remember import remember
from agent.nodes.reply import reply
from agent.nodes.suggest import suggest
from agent.nodes.together import together
from agent.nodes.triage import triage
from agent.react_loop import build_loop
from agent.routing import (
    after_analyse,
    after_choice,
    after_loop,
    after_recall,
    after_reply,
    after_together,
    after_triage,
)
from agent.state import AgentState

Edge = Callable[[AgentState], str]


def on_loop(edge: Edge) -> Callable[[AgentState], Awaitable[str]]:
    """Let an edge run on the event loop; LangGraph would send a plain function to a thread."""

    @functools.wraps(edge)
    async def routed(state: AgentState) -> str:
        return edge(state)

    return routed


def build_graph(
    checkpointer: BaseCheckpointSaver | None = None, *, step_durable: bool = False
) -> CompiledStateGraph[AgentState, Context, AgentState, AgentState]:
    """Return the compiled graph."""
    graph = StateGraph(AgentState, context_schema=Context)
    for node in (
        new_turn,
        triage,
        reply,
        recall,
        together,
        analyse,
        link,
        ask_back,
        compose,
        suggest,
        remember,
    ):
        graph.add_node(node.__name__, node)  # type: ignore[call-overload]
    graph.add_node("sql_agent", build_loop(step_durable=step_durable))

    graph.add_edge(START, "new_turn")
    graph.add_edge("new_turn", "triage")
    graph.add_conditional_edges("triage", on_loop(after_triage))
    graph.add_conditional_edges("reply", on_loop(after_reply))
    graph.add_conditional_edges("recall", on_loop(after_recall))
    graph.add_conditional_edges("together", on_loop(after_together))
    graph.add_conditional_edges("analyse", on_loop(after_analyse))
    graph.add_edge("link", "sql_agent")
    graph.add_conditional_edges("sql_agent", on_loop(after_loop))
    graph.add_conditional_edges("ask_back", on_loop(after_choice))
    graph.add_edge("compose", "suggest")
    graph.add_edge("suggest", "remember")
    graph.add_edge("remember", END)

    return graph.compile(checkpointer=checkpointer, name="wenshu")
