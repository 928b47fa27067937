"""A turn's life: taken down, answered by one process under a lease, followed by anybody, ended once.

Whoever follows a turn sees all of it, in whichever process it is answered. A person's turns stand in one
line; whoever follows one of them and finds the first in nobody's hands, with fewer being answered than may
be, answers it: so the line goes on, and so a turn is taken up whose process was killed. What a process still
wants to write after its lease went to another is refused.
"""

import asyncio
import contextlib
import functools
import logging
import os
import socket
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import replace
from typing import Any, Protocol

from agent.events import (
    LAST,
    Answer,
    Answered,
    Clarify,
    Event,
    Failed,
    RowsReady,
    Show,
    Stopped,
    TakenUp,
    Waiting,
    event_from,
    event_json,
)
from agent.refusing import failure
from agent.rooms import spoken
from agent.shown import STORED_ROWS, shown, stored
from agent.work import Work
from appdb.lease import is_first_turn, lease_token
from appdb.traces import ToKeep
from appdb.turns import MOST_TRIES, Held, Standing, Turn, TurnStore
from appdb.turns import Finished as Ends
from appdb.users import User
from appdb.wakes import Wakes
from config.heavy import aside
from errors import InputError, WenshuError

_log = logging.getLogger(__name__)
_KEEP_S = 0.25  # what happens in so short a time is kept for other processes together
_LOOK_S = 1.0  # for one who waits and is told nothing
_BEATS = 4  # in the life of a lease
_COLUMNS = 10  # of a row, about
Last = Answered | Clarify | Failed | Stopped


class Attempt(Protocol):
    """One try at answering a turn; agent/answering.py is it."""

    async def go(self, put: Show) -> Answered | Clarify | Failed:
        """Answer, and return the last event."""
        ...

    def failed(self, error: WenshuError) -> Answer:
        """Return the answer that says what went wrong."""
        ...

    def audited(self, ends: Ends, answer: Answer | None) -> dict[str, Any]:
        """Return the audit record."""
        ...

    def traced(self, ends: Ends, answer: Answer | None) -> ToKeep:
        """Return the trace to keep; what fails there takes nothing else away."""
        ...

    async def tell(self, ends: Ends, answer: Answer | None) -> None:
        """Tell whoever wants to know how it ended."""
        ...


class Turns:
    """The turns of one process, and its sight of all others."""

    def __init__(self, store: TurnStore, attempt: Callable[[Held, User], Attempt], lease_s: float) -> None:
        self._store = store
        self._attempt = attempt
        self._lease_s = lease_s
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self._works: dict[str, Work] = {}
        self._beating: asyncio.Task[None] | None = None
        self._is_closing = False
        self._asked_to_look = asyncio.Event()
        self._wakes = Wakes(store, self._look_at, lambda: bool(self._works))

    async def ask(self, turn: Turn, user: User) -> AsyncGenerator[Event, None]:
        """Take a question down and follow it to its end; who leaves early stops it."""
        try:
            held = await self._take(turn, user)
        except InputError as error:  # too many at once
            yield Failed(await self.refuse(turn, error))
            return
        if held is not None:
            self._begin(held, user)
        has_ended = False
        try:
            async with contextlib.aclosing(self.follow(turn.id, user)) as events:
                async for event in events:
                    has_ended = isinstance(event, LAST)
                    yield event
        finally:
            if not has_ended:
                await self.stop(turn.id, user)

    async def _take(self, turn: Turn, user: User) -> Held | None:
        """Take a question down; a full line that nobody stands by any more goes on first, and so has room."""
        try:
            return await self._store.take(turn, self._holder, self._lease_s)
        except InputError as error:
            if error.code != "queue_full" or not await self.claim(user):
                raise
        return await self._store.take(turn, self._holder, self._lease_s)

    async def follow(self, turn: str, user: User) -> AsyncGenerator[Event, None]:
        """Yield what has happened in one's own turn and what happens, to its last event."""
        token = number = place = 0
        with self._wakes.waiter() as waiter:
            while True:
                if (work := self._works.get(turn)) and work.held.turn.owner == user.name:
                    async with contextlib.aclosing(work.read()) as events:
                        async for event in events:
                            yield event
                            if isinstance(event, LAST):
                                return
                    token, number = work.held.token, len(work.events)
                standing = await self._store.standing(turn, user.name, token, number)
                if standing.turn.status != "running":
                    yield last_of(standing.turn)
                    return
                if self._has_room(standing) and await self.claim(user):
                    continue
                if standing.held != turn and standing.place != place:
                    place = standing.place
                    yield Waiting(place)
                if standing.token != token:
                    token, number = standing.token, 0
                for at, told in standing.news:
                    number = at
                    for kept in told:
                        yield event_from(kept)
                before = {one for one in (*standing.running, standing.held) if one}
                waiter.turns = {turn, *before}
                if not before or not before <= self._works.keys():
                    self._wakes.listen()
                await waiter.wait(min(_LOOK_S, self._lease_s / _BEATS))

    def _has_room(self, standing: Standing) -> bool:
        return standing.held is None and len(standing.running) < self._store.share.running

    async def claim(self, user: User) -> Work | None:
        """Begin the first of a person's turns that nobody answers and that need not wait, if there is one."""
        if self._is_closing:
            return None
        held = await self._store.claim(user.name, self._holder, self._lease_s)
        return self._begin(held, user) if held else None

    async def stop(self, turn: str, user: User) -> None:
        """Stop one's own turn, wherever it is answered, and if nobody has begun."""
        if (work := self._works.get(turn)) and work.held.turn.owner == user.name:
            work.cancel()
            await asyncio.shield(work.over())
        elif not await self._store.drop(turn, user.name):
            await self._store.ask_to_stop(turn, user.name)

    async def refuse(self, turn: Turn, error: WenshuError) -> Answer:
        """Return what is said to a message that is not taken as a question, and write it down."""
        answer = replace(failure(error, turn.question, spoken(turn)), id=turn.id, thread=turn.thread)
        await self._store.refuse(turn, stored(answer))
        return answer

    async def unfinished(self, user: User, thread: str) -> list[Turn]:
        """Return one's own turns of a conversation that have not ended, in their order."""
        return await self._store.unfinished(user.name, thread)

    @contextlib.asynccontextmanager
    async def nobody_answers(self, owner: str, thread: str) -> AsyncIterator[None]:
        """Wait until no answer is being given in a conversation, and let none begin within the block."""
        hold = functools.partial(self._store.hold_whole, owner, thread, self._holder, self._lease_s)
        with self._wakes.waiter() as waiter:
            while (token := await hold()) is None:
                await waiter.wait(_KEEP_S)
        try:
            yield
        finally:
            await self._store.release([token])

    async def close(self) -> None:
        """Give up what is being answered, for another process to take up at once."""
        self._is_closing = True
        works = list(self._works.values())
        for work in works:
            work.cancel(give_up=True)
        await asyncio.gather(*(work.over() for work in works))
        if works:
            await self._store.release([work.held.token for work in works])
        await self._wakes.close()
        if self._beating is not None:
            self._beating.cancel()

    def _begin(self, held: Held, user: User) -> Work:
        work = self._works[held.turn.id] = Work(held)
        work.task = asyncio.create_task(self._work(work, user))
        self._wakes.tell(held.turn.id)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())
        return work

    async def _work(self, work: Work, user: User) -> None:
        """Answer a turn to the end, whatever happens, and write how it ended."""
        held = work.held
        lease_token.set(held.token)
        is_first_turn.set(held.is_first)
        attempt = self._attempt(held, user)
        keeping = asyncio.create_task(self._keep(work))
        last: Last | None = None
        try:
            if held.tries > 1:
                work.put(TakenUp(held.turn.question))
            if held.tries > MOST_TRIES:
                last = Failed(attempt.failed(WenshuError("cut_off_again")))
            elif not held.turn.stop_asked:
                last = await attempt.go(work.put)
        except asyncio.CancelledError:
            _log.info("turn_given_up" if work.is_given_up else "turn_stopped", extra={"turn": held.turn.id})
        except Exception:
            _log.exception("turn_failed", extra={"turn": held.turn.id})
            last = Failed(attempt.failed(WenshuError()))
        finally:
            work.is_ending, mine = True, False
            keeping.cancel()
            work.flush()
            try:
                mine = not work.is_given_up and await asyncio.shield(self._end(work, attempt, last))
            finally:
                self._works.pop(held.turn.id, None)
                work.close((last or stopped(held.turn)) if mine else None)
                self._wakes.tell(held.turn.id)

    async def _end(self, work: Work, attempt: Attempt, last: Last | None) -> bool:
        """Write how it ended; False where that was another's to say. A full disk takes no answer away."""
        held, answer = work.held, last.answer if last else None
        ends: Ends = "stopped" if last is None else "failed" if isinstance(last, Failed) else "done"
        rows = sum(len(event.rows) for event in work.events if isinstance(event, RowsReady))
        try:
            seen = await aside(rows * _COLUMNS, shown, work.events, answer)
            kept = stored(answer) if answer else None
            audit, trace = attempt.audited(ends, answer), attempt.traced(ends, answer)
            mine = await self._store.finish(held, ends, kept, audit, seen, trace)
            if not mine:
                _log.warning("turn_of_another", extra={"turn": held.turn.id})
                await self._store.release([held.token])
                return False
        except Exception:
            _log.exception("turn_not_written", extra={"turn": held.turn.id})
        await attempt.tell(ends, answer)
        return True

    async def _keep(self, work: Work) -> None:
        """Keep what happens for followers in other processes, until the work is about to end.

        The end is `finish`'s to write. A cancelled statement may come back as an error of the database
        and the cancelling be gone with it.
        """
        at = 0
        while not work.is_ending:
            await asyncio.sleep(_KEEP_S)
            told, at = work.events[at:], len(work.events)
            if told:
                try:
                    await self._store.keep(work.held, at, [event_json(_short(event)) for event in told])
                except WenshuError as error:
                    _log.info("not kept for others", extra={"cause": error.detail})

    async def _beat(self) -> None:
        """Renew the leases of what is answered here, and stop what is to stop or has become another's."""
        while self._works:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._lease_s / _BEATS):
                    await self._asked_to_look.wait()
            self._asked_to_look.clear()
            works = list(self._works.values())
            if not works:
                return
            self._wakes.listen()
            try:
                held = await self._store.renew([work.held.token for work in works], self._lease_s)
            except (
                WenshuError
            ) as error:  # nobody else can take them meanwhile either, or has and will refuse us
                _log.warning("leases_not_renewed", extra={"cause": error.detail})
                continue
            for work in works:
                if work.held.token not in held:
                    work.cancel(give_up=True)
                elif held[work.held.token]:
                    work.cancel()

    def _look_at(self, turn: str) -> None:
        """Look at once at what may have been asked to stop; that its end was written is told here too."""
        if (work := self._works.get(turn)) and not work.is_ending:
            self._asked_to_look.set()


def last_of(turn: Turn) -> Last:
    """Return the last event of a turn that has ended."""
    if turn.status == "stopped" or turn.answer is None:
        return stopped(turn)
    answer = Answer(**turn.answer)
    if rows := (turn.shown or {}).get("rows"):
        answer = replace(answer, rows=rows["rows"])
    if turn.status == "failed":
        return Failed(answer)
    return Clarify(answer) if answer.kind == "clarify" else Answered(answer)


def stopped(turn: Turn) -> Stopped:
    """Return the end of a turn that was stopped."""
    answer = failure(WenshuError("stopped"), turn.question, spoken(turn))
    return Stopped(replace(answer, id=turn.id, thread=turn.thread))


def _short(event: Event) -> Event:
    """Return an event as it is kept for others: the whole rows come with the answer."""
    return replace(event, rows=event.rows[:STORED_ROWS]) if isinstance(event, RowsReady) else event
