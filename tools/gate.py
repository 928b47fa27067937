"""Holds a model's sentences about rows against them: each figure, whose it is, and what is said of it."""

import re
from collections.abc import Sequence

from agent.state import AgentState
from answers.analysis import Analysis
from answers.cautions_told import AllClearCheck, UnlikeCheck
from answers.checks import Check, FigureCheck, ProseCheck, SentenceGate
from answers.claims import ClaimCheck, ClaimsInTurn
from answers.derived import Derived
from answers.figures import IN_PERCENT, as_scaled, numbers
from answers.ranges import RangeCheck
from answers.sentences.scales import unscaled
from answers.sides import SideCounts
from answers.told_rows import ToldRows
from answers.total_rows import without_total
from database.result import QueryResult

_PER = re.compile(r"(?:\bper|每)\s*\d[\d,]*", re.IGNORECASE)  # 100 admissions


def gate_of(
    state: AgentState,
    result: QueryResult,
    analysis: Analysis,
    *also: Check,
    defined: Sequence[str] = (),
    before: str = "",
) -> SentenceGate:
    """Return what lets a model's sentences through: those of the rows, and of the times told beside them.

    `also` are further checks, `defined` what the figures mean: a score is out of 5. They stand behind
    the words `before`.
    """
    computed = analysis.statements
    measures = analysis.asked.measures if analysis.asked else ()
    percents = {at for at, column in enumerate(result.columns) if IN_PERCENT.search(column.name)}
    members = without_total(result)
    told = as_scaled(members, {one.index: unscaled(one.unit)[1] for one in measures})
    sides = SideCounts(() if result.truncated else (told,), computed)
    derived = Derived(ToldRows(told), whole=not result.truncated)
    known = FigureCheck(
        told.rows,
        told.row_count,
        also=[
            state["question"],
            state.get("asked", ""),
            *computed,
            *analysis.interpretation,
            *defined,
            *(found[0] for column in result.columns for found in _PER.finditer(column.name)),
        ],
        percents=sorted(percents | {one.index for one in measures if one.unit == "%" and not one.fraction}),
        more=() if members is result else [value for row in result.rows for value in numbers(row)],
        follows=lambda figure, sentence: derived.holds(figure, sentence) or sides.holds(figure, sentence),
    )
    stored = ToldRows(result)
    claims = ClaimsInTurn(ClaimCheck(stored, state["question"]), before)
    ranges = RangeCheck(computed, () if result.truncated else (told,))
    unlike = UnlikeCheck(analysis.asked, members)
    clear = AllClearCheck(computed)
    checks: list[Check] = [known, claims, ranges, unlike, clear, sides, ProseCheck(), *also]
    return SentenceGate(*checks, true=computed, named=stored.names.within)
