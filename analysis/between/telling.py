"""How two members are told side by side: both figures, what they are made of, and parts that add up."""

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from analysis.asked import says
from analysis.lifespans import day_of
from analysis.outcome import Amount, Name, Outcome, Percent, Said, rounded
from analysis.tables import table
from analysis.why.split import ZERO, Pair, chance_alone, of_product, of_ratio, rate_of
from answers.sentences.columns import in_sentence
from config.wording import say
from database.result import QueryResult
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.between.steps import Between

_MOST = 3  # parts that are told, the rest as one
_SIDES = (0, 1)
_Part = tuple[str, Pair, Decimal]  # of a member: the other's figure and the first's, and what it makes


def told(found: "Between", desk: MetricDesk) -> Outcome:
    """Return both side by side, or that one of them has nothing."""
    name = found.shape.metric.name
    first, second = found.wholes[name]
    lacking = [who for who, one in zip(found.names, (first, second), strict=True) if _lacks(one, found)]
    if lacking:
        when = found.times[0] if found.is_growth else found.times[-1]
        return Outcome(
            declined=Said("between.lacks", {"names": tuple(lacking), "metric": Name(name), "when": when})
        )
    said = [_growth(found) if found.is_growth else _level(found)]
    said += [*_by_chance(found), *_opened(found, desk), *factors(found)]
    parts = parts_of(found)
    if parts:
        said.append(parts_told(found, parts))
    elif len(said) == 1:
        said.append(Said("between.no_parts", {}))
    return Outcome(tuple(said), table_of(found, parts, desk))


def _lacks(one: Pair, found: "Between") -> bool:
    return one.now is None or (found.is_growth and not one.before)


def _level(found: "Between") -> Said:
    """Return one figure beside the other; where it is not as the question says, that it is not."""
    metric = found.shape.metric
    first, second = (one.now or ZERO for one in found.wholes[metric.name])
    first, second = (exactly(found, at, (first, second)[at]) for at in _SIDES)
    change = first - second
    way = "more" if change > 0 else "less" if change < 0 else "same"
    wanted = {"up": "more", "down": "less"}.get(found.asked.direction, way)
    points = metric.unit("en") == "%"
    params = {
        "when": found.times[-1], "name": found.names[0], "other": found.names[1], "metric": Name(metric.name),
        "now": Amount(first, metric.name), "then": Amount(second, metric.name),
        "size": Amount(abs(change), metric.name, "size"),
        "rate": Said("between.rate", {"rate": Percent(rounded(100 * change / abs(second)), signed=True)})
        if second and not points else "",
        "not": "" if wanted == way else Said(f"between.not_{wanted}", {}),
    }  # fmt: skip
    return Said(f"between.level_{way}", params)


def _by_chance(found: "Between") -> list[Said]:
    """Say of so few things that chance alone may set the two apart."""
    metric = found.shape.metric
    pair = _beside(found, metric.name)
    size = chance_alone(pair)
    if found.is_growth or not metric.counts_rows or not pair.change or abs(pair.change) > size:
        return []
    return [Said("between.by_chance", {"size": Amount(rounded(size), metric.name, "mean")})]


def exactly(found: "Between", at: int, value: Decimal) -> Decimal:
    """Return a figure as its parts make it: what is read of a ratio is rounded."""
    if found.shape.kind != "ratio":
        return value
    top, bottom = (found.wholes[atom][at].now for atom in found.shape.atoms)
    return rate_of(top, bottom, found.shape.scale) or value


def _rates(found: "Between", figure: str) -> tuple[Decimal, Decimal] | None:
    """Return by how much a figure of each grew, in percent to the tenth that is told."""
    grown = [_grew(one) for one in found.wholes[figure]]
    return (grown[0], grown[1]) if grown[0] is not None and grown[1] is not None else None


def _grew(one: Pair) -> Decimal | None:
    return rounded(100 * one.change / abs(one.before)) if one.before and one.now is not None else None


def _growth(found: "Between") -> Said:
    """Return growth beside growth; where the other grew faster, that it did."""
    name = found.shape.metric.name
    rates = _rates(found, name)
    assert rates is not None
    apart = rates[0] - rates[1]
    way = "faster" if apart > 0 else "slower" if apart < 0 else "same"
    wanted = "slower" if says("why", "slower_of_two", found.asked.text) else "faster"
    sides = {}
    for at, who in enumerate(("first", "second")):
        one = found.wholes[name][at]
        sides[who] = Said(
            "between.grew",
            {
                "name": found.names[at], "rate": Percent(rates[at], signed=True),
                "before": Amount(one.before or ZERO, name), "now": Amount(one.now or ZERO, name),
            },
        )  # fmt: skip
    params = {
        "metric": Name(name), "when": found.times[-1], "year": found.times[0], **sides,
        "points": f"{abs(apart)}", "name": found.names[0], "other": found.names[1],
        "not": "" if way in (wanted, "same") else Said(f"between.not_{wanted}", {}),
    }  # fmt: skip
    return Said(f"between.growth_{way}", params)


def _opened(found: "Between", desk: MetricDesk) -> list[Said]:
    """Return who came or went, with growth without them."""
    new = found.new
    if not new:
        return []
    if found.alike is not None:
        rates = [_grew(one) for one in found.alike]
        if None not in rates and rates != [_grew(one) for one in found.wholes[found.shape.metric.name]]:
            told = {
                key: Said("between.alike_one", {"name": name, "rate": Percent(rate or ZERO, signed=True)})
                for key, name, rate in zip(("first", "second"), found.names, rates, strict=True)
            }
            return [Said("between.alike", {"who": new.told(desk.language), **told})]
        return []
    return [
        Said("between.since", {"name": one.name, "day": day_of(one.day)})
        for one in new.every
        if one.name in found.names
    ]


def factors(found: "Between") -> list[Said]:
    """Return what the definition makes of it: both factors of a sum, or the two sums of a ratio."""
    shape, name = found.shape, found.shape.metric.name
    if found.rate:
        volume = found.figures[-1]
        pairs = [_beside(found, one) for one in (name, volume)]
        if found.is_growth:
            return _factors_grown(found, volume)
        whole, size = pairs
        if not (size.before and size.now):
            return []
        scale = _scale(found)
        rate = Pair(
            *((rate_of(t, b, scale)) for t, b in ((whole.before, size.before), (whole.now, size.now)))
        )
        parts = of_product((volume, size), (found.rate, rate), whole)
        each = tuple(_factor(one.metric, one.pair, one.part, name) for one in parts)
        return [Said("between.product", {"list": each, "whole": Amount(whole.change, name, "change")})]
    if shape.kind == "ratio" and shape.metric.kind == "ratio":
        if found.is_growth:
            listed = tuple(_grown_factor(found, atom) for atom in shape.atoms)
            return [Said("between.grown", {"list": listed})] if all(listed) else []
        each = tuple(ends_told("between.ends", atom, _beside(found, atom)) for atom in shape.atoms)
        return [Said("between.quotient", {"list": each})]
    return []


def _scale(found: "Between") -> int:
    return found.shape.catalog.metrics[found.rate].scale


def _beside(found: "Between", figure: str) -> Pair:
    """Return the other's figure and the first one's, as what was and what is."""
    first, second = found.wholes[figure]
    return Pair(second.now, first.now)


def ends_told(code: str, metric: str, pair: Pair, *, of_mean: bool = False, **more: Any) -> Said:
    """Return the figures of both, of a count's mean to a tenth."""
    kinds: tuple[Literal["value", "mean"], ...] = ("value", "mean" if of_mean else "value")
    params: dict[str, Any] = {
        key: Said("between.none", {}) if value is None else Amount(value, metric, kind)
        for key, value, kind in zip(("first", "second"), (pair.now, pair.before), kinds, strict=True)
    }
    return Said(code, {"metric": Name(metric), **params, **more})


def apart_told(found: "Between", value: Decimal) -> Amount | str:
    """Return what is apart in the figure's unit; of a count beside a mean to a tenth: so parts add up."""
    metric = found.shape.metric
    if found.of_mean and metric.is_count:
        return f"{value:+,.1f}"
    return Amount(value, metric.name, "change")


def _factor(metric: str, pair: Pair, part: Decimal, name: str) -> Said:
    return ends_told("between.factor", metric, pair, part=Amount(part, name, "change"))


def _factors_grown(found: "Between", volume: str) -> list[Said]:
    """Return by how much each factor of a product grew, of both."""
    name, scale = found.shape.metric.name, _scale(found)
    rates = []
    for at in _SIDES:
        whole, size = found.wholes[name][at], found.wholes[volume][at]
        ends = [rate_of(t, b, scale) for t, b in ((whole.before, size.before), (whole.now, size.now))]
        rates.append(_grew(Pair(*ends)))
    sized = _grown_factor(found, volume)
    if sized is None or None in rates:
        return []
    rate = _grown_told(found.rate, rates)
    return [Said("between.grown", {"list": (sized, rate)})]


def _grown_factor(found: "Between", figure: str) -> Said | None:
    rates = _rates(found, figure)
    return _grown_told(figure, rates) if rates else None


def _grown_told(figure: str, rates: Sequence[Decimal | None]) -> Said:
    first, second = (Percent(one or ZERO, signed=True) for one in rates)
    return Said("between.grown_one", {"metric": Name(figure), "first": first, "second": second})


def parts_of(found: "Between") -> list[_Part]:
    """Return what each member of the cut makes of the difference, the largest first; they add up to it."""
    if found.parts is None:
        return []
    tops = found.parts[found.shape.atoms[0]]
    if found.is_growth:
        return _growth_parts(found) if found.shape.kind == "sum" else []
    if found.shape.kind == "sum":
        pairs = {name: Pair(b.now, a.now) for name, (a, b) in tops.items()}
        every = [(name, pair, pair.change) for name, pair in pairs.items()]
    else:
        bottoms = found.parts[found.shape.atoms[1]]
        whole = Pair(*(exactly(found, at, ZERO) for at in (1, 0)))
        top, bottom = ({n: Pair(b.now, a.now) for n, (a, b) in of.items()} for of in (tops, bottoms))
        split = of_ratio(found.cut, top, bottom, whole, found.shape.scale)
        every = [(one.name, one.pair, one.part) for one in split.every]
    return sorted(every, key=lambda one: -abs(one[2]))


def _growth_parts(found: "Between") -> list[_Part]:
    """Return how many points of each one's growth a member makes: the other's, the first's, and apart."""
    assert found.parts is not None
    name = found.shape.metric.name
    bases = [abs(one.before or ZERO) for one in found.wholes[name]]
    every = []
    for member, sides in found.parts[found.shape.atoms[0]].items():
        first, second = (rounded(100 * sides[at].change / bases[at]) for at in _SIDES)
        every.append((member, Pair(second, first), first - second))
    return sorted(every, key=lambda one: -abs(one[2]))


def parts_told(found: "Between", parts: Sequence[_Part]) -> Said:
    """Return the parts that make most, the rest as one, and what they come to."""
    name, first = found.shape.metric.name, parts[:_MOST]
    of_mean = found.of_mean and found.shape.metric.is_count
    by = Name(found.cut, dimension=True)
    if found.is_growth:
        rates = _rates(found, name)
        assert rates is not None
        listed = tuple(_points(one, pair) for one, pair, _ in first)
        left = [
            rates[at] - sum(((one[1].now, one[1].before)[at] or ZERO for one in first), ZERO) for at in _SIDES
        ]
        rest = (
            _points("", Pair(left[1], left[0]), "between.points_rest")
            if len(parts) > _MOST or any(left)
            else ""
        )
        whole = _points("", Pair(rates[1], rates[0]), "between.points_whole")
        return Said("between.growth_parts", {"by": by, "list": listed, "rest": rest, "whole": whole})
    total = exactly(found, 0, found.wholes[name][0].now or ZERO) - exactly(
        found, 1, found.wholes[name][1].now or ZERO
    )
    listed = tuple(
        ends_told("between.part", name, pair, of_mean=of_mean, name=one, part=apart_told(found, part))
        for one, pair, part in first
    )
    left_over = total - sum((one[2] for one in first), ZERO)
    rest = Said("between.rest", {"part": apart_told(found, left_over)}) if len(parts) > _MOST else ""
    code = "between.parts" if found.shape.kind == "sum" else "between.parts_rate"
    return Said(code, {"by": by, "list": listed, "rest": rest, "whole": apart_told(found, total)})


def _points(name: str, pair: Pair, code: str = "between.points") -> Said:
    first, second = (f"{one or ZERO:+.1f}" for one in (pair.now, pair.before))
    return Said(code, {"name": name, "first": first, "second": second})


def table_of(found: "Between", parts: Sequence[_Part], desk: MetricDesk) -> QueryResult | None:
    """Return a line for each member of the cut."""
    if not parts:
        return None
    by = in_sentence(desk.catalog.dimensions[found.cut].label(desk.language), desk.language)
    kind = "points" if found.is_growth else "part"
    heads = [by, *found.names, say(f"analysis.between.column.{kind}", desk.language)]
    return table(heads, ((name, pair.now, pair.before, part) for name, pair, part in parts))
