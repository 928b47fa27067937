"""Where the month that runs will probably end beside its target, of a briefing of any time."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import figures_look, reads_of
from analysis.briefing.scorecard import Line
from analysis.forecast.models import Forecast
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact, figure_of, named_apart
from analysis.series import accrues, data_span
from analysis.target.ahead import Ahead, ahead_of
from language.calendar import whole
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_AHEAD = "outlook_"  # of the names of its looks
_WIDEST = Decimal("0.1")  # of the target: a range that goes further either way says nothing of a month
MOST_LOOKS = 5


@dataclass(frozen=True)
class Outlook:
    """The first figure with a target, over the month that runs."""

    asked: AnalysisAsked
    ahead: Ahead
    looks: tuple[Look, ...]

    def told(
        self, read: Mapping[str, Read], desk: MetricDesk
    ) -> Generator[Sequence[Look], Mapping[str, Read], list[Said]]:
        """Yield the looks left, and return what the month comes to beside its target.

        As a question of the target alone tells it; nothing where the past bears no forecast out.
        """
        (name, aim), month = self.asked.metrics, self.asked.window
        own = reads_of(_AHEAD, read)
        series, aimed = self.ahead.series(own, desk), own.get(f"target.{aim}")
        target = exact(aimed.result.rows[0][0]) if aimed and aimed.result.rows else None
        if series is None or month is None or not target:
            return []
        steps = self.ahead.foreseen(month, self.asked, own, desk)
        found = yield from named_apart(_AHEAD, steps)
        if not isinstance(found, Forecast):
            return []
        actual = figure_of(series.total(month.start, series.end))
        low, value, high = (actual + figure_of(one) for one in (found.low, found.value, found.high))
        if high - low > 2 * _WIDEST * target:
            return []
        amounts = {"low": Amount(low, name), "sum": Amount(value, name), "high": Amount(high, name)}
        params = {"metric": Name(name), "month": month, "target": Amount(target, name), **amounts}
        way = "above" if low >= target else "below" if high < target else "about"
        return [Said(f"briefing.outlook.{way}", {**params, "share": Percent(100 * value / target)})]


def outlook_of(lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk) -> Outlook | None:
    """Return the outlook on the month that runs, where a figure has a target of it and days are to come."""
    month = Window(*whole("month", desk.today), "month")
    line = next((one for one in lines if one.target and _is_aimed(one, asked, desk)), None)
    span = data_span(line.metric, desk) if line else None
    now = asked.window
    if line is None or span is None or not month.start < span[1] < month.end:
        return None
    if now is None or now.end < month.start:  # of a time long over
        return None
    own = replace(asked, kind="target", metrics=(line.metric, line.target), window=month, dimension="")
    ahead = ahead_of(own, replace(month, end=span[1]), desk)
    if ahead is None:
        return None
    looks = (figures_look(line.target, (month,), asked, "target", desk), *ahead.looks)
    return Outlook(own, ahead, tuple(replace(one, name=f"{_AHEAD}{one.name}") for one in looks))


def _is_aimed(line: Line, asked: AnalysisAsked, desk: MetricDesk) -> bool:
    """Tell a figure that comes together day by day, more of which is better, with a target of those asked."""
    cuts = all(desk.catalog.cuts(line.target, kept.dimension) for kept in asked.filters)
    return cuts and accrues(line.metric, desk) and not is_better_low(desk.catalog.metrics[line.metric])
