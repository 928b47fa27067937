"""When, and against when."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from language.calendar import MONTHS, add_months, in_whole_units, whole
from language.period.words import period_words
from language.periods import Period, find_periods
from understanding.figures.sentence import NoReading, Sentence
from understanding.follow_up import is_part_of_a_year
from understanding.metric.binding import BOTH, CHANGES, GRAINS
from understanding.metric.vocabulary import metric_words
from understanding.question import Compared, Window
from understanding.words.judging import speaks_of


@dataclass(frozen=True)
class Times:
    """The stretches, what they are held against, and the unit they are shown by."""

    windows: tuple[Window, ...]
    compared: Compared | None = None
    assumed: bool = False
    grain: str = ""


def times_of(sentence: Sentence, metrics: Sequence[str], grain: str, *, cut: bool) -> list[Times]:
    """Return when, once for each way the comparison may be meant."""
    known, today = sentence.known, sentence.question.today
    grain = grain or _trend_grain(sentence, metrics)
    windows = _windows(sentence, metrics, grain)
    timed = any(source.time for name in metrics for source in sentence.catalog.sources(name))
    if (windows or grain) and not timed:
        raise NoReading
    if not all(known.reaches(metrics, one, today) for one in windows):
        raise NoReading
    if not windows and period_words().until_now.search(sentence.question.text.lower()):
        raise NoReading
    ways = _compared(sentence, windows, grain)
    return [_dated(sentence, metrics, kept, compared, grain, cut=cut) for compared, kept in ways]


def _windows(sentence: Sentence, metrics: Sequence[str], grain: str) -> tuple[Window, ...]:
    """Return the stretches that are named; the end of one is that stretch for stocks and balances."""
    spoken = [one.value for one in sentence.every if one.type in ("period", "ended")]
    sources = [source for name in metrics for source in sentence.catalog.sources(name)]
    ends = [one.value for one in sentence.every if one.type == "ended"]
    if ends and (any(one.unfinished for one in ends) or any(one.additivity != "semi" for one in sources)):
        raise NoReading
    found = tuple(_coming(sentence, metrics, Window.of(in_whole_units(one, grain))) for one in spoken)
    if len({(one.start, one.end) for one in found}) == 1:
        if sum(one.relative for one in spoken) > 1:
            raise NoReading  # of last week and the week before, the second goes on from there
        return found[:1]
    return _years_shared(sentence, spoken, found) if len(found) > 1 else found


def _coming(sentence: Sentence, metrics: Sequence[str], window: Window) -> Window:
    """Return a part of this year still to come where the figures have data of it: December's target."""
    today = sentence.question.today
    if window.start.year != today.year - 1 or window.unit not in MONTHS:
        return window
    late = find_periods(window.text, dt.date(today.year, 12, 31))
    moved = _in_year(window, today.year)
    said = [one.start for one in late] == [moved.start] and moved.start > today
    return moved if said and sentence.known.reaches(metrics, moved, today) else window


def _dated(
    sentence: Sentence,
    metrics: Sequence[str],
    windows: tuple[Window, ...],
    compared: Compared | None,
    grain: str,
    *,
    cut: bool,
) -> Times:
    if windows:
        return _several(windows, compared, grain, cut=cut)
    known, today = sentence.known, sentence.question.today
    if compared:
        found = known.usual_window(metrics[0], grain, today)
    elif _asks_for_all(sentence, metrics):
        found = None
    else:
        found = known.default_window(metrics[0], grain, today)
    if compared and found is None:
        raise NoReading
    return Times((found,) if found else (), compared, found is not None, grain)


def _asks_for_all(sentence: Sentence, metrics: Sequence[str]) -> bool:
    told = sentence.small & set(metric_words()["as_it_stands"])
    counts = all(sentence.catalog.metrics[name].is_count for name in metrics)
    texts = [str(one.value) for one in sentence.leaves if isinstance(one.value, str)]
    return bool(told and counts) or speaks_of(texts, metric_words()["marks"]["total"])


def _compared(
    sentence: Sentence, windows: tuple[Window, ...], grain: str
) -> list[tuple[Compared | None, tuple[Window, ...]]]:
    """Return each comparison that may be meant with the stretches that are left."""
    said = [one.value for one in sentence.every if one.type == "comparison"]
    kinds = {one.kind for one in said} | {one.type for one in sentence.of("last_year", "previous")}
    units = {one.unit for one in said} - {""}
    grown = sentence.has(*CHANGES) or any(one.value.growth for one in sentence.of("first"))
    if len(windows) > BOTH and (kinds or grown):
        raise NoReading
    if kinds:
        if len(kinds) > 1 or len(windows) > 1:
            raise NoReading
        (kind,) = kinds
        unit = next(iter(units), "")
        if kind == "previous" and unit and windows and unit not in (windows[0].unit, grain):
            raise NoReading
        return [(Compared(kind), windows)]  # type: ignore[arg-type]
    if len(windows) == BOTH and (grown or sentence.has("compare")) and not grain:
        early, late = sorted(windows, key=lambda one: one.start)
        if early.end > late.start:
            raise NoReading
        before = late.unit in GRAINS and whole(late.unit, late.start, -1) == (early.start, early.end)
        if late.unfinished and before:
            return [(Compared("previous"), (late,))]
        return [(Compared("named", early), (late,))]
    if grown:
        if len(windows) == 1 and windows[0].unit == "range":
            raise NoReading  # a growth from one end to the other
        return [(Compared("last_year"), windows), (Compared("previous"), windows)]
    return [(None, windows)]


def _several(windows: tuple[Window, ...], compared: Compared | None, grain: str, *, cut: bool) -> Times:
    """Let several months of one figure be its months; overlapping periods cannot stand side by side."""
    if len(windows) == 1:
        (window,) = windows
        if (
            grain == "year"
            and not compared
            and window.units(grain) == 1
            and window.unit not in (grain, "range")
        ):
            raise NoReading  # a part of a year in each year
        return Times(windows, compared, grain=grain)
    ordered = tuple(sorted(windows, key=lambda one: one.start))
    if compared or any(left.end > right.start for left, right in pairwise(ordered)):
        raise NoReading
    units = {one.unit for one in windows}
    single = all(one.count == 1 and not one.holiday for one in windows)
    if not cut and not grain and single and len(units) == 1 and units <= {*GRAINS}:
        return Times(ordered, grain=units.pop())
    fine = not grain or all(
        grain == "day" or one.units(grain) > 1 or one.unit in (grain, "range") for one in windows
    )
    if grain and not fine:
        raise NoReading
    return Times(ordered if grain else windows, grain=grain)


def _years_shared(
    sentence: Sentence, spoken: list[Period], windows: tuple[Window, ...]
) -> tuple[Window, ...]:
    """Give a part of a year the year said beside it: 去年9月和10月, Q3 this year and last."""
    today = sentence.question.today
    years = [one for one in windows if one.unit == "year"]
    parts = [(one, period) for one, period in zip(windows, spoken, strict=True) if one.unit != "year"]
    bare = [bool(period.holiday) or _is_of_any_year(period.text, today) for _, period in parts]
    if years and parts:
        if len(parts) > 1 or not bare[0] or parts[0][0].holiday or any(one.count > 1 for one in years):
            raise NoReading
        if len(years) == 1 and sentence.has("and", "compare", "comparison", *CHANGES):
            raise NoReading
        return tuple(_in_year(parts[0][0], one.start.year) for one in years)
    if years or all(bare) or not any(bare):
        return windows
    if not all(bare[1:] if sentence.language == "zh" else bare[:-1]) or not any(map(_says_year, spoken)):
        raise NoReading
    giver = windows[0 if sentence.language == "zh" else -1]
    if sentence.has("compare", *CHANGES):
        raise NoReading
    return tuple(one if one is giver else _in_year(one, giver.start.year) for one in windows)


def _says_year(period: Period) -> bool:
    """Tell whether a part of a year is said with its year: 去年9月, Q3 2025; not last month."""
    read = [find_periods(period.text, dt.date(period.start.year + 1, *day)) for day in ((1, 2), (12, 30))]
    return period.unit != "year" and all(read) and len({found[0].start for found in read}) == 1


def _in_year(part: Window, year: int) -> Window:
    """Return a part of a year in another year, whole where it is one unit."""
    start = add_months(part.start, 12 * (year - part.start.year))
    if part.unit in MONTHS and part.count == 1:
        return replace(part, start=start, end=whole(part.unit, start)[1], unfinished=False, text="")
    return replace(part, start=start, end=add_months(part.end, 12 * (year - part.start.year)), text="")


def _is_of_any_year(text: str, today: dt.date) -> bool:
    """Tell a part of a year that is told by its name alone: Q3; not last quarter, nor Q3 2025."""
    if not is_part_of_a_year(text, today.year - 1):
        return False
    read = [find_periods(text, dt.date(today.year, month, day)) for month, day in ((1, 2), (12, 30))]
    return len({found[0].start for found in read if found}) > 1


def _trend_grain(sentence: Sentence, metrics: Sequence[str]) -> str:
    """Give 趋势 a grain by the length of its period."""
    if not sentence.has("trend"):
        return ""
    periods = [one.value for one in sentence.every if one.type == "period"]
    today = sentence.question.today
    known = sentence.known.range_of(metrics) or (today, today)
    start, end = (periods[0].start, periods[0].end) if periods else known
    return next(str(grain) for most, grain in metric_words()["trend_grains"] if (end - start).days <= most)
