"""What is of now: what is not done yet, all and of the time asked about, and figures that no column dates."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.unfinished import OpenItems
from analysis.outcome import Amount, Look, Name, Read, Said, exact
from analysis.why.split import ZERO
from query.metric_query import Filter, MetricQuery
from understanding.metric.desk import MetricDesk


def open_looks(one: OpenItems, asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at what is not done yet: all of it, and what of it is of the time asked about."""
    kept = [Filter(one.dimension, one.values)] if one.values else []
    filters = (*asked.filters, *kept)
    label = Said("briefing.label.open", {"metric": Name(one.metric)})
    yield Look(f"open.{one.dimension}", MetricQuery((one.metric,), filters=filters), label)
    if desk.catalog.metrics[one.metric].happens_on and asked.window is not None:
        within = MetricQuery((one.metric,), windows=(asked.window,), filters=filters)
        yield Look(f"open_within.{one.dimension}", within, label)


def open_told(waiting: Sequence[OpenItems], read: Mapping[str, Read], desk: MetricDesk) -> Iterator[Said]:
    """Yield how many things are not done yet."""
    for one in waiting:
        found = read.get(f"open.{one.dimension}")
        if found and found.result.rows and (count := exact(found.result.rows[0][-1])) is not None:
            amount = Amount(count, one.metric, "bare")
            told = {"metric": Name(one.metric), "state": one.called, "count": amount}
            told["within"] = _within(one, count, read, desk)
            yield Said("briefing.open" if one.values else "briefing.open_defined", told)


def _within(one: OpenItems, count: Decimal, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
    """Return how many of the things not done yet are of the time asked about."""
    found = read.get(f"open_within.{one.dimension}")
    if not count or found is None or not found.result.rows:
        return ""
    own = exact(found.result.rows[0][-1]) or ZERO
    if not own:
        over = found.look.query.windows[0].end < desk.today  # then some may be of later
        return Said(f"briefing.open_{'none' if over else 'older'}")
    return Said("briefing.open_within", {"count": Amount(own, one.metric, "bare")}) if own < count else ""


def standing_looks(names: Sequence[str], asked: AnalysisAsked) -> Iterator[Look]:
    """Yield the looks at figures that no column dates, as they stand now."""
    for name in names:
        label = Said("briefing.label.standing", {"metric": Name(name)})
        yield Look(f"standing.{name}", MetricQuery((name,), filters=asked.filters), label)


def standing_told(names: Sequence[str], read: Mapping[str, Read]) -> Iterator[Said]:
    """Yield the figures that no column dates, which are of no time and stand beside none."""
    lines = []
    for name in names:
        found = read.get(f"standing.{name}")
        if found and found.result.rows and (value := exact(found.result.rows[0][-1])) is not None:
            lines.append(Said("briefing.standing_one", {"metric": Name(name), "value": Amount(value, name)}))
    if lines:
        yield Said("briefing.standing", {"list": tuple(lines)})
