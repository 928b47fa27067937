"""Which members are kept or left out, and which groups by a limit on a figure."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from knowledge.metrics import Metric
from language.numerals import HAN_GROUPS
from query.metric_query import Condition, Filter
from query.plan.members import presence
from understanding.chart.spans import Span
from understanding.figures.numbering import counts_people, told_in
from understanding.figures.rules.conditions import Limit
from understanding.figures.rules.members import Kept, Members
from understanding.figures.rules.numbers import Amount
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.figures.units import ones_of, unit_group
from understanding.metric.vocabulary import metric_words

LEFT_OUT_BEHIND, LEFT_OUT_RUN = "left_out_behind", "left_out_run"
BESIDE = "、"
Filters = dict[tuple[str, bool], tuple[str, ...]]  # by dimension and whether they are left out


def filters_of(sentence: Sentence) -> Filters:
    """Return the members that are kept or left out."""
    found: Filters = {}
    for members, negated in _named(sentence):
        values = [value for member in members.named for value in member.values]
        if undone := _undone(sentence, members, values):
            negated, values = False, [*undone]
        key = (members.dimension, negated)
        found[key] = distinct((*found.get(key, ()), *values))
    return found


def _undone(sentence: Sentence, members: Members, values: Sequence[str]) -> tuple[str, ...]:
    """Return what is meant by members that are said not to be so, where that is called so: not done."""
    denied = any(one.value.denied and members in one.value.named for one in sentence.outer("keep"))
    dimension = sentence.catalog.dimensions[members.dimension]
    return sentence.catalog.undone(dimension, values) if denied else ()


def refuse_run_on(sentence: Sentence) -> None:
    """Stop where members are left out by a word behind them, and are no clause: 夜航、包船不算."""
    _refuse_touching(sentence)
    for one in (one for one in sentence.every if one.rule == LEFT_OUT_BEHIND):
        ahead = [other.end for other in sentence.covering.spans if other.end <= one.start]
        behind = [other for other in sentence.covering.spans if other.start >= one.end]
        content = [other.start for other in behind if other.type != "empty"]
        begins = not ahead or sentence.pauses(max(ahead), one.start)
        if not begins or (content and not sentence.pauses(one.end, min(content))):
            raise NoReading


def _refuse_touching(sentence: Sentence) -> None:
    """Stop where several members are left out together with no sign between them: 除东莞餐饮外."""
    runs = (
        [it for it in one.children if it.type == "members"]
        for one in sentence.every
        if one.rule == LEFT_OUT_RUN
    )
    for left, right in (pair for named in runs for pair in pairwise(named)):
        if BESIDE not in sentence.between(left.end, right.start):
            raise NoReading


def refuse_things_without(sentence: Sentence) -> None:
    """Stop where things are told by what they have none of, which leaves nothing out: 没有加油站的服务区."""
    lacking = metric_words()["fill"]["lacking"]
    kinds = [one for one in sentence.every if one.type == "kind"]
    for one in (one for one in sentence.outer("keep") if one.value.negated):
        told = {members.dimension for members in one.value.named}
        behind = sentence.small_behind(one)
        ends = behind.end if behind and behind.value == "的" else -1
        beside = [it for it in kinds if it.start == ends or (it.end == one.start and it.value.plural)]
        without = any(it.type == "not" and it.value in lacking for it in one.leaves)
        if without and any(it.value.dimension not in told for it in beside):
            raise NoReading


def side_by_side(sentence: Sentence) -> list[str]:
    """Return the dimensions of which several members are named, which are then shown side by side."""
    named: dict[str, list[tuple[str, ...]]] = {}
    for members, negated in _named(sentence):
        if not negated:
            named.setdefault(members.dimension, []).extend(member.values for member in members.named)
    several = [name for name, members in named.items() if len(members) > 1]
    if sentence.has("total"):
        return []
    if any(len(values) > 1 for name in several for values in named[name]):
        raise NoReading  # each code of a group would have a row of its own
    return several


def told(sentence: Sentence, filters: Filters, beside: Sequence[str]) -> tuple[Filter, ...]:
    """Return filters as a query has them, without those that name all there can be: weekends and weekdays."""
    every = {name for name in beside if _is_every_one(sentence, name, filters[name, False])}
    kept = [(key, values) for key, values in filters.items() if key[1] or key[0] not in every]
    return tuple(Filter(name, values, negated) for (name, negated), values in kept)


def _named(sentence: Sentence) -> list[tuple[Members, bool]]:
    kept = [one.value for one in sentence.outer("keep")]
    assert all(isinstance(one, Kept) for one in kept)
    return [(members, one.negated) for one in kept for members in one.named]


def _is_every_one(sentence: Sentence, name: str, values: Sequence[str]) -> bool:
    dimension = sentence.catalog.dimensions[name]
    return bool(dimension.days or presence(dimension)) and set(dimension.values) == set(values)


def conditions_of(sentence: Sentence, metrics: Sequence[str]) -> tuple[Condition, ...]:
    """Return the limits on figures; a percentage limits only a figure that is one."""
    states = [one.value for one in sentence.of("state") if not _asks_whether(sentence)]
    limits = [_condition(one, sentence, metrics) for one in sentence.of("having", "limit")]
    if {name for name, *_ in states} & {one.metric for one in limits}:
        raise NoReading  # more than 5% over target: by so much
    return (*(Condition(name, comparer, number) for name, comparer, number in states), *limits)


def _asks_whether(sentence: Sentence) -> bool:
    """Tell whether it is asked if one is in a state, which its figure answers: did Humen reach its target."""
    asking, text = metric_words()["asks_whether"], sentence.question.text.strip().lower()
    asked = text.split(" ", maxsplit=1)[0] in asking["begins"] or any(one in text for one in asking["holds"])
    one = sentence.has("keep") or sentence.small & {*asking["us"]}
    return bool(asked and one) and not sentence.has("kind", "cut", "unit", "number")


def _condition(span: Span, sentence: Sentence, metrics: Sequence[str]) -> Condition:
    limit = span.value
    assert isinstance(limit, Limit)
    name = limit.metric or (metrics[0] if len(metrics) == 1 else "")
    if not name:
        raise NoReading
    if limit.growth:
        return Condition(name, limit.comparer, limit.amount.number, "growth")
    metric = sentence.catalog.metrics[name]
    if _counts_others(limit, metric) or (limit.amount.percent and metric.unit("zh") != "%"):
        raise NoReading
    return Condition(name, limit.comparer, _in_its_unit(limit.amount, sentence.written(span), metric))


def _in_its_unit(amount: Amount, written: str, metric: Metric) -> Decimal:
    """Return a limit as the figure is told: 13 for 13万 of 万元; one so large without a unit is unclear."""
    ones = ones_of(metric)
    if ones == 1 or amount.counter == metric.unit_zh:
        return amount.number
    if any(sign in written for sign in (*HAN_GROUPS, *metric_words()["money"])):
        return amount.number / ones
    if amount.number >= ones:
        raise NoReading
    return amount.number


def _counts_others(limit: Limit, metric: Metric) -> bool:
    """Tell whether a number of things limits a figure that is none: ratings of at least 300条."""
    counter = limit.amount.counter
    if f"多少{counter}" in metric_words()["how_many_people"] and not counts_people(metric):
        return True
    told_apart = counter and counter not in (metric.unit_zh, *metric_words()["money"])
    return bool(told_apart) and not (metric.is_count or told_in(metric) & {unit_group(counter)})
