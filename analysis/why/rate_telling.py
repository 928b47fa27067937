"""What makes a rate move: own rates, weights, the month of a step; and the factors of a product."""

from collections.abc import Sequence
from decimal import Decimal

from analysis.outcome import Amount, Name, Percent, Said, grown
from analysis.why.findings import Findings
from analysis.why.months import Step
from analysis.why.rates import Rates, own_of
from analysis.why.sizes import ends_of, part_of, rate_of, way_of
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from language.calendar import add_months
from query.metric_query import Window

_TRIFLE = Decimal("0.05")  # of the change: a factor that makes less
_MOST_AGAINST = 3  # times the change: factors beyond that nearly cancel each other


def mix_told(split: MemberSplit, found: Findings) -> Said:
    """Say that other weights of the members make a rate's change, not their own figures; and whose most."""
    assert split.mix is not None
    name, whole = found.change.metric.name, found.whole.change
    moved = max(split.every, key=lambda one: abs(one.weights.change) if one.weights else ZERO)
    weights = moved.weights or Pair(ZERO, ZERO)
    below = found.change.metric.parts
    params = {
        "metric": Name(name),
        "dimension": Name(split.dimension, dimension=True, many=True),
        "member": moved.name,
        "below": Said("why.of_below", {"metric": Name(below[1])}) if below else "",
        "weight_before": Percent((weights.before or ZERO) * 100),
        "weight_now": Percent((weights.now or ZERO) * 100),
        "mix": Amount(split.mix, name, "change"),
        "own": Amount(whole - split.mix, name, "change"),
    }
    return Said("why.by_mix", params)


def rates_told(rates: Rates, found: Findings) -> Said:
    """Say whose own rate made a rate's change, and whose weight."""
    name, (count, rest) = found.change.metric.name, rates.rest
    below = found.change.metric.parts[1:]
    weights = tuple(
        Said("why.rates_weight", {"name": one.name, **weights_told(one)}) for one in rates.weights
    )
    mixed = {
        "mix": Amount(rates.mix, name, "change"),
        "list": weights,
        "below": Said("why.rates_below", {"metric": Name(below[0])}) if below else "",
    }
    params = {
        "dimension": Name(rates.split.dimension, dimension=True),
        "own": tuple(_own_rate(one, found) for one in rates.own),
        "rest": Said("why.rates_rest", {"count": count, "part": Amount(rest, name, "change")})
        if count and rates.own
        else "",
        "mix": Said("why.rates_mix", mixed) if rates.mix else "",
    }
    if not rates.own and rates.mix:
        return Said("why.rates_of_mix", {"dimension": params["dimension"], **mixed})
    return Said("why.rates", params)


def _own_rate(one: Share, found: Findings) -> Said:
    name = found.change.metric.name
    rate = grown(one.pair.change, one.pair.before, found.change.metric) if one.pair.before else ""
    part = Amount(own_of(one), name, "change")
    return Said("why.rates_own", {"name": one.name, "rate": rate, "part": part, **ends_of(one.pair, name)})


def weights_told(one: Share) -> dict[str, Percent]:
    """Return a member's weight in a rate, before and now."""
    weights = one.weights or Pair(ZERO, ZERO)
    ends = (("weight_before", weights.before), ("weight_now", weights.now))
    return {key: Percent((it or ZERO) * 100) for key, it in ends}


def step_told(step: Step, found: Findings, member: str = "") -> Said:
    """Say in which month a rate, or a member's own, took its step, and between what it lay around."""
    metric, name = found.change.metric, found.change.metric.name

    def told(values: Sequence[Decimal], code: str) -> Said | str:
        places = 2 if metric.decimals is None else metric.decimals
        least, most = (round(one, places) for one in (min(values), max(values)))
        ends = {"least": Amount(least, metric.name), "most": Amount(most, metric.name)}
        return Said(f"why.step_{code}", ends) if least < most else ""

    params = {
        "month": Window(step.month, add_months(step.month, 1), "month"),
        "before": Amount(step.before[-1], name),
        "now": Amount(step.since[0], name),
        "earlier": told(step.before, "earlier"),
        "later": told(step.since, "later"),
    }
    return Said("why.step_of", {**params, "member": member}) if member else Said("why.step", params)


def uniform_told(found: Findings) -> Said:
    """Say that nearly all members of a cut moved the way a rate did, and none more than others."""
    assert found.uniform is not None
    split, every, count = found.uniform
    kind = "all_" if count == every else ""
    many = Name(split.dimension, dimension=True, many=True)
    return Said(
        f"why.uniform_{kind}{way_of(found.whole)}", {"dimension": many, "every": every, "count": count}
    )


def cancelled(found: Findings) -> bool:
    """Tell factors that nearly cancel each other: the share that each has of the change says nothing."""
    largest = _MOST_AGAINST * abs(found.whole.change)
    return all(abs(one.part) > largest for one in found.factors)


def factors_told(found: Findings) -> Said | None:
    """Say what each factor of a product makes, unless they cancel each other or one is all of it."""
    if found.change.shape.kind == "ratio":
        return None  # that sales rose makes no margin fall
    least = _TRIFLE * abs(found.whole.change)
    if not found.factors or cancelled(found):
        return None
    if any(abs(one.part) < least for one in found.factors):
        return None  # nor does one that is all of it
    name = found.change.metric.name
    listed = tuple(
        Said(
            "why.factor",
            {"metric": Name(one.metric), "rate": rate_of(one.pair), **part_of(one.part, found, name)},
        )
        for one in found.factors
    )
    return Said("why.factors", {"metric": Name(name), "list": listed})
