"""Single events that came out badly in the time asked: a failed inspection is told, unusual or not."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analysis.asked import AnalysisAsked, says
from analysis.lifespans import day_of
from analysis.outcome import Amount, Look, Name, Read, Said, day_in, figure_of
from analysis.series import MOST_ROWS, data_span
from knowledge.metrics import Dimension, Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST = 2  # kinds of events
LISTED = 3  # days that are told one by one


@dataclass(frozen=True)
class Outcome:
    """One count of events, the code that says they came out badly, and the look at their days."""

    metric: str
    called: str
    window: Window
    look: Look
    named: bool  # a figure of it was asked about
    begins: bool = False  # its days are all that there are

    def told(self, read: Mapping[str, Read]) -> Said | None:
        """Return how many came out so in the time asked and when, beside the year before; None of none."""
        found = read.get(self.look.name)
        if found is None or found.result.truncated:
            return None
        held = {day_in(row[0]): int(str(row[-1])) for row in found.result.rows if row[-1]}
        now = {day: number for day, number in held.items() if self.window.start <= day < self.window.end}
        if not now:
            return None
        if len(now) > LISTED and not self.named and sum(now.values()) <= self._usual(held):
            return None  # no more of it than ever, and too many to look into one by one
        params = {
            "metric": Name(self.metric),
            "called": self.called,
            "value": Amount(figure_of(sum(now.values())), self.metric, "bare"),
            "days": tuple(day_of(day) for day in sorted(now)) if len(now) <= LISTED else (),
            "before": self._before(held, sum(now.values())),
        }
        return Said("anomaly.came_out" if len(now) <= LISTED else "anomaly.came_out_often", params)

    def _before(self, held: Mapping[dt.date, int], now: int) -> Said:
        """Return how often it came out so in the days before that were read."""
        start = self.look.query.windows[0].start
        earlier = self._earlier(held)
        if not earlier:
            return Said("anomaly.came_out_never", {"back": back_to(start, begins=self.begins)})
        mean = self._usual(held)
        if earlier <= LISTED:
            last = max(day for day in held if day < self.window.start)
            return Said(
                "anomaly.came_out_last", {"day": day_of(last), "count": earlier, "since": day_of(start)}
            )
        return Said(
            f"anomaly.came_out_{'fewer' if now < mean else 'usually'}",
            {"mean": Amount(figure_of(round(mean, 1)), self.metric, "mean"), "since": day_of(start)},
        )

    def _earlier(self, held: Mapping[dt.date, int]) -> int:
        """Return how often it came out so in the days before that were read."""
        return sum(number for day, number in held.items() if day < self.window.start)

    def _usual(self, held: Mapping[dt.date, int]) -> float:
        """Return how often that was in as many days as were asked about."""
        back = (self.window.start - self.look.query.windows[0].start).days
        return self._earlier(held) * self.window.days / max(1, back)


def back_to(start: dt.date, *, begins: bool) -> Said:
    """Return since when something is the first or the most of its kind: data begin there, or the look."""
    return Said(f"anomaly.back_{'data' if begins else 'looked'}", {"since": day_of(start)})


def outcomes_of(asked: AnalysisAsked, desk: MetricDesk) -> tuple[Outcome, ...]:
    """Return what is read: of events of any figure asked about, or of all where none is named."""
    if asked.window is None:
        return ()
    return tuple(_outcomes(asked, asked.window, desk))[:MOST]


def _outcomes(asked: AnalysisAsked, window: Window, desk: MetricDesk) -> Iterator[Outcome]:
    tables = {desk.catalog.full(it.table) for name in asked.metrics for it in desk.catalog.sources(name)}
    seen = set[str]()
    for metric in desk.catalog.metrics.values():
        table, span = desk.catalog.full(metric.table), data_span(metric.name, desk)
        fits = metric.counts_rows and metric.time_grain == "day" and metric.time and not metric.filters
        cuts = all(desk.catalog.cuts(metric.name, kept.dimension) for kept in asked.filters)
        if not (fits and cuts and span) or table in seen or not desk.opens(metric.name):
            continue
        if asked.metrics and table not in tables:
            continue
        for dimension, code, called in _bad(metric, desk):
            end, start = min(window.end, span[1]), max(span[0], window.end - days(MOST_ROWS))
            if end <= window.start:
                continue
            seen.add(table)
            filters = (*asked.filters, Filter(dimension.name, (code,)))
            query = MetricQuery((metric.name,), (), "day", (Window(start, end, "range"),), filters=filters)
            label = Said("anomaly.label_came_out", {"metric": Name(metric.name), "called": called})
            look = Look(f"outcome.{metric.name}.{dimension.name}", query, label, detail=True)
            over = Window(window.start, end, "range")
            yield Outcome(metric.name, called, over, look, bool(asked.metrics), start == span[0])


def _bad(metric: Metric, desk: MetricDesk) -> Iterator[tuple[Dimension, str, str]]:
    """Yield the codes of a figure's own rows that say it came out badly, as they are called."""
    for one in desk.catalog.dimensions.values():
        if desk.catalog.full(one.table) != desk.catalog.full(metric.table) or not desk.shows(one):
            continue
        for code, names in one.values.items():
            if any(says("anomaly", "failed", name) for name in names):
                yield one, code, one.value_label(code, desk.language)
