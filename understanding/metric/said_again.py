"""A time that a message points back to, as the one named before it: that month, 当月."""

import re

from language.calendar import Period
from language.periods import find_periods
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Parts

_POINTS = re.compile(
    r"(?:\b(?:in|for|over|during) )?\bthat (?P<en>day|week|month|quarter|year)\b"
    r"|(?:那个?|同一?个?)(?P<that>[天日周月年]|季度)(?=[^\s比期份店]|$)|当(?P<own>[天日周月季年])(?![前时初比份]|度)"
)
_QUARTERS = {"季": "quarter", "季度": "quarter"}
_UNITS = {"天": "day", "日": "day", "周": "week", "月": "month", **_QUARTERS, "年": "year"}
_APART = re.compile(r"[,，;；。.?？!！]|\band\b|\s(?=[\u4e00-\u9fff])")
_LED = re.compile(r"^(?:in|on|for|over|during|last|this|the|since|from)\b", re.IGNORECASE)


def may_point_back(text: str) -> bool:
    """Tell a text with any word for a time that it may name before: that month, 当月."""
    return _POINTS.search(text) is not None


def pointing(text: str) -> tuple[re.Match[str], str] | None:
    """Return where a text points at one time with a word that is no time of its own, and the time's unit."""
    found = next((one for one in _POINTS.finditer(text) if not one["own"]), None)
    return (found, found["en"] or _UNITS[found["that"]]) if found is not None else None


def with_times_said_again(text: str, desk: MetricDesk) -> str:
    """Return a text with each time that it points back to in the words in which it named it.

    当月 is the month that runs as well: it points back only where another figure is asked for than before it.
    """
    for found in reversed([*_POINTS.finditer(text)]):
        named = _named_before(found, text, desk)
        if named is not None and (not found["own"] or _is_of_another(found, text, desk)):
            told = named.text if found["en"] is None or _LED.match(named.text) else f"in {named.text}"
            text = f"{text[: found.start()]}{told}{text[found.end() :]}"
    return text


def _named_before(found: re.Match[str], text: str, desk: MetricDesk) -> Period | None:
    """Return the one time of a unit that another part of a message has named, or None."""
    unit = found["en"] or _UNITS[found["that"] or found["own"]]
    before = [one for one in find_periods(text, desk.today) if one.span[1] <= found.start()]
    one_alone = {(one.start, one.end) for one in before}
    if len(one_alone) != 1 or before[0].unit != unit or before[0].count != 1:
        return None
    return before[0] if _APART.search(text[before[0].span[1] : found.start()]) else None


def _is_of_another(found: re.Match[str], text: str, desk: MetricDesk) -> bool:
    """Tell whether the part of a message that points back asks for a figure that was not asked before."""
    start = max((one.end() for one in _APART.finditer(text, 0, found.start())), default=0)
    earlier, own = (_figures(desk.parts(one)) for one in (text[:start], text[start:]))
    return bool(own) and own.isdisjoint(earlier)


def _figures(parts: Parts) -> set[str]:
    return {name for one in parts.of("metric", "weak") for name in one.metrics}
