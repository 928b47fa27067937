"""What is ranked, by which figure, and how many are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.metrics import Metric
from query.metric_query import Ranking
from understanding.chart.spans import Span
from understanding.figures.cutting import PLAIN_CUTS, CutBy
from understanding.figures.halves import clauses_of
from understanding.figures.keeping import side_by_side
from understanding.figures.leaves import is_plural
from understanding.figures.own_kinds import OWN_KINDS
from understanding.figures.rules.ranks import First, said_once
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.metric.apart import asks_for_all_of_them
from understanding.metric.judging import has_extent, is_extent, is_time_taken, turned
from understanding.words.closed import CHANGES, ENGLISH_NO_ONE, MOST_TOP, PLURAL, SUPERLATIVES
from understanding.words.judging import is_speed

ENGLISH = "en"
ENDED = frozenset("?？+")  # signs that end one question before another


@dataclass(frozen=True)
class Ranked:
    """A ranking with the splits it needs; `good` where best or worst was asked for."""

    ranking: Ranking | None
    splits: tuple[str, ...]
    ascending: bool = False
    good: str = ""


def ranked(sentence: Sentence, metrics: Sequence[str], cuts: CutBy) -> Ranked:
    """Return the ranking that is asked for, or the order alone; of kinds the order of the few there are."""
    if not sentence.of("first", "figure_first"):
        return _order_only(sentence, metrics, cuts)
    found = _of_ends(sentence, metrics, cuts)
    ranking, kinds = found.ranking, any(one.rule == OWN_KINDS for one in sentence.of("kind"))
    if ranking is None or ranking.by != "value" or ranking.within:
        return found
    if (kinds and ranking.number is None) or _of_all_asked_for(sentence, ranking):
        return replace(found, ranking=None, ascending=ranking.direction == "bottom")
    return found


def _of_all_asked_for(sentence: Sentence, ranking: Ranking) -> bool:
    """Tell the one asked for beside all: refund rate by category, which is worst? give me all of them."""
    one = ranking.number == 1 and not ranking.place
    if one and asks_for_all_of_them(sentence.question.text):
        return True
    clauses = clauses_of(sentence)
    ended = next((at for at, it in enumerate(clauses) if it.has("first")), 0)
    every = any(it.has("cut") and it.has("figure") for it in clauses[:ended])
    return every and one and not clauses[ended].has("figure", "keep", "cut")


def _of_ends(sentence: Sentence, metrics: Sequence[str], cuts: CutBy) -> Ranked:
    firsts = sentence.of("first", "figure_first")
    if any(one.value.text == "first" for one in sentence.of("first")[1:]):
        raise NoReading  # slowest first: an order that no list has, not the one
    if len({one.value.metric for one in sentence.of("by")}) > 1:
        raise NoReading  # by shops, and by revenue: two orders
    apart = len(firsts) > 1
    if apart and (
        len(said_once([one.value for one in sentence.of("first")])) > 1 or sentence.of("figure_first")
    ):
        raise NoReading
    span = firsts[0]
    _refuse_ranked_shares(sentence, span, cuts)
    _refuse_least_change(sentence, span)
    _refuse_another_question(sentence, span)
    _refuse_for_each_of(sentence, span)
    _refuse_how_far_apart(sentence, cuts)
    first, metric = span.value, ""
    if span.type == "figure_first":
        metric, first = first[0].metric, First(*first[1:])
    assert isinstance(first, First)
    metric = metric or _by(sentence, metrics, span)
    direction, good = end_meant(first, sentence.catalog.metrics[metric])
    splits, within = _things(cuts)
    _refuse_a_count(sentence, span, first, splits)
    number = _how_many(sentence, span, first)
    grown = _grown(sentence, span)
    if grown is not None and grown.type == "decline":  # the largest decline is the lowest growth
        if direction == "bottom":
            raise NoReading
        direction = "bottom"
    by = "growth" if first.growth or grown is not None else "value"
    found = Ranking(direction, number, metric, by, within, first.place)  # type: ignore[arg-type]
    return Ranked(with_the_next(found, asked=sentence.has("compare")), splits, good=good)


def _refuse_a_count(sentence: Sentence, span: Span, first: First, splits: Sequence[str]) -> None:
    """Stop where a number alone is no place of this order: 第二天, or 第二名的订单数, of another one."""
    if not first.place or first.text:
        return
    behind = next((one for one in sentence.every if one.start >= span.end and one.type != "empty"), None)
    if not splits or (behind is not None and behind.type == "figure"):
        raise NoReading


def _how_many(sentence: Sentence, span: Span, first: First) -> int | None:
    """Return how many are asked for."""
    number = first.number or _number_apart(sentence)
    if number is None and _asks_for_one(sentence, span, first.text):
        number = 1
    return number


def with_the_next(ranking: Ranking, *, asked: bool) -> Ranking:
    """Return the first with the next one, where it is asked how far ahead it is: 哪个最高，差多少."""
    one = ranking.number == 1 and not ranking.place
    return replace(ranking, number=2, ahead=True) if asked and one else ranking


def _refuse_ranked_shares(sentence: Sentence, span: Span, cuts: CutBy) -> None:
    """Stop where shares within something are ranked but for those of one member within each of one kind."""
    beside = any(one.end == span.start or span.end == one.start for one in sentence.shares)
    kept = [one for one in sentence.outer("keep") if not one.value.negated]
    if beside and (kept or cuts.dimensions) and not (len(kept) == len(_things(cuts)[0]) == 1):
        raise NoReading


def _refuse_least_change(sentence: Sentence, span: Span) -> None:
    """Stop at how little something changed, which is no end of its growth: 跌得最少, fell the least."""
    ahead = [one for one in sentence.covering.spans if one.end <= span.start and one.type != "empty"]
    grown = span.type == "first" and span.value.growth
    if ahead and ahead[-1].type in CHANGES and not grown:
        raise NoReading


def _refuse_another_question(sentence: Sentence, span: Span) -> None:
    """Stop at an end of growth whose comparison belongs to a question before: vs last year? + top 3 shops."""
    held = [one for one in span.leaves if one.type in CHANGES or one.type == "comparison"]
    units, text = sentence.question.units, sentence.question.text
    if any(ENDED & set(text[units[one.end - 1].end : units[span.end - 1].start]) for one in held):
        raise NoReading


def _refuse_for_each_of(sentence: Sentence, span: Span) -> None:
    """Stop at who has most for each of something, which is no figure of that: who sells most per shop."""
    said = [one for one in sentence.every if one.type == "per" and one.start >= span.end]
    for_each = any(one.value not in PLAIN_CUTS for one in said)
    if for_each and sentence.language == ENGLISH and "who" in sentence.small:
        raise NoReading


def _refuse_how_far_apart(sentence: Sentence, cuts: CutBy) -> None:
    """Stop at whose two members are furthest apart, which is no end of either: 哪个业态周末比工作日多最多."""
    if cuts.free and sentence.sets_beside and sentence.has("high", "low", "gap"):
        raise NoReading


def _by(sentence: Sentence, metrics: Sequence[str], span: Span) -> str:
    """Return the figure that is ranked by: said after by, the only one, or the nearest."""
    by = sentence.of("by")
    if by:
        return str(by[0].value.metric)
    if len(metrics) == 1:
        return metrics[0]
    places = [(one.start - span.start, one.value.metric) for one in sentence.outer("figure")]
    ahead = sorted((-far, name) for far, name in places if far < 0)
    behind = sorted((far, name) for far, name in places if far > 0)
    near = (ahead or behind) if sentence.language != ENGLISH else (behind or ahead)
    return near[0][1] if near else metrics[0]


def end_meant(first: First, metric: Metric) -> tuple[str, str]:
    """Return which end is meant and which way is good; raises NoReading where a word fits no such figure."""
    if is_extent(first.text) and not has_extent(metric) and not first.growth:
        raise NoReading
    if is_speed(first.text) and not is_time_taken(metric):
        if first.growth:
            return first.end, ""
        raise NoReading
    return turned(first.text, first.end, metric)


def _grown(sentence: Sentence, first: Span) -> Span | None:
    """Return the growth said right behind the figure that is ranked: highest sales growth."""
    figures = [*sentence.outer("figure"), *sentence.of("figure_first")]
    behind = sorted((one for one in figures if one.start >= first.start), key=lambda one: one.start)
    for figure in (*sentence.of("by"), *behind[:1]):
        for one in sentence.covering.spans:
            if one.type in CHANGES and one.start == figure.end:
                return one
    return None


def _things(cuts: CutBy) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is split by, and within what is ranked: 每个分公司营业额最高的服务区."""
    grain = (f"{cuts.grain}_start",) if cuts.grain else ()
    if len(cuts.free) > 1:
        raise NoReading
    if cuts.free:
        name = cuts.free[0].dimension
        return distinct((*cuts.dimensions, name)), (*cuts.dimensions, *grain)
    if not cuts.dimensions and not cuts.grain:
        raise NoReading
    if cuts.dimensions and cuts.grain:
        return cuts.dimensions, (*cuts.dimensions[:-1], *grain)
    return cuts.dimensions, ()


def _number_apart(sentence: Sentence) -> int | None:
    """Return how many are asked for where that stands apart: which 3 branches had the highest revenue."""
    amounts = sentence.of("amount")
    if not amounts:
        return None
    number = amounts[0].value.number
    if len(amounts) > 1 or amounts[0].value.percent or number != int(number) or not 1 <= number <= MOST_TOP:
        raise NoReading
    return int(number)


def _asks_for_one(sentence: Sentence, span: Span, text: str) -> bool:
    """Tell whether the one highest is asked for: 哪个, which branch; not 哪些, which branches."""
    if sentence.small & PLURAL:
        return False
    if sentence.language != ENGLISH:
        return (
            sentence.has("singular") or sentence.has("which_time") or any(one in text for one in SUPERLATIVES)
        )
    things = [one for one in sentence.every if one.type in ("kind", "unit", "grain")]
    things = [one for one in things if span.type == "first" or not span.start <= one.start < span.end]
    if text in ("top", "bottom"):
        behind = [one for one in things if one.start >= span.end]
        return bool(behind) and not _is_plural(sentence, behind[0])
    if text.split()[0] in ENGLISH_NO_ONE:
        return False
    return not any(_is_plural(sentence, one) for one in things)


def _is_plural(sentence: Sentence, span: Span) -> bool:
    return is_plural(sentence.question.written(span.start, span.end))


def _order_only(sentence: Sentence, metrics: Sequence[str], cuts: CutBy) -> Ranked:
    """Read 排名, 从低到高: an order without a number, of groups or of units of time."""
    spans, ordered = sentence.of("rank", "rank_up"), sentence.of("sorted")
    _refuse_other_orders(sentence, spans)
    if not (spans or ordered):
        return Ranked(None, cuts.dimensions)
    metric = ordered[0].value[2].metric if ordered else _by(sentence, metrics, spans[0])
    marks = [*((one.type, str(one.value)) for one in spans), *(one.value[:2] for one in ordered)]
    told = [turned(text, token, sentence.catalog.metrics[metric]) for token, text in marks]
    up, good = "rank_up" in dict(told), next((good for _, good in told if good), "")
    splits = cuts.dimensions or tuple(one.dimension for one in cuts.free if len(cuts.free) == 1)
    if not (splits or cuts.grain or side_by_side(sentence)):
        raise NoReading
    if (metric in metrics[1:] and splits) or (cuts.grain and not splits):
        return Ranked(Ranking("bottom" if up else "top", None, metric), splits, good=good)
    return Ranked(None, splits, up, good)


def _refuse_other_orders(sentence: Sentence, marks: list[Span]) -> None:
    """Stop where an order goes by what is no figure, or *by* stands for none that is said."""
    grown = any(one.value.growth and not one.value.metric for one in sentence.of("having"))
    if sentence.of("by") and not marks and not grown:
        raise NoReading
    if any(_is_by_another(sentence, one) for one in marks):
        raise NoReading


def _is_by_another(sentence: Sentence, mark: Span) -> bool:
    """Tell whether an order goes by what is no figure: sorted by name, 各地区营业额按地区排序."""
    *_, ahead = [None, *(one for one in sentence.covering.spans if one.end <= mark.start)]
    again = ahead is not None and ahead.type == "cut" and ahead.value in _cuts_before(sentence, ahead)
    return str(mark.value).endswith(" by") or again


def _cuts_before(sentence: Sentence, span: Span) -> list[object]:
    return [one.value for one in sentence.of("cut") if one.end <= span.start]
