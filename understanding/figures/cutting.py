"""By what figures are split, and for one of what they are an average."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from understanding.figures.measuring import RANKED
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.figures.things import Kind
from understanding.metric.binding import GRAINS
from understanding.metric.vocabulary import metric_words

PLAIN_CUTS = ("by", "按", "按照", "各", "各个", "grouped by")  # these cut, and divide by nothing
ASKING = frozenset(["哪些", "哪几个", "列表", "清单", "明细", "一览", "list", "breakdown"])


@dataclass(frozen=True)
class CutBy:
    """What figures are split by as far as it is said so, and the dimensions that nothing binds."""

    dimensions: tuple[str, ...]
    grain: str
    free: tuple[Kind, ...]


def cuts_of(sentence: Sentence, *, chosen: bool) -> CutBy:
    """Return what is split by: 各, by, each; a bare unit of time where some of them are chosen."""
    parts = [part for one in sentence.of("cut") for part in one.value]
    kinds = [part.dimension for part in parts if isinstance(part, Kind)]
    asked = [str(one.value) for one in sentence.of("which_time")]
    bare = [*asked, *(str(one.value) for one in sentence.of("unit"))]
    if (bare and not (chosen or sentence.has(*RANKED))) or (asked and kinds):
        raise NoReading
    limits = {one.end for one in sentence.every if one.type == "limit"}
    if any(one.start in limits for one in sentence.of("unit")):
        raise NoReading  # stays of more than 7 days
    counted = [str(one.value) for one in sentence.of("number_of") if not isinstance(one.value, Kind)]
    grains = {*(str(part) for part in parts if not isinstance(part, Kind)), *bare, *counted}
    if len(grains) > 1 or not grains <= {*GRAINS}:
        raise NoReading
    free = [one.value for one in sentence.of("kind") if one.value.dimension not in kinds]
    return CutBy(distinct(kinds), next(iter(grains), ""), tuple(dict.fromkeys(free)))


def with_free(sentence: Sentence, cuts: CutBy, splits: tuple[str, ...], *, limited: bool) -> tuple[str, ...]:
    """Return the splits with a dimension that nothing binds, where something asks for its members."""
    owned = _owned(sentence)
    free = [one.dimension for one in cuts.free if one.dimension not in (*splits, *owned)]
    if not free:
        return splits
    each = sentence.has("respectively") and not sentence.has("keep")
    asks = limited or each or sentence.has("share", "distribution", "compare") or sentence.small & ASKING
    if not asks or (len(free) > 1 and not limited):
        raise NoReading
    return (*splits, *free)


def _owned(sentence: Sentence) -> set[str]:
    """Return the dimensions whose things have a property said right before them: Grade 9 students."""
    if sentence.has(
        "first", "rank", "rank_up", "share", "distribution", "singular", "count", "some", "state"
    ):
        return set()
    if sentence.small & {*metric_words()["which"], *metric_words()["which_after"]}:
        return set()
    return {
        thing.value.dimension
        for kept, thing in pairwise(sentence.covering.spans)
        if kept.type == "keep" and thing.type == "kind" and thing.value.keyed
        and all(members.dimension != thing.value.dimension for members in kept.value.named)
        and {one.table for members in kept.value.named for one in members.named} == {thing.value.table}
    }  # fmt: skip


def averaged(sentence: Sentence, metrics: Sequence[str], cuts: CutBy) -> tuple[str, CutBy]:
    """Return for one of what a figure is meant on average, and the cuts that are left."""
    told = [one.value for one in sentence.of("average")]
    found = [sentence.catalog.metrics[name] for name in metrics]
    over = [one.dimension if isinstance(one, Kind) else str(one) for one in told]
    if not told and not sentence.of("avg"):
        return "", cuts
    if all(one.additivity in ("average", "ratio") for one in found):
        return _of_averages(over, cuts)
    if len(found) != 1 or found[0].kind != "simple" or len(over) > 1:
        raise NoReading
    if over and cuts.grain and not (over[0] in GRAINS and GRAINS.index(over[0]) < GRAINS.index(cuts.grain)):
        raise NoReading  # 每个月的日均收入 alone is an average in each unit of another
    if over:
        return over[0], cuts
    if cuts.grain:
        return cuts.grain, replace(cuts, grain="")
    plain = any(one.type == "per" and one.value in PLAIN_CUTS for one in sentence.every)
    if plain or len(cuts.dimensions) != 1 or cuts.free:
        raise NoReading
    return cuts.dimensions[0], replace(cuts, dimensions=())


def _of_averages(over: list[str], cuts: CutBy) -> tuple[str, CutBy]:
    """Let the average of what is one already be cut by the unit that is said with it: 日均客单价."""
    grains = {*over, *([cuts.grain] if cuts.grain else [])}
    if len(grains) > 1 or not grains <= {*GRAINS}:
        raise NoReading
    return "", replace(cuts, grain=next(iter(grains), ""))
