"""The time that a change is of, where only what it is beside is named: down on last month is this month's."""

import datetime as dt
from dataclasses import replace

from analysis.asked import Recognised
from config.wording import say
from language.calendar import days, whole
from language.periods import Period, find_periods, last_year
from understanding.metric.desk import MetricDesk

_WHOLE = ("week", "month", "quarter", "year")
_TO = {"zh": "到", "en": " to "}


def with_its_time(asked: Recognised, desk: MetricDesk) -> Recognised:
    """Return a question of which only the time it is beside is named with the time it is of as well.

    Beside the whole unit before the one that runs it is of that; beside one of a year ago, of the same of
    this year. Any other has none that is sure.
    """
    parts = desk.parts(asked.rest)
    bare = not parts.of("metric", "value", "dimension")
    if asked.previous and bare and desk.parts(asked.previous).of("period"):
        return asked  # behind October beside September, 和去年比呢 is of October
    timed, comparing = parts.of("period"), parts.of("comparison")
    if len(comparing) == 1 and not timed:
        return _put(asked, comparing[0].piece.span, parts.text, desk)
    compares = [one for one in parts.of("mark") if one.token == "compare"]
    if len(compares) != 1 or len(timed) != 1 or comparing:
        return asked
    first, last = compares[0].piece.span, timed[0].piece.span
    if parts.text[first[1] : last[0]].strip():
        return asked
    return _put(asked, (first[0], last[1]), parts.text, desk)


def _put(asked: Recognised, span: tuple[int, int], text: str, desk: MetricDesk) -> Recognised:
    beside = _named(text[slice(*span)], desk.today)
    found = _counterpart(beside, desk.today) if beside is not None else None
    if found is None or beside is None:
        return asked
    (start, end), kind = found
    dates = f"{start}{_TO[asked.language]}{end - days(1)}"
    key = f"running_{beside.unit}" if kind == "previous" else kind
    told = say(f"analysis.counterpart.{key}", asked.language, when=dates)
    return replace(asked, rest=f"{text[: span[0]]} {told} {text[span[1] :]}".strip())


def _named(comparing: str, today: dt.date) -> Period | None:
    """Return the one time that words of comparing end in: last month, of vs last month."""
    starts = range(len(comparing)) if not comparing.isascii() else _words(comparing)
    found = (find_periods(comparing[start:], today) for start in starts)
    return next((one[0] for one in found if len(one) == 1), None)


def _words(text: str) -> list[int]:
    return [0, *(place + 1 for place, char in enumerate(text) if char == " ")]


def _counterpart(beside: Period, today: dt.date) -> tuple[tuple[dt.date, dt.date], str] | None:
    """Return the time that is set beside an earlier one, and which that is of it."""
    unit = beside.unit
    if unit not in _WHOLE or (beside.start, beside.end) != whole(unit, beside.start):
        return None
    running = whole(unit, today)
    if whole(unit, today, -1) == (beside.start, beside.end):
        return (running[0], min(running[1], today)), "previous"
    last = whole(unit, today, -1)
    for one in (running, last):
        period = replace(beside, start=one[0], end=one[1])
        then = last_year(period)
        if (then.start, then.end) == (beside.start, beside.end):
            return (one[0], min(one[1], today)), "last_year"
    return None
