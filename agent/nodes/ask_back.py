"""The only interrupt: what two readings leave open, the user decides."""

import re
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState, Outcome
from config.wording import say

_YES = re.compile(
    r"^\s*(是|好|可以|行|同意|确认|继续|运行|执行|y|yes|ok(ay)?|sure|go( ahead| on)?|run( it)?|continue)\W*$",
    re.I,
)


@stage
async def ask_back(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Wait for the user's choice, then let the loop begin again with it."""
    needs = state["needs"]
    assert needs is not None
    # Run again from its first line on resume: nothing may be written before this.
    chosen = str(interrupt(dict(needs)))
    if needs["kind"] == "confirm":
        return _confirmed(state, agreed=is_yes(chosen, needs["readings"]))
    runtime.context.desk.linked = None
    return {
        "question": say(
            "agent.clarified", runtime.context.language, question=state["question"], choice=chosen
        ),
        "needs": None,
        "clarified": True,
        "refusal": None,
        "outcome": None,
        "attempts": {},
        "steps": 0,
        "tried": [],
    }


def _confirmed(state: AgentState, *, agreed: bool) -> dict[str, Any]:
    """Validate again after a yes, since what was approved may be long ago; stop after a no."""
    if not agreed:
        return {"needs": None, "outcome": Outcome(tool="valid_sql", ok=False, error_class="unconfirmed")}
    return {
        "needs": None,
        "confirmed": True,
        "outcome": Outcome(tool="generate_sql", ok=True, error_class=""),
    }


def is_yes(chosen: str, readings: list[str]) -> bool:
    """Say whether the user agreed: the first reading, or a plain yes in either language."""
    return chosen.strip() == readings[0] or bool(_YES.match(chosen))
