"""Periods and points in time as people write them: in words, and in dates."""

import calendar
import datetime as dt
import re

from answers.calendar import TimeUnit
from config.wording import Language, say
from language.calendar import days, whole
from query.metric_query import Window
from understanding.metric.vocabulary import period_in

_EXACT = re.compile(r"(19|20)\d\d")  # words that name a year are dates themselves
_POSSESSIVE = re.compile(r"['’]s$")  # this year's growth
_PREPOSITION = re.compile(r"^(in|on|over|during|for|from|of)\s+", re.IGNORECASE)
_SOME = re.compile(r"^(the\s+)?(last|past|previous|recent)\s+(\d+|[a-z]+\s+[a-z]+s\b)", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(r"(?!week)[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?\b", re.IGNORECASE)
_STRETCH = re.compile(r"\d+\s+(days?|weeks?|months?|quarters?|years?)\b", re.IGNORECASE)
_ALONE = (
    "at",
    "as",
    "this",
    "last",
    "yesterday",
    "today",
    "previous",
    "recently",
    "so",
    "year",
    "month",
    "week",
    "since",
    "ytd",
    "mtd",
    "qtd",
)


def period(window: Window, language: Language, *, named: bool = True) -> str:
    """Return a window in words and dates.

    Of one that nobody named it is said that nobody did.

    >>> october = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month", text="上个月")
    >>> period(october, "zh"), period(october, "en")
    ('上个月（2026-10-01 至 10-31）', 'last month (1–31 Oct 2026)')
    """
    told = dates(window.start, window.end, language)
    if words := words_of(window, language):
        return say(f"sentence.when.{'named' if named else 'taken'}", language, words=words, dates=told)
    told = whole_unit(window.start, window.end, language) or told
    return told if named else say("sentence.when.taken_dates", language, dates=told)


def words_of(window: Window, language: Language) -> str:
    """Return what a window was called, without its preposition; nothing where that is but its dates."""
    words = period_in(window.text, language).strip(" .") if window.text else ""
    if _EXACT.search(words) and not window.holiday:
        return ""
    return _POSSESSIVE.sub("", _PREPOSITION.sub("", words)) if language == "en" else words


def when(window: Window, language: Language, *, named: bool = True) -> str:
    """Return a window as it stands in a sentence: in October 2026, on 5 Oct 2026, last month (…)."""
    told = period(window, language, named=named)
    if language == "zh":
        return told
    if words_of(window, language):
        first = told.split()[0].lower()
        if window.holiday:
            return say("sentence.when.over", language, time=told)
        if first.isdigit() and not _STRETCH.match(told):  # 1 to 15 October
            return say("sentence.when.over", language, time=told)
        if first.isdigit() or _SOME.match(told):
            return say("sentence.when.in", language, time=told if first == "the" else f"the {told}")
        if first in _ALONE or told.startswith("the day "):
            return told
        if window.end - window.start <= days(1):  # October 1st
            return say("sentence.when.on", language, time=told)
        by_days = not window.in_whole_months and _DAY_OF_MONTH.match(told)  # Nov 11 through Nov 20
        return say(f"sentence.when.{'over' if by_days else 'in'}", language, time=told)
    if whole_unit(window.start, window.end, language):
        return say("sentence.when.in", language, time=told)
    return say(
        f"sentence.when.{'on' if window.end - window.start <= days(1) else 'over'}", language, time=told
    )


def dates(start: dt.date, end: dt.date, language: Language) -> str:
    """Return a stretch of days by its first and last; `end` is the day after the last.

    >>> dates(dt.date(2026, 9, 28), dt.date(2026, 10, 5), "en")
    '28 Sep – 4 Oct 2026'
    """
    last = end - days(1)
    if last <= start:
        return day(start, language)
    if language == "zh":
        short = last.isoformat()[5:] if last.year == start.year else last.isoformat()
        return say("sentence.when.days", language, first=start, last=short)
    if (start.year, start.month) == (last.year, last.month):
        return f"{start.day}–{day(last, language)}"
    first = day(start, language)
    return say(
        "sentence.when.days",
        language,
        first=first.rpartition(" ")[0] if start.year == last.year else first,
        last=day(last, language),
    )


def day(at: dt.date, language: Language) -> str:
    """Return one day: 2026-10-01, 1 Oct 2026."""
    return at.isoformat() if language == "zh" else f"{at.day} {calendar.month_abbr[at.month]} {at.year}"


def weekday_name(weekday: int, language: Language) -> str:
    """Return what a day of the week is called, Monday 0."""
    return say("analysis.weekdays", language).split("|")[weekday]


def whole_unit(start: dt.date, end: dt.date, language: Language) -> str:
    """Return a whole month, quarter or year by its name, else nothing.

    >>> whole_unit(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "zh")
    '2026 年 10 月'
    """
    for unit in ("month", "quarter", "year"):
        if (start, end) == whole(unit, start):
            return point(start, unit, language)
    return ""


def short(at: dt.date, unit: TimeUnit, language: Language) -> str:
    """Return a point in time beside others of its year.

    >>> short(dt.date(2026, 10, 1), "month", "en"), short(dt.date(2026, 10, 5), "day", "zh")
    ('October', '10-05')
    """
    brief = at.isoformat()[5:] if language == "zh" else f"{at.day} {calendar.month_abbr[at.month]}"
    if unit == "month":
        name = at.month if language == "zh" else calendar.month_name[at.month]
        return say("sentence.when.month_alone", language, month=name)
    if unit == "quarter":
        return say("sentence.when.quarter_alone", language, quarter=(at.month + 2) // 3)
    return say("sentence.when.week_alone", language, day=brief) if unit == "week" else brief


def point(at: dt.date, unit: TimeUnit, language: Language) -> str:
    """Return the day, week, month, quarter or year that begins on a day.

    >>> point(dt.date(2026, 10, 1), "month", "en"), point(dt.date(2026, 10, 5), "week", "zh")
    ('October 2026', '2026-10-05 当周')
    """
    if unit == "month":
        name = at.month if language == "zh" else calendar.month_name[at.month]
        return say("sentence.when.month", language, year=at.year, month=name)
    if unit == "quarter":
        return say("sentence.when.quarter", language, year=at.year, quarter=(at.month + 2) // 3)
    if unit == "year":
        return say("sentence.when.year", language, year=at.year)
    return say("sentence.when.week", language, day=day(at, language)) if unit == "week" else day(at, language)
