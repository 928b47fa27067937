"""The other figures of the scorecard: the few that moved most beyond chance, then the rest in short."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, like_change_of, reached, told_change
from analysis.briefing.notable_telling import FEW_COUNTED
from analysis.outcome import Amount, Name, Percent, Said
from analysis.why.split import Pair, chance_alone
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_MOVED = Decimal("0.02")  # of what it was
_POINTS = Decimal("0.1")  # a percentage that moves by less hardly moved
_MOST = 4  # figures that are told one by one


def others_told(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> list[Said]:
    """Return all other figures, beside a year ago where the first figure is set beside it too.

    What got worse and the few that moved most stand first, then what moved less, hardly or by chance.
    """
    at = 1 if scored[0].year else 0
    rest = [one for one in scored[1:] if _has_some(one, at) and not _is_of_target(one, scored[0], desk)]
    told_by = _by_kind(rest, at, desk)
    listed = [
        (kind, tuple(_line(one, at, desk, kind) for one in found)) for kind, found in told_by.items() if found
    ]
    side = "year" if at or is_year(windows) else "before"
    if all(change_of(one, at, desk) is None for one in rest):
        side = "alone"
    sentences = [
        Said(f"briefing.others.{kind}{'_then' if place else ''}", {"list": lines})
        for place, (kind, lines) in enumerate(listed)
    ]
    parts = {
        f"part{place}": one for place, one in enumerate([*sentences, *[""] * len(told_by)][: len(told_by)])
    }
    return [Said(f"briefing.others.{side}", parts)] if sentences else []


def worst_of(scored: Sequence[Scored], at: int, desk: MetricDesk) -> Scored | None:
    """Return the other figure that got worse most, beyond chance."""
    rest = [one for one in scored[1:] if _has_some(one, at) and not _is_of_target(one, scored[0], desk)]
    return next(iter(_by_kind(rest, at, desk)["watch"]), None)


def _has_some(one: Scored, at: int) -> bool:
    """Tell a figure that is known now, and is or was more than nothing."""
    return one.now is not None and bool(one.now or _then(one, at))


def _by_kind(rest: Sequence[Scored], at: int, desk: MetricDesk) -> dict[str, list[Scored]]:
    """Return figures by how they are told: what got worse, moved most, less, hardly, or by chance."""
    kinds: dict[str, list[Scored]] = {"moved": [], "steady": [], "chance": []}
    for one in rest:
        kinds[_kind(one, at, desk)].append(one)
    every = sorted(kinds.pop("moved"), key=lambda one: -_size(one, at, desk))
    watch = [one for one in every if _is_worse(one, at, desk)][:_MOST]
    moved = [one for one in every if one not in watch]
    room = _MOST - len(watch)
    return {"watch": watch, "moved": moved[:room], "less": moved[room:], **kinds}


def _is_worse(one: Scored, at: int, desk: MetricDesk) -> bool:
    """Tell a figure that fell, in all and without who is new, or rose where that is the worse."""
    way = -1 if is_better_low(desk.catalog.metrics[one.line.metric]) else 1
    rates = (_in_all(one, at), _rate(one, at))
    return change_of(one, at, desk) is not None and all(way * rate < 0 for rate in rates)


def _size(one: Scored, at: int, desk: MetricDesk) -> Decimal:
    """Return by how much a figure moved; where nothing is beside it, that is told last."""
    known = change_of(one, at, desk) is not None
    return max(abs(_rate(one, at)), abs(_in_all(one, at))) if known else Decimal(-1)


def _then(one: Scored, at: int) -> Decimal | None:
    return (one.before, one.year)[at]


def _is_of_target(one: Scored, lead: Scored, desk: MetricDesk) -> bool:
    """Tell the share of the target that the first figure has reached: that is told with it."""
    parts = desk.catalog.metrics[one.line.metric].parts
    return bool(lead.line.target) and tuple(parts) == (lead.line.metric, lead.line.target)


def _line(one: Scored, at: int, desk: MetricDesk, kind: str) -> Said:
    """Return a figure with its change, of what hardly moved without."""
    change, then = change_of(one, at, desk), _then(one, at)
    few = desk.catalog.metrics[one.line.metric].counts_rows and then is not None and then < FEW_COUNTED
    if change is not None and few and one.scales[at] == 1 and then is not None:
        change = Amount((one.now or Decimal(0)) - then, one.line.metric, "change")
    aim = reached(one, desk) if one.target and one.now is not None else None
    params: dict[str, Any] = {
        "metric": Name(one.line.metric),
        "now": one.now_told(desk),
        "until": Said("briefing.other_until", {"day": one.until}) if one.until else "",
        "change": told_change(change) if change is not None else "",
        "like": "" if few else _like(one, at, change, desk),
        "target": Said("briefing.other_target", {"target": aim}) if aim else "",
    }
    if kind == "steady" or change is None or (isinstance(params["change"], Said) and not params["like"]):
        return Said("briefing.other_alone", {**params, "about": _about(one, aim)})
    return Said("briefing.other_mean" if one.scales[at] != 1 else "briefing.other", params)


def _about(one: Scored, aim: Said | None) -> Said | str:
    """Return until when a figure goes and how much of its target is reached, where no change is told."""
    code = "both" if one.until and aim else "until" if one.until else "target" if aim else ""
    told = {"day": one.until, "target": aim}
    return Said(f"briefing.other_about.{code}", told) if code else ""


def _like(one: Scored, at: int, change: Percent | Amount | None, desk: MetricDesk) -> Said | str:
    """Return a change without who is new, where it is another."""
    like = like_change_of(one, at, desk)
    return "" if change is None or like is None else Said("briefing.other_like", {"change": like})


def _in_all(one: Scored, at: int) -> Decimal:
    """Return by how much a figure moved in all."""
    then = _then(one, at)
    return (one.now or Decimal(0)) / (then * one.scales[at]) - 1 if then else Decimal(0)


def _rate(one: Scored, at: int) -> Decimal:
    """Return by how much a figure moved, of those who were there in both times where others are new."""
    alike = one.alike[at]
    if alike is None:
        return _in_all(one, at)
    return alike.now / (alike.then * one.scales[at]) - 1 if alike.then else Decimal(0)


def _kind(one: Scored, at: int, desk: MetricDesk) -> str:
    """Tell how a figure went: all of it or who was there in both times by more than a trifle, or chance."""
    metric, change = desk.catalog.metrics[one.line.metric], change_of(one, at, desk)
    if change is None:
        return "moved"
    if max(abs(_in_all(one, at)), abs(_rate(one, at))) < _MOVED:
        return "steady"
    alike, like = one.alike[at], like_change_of(one, at, desk)
    if isinstance(change, Amount) and max(abs(it.value) for it in (change, like or change)) < _POINTS:
        return "steady"
    both = [Pair(_then(one, at), one.now), *([Pair(alike.then, alike.now)] if alike else [])]
    if metric.is_count and all(_is_chance(ends, one.scales[at]) for ends in both):
        return "chance"
    return "moved"


def _is_chance(ends: Pair, times: Decimal) -> bool:
    """Tell a count that chance may move so, beside `times` as many days: its chance grows with them."""
    before, now = ends.before or Decimal(0), ends.now or Decimal(0)
    return abs(now - before * times) <= chance_alone(Pair(before * times**2, now))
