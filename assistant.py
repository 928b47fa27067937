"""The one `ask`: a question goes in, a stream of events comes out, whichever front end asks."""

import contextlib
import datetime as dt
import uuid
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver

from agent.abandoned import Abandoned, Find
from agent.answer_mode import Mode
from agent.answering import Answering
from agent.events import LAST, Answer, Event, Failed
from agent.hooks import Hooks, Moment
from agent.observing import Figures
from agent.refusing import check_text, failure
from agent.rooms import Rooms, memory_key, spoken
from agent.trace import Trace
from agent.turns import Turns
from appdb.turns import Held, Turn
from appdb.users import User
from config.wording import Language, language_of
from errors import WenshuError


class Assistant:
    """Answers questions."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._hooks = Hooks([Figures(), *rooms.hooks], rooms.settings.hook_timeout_s)
        self._turns = Turns(rooms.turns, self._attempt, rooms.settings.turn_lease_s)

    async def ask_whole(self, question: str, **who: Any) -> Answer:
        """Return the finished answer alone."""
        async with contextlib.aclosing(self.ask(question, **who)) as events:
            async for event in events:
                if isinstance(event, LAST):
                    return event.answer
        raise AssertionError("every stream ends with a last event")

    def ask(
        self,
        question: str,
        *,
        user: User,
        thread: str | None = None,
        connection: str | None = None,
        language: Language | None = None,
        fresh: bool = False,
        mode: Mode | None = None,
        turn: str = "",
        steps: bool = True,
        query: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Answer a question, or the question the assistant asked back, on a thread.

        Read it with `contextlib.aclosing`: leaving early stops the work, on the database too. `fresh` asks
        the database again whatever is remembered; `mode` goes before the setting; `turn` names the turn, and
        `steps` says whether its steps are shown. `query` is a MetricQuery in JSON that the question words:
        it is asked as it stands, held to the asker's rights and the metrics' rules like a read one.
        """
        how = {
            "language": language or self.spoken_in(question),
            "fresh": fresh,
            "mode": mode,
            "steps": steps,
            **({"query": dict(query)} if query else {}),
        }
        asked = self._asked(question, user, thread, connection, how, turn)
        try:
            check_text(asked.question, self._rooms.settings)
        except WenshuError as error:
            return self._told(self._refused(asked, error), asked)
        return self._told(self._turns.ask(asked, user), asked)

    def watch(self, turn: Turn, *, user: User) -> AsyncGenerator[Event, None]:
        """Follow one's own turn to its end, wherever it is answered; one that was cut off is taken up.

        Leaving early stops nothing: others may follow it too.
        """
        return self._told(self._turns.follow(turn.id, user), turn)

    async def stop(self, turn: str, *, user: User) -> None:
        """Stop one's own turn, wherever it is answered."""
        await self._turns.stop(turn, user)

    async def unfinished(self, *, user: User, thread: str) -> list[Turn]:
        """Return one's own turns of a thread that are being answered, wait, or were cut off."""
        return await self._turns.unfinished(user, thread)

    async def forget(self, owner: str, thread: str) -> None:
        """Forget a thread: turns, results and the graph's memory; an answer being given ends first."""
        async with self._turns.nobody_answers(owner, thread):
            saver = self._rooms.graph.checkpointer
            if isinstance(saver, BaseCheckpointSaver):
                await saver.adelete_thread(memory_key(owner, thread))
            await self._rooms.results.forget(owner, thread)
            await self._rooms.traces.forget(owner, thread)
            await self._rooms.turns.forget(owner, thread)
        await self._hooks.at(Moment(owner, thread), Trace()).tell("thread_end")

    async def take_up_abandoned(self, find: Find) -> None:
        """Answer, for ever, what nobody answers and nobody waits for; `find` tells who may still ask."""
        rooms = self._rooms
        await Abandoned(self._turns, rooms.turns, find, rooms.settings.turn_lease_s).take_up()

    async def close(self) -> None:
        """Leave what is being answered to another process."""
        await self._turns.close()

    def _attempt(self, held: Held, user: User) -> Answering:
        return Answering(self._rooms, self._hooks, held, user)

    def spoken_in(self, question: str) -> Language:
        """Return the language a question is answered in where none was chosen."""
        fixed = self._rooms.settings.language
        return language_of(question) if fixed == "auto" else fixed

    def _asked(
        self,
        question: str,
        user: User,
        thread: str | None,
        connection: str | None,
        how: dict[str, Any],
        turn: str,
    ) -> Turn:
        names = self._rooms.databases.names
        return Turn(
            id=turn or uuid.uuid4().hex,
            owner=user.name,
            thread=thread or uuid.uuid4().hex,
            connection=connection or (names[0] if names else ""),
            question=question.strip(),
            status="running",
            answer=None,
            started_at=dt.datetime.now(dt.UTC),
            finished_at=None,
            how=how,
        )

    async def _refused(self, turn: Turn, error: WenshuError) -> AsyncGenerator[Event, None]:
        """Yield that a message is no question that can be taken."""
        yield Failed(await self._turns.refuse(turn, error))

    async def _told(self, events: AsyncGenerator[Event, None], turn: Turn) -> AsyncGenerator[Event, None]:
        """Yield the events of a turn; where our own storage fails, the last one says so."""
        try:
            async with contextlib.aclosing(events):
                async for event in events:
                    yield event
        except WenshuError as error:
            failed = failure(error, turn.question, spoken(turn))
            yield Failed(replace(failed, id=turn.id, thread=turn.thread))
