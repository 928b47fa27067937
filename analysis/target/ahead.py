"""What is to come of a time that runs: the days it is forecast from, and what they come to."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from analysis.asked import AnalysisAsked
from analysis.daily import Daily, as_long_as_before
from analysis.forecast.alike import alike_looks
from analysis.forecast.apart import changed_days
from analysis.forecast.models import Forecast, NoForecast, forecast
from analysis.forecast.steps import days_ahead, history_of
from analysis.home import days_kept
from analysis.outcome import Look, Read
from analysis.series import Wanted, adds_up, looks_of, series_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class Ahead:
    """The looks that a running time is forecast from, alike wherever that is told."""

    history: Wanted
    days: tuple[Look, ...]
    beside: tuple[Look, ...]

    @property
    def looks(self) -> tuple[Look, ...]:
        """Return all of them."""
        return (*self.days, *self.beside)

    def series(self, read: Mapping[str, Read], desk: MetricDesk) -> Daily | None:
        """Return the days so far, where they were read."""
        found = series_of(self.history, desk, list(self.days), read)
        return found[0][""] if found and found[0] else None

    def foreseen(
        self, whole: Window, asked: AnalysisAsked, read: Mapping[str, Read], desk: MetricDesk
    ) -> Generator[Sequence[Look], Mapping[str, Read], Forecast | NoForecast | None]:
        """Yield the days of who began or closed, and return what is forecast of the days left."""
        series = self.series(read, desk)
        if series is None:
            return None
        _, changed = yield from changed_days(self.history, asked, read, desk)
        kinds = as_long_as_before(days_kept(desk.catalog))
        return forecast(series, days_ahead(whole, series.end), kinds, changed)


def ahead_of(asked: AnalysisAsked, so_far: Window | None, desk: MetricDesk) -> Ahead | None:
    """Return what the rest of a time is forecast from, where days are to come and add up."""
    metric, whole = desk.catalog.metrics[asked.metrics[0]], asked.window
    if so_far is None or whole is None or so_far.end == whole.end:
        return None
    if metric.kind == "ratio" or not adds_up(metric, desk):
        return None
    history = history_of(metric.name, asked.filters, desk)
    if history is None:
        return None
    days = looks_of(history, desk, "days")
    return Ahead(history, tuple(days), tuple(alike_looks(asked, history.end, desk)))
