"""Answers a message of several questions, an analysis among them, by the answer of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agent.context import Context
from agent.nodes.clause_by_clause import answered, how
from agent.showing import Words, in_lines, show_rows, tell
from agent.state import AgentState
from analysis.outcome import Outcome, Said
from analysis.words import worded
from answers.statements import listed
from config.wording import say
from errors import WenshuError
from tools.analysing import carry_out, not_read
from tools.in_parts import AnalysisPart, Part, UnreadPart
from understanding.metric.desk import MetricDesk
from understanding.verdicts import Reading


@dataclass(frozen=True)
class _Told:
    """One part: its words, its statements, its rows and chart, and how it was read."""

    words: str
    sql: str
    outcome: Outcome
    lines: tuple[str, ...]


async def told_in_parts(
    parts: Sequence[Part], state: AgentState, desk: MetricDesk, context: Context
) -> dict[str, Any] | None:
    """Show the words of each part, the first rows and every statement; None where one fails."""
    try:
        found = [await _told(one, state, desk, context) for one in parts if not isinstance(one, UnreadPart)]
    except WenshuError:
        return None
    shown = [one for one in found if one.outcome.result is not None]
    if not shown:
        return None
    unread = tuple(
        say("agent.quoted", context.language, word=one.text) for one in parts if isinstance(one, UnreadPart)
    )
    left = [worded(Said("passed", {"words": unread}), desk.catalog, context.language)] if unread else []
    words = "\n\n".join([*(one.words for one in found), *left])
    sql = "\n\n".join(one.sql for one in found if one.sql)
    lines = [line for one in found for line in one.lines]
    outcome = Outcome(result=shown[0].outcome.result, chart=shown[0].outcome.chart)
    kept = await show_rows(outcome, sql, "metric", context)
    told = tell(outcome, desk.catalog, sql, "metric", context, kept, lines, Words(words))
    context.desk.leads_on = tuple(it for one in found for it in one.outcome.questions)
    return {**told, "question": state["question"]}


async def _told(part: AnalysisPart | Reading, state: AgentState, desk: MetricDesk, context: Context) -> _Told:
    if isinstance(part, AnalysisPart):
        return await _analysis(part, state, desk, context)
    one = await answered(part, state, context)
    space = " " if context.language == "en" else ""
    sql = listed([(part.asked, part.sql)])
    outcome = Outcome(result=one.result, chart=one.told.chart)
    return _Told(space.join(one.told.statements), sql, outcome, tuple(how(one, context)))


async def _analysis(part: AnalysisPart, state: AgentState, desk: MetricDesk, context: Context) -> _Told:
    fresh, others = state.get("fresh", False), len(context.desk.further)  # each question has its own budget
    done = await carry_out(part.asked, desk, context, part.text, fresh=fresh, beyond=others)
    found = done.outcome

    def all_worded(said: Sequence[Said]) -> list[str]:
        return [worded(one, desk.catalog, context.language) for one in said]

    names = part.kept.names if part.kept and part.kept.lost else ()
    lost = [Said("of_all", {"names": names})] if names else []
    said = (
        [found.declined]
        if found.declined
        else [*found.statements, *lost, *found.cautions, *not_read(done.missed, desk)]
    )
    sql = listed(done.statements(desk))
    lines = (say("agent.clause", context.language, question=part.text), *all_worded(found.reading))
    return _Told(in_lines(all_worded(said), context.language), sql, found, lines)
