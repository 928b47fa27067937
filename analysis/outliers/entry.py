"""An entry of a sum that may be keyed wrong: its day, what is usual, and what its own row gives for it."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from analysis.lifespans import day_of
from analysis.outcome import day_in
from answers.sentences.amounts import amount
from knowledge.metrics import Metric
from language.calendar import whole
from query.metric_query import Window
from query.plan.engines import summed
from understanding.metric.desk import MetricDesk

_WITHIN = 2  # times as far as its peers are from their mean
_ROUNDED = Decimal("0.01")  # of their mean


@dataclass(frozen=True)
class Own:
    """What an entry's row gives for it, and the two columns that do."""

    value: Decimal
    factors: tuple[str, str]


@dataclass(frozen=True)
class Peers:
    """The other rows of the same things as an entry's: how many, their mean, and how far they are from it."""

    many: int
    mean: Decimal
    apart: Decimal

    def hold(self, value: Decimal) -> bool:
        """Tell whether one of them could be this much."""
        return abs(value - self.mean) <= max(_WITHIN * self.apart, _ROUNDED * self.mean)


@dataclass(frozen=True)
class Keyed:
    """The entry of a figure, its day, what the largest of a day usually is, and what any one is."""

    metric: str
    day: dt.date
    value: Decimal
    usual: Decimal
    typical: Decimal
    own: Own | None = None  # what its own row makes of it, where that tells
    part: Decimal = Decimal(1)  # of the sum of its month
    peers: Peers | None = None  # the rows most like its own, where those are alike
    whose: tuple[str, ...] = ()  # the things its row is of
    of_row: bool = False  # found only since it is of the same row as another


def added_up(metric: Metric, desk: MetricDesk) -> str | None:
    """Return what a plain sum adds up of each row, or None of any other figure."""
    return summed(metric.expression, desk.answers.dialect) if metric.kind == "simple" else None


def written_alone(value: Decimal, metric: Metric, desk: MetricDesk) -> str:
    """Return an entry as it is written by itself: 6,000 元 beside a sum of 11.3 万元."""
    return amount(float(value), metric.unit(desk.language), desk.language, metric.decimals)


def time_of(cell: Any, metric: Metric) -> Window:
    """Return the day that an entry was read with, or the month where its figure is kept by the month."""
    day = day_in(cell)
    return Window(*whole("month", day), "month") if metric.time_grain == "month" else day_of(day)
