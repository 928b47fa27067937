"""Hooks: what an operator's own code may do around messages, model calls and tools, and nothing more.

A class under a dotted path in the setting `hooks` overrides what it needs of `Hook`. Nobody passes the walls
that way: a text put in a message's place is a message, SQL put in place of the writer's goes to valid_sql,
and rows put in place of the database's are kept under the asker's rights, cut to the row limit, and said to
be so.
"""

import asyncio
import importlib
import inspect
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from agent.events import Answer
from agent.trace import Trace
from database.result import QueryResult
from errors import PolicyError, SettingsError, WenshuError
from llm.usage import ModelCall

_log = logging.getLogger(__name__)
Event = Literal[
    "thread_start", "thread_end", "before_message", "after_message", "before_model", "after_model",
    "before_tool", "after_tool", "on_error",
]  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """Who is answered, and where."""

    user: str
    thread: str
    turn: str = ""
    connection: str = ""
    language: str = ""


@dataclass(frozen=True)
class ToolUse:
    """A tool about to run."""

    tool: str
    question: str
    sql: str


@dataclass(frozen=True)
class ToolResult:
    """How a tool ended. generate_sql's `sql` and run_sql's `rows` may be replaced; the rest is only told."""

    tool: str
    ok: bool
    note: str = ""
    sql: str = ""
    rows: QueryResult | None = None


@dataclass(frozen=True)
class Refuse:
    """What before_tool answers to keep a tool from running; the reason is shown to the user."""

    reason: str


@dataclass(frozen=True)
class Finished:
    """How a message was answered; `answer` is None where it was stopped."""

    question: str
    ends: Literal["done", "failed", "stopped"]
    answer: Answer | None
    ms: float
    final_sql: str | None = None  # as it ran, with the policies in it
    policies: tuple[str, ...] | None = None
    also_ran: tuple[dict[str, Any], ...] = ()  # the statements beside the answer's own
    said: str = ""  # what the user wrote, where a hook replaced it


class Hook:
    """Does nothing; override what you need. Every method is a coroutine with the setting's deadline."""

    patience_s: float | None = None  # a longer deadline than the setting's, for what must not be lost

    async def thread_start(self, moment: Moment) -> None:
        """A conversation's first message has come."""

    async def thread_end(self, moment: Moment) -> None:
        """A conversation was deleted."""

    async def before_message(self, moment: Moment, text: str) -> str | None:
        """Return the text to answer instead, or None."""

    async def after_message(self, moment: Moment, finished: Finished) -> None:
        """A message was answered, failed or stopped."""

    async def before_model(self, moment: Moment, call: ModelCall) -> None:
        """A prompt is about to be sent."""

    async def after_model(self, moment: Moment, call: ModelCall) -> None:
        """A model replied, or failed."""

    async def before_tool(self, moment: Moment, use: ToolUse) -> Refuse | None:
        """Return Refuse to keep the tool from running; failing or hanging here refuses too."""

    async def after_tool(self, moment: Moment, result: ToolResult) -> ToolResult | None:
        """Return the result to go on with instead, or None."""

    async def on_error(self, moment: Moment, error: WenshuError) -> None:
        """A step, or the whole answer, failed."""


class HookFailed(Exception):
    """A hook raised or took too long."""


@dataclass(frozen=True)
class Hooks:
    """The hooks in the order of the setting, at one moment of one conversation."""

    hooks: Sequence[Hook] = ()
    timeout_s: float = 2.0
    moment: Moment = Moment("", "")
    trace: Trace = field(default_factory=Trace)

    def at(self, moment: Moment, trace: Trace) -> "Hooks":
        """Return them for one question."""
        return replace(self, moment=moment, trace=trace)

    async def tell(self, event: Event, *about: Any) -> None:
        """Tell every hook; whatever goes wrong there, the answer goes on."""
        for hook in self._with(event):
            await self._asked(hook, event, *about)

    async def message(self, text: str) -> str:
        """Return the text to answer: what the last hook that replaced it made of it."""
        for hook in self._with("before_message"):
            given = await self._asked(hook, "before_message", text)
            if isinstance(given, str) and given.strip() and given != text:
                self._noted(hook, "before_message", "replaced", input=text, output=given)
                text = given.strip()
        return text

    async def allow(self, use: ToolUse) -> None:
        """Raise PolicyError where a hook refuses the tool, or could not say."""
        for hook in self._with("before_tool"):
            try:
                said = await self._call(hook, "before_tool", use)
            except HookFailed as error:
                self._noted(hook, "before_tool", "refused", ok=False, error=str(error))
                raise PolicyError("hook_failed", phase=use.tool, detail=str(error)) from error
            if isinstance(said, Refuse):
                self._noted(hook, "before_tool", "refused", ok=False, error=said.reason)
                raise PolicyError("hook_refused", phase=use.tool, detail=said.reason, reason=said.reason)

    async def result(self, result: ToolResult) -> ToolResult:
        """Return the result to go on with; only its SQL or its rows can be others."""
        for hook in self._with("after_tool"):
            given = await self._asked(hook, "after_tool", result)
            if isinstance(given, ToolResult) and given != result:
                self._noted(hook, "after_tool", "replaced", input=result.tool)
                result = replace(result, sql=given.sql or result.sql, rows=given.rows or result.rows)
        return result

    def _with(self, event: Event) -> list[Hook]:
        return [hook for hook in self.hooks if getattr(type(hook), event) is not getattr(Hook, event)]

    async def _asked(self, hook: Hook, event: Event, *about: Any) -> Any:
        try:
            return await self._call(hook, event, *about)
        except HookFailed as error:
            self._noted(hook, event, "failed", ok=False, error=str(error))
            return None

    async def _call(self, hook: Hook, event: Event, *about: Any) -> Any:
        """Call a hook within its deadline; one that does not let itself be cancelled is left behind."""
        patience = max(self.timeout_s, hook.patience_s or 0.0)
        task = asyncio.ensure_future(getattr(hook, event)(self.moment, *about))
        try:
            done, _ = await asyncio.wait({task}, timeout=patience)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not done:
            task.cancel()
            raise self._failed(hook, event, f"took longer than {patience:g} s")
        if task.cancelled() or task.exception() is not None:
            cause = None if task.cancelled() else task.exception()
            raise self._failed(hook, event, repr(cause)) from cause
        return task.result()

    def _failed(self, hook: Hook, event: Event, cause: str) -> HookFailed:
        _log.error("hook_failed", extra={"hook": type(hook).__name__, "event": event, "cause": cause})
        return HookFailed(f"{type(hook).__name__}.{event}: {cause}")

    def _noted(self, hook: Hook, event: Event, decision: str, **told: Any) -> None:
        name = f"{type(hook).__name__}.{event}"
        self.trace.add("hook", name, self.trace.now(), decision=decision, **told)


def load_hooks(paths: str) -> list[Hook]:
    """Return an instance of each class named by dotted path, or raise SettingsError naming the path."""
    return [_loaded(path.strip()) for path in paths.split(",") if path.strip()]


def _loaded(path: str) -> Hook:
    module, _, name = path.rpartition(".")
    try:
        made = getattr(importlib.import_module(module), name)()
    except Exception as error:  # somebody else's code: whatever it raises, it cannot be used
        raise SettingsError("hook_unloadable", path=path, detail=repr(error)) from error
    if not isinstance(made, Hook):
        raise SettingsError("hook_unloadable", path=path, detail="is no agent.hooks.Hook")
    for event in Event.__args__:  # type: ignore[attr-defined]
        if not inspect.iscoroutinefunction(getattr(made, event)):
            raise SettingsError("hook_unloadable", path=path, detail=f"{event} is not async")
    return made
