"""What of several figures over time breaks from its own usual, the farthest first."""

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from answers.sentences.asked import Asked, Measure, Statement, TimeAxis, statement
from answers.sentences.cells import prepared
from answers.sentences.phrases import figure, name_of
from answers.sentences.trend import label_of, whole_ones
from database.result import QueryResult

MOST = 4  # figures
FEWEST = 4  # whole periods
FAR = 5.0  # spreads of all others
LEVEL, OTHER = 0.05, 0.15  # of a figure: as before, and another than before
_WITHIN_HAN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_LEAST = 0.02  # of a figure: less is no spread
_MAD = 1.4826  # of a median absolute deviation, the standard deviation of normal data


@dataclass(frozen=True)
class _Departing:
    """How far a figure departs from its usual, and the sentence that says so."""

    apart: float
    said: Statement


def departing(asked: Asked, result: QueryResult) -> tuple[str, ...]:
    """Return of each of several figures over time what stands out, since when it is level, or that it is.

    Ten months of three figures were told month by month, without a word on what they show.
    """
    axis, figures = asked.time, [one for one in asked.measures if one.role == "figure"]
    chosen = asked.conditions or asked.matched or asked.is_cut  # what meets a limit says nothing of all
    if axis is None or len(figures) < 2 or result.truncated or chosen:
        return ()
    rows = prepared(asked, result).rows
    names = {name_of(row, asked.things, asked.language) for row in rows} if asked.things else {""}
    moments = {row[axis.index] for row in rows}
    if len(names) > 1 or len(moments) != len(rows):
        return ()
    found = [it for one in figures if (it := _of(one, asked, rows, axis)) is not None]
    found.sort(key=lambda one: -one.apart)
    return tuple(_WITHIN_HAN.sub("", one.said.worded(asked.language)) for one in found[:MOST])


def _of(one: Measure, asked: Asked, rows: Sequence[Sequence[object]], axis: TimeAxis) -> _Departing | None:
    known = sorted((row for row in rows if row[one.index] is not None), key=lambda row: str(row[axis.index]))
    over, _ = whole_ones(asked, known, axis)
    if len(over) < FEWEST:
        return None
    values = [float(row[one.index]) for row in over]
    labels = [label_of(row[axis.index], axis.unit, asked.language) for row in over]

    def told(value: float) -> str:
        return figure(value, one, asked.language)

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
        ends = {"low": told(min(others)), "high": told(max(others)), "value": told(values[at])}
        count = len(others)
        return _Departing(
            apart, statement("stands_out", label=one.label, when=labels[at], count=count, **ends)
        )
    ends = {"low": told(min(values)), "high": told(max(values))}
    return None if since else _Departing(0.0, statement("level_all", label=one.label, **ends))


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
