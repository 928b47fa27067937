"""The assistant on one version of what was taught, for a test that nobody else notices."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from agent.events import Answer
from agent.graph import build_graph
from agent.memory import AnswerMemory
from agent.rooms import Rooms
from appdb.audit import AuditLog
from appdb.pool import AppDatabase
from appdb.results import ResultStore
from appdb.traces import NO_TRACE, ToKeep, TraceStore
from appdb.turns import Finished, Held, Turn, TurnStore
from appdb.users import User
from assistant import Assistant
from knowledge.pinned import PinnedKnowledge
from knowledge.profiling.known_values import READING_S
from services import Services
from teaching.notes import Note, NoteStore
from understanding.held import Understandings
from understanding.taught import Taught

READY_S = READING_S + 30.0  # values are read to the end first: what is known must not depend on the moment


@dataclass
class Trial:
    """Asks under one person's rights; keeps no turn, result or memory, and audits under a name of its own."""

    rooms: Rooms
    taught: Taught
    user: User
    connection: str
    _by_day: dict[dt.date | None, Assistant] = field(default_factory=dict)

    @classmethod
    async def on(
        cls, services: Services, knowledge: PinnedKnowledge, user: User, connection: str, run: str
    ) -> "Trial":
        """Return a trial of one version, ready to be asked."""
        held = Understandings(
            services.settings, services.databases, knowledge, services.known_values, READY_S
        )
        taught = Taught(held)
        knowledge.find_with(taught.find_values, taught.column_notes, taught.inferred_keys)
        database = services.app_database
        rooms = replace(
            services.rooms,
            graph=build_graph(InMemorySaver()),
            knowledge=knowledge,
            reuse=taught.reuse,
            metrics=taught.metric,
            turns=_NoTurns(database, run),
            results=_NoResults(database),
            notes=_NoNotes(database),
            traces=TraceStore(database, keep_days=0),
            recall=AnswerMemory(),
        )
        tester = replace(user, name=f"{user.name} (test)")
        await taught.ready(connection, services.access.rights(tester, connection))
        return cls(rooms, taught, tester, connection)

    async def ask(self, question: str, today: dt.date | None) -> Answer:
        """Answer a question on a thread of its own, on the day it was written for."""
        assistant, thread = self._on_day(today), uuid.uuid4().hex
        try:
            return await assistant.ask_whole(
                question, user=self.user, connection=self.connection, thread=thread
            )
        finally:
            await assistant.forget(self.user.name, thread)

    async def close(self) -> None:
        """Stop what is being built."""
        await self.taught.close()

    def _on_day(self, today: dt.date | None) -> Assistant:
        if today not in self._by_day:
            settings = self.rooms.settings
            if today is not None:
                settings = settings.model_copy(update={"today": today})
            self._by_day[today] = Assistant(replace(self.rooms, settings=settings))
        return self._by_day[today]


class _NoTurns(TurnStore):
    """Holds every question and keeps none; how it ended is audited as a test's."""

    def __init__(self, database: AppDatabase, run: str) -> None:
        super().__init__(database)
        self._audit, self._run = AuditLog(database), run

    async def take(self, turn: Turn, holder: str, seconds: float) -> Held:
        return Held(turn, token=1, may_wait=False)

    async def finish(
        self,
        held: Held,
        status: Finished,
        answer: Mapping[str, Any] | None,
        audit: Mapping[str, Any],
        shown: Mapping[str, Any] | None = None,
        trace: ToKeep = NO_TRACE,
    ) -> bool:
        detail = {**(audit.get("detail") or {}), "run": self._run}
        await self._audit.write(**{**audit, "act": "test", "detail": detail})
        return True

    async def renew(self, tokens: Sequence[int], seconds: float) -> dict[int, bool]:
        return dict.fromkeys(tokens, False)

    async def keep(self, held: Held, number: int, events: Sequence[Mapping[str, Any]]) -> None:
        return

    async def refuse(self, turn: Turn, answer: Mapping[str, Any]) -> None:
        return

    async def release(self, tokens: Sequence[int]) -> None:
        return

    async def hold_whole(self, owner: str, thread: str, holder: str, seconds: float) -> int:
        return 1

    async def forget(self, owner: str, thread: str) -> None:
        return


class _NoResults(ResultStore):
    async def save(self, owner: str, thread: str, rights: str, result: Mapping[str, Any]) -> str:
        return uuid.uuid4().hex

    async def forget(self, owner: str, thread: str) -> None:
        return


class _NoNotes(NoteStore):
    async def add(self, owner: str, connection: str, text: str) -> Note:
        return Note("", text, dt.datetime.now(dt.UTC))

    async def of(self, owner: str, connection: str) -> list[Note]:
        return []
