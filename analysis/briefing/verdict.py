"""How it goes, in one sentence: which way the first figure moved, how its target stands, what to watch."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, months_of, rounded
from analysis.outcome import Amount, Name, Percent, Said
from analysis.why.split import Pair, chance_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_LEVEL = Decimal("0.5")  # percent: less is told as level
_WORSE = Decimal("2")  # percent from which another figure is worth watching
_WORSE_POINTS = Decimal("0.1")
_MOST_WATCHED = 2


def verdict(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk, *, by_year: bool
) -> dict[str, Any]:
    """Return the sentence that a briefing opens with, beside a year ago where there are data of it."""
    lead, at = scored[0], 1 if scored[0].year else 0
    side = "year" if at or by_year or is_year(windows) else "before"
    change, name = change_of(lead, at, desk), Name(lead.line.metric)
    moved: Any = Said("briefing.verdict.now", {"metric": name})
    if change is not None:
        least = _LEVEL if isinstance(change, Percent) else _WORSE_POINTS
        way = "level" if abs(change.value) < least else "up" if change.value > 0 else "down"
        size = type(change)(abs(change.value)) if isinstance(change, Percent) else _size(change)
        mean = "" if lead.scales[at] == 1 else Said("briefing.verdict.mean")
        moved = Said(f"briefing.verdict.{way}_{side}", {"metric": name, "size": size, "mean": mean})
    watched = tuple(_worse(scored[1:], at, desk))[:_MOST_WATCHED]
    watch = Said(f"briefing.verdict.watch_{side}", {"list": watched}) if watched else ""
    return {"moved": moved, "target": _target(lead, windows[0]), "watch": watch}


def _size(change: Amount) -> Amount:
    return Amount(abs(change.value), change.metric, "size")


def _target(lead: Scored, now: Window) -> Any:
    """Return how the target of the first figure stands: met or not, or ahead of its days or behind."""
    if lead.now is None or not lead.target:
        return ""
    share, whole = rounded(100 * lead.now / lead.target), months_of(now)
    told = {"share": Percent(share)}
    if whole is None or whole.end == now.end:
        return Said(f"briefing.verdict.target_{'met' if share >= 100 else 'missed'}", told)
    pace = rounded(Decimal(100 * now.days) / whole.days)
    way = "level" if abs(share - pace) < _LEVEL else "ahead" if share > pace else "behind"
    return Said(f"briefing.verdict.target_{way}", {**told, "pace": Percent(pace)})


def _worse(scored: Sequence[Scored], at: int, desk: MetricDesk) -> list[Said]:
    """Return the other figures that went the bad way, by how far."""
    found = []
    for one in scored:
        change = change_of(one, at, desk)
        if change is None or not change.value:
            continue
        least, metric = (
            _WORSE if isinstance(change, Percent) else _WORSE_POINTS,
            desk.catalog.metrics[one.line.metric],
        )
        bad = change.value > 0 if is_better_low(metric) else change.value < 0
        ends = Pair((one.before, one.year)[at], one.now)
        by_chance = metric.is_count and abs(ends.change) <= chance_of(ends)
        if bad and not by_chance and abs(change.value) >= least:
            told = Said("briefing.verdict.watched", {"metric": Name(one.line.metric), "change": change})
            found.append((isinstance(change, Percent), abs(change.value), told))
    return [told for _, _, told in sorted(found, key=lambda one: (one[0], one[1]), reverse=True)]
