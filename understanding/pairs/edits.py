"""A follow-up as an edit of what the question before said: one thing in the place of the one of its sort."""

from collections.abc import Iterator, Set
from dataclasses import replace

from knowledge.vocabulary import Vocabulary
from understanding.pairs.clauses import Clauses, Said, Slot
from understanding.pairs.completing import JUDGED
from understanding.pairs.spans import NamedValue
from understanding.words.closed import ENDS
from understanding.words.judging import turned_by_good

NUMBERED = ("count", "avg", "rate", "share")  # what is asked of a figure, which goes with it


def edited(before: Clauses, change: Clauses, vocabulary: Vocabulary) -> Iterator[Clauses]:
    """Yield what a message could make of the question before it, likeliest first."""
    if max(map(len, (change.periods, change.values, change.numbers))) > 1:
        return
    change = _judged(change, before, vocabulary)
    compared = {Said("", one.kind) for one in change.comparisons}
    now = replace(
        before,
        text="",
        said=before.said | compared,
        periods=change.periods or before.periods,
        comparisons=change.comparisons or before.comparisons,
    )
    ranks = bool(change.numbers or _end(before))  # else an end has no part: the best, after a total
    rest = change.said - compared - {Said("", end) for end in ENDS if ranks}
    now = _ranked(now, change)
    for step in _with_value(now, change.values[0]) if change.values else [now]:
        yield from _with_clauses(step, rest, vocabulary) if rest else [step]


def _judged(change: Clauses, before: Clauses, vocabulary: Vocabulary) -> Clauses:
    """Let best and worst be high or low as the one figure asked about is good."""
    figures = {one.thing for one in before.said if one.bound in ENDS or _is_figure(one, vocabulary)}
    if len(figures) != 1:
        return change
    (name,) = figures
    good = vocabulary.good.get(name, "")
    ways = {word: turned_by_good(end, (name,), good) for end, word in JUDGED.items()}
    said = frozenset(Said(one.bound, ways.get(one.thing, one.thing)) for one in change.said)
    return replace(change, said=said)


def _is_figure(said: Said, vocabulary: Vocabulary) -> bool:
    return not said.bound and vocabulary.kind_of(said.thing) == "measure"


def _ranked(now: Clauses, change: Clauses) -> Clauses:
    """Turn highest into lowest, and change how many; without a number of its own the number stays."""
    wanted = next((end for end in ENDS if Said("", end) in change.said), "")
    ranks = _end(now)
    if wanted and ranks:
        turned = (Said(*(wanted if part == ranks else part for part in one)) for one in now.said)
        now = replace(now, said=frozenset(turned))
    numbers = [one for one in change.numbers if not (one.implicit and wanted and ranks)]
    if not numbers:
        return now
    numbered = replace(now, numbers=(*_unranked(now), replace(numbers[0], role="top")))
    return numbered if len(_unranked(now)) < len(now.numbers) else _as_ranking(numbered, wanted or ENDS[0])


def _end(clauses: Clauses) -> str:
    return next((end for end in ENDS if any(end in one for one in clauses.said)), "")


def _unranked(clauses: Clauses) -> tuple[Slot, ...]:
    return tuple(one for one in clauses.numbers if one.role != "top")


def _as_ranking(now: Clauses, end: str) -> Clauses:
    """Turn a list by some thing into a ranking of it: 各服务区的营业额 → the first of them."""
    cuts = [one.thing for one in now.said if one.bound == "per"]
    figures = [one.thing for one in now.said if not one.bound and one.thing not in ("rank", "count")]
    if len(cuts) != 1 or len(figures) != 1:
        return now
    counted = now.said & {Said("", "count")}
    return replace(now, said=counted | {Said("", cuts[0]), Said(end, figures[0])})


def _with_value(now: Clauses, value: NamedValue) -> Iterator[Clauses]:
    """Put a value in the place of the one of its column, of the things it is one of, or beside all."""
    columns = value.columns
    same = [one for one in now.values if columns & one.columns]
    if len(same) == 1:
        yield replace(now, values=tuple(value if one is same[0] else one for one in now.values))
        return
    added = replace(now, values=(*now.values, value))
    yield replace(added, said=_without(now.said, value.kinds), numbers=_unranked(now))
    yield added


def _without(said: Set[Said], kinds: Set[str]) -> frozenset[Said]:
    """Take out what one value now stands for: the thing ranked or cut by, and the ranking."""
    kept = (one for one in said if not (one.thing in kinds and one.bound in ("", "per")))
    return frozenset(Said("" if one.bound in ENDS else one.bound, one.thing) for one in kept) - {
        Said("", "rank")
    }


def _with_clauses(now: Clauses, said: Set[Said], vocabulary: Vocabulary) -> Iterator[Clauses]:
    """Yield what another cut (按月看) or another figure (订单数呢) makes of it."""
    kinds = {vocabulary.kind_of(one.thing) for one in said}
    cuts = {one for one in said if one.bound == "per"}
    if cuts == said:
        other = {one for one in now.said if one.bound == "per" and vocabulary.kind_of(one.thing) in kinds}
        yield replace(now, said=now.said - other | cuts)
        free = (one.thing for one in now.said if not one.bound)
        things = {one for one in free if vocabulary.kind_of(one) == "entity"}
        yield replace(now, said=_without(now.said, things) | cuts, numbers=_unranked(now))
    elif kinds & {"measure", "word", "entity"}:
        kept = frozenset(one for one in now.said if not _is_asked(one, vocabulary))
        yield replace(now, said=kept | said, order=())
        if end := next((one.bound for one in now.said if one.bound in ENDS), ""):
            for one in said - cuts:
                yield replace(now, said=kept | said - {one} | {Said(end, one.thing)}, order=())


def _is_asked(said: Said, vocabulary: Vocabulary) -> bool:
    """Tell what is asked, or ranked by, from the things it is asked of."""
    named = not said.bound and vocabulary.kind_of(said.thing) in ("measure", "word")
    return named or said.bound in ENDS or said.thing in NUMBERED
