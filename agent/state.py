"""What one question knows so far: plain data a checkpointer can store."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, cast

from langchain_core.messages import AnyMessage
from langgraph.managed import RemainingSteps
from typing_extensions import TypedDict

from agent.latest import Latest, Merged, Said

Tool = Literal["generate_sql", "valid_sql", "run_sql", "generate_summary"]
TOOLS: tuple[Tool, ...] = ("generate_sql", "valid_sql", "run_sql", "generate_summary")


class Triage(TypedDict):
    """What kind of message this is, and how that was known."""

    kind: str  # data | schema | chat | help | teach | follow_up
    confidence: float
    reason: str
    method: str


class Fault(TypedDict):
    """One failed step in the words of whoever refused it."""

    stage: str
    error_class: str
    code: str
    params: dict[str, Any]
    sql: str
    message: str
    hint: str
    near: str  # where in the statement, in its own words
    fix: str  # what the next attempt is told to do


class Outcome(TypedDict):
    """How the last tool ended; routing reads nothing else about it."""

    tool: str
    ok: bool
    error_class: str


class Refusal(TypedDict):
    """Why there is no SQL."""

    reason: str  # not_data | missing_data | need_tables | ambiguous | declined | no_data
    message: str
    readings: list[str]  # what an ambiguous question could mean; the tables needed; a time with data


class Needs(TypedDict):
    """What only the user can decide."""

    kind: Literal["reading", "confirm", "narrow", "edit"]
    question: str
    readings: list[str]
    alone: NotRequired[bool]  # each reading is a whole question
    in_part: NotRequired[bool]  # words were left out of each: chosen once, it is asked again all the same
    left: NotRequired[list[str]]  # the words that were left out
    shorter: NotRequired[list[str]]  # the readings that ask the same over less time


class NoteGiven(TypedDict):
    """A note of the person asking, and whether it defines a word of the question."""

    text: str
    named: bool


class Clause(TypedDict):
    """One question of a message of several, as it was answered."""

    question: str
    sql: str
    source: str


class Turn(TypedDict):
    """One finished turn in the form later turns remember it."""

    question: str
    sql: str
    answer: str
    kind: str
    when: NotRequired[str]  # the time it was of, as it was understood
    source: NotRequired[str | None]  # who wrote the SQL
    beside: NotRequired[str]  # the other connection, where two were asked
    clauses: NotRequired[list[Clause]]  # what it was answered by, where that were several questions


class AgentState(TypedDict, total=False):
    """What one question knows so far; each stage adds its own part."""

    # The thread's memory
    history: list[Turn]
    # This turn
    messages: list[AnyMessage]  # of the loop
    turn_id: str
    fresh: bool  # the user wants it read anew, whatever is remembered
    asked: str  # as the user wrote it
    shortened: list[list[str]]  # words written whole in it, each with how it was written
    uncounted: list[str]  # words that the question chosen leaves out
    given: dict[str, Any] | None  # a query of the metrics that came with it
    analysis_asked: dict[str, Any] | None  # the analysis a model chose, as JSON
    question: str  # as it stands alone
    triage: Triage | None
    recalled: bool  # an earlier answer is still valid
    sql: str
    sql_hash: str  # what valid_sql approved; run_sql runs nothing else
    sql_source: str | None
    beside: str  # the other connection, where two were asked
    metric_query: dict[str, Any] | None  # what was asked of the metrics, as JSON
    measures: list[dict[str, Any]]  # what its columns are (query.metric_query.Measure)
    parts: list[dict[str, str]]  # what of it can be changed (query.metric_query.Part)
    reading: list[str]  # how a question over metrics was understood, in lines
    days_told: list[str]  # lines on what the time asked about has of data
    noted: list[NoteGiven]  # the person's own notes that the writer is given
    clauses: list[Clause]  # the questions of the message that were answered, each alone
    similar_to: str  # the verified question the SQL was taken from
    result_ref: str | None
    row_count: int
    preview: list[list[Any]]
    outcome: Outcome | None
    refusal: Refusal | None
    needs: Needs | None
    anew: bool  # what was typed where a question was asked back is another question
    clarified: bool  # at most one question back a turn
    alone: bool  # what was chosen is a whole question, whatever came before
    analysis: str  # the kind of analysis that was asked back about
    preferred: str  # a choice made once before, taken again without asking
    widened: bool  # retrieval was given more room after "not in these tables"
    confirmed: str  # hash of the costly or sensitive statement the user agreed to
    faults: list[Fault]
    attempts: dict[str, int]
    steps: int
    tried: list[str]  # hashes of every SQL written in this turn
    suggested_next_step: str | None
    execution_path: list[str]
    answer_kind: str | None
    answer: str


class Kept(TypedDict, total=False):
    """The state as the graph keeps it: the thread's memory, and what is known of this turn as one.

    LangGraph goes through all keys at each step: with one for each of them it was 5,000 calls of a question.
    """

    messages: Annotated[list[AnyMessage], Said]
    remaining_steps: NotRequired[RemainingSteps]
    history: Annotated[list[Turn], Latest]
    turn: Annotated[AgentState, Merged]


THREAD_KEYS = frozenset({"messages", "history"})
MOST_FAULTS = 3


def unpacked(kept: Mapping[str, Any]) -> AgentState:
    """Return what is known, of what the graph keeps."""
    known = {name: kept[name] for name in THREAD_KEYS if name in kept}
    return cast(AgentState, {**known, **kept.get("turn", {})})


def packed(known: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known, or was written, as the graph keeps it."""
    kept = {name: known[name] for name in THREAD_KEYS if name in known}
    return {**kept, "turn": {name: value for name, value in known.items() if name not in kept}}


def fresh_turn() -> AgentState:
    """Return every per-turn key with nothing known."""
    return AgentState(
        turn_id="",
        fresh=False,
        asked="",
        shortened=[],
        uncounted=[],
        given=None,
        analysis_asked=None,
        question="",
        triage=None,
        recalled=False,
        sql="",
        sql_hash="",
        sql_source=None,
        beside="",
        metric_query=None,
        measures=[],
        parts=[],
        reading=[],
        days_told=[],
        noted=[],
        clauses=[],
        similar_to="",
        result_ref=None,
        row_count=0,
        preview=[],
        outcome=None,
        refusal=None,
        needs=None,
        anew=False,
        clarified=False,
        alone=False,
        analysis="",
        preferred="",
        widened=False,
        confirmed="",
        faults=[],
        attempts={},
        steps=0,
        tried=[],
        suggested_next_step=None,
        execution_path=[],
        answer_kind=None,
        answer="",
    )


def with_fault(faults: Sequence[Fault], fault: Fault) -> list[Fault]:
    """Return the last faults including this one."""
    return [*faults, fault][-MOST_FAULTS:]
