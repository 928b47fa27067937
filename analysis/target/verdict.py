"""Whether a forecast reaches a target, by its range: the sentence that says so."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from analysis.asked import AnalysisAsked
from analysis.forecast.models import Forecast
from analysis.outcome import Amount, Said, figure_of

LEVEL = Decimal("0.05")  # points between what is reached and the days over: they are told alike
LEAST_APART = Decimal("0.5")  # usual misses: a target nearer to its forecast is too close to call
JUST, FAR = 2, 5  # half ranges between a forecast and its target: only just, and by a clear margin
FAR_SHARE = Decimal("0.02")  # of the target, at least, where the margin is clear
CLEAR = Decimal(1)  # usual misses: a target nearer than that is close, whichever way the past leans
_SURE = ("likely", "unlikely")
MOST_CLEAR, FEWEST = 0.25, 6  # of the past's trials: so few went the other way; of fewer nothing is told


@dataclass(frozen=True)
class Borne:
    """How many of the past's trials, set beside their forecasts, would have this one reach its target."""

    reached: int
    trials: int
    usual: Decimal  # by how much such a forecast usually misses
    apart: Decimal  # of the forecast above its target, in usual misses

    @property
    def way(self) -> Literal["rather_likely", "rather_unlikely", "close_likely", "close_unlikely", "open"]:
        """Return which way most of them went: none where both are not seldom, or it is too near."""
        if self.trials < FEWEST or abs(self.apart) < LEAST_APART:
            return "open"
        share, near = self.reached / self.trials, abs(self.apart) < CLEAR
        if self.apart > 0 and share >= 1 - MOST_CLEAR:
            return "close_likely" if near else "rather_likely"
        if self.apart < 0 and share <= MOST_CLEAR:
            return "close_unlikely" if near else "rather_unlikely"
        return "open"


def borne(target: Decimal, so_far: Decimal, found: Forecast) -> Borne:
    """Return how often the past, missing as it did, would have this forecast reach a target."""
    ahead, left = figure_of(found.value), target - so_far
    ratios = [figure_of(one.actual / one.forecast) for one in found.trials if one.forecast > 0]
    usual = ahead * figure_of(found.error)
    apart = (ahead - left) / usual if usual else Decimal(0)
    return Borne(sum(ahead * ratio >= left for ratio in ratios), len(ratios), usual, apart)


def verdict(
    target: Decimal,
    low: Decimal,
    value: Decimal,
    high: Decimal,
    name: str,
    params: Mapping[str, Any],
    past: Borne,
) -> Said:
    """Return where the forecast puts the whole: above its target, below it, or on both sides of it.

    Where the target lies within the range, how often the past missed by as much tells which way is likelier.
    """
    sums = {key: Amount(one, name) for key, one in (("low", low), ("sum", value), ("high", high))}
    half = (high - low) / 2
    if as_fine_as(half, abs(value - target)) == as_fine_as(half, past.usual):
        half /= 10  # one is told to be less than the other
    beside, usual = beside_target(value, params, half), Amount(as_fine_as(half, past.usual), name)
    counts = {"reached": str(past.reached), "trials": str(past.trials), "usual": usual}
    code = verdict_code(target, low, high, past)
    lead = Said(f"target.lead.{code}{margin(target, low, value, high)}") if code in _SURE else ""
    return Said(f"target.{code}", {**params, **sums, **counts, "beside": beside, "lead": lead})


def margin(target: Decimal, low: Decimal, value: Decimal, high: Decimal) -> str:
    """Return how far a forecast lies from a target outside its whole range: just, far, or neither.

    What is above by little more than the range is wide may yet be missed by a day of rain.
    """
    apart, half = abs(value - target), (high - low) / 2
    if apart < JUST * half:
        return "_just"
    return "_far" if apart >= FAR * half and apart >= FAR_SHARE * target else ""


def beside_target(value: Decimal, params: Mapping[str, Any], half: Decimal) -> Said:
    """Return by how much a forecast is above its target or short of it, which `aim_params` calls."""
    target: Amount = params["target"]
    size = as_fine_as(half, value - target.value)
    apart = {"apart": Amount(size, target.metric, "size"), "goal": params["goal"]}
    return Said(f"target.{'over' if value >= target.value else 'under'}", apart)


def as_fine_as(half: Decimal, apart: Decimal) -> Decimal:
    """Return a difference in tenths of the size of half a range: within ±3 M nobody knows the thousands.

    >>> as_fine_as(Decimal(3_162_000), Decimal(494_021)), as_fine_as(Decimal(0), Decimal(21))
    (Decimal('500000'), Decimal('21'))
    """
    unit = Decimal(10) ** (half.adjusted() - 1) if half else Decimal(0)
    return Decimal(round(apart / unit)) * unit or apart if unit else apart


def aim_params(target: Decimal, asked: AnalysisAsked) -> dict[str, Any]:
    """Return what a target is called: a number that the question names is called by itself."""
    amount = Amount(target, asked.metrics[0])
    if asked.mark is not None:
        named = {"target": Amount(target, asked.metrics[0], "bare")}
        return {
            **named,
            "aside": "",
            "aim": Said("target.asked", {"target": amount}),
            "goal": Said("target.named", named),
        }
    aim = Said("target.aim", {"target": amount})
    aside = Said("target.aside", {"aim": aim})
    return {"target": amount, "aim": aim, "aside": aside, "goal": Said("target.goal")}


def verdict_code(target: Decimal, low: Decimal, high: Decimal, past: Borne | None = None) -> str:
    """Return whether all of a range lies above a target, below it, or neither: then which way is likelier."""
    if low >= target:
        return "likely"
    if high < target:
        return "unlikely"
    return past.way if past is not None else "open"
