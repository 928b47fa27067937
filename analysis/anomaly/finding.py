"""One kind of finding for all that can be told of how it goes, and the order in which findings are told.

Whatever a look finds (a day, a month, a slide, a stop, a target missed, what lies undone, who closed) has a
size, may be over, and is put in words with its place among the others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analysis.anomaly.looks import Group, Look, Odd, Span
from analysis.briefing.scorecard import is_money, scorecard
from analysis.outcome import Said
from analysis.target.aims import target_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

MOST = 5
MONTH = 30.4  # days
_PAST = 0.1  # what is over comes behind what goes on, unless it is ten times as large
_OF_OTHERS = 0.05  # a month of complaints beside a month of takings


@dataclass(frozen=True)
class Finding:
    """Something to be told: its words, how much of a usual month of its figure it moves, whether it is over.

    `odd` is its figure beside what is usual, or due, for the table; `is_drawn` where its days are known.
    """

    said: Said
    odd: Odd
    weight: float
    is_over: bool = False
    is_drawn: bool = True
    base: str = ""  # of what the usual value is made, where it is of no weeks or months

    @property
    def rank(self) -> float:
        """Return by what findings are ranked: the largest that goes on first."""
        return self.weight * (_PAST if self.is_over else 1)

    def told(self, mark: str) -> Said:
        """Return its words behind its number, where it has one."""
        return Said("anomaly.numbered", {"number": mark, "item": self.said}) if mark else self.said


def ranked(found: Iterable[Finding], cut: str = "") -> list[Finding]:
    """Return the findings that are told, what goes on and is large first, what is over and small last.

    Those of members that were asked about by what they are, of any adviser, come before all else.
    """
    own = {cut} - {""}
    return sorted(found, key=lambda one: (one.odd.look.dimension not in own, -one.rank))[:MOST]


def marks_of(found: Sequence[Finding]) -> list[str]:
    """Return the number of each finding; one alone stands without."""
    return [f"{number}. " for number in range(1, len(found) + 1)] if len(found) > 1 else [""]


@dataclass(frozen=True)
class Scale:
    """What a month of each figure brings, by which findings of unlike figures are set beside each other."""

    months: Mapping[str, float]

    @classmethod
    def of(cls, groups: Iterable[Group]) -> "Scale":
        """Return the months of figures whose days were read."""
        found: dict[str, float] = {}
        for group in groups:
            found[group.metric] = max(found.get(group.metric, 0.0), MONTH * group.a_day)
        return cls(found)

    def worth(self, metric: str, desk: MetricDesk) -> float:
        """Return what a month of a figure counts beside one of that by which the business is led.

        Money counts as such; other figures that have a target in full, all else as one in twenty.
        """
        known, first = desk.catalog.metrics[metric], next(iter(scorecard(desk)), None)
        if first is None or first.metric == metric:
            return 1.0
        money = any(map(is_money, (known, *desk.catalog.sources(metric))))
        if not money or not is_money(desk.catalog.metrics[first.metric]):
            return 1.0 if money or target_of(known, desk) else _OF_OTHERS
        own, led = self.months.get(metric, 0.0), self.months.get(first.metric, 0.0)
        return own / led if led > 0 else 1.0


def beside_usual(
    metric: str, window: Window, value: float, usual: float, dimension: str = "", member: str = ""
) -> Odd:
    """Return a figure beside what it usually is, or should be, as it stands in the table."""
    return Odd(Look(metric, dimension, member, Span(window.start, window.end), value, usual, 1.0, 0.0))
