"""Per day or per thing beside another cut is a mean: orders per day by branch, sales per shop by city."""

from collections.abc import Sequence
from dataclasses import replace

from understanding.chart.spans import Span
from understanding.figures.cutting import CutBy
from understanding.figures.sentence import NoReading, Sentence
from understanding.figures.things import Kind

PER, DAY = "per ", "day"
SHOWN = ("trend", "cumulative", "chart")  # of these each day is wanted


def per_each(
    sentence: Sentence, metrics: Sequence[str], beside: Sequence[str], average: str, cuts: CutBy
) -> tuple[str, CutBy]:
    """Return what a figure is a mean over, where *per* says so beside what it is cut by, ranked or compared.

    A mean of two at once, per machine per day beside V1 and V3, is told by a defined ratio alone.
    """
    told = [] if average or sentence.has(*SHOWN) else _told(sentence, metrics)
    if not told:
        return average, cuts
    _refuse_both_at_once(told)
    things = _things(told)
    left = tuple(one for one in cuts.dimensions if one not in things)
    others = (*left, *beside)
    if cuts.grain == DAY and (DAY,) in [one.value for one in told]:
        if len(things) == 1 and others:
            raise NoReading
        return (DAY, replace(cuts, grain="")) if cuts.dimensions or beside or cuts.free else (average, cuts)
    fits = len(things) == 1 and not (cuts.grain or cuts.free) and _are_owners(sentence, things[0], others)
    return (things[0], replace(cuts, dimensions=left)) if fits else (average, cuts)


def _refuse_both_at_once(told: Sequence[Span]) -> None:
    """Stop where it is told per thing and per day: per shop per day, a row for each of both means nobody."""
    if any(len(one.value) > 1 and DAY in one.value for one in told):
        raise NoReading


def _told(sentence: Sentence, metrics: Sequence[str]) -> list[Span]:
    """Return the cuts that are said by *per*, of one figure that adds up."""
    found = [sentence.catalog.metrics[name] for name in metrics]
    if len(found) != 1 or found[0].kind != "simple" or found[0].additivity != "sum":
        return []
    which = {one.end for one in sentence.of("singular")}
    asked = min((one.end for one in sentence.of("kind") if one.start in which), default=None)
    cuts = sentence.of("cut")
    # 哪个分公司每天订单最多 is of a mean; 每天哪个分公司订单最多 has a winner each day.
    behind = [one for one in cuts if asked is not None and one.start >= asked and one.value == (DAY,)]
    return [one for one in cuts if one in behind or sentence.written(one).lower().startswith(PER)]


def _things(told: Sequence[Span]) -> list[str]:
    """Return the things whose members are the rows of a table that it is told per."""
    kinds = (part for one in told for part in one.value if len(one.value) == 1)
    return [one.dimension for one in kinds if isinstance(one, Kind) and one.keyed]


def _are_owners(sentence: Sentence, thing: str, others: Sequence[str]) -> bool:
    """Tell cuts by what each of the things has one of: the city of a shop."""
    catalog, table = sentence.catalog, sentence.catalog.dimensions[thing].table
    tables = [catalog.dimensions[one].table for one in others]
    return bool(tables) and all(catalog.path(table, one) is not None for one in tables)
