"""Whether months that seem odd only show who opened or closed: a city's costs rise with its new shop."""

from collections.abc import Mapping, Sequence

from analysis.anomaly.month_events import Event
from analysis.anomaly.month_looks import PAST
from analysis.anomaly.whose import filters_of
from analysis.openings import Openings
from analysis.outcome import Look, Name, Read, Said
from language.calendar import add_months, whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST = 3  # findings of which it is asked
MOSTLY = 0.5  # of what a finding lies off


def came_and_went(one: Event, openings: Openings) -> Openings:
    """Return who opened or closed within the year before a finding's month, or in it, as part of it."""
    (now, past), look = _times(one), one.month.look
    return openings.within(past, now).part_of(look.dimension, look.member)


def explained_looks(
    found: Sequence[Event], openings: Openings | None, filters: tuple[Filter, ...], desk: MetricDesk
) -> list[Look]:
    """Return the looks at what each place brought in a month and the year before, where some are new."""
    looks = []
    for place, one in enumerate(found[:MOST]):
        look = one.month.look
        if openings is None or not came_and_went(one, openings) or look.dimension == openings.level:
            continue
        metric = desk.catalog.metrics[look.metric]
        own = filters_of(look, filters, desk)
        if metric.kind == "ratio" or not desk.catalog.cuts(look.metric, openings.level):
            continue
        query = MetricQuery((look.metric,), (openings.level,), windows=_times(one), filters=own)
        label = Said("anomaly.label_beside", {"metric": Name(look.metric), "window": _times(one)[0]})
        looks.append(Look(f"explained.{place}", query, label, detail=True))
    return looks


def is_explained(one: Event, place: int, openings: Openings | None, read: Mapping[str, Read]) -> bool:
    """Tell a finding half of which are places that opened or closed within the year before."""
    if openings is None:
        return False
    changed, look = came_and_went(one, openings), one.month.look
    if look.dimension == openings.level:
        return look.member in changed.names
    found = read.get(f"explained.{place}")
    if found is None or found.result.truncated:
        return False
    new, closed = ({it.name for it in some} for some in (changed.every, changed.closed))
    brought = sum(float(now or 0) for name, now, _ in found.result.rows if name in new)
    lost = sum(
        float(past or 0) / PAST - float(now or 0) for name, now, past in found.result.rows if name in closed
    )
    return (brought - lost) / (look.value - look.usual) >= MOSTLY


def _times(one: Event) -> tuple[Window, Window]:
    span = one.month.look.span
    first = whole("month", span.start)[0]
    return Window(span.start, span.end, "range"), Window(add_months(first, -PAST), first, "range")
