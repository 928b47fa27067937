"""Of which sums and times entries are looked at, and which of those found matter to what was asked."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from analysis.asked import AnalysisAsked, Kind
from analysis.briefing.scorecard import scorecard
from analysis.outcome import Look
from analysis.outliers.entry import Keyed, added_up
from analysis.outliers.found import largest_look
from analysis.series import data_span
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Window
from query.plan.engines import is_counted
from understanding.metric.desk import MetricDesk

MOST = 3  # sums whose entries are looked at
A_PART = Decimal("0.03")  # of its month: what an entry of another time is at least, to be taken for another
LATELY, LONGEST = 91, 731  # days: of two times further apart only the later is looked at
_LEARNING: tuple[Kind, ...] = ("forecast", "target")  # learn from the days before the time they are of
_LOOK_BACK: tuple[Kind, ...] = (*_LEARNING, "briefing", "why")  # set the time beside long before it


def matters(one: Keyed, asked: AnalysisAsked) -> bool:
    """Tell an entry of the times asked about, or of the days that they are set beside."""
    within = asked.window is None or time_of(one, asked) is not None
    return within or asked.kind in _LEARNING or (asked.kind in _LOOK_BACK and one.part >= A_PART)


def time_of(one: Keyed, asked: AnalysisAsked) -> Window | None:
    """Return which of the times asked about an entry is in."""
    times = (asked.window, asked.against)
    return next((it for it in times if it is not None and it.start <= one.day < it.end), None)


def _asked_of(asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the figures that those asked about, else those of the scorecard, are made of."""
    names = asked.metrics or tuple(line.metric for line in scorecard(desk, asked.filters))
    parts = (part for name in names for part in (desk.catalog.metrics[name].parts or (name,)))
    return list(dict.fromkeys(parts))


def sums_of(asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the figures whose entries are looked at: those asked of, behind each what divides it.

    Only the first are looked at, and a price of which one side is as meant is nobody's.
    """
    own = _asked_of(asked, desk)
    return list(dict.fromkeys(one for name in own for one in (name, *_partners(name, desk))))


def _partners(name: str, desk: MetricDesk) -> Iterator[str]:
    """Yield what a sum is divided by, or divides, out of the same rows: who keys one wrong may both.

    Rows that are counted have no column to key wrong: neither has what is made of them alone.
    """
    known = desk.catalog.metrics
    if not _is_entered(known[name], desk):
        return
    for ratio in known.values():
        if name in ratio.parts:
            yield from (one for one in ratio.parts if known[one].table == known[name].table)


def _is_entered(metric: Metric, desk: MetricDesk) -> bool:
    """Tell the sum of a column, of which entries were keyed, from a count of rows."""
    inside = added_up(metric, desk)
    return inside is not None and metric.additivity == "sum" and not is_counted(inside, desk.answers.dialect)


def largest_entries(asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the largest entry of each day of both times, and of the weeks before them."""
    found = list[Look]()
    for name in sums_of(asked, desk):
        span = span_of(name, asked, desk)
        look = largest_look(name, span, asked.filters, desk) if span else None
        found += [look] if look else []
    return found[:MOST]


def span_of(name: str, asked: AnalysisAsked, desk: MetricDesk) -> Window | None:
    known = data_span(name, desk)
    if known is None:
        return None
    times = [one for one in (asked.window, asked.against) if one is not None]
    end = min([known[1], *([max(one.end for one in times)] if times else [])])
    back = LONGEST if asked.kind in _LOOK_BACK else LATELY
    start = min((*(one.start for one in times), end - days(back)))
    if (end - start).days > LONGEST:
        start = min(end - days(LATELY), asked.window.start if asked.window else end)
    return Window(start, end, "range") if (end - start).days <= LONGEST else None


def listed_of(found: Sequence[Keyed], asked: AnalysisAsked, desk: MetricDesk) -> list[Keyed]:
    """Return the entries that are told: of one row it is told once, of what was asked about first.

    Of a *why* one of neither time is not: it is taken for what was meant in what a season is learned from.
    """
    if asked.kind == "why" and asked.window is not None:
        found = [one for one in found if time_of(one, asked) is not None]
    own = _asked_of(asked, desk)
    told = {one.day for one in found if one.metric in own}
    return [one for one in found if one.metric in own or one.day not in told]
