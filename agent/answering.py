"""One try at answering a turn: through the graph to its last event, and what is told of it afterwards."""

import asyncio
import datetime as dt
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import GraphRecursionError
from langgraph.types import Command

from agent.answer_mode import SimpleQuestions, care_for
from agent.answering_back import answer_to
from agent.context import Context
from agent.events import Answer, Answered, Clarify, Event, Failed, Show, values_of
from agent.hooks import Finished, Hooks, Moment
from agent.observing import ModelWatch
from agent.refusing import check_text, failure
from agent.rooms import Rooms, context_for, memory_key, spoken
from agent.state import packed, unpacked
from appdb.space import is_full
from appdb.traces import NO_TRACE, ToKeep
from appdb.turns import Finished as Ends
from appdb.turns import Held
from appdb.users import User
from errors import SettingsError, WenshuError
from llm.usage import Meter, metered

_log = logging.getLogger(__name__)
_SPARE_S = 1.0  # kept from the deadline to compose what is known
_RECURSION_LIMIT = 100  # limits.max_steps stops the loop long before
Last = Answered | Clarify | Failed


class Answering:
    """One try at answering a turn that is held here."""

    def __init__(self, rooms: Rooms, hooks: Hooks, held: Held, user: User) -> None:
        self._rooms = rooms
        self._held = held
        self._user = user
        self._began = time.monotonic()
        self._meter = Meter(deadline=self._began + rooms.settings.answer_timeout_s - _SPARE_S)
        self._hooks = hooks
        self._context: Context | None = None
        self._first_event: float | None = None
        self._waiting: dict[str, Any] | None = None  # what the graph asks the user
        self.question = held.turn.question
        self.language = spoken(held.turn)

    async def go(self, put: Show) -> Last:
        """Answer, putting what happens on the way, and return the last event, whatever happens."""
        try:
            self._context = context_for(self._rooms, self._held.turn, self._user, self._meter.deadline)
            turn = self._held.turn
            moment = Moment(turn.owner, turn.thread, turn.id, turn.connection, self.language)
            self._hooks = self._hooks.at(moment, self._context.desk.trace)
            await self._take_message()
            async with asyncio.timeout(self._rooms.settings.answer_timeout_s):
                await self._through_graph(put)
            return self._last()
        except Exception as error:
            known = _known(error)
            await self._hooks.tell("on_error", known)
            if known.code == "storage_full" and self._context and self._context.desk.answer:
                return self._last()  # only the conversation's memory of it found no room
            return Failed(self.failed(known))

    def failed(self, error: WenshuError) -> Answer:
        """Return the answer that says what went wrong."""
        return self._complete(failure(error, self.question, self.language))

    def audited(self, ends: Ends, answer: Answer | None) -> dict[str, Any]:
        """Return the audit record: who asked what, as which SQL it ran and how it ended."""
        finished, turn = self._finished(ends, answer), self._held.turn
        fault = answer.failure if answer else None
        more = {"said": finished.said, "also_ran": finished.also_ran}
        return {
            "who": turn.owner,
            "act": "ask",
            "connection": turn.connection,
            "question": finished.question,
            "sql": finished.final_sql,
            "policies": list(finished.policies) if finished.policies is not None else None,
            "rows": answer.row_count if answer else None,
            "ms": finished.ms,
            "code": fault["code"] if fault else ("stopped" if ends == "stopped" else None),
            "detail": {
                "turn": turn.id,
                "kind": answer.kind if answer else ends,
                **{name: value for name, value in more.items() if value},
            },
        }

    async def tell(self, ends: Ends, answer: Answer | None) -> None:
        """Tell the hooks how it ended; what fails there is logged alone."""
        results = await asyncio.gather(
            self._hooks.tell("after_message", self._finished(ends, answer)),
            self._rooms.traces.sweep_at_times(),
            return_exceptions=True,
        )
        for result in results:
            if isinstance(result, Exception):
                _log.error("turn_not_told", exc_info=result, extra={"turn": self._held.turn.id})

    async def _take_message(self) -> None:
        """Let the hooks see the message."""
        text = await self._hooks.message(self.question)
        if text != self.question:
            self.question = text
            check_text(text, self._rooms.settings)
        if self._held.is_first:
            await self._hooks.tell("thread_start")

    async def _through_graph(self, put: Show) -> None:
        rooms, how = self._rooms, self._held.turn.how
        assert self._context is not None
        care = care_for(self.question, how.get("mode") or rooms.settings.answer_mode, SimpleQuestions.load())
        today = await _today(self._context)
        context = self._context = replace(
            self._context, hooks=self._hooks, care=care, today=today, show=self._noting_first(put)
        )
        self._meter.watch = ModelWatch(self._hooks, self._hooks.trace)
        config: Any = {
            "configurable": {"thread_id": memory_key(self._held.turn.owner, self._held.turn.thread)},
            "recursion_limit": _RECURSION_LIMIT,
        }
        given = await self._input(config)
        with metered(self._meter):
            # Events go to the reader as they are: LangGraph's stream of them makes a task for each and more.
            updates: AsyncIterator[Any] = rooms.graph.astream(
                given, config, context=context, stream_mode="updates", durability=rooms.settings.durability
            )
            async for update in updates:
                if asked := update.get("__interrupt__"):
                    self._waiting = asked[0].value

    def _noting_first(self, put: Show) -> Show:
        """Return `put` that takes the time of the first event."""

        def noting(event: Event) -> None:
            self._first_event = self._first_event or time.monotonic()
            put(event)

        return noting

    async def _input(self, config: Any) -> Any:
        """Return a new turn, or the answer to what the graph waits for."""
        turn = self._held.turn
        if self._held.tries > 1 and await self._is_half_way(config):
            return None
        given = turn.how.get("query")
        pending = await self._pending(config) if self._held.may_wait and not given else None
        if pending is not None:
            chosen = answer_to(pending, self.question)
            if chosen is not None:
                return Command(resume=chosen)
        known = {"asked": self.question, "given": given, "turn_id": turn.id}
        return packed({**known, "fresh": bool(turn.how.get("fresh"))})

    async def _is_half_way(self, config: Any) -> bool:
        """Say whether the checkpoint holds steps of this very turn that only need going on from."""
        if self._rooms.settings.durability != "async":
            return False
        kept = await self._rooms.graph.aget_state(config)
        return bool(kept.next) and unpacked(kept.values).get("turn_id") == self._held.turn.id

    async def _pending(self, config: Any) -> dict[str, Any] | None:
        """Return what the thread's graph waits for; resuming with nothing pending would do nothing at all."""
        saver = self._rooms.graph.checkpointer
        if not isinstance(saver, BaseCheckpointSaver):
            return None
        kept = await saver.aget_tuple(config)
        if kept is None or "turn" not in kept.checkpoint["channel_values"]:
            return None  # none is kept, or by an older version, in a form that cannot go on
        for _, channel, value in kept.pending_writes or []:
            if channel == "__interrupt__":
                waiting: dict[str, Any] = value[0].value
                return waiting
        return None

    def _last(self) -> Last:
        assert self._context is not None
        if self._waiting is not None:
            asked = Answer(
                kind="clarify",
                answer=self._waiting["question"],
                question=self.question,
                suggestions=list(self._waiting["readings"]),
            )
            return Clarify(self._complete(asked))
        answer = self._context.desk.answer
        if answer is None:
            raise WenshuError("no_answer", phase="compose")
        whole = self._complete(answer)
        return Failed(whole) if whole.kind in ("failed", "refused") else Answered(whole)

    def _complete(self, answer: Answer) -> Answer:
        """Add what only the whole run knows: identity, cost and time."""
        now, meter = time.monotonic(), self._meter
        desk = self._context.desk if self._context else None
        first = self._first_event or now
        return replace(
            answer,
            id=self._held.turn.id,
            thread=self._held.turn.thread,
            path=desk.path if desk else [],
            triage=answer.triage or (desk.triage if desk else {}),
            model_calls=meter.calls,
            prompt_tokens=meter.prompt_tokens,
            completion_tokens=meter.completion_tokens,
            ms={
                "total": _ms(now - self._began),
                "first_event": _ms(first - self._began),
                **{name: round(value, 1) for name, value in (desk.ms if desk else {}).items()},
            },
        )

    def _finished(self, ends: Ends, answer: Answer | None) -> Finished:
        desk = self._context.desk if self._context else None
        approved = desk.approved if desk else None
        return Finished(
            question=self.question,
            ends=ends,
            answer=answer,
            ms=_ms(time.monotonic() - self._began),
            final_sql=approved.final_sql if approved else None,
            policies=approved.policies if approved else None,
            also_ran=tuple(values_of(one) for one in desk.further) if desk else (),
            said=self._said,
        )

    @property
    def _said(self) -> str:
        """Return what the user wrote, where a hook replaced it."""
        return self._held.turn.question if self.question != self._held.turn.question else ""

    def traced(self, ends: Ends, answer: Answer | None) -> ToKeep:
        """Return the trace to keep; where it cannot be written none is, and that is logged alone."""
        turn, traces = self._held.turn, self._rooms.traces
        if self._context is None or not traces.keep_days:
            return NO_TRACE
        try:
            rights = self._context.rights.fingerprint()
            return traces.to_keep(turn.connection, rights, self._way(ends, answer))
        except Exception:
            _log.exception("turn_not_traced", extra={"turn": turn.id})
            return NO_TRACE

    def _way(self, ends: Ends, answer: Answer | None) -> dict[str, Any]:
        """Return the trace as JSON types."""
        turn, meter = self._held.turn, self._meter
        return {
            "turn": turn.id,
            "thread": turn.thread,
            "owner": turn.owner,
            "role": self._user.role,
            "connection": turn.connection,
            "care": self._context.care if self._context else "normal",
            "language": self.language,
            "asked": self.question,
            "said": self._said,
            "question": answer.question if answer else self.question,
            "ends": ends,
            "kind": answer.kind if answer else ends,
            "source": answer.source if answer else None,
            "failure": answer.failure if answer else None,
            "ms": _ms(time.monotonic() - self._began),
            "model_calls": meter.calls,
            "tokens": [meter.prompt_tokens, meter.completion_tokens],
            "steps": self._hooks.trace.to_json(),
        }


async def _today(context: Context) -> dt.date:
    """Return the day that periods are read against; one that was set goes before where the data end."""
    if context.figures is None or context.settings.today:
        return context.today
    return await context.figures.today(context.connection, context.rights)


def _known(error: Exception) -> WenshuError:
    """Return our error for what came out of the graph; the log has the traceback."""
    if isinstance(error, WenshuError):
        _log.warning("question_failed", extra={"code": error.code, "cause": error.detail})
        return error
    if isinstance(error, TimeoutError):
        return WenshuError("answer_timeout", phase="answer")
    if isinstance(error, GraphRecursionError):
        return WenshuError("no_answer", phase="loop")
    _log.exception("question_failed")
    if is_full(error):  # where the checkpointer found no room
        return SettingsError("storage_full", phase="answer", detail=str(error))
    return WenshuError("internal", phase="answer", detail=type(error).__name__)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
