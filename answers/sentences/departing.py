"""Several figures over time: what each comes to, and what breaks from its own usual, the farthest first."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from answers.sentences.asked import Asked, Measure, Statement, TimeAxis, statement
from answers.sentences.phrases import figure, scoped, spaced
from answers.sentences.trend import extremes, in_order, label_of, whole_ones
from config.wording import say

Row = Sequence[Any]
MOST = 4  # figures
FEWEST = 4  # whole periods
FAR = 5.0  # spreads of all others
LEVEL, OTHER = 0.05, 0.15  # of a figure: as before, and another than before
_LEAST = 0.02  # of a figure: less is no spread
_MAD = 1.4826  # of a median absolute deviation, the standard deviation of normal data


@dataclass(frozen=True)
class _Departing:
    """How far a figure departs from its usual, and the sentence that says so."""

    apart: float
    said: Statement | None


def side_by_side(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say what several figures over time come to, and of each what stands out, or its ends; else nothing.

    Ten months of three figures were told month by month, without a word on what they show.
    """
    figures = [one for one in asked.measures if one.role == "figure" and not (one.beside or one.span)][:MOST]
    chosen = asked.conditions or asked.matched or asked.is_cut  # what meets a limit says nothing of all
    if len(figures) < 2 or chosen or asked.by_state_now or asked.lead not in figures:
        return ()
    found: list[_Departing] = []
    left: tuple[Statement, ...] = ()
    for one in figures:
        known = [row for row in in_order(rows, axis) if row[one.index] is not None]
        over, late = whole_ones(replace(asked, measures=(one,)), known, axis)
        if len(over) < FEWEST:
            return ()
        found.append(_of(one, asked, over, axis))
        left = left or late
    found.sort(key=lambda one: -one.apart)
    said = [one.said for one in found if one.said]
    sums = _come_to(asked, figures, rows)
    if said and not sums:
        named = dict(said[0].params)
        named["label"] = scoped(asked, named["label"], asked.when)
        said[0] = statement(said[0].key, **named)
    return (*sums, *said, *left)


def _come_to(asked: Asked, figures: Sequence[Measure], rows: Sequence[Row]) -> tuple[Statement, ...]:
    """Say what those that add up come to, the rows of times that still run with them."""
    sums = [
        (one.label, figure(sum(row[one.index] or 0 for row in rows), one, asked.language))
        for one in figures
        if one.adds
    ]
    if not sums:
        return ()
    (first, total), *further = sums
    others = [say("sentence.comes_to", asked.language, name=name, value=value) for name, value in further]
    told = say("sentence.comes_to", asked.language, name=scoped(asked, first, asked.when), value=total)
    names = say("sentence.comma_wide", asked.language).join((told, *others))
    return (statement("several_come_to", names=names),)


def _of(one: Measure, asked: Asked, over: Sequence[Row], axis: TimeAxis) -> _Departing:
    values = [float(row[one.index]) for row in over]
    labels = [label_of(row[axis.index], axis.unit, asked.language) for row in over]

    def told(value: float) -> str:
        words = figure(value, one, asked.language)
        return spaced(words) if asked.language == "zh" else words

    since = _level_since(values)
    before = statistics.median(values[:since]) if 0 < since < len(values) - 1 else None
    change = abs(values[-1] - before) / abs(before) if before else 0.0
    if change >= OTHER:
        ends = {"low": told(min(values[since:])), "high": told(max(values[since:])), "when": labels[since]}
        least, most = told(min(values[:since])), told(max(values[:since]))
        return _Departing(
            change / OTHER, statement("level_since", label=one.label, least=least, most=most, **ends)
        )
    at, apart = max(((at, _apart(values, at)) for at in range(len(values))), key=lambda it: it[1])
    others = [value for place, value in enumerate(values) if place != at]
    if apart >= FAR and not min(others) <= values[at] <= max(others):
        ends = {"low": told(min(others)), "high": told(max(others)), "value": told(values[at]).strip()}
        count = len(others)
        return _Departing(
            apart, statement("stands_out", label=one.label, when=labels[at], count=count, **ends)
        )
    ends = {"low": told(min(values)), "high": told(max(values))}
    if not since:
        return _Departing(0.0, statement("level_all", label=one.label, **ends))
    told_ends = extremes(over, axis, one, asked.language)
    ends = dict(told_ends[0].params) if told_ends else {}
    return _Departing(0.0, statement("ends_of", label=one.label, **ends) if ends else None)


def _apart(values: Sequence[float], at: int) -> float:
    """Return how many spreads of all others a figure lies from their middle."""
    others = [value for place, value in enumerate(values) if place != at]
    middle = statistics.median(others)
    spread = _MAD * statistics.median(abs(value - middle) for value in others)
    spread = max(spread, _LEAST * abs(middle))
    return abs(values[at] - middle) / spread if spread else 0.0


def _level_since(values: Sequence[float]) -> int:
    """Return from where on all figures are as the last one is."""
    last, at = values[-1], len(values)
    while at and abs(values[at - 1] - last) <= LEVEL * abs(last):
        at -= 1
    return at
