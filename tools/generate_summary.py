"""The fourth tool: what the rows say, computed first and worded after."""

import asyncio
import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import ChartReady, Token
from agent.state import AgentState
from answers.analysis import Analysis, analyse
from answers.cautions_told import CautionCheck
from answers.checks import Check, SentenceGate
from answers.figures import figures_but_days, is_number
from answers.gaps import GapCheck
from answers.sentences.background import Background
from answers.sentences.left_out import not_told
from answers.sentences.reading import Question
from answers.sentences.small import as_divided, as_exact
from config.heavy import aside
from config.wording import Language, say
from database.result import QueryResult
from knowledge.metrics import Catalog, Metric
from reasoning.reasoner import Facts
from tools.also import told_also
from tools.another_question import asked_anew, goes_on_from, read_by_rule
from tools.beside import not_looked
from tools.deciding import entry_that_decides
from tools.emptied import is_empty, why_empty
from tools.facts import facts_of
from tools.gate import gate_of
from tools.like_for_like import like_for_like, with_its_query
from tools.meaning import asked_in, background, question_of
from tools.newcomers import days_of_newcomers
from tools.not_there import not_there
from tools.not_yet_due import not_yet_due
from tools.reporting import Runtime, done
from tools.small_rates import small_rates
from tools.unmet import unmet
from tools.unrecorded import days_unrecorded
from tools.wording import Wording
from understanding.readings import Measure


@tool(return_direct=True)
async def generate_summary(runtime: Runtime) -> Command:
    """Describe the rows in a few sentences and end.

    Call after run_sql succeeded. Every figure is checked against the rows before anyone sees it.
    """
    state, context = runtime.state, runtime.context
    result = await _result(state, context)
    question = asked_in(state, context)
    known = await background(question, context)
    result = as_divided(result, state["sql"], context.database.dialect)
    result, made_of = await small_rates(question, result, context)
    analysis = await aside(_size(state, result), _analysed, question, state, context, result, known)
    doubted = bool(
        read_by_rule(state, context, analysis.interpretation)
    )  # then who words it may take it back
    if analysis.chart and not doubted:
        context.show(ChartReady(analysis.chart))
    asked = await with_its_query(question, analysis.asked, context)
    alike = await like_for_like(
        asked, analysis.asked, result, context
    )  # by itself: it changes what growth is
    beside = await asyncio.gather(
        entry_that_decides(asked, result, context),
        days_unrecorded(asked, context),
        not_yet_due(asked, context),
        days_of_newcomers(asked, analysis.asked, result, context),
        not_there(question, result, context),
    )
    further = tuple(filter(None, (*made_of, *beside, alike.sentence if alike else "")))
    lines = filter(None, (alike.line if alike else "", not_looked(context)))
    analysis = replace(
        analysis,
        statements=(*analysis.statements, *further),
        interpretation=[*analysis.interpretation, *lines],
    )
    context.desk.analysis = analysis
    words = await _answer(question, state, context, result, analysis, known, gone=beside[-1])
    if (other := context.desk.other) and not words:
        return asked_anew(runtime, other)
    if analysis.chart and doubted:
        context.show(ChartReady(analysis.chart))
    if other := await aside(_size(state, result), _other_reading, state, context, known):
        words = f"{words}\n\n{other}"
        context.show(Token(f"\n\n{other}"))
    also = await told_also(state, context, words)
    if also.words:
        words = f"{words}\n\n{also.words}"
        context.show(Token(f"\n\n{also.words}"))
    left_out = context.desk.ties_left_out
    tied = say("summary.ties_left_out", context.language, count=left_out) if left_out else ""
    unlike = _unlike(analysis, context, words)
    told_last = (context.desk.note, unlike, context.desk.unnamed, tied, analysis.restriction)
    for told in filter(None, told_last):
        words = f"{words} {told}"
        context.show(Token(f" {told}"))
    return done(runtime, "generate_summary", words, answer=words, **also.stands)


async def _answer(
    question: Question,
    state: AgentState,
    context: Context,
    result: QueryResult,
    analysis: Analysis,
    known: Background,
    *,
    gone: str,
) -> str:
    """Show and return what the rows say, with what its words leave out; else why there are none."""
    empty, unnamed = is_empty(result), context.desk.unnamed
    if unnamed and not any(cell for row in result.rows for cell in row if is_number(cell)):
        why, context.desk.unnamed = unnamed, ""  # no row has the name: that is no zero
    else:
        words = "" if empty else await _worded(state, context, result, analysis, known.catalog)
        if words:
            told = not_told(question.text, analysis.asked, result, words) if analysis.asked else ""
            if told:
                context.show(Token(told))
            return f"{words}{told}"
        if context.desk.other:
            return ""
        why = (gone or await _why_empty(question, known, context)) if empty else ""
    words = why or computed(analysis, context)
    context.show(Token(words))
    return words


async def _why_empty(question: Question, known: Background, context: Context) -> str:
    return await unmet(question, known, context) or await why_empty(question.sql, context)


def _unlike(analysis: Analysis, context: Context, words: str) -> str:
    """Return how long two times are that an answer sets side by side, where its words do not say it."""
    found, asked = context.desk.covered.unlike, analysis.asked
    if found is None or asked is None or not asked.lacks_growth:
        return ""
    days, before = found.lengths
    told = {one.value for one in figures_but_days(words)}
    return (
        "" if {days, before} <= told else say("sentence.unlike", context.language, days=days, before=before)
    )


def _other_reading(state: AgentState, context: Context, known: Background) -> str:
    """Return what a second reading says that nobody could choose against, with its own figures."""
    second = context.desk.second
    if second is None or second.result is None or second.agrees or second.judged:
        return ""
    asked = question_of(second.question, second.sql, context)
    told = analyse(asked, second.result, replace(known, partial=None, late=None), policies=second.policies)
    statements = (*told.statements, *([told.restriction] if told.restriction else []))
    figures = (" " if context.language == "en" else "").join(statements)
    return say(
        "agent.other_reading",
        context.language,
        first=state["question"],
        second=second.question,
        figures=figures,
    )


async def _result(state: AgentState, context: Context) -> QueryResult:
    if context.desk.result is None:  # the run began in another process
        kept = await context.results.load(
            state.get("result_ref") or "", context.user.name, [context.rights.fingerprint()]
        )
        context.desk.result = QueryResult.from_json(kept)
    return context.desk.result


def _analysed(
    question: Question, state: AgentState, context: Context, result: QueryResult, known: Background
) -> Analysis:
    policies = context.desk.approved.policies if context.desk.approved else ()
    measures = [Measure(**one) for one in state.get("measures", [])]
    context.desk.analysis = analyse(question, result, known, policies=policies, measures=measures)
    return context.desk.analysis


def computed(analysis: Analysis, context: Context) -> str:
    """Return the summary that needs no model."""
    return (" " if context.language == "en" else "").join(analysis.statements)


async def _worded(
    state: AgentState, context: Context, result: QueryResult, analysis: Analysis, catalog: Catalog
) -> str:
    """Stream the reasoner's words, without the sentences that the rows do not bear out."""
    if not context.settings.result_summary:
        return ""
    figures, spoken = _shown(analysis, catalog)
    facts = replace(_facts(state, context, result, analysis), meanings=_meanings(figures, spoken))
    defined = [one.definition(spoken) for one in figures]
    cautions = CautionCheck(defined, over=_is_over(analysis, context.today))
    exact = as_exact(result, state["sql"], context.database.dialect)
    gaps = None if context.care == "fast" else GapCheck(analysis.statements)

    def gated(*held: Check, before: str = "") -> SentenceGate:
        return gate_of(state, exact, analysis, cautions, *held, defined=defined, before=before)

    return await Wording(context, result, _size(state, result), gated, gaps).of(facts)


def _size(state: AgentState, result: QueryResult) -> int:
    """Return how much there is to read: cells, and the statement that gave them."""
    return result.row_count * len(result.columns) + len(state["sql"])


def _facts(state: AgentState, context: Context, result: QueryResult, analysis: Analysis) -> Facts:
    return replace(
        facts_of(state["question"], result, analysis, context.language),
        asked=written if (written := state.get("asked", "")) != state["question"] else "",
        before=goes_on_from(state),
        read_as=read_by_rule(state, context, analysis.interpretation),
    )


def _is_over(analysis: Analysis, today: dt.date) -> bool:
    """Tell that the time told is over: it ends before the month that runs."""
    span = analysis.asked.span if analysis.asked else None
    return span is not None and span.end <= today.replace(day=1)


def _shown(analysis: Analysis, catalog: Catalog) -> tuple[list[Metric], Language]:
    """Return the figures that are shown and defined, and the language they are shown in."""
    if analysis.asked is None:
        return [], "zh"
    language = analysis.asked.language
    shown = {one.label.lower() for one in analysis.asked.measures}
    return [one for one in catalog.metrics.values() if one.label(language).lower() in shown], language


def _meanings(figures: Sequence[Metric], language: Language) -> tuple[str, ...]:
    """Return what the shown figures are by their definitions, and of rates which way is better.

    Nobody can tell from 50.1 % beside 52.1 % alone which of two discounts is the deeper one.
    """
    lines = []
    for one in figures:
        better = f"({one.good} is better)" if one.good else ""
        if words := " ".join(filter(None, (one.definition(language), better))):
            lines.append(f"{one.label(language)}: {words}")
    return tuple(lines)
