"""Which year a part of a year is of: said beside it, shared with another, or each there is."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from language.calendar import MONTHS
from language.periods import (
    Period,
    has_its_year,
    is_named_last,
    is_part_of_a_year,
    part_in_year,
)
from query.metric_query import Window
from understanding.chart.spans import Span
from understanding.figures.leaves import BARE_YEAR
from understanding.figures.sentence import NoReading, Sentence
from understanding.metric.known import Known
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import CHANGES

PAIR = 2
# What may stand beside a bare number that is a year.
TIMED = ("period", "comparison", "last_year", "previous")
BESIDE = (*TIMED, "figure", "figure_first", "weak", "thing", "keep", "average")
ORDERS, SHARES = ("rank", "rank_up", "sorted"), ("distribution", "share")
MARKS = (*ORDERS, *SHARES, "trend", "compare", "avg", "respectively", "cumulative")
PAUSES = " ,，、?？.。!！:：;；/&+"


def refuse_amounts(sentence: Sentence) -> None:
    """Stop where a bare number of four digits counts or names: branches with 2025 orders."""
    spans = sentence.covering.spans
    for at, span in enumerate(spans):
        if span.rule == BARE_YEAR and not (
            _may_precede(spans[:at]) and _may_follow(sentence, span, spans[:at], spans[at + 1 :])
        ):
            raise NoReading


def _may_precede(ahead: Sequence[Span]) -> bool:
    """Tell whether what stands before a number leaves it a year: a figure does, with does not."""
    before = next((one for one in reversed(ahead) if not _is_joined(one)), None)
    if before is None or before.type in (*BESIDE, *MARKS, "cut", "keep"):
        return True
    return before.type == "empty" and before.value in metric_words()["before_a_year"]


def _may_follow(sentence: Sentence, year: Span, ahead: Sequence[Span], behind: Sequence[Span]) -> bool:
    """Tell whether what stands behind a number leaves it a year: it counts nothing."""
    after = next((one for one in behind if not _is_joined(one)), None)
    units = sentence.question.units
    end = units[after.start].start if after is not None else None
    gap = sentence.question.text[units[year.end - 1].end : end]
    if not after or after.type in (*TIMED, *MARKS, "cut", "empty"):
        return not gap.strip(PAUSES)
    opens = all(one.type == "empty" or _is_joined(one) for one in ahead)
    return opens and after.type in BESIDE and not gap.strip(PAUSES)


def _is_joined(span: Span) -> bool:
    """Tell what only stands between years: 2025 and 2026."""
    return span.type in ("and", "compare") or span.rule == BARE_YEAR


def joined_years(sentence: Sentence, spoken: list[Period]) -> list[Period]:
    """Join a part of a year and its year, said apart beside another time: Q3 revenue this year vs Q2."""
    years, today = [one for one in spoken if one.unit == "year"], sentence.question.today
    pairs = list(pairwise(spoken)) if len(spoken) > PAIR and len(years) == 1 else []
    for at, (part, year) in enumerate(pairs):
        if year is years[0] and year.count == 1 and _is_of_any_year(part, today):
            told = in_year(sentence.known, Window.of(part), year.start.year, today)
            text = f"{year.start.year} {part.text}"
            whole_part = replace(part, start=told.start, end=told.end, unfinished=told.unfinished, text=text)
            return [*spoken[:at], whole_part, *spoken[at + 2 :]]
    return spoken


def contrasted(sentence: Sentence, spoken: list[Period]) -> list[Period]:
    """Put the last of two parts of a year called alike a year back: this October vs last October."""
    if len(spoken) != PAIR or spoken[0].start != spoken[1].start or spoken[0].end != spoken[1].end:
        return spoken
    today, words = sentence.question.today, metric_words()["the_last"]
    lasts = [is_named_last(one.text, today, words) for one in spoken]
    if sum(lasts) != 1:
        return spoken
    at = 0 if lasts[0] else 1
    told = in_year(sentence.known, Window.of(spoken[at]), spoken[at].start.year - 1, today)
    early = replace(spoken[at], start=told.start, end=told.end, unfinished=False)
    return [*spoken[:at], early, *spoken[at + 1 :]]


def in_their_years(
    sentence: Sentence, spoken: Sequence[Period], windows: tuple[Window, ...]
) -> tuple[Window, ...]:
    """Give each part of a year the year said beside it: 去年9月和10月, Q3 this year and last."""
    years = [one for one in windows if one.unit == "year"]
    parts = [(one, told) for one, told in zip(windows, spoken, strict=True) if one.unit != "year"]
    if years and parts:
        return _of_years(sentence, years, parts)
    return windows if years else _sharing(sentence, spoken, windows)


def _of_years(
    sentence: Sentence, years: list[Window], parts: list[tuple[Window, Period]]
) -> tuple[Window, ...]:
    """Return one part of a year in each of the years it is said of: 2025 and 2026 National Day."""
    (part, told), today = parts[0], sentence.question.today
    if len(parts) > 1 or any(one.count > 1 for one in years):
        raise NoReading
    if not _is_of_any_year(told, today):
        return (
            *(in_year(sentence.known, part, one.start.year, today) for one in years),
            _own(part, told, today),
        )
    others = sentence.has("comparison") and not sentence.has("compare")
    if len(years) == 1 and sentence.has("and", "compare", *CHANGES) and not others:
        raise NoReading
    return tuple(in_year(sentence.known, part, one.start.year, today) for one in years)


def _own(part: Window, told: Period, today: dt.date) -> Window:
    """Return a whole part that is said with its own year: 今年9月 of 去年和今年9月."""
    if part.unfinished or not has_its_year(told, today) or not (part.unit in MONTHS or part.holiday):
        raise NoReading
    return part


def _sharing(sentence: Sentence, spoken: Sequence[Period], windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """Give the year that one part of a year is said with to the others: October and November 2025."""
    today, chinese = sentence.question.today, sentence.language == "zh"
    bare = [_is_of_any_year(one, today) for one in spoken]
    dated = [has_its_year(one, today) for one in spoken]
    years = {one.start.year for one, has in zip(windows, dated, strict=True) if has}
    if years == {one.start.year for one in windows}:
        return windows  # Q3 against Q1: of one year
    if all(bare) or not any(bare) or not any(dated):
        return windows
    takers = bare[1:] if chinese else bare[:-1]
    giver = windows[0 if chinese else -1]
    moved = tuple(
        one if one is giver else in_year(sentence.known, one, giver.start.year, today) for one in windows
    )
    if len({one.start for one in moved}) < len(moved):
        return windows  # October against October 2025
    if not all(takers) or (sentence.has("compare", *CHANGES) and not _in_order(moved)):
        raise NoReading  # Q4 against Q1 2026: of the year before, as likely
    return moved


def _in_order(windows: Sequence[Window]) -> bool:
    starts = [one.start for one in windows]
    return starts == sorted(starts)


def of_every_year(sentence: Sentence, metrics: Sequence[str], part: Window) -> tuple[Window, ...]:
    """Return a part of a year in each year with data: National Day, each year."""
    today = sentence.question.today
    spoken = [one.value for one in sentence.every if one.type == "period"]
    found = sentence.known.shared_range(metrics)
    if found is None or len(spoken) > 1 or not _is_of_any_year(spoken[0], today):
        raise NoReading
    moved = (in_year(sentence.known, part, year, today) for year in range(found[0].year, found[1].year + 1))
    return tuple(one for one in moved if found[0] <= one.start < found[1])


def in_year(known: Known, part: Window, year: int, today: dt.date) -> Window:
    """Return a part of a year in another year, whole where it is one unit; a holiday on its days then."""
    fiscal, holidays = known.fiscal_start, known.holidays
    found = part_in_year(part.period, year, today, fiscal_start=fiscal, holidays=holidays)
    if found is None:
        raise NoReading
    return replace(Window.of(found), text="")


def _is_of_any_year(told: Period, today: dt.date) -> bool:
    """Tell a part of a year that is told by its name alone: Q3, 国庆; not last quarter, nor Q3 2025."""
    if told.holiday:
        return not has_its_year(told, today)
    return is_part_of_a_year(told.text, today.year - 1) and not has_its_year(told, today)
