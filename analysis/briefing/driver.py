"""What a briefing's first sentence adds: what made the first figure move, and what else needs a look."""

import math
from collections.abc import Sequence
from typing import Any

from analysis.briefing.figures import Scored, Windows, change_of, like_change_of, like_told_of, told_change
from analysis.briefing.others import worst_of
from analysis.outcome import Amount, Name, Percent, Said
from understanding.metric.desk import MetricDesk

_HALF = 0.5  # of how the first figure moved, by one of its two factors: it drove it
_LEVEL = 0.5  # percent: who moved less was driven by nothing


def driver_told(scored: Sequence[Scored], windows: Windows, desk: MetricDesk) -> dict[str, Any]:
    """Return by which of its factors the first figure moved, where both are told, and what got worse most.

    Beside a time before of other days nothing is: a month of 30 days brings less than one of 31.
    """
    at = 1 if scored[0].year else 0
    if at == 0 and windows[0].days != windows[1].days:
        return {"made": "", "watch": ""}
    factors = _factors(scored, desk)
    made = _made(scored[0], factors, at, desk) if factors else ""
    worst = worst_of(scored, at, desk)
    watch: Said | str = ""
    if worst is not None and worst not in factors:
        alike = like_told_of(worst, at, desk)
        params = {"metric": Name(worst.line.metric), "change": change_of(worst, at, desk), "like": alike}
        watch = Said("briefing.verdict.watch", params)
    return {"made": made, "watch": watch}


def _factors(scored: Sequence[Scored], desk: MetricDesk) -> tuple[Scored, ...]:
    """Return the sum and the ratio that the first figure is the product of: orders, and what each brings."""
    lead, others = scored[0], {one.line.metric: one for one in scored[1:]}
    for one in others.values():
        metric = desk.catalog.metrics[one.line.metric]
        if metric.kind == "ratio" and metric.parts[0] == lead.line.metric and metric.parts[1] in others:
            return others[metric.parts[1]], one
    return ()


def _made(lead: Scored, factors: Sequence[Scored], at: int, desk: MetricDesk) -> Said | str:
    """Return the factor that makes half of how the first figure moved or more, and the other one.

    Shares are of logarithms, for the factors multiply. Where some are new it is of all others alone, and
    where these make the most of it, that is said.
    """
    whole_of = change_of(lead, at, desk)
    own = lead.alike[at] if like_change_of(lead, at, desk) is not None else None
    alike = own is not None
    changes = [_change(one, at, desk, alike=alike) for one in (lead, *factors)]
    rates = [float(one.value) / 100 for one in changes if isinstance(one, Percent)]
    if len(rates) < len(changes) or abs(100 * rates[0]) < _LEVEL or min(rates) <= -1:
        return ""
    if alike and isinstance(whole_of, Percent) and _is_of_new(float(whole_of.value) / 100, rates[0]):
        return Said(f"briefing.verdict.made_new_{'up' if whole_of.value > 0 else 'down'}", {})
    whole, *parts = (math.log1p(one) for one in rates)
    most = max((0, 1), key=lambda place: parts[place] / whole)
    if parts[most] / whole < _HALF:
        return ""
    first, other = changes[1 + most], changes[2 - most]
    assert first is not None and other is not None
    params = {
        "basis": Said("briefing.verdict.made_alike", {"but": own.but}) if own else "",
        "first": Name(factors[most].line.metric),
        "change": told_change(first),
        "second": Name(factors[1 - most].line.metric),
        "other": told_change(other),
    }
    return Said(f"briefing.verdict.made_{'up' if whole > 0 else 'down'}", params)


def _change(one: Scored, at: int, desk: MetricDesk, *, alike: bool) -> Percent | Amount | None:
    """Return a change, of those who were there in both times where that is wanted and another."""
    like = like_change_of(one, at, desk) if alike else None
    return like if like is not None else change_of(one, at, desk)


def _is_of_new(whole: float, alike: float) -> bool:
    """Tell a change that those who are new make the most of, or all of."""
    return (whole - alike) / whole > _HALF if whole else False
