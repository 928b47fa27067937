"""One figure told of several months: it is each one's, or what they come to."""

import re
from collections.abc import Iterator, Sequence

from answers.figures import Figure, figures, figures_but_days
from answers.named_days import MONTH_NAMES, months_in
from answers.series import Series, series_of
from database.result import QueryResult

_HAN = r"(?:\d{4}\s*年\s*)?(?:1[0-2]|0?[1-9])\s*月份?"
_ENGLISH = rf"(?:{MONTH_NAMES})(?:\s+\d{{4}})?"
_FIGURE = r"(?P<told>[-+−]?\d[\d,]*(?:\.\d+)?\s*(?:%|％|个百分点|[万亿]|[kKmM]\b)?)"
_TOGETHER = (
    re.compile(
        rf"(?P<months>{_HAN}(?:\s*[、,，]\s*{_HAN})*\s*(?:和|与|及|以及)\s*{_HAN})"
        rf"\s*(?:[（(]\s*(?P<aside>[^（）()]*)[)）]|(?:都是|均为|都为|各为|各)\s*{_FIGURE})"
    ),
    re.compile(
        rf"\b(?P<months>{_ENGLISH}(?:,\s*{_ENGLISH})*,?\s+and\s+{_ENGLISH})"
        rf"\s*(?:\(\s*(?P<aside>[^()]*)\)|(?:both|each|were both|were each)\s+(?:at\s+)?{_FIGURE})",
        re.IGNORECASE,
    ),
)
_OTHERWISE = re.compile(r"合计|共|平均|一起|之和|\b(?:total|together|average|mean|in all)\b", re.IGNORECASE)


def unfounded_shares(sentence: str, statements: Sequence[str], tables: Sequence[QueryResult]) -> list[str]:
    """Return the figures told of several months that are only one's, with what another has.

    >>> unfounded_shares("8 月和 10 月（-2.4 %）低于去年", ["8 月和 10 月都是 -2.4 %。"], [])
    []
    """
    found, told = [], [{one.value for one in figures_but_days(text)} for text in statements]
    every: list[Series] | None = None
    for figure, months in _shared(sentence):
        if any(figure.value in one for one in told):
            continue
        if every is None:
            every = [one for table in tables for one in series_of(table) if one.is_named(sentence.lower())]
        held = [values for one in every if (values := _of_months(one, months))]
        if not any(_fits(figure, values) for values in held):
            other = next((it for values in held for it in _of_another(figure, values)), None)
            found += [f"{figure.text.strip()} ({other})"] if other else []
    return found


def _shared(sentence: str) -> Iterator[tuple[Figure, list[tuple[int, int]]]]:
    """Yield each figure that stands alone behind several months, with these."""
    for form in _TOGETHER:
        for found in form.finditer(sentence):
            text = found["told"] or found["aside"]
            stated = figures(text)
            if (
                len(stated) == 1
                and not _OTHERWISE.search(text)
                and text.strip().startswith(stated[0].text[0])
            ):
                yield stated[0], list(months_in(f"{found['months']}。"))


def _of_months(series: Series, months: Sequence[tuple[int, int]]) -> dict[int, float]:
    """Return what a series has in some months, of the last year it has them in unless one is told."""
    found = {}
    for year, month in months:
        points = [one for one in series.points if one.month == month and year in (0, one.year)]
        if points and (series.points[-1].day in (0, 1)):
            found[month] = points[-1].value
    return found if len(found) == len(months) else {}


def _fits(figure: Figure, values: dict[int, float]) -> bool:
    """Tell what each of some months has, or what they come to."""
    return all(map(figure.is_written_of, values.values())) or figure.is_written_of(sum(values.values()))


def _of_another(figure: Figure, values: dict[int, float]) -> Iterator[str]:
    """Yield what the months have that have another figure, where one of them has it."""
    if any(map(figure.is_written_of, values.values())):
        yield from (
            f"{month} 月: {one:.10g}" for month, one in values.items() if not figure.is_written_of(one)
        )
