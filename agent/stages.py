"""What every node of the graph has in common: its place in the path, its time, its log line."""

import functools
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.state import AgentState

_log = logging.getLogger(__name__)
Node = Callable[[AgentState, Runtime[Context]], Awaitable[dict[str, Any]]]


def stage(node: Node) -> Node:
    """Record a node in the execution path, take its time and log what it decided."""

    @functools.wraps(node)
    async def timed(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
        name, began = node.__name__, time.perf_counter()
        update = await node(state, runtime)
        elapsed = (time.perf_counter() - began) * 1000
        desk = runtime.context.desk
        desk.ms[name] = desk.ms.get(name, 0.0) + elapsed
        path = update.get("execution_path", state.get("execution_path", []))
        _log.debug("stage_done", extra={"stage": name, "ms": elapsed, "wrote": sorted(update)})
        return {**update, "execution_path": [*path, name]}

    return timed
