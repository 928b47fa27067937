"""Who writes SQL and words: the protocol and its records."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from config.wording import Language
from knowledge.items import Linked, LinkedDocument
from reasoning.rewriting import Faulted
from understanding.verdicts import Reading

NoSqlReason = Literal[
    "not_data", "missing_data", "need_tables", "no_tables", "ambiguous", "declined", "no_model"
]


@dataclass(frozen=True)
class PastTurn:
    """One earlier turn of the thread, in its bounded form."""

    question: str
    sql: str = ""
    answer: str = ""
    source: str = ""  # who wrote the SQL
    beside: str = ""  # the other connection, where two were asked
    when: str = ""  # the time it was of, as it was understood


@dataclass(frozen=True)
class SqlFault:
    """A failed try: its SQL and the database's or the guard's own words."""

    sql: str
    error_class: str
    message: str
    hint: str = ""
    near: str = ""  # where in the statement
    fix: str = ""  # what to do about it


@dataclass(frozen=True)
class Brief:
    """All that is needed to write SQL for one question."""

    question: str
    language: Language
    connection: str
    dialect: str
    today: str
    linked: Linked
    history: tuple[PastTurn, ...] = ()
    history_chars: int = 3000  # of the prompt, for all earlier turns
    faults: tuple[SqlFault, ...] = ()
    is_second: bool = False  # written beside another, to be compared with it
    notes: tuple[LinkedDocument, ...] = ()  # of the person asking, for nobody else
    metrics: tuple[str, ...] = ()  # what defined metrics are made of, and what cuts them
    sql_only: bool = False  # what was asked of the metrics broke their rules
    candidate: Reading | None = None  # what was read without a model, and is not certain
    absent: tuple[str, ...] = ()  # tables the writer asked for that are not there for this person
    calls_left: int = 3  # of a model, for this question's SQL
    data_until: str = ""  # the last day with data, where that is before today
    asked: str = ""  # the user's own words, where the question has been said anew
    openings: tuple[str, ...] = ()  # since when those are there whose opening the question names

    @property
    def as_asked(self) -> str:
        """Return the question with the user's own words, which may take for granted what it leaves out."""
        return f"Question: {self.question}" + (f"\nAs the user wrote it: {self.asked}" if self.asked else "")

    @property
    def may_query(self) -> bool:
        """Tell whether the metrics may be asked in their own form: by a first try alone."""
        return bool(self.metrics) and not (self.faults or self.is_second or self.sql_only)


@dataclass(frozen=True)
class SqlDraft:
    """SQL for the question as it stands alone."""

    sql: str
    question: str  # the stand-alone question
    reading: tuple[str, ...] = ()  # how it was computed, where no model wrote it
    calls: int = 1  # of a model, to get it
    also: tuple[str, ...] = ()  # parts of the question that it leaves out, each as a question of its own


@dataclass(frozen=True)
class MetricDraft:
    """A question over the defined metrics in the JSON form of a MetricQuery, not yet checked."""

    query: Mapping[str, Any]
    question: str
    also: tuple[str, ...] = ()  # parts of the question that it leaves out
    calls: int = 1


@dataclass(frozen=True)
class NeedTables:
    """Tables the writer must see before it can tell."""

    tables: tuple[str, ...]
    question: str
    calls: int = 1


@dataclass(frozen=True)
class NoSql:
    """Why there is no SQL; `message` is the writer's words, `readings` what an ambiguous one could mean."""

    reason: NoSqlReason
    message: str = ""
    readings: tuple[str, ...] = ()
    question: str = ""
    calls: int = 1
    left: tuple[str, ...] = ()  # words that each of the readings leaves out


Draft = SqlDraft | MetricDraft | NeedTables | NoSql


@dataclass(frozen=True)
class Facts:
    """What a summary may speak of: figures that are in the result, and nothing else."""

    question: str
    language: Language
    columns: Sequence[dict[str, str]]
    rows: Sequence[Sequence[Any]]  # a small sample
    row_count: int
    truncated: bool
    statements: tuple[str, ...] = ()  # computed sentences, true by construction
    asked: str = ""  # as it was written, where the question is another wording of it
    meanings: tuple[str, ...] = ()  # what its figures are by their definitions
    written: str = ""  # the words before, and what of them nothing bears out
    unfounded: tuple[Faulted, ...] = ()
    shown: bool = False  # what stands before the first of these was read already
    latest: bool = False  # the rows are of the latest times, where they are not all
    before: PastTurn | None = None  # what it goes on from, its answer in short
    read_as: str = ""  # how a rule read it, where no model did: then the rows may be another question's
    behind: bool = False  # it stands right behind what was said before, of the same message


class Reasoner(Protocol):
    """Writes SQL, summaries and, where no rule decides, common-knowledge answers."""

    async def write_sql(self, brief: Brief) -> Draft:
        """Write one SELECT for the brief, ask the metrics or for more tables instead, or say why not."""
        ...

    def summarize(self, facts: Facts) -> AsyncIterator[str]:
        """Word the facts, piece by piece."""
        ...

    def answer_general(self, question: str, language: Language) -> AsyncIterator[str]:
        """Answer from common knowledge; raises ModelError("model_needed") where there is no model."""
        ...


@dataclass(frozen=True)
class Statement:
    """One of two statements for a question, with the rows that only it gives."""

    sql: str
    reading: str
    row_count: int
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Contest:
    """Two statements that give unlike rows for one question."""

    question: str
    language: Language
    columns: tuple[tuple[str, ...], tuple[str, ...]]
    first: Statement
    second: Statement


@dataclass(frozen=True)
class Choice:
    """Which of two statements answers the question as asked, and why."""

    second: bool
    why: str = ""


@runtime_checkable
class Judge(Protocol):
    """A reasoner that can choose between two statements by their rows."""

    async def judge(self, contest: Contest) -> Choice | None:
        """Return the choice, or None where it makes none."""
        ...


@dataclass(frozen=True)
class Situation:
    """Where the loop stands when a model is to decide the next tool."""

    question: str
    language: Language
    tools: tuple[str, ...]
    sql: str = ""
    path: tuple[str, ...] = ()
    fault: str = ""


@runtime_checkable
class Decider(Protocol):
    """A reasoner that can also choose the next tool."""

    async def decide(self, situation: Situation) -> str | None:
        """Return the tool to call next, or None where it names none of them."""
        ...
