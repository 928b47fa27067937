"""Says where one member stands among all of its kind: its place by each figure, beside the middle one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import median

from analysis.briefing.figures import Windows, months_of, share_told
from analysis.compare.side import Side, behind_it
from analysis.outcome import Amount, Name, Outcome, Percent, Said
from analysis.series import accrues
from analysis.tables import table
from config.wording import say
from database.result import QueryResult
from understanding.metric.desk import MetricDesk

FEWEST = 4  # members of a kind: among fewer no place says anything
_MOST_RATES = 3


@dataclass(frozen=True)
class _Place:
    """One figure of a member: its place among all that have it, from the highest, and the middle of these."""

    value: Decimal
    place: int
    of: int
    middle: Decimal

    def told(self, kind: str, value: object, middle: object) -> Said:
        """Return it in words: `value` and `middle` as they are told."""
        told = {"place": self.place, "of": self.of, "value": value, "middle": middle}
        return Said(f"compare.place_{kind}", told)


def place_of(name: str, every: Sequence[tuple[str, Decimal | None]]) -> _Place | None:
    """Return a member's place among those that have a figure; None where it has none, or too few have.

    >>> place_of("b", [("a", Decimal(3)), ("b", Decimal(2)), ("c", Decimal(1)), ("d", Decimal(0))])
    _Place(value=Decimal('2'), place=2, of=4, middle=Decimal('1.5'))
    """
    known = {who: value for who, value in every if value is not None}
    if name not in known or len(known) < FEWEST:
        return None
    higher = sum(1 for value in known.values() if value > known[name])
    return _Place(known[name], higher + 1, len(known), Decimal(median(known.values())))


def told_among(
    name: str, sides: Sequence[Side], windows: Windows, dimension: str, desk: MetricDesk
) -> Outcome:
    """Return where one member stands by size, growth, target and rates, as words and one table."""
    own = next((one for one in sides if one.name == name), None)
    places = dict(_places(name, sides, desk)) if own else {}
    metric = sides[0].lead.line.metric
    if own is None or (metric, "value") not in places:
        params = {"names": (name,), "metric": Name(metric), "window": windows[0]}
        return Outcome(declined=Said("compare.lacks", params))
    among = {"dimension": Name(dimension, dimension=True, many=True), "name": name, "window": windows[0]}
    own_place = places[metric, "value"]
    size = {"place": _sized(own_place, metric), "middle": Amount(own_place.middle, metric)}
    said = [
        Said("compare.among", {**among, **size, "metric": Name(metric)}),
        *_ahead(metric, places, windows),
        *_by_rates(metric, places, desk),
    ]
    return Outcome(tuple(said), _table(places, desk), None, *behind_it(own, windows, desk))


def _sized(place: _Place, metric: str) -> Said:
    return place.told("size", Amount(place.value, metric), Amount(place.middle, metric))


def _ahead(metric: str, places: Mapping[tuple[str, str], _Place], windows: Windows) -> Iterator[Said]:
    """Yield its place by growth on a year before, and by how much of its target it reached."""
    if (rate := places.get((metric, "rate"))) is not None:
        ends = (Percent(_tenth(one), signed=True) for one in (rate.value, rate.middle))
        year = replace(windows[2], text="")
        yield Said("compare.among_growth", {"year": year, "place": rate.told("growth", *ends)})
    if (reached := places.get((metric, "reached"))) is not None and (whole := months_of(windows[0])):
        ends = (share_told(one) for one in (reached.value, reached.middle))
        whole = replace(whole, text="")
        yield Said("compare.among_target", {"whole": whole, "place": reached.told("share", *ends)})


def _by_rates(lead: str, places: Mapping[tuple[str, str], _Place], desk: MetricDesk) -> Iterator[Said]:
    """Yield its place by rates and means, which no size makes."""
    rates = tuple(
        Said(
            "compare.among_rate",
            {"metric": Name(one), "place": _sized(it, one), "middle": Amount(it.middle, one)},
        )
        for (one, kind), it in places.items()
        if kind == "value" and one != lead and desk.catalog.metrics[one].kind == "ratio"
    )
    if rates:
        yield Said("compare.among_rates", {"list": rates[:_MOST_RATES]})


def _places(name: str, sides: Sequence[Side], desk: MetricDesk) -> Iterator[tuple[tuple[str, str], _Place]]:
    """Yield the places by each figure, then of the first by growth like for like and by its target."""
    lead = sides[0].lead.line.metric
    for line in dict.fromkeys(one.line for side in sides for one in side.scored):
        every = [(side.name, side.of(line)) for side in sides]
        if (found := place_of(name, every)) is not None:
            yield (line.metric, "value"), found
    whats = ("rate", "reached") if accrues(lead, desk) else ("rate",)
    for what in whats if desk.catalog.metrics[lead].unit("en") != "%" else ():
        every = [(side.name, side.share if what == "reached" else side.rate) for side in sides]
        if (found := place_of(name, every)) is not None:
            yield (lead, what), found


def _tenth(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.1"))


def _table(places: Mapping[tuple[str, str], _Place], desk: MetricDesk) -> QueryResult:
    """Return a row for each figure: the value, its place, of how many, and the middle one's."""
    names = ("metric", "unit", "value", "place", "of", "middle")
    heads = [say(f"analysis.compare.column.{one}", desk.language) for one in names]
    rows = []
    for (name, kind), one in places.items():
        metric = desk.catalog.metrics[name]
        label, unit = metric.label(desk.language), metric.unit(desk.language)
        if kind != "value":
            label, unit = say(f"analysis.compare.column.{kind}", desk.language, metric=label), "%"
        rows.append((label, unit, one.value, one.place, one.of, one.middle))
    return table(heads, rows, words=2)
