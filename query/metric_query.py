"""What a question asks of the metrics, as one frozen record."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

from knowledge.quotients import renamed
from language.calendar import Holidays, Unit, whole
from language.periods import Period, last_year, previous

Grain = Literal["", "day", "week", "month", "quarter", "year"]
Comparer = Literal["gt", "ge", "lt", "le"]
LimitedBy = Literal["value", "growth"]
RankedBy = Literal["value", "growth", "share"]  # the share of each that it is within


@dataclass(frozen=True)
class Window:
    """One stretch of time: `start` is in it, `end` is not."""

    start: dt.date
    end: dt.date
    unit: Unit = "range"
    count: int = 1
    unfinished: bool = False
    holiday: str = ""
    text: str = ""
    provisional: bool = False  # days off that are not announced yet

    @classmethod
    def of(cls, period: Period) -> "Window":
        """Return the window of a period that was read."""
        return cls(
            period.start,
            period.end,
            period.unit,
            period.count,
            period.unfinished,
            period.holiday,
            period.text,
            period.provisional,
        )

    @property
    def period(self) -> Period:
        """Return it as a period."""
        return Period(
            self.text,
            self.start,
            self.end,
            self.unit,
            (0, 0),
            self.count,
            self.unfinished,
            False,
            self.holiday,
            provisional=self.provisional,
        )

    @property
    def in_whole_months(self) -> bool:
        """Tell whether it is made of whole months."""
        return self.start.day == self.end.day == 1

    def cut(self, today: dt.date) -> "Window":
        """Return it without a day within it and what is after: the data of today is not complete.

        So is a week of which today is the last day: before it are the same days of the week before.
        """
        return replace(self, end=today, unfinished=True) if self.start < today < self.end else self

    def before(self) -> "Window":
        """Return the stretch just before, equally long."""
        return Window.of(replace(previous(self.period), text=""))

    def year_before(self, holidays: Holidays | None = None) -> "Window":
        """Return the same days a year earlier; of a holiday, those it had by the database's own days."""
        return Window.of(replace(last_year(self.period, holidays), text=""))

    @property
    def days(self) -> int:
        """Return how many days it has."""
        return (self.end - self.start).days

    def units(self, unit: str) -> int:
        """Return how many days, weeks or months it has a part of."""
        if unit == "day":
            return self.days
        count, day = 0, self.start
        while day < self.end:
            count, day = count + 1, whole(unit, day)[1]
        return count


@dataclass(frozen=True)
class Filter:
    """Only these members of a dimension, or all but these."""

    dimension: str
    values: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True)
class Condition:
    """Only groups whose figure compares so with a number, or its growth in percent: below 0, it fell."""

    metric: str
    comparer: Comparer
    number: Decimal
    by: LimitedBy = "value"

    @property
    def of_growth(self) -> bool:
        """Tell whether a change is limited, not the figure."""
        return self.by == "growth"


@dataclass(frozen=True)
class Ranking:
    """The first or last so many groups by a figure; `place` asks for one place alone, 第二高.

    Where it is `ahead` of the next by how much is asked, the next is among them.
    """

    direction: Literal["top", "bottom"]
    number: int | None
    metric: str
    by: RankedBy = "value"
    within: tuple[str, ...] = ()
    place: bool = False
    ahead: bool = False

    @property
    def seeks_least(self) -> bool:
        """Tell whether those with least of the figure are sought, not those that grew least."""
        return self.direction == "bottom" and self.by == "value"


@dataclass(frozen=True)
class Compared:
    """A comparison with an earlier stretch: the same days of last year, the stretch before, or one named."""

    kind: Literal["last_year", "previous", "named"]
    window: Window | None = None


@dataclass(frozen=True)
class MetricQuery:
    """One routine question, exactly."""

    metrics: tuple[str, ...]
    splits: tuple[str, ...] = ()
    grain: Grain = ""
    windows: tuple[Window, ...] = ()  # none: no time asked or none known
    period_assumed: bool = False
    compared: Compared | None = None
    filters: tuple[Filter, ...] = ()
    conditions: tuple[Condition, ...] = ()
    ranking: Ranking | None = None
    share: bool = False
    average: str = ""  # day, week, month, or a dimension: the figure for one of them
    running: bool = False
    ascending: bool = False
    share_within: tuple[str, ...] = ()  # a share of each of these, not of all
    counted: bool = field(default=False, kw_only=True)  # only how many groups meet the conditions
    others: bool = False  # what is left beside the first so many, as one row
    closing: bool = field(default=False, kw_only=True)  # the last day of a level that is else a mean of days
    filled: bool = (
        False  # a row for each day or month of the period, or each member counted, without data too
    )
    good: str = ""  # which way was taken as better, high or low, where best or worst was asked for

    @property
    def window(self) -> Window | None:
        """Return the one window, where there is one."""
        return self.windows[0] if self.windows else None

    @property
    def is_of_one_time(self) -> bool:
        """Tell whether its rows are of one time, or of all there is, and no times beside each other."""
        return not self.grain and len(self.windows) <= 1

    @property
    def by_calendar(self) -> bool:
        """Tell whether each day or month of the period has a row."""
        return self.filled and bool(self.grain)

    @property
    def seeks_least(self) -> bool:
        """Tell whether its groups are those with least of a figure, or with less than so many."""
        lowest = self.ranking is not None and self.ranking.seeks_least
        return lowest or any(one.comparer in ("lt", "le") for one in self.conditions)

    def keeping(self, to: Filter, instead_of: Filter) -> "MetricQuery":
        """Return it with another filter in the place of one."""
        filters = tuple(to if one == instead_of else one for one in self.filters)
        return replace(self, filters=filters)

    def renamed(self, new: Mapping[str, str]) -> "MetricQuery":
        """Return it over other metrics and dimensions in the place of those that have a new name."""

        def called(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(renamed(name, new) for name in names)

        ranking = self.ranking
        if ranking:
            (metric,) = called((ranking.metric,))
            ranking = replace(ranking, metric=metric, within=called(ranking.within))
        return replace(
            self,
            metrics=called(self.metrics),
            splits=called(self.splits),
            filters=tuple(
                replace(one, dimension=new.get(one.dimension, one.dimension)) for one in self.filters
            ),
            conditions=tuple(replace(one, metric=renamed(one.metric, new)) for one in self.conditions),
            ranking=ranking,
            average=new.get(self.average, self.average),
            share_within=called(self.share_within),
        )

    @property
    def figures(self) -> tuple[str, ...]:
        """Return the metrics it names: asked for, held to a condition, ranked by."""
        ranked = [self.ranking.metric] if self.ranking else []
        return tuple(dict.fromkeys([*self.metrics, *(one.metric for one in self.conditions), *ranked]))

    @property
    def cuts(self) -> tuple[str, ...]:
        """Return the dimensions it names: split by, then filtered by."""
        return tuple(dict.fromkeys([*self.splits, *(one.dimension for one in self.filters)]))

    @property
    def shared(self) -> tuple[Filter, ...]:
        """Return the members whose share of all is shown; a share without some is of what is left."""
        return tuple(f for f in self.filters if self.share and f.dimension in self.splits and not f.negated)

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return what is split by to rank its members or to list those that meet a condition."""
        ranking = self.ranking if self.ranking and self.ranking.number is not None else None
        if ranking is None:
            return self.splits if self.conditions else ()
        return tuple(name for name in self.splits if name not in ranking.within)

    @property
    def key(self) -> tuple[object, ...]:
        """Return what two readings of the same question share: all but how its period was worded."""
        plain = tuple((window.start, window.end) for window in self.windows)
        compared = self.compared and (
            self.compared.kind,
            self.compared.window and (self.compared.window.start, self.compared.window.end),
        )
        filters = tuple(sorted((f.dimension, tuple(sorted(f.values)), f.negated) for f in self.filters))
        return (
            self.metrics, self.splits, self.grain, plain, compared, filters, self.conditions, self.ranking,
            self.share, self.share_within, self.others, self.average, self.running, self.ascending,
            self.filled, self.counted, self.closing,
        )  # fmt: skip
