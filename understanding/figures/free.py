"""Dimensions that nothing binds: their members are asked for, or are meant together."""

from collections.abc import Sequence
from itertools import pairwise

from understanding.chart.spans import Span
from understanding.figures.cutting import CutBy
from understanding.figures.sentence import NoReading, Sentence
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import JOINING

ASKING = frozenset(["哪些", "哪几个", "列表", "清单", "明细", "一览", "list", "breakdown"])
CHOSEN = ("first", "rank", "rank_up", "share", "distribution", "singular", "state")
COUNTED = ("count", "some", "number_of")
SEVERAL = 2  # members that "respectively" may be said of


def with_free(
    sentence: Sentence, metrics: Sequence[str], cuts: CutBy, splits: tuple[str, ...], *, limited: bool
) -> list[tuple[str, ...]]:
    """Return the splits with a dimension that nothing binds; both ways where it may be meant as a whole."""
    rest = _rest(sentence)
    each = sentence.has("respectively") and bool(rest or len(sentence.outer("member")) < SEVERAL)
    idle = (
        set() if each else _idle(sentence) | _of_own_rows(sentence, metrics) | _in_its_name(sentence) | rest
    )
    kinds = [one for one in cuts.free if limited or one.counted not in metrics]
    free = [one.dimension for one in kinds if one.dimension not in (*splits, *idle)]
    if not free:
        return [splits]
    asks = limited or each or _asks_for_members(sentence)
    if not asks and len(free) == 1 and not splits and _may_be_whole(sentence, metrics, free[0]):
        return [(*splits, *free), splits]
    if not asks or (len(free) > 1 and not limited):
        raise NoReading
    return [(*splits, *free)]


def _asks_for_members(sentence: Sentence) -> bool:
    """Tell whether things are asked for one by one: which, a breakdown, their shares."""
    listed = any(_names_members(sentence.written(one)) for one in sentence.of("kind"))
    return listed or sentence.has("share", "distribution", "compare") or bool(sentence.small & ASKING)


def _may_be_whole(sentence: Sentence, metrics: Sequence[str], name: str) -> bool:
    """Tell things that may be meant one by one or together: 服务区昨天的车流量, not Tea categories."""
    kept = [members.dimension for one in sentence.of("keep") for members in one.value.named]
    reached = all(sentence.catalog.cuts(metric, name) for metric in metrics)
    return reached and name not in kept and not sentence.has("count", "not")


def _idle(sentence: Sentence) -> set[str]:
    """Return the dimensions that are named and say no more than what stands before them."""
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    kinds = [at for at, one in enumerate(spans) if one.type == "kind"]
    owned = {spans[at].value.dimension for at in kinds if _is_owned(sentence, spans, at)}
    return owned | {spans[at].value.dimension for at in kinds if _stands_for_all(sentence, spans, at)}


def _of_own_rows(sentence: Sentence, metrics: Sequence[str]) -> set[str]:
    """Return the dimension of a figure's own rows that its name is written behind: bid win rate.

    Told bid by bid a rate is of one row each.
    """
    if sentence.language != "en" or sentence.has(*CHOSEN) or sentence.small & {*metric_words()["which"]}:
        return set()
    catalog = sentence.catalog
    if any(catalog.metrics[name].kind != "ratio" for name in metrics):
        return set()
    tables = {catalog.full(one.table) for name in metrics for one in catalog.sources(name)}
    begins = {one.start for one in sentence.of("figure")}
    own = (one.value for one in sentence.of("kind") if one.end in begins)
    return {one.dimension for one in own if one.keyed and tables == {one.table}}


def _in_its_name(sentence: Sentence) -> set[str]:
    """Return the dimensions behind a figure by nouns that its own name has: gross margin on parts.

    Told part by part a rate of parts is another question.
    """
    if sentence.language != "en" or sentence.has(*CHOSEN) or sentence.small & {*metric_words()["which"]}:
        return set()
    found = set()
    for figure, kind in pairwise([one for one in sentence.covering.spans if one.type != "empty"]):
        if figure.type == "figure" and kind.type == "kind" and kind.end > figure.end + 1:
            wordings = sentence.catalog.metrics[figure.value.metric].wordings
            noun = f"{sentence.written(kind).lower()} "
            found |= (
                {kind.value.dimension} if any(one.lower().startswith(noun) for one in wordings) else set()
            )
    return found


def _rest(sentence: Sentence) -> set[str]:
    """Return the dimensions of which all but those left out are named: except Tea, the other categories.

    They may be left out by what each of them has one of: 除了地铁，其他点位.
    """
    left = [one for one in sentence.of("keep") if one.value.negated]
    names, tables = {members.dimension for one in left for members in one.value.named}, set[str]()
    tables = tables.union(*map(_tables, left)) - {""}
    ends, catalog = {one.end for one in sentence.of("others")}, sentence.catalog
    kinds = [one.value for one in sentence.of("kind") if one.start in ends]
    own = (
        one for one in kinds if one.keyed and any(catalog.path(one.table, to) is not None for to in tables)
    )
    return (names & {one.dimension for one in kinds}) | {one.dimension for one in own}


def _is_owned(sentence: Sentence, spans: list[Span], at: int) -> bool:
    """Tell things of which a property is said right before them: Grade 9 students."""
    thing, kept = spans[at].value, spans[at - 1] if at else None
    if kept is None or kept.type != "keep" or sentence.has(*CHOSEN):
        return False
    if sentence.small & {*metric_words()["which"], *metric_words()["which_after"]}:
        return False
    beside = [*spans[max(at - 2, 0) : at - 1], *spans[at + 1 : at + 2]]
    if any(one.type in COUNTED for one in beside):
        return False
    others = all(members.dimension != thing.dimension for members in kept.value.named)
    return thing.keyed and others and _tables(kept) == {thing.table}


def _stands_for_all(sentence: Sentence, spans: list[Span], at: int) -> bool:
    """Tell things that are meant together: in our service areas, 特产店铺 each month."""
    thing, before = spans[at], spans[at - 1] if at else None
    if sentence.touching(thing, -1) in metric_words()["whole_of"] or _is_done_to(sentence, thing):
        return True
    if before is None or before.type != "keep" or before.end != thing.start or sentence.has("first"):
        return False
    if any(members.dimension == thing.value.dimension for members in before.value.named):
        return False
    catalog, tables = sentence.catalog, _tables(before) - {""}
    reached = any(catalog.path(thing.value.table, one) is not None for one in tables)
    units = sentence.has("unit", "grain", "total")
    return reached and (sentence.language == "en" or units)


def _is_done_to(sentence: Sentence, thing: Span) -> bool:
    """Tell things right behind the verb of the figure that is asked for: 有多少车进了服务区."""
    after = metric_words()["after_verbs"]
    small = sum(one.end == thing.start and one.value in after for one in sentence.leaves)
    ends = {thing.start, thing.start - 1} if small else {thing.start}
    verbs = [one for one in sentence.leaves if one.type == "verb" and one.end in ends]
    named = {one.value.metric for one in sentence.outer("figure")}
    return any(named & {*one.value.metrics} for one in verbs)


def _tables(kept: Span) -> set[str]:
    return {one.table for members in kept.value.named for one in members.named}


def _names_members(written: str) -> bool:
    """Tell whether a dimension is called by its members side by side: 周末和工作日."""
    text = written.lower()
    return bool(JOINING & set(text.split() if text.isascii() else text))
