"""The other figures of the scorecard: those that went the bad way, and those that hardly moved, apart."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, like_change_of, reached, told_change
from analysis.briefing.notable import FEW_COUNTED
from analysis.outcome import Amount, Name, Said
from analysis.why.split import Pair, chance_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_MOVED = Decimal("0.02")  # of what it was
_BY_CHANCE = Decimal("0.55")  # of what many looks would allow: these are a few figures, each told anyway
_POINTS = Decimal("0.1")  # a percentage that moves by less hardly moved


def others_told(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> list[Said]:
    """Return all other figures, beside a year ago where the first figure is set beside it too.

    Those that went the bad way stand apart, and those that moved by no more than a trifle, or chance.
    """
    at = 1 if scored[0].year else 0
    rest = [
        one
        for one in scored[1:]
        if not _is_of_target(one, scored[0], desk) and one.now is not None and (one.now or _then(one, at))
    ]
    kinds: dict[str, list[Scored]] = {"moved": [], "watched": [], "chance": [], "steady": []}
    for one in rest:
        kinds[_kind(one, at, desk)].append(one)
    parts = tuple(
        Said(f"briefing.others.{kind}", {"list": tuple(_line(one, at, windows[0], desk) for one in found)})
        for kind, found in kinds.items()
        if found
    )
    side = "year" if at or is_year(windows) else "before"
    if all(change_of(one, at, desk) is None for one in rest):
        side = "alone"
    return [Said(f"briefing.others.{side}", {"parts": parts})] if parts else []


def _then(one: Scored, at: int) -> Decimal | None:
    return (one.before, one.year)[at]


def _is_of_target(one: Scored, lead: Scored, desk: MetricDesk) -> bool:
    """Tell the share of the target that the first figure has reached: that is told with it."""
    parts = desk.catalog.metrics[one.line.metric].parts
    return bool(lead.line.target) and tuple(parts) == (lead.line.metric, lead.line.target)


def _line(one: Scored, at: int, now: Window, desk: MetricDesk) -> Said:
    change, then = change_of(one, at, desk), _then(one, at)
    few = desk.catalog.metrics[one.line.metric].counts_rows and then is not None and then < FEW_COUNTED
    if change is not None and few and one.scales[at] == 1 and then is not None:
        change = Amount((one.now or Decimal(0)) - then, one.line.metric, "change")
    aim = reached(one.now, one.target, one.own(now)) if one.target and one.now is not None else None
    params: dict[str, Any] = {
        "metric": Name(one.line.metric),
        "now": one.now_told(desk),
        "until": Said("briefing.other_until", {"day": one.until}) if one.until else "",
        "change": told_change(change) if change is not None else "",
        "like": ""
        if few or (like := like_change_of(one, at, desk)) is None
        else Said("briefing.other_like", {"change": like}),
        "target": Said("briefing.other_target", {"target": aim}) if aim else "",
    }
    if change is None or isinstance(params["change"], Said):
        return Said("briefing.other_alone", {**params, "about": _about(one, aim)})
    return Said("briefing.other_mean" if one.scales[at] != 1 else "briefing.other", params)


def _about(one: Scored, aim: Said | None) -> Said | str:
    """Return until when a figure goes and how much of its target is reached, where no change is told."""
    code = "both" if one.until and aim else "until" if one.until else "target" if aim else ""
    told = {"day": one.until, "target": aim}
    return Said(f"briefing.other_about.{code}", told) if code else ""


def _rate(one: Scored, at: int) -> Decimal:
    """Return by how much a figure moved, of those who were there in both times where others are new."""
    alike = one.alike[at]
    now, then = (alike.now, alike.then) if alike else (one.now or Decimal(0), _then(one, at) or Decimal(0))
    return now / (then * one.scales[at]) - 1 if then else Decimal(0)


def _kind(one: Scored, at: int, desk: MetricDesk) -> str:
    """Tell how a figure went: all of it or who was there in both times by more than a trifle, or chance."""
    metric, change = desk.catalog.metrics[one.line.metric], change_of(one, at, desk)
    if change is None:
        return "moved"
    in_all = abs((one.now or Decimal(0)) / ((_then(one, at) or Decimal(1)) * one.scales[at]) - 1)
    if max(in_all, abs(_rate(one, at))) < _MOVED:
        return "steady"
    if isinstance(change, Amount) and abs(change.value) < _POINTS:
        return "steady"
    alike = one.alike[at]
    both = [Pair(_then(one, at), one.now), *([Pair(alike.then, alike.now)] if alike else [])]
    if metric.is_count and all(abs(ends.change) <= _BY_CHANCE * chance_of(ends) for ends in both):
        return "chance"
    return "watched" if abs(_rate(one, at)) >= _MOVED and _is_bad(one, at, desk) else "moved"


def _is_bad(one: Scored, at: int, desk: MetricDesk) -> bool:
    """Tell a figure that went the way nobody wants."""
    rate = _rate(one, at)
    return rate > 0 if is_better_low(desk.catalog.metrics[one.line.metric]) else rate < 0
