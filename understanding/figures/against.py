"""Against when: the earlier stretch that a figure is held against, named or taken by a word for it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from language.calendar import MONTHS, Comparison, Period, add_months, days, whole
from language.period.words import period_words
from language.periods import find_periods
from language.words import either
from query.metric_query import Compared, Window
from understanding.figures.clauses import goes_higher
from understanding.figures.sentence import NoReading, Sentence
from understanding.words.closed import BOTH, CHANGES, GRAINS, JOINING

NUMBERED_YEAR = re.compile(r"\b20\d\d|20\d\d(?=年)")
WEEKDAY, WEEK = "weekday", 7
Way = tuple[Compared | None, tuple[Window, ...]]  # a comparison with the stretches that are left


def ways_to_compare(
    sentence: Sentence, windows: tuple[Window, ...], grain: str, *, moved: bool, mean: bool = False
) -> list[Way]:
    """Return each comparison that may be meant; several for a growth that nothing is held against.

    Of a `mean` per day or member two times stand beside each other whole, however long they are.
    """
    told = said_of(sentence)
    kinds = _kinds(sentence, told, windows)
    grown = sentence.has(*CHANGES) or any(one.value.growth for one in sentence.of("first"))
    if len(windows) > BOTH and (kinds or grown):
        raise NoReading
    if kinds:
        return [_by_word(sentence, one, told, windows, grain) for one in sorted(kinds, reverse=True)]
    mean = mean and any(one.type in ("against", "compare") for one in sentence.every)
    held = grown or moved or mean or sentence.has("compare", "went") or goes_higher(sentence)
    if held and not grain and len(windows) == BOTH:
        return [_named(*sorted(windows, key=lambda one: one.start), whole_times=mean)]
    return _grown_against(sentence, windows, grain) if grown else [(None, windows)]


def _grown_against(sentence: Sentence, windows: tuple[Window, ...], grain: str) -> list[Way]:
    """Return against when a growth may be meant that nothing is held against."""
    if len(windows) == 1 and _is_the_earlier(sentence):
        raise NoReading
    if not grain and [one.unit for one in windows] == ["range"]:
        ends = _ends_of(windows[0], sentence)
        if ends is None:
            raise NoReading
        return [_named(*ends)]
    of_a_year = not grain and [(one.unit, one.count) for one in windows] == [("year", 1)]
    return [(one, windows) for one in grown_against(of_a_year=of_a_year)]


def grown_against(*, of_a_year: bool) -> list[Compared]:
    """Return what a growth that nothing is held against may be against; of a year the year before is both."""
    return [Compared("last_year"), *([] if of_a_year else [Compared("previous")])]


def _is_the_earlier(sentence: Sentence) -> bool:
    """Tell where the only time is that against which something grew, of a later one unsaid: vs September."""
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    pairs = pairwise(spans[1:])
    return any(one.type in ("against", "compare") and then.type == "period" for one, then in pairs)


def _kinds(sentence: Sentence, told: list[Comparison], windows: tuple[Window, ...]) -> set[str]:
    """Return what is said of an earlier stretch: the one before, or that of a year before."""
    if any(_is_another_year(one, windows) for one in told):
        raise NoReading
    spoken = {one.kind for one in told} | {one.type for one in sentence.of("last_year", "previous")}
    return spoken | {_year_before(one.value, windows) for one in sentence.every if one.type == "same_time"}


def _is_another_year(told: Comparison, windows: tuple[Window, ...]) -> bool:
    """Tell a comparison with a numbered year that is not the one before: 2026 with that of 2023."""
    year = NUMBERED_YEAR.search(told.text)
    return year is not None and [one.start.year - 1 for one in windows] != [int(year[0])]


def _year_before(told: Period, windows: tuple[Window, ...]) -> str:
    """Return what the same units of an earlier year are: those of the year before the one named."""
    if len(windows) != 1 or windows[0].unit != "year" or windows[0].year_before().start != told.start:
        raise NoReading
    return "last_year"


def said_of(sentence: Sentence) -> list[Comparison]:
    """Return what is said of an earlier stretch, but one that is only joined to the one named."""
    spoken = [one.value for one in sentence.every if one.type == "comparison"]
    return [one for one in spoken if not (len(spoken) == 1 and only_joins(one.text))]


def beside(sentence: Sentence, windows: tuple[Window, ...], grain: str) -> tuple[Window, ...]:
    """Set an earlier stretch that is only joined beside the one named: last week and the week before."""
    joined = [one.value for one in sentence.every if one.type == "comparison" and only_joins(one.value.text)]
    if not joined or said_of(sentence):
        return windows
    if len(windows) != 1 or sentence.has(*CHANGES, "compare") or grain:
        raise NoReading
    (window,), (told, *_) = windows, joined
    if window.count > 1 or window.unit not in GRAINS or window.holiday:
        raise NoReading
    if told.kind == "previous" and told.unit in ("", window.unit):
        start, end = whole(window.unit, window.start, -1)
        return (window, Window(start, end, window.unit))
    if told.kind != "last_year" or window.unfinished:
        raise NoReading
    return (window, window.year_before(sentence.catalog.holidays))


def begun(sentence: Sentence, windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """Take the beginning of the unit that is compared as that unit so far: 本周到昨天，比上周同期."""
    units = {one.unit for one in said_of(sentence)} - {""}
    if len(windows) != 1 or len(units) != 1 or windows[0].unit != "range" or not units <= {*GRAINS}:
        return windows
    (window,), (unit,) = windows, units
    first, end = whole(unit, window.start)
    inside = first == window.start and window.end < end
    return (replace(window, unit=unit, unfinished=True),) if inside else windows  # type: ignore[arg-type]


def only_joins(text: str) -> bool:
    """Tell a stretch set beside another from one it is compared with: and the month before."""
    first = text.split(maxsplit=1)[0] if text.isascii() else text[:1]
    told = text if text.isascii() else text[1:]
    return first.lower() in JOINING - {"vs", "versus"} and not any(sign in told for sign in "比较照期")


def _by_word(
    sentence: Sentence, kind: str, told: list[Comparison], windows: tuple[Window, ...], grain: str
) -> Way:
    """Return the comparison that a word says; of two stretches, one must be what it takes."""
    if kind == WEEKDAY:
        return _weekday_before(told, windows), windows
    spoken = next((one for one in told if one.unit and one.kind == kind), None)
    unit = spoken.unit if spoken else ""
    if spoken is not None and (day := same_day(spoken, windows)) is not None:
        return day, windows
    if kind == "previous" and unit and windows and unit not in (windows[-1].unit, grain):
        raise NoReading
    if len(windows) <= 1:
        return Compared(kind), windows  # type: ignore[arg-type]
    early, late = sorted(windows, key=lambda one: one.start)
    taken = (
        late.year_before(sentence.catalog.holidays)
        if kind == "last_year"
        else Window(*whole(late.unit, late.start, -1))
        if late.unit in GRAINS
        else late
    )
    if grain or (taken.start, taken.end) != (early.start, early.end):
        raise NoReading
    return _named(early, late)


def same_day(told: Comparison, windows: tuple[Window, ...]) -> Compared | None:
    """Return the day a week or a month before a single one: yesterday against the same day last week."""
    one_day = len(windows) == 1 and windows[0].unit == "day" and windows[0].days == 1
    if (
        told.kind != "previous"
        or not one_day
        or not any(sign in told.text.lower() for sign in ("same", "同"))
    ):
        return None
    start = windows[0].start
    day = {"week": start - days(7), "month": add_months(start, -1)}.get(told.unit)
    return Compared("named", Window(day, day + days(1), "day")) if day else None


def _weekday_before(told: Sequence[Comparison], windows: tuple[Window, ...]) -> Compared:
    """Return the last such day of the week before a single day: yesterday vs the Saturday before."""
    named = period_words().weekdays
    spoken = [named[word] for one in told for word in re.findall(either(named), one.text.lower())]
    if len(told) != 1 or len(windows) != 1 or windows[0].days != 1:
        raise NoReading
    start = windows[0].start - days(1)
    start -= days((start.weekday() - spoken[-1]) % WEEK)
    return Compared("named", Window(start, start + days(1), "day"))


def _named(early: Window, late: Window, *, whole_times: bool = False) -> Way:
    """Compare with a named stretch; what still runs with the same days of the one or the year before it."""
    if early.end > late.start:
        raise NoReading
    if late.unfinished and late.unit in GRAINS and not whole_times:
        if whole(late.unit, late.start, -1) == (early.start, early.end):
            return Compared("previous"), (late,)
        if late.unit in MONTHS and whole(late.unit, add_months(late.start, -12)) == (early.start, early.end):
            return Compared("last_year"), (late,)
    return Compared("named", early), (late,)


def _ends_of(window: Window, sentence: Sentence) -> tuple[Window, Window] | None:
    """Return the first and last unit of a range that a growth goes over: from September to October."""
    text, today = window.text.lower(), sentence.question.today
    sides = [one.strip() for one in period_words().between.split(text, maxsplit=1)]
    told = [find_periods(f"in {one[-4:]}" if one[-4:].isdigit() else one, today) for one in sides]
    if len(told) != BOTH or any(len(one) != 1 for one in told):
        return None
    unit = told[1][0].unit
    if told[0][0].unit != unit or unit not in GRAINS:
        return None
    first, last = whole(unit, window.start), whole(unit, window.end - days(1))
    exact = first[0] == window.start and (last[1] == window.end or window.unfinished)
    near = whole(unit, window.start, 1) == last or period_words().opening.match(text)
    if not exact or not near or first == last:
        return None
    return Window(*first, unit=unit), Window(last[0], window.end, unit, unfinished=window.unfinished)
