"""The one `ask`: a question goes in, a stream of events comes out, whichever front end asks."""

import asyncio
import contextlib
import dataclasses
import logging
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from weakref import WeakValueDictionary

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import GraphRecursionError
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

from agent.answer_mode import Mode, SimpleQuestions, care_for
from agent.answering_back import answer_to
from agent.context import (
    Context,
    Defined,
    Desk,
    Knowledge,
    Metrics,
    Notes,
    Preferences,
    Recall,
    Reuse,
    Unread,
    all_read,
)
from agent.events import LAST, Answer, Answered, Clarify, Event, Failed, Token
from agent.hooks import Finished, Hook, Hooks, Moment
from agent.memory import SelectMemory
from agent.observing import AuditTrail, Figures, ModelWatch
from agent.trace import Trace
from appdb.audit import AuditLog
from appdb.results import ResultStore
from appdb.traces import TraceStore
from appdb.turns import Turn, TurnStore
from appdb.users import User
from config.settings import Settings
from config.wording import Language, language_of, say_error
from database.connections import Databases
from database.rights import Rights
from errors import InputError, NotFoundError, WenshuError
from llm.usage import Meter, metered
from reasoning.reasoner import Reasoner

_log = logging.getLogger(__name__)
_COALESCE_S = 0.05
_SPARE_S = 1.0  # kept from the deadline to compose what is known
_RECURSION_LIMIT = 100  # limits.max_steps stops the loop long before
_STORED_ROWS = 100  # the whole result stays under result_id
Ends = Literal["done", "failed", "stopped"]


@dataclass(frozen=True)
class Rooms:
    """What the assistant works with; services.py fills it once."""

    graph: CompiledStateGraph[Any, Context, Any, Any]
    settings: Settings
    databases: Databases
    rights_of: Callable[[User, str], Rights]
    knowledge: Knowledge
    notes: Notes
    preferences: Preferences
    reuse: Reuse
    reasoner: Reasoner
    results: ResultStore
    turns: TurnStore
    audit: AuditLog
    recall: Recall
    traces: TraceStore
    metrics: Metrics | None = None
    unread: Unread = all_read
    figures: Defined | None = None
    selects: SelectMemory = field(default_factory=SelectMemory)
    hooks: Sequence[Hook] = ()


@dataclass
class Run:
    """One question on its way."""

    id: str
    question: str
    user: User
    thread: str
    connection: str
    language: Language
    meter: Meter
    began: float
    context: Context | None = None
    fresh: bool = False  # read anew, whatever is remembered
    mode: Mode | None = None  # what the person chose
    said: str = ""  # what the user wrote, where a hook replaced it
    hooks: Hooks = field(default_factory=Hooks)
    is_taken_up: bool = False  # it was cut off before
    may_wait: bool | None = False  # the turn before may have ended by asking back
    first_event: float | None = None
    waiting: dict[str, Any] | None = None  # what the graph asks the user
    path: list[str] = field(default_factory=list)
    triage: dict[str, Any] = field(default_factory=dict)

    def note(self, update: Any) -> None:
        """Take from a state update what the answer must tell however it ends, and an interrupt."""
        for name, wrote in update.items():
            if name == "__interrupt__":
                self.waiting = wrote[0].value
            for part in wrote if isinstance(wrote, list) else [wrote]:
                if isinstance(part, dict):
                    self.path = part.get("execution_path", self.path)
                    self.triage = part.get("triage") or self.triage


class Assistant:
    """Answers questions."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        own = [AuditTrail(rooms.audit), Figures()]
        self._hooks = Hooks([*own, *rooms.hooks], rooms.settings.hook_timeout_s)
        self._threads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def ask_whole(self, question: str, **who: Any) -> Answer:
        """Return the finished answer alone."""
        async with contextlib.aclosing(self.ask(question, **who)) as events:
            async for event in events:
                if isinstance(event, LAST):
                    return event.answer
        raise AssertionError("every stream ends with a last event")

    async def ask(
        self,
        question: str,
        *,
        user: User,
        thread: str | None = None,
        connection: str | None = None,
        language: Language | None = None,
        fresh: bool = False,
        mode: Mode | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Answer a question, or the question the assistant asked back, on a thread.

        Read it with `contextlib.aclosing`: leaving early stops the work, on the database too. `fresh` asks
        the database again whatever is remembered; `mode` goes before the setting.
        """
        run = self._new_run(question, user, thread, connection, language)
        run.fresh, run.mode = fresh, mode
        try:
            self._check(run)
        except WenshuError as error:
            yield Failed(self._failed(run, error))
            return
        async with contextlib.aclosing(self._events(run)) as events:
            async for event in events:
                yield event

    async def forget(self, owner: str, thread: str) -> None:
        """Forget a thread: turns, results and the graph's memory; an answer being given ends first."""
        key = f"{owner}/{thread}"
        async with self._threads.setdefault(key, asyncio.Lock()):
            saver = self._rooms.graph.checkpointer
            if isinstance(saver, BaseCheckpointSaver):
                await saver.adelete_thread(key)
            await self._rooms.results.forget(owner, thread)
            await self._rooms.traces.forget(owner, thread)
            await self._rooms.turns.forget(owner, thread)
        await self._hooks.at(Moment(owner, thread), Trace()).tell("thread_end")

    async def unfinished(self, *, user: User, thread: str) -> Turn | None:
        """Return the turn that was being answered when the process ended, if there is one."""
        if (lock := self._threads.get(_key(user, thread))) and lock.locked():
            return None  # it is being answered right now
        turn = await self._rooms.turns.running(thread)
        return turn if turn and turn.owner == user.name else None

    async def take_up(
        self, *, user: User, thread: str, language: Language | None = None
    ) -> AsyncGenerator[Event, None]:
        """Finish a turn that was cut off: from its last kept step, else from its beginning."""
        turn = await self.unfinished(user=user, thread=thread)
        if turn is None:
            raise NotFoundError("nothing_unfinished")
        run = self._new_run(turn.question, user, thread, turn.connection, language)
        run.id, run.is_taken_up = turn.id, True
        try:
            self._check(run)
        except WenshuError as error:  # its database may be gone, or out of reach by now
            failed = self._failed(run, error)
            await self._finish(run, failed, "failed")
            yield Failed(failed)
            return
        async with contextlib.aclosing(self._events(run)) as events:
            async for event in events:
                yield event

    async def _events(self, run: Run) -> AsyncGenerator[Event, None]:
        queue: asyncio.Queue[Event] = asyncio.Queue()
        work = asyncio.create_task(self._work(run, queue))
        try:
            async for event in coalesced(queue):
                yield event
        finally:
            if not work.done():
                work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    def _new_run(
        self, question: str, user: User, thread: str | None, connection: str | None, language: Language | None
    ) -> Run:
        settings, now = self._rooms.settings, time.monotonic()
        chosen = language or (language_of(question) if settings.language == "auto" else settings.language)
        return Run(
            id="",
            question=question.strip(),
            user=user,
            thread=thread or uuid.uuid4().hex,
            connection=connection or "",
            language=chosen,
            meter=Meter(deadline=now + settings.answer_timeout_s - _SPARE_S),
            began=now,
        )

    def _check(self, run: Run) -> None:
        """Refuse what cannot be a question, and find out what it is asked of."""
        self._check_text(run.question)
        names = self._rooms.databases.names
        run.connection = run.connection or (names[0] if names else "")
        run.context = self._context(run)
        run.hooks = self._hooks.at(
            Moment(run.user.name, run.thread, run.id, run.connection, run.language), run.context.desk.trace
        )

    def _check_text(self, question: str) -> None:
        most = self._rooms.settings.max_question_chars
        if not any(char.isalnum() for char in question):
            raise InputError("question_empty")
        if len(question) > most:
            raise InputError("question_too_long", most=most)
        if _is_binary(question):
            raise InputError("question_unreadable")

    def _context(self, run: Run) -> Context:
        rooms = self._rooms
        return Context(
            user=run.user,
            rights=rooms.rights_of(run.user, run.connection),
            connection=run.connection,
            thread=run.thread,
            language=run.language,
            today=rooms.settings.current_date(),
            settings=rooms.settings,
            database=rooms.databases.get(run.connection),
            knowledge=rooms.knowledge,
            notes=rooms.notes,
            preferences=rooms.preferences,
            reuse=rooms.reuse,
            metrics=rooms.metrics,
            unread=rooms.unread,
            figures=rooms.figures,
            reasoner=rooms.reasoner,
            results=rooms.results,
            recall=rooms.recall,
            selects=rooms.selects,
            deadline=run.meter.deadline,
            desk=Desk(),
        )

    async def _work(self, run: Run, queue: asyncio.Queue[Event]) -> None:
        """Answer one question to the end and put the last event, whatever happens."""
        lock = self._threads.setdefault(_key(run.user, run.thread), asyncio.Lock())
        async with lock:  # a double send or a second tab waits for its turn
            try:
                if not run.is_taken_up:
                    await self._begin(run)
                async with asyncio.timeout(self._rooms.settings.answer_timeout_s):
                    await self._through_graph(run, queue)
                last = self._last(run)
            except asyncio.CancelledError:
                await asyncio.shield(self._finish(run, None, "stopped"))
                raise
            except Exception as error:
                known = _known(error)
                await run.hooks.tell("on_error", known)
                last = Failed(self._failed(run, known))
            await self._finish(run, last.answer, "failed" if isinstance(last, Failed) else "done")
            queue.put_nowait(last)

    async def _begin(self, run: Run) -> None:
        """Let the hooks see the message, and write down that it is being answered."""
        text = await run.hooks.message(run.question)
        if text != run.question:
            run.said, run.question = run.question, text
            self._check_text(text)
        who = run.user.name
        run.id, run.may_wait = await self._rooms.turns.begin(who, run.thread, run.connection, text)
        run.hooks = run.hooks.at(replace(run.hooks.moment, turn=run.id), run.hooks.trace)
        if run.may_wait is None:
            await run.hooks.tell("thread_start")

    async def _through_graph(self, run: Run, queue: asyncio.Queue[Event]) -> None:
        rooms = self._rooms
        assert run.context is not None
        care = care_for(run.question, run.mode or rooms.settings.answer_mode, SimpleQuestions.load())
        context = run.context = replace(run.context, hooks=run.hooks, care=care)
        run.meter.watch = ModelWatch(run.hooks, run.hooks.trace)
        config: Any = {
            "configurable": {"thread_id": _key(run.user, run.thread)},
            "recursion_limit": _RECURSION_LIMIT,
        }
        given = await self._input(run, config)
        with metered(run.meter):
            parts: AsyncIterator[Any] = rooms.graph.astream(
                given,
                config,
                context=context,
                stream_mode=["custom", "updates"],
                subgraphs=True,
                durability=rooms.settings.durability,
            )
            async for _, mode, data in parts:
                if mode == "custom":
                    run.first_event = run.first_event or time.monotonic()
                    queue.put_nowait(data)
                else:
                    run.note(data)

    async def _input(self, run: Run, config: Any) -> Any:
        """Return a new turn, or the answer to what the graph waits for."""
        if run.is_taken_up and await self._is_half_way(config, run):
            return None
        pending = await self._pending(config) if run.may_wait else None
        if pending is not None:
            chosen = answer_to(pending, run.question)
            if chosen is not None:
                return Command(resume=chosen)
        return {"asked": run.question, "turn_id": run.id, "fresh": run.fresh}

    async def _is_half_way(self, config: Any, run: Run) -> bool:
        """Say whether the checkpoint holds steps of this very turn that only need going on from."""
        if self._rooms.settings.durability != "async":
            return False
        kept = await self._rooms.graph.aget_state(config)
        return bool(kept.next) and kept.values.get("turn_id") == run.id

    async def _pending(self, config: Any) -> dict[str, Any] | None:
        """Return what the thread's graph waits for; resuming with nothing pending would do nothing at all."""
        saver = self._rooms.graph.checkpointer
        if saver is None or isinstance(saver, bool):
            return None
        kept = await saver.aget_tuple(config)
        for _, channel, value in (kept.pending_writes or []) if kept else []:
            if channel == "__interrupt__":
                waiting: dict[str, Any] = value[0].value
                return waiting
        return None

    def _last(self, run: Run) -> Answered | Clarify | Failed:
        assert run.context is not None
        if run.waiting is not None:
            asked = Answer(
                kind="clarify",
                answer=run.waiting["question"],
                question=run.question,
                suggestions=list(run.waiting["readings"]),
            )
            return Clarify(self._complete(run, asked))
        answer = run.context.desk.answer
        if answer is None:
            raise WenshuError("no_answer", phase="compose")
        whole = self._complete(run, answer)
        return Failed(whole) if whole.kind in ("failed", "refused") else Answered(whole)

    def _failed(self, run: Run, error: WenshuError) -> Answer:
        sentence = say_error(error, run.language)
        failed = Answer(
            kind="failed",
            answer=sentence,
            question=run.question,
            failure={"code": error.code, "reason": sentence},
        )
        return self._complete(run, failed)

    def _complete(self, run: Run, answer: Answer) -> Answer:
        """Add what only the whole run knows: identity, cost and time."""
        now = time.monotonic()
        stages = run.context.desk.ms if run.context else {}
        first = run.first_event or now
        return replace(
            answer,
            id=run.id,
            thread=run.thread,
            path=run.path,
            triage=answer.triage or run.triage,
            model_calls=run.meter.calls,
            prompt_tokens=run.meter.prompt_tokens,
            completion_tokens=run.meter.completion_tokens,
            ms={
                "total": _ms(now - run.began),
                "first_event": _ms(first - run.began),
                **{name: round(value, 1) for name, value in stages.items()},
            },
        )

    async def _finish(self, run: Run, answer: Answer | None, ends: Ends) -> None:
        """Write how it ended, who asked and how it went; a full disk must not take the answer away."""
        if not run.id:
            return
        results = await asyncio.gather(
            self._rooms.turns.finish(run.id, ends, _stored(answer)),
            run.hooks.tell("after_message", _finished(run, answer, ends)),
            self._keep_trace(run, answer, ends),
            return_exceptions=True,
        )
        for result in results:
            if isinstance(result, Exception):
                _log.error("turn_not_written", exc_info=result, extra={"turn": run.id})

    async def _keep_trace(self, run: Run, answer: Answer | None, ends: Ends) -> None:
        if run.context is not None and self._rooms.traces.keep_days:
            rights = run.context.rights.fingerprint()
            told = traced(run, answer, ends)
            await self._rooms.traces.save(run.id, run.user.name, run.thread, run.connection, rights, told)


def _finished(run: Run, answer: Answer | None, ends: Ends) -> Finished:
    approved = run.context.desk.approved if run.context else None
    return Finished(
        question=run.question,
        ends=ends,
        answer=answer,
        ms=_ms(time.monotonic() - run.began),
        final_sql=approved.final_sql if approved else None,
        policies=approved.policies if approved else None,
        also_ran=tuple(dataclasses.asdict(one) for one in run.context.desk.further) if run.context else (),
        said=run.said,
    )


def traced(run: Run, answer: Answer | None, ends: Ends) -> dict[str, Any]:
    """Return a run's trace as JSON types."""
    return {
        "turn": run.id,
        "thread": run.thread,
        "owner": run.user.name,
        "role": run.user.role,
        "connection": run.connection,
        "care": run.context.care if run.context else "normal",
        "language": run.language,
        "asked": run.question,
        "said": run.said,
        "question": answer.question if answer else run.question,
        "ends": ends,
        "kind": answer.kind if answer else ends,
        "source": answer.source if answer else None,
        "failure": answer.failure if answer else None,
        "ms": _ms(time.monotonic() - run.began),
        "model_calls": run.meter.calls,
        "tokens": [run.meter.prompt_tokens, run.meter.completion_tokens],
        "steps": run.hooks.trace.to_json(),
    }


def _key(user: User, thread: str) -> str:
    """Return the checkpointer's name of a thread: whoever knows its id still finds only their own."""
    return f"{user.name}/{thread}"


def _stored(answer: Answer | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    return dataclasses.replace(answer, rows=answer.rows[:_STORED_ROWS]).to_json()


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
    return WenshuError("internal", phase="answer", detail=type(error).__name__)


def _is_binary(text: str) -> bool:
    """Say whether a text is no text: halves of characters, control characters and undecodable bytes."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        return True
    odd = sum(1 for char in text if (ord(char) < 32 and char not in "\t\r\n") or char in "\x7f\ufffd")
    return odd > max(2, len(text) // 50)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


async def coalesced(queue: "asyncio.Queue[Event]") -> AsyncIterator[Event]:
    """Yield events until the last; tokens after the first are joined for 50 ms."""
    started = False
    while True:
        event = await queue.get()
        if isinstance(event, Token) and started:
            text, following = await _joined(event.text, queue)
            yield Token(text)
            if following is None:
                continue
            event = following
        started = started or isinstance(event, Token)
        yield event
        if isinstance(event, LAST):
            return


async def _joined(text: str, queue: "asyncio.Queue[Event]") -> tuple[str, Event | None]:
    """Collect tokens for 50 ms, or until something else comes."""
    loop = asyncio.get_running_loop()
    until = loop.time() + _COALESCE_S
    with contextlib.suppress(TimeoutError):
        while True:
            async with asyncio.timeout_at(until):
                event = await queue.get()
            if not isinstance(event, Token):
                return text, event
            text += event.text
    return text, None
