"""Who holds a figure back: of what comes in, what was due and did not; of one with a target, who is short."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate
from typing import Any

from analysis.asked import AnalysisAsked, Run
from analysis.drawing import Bars, bars
from analysis.not_due import not_due_look
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, exact
from analysis.outliers.entry import added_up
from analysis.tables import table
from analysis.target.aims import target_of
from analysis.target.pace import pace_steps
from analysis.whom import members_of, whom
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from database.result import QueryResult
from knowledge.metrics import Metric
from language.calendar import days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

MOST_NAMED = 5
HALF = Decimal("0.5")  # of what is behind: who hold it together are named first
NEXT = Decimal("0.05")  # of it, that who is named behind them holds at least
_EACH = "owed"


@dataclass(frozen=True)
class Owed:
    """What of a figure is behind as it stands now, and by what it is told who holds it."""

    gap: str
    dimension: str


def or_owed(run: Run) -> Run:
    """Return the steps of a change that tell, where it is asked who holds a figure back, what is behind.

    A figure that grew may be held back all the same, and one may be without a time to be set beside.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        outcome = yield from run(asked, desk)
        if not asked.held_back or len(asked.metrics) != 1:
            return outcome
        owed = owed_of(asked, desk)
        behind = (yield from _owed_steps(owed, asked, desk)) if owed else (yield from _short(asked, desk))
        return _beside(outcome, behind)

    return steps


def owed_of(asked: AnalysisAsked, desk: MetricDesk) -> Owed | None:
    """Return the defined difference that takes a figure off what was due, and who it is told by.

    Of several the one that is kept to most (overdue, of all that is owed) is meant.
    """
    found = sorted(_gaps(asked.metrics[0], desk), key=lambda one: -_kept(one, desk))
    for gap in found:
        cut = asked.dimension if asked.dimension else whom(gap.name, asked.filters, desk)
        sides = (cut, *(one.dimension for one in asked.filters))
        if cut and all(desk.catalog.cuts(gap.name, one) for one in sides):
            return Owed(gap.name, cut)
    return None


def _gaps(name: str, desk: MetricDesk) -> Iterator[Metric]:
    """Yield what is left of something when what a figure adds up is taken off it."""
    metrics, own = desk.catalog.metrics, desk.catalog.metrics[name]
    inside = added_up(own, desk)
    for one in metrics.values() if inside is not None else ():
        if one.kind != "difference" or not is_better_low(one) or not desk.opens(one.name):
            continue
        taken = metrics[one.parts[1]]
        if taken.table == own.table and added_up(taken, desk) == inside and not taken.time:
            yield one


def _kept(gap: Metric, desk: MetricDesk) -> int:
    return sum(len(desk.catalog.metrics[part].filters) for part in gap.parts)


def _owed_steps(owed: Owed, asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the look at what is behind by who holds it, and return them, who holds most first.

    What is not due yet is not behind.
    """
    about: dict[str, Any] = {"metric": Name(owed.gap), "by": Name(owed.dimension, dimension=True)}
    query = MetricQuery((owed.gap,), (owed.dimension,), filters=asked.filters)
    due = not_due_look(query, desk, _EACH)
    read = yield [due or Look(_EACH, query, Said("briefing.label.moves", about))]
    ranked = _ranked(read.get(_EACH), at=-2 if due else -1)
    total = sum((value for _, value in ranked), Decimal(0))
    if total <= 0:
        return Outcome()
    first, following = _named(ranked, total)
    held = sum((value for _, value in first), Decimal(0)) / total
    label = desk.catalog.dimensions[owed.dimension].label(desk.language)
    params = {
        "metric": Name(asked.metrics[0]),
        "only": members_of(asked.filters, desk),
        "gap": Said("behind.owed_late", {"gap": Name(owed.gap)}) if due else Name(owed.gap),
        "whole": Amount(total, owed.gap),
        "dimension": plural_of(in_sentence(label, desk.language), desk.language),
        "list": tuple(_member(*one, owed.gap) for one in first),
        "count": len(first),
        "every": len(ranked),
        "share": Percent(100 * held),
        "following": Said("behind.owed_next", {"list": tuple(_member(*one, owed.gap) for one in following)})
        if following
        else "",
    }
    code = "owed_apart" if held < HALF else "owed_one" if len(first) == 1 else "owed"
    return Outcome(
        (Said(f"behind.{code}", params),),
        _table(ranked, total, owed, desk),
        bars(_bars(ranked, owed, desk), desk.language),
    )


def _ranked(read: Read | None, at: int) -> list[tuple[str, Decimal]]:
    """Return who holds some of what is behind, who holds most first; nobody where not all was read."""
    if read is None or read.result.truncated:
        return []
    rows = ((str(row[0]), exact(row[at])) for row in read.result.rows if row[0] is not None)
    held = [(name, value) for name, value in rows if value is not None and value > 0]
    return sorted(held, key=lambda one: (-one[1], one[0]))


def _named(
    ranked: Sequence[tuple[str, Decimal]], whole: Decimal
) -> tuple[Sequence[tuple[str, Decimal]], Sequence[tuple[str, Decimal]]]:
    """Return the fewest that hold half of what is behind, and who comes next with some of it."""
    sums = list(accumulate(value for _, value in ranked))
    many = min(next(at for at, one in enumerate(sums, 1) if one >= HALF * whole), MOST_NAMED)
    following = [one for one in ranked[many:MOST_NAMED] if one[1] >= NEXT * whole]
    return ranked[:many], following


def _member(name: str, value: Decimal, gap: str) -> Said:
    return Said("behind.owed_member", {"name": name, "value": Amount(value, gap)})


def _table(
    ranked: Sequence[tuple[str, Decimal]], whole: Decimal, owed: Owed, desk: MetricDesk
) -> QueryResult:
    heads = (
        desk.catalog.dimensions[owed.dimension].label(desk.language),
        desk.catalog.metrics[owed.gap].label(desk.language),
        say("analysis.why.column_part", desk.language),
    )
    rows = ((one, value, round(100 * value / whole, 1)) for one, value in ranked)
    return table(heads, rows, digits=None)


def _bars(ranked: Sequence[tuple[str, Decimal]], owed: Owed, desk: MetricDesk) -> Bars:
    metric = desk.catalog.metrics[owed.gap]
    figures = {metric.label(desk.language): [float(value) for _, value in ranked]}
    names = [name for name, _ in ranked]
    return Bars(metric.label(desk.language), names, figures, metric.unit(desk.language))


def _short(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Return who is behind the target of a figure over the time asked about, where it has one."""
    name = asked.metrics[0]
    aim = target_of(desk.catalog.metrics[name], desk)
    over = _whole_time(asked)
    if not aim or over is None or not desk.opens(aim):
        return Outcome()
    cut = asked.dimension or whom(aim, asked.filters, desk)
    if not cut or not all(desk.catalog.cuts(one, cut) for one in (name, aim)):
        return Outcome()
    query = MetricQuery((name,), (cut,))
    pace = replace(
        asked, kind="pace", metrics=(name, aim), window=over, direction="down", query=query, dimension=""
    )
    found = yield from pace_steps(pace, desk)
    return replace(found, statements=(*found.statements[:1], *found.cautions[:1]), cautions=())


def _whole_time(asked: AnalysisAsked) -> Window | None:
    """Return the whole months asked about, the last of which may run; None of a time of no months."""
    known = asked.query.window if asked.query is not None else None
    if known is not None and known.unit in ("month", "quarter", "year"):
        known = replace(known, end=max(known.end, whole(known.unit, known.end - days(1))[1]))
    return known if known is not None and known.in_whole_months else None


def _beside(outcome: Outcome, behind: Outcome) -> Outcome:
    """Return what a change came to with who holds the figure back behind its first sentence, or for it."""
    if not behind.statements:
        return outcome
    if outcome.declined is not None:
        return replace(
            behind, statements=(*behind.statements, Said("behind.uncompared", {"why": outcome.declined}))
        )
    first, *rest = outcome.statements
    told = replace(outcome, statements=(first, *behind.statements, *rest))
    if behind.result is None:
        return told
    return replace(told, result=behind.result, chart=behind.chart)  # of all whom it counts
