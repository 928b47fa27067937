"""What is measured, and where words beside a figure make it none that can be told."""

from collections.abc import Sequence
from itertools import pairwise

from understanding.chart.spans import Span
from understanding.figures.numbering import is_money, is_numbered, told_in
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.figures.things import Kind
from understanding.metric.counting import unit_group
from understanding.metric.vocabulary import metric_words, read_key

PAIR = 2
RANKED = ("first", "figure_first", "having", "limit", "state")  # what chooses among members


def figures_of(sentence: Sentence) -> tuple[str, ...]:
    """Return what is measured: the figures named, else what is counted, else the one of a state."""
    firsts = [one.value[0] for one in sentence.of("figure_first")]
    named = distinct(one.metric for one in (*firsts, *(one.value for one in sentence.outer("figure"))))
    weak = [one.value.metric for one in sentence.of("weak") if not _is_rivalled(one, sentence)]
    kinds = [one.value for one in sentence.of("number_of") if isinstance(one.value, Kind)]
    counted = [one.counted for one in kinds if one.counted]
    things = [one.value.metric for one in sentence.of("thing")]
    states = [one.value[0] for one in sentence.of("state")]
    if named and (things or (counted and not sentence.has(*RANKED))):
        raise NoReading
    found = next(filter(None, (named, weak[:1], states[:1], counted, things)), ())
    if not found:
        raise NoReading
    return tuple(found)


def _is_rivalled(span: Span, sentence: Sentence) -> bool:
    return read_key(sentence.written(span)) in sentence.known.rivalled


def refuse_lists(sentence: Sentence) -> None:
    """Stop where records or people are asked for, not a figure: 有哪些投诉, which inspections failed."""
    words, figures = metric_words(), sentence.outer("figure")
    counts = [one for one in figures if sentence.catalog.metrics[one.value.metric].is_count]
    chooses = sentence.has("kind") and sentence.has(*RANKED)
    ahead = [one for one in counts if sentence.touching(one, -1) in words["which"]]
    behind = [one for one in counts if sentence.touching(one, 1) in words["which_after"]]
    if (ahead or behind) and not chooses:
        raise NoReading
    named = sentence.small & {*words["listing"]} and not sentence.has("kind", "cut", "unit", "count", "some")
    if named and len(counts) == len(figures):
        raise NoReading
    people = sentence.small & {*words["asking_for_people"]}
    if people and (not sentence.has("kind", "keep") or sentence.has("number")):
        raise NoReading


def refuse_unlike_sides(sentence: Sentence) -> None:
    """Stop where and joins a member to a figure or to a member of another kind: A的订单和B的销售额."""
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    for left, joint, right in zip(spans, spans[1:], spans[2:], strict=False):
        unlike = {left.type, right.type} in ({"keep", "figure"}, {"keep", "weak"}, {"keep"})
        if joint.type in ("and", "or", "to") and unlike:
            raise NoReading


def refuse_compounds(sentence: Sentence) -> None:
    """Stop at two figures written as one: surgery revenue is neither surgeries nor revenue; 订单有多少人."""
    figures, words = sentence.outer("figure"), metric_words()
    people = any(sentence.written(one) in words["how_many_people"] for one in figures)
    if people and len(figures) > 1:
        raise NoReading
    if len({one.value.metric for one in figures}) == len(figures) == PAIR and _is_of_counted(
        sentence, figures
    ):
        raise NoReading
    for left, right in pairwise(figures):
        between = {
            str(one.value) for one in sentence.leaves if left.end <= one.start and one.end <= right.start
        }
        if _is_one_word(sentence, left, right) or between & {*words["between_figures"]}:
            raise NoReading


def _is_one_word(sentence: Sentence, left: Span, right: Span) -> bool:
    """Tell whether no sign or word stands between two figures; a name is in English written with gaps."""
    units = sentence.question.units
    gap = sentence.question.text[units[left.end - 1].end : units[right.start].start]
    return not (gap.strip(" -") if sentence.language == "en" else gap)


def _is_of_counted(sentence: Sentence, figures: Sequence[Span]) -> bool:
    """Tell whether a count only says of what an average is: average handling hours for billing tickets."""
    found = [sentence.catalog.metrics[one.value.metric] for one in figures]
    averages = [one for one in found if one.additivity == "average"]
    counts = [one for one in found if one.is_count and one.table in {other.table for other in averages}]
    first, last = figures
    joined = any(one.type == "and" and first.end <= one.start < last.start for one in sentence.leaves)
    return bool(averages and counts) and not joined


def refuse_other_units(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where money is asked of what is none, and a number of what is an amount: 退款几笔."""
    found = [sentence.catalog.metrics[name] for name in metrics]
    asked = sentence.small | {str(one.value) for one in sentence.of("some", "count")}
    money = asked & {*metric_words()["asked_in_money"]["asks"], *metric_words()["money"]}
    units = [unit_group(one.value) for one in sentence.of("how_many")]
    unlike = any(not any(is_numbered(one) or unit in told_in(one) for one in found) for unit in units)
    counted = sentence.of("count") and not any(map(is_numbered, found))
    much = "how much" in asked and all(one.counts_rows for one in found)
    if (money and not any(map(is_money, found))) or unlike or counted:
        raise NoReading
    if much and not sentence.has("change", "comparison"):
        raise NoReading
    if sentence.of("state") and sentence.of("some"):
        raise NoReading  # how much were docks over target
