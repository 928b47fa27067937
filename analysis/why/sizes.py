"""How large a change is, and which part of it something makes, as planned words."""

from decimal import Decimal
from typing import Any

from analysis.asked import Direction
from analysis.outcome import Amount, Name, Percent, Said
from analysis.why.findings import Beside, Findings
from analysis.why.split import ZERO, Pair
from understanding.metric.desk import MetricDesk

_ALL = 110  # percent of the change


def ends_of(pair: Pair, name: str) -> dict[str, Any]:
    """Return what a figure was and is, the first without its unit."""
    return {"before": Amount(pair.before or ZERO, name, "bare"), "now": Amount(pair.now or ZERO, name)}


def beside_code(one: Beside, desk: MetricDesk) -> str:
    """Return how another figure is said: one that does not add up over days is told as a day's mean."""
    metric, sources = desk.catalog.metrics[one.metric], desk.catalog.sources(one.metric)
    daily = all(it.additivity == "average" and desk.catalog.is_dense(it) for it in sources)
    told = "平均" in metric.label("zh") or "average" in metric.label("en").lower()
    return "why.beside_mean" if daily and metric.kind == "simple" and not told else "why.beside_one"


def beside_params(one: Beside) -> dict[str, Any]:
    """Return the words of another figure that moved: its name, by how much, both ends."""
    rate = Percent(one.rate * 100, signed=True)
    return {"metric": Name(one.metric), "rate": rate, **ends_of(one.pair, one.metric)}


def way_of(pair: Pair) -> Direction:
    """Return which way a figure moved."""
    return "up" if pair.change > 0 else "down"


def part_of(part: Decimal, found: Findings, name: str) -> dict[str, Any]:
    """Return a part as an amount and as a share of the change, where it goes the same way."""
    whole = found.whole.change
    share = part / whole * 100 if whole and not found.is_flat else ZERO
    said: Any = ""
    if 1 <= share <= 100:
        said = Said("why.share", {"share": Percent(share)})
    elif share > 100:
        said = Said("why.share_over" if share > _ALL else "why.share_all")
    elif share < 0:
        said = Said("why.against_it")
    return {"part": Amount(part, name, "change"), "share": said}


def rate_of(pair: Pair) -> Percent:
    """Return by how much a figure moved, in percent with its sign."""
    return Percent(pair.change / abs(pair.before) * 100 if pair.before else ZERO, signed=True)
