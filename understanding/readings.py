"""What a question was read as: the queries it comes to, how sure that is, and what is said of it."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from config.wording import Language
from knowledge.items import Assumption
from query.metric_query import MetricQuery

Why = Literal["word", "no_metric", "shape", "unreachable", "no_data", "whole_months"]
PartKind = Literal["metric", "period", "compare", "cut", "filter", "top"]


@dataclass(frozen=True)
class MetricReading:
    """A question read to the end."""

    query: MetricQuery
    language: Language
    chart: str = ""
    figure_assumed: bool = False  # no metric was named
    undated: bool = False  # no period was named: all data, or what the definition says
    unread: tuple[str, ...] = ()  # small words that were given no meaning
    guessed: tuple[str, ...] = ()  # words taken for what is called alike
    of_sibling: bool = False  # of another figure of its unit: the one that was named cannot be cut so
    by_definition: bool = False  # nobody named the period: it is the one the definition takes, and said to be
    months_assumed: bool = False  # a stretch that still runs was ended with its last whole month
    implied: bool = False  # the figure is the count of what named members are of
    by_turn: bool = False  # of figures that its words fit alike, the one that the turn before named


@dataclass(frozen=True)
class Ambiguous:
    """Readings of equal standing, as queries to be worded and shown."""

    queries: tuple[MetricQuery, ...]
    language: Language
    falls: bool = False  # a decline is asked for, and worded so


@dataclass(frozen=True)
class NotMine:
    """Why a question is not one of the metrics: the words nothing here knows, or what cannot be done."""

    reason: Why
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measure:
    """A column with a figure: `heading` is its name, or how its name begins where its period follows."""

    heading: str
    metric: str
    unit: str = ""
    adds: bool = False  # its rows may be summed


@dataclass(frozen=True)
class Part:
    """A part of what was asked that can be changed: its kind, what such parts are called, what it is."""

    kind: PartKind
    name: str
    label: str


@dataclass(frozen=True)
class MetricHit:
    """SQL that a MetricQuery came to, with the lines that say how it was read and what was assumed for it.

    `rival` is the query of the message read alone, where it may as well be no follow-up; `computed` the one
    that the SQL answers, where last days that are not complete are left out of what is compared.
    """

    sql: str
    asked: str
    interpretation: tuple[str, ...]
    query: MetricQuery
    assumed: tuple[Assumption, ...] = ()
    rival: MetricQuery | None = None
    message: str = ""  # as the person wrote it
    unread: tuple[str, ...] = ()  # words that were taken without giving them a meaning
    measures: tuple[Measure, ...] = ()
    parts: tuple[Part, ...] = ()
    derived: bool = False  # by a figure or a cut that nobody defined
    computed: MetricQuery | None = None
    neighbours: tuple[MetricQuery, ...] = ()  # its words fit these alike, the likeliest first, itself too


@dataclass(frozen=True)
class Recognised:
    """What a statement that was written elsewhere asks of the metrics."""

    query: MetricQuery
    measures: tuple[Measure, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class MetricReadings:
    """What a question could mean, worded so that each can be asked as it stands; `every` one is asked."""

    questions: tuple[str, ...]
    every: bool = False


@dataclass(frozen=True)
class Clause:
    """What rows must hold in a column, as it is told: compared with numbers, or in words of its own.

    Of rows that have others or none, `words` are those, and `span` when they were, its last day excluded.
    """

    op: str
    column: str
    values: tuple[str, ...] = ()
    unit: str = ""
    words: str = ""
    span: tuple[dt.date, dt.date] | None = None


@dataclass(frozen=True)
class Listed:
    """Rows that are listed, as their sentence needs them: what they are called, and which they are.

    `of` is the one row that was asked about by its name, `columns` what is shown beside what rows are called,
    `told` those of them that what the rows are called says, `end` which end of an order they are of.
    `members` are what the rows belong to, as stored, `kinds` what their codes mean, `clauses` what else they
    must hold, `units` and `verbs` of the columns; `counts` tells a figure that is their number, `span` when
    they were, where one day of theirs says it.
    """

    one: str
    many: str
    which: str = ""
    of: str = ""
    columns: tuple[str, ...] = ()
    named: bool = False  # the first column holds what a row is called
    told: tuple[str, ...] = ()
    end: str = ""
    keyed: bool = False  # the first column is a number of the row, and no name
    figure: bool = False  # a figure of them was asked for, and not they themselves
    members: tuple[tuple[str, str], ...] = ()
    kinds: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()
    units: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    counts: bool = False
    span: tuple[dt.date, dt.date] | None = None  # its last day excluded
    words: str = ""  # what the question calls that time
    verb: str = ""  # what was done then: opened
    stood: dt.date | None = None  # the day that is past on which they are counted as they were then
    table: str = ""  # whose rows they are, schema.table
