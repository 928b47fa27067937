"""Answers what asks for an analysis (why, how are we doing, what is odd, what comes) from the metrics."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Source, SqlReady, Token, WordsReady
from agent.nodes.part_by_part import told_in_parts
from agent.showing import Words, computed_words, show_rows, tell
from agent.stages import stage
from agent.state import AgentState, Needs, Refusal
from analysis.asked import AnalysisAsked, AskBack, Kind, NotRead, asks_for_one, at_a_speed
from analysis.briefing.judged import by_which
from analysis.conversation.in_force import Kept
from analysis.conversation.of_the_place import of_the_place
from analysis.data_until import without_last_day
from analysis.given import analysis_given
from analysis.kinds import KINDS
from analysis.naming import recognised_beside_names
from analysis.outcome import Outcome as Found
from analysis.outcome import Read, Said
from analysis.speeds import by_the_time_taken
from analysis.words import worded
from answers.statements import listed
from config.wording import say
from tools.also import told_also
from tools.analysing import carry_out, not_read
from tools.analysis_asked import analysis_asked, is_beside
from tools.analyst import analyst_of, report
from tools.briefing import last_answered, previous_declined, shown_before
from tools.frames import hears, named_two
from tools.generate_sql import read
from tools.in_parts import AnalysisPart, Part, in_parts, is_whole
from understanding.metric.desk import MetricDesk
from understanding.metric.nearest import with_names
from understanding.metric.part_names import of_its_name
from understanding.metric.referents import heads_with_a_place

_NONE: dict[str, Any] = {}


@stage
async def analyse(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Carry out the analysis a question asks for; leave every other question as it is."""
    context = runtime.context
    if context.figures is None or context.settings.routing_mode == "chat_direct" or state.get("given"):
        return _NONE
    if not await _may_be_one(state, context):
        return _NONE
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    if desk is not None and (chosen := state.get("analysis_asked")):
        given = analysis_given(chosen, state["question"], desk)
        done = await _carried_out(state, given, desk, runtime) if given else _NONE
        return {**done, "analysis_asked": None}
    if desk is None:
        return _NONE
    text = without_last_day(state["question"], desk)
    before = None if previous_declined(state) else last_answered(state)
    taken = by_the_time_taken(text, desk, before.question if before else "")
    if taken is not None and len(taken) != 1:
        back = AskBack("which" if taken else "no_time_taken", taken)
        return _asked_back(state, back, None, context) if taken or hears(context) else _NONE
    return await _analysed(state, taken[0] if taken else text, desk, runtime)


async def _analysed(
    state: AgentState, text: str, desk: MetricDesk, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Carry out the analysis that a text asks for, which is the message without its last day or its speed."""
    context = runtime.context
    named = await named_two(text, shown_before(state), context)
    state = cast(AgentState, {**state, "question": named})
    if await is_beside(state, desk, context):
        return _NONE
    if (judged := _judged(state, desk, context)) is not None:
        return _asked_back(state, judged, None, context)
    kind, asked, kept = await analysis_asked(state, desk, context)
    after_decline = named != text and previous_declined(state) and isinstance(asked, AnalysisAsked)
    if (which := _of_which(state, desk, kind, after_decline=after_decline)) is not None:
        return _asked_back(state, which, kind, context)
    if (parts := await _parts(state, kind, asked, desk, context)) and (
        shown := await told_in_parts(parts, state, desk, context)
    ):
        return shown
    if isinstance(asked, NotRead):
        if (there := of_the_place(named, desk)) is not None:
            return await _carried_out(state, there[0], desk, runtime, there[1])
        if (whole := _of_the_named(state, kind, desk, context)) is not None:
            return _asked_back(state, whole, kind, context)
        context.desk.analysis_unread = asked.words
        context.desk.analysis_why = worded(asked.why, desk.catalog, context.language) if asked.why else ""
        return _NONE  # another writer may know it
    if isinstance(asked, AskBack):
        return _asked_back(state, asked, kind, context)
    if not asked.filters and last_answered(state) and heads_with_a_place(named, desk.parts(named)):
        return _NONE  # of one of those shown, whom nothing here knows: no report is of all
    return await _carried_out(state, asked, desk, runtime, kept)


def _judged(state: AgentState, desk: MetricDesk, context: Context) -> AskBack | None:
    """Return by which figure is asked back who is best or worst of those a briefing told of."""
    before = None if previous_declined(state) else last_answered(state)
    if before is None or state.get("clarified") or not hears(context):
        return None
    found = by_which(state["question"], before.question, desk)
    return found if found is not None and found.questions else None


def _may_ask(state: AgentState) -> bool:
    """Tell whether a message, or the one it goes on from, has a word of an analysis."""
    if state.get("analysis_asked") or at_a_speed(state["question"]):
        return True
    before = None if previous_declined(state) else last_answered(state)
    return asks_for_one(state["question"]) or (before is not None and asks_for_one(before.question))


async def _may_be_one(state: AgentState, context: Context) -> bool:
    """Tell what may be an analysis: not the own question of a verified pair, which somebody answered."""
    if not _may_ask(state) and not await _is_unread(state, context):
        return False
    hit = await context.reuse(context.asked(state["question"]))
    return hit is None or not hit.word_for_word


async def _is_unread(state: AgentState, context: Context) -> bool:
    """Tell a message that nothing else reads and no model will: its meaning may tell an analysis."""
    return hears(context) and (await read(state, context)).verdict == "not_mine"


def _of_which(
    state: AgentState, desk: MetricDesk, kind: Kind | None, *, after_decline: bool
) -> AskBack | None:
    """Return which is meant where that is not sure: which of two, or of the things that share a name."""
    if after_decline or not kind:
        return AskBack("which", (state["question"],)) if after_decline else None
    each = () if state.get("clarified") else of_its_name(state["question"], desk)
    found = recognised_beside_names(each[0], desk) if each else None
    read = KINDS[found.kind].read(found, desk) if found else NotRead()
    return AskBack("which", each) if isinstance(read, AnalysisAsked) else None


def _of_the_named(state: AgentState, kind: Kind | None, desk: MetricDesk, context: Context) -> AskBack | None:
    """Return an analysis that is read with a name it has in part as a whole one, to be asked back."""
    text = state["question"]
    if not kind or state.get("clarified") or not hears(context):
        return None
    named = with_names(text, desk)
    found = recognised_beside_names(named, desk) if named != text else None
    read = KINDS[found.kind].read(found, desk) if found else NotRead()
    return AskBack("which", (named,)) if isinstance(read, AnalysisAsked) else None


async def _parts(
    state: AgentState,
    kind: Kind | None,
    asked: AnalysisAsked | AskBack | NotRead,
    desk: MetricDesk,
    context: Context,
) -> tuple[Part, ...]:
    """Return the clauses of a message that are asked one by one: where it is not one analysis, or of two.

    A model is asked such a message whole.
    """
    if not hears(context) or state.get("clarified"):
        return ()
    parts = await in_parts(state, desk, context)
    kinds = {one.asked.kind if isinstance(one, AnalysisPart) else "" for one in parts}
    figures = {name for one in parts if isinstance(one, AnalysisPart) for name in one.asked.metrics}
    # Why did Dongguan fall, and how many complaints were there: of complaints nobody asks why.
    whole = isinstance(asked, AnalysisAsked) and not asked.passed and {*asked.metrics[:1]} <= figures
    if whole and kind in kinds and (len(kinds) == 1 or "" in kinds):
        return ()
    return parts if is_whole(parts) or not isinstance(asked, AskBack) else ()


def _asked_back(state: AgentState, asked: AskBack, kind: Kind | None, context: Context) -> dict[str, Any]:
    """Ask which is meant, once; then offer it beside a decline. A model is told what was read instead."""
    if asked.questions and not hears(context):
        context.desk.doubted = asked.questions  # a model reads more than rules do: it decides, or asks
        return _NONE
    told = say(f"analysis.ask_back.{asked.code}", context.language)
    if state.get("clarified") or not asked.questions:
        context.desk.leads_on = asked.questions
        return {"refusal": Refusal(reason="declined", message=told, readings=[])}
    needs = Needs(kind="reading", question=told, readings=list(asked.questions), alone=True)
    return {"needs": needs, "analysis": kind or ""}


async def _carried_out(
    state: AgentState,
    asked: AnalysisAsked,
    desk: MetricDesk,
    runtime: Runtime[Context],
    kept: Kept | None = None,
) -> dict[str, Any]:
    """Read what the analysis wants, round by round, and show what it comes to."""
    fresh = state.get("fresh", False)
    if kept is not None:
        state = cast(AgentState, {**state, "question": kept.text})
    done = await carry_out(asked, desk, runtime.context, state["question"], fresh=fresh)
    code = "of_all" if kept and kept.lost else "in_force"
    went_on = [Said(code, {"names": kept.names})] if kept and kept.names else []
    cautions = (*_passed(asked), *went_on, *done.outcome.cautions, *not_read(done.missed, desk))
    return await _shown(replace(done.outcome, cautions=cautions), done.read, state, desk, runtime)


async def _shown(
    found: Found, read: Mapping[str, Read], state: AgentState, desk: MetricDesk, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Show an outcome's rows, chart and words, with every statement they came from.

    Where a model is set, the computed words stand until it has looked further and worded it.
    """
    context = runtime.context
    context.desk.leads_on = found.questions

    if found.declined is not None:
        why = worded(found.declined, desk.catalog, context.language)
        return {"refusal": Refusal(reason="declined", message=why, readings=[])}
    statements = [(worded(one.look.label, desk.catalog, context.language), one.sql) for one in read.values()]
    result_id = await show_rows(found, listed(statements), "metric", context)
    if analyst_of(context):
        context.show(WordsReady(computed_words(found, desk.catalog, context)))
    told = await report(found, read, state, desk, context)
    looks = told.looks if told else ()
    source: Source = "generated" if told and told.by_model else "metric"
    sql = listed([*statements, *(statement for look in looks for statement in look.sql)])
    if looks:
        context.show(SqlReady(sql, source))
    words = Words(told.words, tuple(look.label for look in looks if not look.fault)) if told else None
    shown = tell(found, desk.catalog, sql, source, context, result_id, by_model=words)
    alone = cast(AgentState, {**state, "sql": ""})
    if also := (await told_also(alone, context, shown["answer"], looked=told is not None)).words:
        shown["answer"] = f"{shown['answer']}\n\n{also}"
        context.show(Token(f"\n\n{also}"))
    return {"question": found.question or state["question"], **shown}


def _passed(asked: AnalysisAsked) -> list[Said]:
    """Return the words of the question that are not taken into account, where there are any."""
    quoted = tuple(say("agent.quoted", asked.language, word=one) for one in asked.passed)
    return [Said("passed", {"words": quoted})] if quoted else []
