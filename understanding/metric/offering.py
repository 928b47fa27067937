"""Questions over metrics to offer where none is verified: a total, a split, a trend, the first five."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache

from config.wording import say
from knowledge.metrics import Catalog, Dimension, Metric
from language.period.covered import latest_with_data
from language.periods import find_periods
from query.metric_query import Compared, Grain, MetricQuery, Ranking, Window
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.metric.ranges import time_column

FIRST = 5
MOST_PARTS = 12  # of a split that is read at a glance


def offers(desk: MetricDesk, near: str = "") -> Iterator[str]:
    """Yield questions that are read as they are worded, on the metrics a question names or the main ones."""
    yield from _Offers(desk).questions(near)


def main_metrics(desk: MetricDesk) -> list[Metric]:
    """Return the metrics that are open and have data, the ones people ask for first at the front."""
    return _Offers(desk).ranked()


def around(query: MetricQuery, desk: MetricDesk) -> Iterator[MetricQuery]:
    """Yield what else is asked of a figure at the same place and time: its parts, then against last year."""
    metric = desk.catalog.metrics[query.metrics[0]]
    plain = MetricQuery((metric.name,), windows=query.windows[:1], filters=query.filters)
    held = {*query.cuts}
    cut = _Offers(desk).dimension(metric, lambda size: 1 < size <= MOST_PARTS, held)
    if cut:
        yield replace(plain, splits=(cut,))
    if plain.windows and not query.compared and _has_year_before(plain, desk.answers):
        one = {kept.dimension for kept in query.filters if not kept.negated and len(kept.values) == 1}
        splits = tuple(name for name in query.splits if name not in one)
        yield replace(plain, splits=splits, compared=Compared("last_year"))


def _has_year_before(query: MetricQuery, answers: MetricAnswers) -> bool:
    """Tell whether there are data of a query's time a year earlier, or nobody knows from when they run."""
    known = answers.reader.known.range_of(query.metrics)
    return known is None or known[0] <= query.windows[0].year_before(answers.catalog.holidays).start


@dataclass(frozen=True)
class _Offers:
    desk: MetricDesk

    def questions(self, near: str) -> Iterator[str]:
        """Yield one question of each shape, on the first metric that has it; the trend on the second."""
        named = self._named(near)
        metrics = [*named, *(one for one in self.ranked() if one not in named)]
        other = metrics if named else [*metrics[1:], *metrics[:1]]
        shapes = ((self._total, metrics), (self._split, metrics), (self._trend, other), (self._top, metrics))
        for shape, among in shapes:
            worded = (self._worded(shape, one) for one in among)
            if asked := next((one for one in worded if one), None):
                yield asked

    def _worded(self, shape: Callable[[Metric], MetricQuery | None], metric: Metric) -> str | None:
        query = shape(metric)
        if query is None:
            return None
        return self.desk.answers.worded(query, self.desk.language, self.desk.today, self.desk.allowed)

    def _named(self, near: str) -> list[Metric]:
        """Return the metrics a question names."""
        parts = self.desk.parts(near) if near else None
        names = [name for part in parts.of("metric") for name in part.metrics] if parts else []
        return [one for one in self._open() if one.name in names]

    def ranked(self) -> list[Metric]:
        """Return the metrics: first what adds up over time, others are made of, and is cut in most ways."""
        catalog = self.desk.catalog
        uses = Counter(part for one in catalog.metrics.values() for part in _whole_parts(one))

        def standing(metric: Metric) -> tuple[bool, bool, bool, bool, int, int]:
            cuts = sum(catalog.cuts(metric.name, name) for name in catalog.dimensions)
            dated = all(source.time for source in catalog.sources(metric.name))
            adds = metric.additivity == "sum"
            return not dated, not adds, metric.is_count, bool(metric.filters), -uses[metric.name], -cuts

        return sorted(self._open(), key=standing)

    def _open(self) -> list[Metric]:
        catalog = self.desk.catalog
        opened = [one for one in catalog.metrics.values() if catalog.opens(one.name, self.desk.allowed)]
        return [one for one in opened if self._has_data(one)]

    def _has_data(self, metric: Metric) -> bool:
        """Leave out what has no day of data, where it is known from when to when any data run."""
        catalog, spans = self.desk.catalog, self.desk.answers.spans
        columns = [time_column(catalog, source.name) for source in catalog.sources(metric.name)]
        return not spans or all(column in spans for column in columns if column)

    def _total(self, metric: Metric) -> MetricQuery | None:
        return MetricQuery((metric.name,), windows=self._windows(metric))

    def _split(self, metric: Metric) -> MetricQuery | None:
        found = self.dimension(metric, lambda size: 1 < size <= MOST_PARTS)
        return MetricQuery((metric.name,), (found,), windows=self._windows(metric)) if found else None

    def _trend(self, metric: Metric) -> MetricQuery | None:
        windows = self._windows(metric, "month")
        return MetricQuery((metric.name,), grain="month", windows=windows) if windows else None

    def _top(self, metric: Metric) -> MetricQuery | None:
        found = self.dimension(metric, lambda size: size > FIRST)
        if found is None:
            return None
        ranking = Ranking("top", FIRST, metric.name)
        return MetricQuery((metric.name,), (found,), windows=self._windows(metric), ranking=ranking)

    def dimension(
        self, metric: Metric, fits: Callable[[int], bool], held: Collection[str] = ()
    ) -> str | None:
        """Return the nearest dimension of a size that a metric can be cut by: things before codes."""
        catalog, known = self.desk.catalog, self.desk.answers.reader.known
        return next(
            (
                one.name
                for one in catalog.once(_cuts)(metric.name)
                if one.name not in held
                and all(self.desk.allowed(catalog.full_column(column)) for column in one.columns)
                and fits(known.size(one.name))
            ),
            None,
        )

    def _windows(self, metric: Metric, grain: Grain = "") -> tuple[Window, ...]:
        """Return the usual time, or the last with data where that has none."""
        catalog, spans = self.desk.catalog, self.desk.answers.spans
        sources = catalog.sources(metric.name)
        if not all(source.time for source in sources):
            return ()
        usual = self.desk.answers.reader.known.usual_window(metric.name, grain, self.desk.today)
        if usual is None:
            return ()
        columns = [time_column(catalog, source.name) for source in sources]
        known = [spans[column] for column in columns if column in spans]
        last = min((one[1] for one in known), default=usual.start)
        if last >= usual.start:
            return (usual,)
        said = self._said(max(one[0] for one in known), last, grain)
        return tuple(replace(Window.of(one), text=said) for one in find_periods(said, self.desk.today)[:1])

    def _said(self, first: dt.date, last: dt.date, grain: Grain) -> str:
        """Return the last year with data, or its last whole month."""
        time = latest_with_data((first, last), self.desk.language, year=bool(grain))
        return say("metrics.known", self.desk.language, time=time)


def _cuts(catalog: Catalog) -> Callable[[str], tuple[Dimension, ...]]:
    """Return what tells which dimensions a metric can be cut by, the nearest first, looked for once each."""

    def nearest(metric: str) -> tuple[Dimension, ...]:
        def standing(dimension: Dimension) -> tuple[bool, int]:
            ways = [catalog.way(source.table, dimension) for source in catalog.sources(metric)]
            return not dimension.key, max(len(way or ()) for way in ways)

        plain = (one for one in catalog.dimensions.values() if not (one.days or one.on_time))
        return tuple(sorted((one for one in plain if catalog.cuts(metric, one.name)), key=standing))

    return cache(nearest)


def _whole_parts(metric: Metric) -> tuple[str, ...]:
    """Return the parts a metric is of: not what is taken off, nor the part that a percentage is."""
    if metric.kind == "difference":
        return metric.parts[:1]
    return metric.parts[1:] if metric.scale != 1 else metric.parts
