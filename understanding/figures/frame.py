"""What is asked of metrics as operators, each one thing that is done to figures; a MetricQuery and back."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar, cast

from knowledge.items import Assumption
from query.metric_query import Compared, Condition, Filter, Grain, MetricQuery, Ranking, Window


@dataclass(frozen=True)
class Measure:
    """The figures that are shown, in order; `good` is the way that was taken as better."""

    metrics: tuple[str, ...]
    good: str = ""


@dataclass(frozen=True)
class Cut:
    """A row for each member of some dimensions, and for each unit of time."""

    dimensions: tuple[str, ...] = ()
    grain: str = ""


@dataclass(frozen=True)
class Keep:
    """Only some members of a dimension, or all but these."""

    kept: Filter


@dataclass(frozen=True)
class When:
    """The stretches of time; assumed where the question names none."""

    windows: tuple[Window, ...]
    assumed: bool = False


@dataclass(frozen=True)
class Against:
    """An earlier stretch beside it, with the change."""

    compared: Compared


@dataclass(frozen=True)
class Having:
    """Only groups whose figure or growth is over or under a number."""

    condition: Condition


@dataclass(frozen=True)
class Rank:
    """The first or last so many groups; `others`: what is left of all as one more row."""

    ranking: Ranking
    others: bool = False


@dataclass(frozen=True)
class Order:
    """From the lowest."""


@dataclass(frozen=True)
class Share:
    """Each figure as a part of all, or of all of each of some dimensions."""

    within: tuple[str, ...] = ()


@dataclass(frozen=True)
class Average:
    """The figure for one day or one member."""

    over: str


@dataclass(frozen=True)
class Running:
    """The figure so far."""


@dataclass(frozen=True)
class Count:
    """Only how many groups there are."""


@dataclass(frozen=True)
class Fill:
    """A row also for days without data."""


@dataclass(frozen=True)
class Closing:
    """The last day of a level that is else the mean of its days."""


Operator = (
    Measure
    | Cut
    | Keep
    | When
    | Against
    | Having
    | Rank
    | Order
    | Share
    | Average
    | Running
    | Count
    | Fill
    | Closing
)
Found = TypeVar("Found", bound=Operator)


@dataclass(frozen=True)
class Frame:
    """What is done to figures; which comes first makes no difference.

    `doubts` were taken for granted, `guessed` are words taken for what is called alike. `implied`: the
    figure is the count of what named members are of; `chart`: the one that is wished; `spent`: the small
    words that told a figure.
    """

    operators: tuple[Operator, ...]
    doubts: tuple[Assumption, ...] = ()
    guessed: tuple[str, ...] = ()
    implied: bool = False
    chart: str = ""
    spent: tuple[str, ...] = ()

    def of(self, kind: type[Found]) -> list[Found]:
        """Return the operators of a kind."""
        return [one for one in self.operators if isinstance(one, kind)]

    @property
    def kinds(self) -> frozenset[str]:
        """Return which operators there are, by name."""
        return frozenset(type(one).__name__ for one in self.operators)

    @cached_property
    def query(self) -> MetricQuery:
        """Return it as a MetricQuery; raise ValueError where an operator that may be there once is twice."""
        measure, cut, when = self._one(Measure), self._one(Cut), self._one(When)
        against, rank = self._one(Against), self._one(Rank)
        share, average = self._one(Share), self._one(Average)
        return MetricQuery(
            measure.metrics if measure else (),
            cut.dimensions if cut else (),
            cast(Grain, cut.grain if cut else ""),
            when.windows if when else (),
            bool(when and when.assumed),
            against.compared if against else None,
            tuple(one.kept for one in self.of(Keep)),
            tuple(one.condition for one in self.of(Having)),
            rank.ranking if rank else None,
            share is not None,
            average.over if average else "",
            self._one(Running) is not None,
            self._one(Order) is not None,
            share.within if share else (),
            bool(rank and rank.others),
            self._one(Fill) is not None,
            measure.good if measure else "",
            counted=self._one(Count) is not None,
            closing=self._one(Closing) is not None,
        )

    def _one(self, kind: type[Found]) -> Found | None:
        found = self.of(kind)
        if len(found) > 1:
            raise ValueError(kind.__name__)
        return found[0] if found else None


def as_query(frame: Frame, query: MetricQuery) -> Frame:
    """Return a frame of another query, with what was taken for granted of it."""
    return frame if query == frame.query else replace(frame, operators=tuple(_operators(query)))


def frame_of(query: MetricQuery) -> Frame:
    """Return what a query is composed of."""
    return Frame(tuple(_operators(query)))


def _operators(query: MetricQuery) -> Iterator[Operator]:
    yield Measure(query.metrics, query.good)
    if query.splits or query.grain:
        yield Cut(query.splits, query.grain)
    yield from (Keep(one) for one in query.filters)
    if query.windows or query.period_assumed:
        yield When(query.windows, query.period_assumed)
    if query.compared:
        yield Against(query.compared)
    yield from (Having(one) for one in query.conditions)
    if query.ranking or query.others:
        assert query.ranking is not None, "what is left beside the first has a first"
        yield Rank(query.ranking, query.others)
    flags: tuple[tuple[bool, Operator], ...] = (
        (query.ascending, Order()),
        (query.share, Share(query.share_within)),
        (bool(query.average), Average(query.average)),
        (query.running, Running()),
        (query.counted, Count()),
        (query.filled, Fill()),
        (query.closing, Closing()),
    )
    yield from (operator for said, operator in flags if said)
