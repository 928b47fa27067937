"""What must come next, as pure functions of the state."""

from dataclasses import dataclass
from typing import Literal

from agent.recovery import strategy_for
from agent.state import TOOLS, AgentState, Fault, Tool
from config.settings import Settings

RoutingMode = Literal["hybrid", "agent", "database_direct", "chat_direct"]
DIRECT_KINDS = frozenset({"schema", "chat", "help", "teach", "forget"})


@dataclass(frozen=True)
class Limits:
    """How long the loop may go on."""

    max_steps: int = 8
    max_repairs: int = 1
    max_attempts: int = 3
    mode: RoutingMode = "hybrid"

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        """Return the limits an operator set."""
        return cls(settings.max_steps, settings.max_repairs, settings.max_attempts, settings.routing_mode)


@dataclass(frozen=True)
class Call:
    """This tool comes next; no model is asked."""

    tool: Tool


@dataclass(frozen=True)
class AskModel:
    """The model picks among these tools; `otherwise` is the table's own step.

    A pick is followed where it is that step. Another would undo work (SQL written anew over SQL that was
    approved counts as said twice) or come too early, so the table's step is taken instead.
    """

    tools: tuple[Tool, ...]
    otherwise: Tool


@dataclass(frozen=True)
class General:
    """The model answers from common knowledge, without tools."""


@dataclass(frozen=True)
class Stop:
    """The loop ends; the state already knows why."""

    why: str


Decision = Call | AskModel | General | Stop
AFTER: dict[str, Tool] = {"generate_sql": "valid_sql", "valid_sql": "run_sql", "run_sql": "generate_summary"}


def next_step(state: AgentState, limits: Limits, *, out_of_time: bool = False) -> Decision:
    """Return what must come next, or who decides."""
    if stop := must_stop(state, limits, out_of_time=out_of_time):
        return stop
    if limits.mode == "chat_direct":
        return General()
    outcome = state.get("outcome")
    if outcome is None:
        return _choice(limits, Call("generate_sql"))
    if outcome["ok"]:
        following = AFTER.get(outcome["tool"])
        return _choice(limits, Call(following)) if following else Stop("done")
    if outcome["tool"] == "generate_sql" and outcome["error_class"] != "drift":
        return _after_refusal(state, limits)
    return _after_fault(state, limits, outcome["error_class"])


def must_stop(state: AgentState, limits: Limits, *, out_of_time: bool = False) -> Stop | None:
    """Return why the loop may not go on, whoever decides."""
    if state.get("needs"):
        return Stop("needs_user")
    if state.get("analysis_asked"):
        return Stop("analysis")
    if out_of_time:
        return Stop("out_of_time")
    if state.get("steps", 0) >= limits.max_steps:
        return Stop("max_steps")
    if is_repeating(state):
        return Stop("repeating")
    return None


def is_repeating(state: AgentState) -> bool:
    """Say whether the same SQL was written twice, or the same error came back."""
    tried = state.get("tried", [])
    if len(set(tried)) < len(tried):
        return True
    faults = state.get("faults", [])
    return len(faults) >= 2 and _same(faults[-1], faults[-2])


def _same(one: Fault, other: Fault) -> bool:
    return all(one[key] == other[key] for key in ("stage", "error_class", "message"))  # type: ignore[literal-required]


def _choice(limits: Limits, call: Call) -> Decision:
    """Have the model pick in agent mode."""
    return AskModel(TOOLS, call.tool) if limits.mode == "agent" else call


def _after_refusal(state: AgentState, limits: Limits) -> Decision:
    refusal = state.get("refusal")
    if refusal is None:
        return Stop("fault")
    if refusal["reason"] == "not_data" and limits.mode != "database_direct":
        return General()
    if refusal["reason"] in ("missing_data", "need_tables") and not state.get("widened"):
        return Call("generate_sql")  # once more, with more of the schema before it
    return Stop("no_sql")


def _after_fault(state: AgentState, limits: Limits, error_class: str) -> Decision:
    strategy = strategy_for(error_class)
    written = state.get("attempts", {}).get("generate_sql", 0)
    if not strategy.fixable:
        return Stop("fault")
    if strategy.action == "validate":
        return Call("valid_sql")
    if written >= limits.max_attempts or not _repair_left(state, limits):
        return Stop("no_attempt_left")
    if strategy.action == "decide":
        return AskModel(("generate_sql",), "generate_sql")
    return _choice(limits, Call("generate_sql"))


def _repair_left(state: AgentState, limits: Limits) -> bool:
    """Say whether a failed validation may be repaired once more; execution counts by attempts alone."""
    outcome = state.get("outcome")
    if outcome is None or outcome["tool"] != "valid_sql":
        return True
    return sum(fault["stage"] == "valid_sql" for fault in state.get("faults", [])) <= limits.max_repairs


def repairs(state: AgentState) -> int:
    """Return how often SQL was written again after a failure; a wider look is none."""
    return max(0, state.get("attempts", {}).get("generate_sql", 0) - 1 - bool(state.get("widened")))


def suggested(state: AgentState, limits: Limits) -> str | None:
    """Return the next step in words a state can hold."""
    decision = next_step(state, limits)
    if isinstance(decision, Call):
        return decision.tool
    if isinstance(decision, AskModel):
        return decision.otherwise
    return None if isinstance(decision, Stop) else type(decision).__name__.lower()


def after_triage(state: AgentState) -> Literal["reply", "recall"]:
    """Answer small talk, help and questions about the schema at once; look for data otherwise."""
    triage = state.get("triage")
    return "reply" if triage and triage["kind"] in DIRECT_KINDS else "recall"


def after_reply(state: AgentState) -> Literal["compose", "recall"]:
    """Look for data after all where there was nothing to say at once."""
    return "compose" if state.get("answer_kind") else "recall"


def after_recall(state: AgentState) -> Literal["compose", "together"]:
    """Skip the work where the same answer is still valid."""
    return "compose" if state.get("recalled") else "together"


def after_together(state: AgentState) -> Literal["ask_back", "compose", "analyse"]:
    """Look for an analysis where the question asked one source alone."""
    if state.get("needs"):
        return "ask_back"
    if state.get("analysis_asked"):
        return "analyse"
    return "compose" if state.get("refusal") or state.get("outcome") else "analyse"


def after_analyse(state: AgentState) -> Literal["ask_back", "compose", "clause_by_clause"]:
    """Look for SQL where the question asked for no analysis."""
    if state.get("needs"):
        return "ask_back"
    return "compose" if state.get("refusal") or state.get("outcome") else "clause_by_clause"


def after_clauses(state: AgentState) -> Literal["compose", "link"]:
    """Look for SQL of the whole question where it was not answered clause by clause."""
    return "compose" if state.get("outcome") else "link"


def after_choice(state: AgentState) -> Literal["new_turn", "together", "sql_agent"]:
    """Go back to whoever asked; begin anew where another question came instead of a choice."""
    if state.get("anew"):
        return "new_turn"
    return "together" if state.get("analysis") and not state.get("refusal") else "sql_agent"


def after_loop(state: AgentState) -> Literal["ask_back", "together", "compose"]:
    """Ask the user where only they can decide; carry out the analysis that a model chose."""
    if state.get("needs"):
        return "ask_back"
    return "together" if state.get("analysis_asked") else "compose"
