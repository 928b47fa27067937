"""The loop of the four tools: the only call of create_react_agent, and what surrounds every tool call."""

import logging
import time
import uuid
import warnings
from typing import Any, cast

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, create_react_agent
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command
from langgraph.warnings import LangGraphDeprecatedSinceV10

from agent.context import Context
from agent.events import StepFinished, StepStarted, Token
from agent.hooks import ToolResult, ToolUse
from agent.one_step import in_one_step
from agent.plain_calls import Execute, NoPrompt, carried_out
from agent.recovery import classify, strategy_for
from agent.routing import AskModel, Call, Decision, General, Limits, next_step, suggested
from agent.state import AgentState, Fault, Kept, Outcome, Tool, unpacked, with_fault
from agent.trace import changes, decided
from config.wording import Language, say, say_error
from database.connections import hash_sql
from errors import DatabaseError, ModelError, WenshuError
from reasoning.prompting import fix_for
from reasoning.reasoner import Decider, Situation
from tools.generate_sql import generate_sql
from tools.generate_summary import generate_summary
from tools.run_sql import run_sql
from tools.valid_sql import valid_sql

_log = logging.getLogger(__name__)


def build_loop(*, step_durable: bool = False) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Return the compiled loop, which is one node of the graph.

    `step_durable` checkpoints each of its steps. Without it the loop is one step of the graph around it, and
    tools that certainly follow one another are one step of the loop: 10 ms of a question's 60.
    """
    tools = ToolNode(
        [generate_sql, valid_sql, run_sql, generate_summary],
        awrap_tool_call=in_one_step(around_tool, _nobody if step_durable else _certain, tool_call),
        handle_tool_errors=False,  # around_tool maps them: a ToolMessage alone would lose the class
    )
    with warnings.catch_warnings():
        # LangGraph 2 will drop it; create_agent takes its place in this function alone.
        warnings.simplefilter("ignore", LangGraphDeprecatedSinceV10)
        loop: CompiledStateGraph[Any, Any, Any, Any] = create_react_agent(  # type: ignore[type-var]
            choose,
            tools,
            prompt=NoPrompt(),
            state_schema=Kept,
            context_schema=Context,
            checkpointer=None if step_durable else False,
            version="v2",
            name="sql_agent",
        )
    _plain_inside(loop)
    return loop


def _plain_inside(loop: CompiledStateGraph[Any, Any, Any, Any]) -> None:
    """Have LangGraph's own edges run on the event loop, and callbacks told of the loop's nodes alone.

    It would send each of eight edges a question to a thread, and make a task and tell callbacks for each of
    these and of four decisions.
    """
    loop.nodes["agent"].bound.trace = False  # type: ignore[attr-defined]
    for branches in loop.builder.branches.values():
        for branch in branches.values():
            branch.path.afunc, branch.path.trace = None, False  # type: ignore[attr-defined]


def choose(state: Kept, runtime: Runtime[Context]) -> "Chosen":
    """Return who speaks next: the state machine where the step is certain, else the reasoner."""
    known = unpacked(state)
    return Chosen(_next(known, runtime.context), known, runtime.context)


def _next(state: AgentState, context: Context) -> Decision:
    return next_step(state, Limits.of(context.settings), out_of_time=context.out_of_time)


def _certain(state: AgentState, context: Context) -> Tool | None:
    """Return the tool that comes next where nobody is asked which."""
    decision = _next(state, context)
    return decision.tool if isinstance(decision, Call) else None


def _nobody(state: AgentState, context: Context) -> Tool | None:
    """Let no tool follow in the same step."""
    return None


class Chosen(Runnable[Any, AIMessage]):
    """A decision in the form the loop asks for: something to invoke that answers with a message."""

    def __init__(self, decision: Decision, state: AgentState, context: Context) -> None:
        self._decision, self._state, self._context = decision, state, context

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> AIMessage:
        """Refuse: the loop is run asynchronously."""
        raise NotImplementedError("the loop runs with ainvoke and astream")

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> AIMessage:
        """Return the message that calls the next tool or ends the loop."""
        decision = self._decision
        if isinstance(decision, Call):
            return tool_call(decision.tool)
        if isinstance(decision, General):
            return await self._answer_general()
        if isinstance(decision, AskModel):
            return await self._ask_model(decision)
        _log.debug("loop_ends", extra={"why": decision.why})
        return AIMessage("")

    async def _ask_model(self, choice: AskModel) -> AIMessage:
        """Let the model pick the next tool; whatever it picks, the step that can come is taken."""
        reasoner = self._context.reasoner
        if isinstance(reasoner, Decider):
            try:
                picked = await reasoner.decide(_situation(self._state, self._context, choice))
            except ModelError as error:  # who writes next needs the model too, and says so by itself
                picked = error.code
            if picked != choice.otherwise:
                _log.info("pick_passed_over", extra={"picked": picked, "taken": choice.otherwise})
        return tool_call(choice.otherwise)

    async def _answer_general(self) -> AIMessage:
        """Let the model answer from common knowledge; what it cost or lacked travels with the message."""
        text = ""
        try:
            async for piece in self._context.reasoner.answer_general(
                self._state["question"], self._context.language
            ):
                text += piece
                self._context.show(Token(piece))
        except ModelError as error:
            if not text:
                return _failed(error)
        return AIMessage(text.strip())


def _situation(state: AgentState, context: Context, choice: AskModel) -> Situation:
    faults = state.get("faults", [])
    return Situation(
        question=state["question"],
        language=context.language,
        tools=choice.tools,
        sql=state.get("sql", ""),
        path=tuple(state.get("execution_path", [])),
        fault=faults[-1]["message"] if faults else "",
    )


def tool_call(tool: str) -> AIMessage:
    """Return the message that calls a tool; it never leaves the process."""
    return AIMessage("", tool_calls=[{"name": tool, "args": {}, "id": uuid.uuid4().hex, "type": "tool_call"}])


def _failed(error: ModelError) -> AIMessage:
    return AIMessage("", additional_kwargs={"failure": {"code": error.code, "params": dict(error.params)}})


async def around_tool(request: ToolCallRequest, execute: Execute) -> Command:
    """Run one tool: its events, its time, its error's class, and what should come next."""
    context = cast(Context, request.runtime.context)
    state = request.state
    name, call_id = request.tool_call["name"], request.tool_call["id"] or ""
    context.show(StepStarted(name, call_id, _trying_again(name, state, context.language)))
    began = time.perf_counter()
    try:
        await context.hooks.allow(ToolUse(name, state.get("question", ""), state.get("sql", "")))
        command = _as_command(await carried_out(request, execute), name)
    except Exception as error:
        known = _known(error, name)
        command = _fault(known, name, call_id, state, context.language)
        await context.hooks.tell("on_error", known)
    update: dict[str, Any] = _counted(await _after(command.update, name, state, context), name, state)
    elapsed = (time.perf_counter() - began) * 1000
    update["suggested_next_step"] = suggested({**state, **update}, Limits.of(context.settings))  # type: ignore[typeddict-item]
    context.desk.ms[name] = context.desk.ms.get(name, 0.0) + elapsed
    context.desk.path = update["execution_path"]
    context.show(_finished(update, name, call_id, elapsed))
    _traced(update, name, state, context, began)
    _log.info(
        "tool_done",
        extra={
            "tool": name,
            "ok": update["outcome"]["ok"],
            "ms": elapsed,
            "next": update["suggested_next_step"],
        },
    )
    return Command(update=update)


def _known(error: Exception, name: str) -> WenshuError:
    """Return our error for what came out of a tool; the log has the traceback."""
    if isinstance(error, WenshuError):
        return error
    _log.error("tool_failed", exc_info=error, extra={"tool": name})
    return WenshuError("internal", phase=name, detail=type(error).__name__)


async def _after(update: Any, name: str, state: AgentState, context: Context) -> dict[str, Any]:
    """Let the hooks see how a tool ended; SQL they write instead is as unchecked as the writer's.

    run_sql lets them see its rows by itself, before anyone else does.
    """
    ok = update["outcome"]["ok"]
    if name == "run_sql" and ok:
        return dict(update)
    note, sql = str(update["messages"][-1].content), update.get("sql", state.get("sql", ""))
    result = await context.hooks.result(ToolResult(name, ok, note, sql))
    if result.sql == sql or name != "generate_sql":
        return dict(update)
    tried = [*update.get("tried", []), hash_sql(result.sql)]
    return {**update, "sql": result.sql, "sql_hash": "", "sql_source": "generated", "tried": tried}


def _traced(update: dict[str, Any], name: str, state: AgentState, context: Context, began: float) -> None:
    desk, ok = context.desk, _went_well(update["outcome"])
    approved = desk.approved if name == "valid_sql" and update["outcome"]["ok"] else None
    note = str(update["messages"][-1].content)
    desk.trace.add(
        "tool",
        name,
        began,
        ok=ok,
        input=state.get("question", "") if name == "generate_sql" else "",
        output=note if ok and name != "generate_sql" else "",
        decision=decided(update),
        wrote=changes(state, update),
        sql=update.get("sql", state.get("sql", "")),
        final_sql=approved.final_sql if approved else "",
        error="" if ok else note,
    )


def _as_command(result: ToolMessage | Command, name: str) -> Command:
    """Take an unknown tool's message for a failed step: ToolNode answers it by itself."""
    if isinstance(result, Command):
        return result
    return Command(
        update={"messages": [result], "outcome": Outcome(tool=name, ok=False, error_class="unknown")}
    )


def _trying_again(tool: str, state: AgentState, language: Language) -> str:
    """Say that SQL is written anew, or looked for wider, where it is."""
    if tool != "generate_sql" or not (state.get("faults") or state.get("refusal")):
        return ""
    return say("agent.again" if state.get("faults") else "agent.wider", language)


def _fault(error: WenshuError, name: str, call_id: str, state: AgentState, language: Language) -> Command:
    """Report a failed step: the writer reads the engine's words or ours in English, the user their own."""
    error_class = classify(error)
    words = error.detail or say_error(error, "en")
    fault = Fault(
        stage=name,
        error_class=error_class,
        code=error.code,
        params=dict(error.params),
        sql=state.get("sql", ""),
        message=words,
        hint=error.hint if isinstance(error, DatabaseError) else "",
        near=error.near if isinstance(error, DatabaseError) else "",
        fix=fix_for(strategy_for(error_class).fix),
    )
    _log.warning("tool_fault", extra={"tool": name, "code": error.code, "class": error_class, "cause": words})
    return Command(
        update={
            "outcome": Outcome(tool=name, ok=False, error_class=error_class),
            "faults": with_fault(state.get("faults", []), fault),
            "messages": [
                ToolMessage(
                    content=error.detail or say_error(error, language),
                    name=name,
                    tool_call_id=call_id,
                    status="error",
                )
            ],
        }
    )


def _counted(update: Any, name: str, state: AgentState) -> dict[str, Any]:
    attempts = state.get("attempts", {})
    return {
        **update,
        "attempts": {**attempts, name: attempts.get(name, 0) + 1},
        "steps": 0 if update["outcome"]["error_class"] == "misread" else state.get("steps", 0) + 1,
        "execution_path": [*state.get("execution_path", []), name],
    }


def _went_well(outcome: Outcome) -> bool:
    """Tell whether a step did its work; to find that the user must be asked is work done."""
    return outcome["ok"] or outcome["error_class"] == "unconfirmed"


def _finished(update: dict[str, Any], name: str, call_id: str, elapsed: float) -> StepFinished:
    message: ToolMessage = update["messages"][-1]
    return StepFinished(
        step=name,
        id=call_id,
        ok=_went_well(update["outcome"]),
        ms=round(elapsed, 1),
        note=str(message.content),
        language=message.additional_kwargs.get("language", ""),
    )
