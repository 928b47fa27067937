"""What the writer of SQL is given: the question, what was linked to it, the talk before, and what failed."""

import asyncio
import dataclasses
import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from agent.context import Context
from agent.recovery import strategy_for
from agent.state import AgentState, Turn
from analysis.asked import Recognised, recognise
from errors import WenshuError
from knowledge.items import Linked
from language.calendar import Holidays
from reasoning.reasoner import Brief, Draft, NoSql, PastTurn, SqlFault
from teaching.notes import noted
from tools.came_and_went import opened_as_named
from tools.catalogue import catalogued, live_tables
from understanding.words.pieces import spelled_out

_log = logging.getLogger(__name__)
WIDER = 3  # times the budget, where the first retrieval did not hold what the question needs
_RECENT = 8  # turns the writer is shown
_FOLLOWED = ("data", "general")
_DECLINED = ("unanswerable", "refused")


async def brief_for(state: AgentState, context: Context) -> Brief:
    """Return all that is needed to write SQL for the state's question."""
    linked = await _linked(state, context)
    return Brief(
        question=state["question"],
        asked=state["asked"] if state.get("asked", "") != state["question"] else "",
        language=context.language,
        connection=context.connection,
        dialect=context.database.dialect.name,
        today=context.today.isoformat(),
        data_until=await _data_until(context),
        linked=linked,
        openings=await opened_as_named(state["question"], linked.values, context),
        history=past_turns(state),
        history_chars=context.settings.prompt_budget_tokens,  # about a quarter of what the context may take
        metrics=await _offered(state, context, linked.likeliest),
        notes=noted(await context.own_notes(), state["question"]).documents,
        faults=tuple(
            SqlFault(
                fault["sql"],
                fault["error_class"],
                fault["message"],
                fault["hint"],
                fault["near"],
                fault["fix"],
            )
            for fault in state.get("faults", [])
        ),
    )


async def _data_until(context: Context) -> str:
    """Return the last day with data where that is not today: a running month is compared by its days."""
    if context.figures is None:
        return ""
    days = await context.figures.days(context.connection, context.rights)
    last = days.last(context.today)
    return last.isoformat() if last < context.today else ""


async def drafted(brief: Brief, context: Context) -> Draft:
    """Ask the reasoner for SQL, within the calls a question has for it; with none left it is declined."""
    left = context.settings.max_attempts - context.desk.sql_calls
    if left <= 0:
        return NoSql("declined", question=brief.question, calls=0)
    draft = await context.reasoner.write_sql(dataclasses.replace(brief, calls_left=left))
    context.desk.sql_calls += draft.calls
    return draft


async def _offered(state: AgentState, context: Context, likeliest: Sequence[str]) -> tuple[str, ...]:
    """Return lines on the metrics, in full for those that come near."""
    if context.figures is None:
        return ()
    return await context.figures.offered(state["question"], context.connection, context.rights, likeliest)


def previous_turn(state: AgentState) -> PastTurn | None:
    """Return the turn a follow-up follows: the last that had an answer, whatever was said or failed since.

    What was chosen as a whole question follows nothing.
    """
    past = last_answered(state)
    asked = _recognised(past.question) if past else None
    if past is None or asked is None or asked.kind not in ("why", "moved"):
        return past
    return dataclasses.replace(
        past, question=asked.rest, sql=""
    )  # by branch: of the figure whose change it was


@lru_cache(maxsize=256)
def _recognised(question: str) -> Recognised | None:
    """Return what analysis an earlier question asked for: each stage asks for the turn that is followed."""
    return recognise(question)


def shown_before(state: AgentState) -> tuple[PastTurn, ...]:
    """Return the turns that showed something, the latest last; the one a follow-up follows comes as such."""
    previous = previous_turn(state)
    if previous is None:
        return ()
    earlier = [_past(turn) for turn in state.get("history", []) if turn["kind"] in _FOLLOWED]
    return (*earlier[:-1], previous)


def last_answered(state: AgentState) -> PastTurn | None:
    """Return the last turn that had an answer, as it was asked."""
    if state.get("alone"):
        return None
    past = [_past(turn) for turn in state.get("history", []) if turn["kind"] in _FOLLOWED]
    return past[-1] if past else None


def previous_declined(state: AgentState) -> bool:
    """Tell whether a turn without an answer came since the one a follow-up would follow.

    A message may then belong to that one, which nobody understood: it is no edit of what came before it.
    """
    return _since_answered(state, _DECLINED) is not None


def declined_before(state: AgentState) -> str:
    """Return the question without an answer that came last, or nothing where none did."""
    return _since_answered(state, _DECLINED) or ""


def failed_since(state: AgentState) -> str:
    """Return the question that failed last since the turn a follow-up follows, or nothing where none did."""
    return _since_answered(state, ("failed",)) or ""


def _since_answered(state: AgentState, kinds: Sequence[str]) -> str | None:
    """Return the last question that ended in one of these ways since one had an answer, or None."""
    if state.get("alone"):
        return None
    for turn in reversed(state.get("history", [])):
        if turn["kind"] in _FOLLOWED:
            return None
        if turn["kind"] in kinds:
            return turn["question"]
    return None


def past_turns(state: AgentState) -> tuple[PastTurn, ...]:
    """Return the thread's recent turns, oldest first."""
    recent = state.get("history", [])[-_RECENT:]
    return tuple(_past(turn) for turn in recent)


def _past(turn: Turn) -> PastTurn:
    said = (turn["question"], turn["sql"], turn["answer"])
    more = {"beside": turn.get("beside", ""), "when": turn.get("when", "")}
    return PastTurn(*said, source=turn.get("source") or "", **more)


async def _linked(state: AgentState, context: Context) -> Linked:
    """Return the linked context; link again, with the live catalogue, where the last error asks for it."""
    faults = state.get("faults", [])
    missing = faults[-1] if faults and strategy_for(faults[-1]["error_class"]).action == "relink" else None
    if missing is None and context.desk.linked is not None:
        return context.desk.linked
    if missing is None:
        context.desk.linked = await link(state["question"], context)
        return context.desk.linked
    live, linked = await asyncio.gather(
        live_tables(missing, state["question"], context),
        link(f"{state['question']} {missing['message']}", context),
    )
    names = {table.name for table in live}
    rest = (table for table in linked.tables if table.name not in names)
    context.desk.linked = dataclasses.replace(linked, tables=(*live, *rest))
    return context.desk.linked


@dataclasses.dataclass(frozen=True)
class Wider:
    """What a wider look brought: whether there was more to see, and what of the wanted is not there."""

    more: bool
    absent: tuple[str, ...] = ()


async def link_wider(state: AgentState, context: Context) -> Wider:
    """Link once more with more room, for the tables the writer asked for too."""
    before, refused = context.desk.linked or Linked(), state.get("refusal")
    wanted = refused["readings"] if refused and refused["reason"] == "need_tables" else []
    if before.whole:
        return Wider(False, tuple(name for name in wanted if _bare(name) not in _shown(before)))
    wide = await link(state["question"], context, room=WIDER, wanted=wanted)
    context.desk.linked = wide
    absent = tuple(name for name in wanted if _bare(name) not in _shown(wide))
    return Wider(not _shown(wide) <= _shown(before), absent)


def _shown(linked: Linked) -> set[str]:
    """Return the tables whose columns the writer sees."""
    return {_bare(table.name) for table in linked.tables if table.level == "full"}


def _bare(name: str) -> str:
    return name.rpartition(".")[2].lower()


async def _own_holidays(context: Context) -> Holidays | None:
    """Return the days off that the database itself keeps, where they can be read."""
    if context.figures is None:
        return None
    try:
        answers = await context.figures.answers(context.connection, context.rights)
    except WenshuError:  # what was taught is linked all the same
        return None
    return answers.reader.known.holidays if answers is not None else None


async def link(
    query: str, context: Context, history: Sequence[str] = (), room: int = 1, wanted: Sequence[str] = ()
) -> Linked:
    """Retrieve what was taught about a question; what fails or takes too long is linked by words alone.

    A failure is never an empty context: a writer without tables would say that the data are missing. What is
    written short is read as whole words: *this yr* has a period too.
    """
    query = spelled_out(query)
    trace, fault = context.desk.trace, ""
    began, linked = trace.now(), Linked()
    asked: dict[str, Any] = {
        "rights": context.rights,
        "today": context.today,
        "budget_tokens": context.settings.prompt_budget_tokens * room,
        "history": history,
        "wanted_tables": wanted,
    }
    try:
        async with asyncio.timeout(context.settings.retrieval_timeout_s):
            examples = context.care not in ("fast", "simple")
            asked["holidays"] = await _own_holidays(context)
            linked = await context.knowledge.retrieve(query, context.connection, examples=examples, **asked)
    except TimeoutError:
        fault = "retrieval_timeout"
    except WenshuError as error:
        fault = error.code
    if fault:
        _log.warning("linked_by_words", extra={"connection": context.connection, "cause": fault})
        linked = await asyncio.to_thread(
            context.knowledge.retrieve_lexical, query, context.connection, **asked
        )
    elif linked.by_words:
        fault = "meaning_late"
    if not linked.tables:
        tables = catalogued(context, asked["budget_tokens"])
        linked = dataclasses.replace(linked, tables=tables, whole=all(t.level == "full" for t in tables))
    trace.retrieval(query, linked, began, fault=fault)
    return linked
