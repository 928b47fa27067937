"""The times that a question names, as one analysis takes them: said once, one against another, or as one."""

import datetime as dt
import re
from collections.abc import Sequence

from analysis.asked import Recognised
from analysis.clauses import Held
from language.calendar import MONTHS, whole
from language.periods import find_periods
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.words.pointing import points_at_a_time

_OF_A_YEAR = re.compile(r"\d{4}|[今去前明本]年|\b(?:this|last|next) year\b", re.IGNORECASE)
_FROM_TO = re.compile(r"^(?:between|from|从)?\s*(.+?)\s*(?:\band\b|\bto\b|到|至|和)\s*(.+)$", re.IGNORECASE)
_THAN = re.compile(
    r"(?:\b(?:down|up|lower|higher|less|more|fewer)\b.*\bon|\b(?:than|from|versus|vs|compared (?:with|to))"
    r"|比|较)\s*$",
    re.IGNORECASE,
)
_TWO = 2


def told_once(periods: Sequence[Held]) -> list[Held]:
    """Return the times of a question without one that says another again in dates: 下周（11月23–29日）."""
    kept: list[Held] = []
    for one in periods:
        same = next((other for other in kept if is_again(other, one)), None)
        if same is None:
            kept.append(one)
        elif _OF_A_YEAR.search(one.part.text) and not _OF_A_YEAR.search(same.part.text):
            kept[kept.index(same)] = one
    return kept


def is_again(one: Held, other: Held) -> bool:
    """Tell two ways to say one time: the same days, of a year that one of them leaves open."""
    this, that = one.part.piece.period, other.part.piece.period
    if this is None or that is None:
        return False
    if (this.start, this.end) == (that.start, that.end):
        return True
    named = [_OF_A_YEAR.search(held.part.text) is not None for held in (one, other)]
    return not all(named) and days_of(one) == days_of(other)


def is_beside_itself(periods: Sequence[Held], text: str) -> bool:
    """Tell a time that is set beside one of its own name, which is that of the year before.

    February was up on last February: both are this year's where each is read alone.
    """
    return any(
        is_again(one, other) and one.span != other.span and _THAN.search(text[: one.span[0]])
        for one in periods
        for other in periods
    )


def days_of(one: Held) -> tuple[int, int, int] | None:
    period = one.part.piece.period
    if period is None:
        return None
    return period.start.month, period.start.day, (period.end - period.start).days


def times_of(
    periods: Sequence[Held], text: str, found: Recognised, desk: MetricDesk, *, beside: bool
) -> list[str]:
    """Return the times as they are to be read: one against the other, or as one where they follow on."""
    told = [text[slice(*one.span)] for one in sorted(periods, key=start_of)]
    changes = found.kind == "why"
    if len(periods) == 1:
        halves = _FROM_TO.match(told[0]) if changes else None
        if halves is not None and all(find_periods(one, desk.today) for one in halves.groups()):
            told = [halves[1], halves[2]]
        elif changes and _THAN.search(text[: periods[0].span[0]]):
            told = _down_on(periods[0], told[0], found, desk)
        else:
            return told
    if len(told) != _TWO:
        return []
    earlier, later = told
    if changes:
        return [later, f"比{earlier}"] if found.language == "zh" else [later, f"compared with {earlier}"]
    if beside:
        return []
    if (narrower := _narrower(periods)) is not None:
        return [text[slice(*narrower.span)]]
    joined = f"{earlier}到{later}" if found.language == "zh" else f"from {earlier} to {later}"
    return [joined] if _is_no_longer(joined, periods, desk) else []


def _narrower(periods: Sequence[Held]) -> Held | None:
    """Return the one of two times that lies within the other, which only says of what year it is, or None."""
    for inner, outer in (periods, reversed(periods)):
        now, year = inner.part.piece.period, outer.part.piece.period
        if now is None or year is None or year.unit != "year" or now.unit == "year":
            continue
        if year.start <= now.start and now.end <= year.end:
            return inner
    return None


def _is_no_longer(joined: str, periods: Sequence[Held], desk: MetricDesk) -> bool:
    """Tell a stretch of two times that has no day of neither: 12月到明年1月, of no year of its own."""
    first, last = (one.part.piece.period for one in sorted(periods, key=start_of))
    if first is None or last is None:
        return False
    whole_of = find_periods(joined, desk.today)
    days = sum((one.end - one.start).days for one in (first, last))
    return first.end >= last.start or (
        len(whole_of) == 1 and (whole_of[0].end - whole_of[0].start).days == days
    )


def _down_on(one: Held, told: str, found: Recognised, desk: MetricDesk) -> list[str]:
    """Return the time that runs beside the one before it: down on October is said of November."""
    period = one.part.piece.period
    if period is None or period.unit not in ("week", *MONTHS) or period.end > desk.today:
        return []
    unit = "周" if period.unit == "week" else {"month": "月", "quarter": "季度", "year": "年"}[period.unit]
    running = f"本{unit}" if found.language == "zh" else f"this {period.unit}"
    return [told, running] if whole(period.unit, desk.today)[0] == period.end else []


def start_of(one: Held) -> dt.date:
    assert one.part.piece.period is not None
    return one.part.piece.period.start


def points_elsewhere(window: Window, text: str) -> bool:
    """Tell a question that points at a day of what was shown, where the time in force is the month it is of.

    Which day was shown nobody has said: the month was explained for it.
    """
    unit = points_at_a_time(text)
    return bool(unit) and window.unit != unit and not (unit == "day" and window.days == 1)
