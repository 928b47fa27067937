"""What every node of the graph has in common: its place in the path, its time, its log lines, its trace."""

import functools
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from langgraph.errors import GraphInterrupt
from langgraph.runtime import Runtime

from agent.context import Context
from agent.state import AgentState
from agent.trace import changes, decided

_log = logging.getLogger(__name__)
Node = Callable[[AgentState, Runtime[Context]], Awaitable[dict[str, Any]]]


def stage(node: Node) -> Node:
    """Record a node in path and trace, take its time, and log its start, end and decision."""

    @functools.wraps(node)
    async def timed(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
        name, began, desk = node.__name__, time.perf_counter(), runtime.context.desk
        _log.debug("stage_started", extra={"stage": name})
        try:
            update = await node(state, runtime)
        except GraphInterrupt:
            desk.trace.add("node", name, began, decision="asks_user")
            raise
        elapsed = (time.perf_counter() - began) * 1000
        desk.ms[name] = desk.ms.get(name, 0.0) + elapsed
        path = update.get("execution_path", state.get("execution_path", []))
        decision = decided(update)
        desk.trace.add("node", name, began, decision=decision, wrote=changes(state, update))
        _log.debug("stage_done", extra={"stage": name, "ms": elapsed, "decision": decision})
        desk.path = [*path, name]
        return {**update, "execution_path": desk.path}

    return timed
