"""What one question knows so far: plain data a checkpointer can store."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from langgraph.managed import RemainingSteps
from typing_extensions import TypedDict

from agent.latest import Latest

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
    source: NotRequired[str | None]  # who wrote the SQL
    beside: NotRequired[str]  # the other connection, where two were asked
    clauses: NotRequired[list[Clause]]  # what it was answered by, where that were several questions


class AgentState(TypedDict, total=False):
    """What one question knows so far; each stage adds its own part."""

    # The thread's memory
    messages: Annotated[list[AnyMessage], add_messages]
    remaining_steps: NotRequired[RemainingSteps]
    history: Annotated[list[Turn], Latest]
    # This turn
    turn_id: Annotated[str, Latest]
    fresh: Annotated[bool, Latest]  # the user wants it read anew, whatever is remembered
    asked: Annotated[str, Latest]  # as the user wrote it
    shortened: Annotated[list[list[str]], Latest]  # words written whole in it, each with how it was written
    uncounted: Annotated[list[str], Latest]  # words that the question chosen leaves out
    given: Annotated[dict[str, Any] | None, Latest]  # a query of the metrics that came with it
    analysis_asked: Annotated[dict[str, Any] | None, Latest]  # the analysis a model chose, as JSON
    question: Annotated[str, Latest]  # as it stands alone
    triage: Annotated[Triage | None, Latest]
    recalled: Annotated[bool, Latest]  # an earlier answer is still valid
    sql: Annotated[str, Latest]
    sql_hash: Annotated[str, Latest]  # what valid_sql approved; run_sql runs nothing else
    sql_source: Annotated[str | None, Latest]
    beside: Annotated[str, Latest]  # the other connection, where two were asked
    metric_query: Annotated[dict[str, Any] | None, Latest]  # what was asked of the metrics, as JSON
    measures: Annotated[list[dict[str, Any]], Latest]  # what its columns are (query.metric_query.Measure)
    parts: Annotated[list[dict[str, str]], Latest]  # what of it can be changed (query.metric_query.Part)
    reading: Annotated[list[str], Latest]  # how a question over metrics was understood, in lines
    days_told: Annotated[list[str], Latest]  # lines on what the time asked about has of data
    noted: Annotated[list[NoteGiven], Latest]  # the person's own notes that the writer is given
    clauses: Annotated[list[Clause], Latest]  # the questions of the message that were answered, each alone
    similar_to: Annotated[str, Latest]  # the verified question the SQL was taken from
    result_ref: Annotated[str | None, Latest]
    row_count: Annotated[int, Latest]
    preview: Annotated[list[list[Any]], Latest]
    outcome: Annotated[Outcome | None, Latest]
    refusal: Annotated[Refusal | None, Latest]
    needs: Annotated[Needs | None, Latest]
    anew: Annotated[bool, Latest]  # what was typed where a question was asked back is another question
    clarified: Annotated[bool, Latest]  # at most one question back a turn
    alone: Annotated[bool, Latest]  # what was chosen is a whole question, whatever came before
    analysis: Annotated[str, Latest]  # the kind of analysis that was asked back about
    preferred: Annotated[str, Latest]  # a choice made once before, taken again without asking
    widened: Annotated[bool, Latest]  # retrieval was given more room after "not in these tables"
    confirmed: Annotated[str, Latest]  # hash of the costly or sensitive statement the user agreed to
    faults: Annotated[list[Fault], Latest]
    attempts: Annotated[dict[str, int], Latest]
    steps: Annotated[int, Latest]
    tried: Annotated[list[str], Latest]  # hashes of every SQL written in this turn
    suggested_next_step: Annotated[str | None, Latest]
    execution_path: Annotated[list[str], Latest]
    answer_kind: Annotated[str | None, Latest]
    answer: Annotated[str, Latest]


THREAD_KEYS = frozenset({"messages", "remaining_steps", "history"})
MOST_FAULTS = 3


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
