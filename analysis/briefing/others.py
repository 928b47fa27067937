"""The other figures of the scorecard: the few that moved most beyond chance, then the rest in short."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import (
    Scored,
    change_of,
    is_year,
    like_change_of,
    like_told_of,
    only_year,
    reached,
    told_change,
)
from analysis.briefing.notable_telling import FEW_COUNTED
from analysis.outcome import Amount, Name, Percent, Said
from analysis.why.split import Pair, chance_alone
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_MOVED = Decimal("0.02")  # of what it was
_POINTS = Decimal("0.1")  # a percentage that moves by less hardly moved
_MUCH = Decimal("0.2")  # of what it was in the period before: told beside the year before as well
_MOST = 4  # figures that are told one by one


def others_told(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> list[Said]:
    """Return all other figures, beside a year ago where the first figure is set beside it too.

    What got worse and the few that moved most stand first, then what moved less, hardly or by chance.
    One that moved much beside the period before says so too, where that is like this one.
    """
    at = 1 if scored[0].year else 0
    both = at == 1 and not is_year(windows) and not only_year(windows, desk)
    rest = [one for one in scored[1:] if _has_some(one, at) and not _is_of_target(one, scored[0], desk)]
    told_by = _by_kind(rest, at, desk, both=both)
    listed = [
        (kind, tuple(_line(one, at, desk, kind, both=both) for one in found))
        for kind, found in told_by.items()
        if found
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
    rest = [one for one in scored[1:] if not _is_of_target(one, scored[0], desk)]
    return next(iter(got_worse(rest, at, desk)), None)


def got_worse(some: Sequence[Scored], at: int, desk: MetricDesk, least: Decimal = Decimal(0)) -> list[Scored]:
    """Return the figures that got worse beyond chance, by some share at least, the most first."""
    found = _by_kind([one for one in some if _has_some(one, at)], at, desk, both=False)["watch"]
    return [one for one in found if min(abs(_in_all(one, at)), abs(_rate(one, at))) >= least]


def _has_some(one: Scored, at: int) -> bool:
    """Tell a figure that is known now, and is or was more than nothing."""
    return one.now is not None and bool(one.now or _then(one, at))


def _by_kind(rest: Sequence[Scored], at: int, desk: MetricDesk, *, both: bool) -> dict[str, list[Scored]]:
    """Return figures by how they are told: what got worse, moved most, less, hardly, or by chance.

    What only jumped beside the period before, where `both` times are told, is of those that moved less.
    """
    kinds: dict[str, list[Scored]] = {"moved": [], "steady": [], "chance": [], "jumped": []}
    for one in rest:
        kind = _kind(one, at, desk)
        jumped = both and kind != "moved" and _jump(one, desk) and not _may_be_chance(one, desk)
        kinds["jumped" if jumped else kind].append(one)
    every, jumps = sorted(kinds.pop("moved"), key=lambda one: -_size(one, at, desk)), kinds.pop("jumped")
    watch = [one for one in every if _is_worse(one, at, desk)][:_MOST]
    moved = [one for one in every if one not in watch]
    room = _MOST - len(watch)
    return {"watch": watch, "moved": moved[:room], "less": [*moved[room:], *jumps], **kinds}


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


def _line(one: Scored, at: int, desk: MetricDesk, kind: str, *, both: bool) -> Said:
    """Return a figure with its change, of what hardly moved without; beside `both` times where it jumped."""
    change, aim = (
        _told_beside(one, at, desk),
        reached(one, desk) if one.target and one.now is not None else None,
    )
    few, before = _is_few(one, at, desk), _jump(one, desk) if both else None
    params: dict[str, Any] = {
        "metric": Name(one.line.metric),
        "now": one.now_told(desk),
        "until": Said("briefing.other_until", {"day": one.until}) if one.until else "",
        "change": told_change(change) if change is not None else "",
        "like": "" if few else like_told_of(one, at, desk),
        "target": Said("briefing.other_target", {"target": aim}) if aim else "",
        "before": Said("briefing.other_before", {"change": before}) if before is not None else "",
    }
    alone = kind != "chance" and _kind(one, at, desk) != "moved"  # told without its change
    if before is not None and alone:
        return Said("briefing.other", {**params, "change": before, "like": "", "before": ""})
    steady = isinstance(params["change"], Said) and not params["like"]
    if alone or steady or change is None:
        return Said("briefing.other_alone", {**params, "about": _about(one, aim)})
    return Said("briefing.other_mean" if one.scales[at] != 1 else "briefing.other", params)


def _told_beside(one: Scored, at: int, desk: MetricDesk) -> Percent | Amount | None:
    """Return a change, of a handful of things in their number."""
    change, then = change_of(one, at, desk), _then(one, at)
    if change is None or then is None or one.scales[at] != 1 or not _is_few(one, at, desk):
        return change
    return Amount((one.now or Decimal(0)) - then, one.line.metric, "change")


def _is_few(one: Scored, at: int, desk: MetricDesk) -> bool:
    then = _then(one, at)
    return desk.catalog.metrics[one.line.metric].counts_rows and then is not None and then < FEW_COUNTED


def _jump(one: Scored, desk: MetricDesk) -> Said | None:
    """Return a change beside the period before that is a fifth or more; of a handful beyond chance only."""
    change, then, times = change_of(one, 0, desk), one.before, one.scales[0]
    if change is None or one.now is None or not then or abs(one.now / (then * times) - 1) < _MUCH:
        return None
    if isinstance(change, Amount) and abs(change.value) < _POINTS:
        return None
    if then < FEW_COUNTED and _may_be_chance(one, desk):
        return None
    return Said(f"briefing.beside.before{'' if times == 1 else '_mean'}", {"change": change})


def _about(one: Scored, aim: Said | None) -> Said | str:
    """Return until when a figure goes and how much of its target is reached, where no change is told."""
    code = "both" if one.until and aim else "until" if one.until else "target" if aim else ""
    told = {"day": one.until, "target": aim}
    return Said(f"briefing.other_about.{code}", told) if code else ""


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


def _may_be_chance(one: Scored, desk: MetricDesk) -> bool:
    """Tell a count that chance alone may move so beside the period before."""
    counted = desk.catalog.metrics[one.line.metric].is_count
    return counted and _is_chance(Pair(one.before, one.now), one.scales[0])


def _is_chance(ends: Pair, times: Decimal) -> bool:
    """Tell a count that chance may move so, beside `times` as many days: its chance grows with them."""
    before, now = ends.before or Decimal(0), ends.now or Decimal(0)
    return abs(now - before * times) <= chance_alone(Pair(before * times**2, now))
