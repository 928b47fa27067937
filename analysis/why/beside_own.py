"""Why a figure is low or high: beside the others first, then beside what it usually is itself."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, Run
from analysis.lifespans import edge_look
from analysis.openings import Openings, openings_look, openings_of
from analysis.outcome import Amount, Look, Name, Outcome, Read, Said, Steps, day_in, exact, grown
from analysis.series import data_span
from analysis.why.shape import Shape, shape_of
from analysis.why.split import ZERO, Pair, chance_alone
from config.wording import say
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.wording import word_figure

YEAR = 365
LONG = 100  # days, from which the year before is the own one: the months before are of another season
FEWEST = 2  # times as long as what is asked about must the time before be
DIFFERS = Decimal("0.1")  # of what is usual
MOST_LOOKS = 12  # statements that one beside the others and its own usual take, over those of a change
_OWN, _BEGAN = "own_usual", "own_began"
_FIRST, _MOST = 2, 3  # sentences of one beside the others, and of its change, where both are told


@dataclass(frozen=True)
class _Own:
    """A member's figure as far as there are data, and what as many days of it usually come to."""

    pair: Pair
    over: Window
    now: Window
    by_chance: Decimal  # a count may lie as far off by chance alone
    changed: Openings | None  # who began or closed inside it within that time

    def differs(self, way: str) -> bool:
        """Tell a figure that lies off what is usual the way that it is said to."""
        change = self.pair.change
        far = abs(change) >= max(DIFFERS * abs(self.pair.before or ZERO), self.by_chance)
        return far and (change > 0) == (way == "up")


def beside_own(first: Run, why: Run) -> Run:
    """Return the steps of one beside the others that tell what it usually is itself, where that is asked.

    Where it lies off that the way the question says, what its change came from is told too.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        outcome = yield from first(asked, desk)
        if not asked.usual:
            return outcome
        change = replace(asked, kind="why", usual=False, dimension="")
        if outcome.declined is not None:  # of too few others its change is told
            return (yield from why(change, desk))
        own = yield from _own_of(asked, desk)
        if own is not None:
            moved = (yield from why(change, desk)) if own.differs(asked.direction) else None
            outcome = _with(outcome, _told(own, asked, desk), moved)
        return replace(outcome, question=_alone(asked, desk)) if asked.followed else outcome

    return steps


def _own_of(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], _Own | None]:
    """Return a member beside what it usually is; None where it was not there all of that time."""
    (name,), own, shape = asked.metrics, asked.filters[-1], shape_of(asked.metrics[0], desk)
    times = _times(asked, shape, desk)
    if times is None:
        return None
    usual, now = times
    label = Said("why.label.own_usual", {"metric": Name(name)})
    figure = MetricQuery((name,), windows=(usual, now), filters=asked.filters)
    opened = openings_look((name,), asked.filters, desk, (own.dimension,))
    of = desk.catalog.dimensions[own.dimension]
    when = Said("why.label.began", {"member": Name(of.name, dimension=True)})
    began = edge_look("first", _BEGAN, (), of, (own,), when, desk)
    read = yield [Look(_OWN, figure, label), *filter(None, [opened, began])]
    one, changed = read.get(_OWN), _changed(openings_of(read), usual, now, asked, desk)
    if one is None or not one.result.rows or _began_in(read.get(_BEGAN), usual):
        return None
    before, value = (exact(cell) for cell in one.result.rows[0][-2:])
    if not before or value is None:
        return None
    if shape.kind == "sum":
        before = before * now.days / usual.days
    pair = Pair(before, value)
    by_chance = chance_alone(pair) if shape.metric.counts_rows else ZERO
    return _Own(pair, usual, now, by_chance, changed)


def _began_in(read: Read | None, usual: Window) -> bool:
    """Tell one that was not there from the beginning of a time."""
    day = read.result.rows[0][-1] if read and read.result.rows else None
    return day is not None and day_in(day) > usual.start


def _changed(
    opened: Openings | None, usual: Window, now: Window, asked: AnalysisAsked, desk: MetricDesk
) -> Openings | None:
    """Return who began or closed within both times, of the member or as a part of it."""
    if opened is None:
        return None
    own = asked.filters[-1]
    who = desk.answers.reader.known.member_name(own.dimension, own.values[0], desk.language)
    return opened.within(usual, now).of(own.dimension, who) or None


def _times(asked: AnalysisAsked, shape: Shape, desk: MetricDesk) -> tuple[Window, Window] | None:
    """Return what is usual and what was asked about, as far as there are data: the year up to then.

    Of a long time, and of a figure whose days do not add up to it, it is the same days a year before.
    """
    span, now = data_span(asked.metrics[0], desk), asked.window
    if span is None or now is None:
        return None
    now = replace(now, end=min(now.end, span[1]), text="")
    year = replace(now.year_before(desk.catalog.holidays), text="")
    start = max(span[0], now.start - days(YEAR))
    usual = Window(start, now.start, "range")
    apart = now.days > LONG or shape.kind == "whole" or (shape.kind == "sum" and not shape.by_day)
    if now.days < 1:
        return None
    if apart:
        return (year, now) if year.start >= span[0] else None
    return (usual, now) if usual.days >= FEWEST * now.days else None


def _told(own: _Own, asked: AnalysisAsked, desk: MetricDesk) -> Said:
    name, usual = asked.metrics[0], own.pair.before or ZERO
    by_days = shape_of(name, desk).kind == "sum" and own.over.days != own.now.days
    params: dict[str, Any] = {
        "usual": Amount(usual, name, "mean"), "over": own.over, "now": Amount(own.pair.now or ZERO, name),
        "rate": grown(own.pair.change, usual, desk.catalog.metrics[name]),
        "changed": "" if not own.changed
        else Said("between.own_changed", {"who": own.changed.told(desk.language)}),
    }  # fmt: skip
    return Said(f"between.own_usual{'_days' if by_days else ''}", params)


def _with(outcome: Outcome, own: Said, moved: Outcome | None) -> Outcome:
    """Return one beside the others with its own usual, and what its change came from, behind it.

    Of one that is so beside its own usual alone the change leads.
    """
    if moved is None or moved.declined is not None:
        return replace(outcome, statements=(*outcome.statements, own))
    first, *rest = outcome.statements
    if first.code.endswith("_denied"):
        return replace(moved, statements=(*moved.statements, own, first))
    return replace(
        outcome, statements=(first, *rest[: _FIRST - 1], own, *moved.statements[:_MOST]),
        cautions=moved.cautions, questions=moved.questions,
        reading=(*outcome.reading, *rest[_FIRST - 1 :], *moved.reading, *moved.statements[_MOST:]),
    )  # fmt: skip


def _alone(asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the question as it stands alone."""
    assert asked.query is not None
    what = word_figure(asked.query, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    return say(
        f"analysis.ask.stands_{'high' if asked.direction == 'up' else 'low'}", desk.language, what=what
    )
