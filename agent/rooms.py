"""What one question is answered with: the rooms, filled once by services.py, and what travels with a turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from agent.context import Context, Desk, Metrics, Reuse
from agent.hooks import Hook
from agent.memory import AnswerMemory, OfferMemory, SelectMemory
from appdb.preferences import PreferenceStore
from appdb.results import ResultStore
from appdb.traces import TraceStore
from appdb.turns import Turn, TurnStore
from appdb.users import User
from config.settings import Settings
from config.wording import Language, language_of
from database.connections import Databases
from database.rights import Rights
from errors import AccessError, NotFoundError
from knowledge.view import KnowledgeView
from reasoning.reasoner import Reasoner
from teaching.notes import NoteStore
from understanding.taught import Taught


@dataclass(frozen=True)
class Rooms:
    """What the assistant works with; services.py fills it once."""

    graph: CompiledStateGraph[Any, Context, Any, Any]
    settings: Settings
    databases: Databases
    rights_of: Callable[[User, str], Rights]
    knowledge: KnowledgeView
    notes: NoteStore
    preferences: PreferenceStore
    reuse: Reuse
    reasoner: Reasoner
    results: ResultStore
    turns: TurnStore
    recall: AnswerMemory
    traces: TraceStore
    metrics: Metrics | None = None
    rows: Metrics | None = None
    figures: Taught | None = None
    selects: SelectMemory = field(default_factory=SelectMemory)
    offers: OfferMemory = field(default_factory=OfferMemory)
    hooks: Sequence[Hook] = ()


@dataclass(frozen=True)
class OtherSources:
    """What a person may ask beside the connection of their question, each under their rights there."""

    rooms: Rooms
    user: User
    connection: str

    def titles(self) -> Mapping[str, tuple[str, ...]]:
        """Return what each is called, by connection; files of their own among them."""
        databases = self.rooms.databases
        names = (*databases.owned(self.user.name), *databases.names)
        opened = (name for name in names if name != self.connection and self._rights(name) is not None)
        return {name: self.called(name) for name in opened}

    def called(self, connection: str) -> tuple[str, ...]:
        """Return what one of them, or the connection of the question, is called."""
        spec = self.rooms.databases.get(connection).spec
        said = (spec.display_zh, spec.display_en, "" if spec.owner else connection)
        return tuple(dict.fromkeys(one for one in said if one))

    def is_file(self, connection: str) -> bool:
        """Tell whether a connection is a file of theirs."""
        return self.rooms.databases.owner(connection) == self.user.name

    async def side(self, connection: str, context: Context) -> Context:
        """Return what a part of the question works with there; raise AccessError where it is closed."""
        rights = self.rooms.rights_of(self.user, connection)
        database = self.rooms.databases.get(connection)
        await database.load_schema()
        today, figures = self.rooms.settings.current_date(), self.rooms.figures
        if figures is not None and not self.rooms.settings.today:
            today = await figures.today(connection, rights)
        return replace(
            context,
            connection=connection,
            rights=rights,
            database=database.with_rows(self.rooms.settings.join_rows),
            today=today,
            part_of="" if connection == self.connection else connection,
        )

    def _rights(self, connection: str) -> Rights | None:
        try:
            return self.rooms.rights_of(self.user, connection)
        except (AccessError, NotFoundError):
            return None


def context_for(rooms: Rooms, turn: Turn, user: User, deadline: float = float("inf")) -> Context:
    """Return what travels with a turn's question."""
    return Context(
        user=user,
        rights=rooms.rights_of(user, turn.connection),
        connection=turn.connection,
        thread=turn.thread,
        language=spoken(turn),
        today=rooms.settings.current_date(),
        settings=rooms.settings,
        database=rooms.databases.get(turn.connection),
        knowledge=rooms.knowledge,
        notes=rooms.notes,
        preferences=rooms.preferences,
        reuse=rooms.reuse,
        metrics=rooms.metrics,
        rows=rooms.rows,
        figures=rooms.figures,
        others=OtherSources(rooms, user, turn.connection),
        reasoner=rooms.reasoner,
        results=rooms.results,
        recall=rooms.recall,
        selects=rooms.selects,
        offers=rooms.offers,
        deadline=deadline,
        desk=Desk(),
    )


def spoken(turn: Turn) -> Language:
    """Return the language a turn is answered in."""
    language: Language = turn.how.get("language") or language_of(turn.question)
    return language


def memory_key(owner: str, thread: str) -> str:
    """Return the checkpointer's name of a thread: whoever knows its id still finds only their own."""
    return f"{owner}/{thread}"
