"""What every step of planning looks at."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property

from config.wording import Language
from database.dialects import Dialect
from knowledge.metrics import Catalog, Dimension, Metric
from query.levels import is_mean, is_per_time
from query.metric_query import MetricQuery
from query.plan.stretches import Stretch, stretches_of


@dataclass(frozen=True)
class Task:
    """One query to be planned over a connection's definitions, for one engine and one reader."""

    query: MetricQuery
    catalog: Catalog
    dialect: Dialect
    language: Language
    today: dt.date
    exact: bool = False  # what is asked alone, rates and averages unrounded: to be computed with

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Return the group columns by name: what is split by, then the unit of time."""
        query = self.query
        return (*query.splits, *([f"{query.grain}_start"] if query.grain else []))

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """Return the stretches of time that figures are taken for, the one asked about first."""
        return stretches_of(self.query, self.today, self.catalog.holidays)

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """Return every metric that is shown, chosen by or ranked by."""
        return tuple(dict.fromkeys([*self.query.figures, *self._beside(self.query.figures)]))

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Return the metrics in the order in which they are shown."""
        query = self.query
        return tuple(dict.fromkeys([*query.metrics, *self._beside(query.metrics), *query.figures]))

    @cached_property
    def by_weeks(self) -> bool:
        """Tell whether days stand beside weeks in one figure: all count as the Monday of their week then."""
        return self.catalog.by_weeks or any(map(self.catalog.sets_weeks_beside_days, self.wanted))

    def _beside(self, names: tuple[str, ...]) -> list[str]:
        """Return what is defined to be shown beside metrics; nothing where they are computed with."""
        return [] if self.exact else [other for name in names for other in self.catalog.metrics[name].show]

    def unlike_days(self, name: str) -> tuple[int, int] | None:
        """Return how many days both times of one figure have, where these differ and its days add up."""
        query = self.query
        if (
            query.grain
            or is_per_time(query, self.catalog)
            or not query.compared
            or any(one.of_growth for one in query.conditions)
        ):
            return None
        now, before = (one.windows[0] for one in self.stretches)
        sources = self.catalog.sources(name)
        adds = all(one.additivity == "sum" and one.is_daily for one in sources)
        months = now.in_whole_months and before.in_whole_months
        simple = self.catalog.metrics[name].kind != "ratio"
        return (now.days, before.days) if adds and simple and not months and now.days != before.days else None

    def is_mean(self, metric: Metric) -> bool:
        """Tell a level that is the mean of its days here, not what its last day has."""
        return is_mean(self.query, metric, self.catalog)

    def dimension(self, name: str) -> Dimension:
        """Return a dimension's definition."""
        return self.catalog.dimensions[name]

    def sources(self) -> tuple[Metric, ...]:
        """Return the simple metrics that everything wanted is made of."""
        every = (source for name in self.wanted for source in self.catalog.sources(name))
        return tuple(dict.fromkeys(every))

    def is_ranked(self) -> bool:
        """Tell whether only the first or last so many are shown."""
        return self.query.ranking is not None and self.query.ranking.number is not None

    @property
    def ranks_shares(self) -> bool:
        """Tell whether groups are ranked by the share that one member has within each."""
        return self.query.ranking is not None and self.query.ranking.by == "share"

    @property
    def orders_by_share(self) -> bool:
        """Tell rows of one member's share within each group, which has another order than its figure."""
        query = self.query
        return bool(query.share_within and query.shared) and not (query.grain or query.compared)

    def shares_early(self) -> bool:
        """Tell whether shares are of more than what is shown in the end."""
        return self.query.share and (self.is_ranked() or bool(self.query.shared))
