"""What is known beside a statement and its rows."""

import datetime as dt
from dataclasses import dataclass

from knowledge.metrics import Catalog, Metric
from language.calendar import Range
from language.period.covered import Unlike
from query.metric_query import MetricQuery
from understanding.metric.lines import Called
from understanding.metric.open_days import OpenDays
from understanding.metric.settling import Doubted


@dataclass(frozen=True)
class Background:
    """What is known beside a statement and its rows: definitions, names of members, the days of the data.

    `every` is from when to when there are data, the last day excluded; `partial` the same where the time
    asked about has data in part only, `late` the first day of data where what is compared with begins before.
    """

    catalog: Catalog
    called: Called
    today: dt.date
    every: Range | None = None
    partial: Range | None = None
    late: dt.date | None = None
    as_of: dt.date | None = None  # the day that what is kept as it stands now is of
    open_days: OpenDays | None = None  # of the time asked about, that are not complete
    doubted: Doubted | None = None  # a last day that may not be complete
    open_now: bool = False  # a statement's rows are what is not done yet, of whatever day
    ahead: dt.date | None = None  # the last day to come that a statement's days are known until
    unlike: Unlike | None = None  # two times that a statement compares, not of like length
    apart: tuple[tuple[str, Range], ...] = ()  # the parts of a sum that alone have data in part only

    def sources(self, query: MetricQuery) -> list[Metric]:
        """Return the figures that those of a query are computed of."""
        return [source for name in query.metrics for source in self.catalog.sources(name)]
