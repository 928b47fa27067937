"""Which other figures of the scorecard moved, the most first, those that went the bad way apart."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, like_change_of
from analysis.outcome import Amount, Name, Said
from analysis.why.split import Pair, chance_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

MOST = 3
_MOVED = Decimal("0.02")  # of what it was
_BY_CHANCE = Decimal(2) / 3  # of what many looks would allow: these are a few figures
_POINTS = Decimal("0.1")  # a percentage that moves by less hardly moved


def others_told(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> list[Said]:
    """Return what else moved, beside a year ago where the first figure is set beside it too."""
    at = 1 if scored[0].year else 0
    rest = [one for one in scored[1:] if not _is_of_target(one, scored[0], desk)]
    moved = sorted((one for one in rest if _moved(one, at, desk)), key=lambda one: -abs(_rate(one, at)))
    bad = [one for one in moved if _is_bad(one, at, desk)]
    chosen = moved[:MOST]
    if bad and not any(one in bad for one in chosen):
        chosen = [*chosen[: MOST - 1], bad[0]]
    good = tuple(_line(one, at, desk) for one in chosen if one not in bad)
    watched = tuple(_line(one, at, desk) for one in chosen if one in bad)
    side = "year" if at or is_year(windows) else "before"
    if not chosen:
        known = any(change_of(one, at, desk) is not None for one in rest)
        return [Said(f"briefing.others_none_{side}")] if known else []
    if not good or not watched:
        return [Said(f"briefing.{'others' if good else 'watch'}_{side}", {"list": good or watched})]
    return [Said(f"briefing.others_watch_{side}", {"list": good, "watched": watched})]


def _is_of_target(one: Scored, lead: Scored, desk: MetricDesk) -> bool:
    """Tell the share of the target that the first figure has reached: that is told with it."""
    parts = desk.catalog.metrics[one.line.metric].parts
    return bool(lead.line.target) and tuple(parts) == (lead.line.metric, lead.line.target)


def _line(one: Scored, at: int, desk: MetricDesk) -> Said:
    params: dict[str, Any] = {
        "metric": Name(one.line.metric),
        "now": one.now_told(desk),
        "change": change_of(one, at, desk),
        "like": ""
        if (like := like_change_of(one, at, desk)) is None
        else Said("briefing.other_like", {"change": like}),
    }
    return Said("briefing.other_mean" if one.scales[at] != 1 else "briefing.other", params)


def _rate(one: Scored, at: int) -> Decimal:
    """Return by how much a figure moved, of those who were there in both times where others are new."""
    alike = one.alike[at]
    now, then = (
        (alike.now, alike.then)
        if alike
        else (one.now or Decimal(0), (one.before, one.year)[at] or Decimal(0))
    )
    return now / (then * one.scales[at]) - 1 if then else Decimal(0)


def _moved(one: Scored, at: int, desk: MetricDesk) -> bool:
    """Tell a figure that moved by more than a trifle, and of a count by more than chance."""
    metric, change = desk.catalog.metrics[one.line.metric], change_of(one, at, desk)
    if change is None or abs(_rate(one, at)) < _MOVED:
        return False
    if isinstance(change, Amount) and abs(change.value) < _POINTS:
        return False
    alike = one.alike[at]
    ends = Pair(alike.then, alike.now) if alike else Pair((one.before, one.year)[at], one.now)
    return not (metric.is_count and abs(ends.change) <= _BY_CHANCE * chance_of(ends))


def _is_bad(one: Scored, at: int, desk: MetricDesk) -> bool:
    """Tell a figure that went the way nobody wants."""
    rate = _rate(one, at)
    return rate > 0 if is_better_low(desk.catalog.metrics[one.line.metric]) else rate < 0
