"""What one question is answered with: the rooms, filled once by services.py, and what travels with a turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph.graph.state import CompiledStateGraph

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
)
from agent.hooks import Hook
from agent.memory import OfferMemory, SelectMemory
from appdb.results import ResultStore
from appdb.traces import TraceStore
from appdb.turns import Turn, TurnStore
from appdb.users import User
from config.settings import Settings
from config.wording import Language, language_of
from database.connections import Databases
from database.rights import Rights
from reasoning.reasoner import Reasoner


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
    recall: Recall
    traces: TraceStore
    metrics: Metrics | None = None
    figures: Defined | None = None
    selects: SelectMemory = field(default_factory=SelectMemory)
    offers: OfferMemory = field(default_factory=OfferMemory)
    hooks: Sequence[Hook] = ()


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
        figures=rooms.figures,
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
