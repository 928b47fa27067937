"""The assistant on one version of what was taught, for a test that nobody else notices."""

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from agent.events import Answer
from agent.graph import build_graph
from agent.memory import AnswerMemory
from appdb.audit import AuditLog
from appdb.pool import AppDatabase
from appdb.results import ResultStore
from appdb.traces import TraceStore
from appdb.turns import Finished, TurnStore
from appdb.users import User
from assistant import Assistant, Rooms
from knowledge.live.known_values import READING_S
from knowledge.notes import Note, NoteStore
from knowledge.pinned import PinnedKnowledge
from knowledge.taught import Taught
from services import Services, metrics_of, reuse_of

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
        taught = Taught(services.settings, services.databases, knowledge, services.known_values, READY_S)
        knowledge.find_with(taught.find_values, taught.column_notes, taught.inferred_keys)
        database = services.app_database
        rooms = replace(
            services.rooms,
            graph=build_graph(InMemorySaver()),
            knowledge=knowledge,
            reuse=reuse_of(taught),
            metrics=metrics_of(taught),
            turns=_NoTurns(database),
            results=_NoResults(database),
            notes=_NoNotes(database),
            traces=TraceStore(database, keep_days=0),
            audit=_TestAudit(database, run),
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
    async def begin(self, owner: str, thread: str, connection: str, question: str) -> tuple[str, bool]:
        return uuid.uuid4().hex, False

    async def finish(self, turn: str, status: Finished, answer: Mapping[str, Any] | None = None) -> None:
        return

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


class _TestAudit(AuditLog):
    """Statements run in a test are audited too, as a test's."""

    def __init__(self, database: AppDatabase, run: str) -> None:
        super().__init__(database)
        self._run = run

    async def write(self, **record: Any) -> None:
        detail = {**(record.get("detail") or {}), "run": self._run}
        await super().write(**{**record, "act": "test", "detail": detail})
