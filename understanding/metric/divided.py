"""One figure for each of another, or as a part of it: 每辆车带来多少营业额, complaints per 1,000 orders."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from knowledge.definitions.kept import only_leaves_out
from knowledge.metrics import Catalog, Metric
from knowledge.quotients import quotient_name
from language.numerals import number
from query.metric_query import MetricQuery
from understanding.figures.numbering import is_money
from understanding.metric.parts import Part, Parts
from understanding.readings import MetricReading

Read = Callable[[str], object]
SCALES = (1, 100, 1000, 10000)
EACH = re.compile(r"per|for (?:each|every)|每.*")  # by sales is no figure for each of them
BETWEEN = ("function", "number")  # what stands between *each* and what is divided by: 每一千笔


@dataclass(frozen=True)
class Divided:
    """A question of one figure without the other that it is divided by, and so many of this."""

    rest: str
    below: str
    scale: int = 1
    share: bool = False


def divided(parts: Parts, catalog: Catalog) -> Divided | None:
    """Return a question parted into a figure and what it is divided by, where its words say so."""
    every = parts.every
    for at, part in enumerate(every):
        if part.kind != "mark" or part.token not in ("per", "share"):
            continue
        behind = at + 1
        while behind < len(every) and every[behind].kind in BETWEEN:
            behind += 1
        below = _figure(every[behind], catalog) if behind < len(every) else None
        if below is None:
            continue
        found = _shared(parts, at, behind, below, catalog) if part.token == "share" else None
        if part.token == "per" and EACH.fullmatch(parts.text[slice(*part.piece.span)].lower()):
            found = _per(parts, at, behind, below)
        if found is not None:
            return found
    return None


def quotient_asked(asked: Divided, read: Read, catalog: Catalog) -> MetricReading | None:
    """Return what a parted question asks: its figure's reading, divided.

    None where its figure is not read for certain, does not add up, or the other cannot be cut or kept so.
    """
    found = read(asked.rest)
    if not isinstance(found, MetricReading) or found.guessed or len(found.query.metrics) != 1:
        return None
    query, below = found.query, catalog.metrics[asked.below]
    above = _above(found, below, catalog)
    if above is None or not _adds_up(above) or query.share or query.average or query.running:
        return None
    alike = above.unit("zh") == below.unit("zh")
    if alike != asked.share or not (_divides(above, below) and _reaches(query, below, catalog)):
        return None
    name = _known(above, below, asked, catalog)
    return replace(found, query=query.renamed({query.metrics[0]: name}), figure_assumed=False)


def _per(parts: Parts, at: int, behind: int, below: Metric) -> Divided | None:
    """Return what is told for each of some: 平均每千辆车."""
    scale = _scale(parts, parts.every[at + 1 : behind])
    before = parts.every[at - 1 : at]
    mean = [one for one in before if one.kind == "mark" and one.token == "avg"]
    rest = parts.without([*mean, *parts.every[at : behind + 1]])
    return Divided(re.sub(r"^\s*(?:的|of )|(?<= )的", "", rest).strip(), below.name, scale) if scale else None


def _shared(parts: Parts, at: int, behind: int, below: Metric, catalog: Catalog) -> Divided | None:
    """Return what is told as a part of another amount: A占B的比例, A as a share of B."""
    if at == 0 or _figure(parts.every[at - 1], catalog) is None or behind != at + 1:
        return None
    end = behind + 1
    after = parts.every[end : end + 2]
    again = [one for one in after if one.kind == "mark" and one.token == "share"]
    gone = [*parts.every[at:end], *(after[: after.index(again[0]) + 1] if again else ())]
    return Divided(parts.without(gone).strip(), below.name, share=True)


def _figure(part: Part, catalog: Catalog) -> Metric | None:
    """Return the one sum or count that is named."""
    named = part.metrics if part.kind in ("metric", "thing") else ()
    return catalog.metrics[named[0]] if len(named) == 1 and _adds_up(catalog.metrics[named[0]]) else None


def _adds_up(one: Metric) -> bool:
    return one.kind == "simple" and one.additivity == "sum"


def _scale(parts: Parts, between: Sequence[Part]) -> int:
    """Return of how many it is told, 0 where that is no round number."""
    numbers = [number(parts.text[slice(*one.piece.span)]) for one in between if one.kind == "number"]
    if len(numbers) > 1:
        return 0
    return int(numbers[0]) if numbers and numbers[0] in SCALES else 0 if numbers else 1


def _above(found: MetricReading, below: Metric, catalog: Catalog) -> Metric | None:
    """Return what is divided: where only money is spoken of, that of the same rows, 每度电收多少钱."""
    named = catalog.metrics[found.query.metrics[0]]
    if not found.figure_assumed:
        return named
    own = [one for one in catalog.metrics.values() if one.table == below.table and _adds_up(one)]
    money = [one for one in own if is_money(one) and one.time == below.time]
    return money[0] if is_money(named) and len(money) == 1 else None


def _divides(above: Metric, below: Metric) -> bool:
    """Tell whether one is told by the other: not by some of its rows alone, nor what is there by a flow."""
    other = {*below.filters} - {*above.filters}
    if above.name == below.name or not all(map(only_leaves_out, other)):
        return False
    if below.time and above.time_grain != below.time_grain:
        return False  # days of a month that runs by what is kept by the month
    return bool(above.time) or not below.time


def as_part_of(query: MetricQuery, whole: Parts, catalog: Catalog) -> MetricQuery | None:
    """Return a question of one plain figure as what part it is of the one other that some words name."""
    named = [one for one in map(partial(_figure, catalog=catalog), whole.every) if one is not None]
    more = (
        query.ranking or query.conditions or query.share or query.compared or query.average or query.running
    )
    if more or len(query.metrics) != 1 or len(named) != 1 or query.metrics[0] not in catalog.metrics:
        return None
    above, (below,) = catalog.metrics[query.metrics[0]], named
    alike = above.unit("zh") == below.unit("zh") and _adds_up(above)
    if not (alike and _divides(above, below) and _reaches(query, below, catalog)):
        return None
    return query.renamed({above.name: _known(above, below, Divided("", below.name, share=True), catalog)})


def _known(above: Metric, below: Metric, asked: Divided, catalog: Catalog) -> str:
    """Return the name of the defined ratio of the two, else that of their quotient."""
    defined = [
        one.name
        for one in catalog.metrics.values()
        if one.kind == "ratio" and one.parts == (above.name, below.name)
        if asked.scale in (1, one.scale) and (one.unit("en") == "%") == asked.share
    ]
    return defined[0] if defined else quotient_name(above.name, below.name, asked.scale, share=asked.share)


def _reaches(query: MetricQuery, below: Metric, catalog: Catalog) -> bool:
    """Tell whether the other figure has what the query cuts by and keeps, and its days."""
    cuts = {*query.cuts, *query.share_within} & {*catalog.dimensions}
    return all(catalog.cuts(below.name, one) for one in cuts) and bool(below.time or not query.grain)
