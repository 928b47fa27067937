"""One day on which several members of one parent lay off the same way is one finding, with its weather."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.telling import Seen
from analysis.anomaly.weather import weather_steps
from analysis.anomaly.whose import filters_of
from analysis.asked import AnalysisAsked
from analysis.openings import Openings
from analysis.outcome import Look, Read
from understanding.metric.desk import MetricDesk

MOST_WEATHER = 2  # findings of which the weather is read


def by_day_and_parent(seen: Sequence[Seen], openings: Openings | None) -> list[Seen]:
    """Return findings with those of one day, figure and parent put behind the largest of them."""
    kept: list[Seen] = []
    for one in seen:
        parents = _parents(one.odd.look, openings)
        at = next((n for n, it in enumerate(kept) if _is_one(it, one, parents, openings)), None)
        if at is None:
            kept.append(one)
            continue
        first = kept[at]
        shared = _shared(_parents(first.odd.look, openings), parents)
        kept[at] = replace(first, joined=(*first.joined, one.odd.look), parent=first.parent or shared)
    return kept


def _is_one(first: Seen, one: Seen, parents: Mapping[str, str], openings: Openings | None) -> bool:
    """Tell two members of one parent that lay off on the same single day, the same way, in one figure."""
    look, other = first.odd.look, one.odd.look
    same = (look.metric, look.dimension, look.span) == (other.metric, other.dimension, other.span)
    if not same or not look.span.is_day or look.change * other.change <= 0:
        return False
    shared = _shared(_parents(look, openings), parents)
    return bool(shared) and first.parent in ("", shared)


def _parents(one: Looked, openings: Openings | None) -> Mapping[str, str]:
    if openings is None or openings.level != one.dimension:
        return {}
    return next((it.parents for it in openings.every if it.name == one.member), {})


def _shared(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    """Return the parent that two members have in common, of the level named first."""
    return next((name for level, name in one.items() if name and other.get(level) == name), "")


def with_weather(
    seen: Sequence[Seen], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], list[Seen]]:
    """Yield what is read of the weather of days that several members had, and return it with them."""
    told, left = [], MOST_WEATHER
    for one in seen:
        if one.weather or not (one.joined or one.odd.joint) or not left:
            told.append(one)
            continue
        left -= 1
        look, days = one.odd.look, [one.odd.look.span.start]
        own = replace(asked, metrics=(look.metric,), filters=filters_of(look, asked.filters, desk))
        weather: Mapping[dt.date, str] = yield from weather_steps(days, own, desk)
        told.append(replace(one, weather=weather.get(days[0], "")))
    return told
