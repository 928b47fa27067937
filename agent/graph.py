"""The graph one question travels: nodes, edges, compile."""

from collections.abc import Callable
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.context import Context
from agent.nodes.analyse import analyse
from agent.nodes.ask_back import ask_back
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
from agent.react_loop import build_loop
from agent.routing import after_choice, after_loop
from agent.state import AgentState, Kept, unpacked
from agent.walk import alone, walk


class Edge(Runnable[Any, str]):
    """An edge as the function it is: LangGraph would send it to a thread, and tell callbacks of it."""

    def __init__(self, edge: Callable[[AgentState], str]) -> None:
        self.name, self._edge = edge.__name__, edge

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> str:
        """Return the node that comes next."""
        return self._edge(unpacked(input))

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> str:
        """Return the node that comes next."""
        return self.invoke(input)


def build_graph(
    checkpointer: BaseCheckpointSaver | None = None, *, step_durable: bool = False
) -> CompiledStateGraph[Kept, Context, Kept, Kept]:
    """Return the compiled graph."""
    graph = StateGraph(Kept, context_schema=Context)
    loop = build_loop(step_durable=step_durable)
    looking, ending = (together, analyse, clause_by_clause, link), (compose, suggest, remember)
    # Where nothing is kept before the end, the loop and what comes after it are of the same step.
    further, through = ((), None) if step_durable else (ending, loop)
    after_looking = ("sql_agent", "ask_back", "compose", END)
    for stages, ends in (
        ((new_turn, triage, reply, recall, *looking, *further), after_looking),
        ((*looking, *further), after_looking),  # where it asked back
        (ending, (END,)),
    ):
        graph.add_node(stages[0].__name__, walk(*stages, loop=through), destinations=ends)  # type: ignore[call-overload]
    graph.add_node("ask_back", alone(ask_back))  # type: ignore[call-overload]
    graph.add_node("sql_agent", loop)

    graph.add_edge(START, "new_turn")
    graph.add_conditional_edges("sql_agent", Edge(after_loop), ["ask_back", "together", "compose"])
    graph.add_conditional_edges("ask_back", Edge(after_choice), ["new_turn", "together", "sql_agent"])

    return graph.compile(checkpointer=checkpointer, name="wenshu")
