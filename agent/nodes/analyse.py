"""Answers what asks for an analysis (why, how are we doing, what is odd, what comes) from the metrics."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Source, SqlReady, WordsReady
from agent.nodes.part_by_part import told_in_parts
from agent.showing import Words, computed_words, show_rows, tell
from agent.stages import stage
from agent.state import AgentState, Needs, Refusal
from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, asks_for_one
from analysis.data_until import without_last_day
from analysis.given import analysis_given
from analysis.heard import leans_on_nothing
from analysis.in_force import InForce, Kept, in_force, lost, read_kept
from analysis.kinds import KINDS, as_heard
from analysis.naming import recognised_beside_names
from analysis.of_another import of_another
from analysis.outcome import Outcome as Found
from analysis.outcome import Read, Said
from analysis.rest import says_nothing
from analysis.words import worded
from answers.statements import listed
from config.wording import say
from reasoning.offline import OfflineReasoner
from reasoning.reasoner import PastTurn
from tools.analysing import carry_out, not_read
from tools.analyst import analyst_of, report
from tools.briefing import last_answered, previous_declined, shown_before
from tools.generate_sql import read
from tools.in_parts import AnalysisPart, Part, in_parts, is_whole
from tools.led_by import led_by
from tools.referents import with_its_name
from understanding.metric.desk import MetricDesk
from understanding.metric.nearest import with_names
from understanding.readings import MetricHit

_NONE: dict[str, Any] = {}


@stage
async def analyse(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Carry out the analysis a question asks for; leave every other question as it is."""
    context = runtime.context
    if context.figures is None or context.settings.routing_mode == "chat_direct" or state.get("given"):
        return _NONE
    if not _may_ask(state) and not await _is_unread(state, context):
        return _NONE
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    if desk is not None and (chosen := state.get("analysis_asked")):
        given = analysis_given(chosen, state["question"], desk)
        done = await _carried_out(state, given, desk, runtime) if given else _NONE
        return {**done, "analysis_asked": None}
    if desk is None:
        return _NONE
    state = cast(AgentState, {**state, "question": without_last_day(state["question"], desk)})
    if await _is_beside(state, desk, context):
        return _NONE
    kind, asked, kept = await _asked(state, desk, context)
    if (parts := await _parts(state, kind, asked, desk, context)) and (
        shown := await told_in_parts(parts, state, desk, context)
    ):
        return shown
    if isinstance(asked, NotRead):
        if (named := _of_the_named(state, kind, desk, context)) is not None:
            return _asked_back(state, named, kind, context)
        context.desk.analysis_unread = asked.words
        context.desk.analysis_why = worded(asked.why, desk.catalog, context.language) if asked.why else ""
        return _NONE  # another writer may know it
    if isinstance(asked, AskBack):
        return _asked_back(state, asked, kind, context)
    return await _carried_out(state, asked, desk, runtime, kept)


def _may_ask(state: AgentState) -> bool:
    """Tell whether a message, or the one it goes on from, has a word of an analysis."""
    if state.get("analysis_asked"):
        return True
    before = None if previous_declined(state) else last_answered(state)
    return asks_for_one(state["question"]) or (before is not None and asks_for_one(before.question))


async def _is_unread(state: AgentState, context: Context) -> bool:
    """Tell a message that nothing else reads and no model will: its meaning may tell an analysis."""
    return (
        isinstance(context.reasoner, OfflineReasoner) and (await read(state, context)).verdict == "not_mine"
    )


async def _asked(
    state: AgentState, desk: MetricDesk, context: Context
) -> tuple[str, AnalysisAsked | AskBack | NotRead, Kept | None]:
    """Return what a message asks for, also one that goes on from an analysis: and September?

    It is read word by word; where it is not, and is no figure either, by what of it is heard where no model
    hears better. Whom and when the turn before was of it keeps, where it names neither.
    """
    text, triage = state["question"], state.get("triage")
    offline = isinstance(context.reasoner, OfflineReasoner)
    before = None if previous_declined(state) else last_answered(state)
    if before is not None and asks_for_one(text):
        told = recognised_beside_names(text, desk)
        bare = told is not None and says_nothing(told.rest, desk)
        text = await with_its_name(text, shown_before(state), context, bare=bare)
    earlier = recognised_beside_names(before.question, desk) if before else None
    previous = earlier.rest if earlier else before.question if before else ""
    found = recognised_beside_names(text, desk)
    of_part = found is not None and found.kind == "contribution"
    if earlier and earlier.kind == "briefing" and (of_part or not desk.parts(text).of("value")):
        led = await led_by(before, context, moved=True)
        previous = led.question if led else ""
    if found is not None and found.kind == "pace" and _goes_on(text, before, desk):
        return "", NotRead(), None
    follows = triage is not None and triage["kind"] == "follow_up"
    of_why = found is None and earlier is not None and earlier.kind == "why"
    if of_why and earlier is not None and (follows or _only_narrows(text, previous, desk)):
        found = replace(earlier, rest=text, direction="", previous=previous)
    elif found is not None:
        found = replace(found, previous=previous)
        if found.kind == "contribution" and earlier is not None and earlier.kind == "why":
            found = replace(found, direction=found.direction or earlier.direction)
    if found is None and before is not None:
        again = await asyncio.to_thread(of_another, text, before.question, desk, hears=offline)
        if again is not None:
            return again
    asked = KINDS[found.kind].read(found, desk) if found else NotRead()
    kind = found.kind if found else ""
    whole = isinstance(asked, AnalysisAsked) and asked.followed
    force = in_force(before.question, before.sql, desk) if before and asks_for_one(text) else InForce()
    if not whole and (force.filters or force.window):
        again = await asyncio.to_thread(read_kept, text, asked, force, desk, hears=offline)
        if again is not None:
            return again
    if isinstance(asked, AnalysisAsked) and not asked.followed and leans_on_nothing(text, desk):
        asked = _of_whom_before(asked, earlier, desk)
    if isinstance(asked, AnalysisAsked) or not offline:
        return kind, asked, lost(text, asked, force, desk)
    if not _is_a_figure(text, before, desk):
        shown = desk.answers.before(previous, before.sql, desk.today, desk.allowed) if before else None
        first = before is None and not previous_declined(state)
        heard = await asyncio.to_thread(
            as_heard, text, asked, desk, shown, first=first
        )  # it may read weights
        if heard is not None:
            return heard.kind, heard.read, lost(text, heard.read, force, desk)
    return kind, asked, None


def _of_the_named(state: AgentState, kind: str, desk: MetricDesk, context: Context) -> AskBack | None:
    """Return an analysis that is read with a name it has in part as a whole one, to be asked back."""
    text = state["question"]
    if not kind or state.get("clarified") or not isinstance(context.reasoner, OfflineReasoner):
        return None
    named = with_names(text, desk)
    found = recognised_beside_names(named, desk) if named != text else None
    read = KINDS[found.kind].read(found, desk) if found else NotRead()
    return AskBack("which", (named,)) if isinstance(read, AnalysisAsked) else None


async def _parts(
    state: AgentState, kind: str, asked: AnalysisAsked | AskBack | NotRead, desk: MetricDesk, context: Context
) -> tuple[Part, ...]:
    """Return the clauses of a message that are asked one by one: where it is not one analysis, or of two.

    A model is asked such a message whole.
    """
    if not isinstance(context.reasoner, OfflineReasoner) or state.get("clarified"):
        return ()
    parts = await in_parts(state, desk, context, _asked)
    kinds = {one.asked.kind if isinstance(one, AnalysisPart) else "" for one in parts}
    figures = {name for one in parts if isinstance(one, AnalysisPart) for name in one.asked.metrics}
    # Why did Dongguan fall, and how many complaints were there: of complaints nobody asks why.
    whole = isinstance(asked, AnalysisAsked) and not asked.passed and {*asked.metrics[:1]} <= figures
    if whole and kind in kinds and (len(kinds) == 1 or "" in kinds):
        return ()
    return parts if is_whole(parts) or not isinstance(asked, AskBack) else ()


def _of_whom_before(
    asked: AnalysisAsked, earlier: Recognised | None, desk: MetricDesk
) -> AnalysisAsked | NotRead:
    """Return what is asked of it or them as asked of the members of the analysis before, or as not read.

    Will they make it: where nobody was named it is of nobody, and not of all together.
    """
    before = KINDS[earlier.kind].read(earlier, desk) if earlier else None
    filters = before.filters if isinstance(before, AnalysisAsked) else ()
    cuts = all(desk.catalog.cuts(name, one.dimension) for name in asked.metrics for one in filters)
    return replace(asked, filters=filters) if filters and cuts and not asked.filters else NotRead()


def _is_a_figure(text: str, before: PastTurn | None, desk: MetricDesk) -> bool:
    """Tell a message that is read whole as a figure, with nothing assumed for it."""
    hit = desk.answers.answer(text, desk.today, desk.allowed, before.question if before else None)
    return isinstance(hit, MetricHit) and not (hit.assumed or hit.unread)


def _goes_on(text: str, before: PastTurn | None, desk: MetricDesk) -> bool:
    """Tell a message that is read whole as another figure of what was shown, be it asked back or not.

    What tells a pace may be a figure's name: 目标完成率.
    """
    hit = desk.answers.answer(text, desk.today, desk.allowed, before.question) if before else None
    return isinstance(hit, MetricHit) and not hit.unread and set(hit.assumed) <= {"edit"}


def _only_narrows(text: str, before: str, desk: MetricDesk) -> bool:
    """Tell words that say no more than of whom or when: in Dongguan, behind a question why."""
    answer = desk.answers.answer
    alone, shown = (answer(one, desk.today, desk.allowed) for one in (text, before))
    edited = answer(text, desk.today, desk.allowed, before)
    if alone is not None or not isinstance(shown, MetricHit) or not isinstance(edited, MetricHit):
        return False
    now, then = edited.query, shown.query
    kept = replace(now, filters=then.filters, windows=then.windows, period_assumed=then.period_assumed)
    narrower = (now.filters, now.windows) != (then.filters, then.windows)
    named = (
        then.compared is not None and then.compared.window is not None
    )  # of another time it is not that one
    fits = now.windows == then.windows or not (named or len(then.windows) > 1)
    return narrower and fits and kept.key == then.key and not edited.unread


async def _is_beside(state: AgentState, desk: MetricDesk, context: Context) -> bool:
    """Tell a message that sets what was shown beside a time or member from one about all: 和东莞比怎么样."""
    text, before = state["question"], None if previous_declined(state) else last_answered(state)
    found = recognised_beside_names(text, desk)
    if before is None or (found is not None and found.kind != "briefing"):
        return False
    earlier = recognised_beside_names(before.question, desk) if found is None else None
    if earlier is not None and earlier.kind == "why":
        return False
    led = await led_by(before, context)
    hit = desk.answers.answer(text, desk.today, desk.allowed, led.question) if led else None
    if not isinstance(hit, MetricHit) or hit.unread:
        return False
    return hit.query.compared is not None or any(len(one.values) > 1 for one in hit.query.filters)


def _asked_back(state: AgentState, asked: AskBack, kind: str, context: Context) -> dict[str, Any]:
    """Ask which is meant, once; then offer it beside a decline. A model is told what was read instead."""
    if asked.questions and not isinstance(context.reasoner, OfflineReasoner):
        context.desk.doubted = asked.questions  # a model reads more than rules do: it decides, or asks
        return _NONE
    told = say(f"analysis.ask_back.{asked.code}", context.language)
    if state.get("clarified") or not asked.questions:
        context.desk.leads_on = asked.questions
        return {"refusal": Refusal(reason="declined", message=told, readings=[])}
    needs = Needs(kind="reading", question=told, readings=list(asked.questions), alone=True)
    return {"needs": needs, "analysis": kind}


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
    found: Found,
    read: Mapping[str, Read],
    state: AgentState,
    desk: MetricDesk,
    runtime: Runtime[Context],
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
    return {"question": found.question or state["question"], **shown}


def _passed(asked: AnalysisAsked) -> list[Said]:
    """Return the words of the question that are not taken into account, where there are any."""
    quoted = tuple(say("agent.quoted", asked.language, word=one) for one in asked.passed)
    return [Said("passed", {"words": quoted})] if quoted else []
