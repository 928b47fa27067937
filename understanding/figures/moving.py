"""Which groups rose or fell: those whose figure went up or down against an earlier time."""

from collections.abc import Sequence
from decimal import Decimal

from query.metric_query import Comparer, Condition
from understanding.figures.sentence import NoReading, Sentence
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import BOTH, PLURAL

WHICH = PLURAL | {"which", "whose"}
THINGS = ("kind", "unit", "grain", "which_time")
MOST = ("phrase", "first")  # fell most
ELSEWHERE = ("number", "first", "figure_first", "vary", "share")  # what else a question may choose by


def way_asked(sentence: Sentence) -> Comparer | None:
    """Return which way those went that are asked for: below 0 they fell, above they rose."""
    if sentence.has(*ELSEWHERE) or not _asks_for_some(sentence):
        return None
    times = sum(one.type == "period" for one in sentence.every)
    against = times == BOTH and sentence.has("compare", "against", "went")
    if not (against or sentence.has("comparison", "same_time", "change", "decline")):
        return None
    ways = {str(one.value) for one in sentence.of("went")}
    rose, fell = (
        sentence.has("change", "high") or "high" in ways,
        sentence.has("decline", "low") or "low" in ways,
    )
    return None if rose == fell else "lt" if fell else "gt"


def refuse_lost(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where what is lost or gained is no sum: lost customers are not by how many fewer came."""
    verbs = {*metric_words()["losing"]["falling"], *metric_words()["losing"]["rising"]}
    said = any(
        one.type in MOST and sentence.written(one).lower().partition(" ")[0] in verbs
        for one in sentence.every
    )
    found = [sentence.catalog.metrics[name] for name in metrics]
    if said and any(one.counts_rows or one.additivity != "sum" for one in found):
        raise NoReading


def moved(way: Comparer | None, metrics: tuple[str, ...]) -> tuple[Condition, ...]:
    """Return the limit on growth that a way comes to."""
    return tuple(Condition(name, way, Decimal(0), "growth") for name in metrics if way is not None)


def _names_those(sentence: Sentence) -> bool:
    """Tell things named by how they went: 收入下滑的医院."""
    spans = sentence.covering.spans
    return any(
        went.type in ("change", "decline") and of.value == "的" and things.type == "kind"
        for went, of, things in zip(spans, spans[1:], spans[2:], strict=False)
    )


def _asks_for_some(sentence: Sentence) -> bool:
    """Tell whether some of the things or times named are asked for: which, 哪些, how many shops."""
    if sentence.has("number_of", "which_time") or _names_those(sentence):
        return True
    asked = any(one in WHICH or one.startswith("哪") for one in sentence.small) or sentence.has("singular")
    each = any(one.value.each for one in sentence.outer("member"))  # 哪些加油站, of shops
    return asked and (each or sentence.has(*THINGS))
