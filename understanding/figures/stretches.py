"""Stretches that nobody named, from when the data run: where a figure is right only over whole units."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.items import Assumption
from knowledge.metrics import Metric
from language.calendar import days, whole
from query.metric_query import Ranking, Window
from understanding.figures.sentence import NoReading, Sentence
from understanding.figures.timing import Times
from understanding.words.closed import GRAINS

PAIR = 2


@dataclass(frozen=True)
class Asked:
    """What is asked of figures, as far as it tells which days it needs."""

    metrics: tuple[str, ...]
    ranking: Ranking | None
    average: str
    cut: bool


def stretched(sentence: Sentence, asked: Asked, times: Times) -> Times:
    """Return times with the stretch that is needed where none is named, without a unit that still runs."""
    windows = times.windows or _all_days(sentence, asked, times.grain)
    windows = _without_running(sentence, asked, windows, times.grain)
    by_month = times.grain == "month"  # where the one that runs is told as such, but has no place
    equal = windows if by_month and asked.ranking is None else _in_equal_months(sentence, asked, windows)
    cut: tuple[Assumption, ...] = ("months",) if equal != windows and not by_month else ()
    return replace(times, windows=equal, doubts=(*times.doubts, *cut))


def _timed(sentence: Sentence, asked: Asked) -> list[Metric]:
    sources = (one for name in asked.metrics for one in sentence.catalog.sources(name))
    return [one for one in dict.fromkeys(sources) if one.time]


def _both_by_day_and_month(sources: Sequence[Metric]) -> bool:
    """Tell figures of days beside those that stand by the month: sales and their targets."""
    return {one.time_grain == "month" for one in sources} == {True, False}


def _all_days(sentence: Sentence, asked: Asked, grain: str) -> tuple[Window, ...]:
    """Return all days with data where a figure is only right over them: an average day, days without any."""
    sources = _timed(sentence, asked)
    if not sources or _seeks_least(sentence, asked, grain):
        return ()
    rated = _are_rated(sentence, asked)
    if rated and all(one.time_grain == "month" for one in sources):
        return _months_of_all(sentence, sources)
    each = asked.average in GRAINS and not all(one.additivity == "semi" for one in sources)
    # what stands is of now, but by month, and its unit-days, are of all days it is known of
    over = bool(grain) or any(one.over_time == "sum" for one in sources)
    each = each or (over and any(one.until for one in sources))
    if not (each or (rated and _both_by_day_and_month(sources)) or sentence.has("filled")):
        return ()
    found = sentence.known.shared_range(asked.metrics)
    return (Window(*found),) if found else ()


def _are_rated(sentence: Sentence, asked: Asked) -> bool:
    return any(sentence.catalog.metrics[name].kind != "simple" for name in asked.metrics)


def _months_of_all(sentence: Sentence, sources: Sequence[Metric]) -> tuple[Window, ...]:
    """Return the months over that all figures have data of, where one runs ahead of others: a target."""
    found = [one for source in sources for one in sentence.known.ranges((source.name,))]
    months = {whole("month", end - days(1)) for _, end in found}
    if len(months) < PAIR or sentence.has("filled"):
        return ()
    start = max(first for first, _ in found)
    start = start if start.day == 1 else whole("month", start, 1)[0]
    end = min(min(months)[1], whole("month", sentence.question.today)[0])
    return (Window(start, end),) if start < end else ()


def _seeks_least(sentence: Sentence, asked: Asked, grain: str) -> bool:
    """Tell whether the unit of time with least of a sum is sought: one that still runs is none."""
    sums = any(sentence.catalog.metrics[name].additivity in ("sum", "distinct") for name in asked.metrics)
    low = asked.ranking is not None and asked.ranking.seeks_least
    return bool(low and sums and grain and not asked.cut)


def _without_running(
    sentence: Sentence, asked: Asked, windows: tuple[Window, ...], grain: str
) -> tuple[Window, ...]:
    """End a stretch that still runs with its last whole unit, where the one with least is sought."""
    if not _seeks_least(sentence, asked, grain) or len(windows) > 1:
        return windows
    if not windows:
        return _whole_units(sentence, asked, grain)
    (window,), today = windows, sentence.question.today
    running = whole(grain, today)[0]
    if not window.start <= today < window.end:
        return windows
    if running <= window.start:
        raise NoReading
    return (Window(window.start, running),)


def _whole_units(sentence: Sentence, asked: Asked, grain: str) -> tuple[Window, ...]:
    """Return all days with data but those of units that are not whole."""
    sources, found = _timed(sentence, asked), sentence.known.shared_range(asked.metrics)
    if found is None:
        return ()
    first, end = found
    if all(map(sentence.catalog.is_dense, sources)):  # a row each day: what is not there has not been
        begun, ended = whole(grain, first), whole(grain, end)[0]
        first, end = (first if begun[0] == first else begun[1]), ended
    end = min(end, whole(grain, sentence.question.today)[0])
    if first >= end or Window(first, end).units(grain) < PAIR:
        raise NoReading  # of one year alone none is the lowest
    return (Window(first, end),)


def _in_equal_months(sentence: Sentence, asked: Asked, windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """End a longer stretch that still runs with its last whole month where targets stand by the month.

    Where all figures do it ends with the last month that all have data of.
    """
    today, sources = sentence.question.today, _timed(sentence, asked)
    if windows and _are_rated(sentence, asked) and all(one.time_grain == "month" for one in sources):
        ends = [one.end for one in _months_of_all(sentence, sources)] * len(windows)
        cut = (_cut_at(a, end) if a.start < end < a.end else a for a, end in zip(windows, ends, strict=False))
        return (*cut, *windows[len(ends) :])
    if not _both_by_day_and_month(sources):
        return windows
    month = whole("month", today)[0]
    return tuple(_cut_at(one, month) if _runs(one, month, today) else one for one in windows)


def _runs(window: Window, month: dt.date, today: dt.date) -> bool:
    return window.start < month < window.end and window.end >= today


def _cut_at(window: Window, month: dt.date) -> Window:
    return replace(window, end=month, unfinished=False, text="", unit="range")
