"""What Wenshu is taught and what retrieval links to a question, as plain records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["ddl", "documentation", "pair", "term", "metric", "rejected"]
Status = Literal["staged", "published", "retired"]
Level = Literal["full", "line", "name"]
# What a reading took for granted: a period or figure nobody named, a longer period for a month by month, a
# slip of the pen set right, a name in part, that it follows the turn before, a word without a meaning; of
# `shape` a figure was named, and not all beside it read.
Assumption = Literal[
    "period",
    "happened",
    "longer_period",
    "months",
    "sibling",
    "figure",
    "shape",
    "neighbour",
    "slip",
    "part_of_name",
    "edit",
    "unread",
    "guess",
    "derived",
]


@dataclass(frozen=True)
class KnowledgeItem:
    """One record of truth. `title` is the table, heading or question; `content` the DDL, text or SQL.

    `payload` by kind — ddl: the parsed table (schema, name, comment, columns, keys); pair: language, tags;
    term: synonyms, definition, expression; metric: the definition as it was written; rejected, a question
    with SQL that must not be used for it: reason.
    """

    id: str
    connection: str
    kind: Kind
    title: str
    content: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    status: Status = "staged"
    author: str = ""
    source: str = ""
    verified_by: str = ""


@dataclass(frozen=True)
class LinkedTable:
    """A table retrieval chose, with the DDL text that fits the budget and why it is there.

    `level`: written out in full, in one line (keys and comment), or by its name alone.
    """

    name: str  # schema.table
    score: float
    ddl: str
    why: str = ""
    level: Level = "full"


@dataclass(frozen=True)
class LinkedDocument:
    """A piece of documentation or a term."""

    title: str
    text: str
    score: float


@dataclass(frozen=True)
class Example:
    """A verified pair near the question."""

    id: str
    question: str
    sql: str
    score: float
    verified_by: str = ""


@dataclass(frozen=True)
class LinkedValue:
    """A value of the database found in the question."""

    text: str  # as the user wrote it
    value: str  # as the database holds it
    column: str  # schema.table.column
    score: float = 1.0
    coded: bool = False  # the word is what a code means

    @property
    def table(self) -> str:
        """Return the full name of its table, in small letters."""
        return self.column.rpartition(".")[0].lower()


@dataclass(frozen=True)
class PeriodText:
    """A time expression read into half-open dates."""

    text: str
    start: str  # ISO date, included
    end: str  # ISO date, excluded
    runs_until: str = ""  # ISO date, excluded: the end of all of it, where it still runs
    next: str = ""  # ISO date, included: of a month named without a year, the one to come this year


@dataclass(frozen=True)
class Linked:
    """Everything retrieval links to one question; schema linking's result.

    `likeliest` names the tables the question most likely needs, best first; `whole` says that `tables` are
    all tables this person may see, written out and in a stable order; `by_words` that nothing was looked
    for by meaning.
    """

    tables: tuple[LinkedTable, ...] = ()
    documents: tuple[LinkedDocument, ...] = ()
    examples: tuple[Example, ...] = ()
    values: tuple[LinkedValue, ...] = ()
    periods: tuple[PeriodText, ...] = ()
    tokens: int = 0
    best_score: float = 0.0
    likeliest: tuple[str, ...] = ()
    whole: bool = False
    by_words: bool = False


@dataclass(frozen=True)
class ReuseHit:
    """A verified pair whose typed slots fit the question, with its SQL filled in."""

    item_id: str
    question: str  # the pair's own question
    sql: str  # literal values filled in
    exact: bool  # the same question, not only the same but for slots
    slots: Mapping[str, str] = field(default_factory=dict)
    verified_by: str = ""
    asked: str = ""  # the question as it stands alone, where a follow-up was rewritten
    assumed: tuple[Assumption, ...] = ()
    instead: tuple[str, ...] = ()  # whole questions that say what was assumed
    unread: tuple[str, ...] = ()  # words that were taken without giving them a meaning
    variant: str = ""  # the further wording of the pair as which it was said; none: its own question

    @property
    def word_for_word(self) -> bool:
        """Tell the pair's own question as it was taught: nothing that is read otherwise goes before it."""
        return self.exact and not (self.variant or self.asked)
