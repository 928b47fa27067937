"""The days that a text names, however it writes them."""

import calendar
import re
from collections.abc import Collection, Iterator

Day = tuple[int, int]  # month, 0 where it is not written; day of the month
MONTHS = {
    **{name: at for at, name in enumerate(calendar.month_name) if name},
    **{name: at for at, name in enumerate(calendar.month_abbr) if name},
    "Sept": 9,
}
MONTH_NAMES = "|".join(sorted(MONTHS, key=len, reverse=True))
_SPANS = (
    re.compile(r"(?P<a>\d{1,2})\s*月?\s*(?:至|到|-|–|—|~)\s*(?P<b>\d{1,2})\s*月(?!\s*\d)"),
    re.compile(
        rf"\b(?P<a>{MONTH_NAMES})\b\.?(?:\s+\d{{4}})?\s*(?:to|-|–|—|through|until)\s*(?P<b>{MONTH_NAMES})\b"
    ),
)
_NAMED = rf"({MONTH_NAMES})\b\.?"
_LAST_DAYS = {(one, calendar.monthrange(year, one)[1]) for year in (2024, 2025) for one in range(1, 13)}
_TO = r"\s*(?:至|到|-|–|—|~|～|to|and)\s*"
NUMERIC = re.compile(r"(?<!\d)(?:\d{4}-)?(0[1-9]|1[0-2])-([0-3]\d)(?!\d)")
_UNTIL = re.compile(
    r"(?:至|到|-|–|—|~|～|截[至止]|\b(?:to|until|till|through))\s*(?:the )?(?:\d{4}\s*年\s*)?$", re.IGNORECASE
)
_SO_FAR = re.compile(r"(?:\s*\d{4})?\s*(?:为止|止)")
_HAN = re.compile(
    rf"(\d{{1,2}})\s*月\s*(\d{{1,2}})\s*[日号]?(?:{_TO}(?:(\d{{1,2}})\s*月\s*)?(\d{{1,2}}))?\s*[日号]"
)
_BARE = re.compile(r"(?<![\d月.])(\d{1,2})\s*[日号](?!均|常)")  # of a month named before
_DAY_FIRST = re.compile(rf"(?<![\d.,])(\d{{1,2}})(?:{_TO}(\d{{1,2}}))?\s+{_NAMED}")
# No day is the number in "June 81.9 %", "24 Nov 19:37" and "in September 3 members joined".
_MONTH_FIRST = re.compile(
    rf"\b{_NAMED}\s+(\d{{1,2}})(?:{_TO}(\d{{1,2}}))?(?!\d|[.,:]\d|\s*%|\s+(?!to\b|and\b)[a-z])"
)

_OF_A_YEAR = re.compile(r"(?<!\d)(\d{4})-(0[1-9]|1[0-2])(?!\d)")
_MONTH_HAN = re.compile(r"(?:(\d{4})\s*年\s*)?(?<!\d)(1[0-2]|0?[1-9])\s*月(?!份?\s*\d)")
_MONTH_NUMBER = re.compile(r"(?:(\d{4})\s*年\s*)?(?<!\d)(1[0-2]|0?[1-9])\s*月")
_MONTH_YEAR = re.compile(rf"\b{_NAMED}(?:\s+(\d{{4}}))?(?!\d)")
STRETCH = re.compile(
    rf"{NUMERIC.pattern}{_TO}{NUMERIC.pattern}"
    rf"|(?<!\d)\d{{1,2}}(?:\s+{_NAMED}(?:\s+\d{{4}})?)?{_TO}\d{{1,2}}\s+{_NAMED}"
    rf"|\d{{1,2}}\s*月\s*\d{{1,2}}\s*[日号]?{_TO}(?:\d{{1,2}}\s*月\s*)?\d{{1,2}}\s*[日号]"
)
_SAYS_WHEN = re.compile(
    r"\d\s*月|[本上这当今去]个?[月周年]|\b(?:this|last) (?:month|week|year)\b", re.IGNORECASE
)
_MONTH_TELLS = re.compile(rf"\b{_NAMED}\s+(?:(?!to\b|and\b)[a-z]+\s+){{1,4}}(\d+)(?![\d.,]*\d|\s*%)")


def days_in(text: str) -> Iterator[Day]:
    """Yield the days that a text names, whichever year they are of: 10月9日至22日, 9–22 Oct, 2026-10-09.

    Of one without a month, as in a list of them, the month is 0.

    >>> list(days_in("9–22 Oct and 2026-11-02")), list(days_in("10月9日至22日"))
    ([(11, 2), (10, 9), (10, 22)], [(10, 9), (10, 22)])
    >>> list(days_in("since 24 Nov 19:37"))
    [(11, 24)]
    """
    for found in NUMERIC.finditer(text):
        yield int(found[1]), int(found[2])
    for found in _HAN.finditer(text):
        yield int(found[1]), int(found[2])
        if found[4]:
            yield int(found[3] or found[1]), int(found[4])
    for found in _BARE.finditer(_HAN.sub(" ", text)):
        yield 0, int(found[1])
    for found in _DAY_FIRST.finditer(text):
        yield from ((MONTHS[found[3]], int(day)) for day in (found[1], found[2]) if day)
    for found in _MONTH_FIRST.finditer(text):
        yield from ((MONTHS[found[1]], int(day)) for day in (found[2], found[3]) if day)


def last_days_in(text: str) -> Iterator[Day]:
    """Yield the days that a text names as the last of a stretch: until 29 Sep, 9月1日至29日, 截至 09-29.

    >>> list(last_days_in("1–29 Sep, on 5 Oct")), list(last_days_in("截至 2026-09-29 收 3 笔，10月5日 1 笔"))
    ([(9, 29)], [(9, 29)])
    """
    for form in (NUMERIC, _HAN, _DAY_FIRST, _MONTH_FIRST):
        for found in form.finditer(text):
            days = list(days_in(found[0]))
            if len(days) > 1 or _UNTIL.search(text[: found.start()]) or _SO_FAR.match(text[found.end() :]):
                yield from days[-1:]


def stretches_in(text: str) -> Iterator[tuple[Day, Day]]:
    """Yield the first and the last day of each stretch of days that a text names.

    >>> list(stretches_in("9–22 Oct and 2026-11-02 to 2026-11-05, on 6 Nov"))
    [((10, 9), (10, 22)), ((11, 2), (11, 5))]
    """
    for found in STRETCH.finditer(text):
        days = list(days_in(found[0]))
        if len(days) == len(("first", "last")) and days[0] < days[1]:
            yield days[0], days[1]


def is_end_of_month(day: Day) -> bool:
    """Tell the first and the last day of a month, which stand for the month; a February has two last ones.

    >>> [is_end_of_month(one) for one in ((2, 28), (2, 29), (4, 30), (5, 30), (0, 1))]
    [True, True, True, False, True]
    """
    return day[1] == 1 or day in _LAST_DAYS


def without_whole_days(text: str) -> str:
    """Return a text without its days; the years and months that stand alone are left.

    >>> without_whole_days("2025 年 10 月有 3 件，11月28日 5 件")
    '2025 年 10 月有 3 件，  5 件'
    """
    for form in (NUMERIC, _HAN, _BARE, _DAY_FIRST, _MONTH_FIRST):
        text = form.sub(" ", text)
    return text


def without_months(text: str, known: Collection[int] = range(1, 13)) -> str:
    """Return a text without the months that it names by number, their years left.

    >>> without_months("7月暴雨 7 天，2026-08 有 8 天，9月 1 天", {7, 8})
    ' 暴雨 7 天，2026  有 8 天，9月 1 天'
    """
    text = _OF_A_YEAR.sub(lambda it: f"{it[1]} " if int(it[2]) in known else it[0], text)
    return _MONTH_NUMBER.sub(lambda it: f"{it[1] or ''} " if int(it[2]) in known else it[0], text)


def months_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the months that a text names with their years, 0 where none is written.

    >>> list(months_in("January was above January 2025")), list(months_in("2025年1月、2026-02"))
    ([(0, 1), (2025, 1)], [(2026, 2), (2025, 1)])
    """
    for found in _OF_A_YEAR.finditer(text):
        yield int(found[1]), int(found[2])
    for found in _MONTH_HAN.finditer(text):
        yield int(found[1] or 0), int(found[2])
    for found in _MONTH_YEAR.finditer(text):
        yield int(found[2] or 0), MONTHS[found[1]]


def month_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last month of each stretch that a text names.

    >>> list(month_spans("3 月至 5 月、May through August"))
    [(3, 5), (5, 8)]
    """
    for form in _SPANS:
        for found in form.finditer(text):
            yield month_called(found["a"]), month_called(found["b"])


def month_called(name: str) -> int:
    """Return which month a name or a number is."""
    return MONTHS.get(name.title()) or int(name)


def months_of_times(text: str) -> frozenset[int]:
    """Return the months of the times of more than a day that a text names.

    >>> sorted(months_of_times("up 3 (1 Sep – 28 Oct 2026)")), sorted(months_of_times("opened on 2026-06-30"))
    ([9, 10], [])
    """
    ranges = {month for found in STRETCH.finditer(text) for month, _ in days_in(found[0])}
    return frozenset(ranges | {month for _, month in months_in(without_whole_days(text))})


def says_when(text: str) -> bool:
    """Tell whether a text names a day, a month, or a time by today.

    >>> says_when("本月到目前"), says_when("3 of 7 are behind")
    (True, False)
    """
    return bool(_SAYS_WHEN.search(text)) or any(days_in(text)) or any(months_in(text))


def month_figures(text: str) -> Iterator[tuple[int, int]]:
    """Yield whole numbers that words join to a month, which are no days: October had 7.

    >>> list(month_figures("October had 7 public holidays, September 3."))
    [(10, 7)]
    """
    for found in _MONTH_TELLS.finditer(text):
        yield MONTHS[found[1]], int(found[2])
