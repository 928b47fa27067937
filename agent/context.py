"""What travels with one question but is never stored: the user, the rooms it may use, and its desk."""

import asyncio
import datetime as dt
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Protocol

from agent.answer_mode import Care
from agent.events import Answer, Event, Show
from agent.hooks import Hooks
from agent.memory import AnswerMemory, OfferMemory, SelectMemory
from agent.trace import Trace
from analysis.conversation.frame import Frame
from answers.analysis import Analysis
from appdb.preferences import PreferenceStore
from appdb.results import ResultStore
from appdb.users import User
from config.settings import Settings
from config.wording import Language
from database.connections import ApprovedQuery, Database
from database.result import QueryResult
from database.rights import Rights
from knowledge.items import Linked, ReuseHit
from knowledge.view import KnowledgeView
from language.period.covered import Days, Unlike
from query.metric_query import MetricQuery
from reasoning.reasoner import PastTurn, Reasoner
from teaching.notes import Note, NoteStore
from understanding.asked import Asked
from understanding.readings import Listed
from understanding.taught import Taught
from understanding.verdicts import Reading


class Others(Protocol):
    """What else the person may ask, beside the connection of this question; agent/rooms.py is it."""

    def titles(self) -> Mapping[str, tuple[str, ...]]:
        """Return what each is called, by connection; files of their own among them."""
        ...

    def called(self, connection: str) -> tuple[str, ...]:
        """Return what one of them, or the connection of this question, is called."""
        ...

    def is_file(self, connection: str) -> bool:
        """Tell whether a connection is a file of theirs."""
        ...

    async def side(self, connection: str, context: "Context") -> "Context":
        """Return what a part of the question works with there, under their rights there."""
        ...


# The writers without a model: a verified pair whose slots fit, or the previous SQL with a new slot; then SQL
# composed from defined metrics, with a verdict; then, for what is no figure, the rows of a table.
Reuse = Callable[[Asked], Awaitable[ReuseHit | None]]
Metrics = Callable[[Asked], Awaitable[Reading]]


@dataclass(frozen=True)
class Second:
    """What a second writer made of the question; without SQL there was none to compare.

    `judged` says that the other one was chosen over this, and `why` what for.
    """

    question: str = ""
    sql: str = ""
    final_sql: str = ""
    policies: tuple[str, ...] = ()
    result: QueryResult | None = None
    agrees: bool = False
    judged: bool = False
    why: str = ""


@dataclass(frozen=True)
class Covered:
    """From when to when a statement's data run: all that no time limits, or part of the time asked about."""

    every: Days | None = None
    part: Days | None = None
    open_now: bool = False  # what it tells is not done yet, of whatever day
    ahead: dt.date | None = None  # the last day to come that a column asked for by its days holds
    unlike: Unlike | None = None  # two times it compares, of which the later has data for fewer days


@dataclass
class FurtherStatement:
    """A statement run beside the answer's own, as the audit keeps it; `code` names what it failed with.

    `connection` is where it ran, where that is not the turn's own.
    """

    purpose: str
    sql: str
    connection: str = ""
    final_sql: str = ""
    policies: tuple[str, ...] = ()
    rows: int | None = None
    ms: float = 0.0
    code: str = ""


@dataclass
class Desk:
    """What one run works with at hand; everything here can be made again from the state."""

    linked: Linked | None = None
    readings: dict[tuple[str, bool], Reading] = field(default_factory=dict)  # without a model, by question
    frames: dict[tuple[str, str], Frame] = field(default_factory=dict)  # by an earlier question and its SQL
    notes: list[Note] | None = None
    approved: ApprovedQuery | None = None
    result: QueryResult | None = None
    analysis: Analysis | None = None
    answer: Answer | None = None
    recalled: Answer | None = None
    query: tuple[str, MetricQuery] | None = None  # the SQL of a question over metrics, and the question
    uncut: tuple[str, MetricQuery] | None = None  # as asked, where days were left out of what is computed
    listed: tuple[str, Listed] | None = None  # the SQL of rows, and what their sentence needs
    covered: Covered = field(default_factory=lambda: Covered())
    second: Second | None = None  # where the question was read twice
    also: tuple[str, ...] = ()  # parts of the question that the written statement leaves out
    gaps: tuple[str, ...] = ()  # sentences that say of a part that the rows do not tell it
    also_told: list[str] = field(default_factory=list)  # how those that were told were computed
    unnamed: str = ""  # which name of the question no row has, and what is stored or was taken
    note: str = ""  # a sentence that goes with how the question was read
    ties_left_out: int = 0  # at least so many rows have the figure of the last one shown
    unlooked: list[str] = field(default_factory=list)  # what there was no time to look at beside the rows
    sql_calls: int = 0  # of a model, for SQL: first tries, wider looks, repairs, second looks, choices
    further: list[FurtherStatement] = field(default_factory=list)
    analysis_why: str = ""  # why it is no analysis, told where nothing else answers
    analysis_unread: tuple[str, ...] = ()  # words of what asks for an analysis that nothing here knows
    leads_on: tuple[str, ...] = ()  # whole questions an analysis offers
    doubted: tuple[str, ...] = ()  # whole questions an analysis may be, left to a model
    other: str = ""  # the question asked, where who worded the rows says that they are of another
    misread: bool = False  # the rows that a rule read were of another question: a model writes
    read_at: dt.datetime | None = None  # when the database gave the rows
    rows_remembered: bool = False  # they are those of a moment ago
    replaced: bool = False  # a hook put other rows in place of the database's
    ends: dict[str, Days | None] = field(default_factory=dict)  # first and last day by column, read anew
    ms: dict[str, float] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)  # the stages and tools of this run and what it goes on from
    triage: dict[str, Any] = field(default_factory=dict)
    trace: Trace = field(default_factory=Trace)
    writes: list[asyncio.Task[Any]] = field(default_factory=list)

    def read_as(self, reading: Reading) -> None:
        """Keep what the words on its rows are planned from: the question its SQL answers, or a list."""
        query = reading.computed or reading.query
        self.query = (reading.sql, query) if query else None
        self.uncut = (reading.sql, reading.query) if reading.query and reading.computed else None
        self.listed = (reading.sql, reading.listed) if reading.listed else None
        self.note = reading.note

    @property
    def further_policies(self) -> frozenset[str]:
        """Return the policies under which further statements were read."""
        return frozenset(policy for one in self.further for policy in one.policies)

    def later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start a write that must be finished before the turn is."""
        self.writes.append(asyncio.create_task(work))

    async def settle(self) -> None:
        """Wait for every write; the first that failed raises."""
        writes, self.writes = self.writes, []
        if writes:
            await asyncio.gather(*writes)


def _unseen(event: Event) -> None:
    """Show an event to nobody."""


_SURE = ("verified", "similar", "metric", "rows", "derived")  # sources whose SQL no model wrote


@dataclass(frozen=True)
class Context:
    """Everything a node or tool may use for one question."""

    user: User
    rights: Rights
    connection: str
    thread: str
    language: Language
    today: dt.date
    settings: Settings
    database: Database
    knowledge: KnowledgeView
    notes: NoteStore
    preferences: PreferenceStore
    reuse: Reuse
    reasoner: Reasoner
    results: ResultStore
    recall: AnswerMemory
    selects: SelectMemory = field(default_factory=SelectMemory)
    offers: OfferMemory = field(default_factory=OfferMemory)
    metrics: Metrics | None = None
    rows: Metrics | None = None
    figures: Taught | None = None
    others: Others | None = None
    deadline: float = float("inf")  # time.monotonic()
    desk: Desk = field(default_factory=Desk)
    hooks: Hooks = field(default_factory=Hooks)
    care: Care = "normal"
    part_of: str = ""  # the connection, where this is a part asked elsewhere than the question's own
    show: Show = _unseen

    @property
    def out_of_time(self) -> bool:
        """Say whether the answer's deadline has passed."""
        return time.monotonic() >= self.deadline

    def asked(self, question: str, previous: PastTurn | None = None, declined: bool = False) -> Asked:
        """Return a question as the writers without a model take it, with the turn it may follow.

        `declined`: one without an answer came since that turn.
        """
        who = (self.connection, self.rights, self.today)
        if previous is None:
            return Asked(question, *who, previous_declined=declined)
        sure = previous.source in _SURE
        return Asked(question, *who, previous.question, previous.sql, sure, declined)

    async def own_notes(self) -> list[Note]:
        """Return the notes of the person asking, read once for a question."""
        if self.desk.notes is None:
            self.desk.notes = await self.notes.of(self.user.name, self.connection)
        return self.desk.notes

    def may_see(self, name: str) -> bool:
        """Say whether schema.table or schema.table.column is within the user's rights."""
        lower, rights = name.lower(), self.rights
        if lower.count(".") >= 2:
            hidden = [column for column, kind in rights.masks.items() if kind == "hide"]
            return not _matches(lower, [*rights.denied_columns, *hidden])
        return _matches(lower, rights.tables) and not _matches(lower, rights.denied_tables)


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
