"""What happens while a question is answered, as one stream of frozen records of JSON types.

Any number of the first group, then exactly one of `Answered | Clarify | Failed | Stopped`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal

from answers.markdown import harmless
from answers.visible import visible

AnswerKind = Literal[
    "data", "schema", "general", "chat", "clarify", "teach", "unanswerable", "refused", "failed"
]
Source = Literal[
    "verified", "metric", "derived", "rows", "similar", "generated", "cached", "general", "together"
]


@dataclass(frozen=True)
class Waiting:
    """Earlier questions of the same person go first; `place` counts from 1 among those that wait."""

    place: int


@dataclass(frozen=True)
class TakenUp:
    """Who answered is gone, and another has begun anew: what was shown so far of this question is void."""

    question: str


@dataclass(frozen=True)
class StepStarted:
    """A tool or stage began; `step` is its ASCII name (generate_sql …), `input` is short."""

    step: str
    id: str
    input: str = ""


@dataclass(frozen=True)
class StepMoved:
    """It has come further; `input` says how far, in the place of what it began with."""

    step: str
    id: str
    input: str


@dataclass(frozen=True)
class StepFinished:
    """It ended; `note` is a short plain output (the SQL, a row count, an error's own words)."""

    step: str
    id: str
    ok: bool
    ms: float
    note: str = ""
    language: str = ""  # "sql" colours the note


@dataclass(frozen=True)
class SqlReady:
    """The SQL that will run, as approved."""

    sql: str
    source: Source


@dataclass(frozen=True)
class RowsReady:
    """The rows, at once; the whole result stays in the app's database under `result_id`.

    Without a column they take back those shown: they were of another question.
    """

    result_id: str
    columns: list[dict[str, str]]
    rows: list[list[Any]]
    row_count: int
    truncated: bool


@dataclass(frozen=True)
class ChartReady:
    """A Plotly figure as JSON."""

    figure: dict[str, Any]


@dataclass(frozen=True)
class WordsReady:
    """The computed words, at once; those of a model, which looks further meanwhile, take their place."""

    text: str


@dataclass(frozen=True)
class Token:
    """A piece of the answer's text, released."""

    text: str


@dataclass(frozen=True)
class Suggestions:
    """Questions that can be asked next."""

    questions: list[str]


@dataclass(frozen=True)
class Answer:
    """Everything known about one finished question; the JSON of `cli.py ask --json`."""

    kind: AnswerKind
    answer: str
    question: str
    sql: str | None = None
    columns: list[dict[str, str]] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    row_count: int = 0
    truncated: bool = False
    chart: dict[str, Any] | None = None
    suggestions: list[str] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    source: Source | None = None
    triage: dict[str, Any] = field(default_factory=dict)
    repairs: int = 0
    failure: dict[str, str] | None = None
    interpretation: list[str] = field(default_factory=list)
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    ms: dict[str, float] = field(default_factory=dict)
    thread: str = ""
    id: str = ""
    result_id: str | None = None
    as_of: str = ""  # when the database gave the rows, as an ISO time
    other: dict[str, Any] | None = None  # a second reading with other figures: question, sql, columns, rows
    remembered: bool = False  # they were not read for this answer
    understood: str = ""  # the question as it stands alone, where a message said less
    charts: list[dict[str, Any]] = field(default_factory=list)  # what else it may be drawn as, as specs
    no_chart: str = ""  # why there is none, in words
    totals: list[float | None] = field(default_factory=list)  # of each column that may be summed
    parts: list[dict[str, str]] = field(default_factory=list)  # what of `query` can be changed
    query: dict[str, Any] | None = None  # what was asked of the metrics (query/as_json.py)
    beside: str = ""  # the other connection, where two were asked together
    when: str = ""  # the time its figures are of, in words and dates

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON types: its words as the page shows them, nothing in it unseen."""
        worded = {name: harmless(getattr(self, name)) for name in ("answer", "understood")}
        listed = {
            name: list(map(harmless, getattr(self, name))) for name in ("suggestions", "interpretation")
        }
        return {**visible(values_of(self)), **worded, **listed}


@dataclass(frozen=True)
class Answered:
    """The end: an answer, also one that declines and says why."""

    answer: Answer


@dataclass(frozen=True)
class Clarify:
    """The end of this run: the user must choose; the next message on the thread is the answer."""

    answer: Answer  # kind "clarify"; the question to the user is its text, the readings its suggestions


@dataclass(frozen=True)
class Failed:
    """The end: it could not be answered for a reason that is not the question's."""

    answer: Answer  # kind "failed" or "refused"; `failure` names the code


@dataclass(frozen=True)
class Stopped:
    """The end: whoever asked stopped it, perhaps from another page."""

    answer: Answer  # kind "failed", with the words that had been shown


Event = (
    Waiting
    | TakenUp
    | StepStarted
    | StepMoved
    | StepFinished
    | SqlReady
    | RowsReady
    | ChartReady
    | WordsReady
    | Token
    | Suggestions
    | Answered
    | Clarify
    | Failed
    | Stopped
)
Show = Callable[[Event], None]
LAST = (Answered, Clarify, Failed, Stopped)
_KEPT = (
    TakenUp, StepStarted, StepMoved, StepFinished, SqlReady, RowsReady, ChartReady, WordsReady, Token,
    Suggestions,
)  # fmt: skip
_BY_NAME = {one.__name__: one for one in _KEPT}


def values_of(record: Any) -> dict[str, Any]:
    """Return a record of JSON types by its fields, sharing their values: asdict copies every cell."""
    kind: type = type(record)
    names, values = _fields_of(kind)
    return dict(zip(names, values(record), strict=True))


@lru_cache
def _fields_of(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """Return the names of a record's fields, and what takes their values: found once for each kind."""
    names = tuple(one.name for one in fields(kind))
    if len(names) == 1:
        return names, lambda record: (getattr(record, names[0]),)
    return names, attrgetter(*names)


def event_json(event: Event) -> dict[str, Any]:
    """Return an event before the last as JSON types."""
    return {"is": type(event).__name__, **values_of(event)}


def event_from(kept: Mapping[str, Any]) -> Event:
    """Return the event that `event_json` wrote."""
    values = dict(kept)
    event: Event = _BY_NAME[values.pop("is")](**values)
    return event
