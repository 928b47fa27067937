"""What is measured, and where words beside a figure make it none that can be told."""

import re
from collections.abc import Sequence
from itertools import pairwise, product

from knowledge.metrics import Catalog, Dimension, Metric
from language.lists import words_in
from language.units import key_of
from language.words import has_run
from understanding.chart.spans import Span
from understanding.figures.counting import counted_by_members, counted_things, speaks_of_ends
from understanding.figures.goals import is_goal
from understanding.figures.left_out import counts_part_of
from understanding.figures.numbering import (
    counts_people,
    is_money,
    is_numbered,
    is_sold,
    selling_words,
    told_in,
)
from understanding.figures.said_of import POSSESSED
from understanding.figures.sentence import NoReading, Sentence, distinct, replaced
from understanding.figures.telling import BY_A_VERB, takings
from understanding.figures.things import Figure, Kind
from understanding.figures.units import unit_group
from understanding.metric.stems import narrows
from understanding.metric.vocabulary import is_amounts_word, metric_words, read_key
from understanding.words.closed import CHANGES, count_things

PAIR = 2
_PARTS = frozenset("、，,；;")
_SIGNS = _PARTS | frozenset("-–—/&+:：.。?？!！|")
OF_THINGS = "share_of_things"
DIVIDED = ("share", "distribution")
ORDERED = ("rank", "rank_up", "sorted", "first")
OF_SOME = ("period", "keep", "cut", "having", "limit", "state", "unit", "grain", "recently", "first")
RANKED = ("first", "figure_first", "having", "limit", "state")  # what chooses among members


def figures_of(sentence: Sentence) -> tuple[tuple[str, ...], bool]:
    """Return what is measured, and whether named members imply it.

    That is the figures named, else what is counted, else the one of a state.
    """
    firsts = (one.value[0].metric for one in sentence.of("figure_first"))
    said = _without_whose(sentence)
    named = distinct((*firsts, *(_sold(sentence, one) for one in said)))
    weak = [one.value.metric for one in sentence.outer("weak") if not _is_rivalled(one, sentence)]
    kinds = [one.value for one in sentence.of("number_of") if isinstance(one.value, Kind)]
    counted = [one.counted for one in kinds if one.counted and not speaks_of_ends(sentence, one.counted)]
    things = [one.value.metric for one in sentence.of("thing")]
    states = [one.value[0] for one in sentence.of("state")]
    if named and ({*things} - {*named} or (counted and not sentence.has(*RANKED))):
        raise NoReading
    if _asks_another_number(sentence):
        raise NoReading  # complaints, and the number of branches that no figure counts
    shown = _without_measured(sentence, _without_verb(sentence, named))
    told = (
        distinct((*_of_their_target(states, named, sentence.catalog), *shown)),
        weak[:1],
        states[:1],
        counted,
        things,
    )
    if found := next(filter(None, told), ()):
        return tuple(found), {one.rule for one in sentence.outer("figure", "figure_first")} == {OF_THINGS}
    return _implied(sentence, kinds)


def _of_their_target(states: Sequence[str], named: Sequence[str], catalog: Catalog) -> list[str]:
    """Return what tells how much of its target each figure reached that is said to have reached it or not."""
    return [name for name in states if {*catalog.metrics[name].parts[:1]} & {*named}]


def _without_whose(sentence: Sentence) -> list[Span]:
    """Return the figures named, without things that only say whose the next one is: 会员上月人均消费.

    That is so where its name speaks of them. Of things that nothing joins to a figure it may be asked, and
    is not known (新店上月营业额): by their word alone their number would be told beside the figure of all.
    """
    named = sorted(sentence.outer("figure"), key=lambda one: one.start)
    kept = [*named]
    for first, second in pairwise(named):
        metric, text = sentence.catalog.metrics[first.value.metric], sentence.written(first).lower()
        between = [one for one in sentence.leaves if first.end <= one.start < second.start]
        joined = any(one.type != "period" and str(one.value) != POSSESSED for one in between) or bool(
            _SIGNS & set(sentence.between(first.end, second.start))
        )
        if joined or not metric.is_count or text in {metric.zh.lower(), metric.en.lower()}:
            continue
        other = sentence.catalog.metrics[second.value.metric]
        if not any(has_run(key_of(name), key_of(text)) for name in (other.zh, other.en)):
            raise NoReading
        kept.remove(first)
    return kept


def _asks_another_number(sentence: Sentence) -> bool:
    """Tell whether a number of things is asked for beside a figure, parted from it by *and* or a comma."""
    if sentence.has(*RANKED):
        return False
    counted = [one for one in sentence.of("number_of") if isinstance(one.value, Kind)]
    for pair in product(sentence.outer("figure", "figure_first"), counted):
        left, right = sorted(pair, key=lambda one: one.start)
        if _PARTS & set(sentence.between(left.end, right.start)) or sentence.joins(left.end, right.start):
            return True
    return False


def _implied(sentence: Sentence, kinds: Sequence[Kind]) -> tuple[tuple[str, ...], bool]:
    """Return the count that named members imply, or what is counted or taken without a name of its own."""
    if kinds and not _are_counted(sentence, kinds):
        raise NoReading("no_metric")  # how many rooms do corporate tenants have: not how many they are
    if implied := counted_by_members(sentence):
        return implied, True
    if found := counted_things(sentence) or takings(sentence):
        return found, False
    raise NoReading("no_metric")


def _are_counted(sentence: Sentence, kinds: Sequence[Kind]) -> bool:
    """Tell whether what a member's name says is counted are the kinds of which it is asked how many."""
    catalog = sentence.catalog
    tables = {catalog.counted_table(one) for one in counted_things(sentence)}
    return not tables or {catalog.full(one.table) for one in kinds} <= tables


def is_loose(sentence: Sentence) -> bool:
    """Tell whether a word for a figure may as well mean another: 业绩, or Sales of a table called so."""
    loose = tuple(map(str, metric_words()["loosely"]))
    if _may_be_in_stock(sentence):
        return True
    if _may_be_all_there_are(sentence) or any(
        _sold(sentence, one) != one.value.metric for one in sentence.outer("figure")
    ):
        return True
    named = [(one.value, one) for one in sentence.outer("figure", "weak")]
    for figure, span in (*named, *((one.value[0], one) for one in sentence.of("figure_first"))):
        metric, text = sentence.catalog.metrics[figure.metric], sentence.written(span).lower()
        own = any(text.startswith(name.lower()) for name in metric.wordings)
        amount = metric.counts_rows and is_amounts_word(text) and not sentence.has("count", "some")
        if amount or (text.startswith(loose) and not own):
            return True
    return False


def _may_be_in_stock(sentence: Sentence) -> bool:
    """Tell how much we have of what flows, where a stock is told in the same unit: copies, of all shipped."""
    has = any(str(one.value).split()[-1:] == ["have"] for one in sentence.of("empty"))
    if not has or sentence.has("period", "recently", "grain"):
        return False
    every = sentence.catalog.metrics.values()
    stocks = {one.unit_en for one in every if one.additivity == "semi"} - {""}
    figures = [sentence.catalog.metrics[one.value.metric] for one in sentence.outer("figure")]
    return any(one.additivity == "sum" and one.unit_en in stocks for one in figures)


def _may_be_all_there_are(sentence: Sentence) -> bool:
    """Tell how many things there are, where the one count of them is of those that something happened to.

    How many customers do we have: those who ever bought, or all that are kept?
    """
    if sentence.has(*OF_SOME) or sentence.of("kind"):
        return False
    catalog = sentence.catalog
    kinds = [one.value for one in sentence.of("number_of") if isinstance(one.value, Kind)]
    counts = [(catalog.metrics[one.counted], one.table) for one in kinds if one.counted]
    counts += [(catalog.metrics[one.value.metric], one.value.table) for one in sentence.of("thing")]
    return any(table and catalog.full(one.table) != catalog.full(table) for one, table in counts)


def may_be_of_all(sentence: Sentence, splits: Sequence[str]) -> bool:
    """Tell things split by what their one count leaves some out of: 项目各状态多少个, none cancelled."""
    counts = [sentence.catalog.metrics[one.value.metric] for one in sentence.of("thing")]
    return any(counts_part_of(one, name, sentence.catalog) for one in counts for name in splits)


def _sold(sentence: Sentence, span: Span) -> str:
    """Return what a figure's word measures: the money of named members' own rows, for passes sold."""
    catalog, name, text = sentence.catalog, str(span.value.metric), sentence.written(span).lower()
    own = {one.lower() for one in catalog.metrics[name].wordings}
    if not text.startswith(selling_words()) or text in own:
        return name
    members = {one.value.table for one in sentence.outer("member")}
    if members & {catalog.full(one.table) for one in catalog.sources(name)}:
        return name
    sums = (one for one in catalog.metrics.values() if _is_sum_of_money(one))
    return next((one.name for one in sums if catalog.full(one.table) in members), name)


def _is_sum_of_money(metric: Metric) -> bool:
    return metric.kind == "simple" and metric.additivity == "sum" and is_money(metric)


def _without_verb(sentence: Sentence, named: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out a verb of selling where what is sold is said beside it: sold more cups."""
    figures = sentence.outer("figure")
    verbs = {one.value.metric for one in figures if sentence.written(one).lower() in selling_words()}
    others = tuple(one for one in named if one not in verbs)
    sold = others and all(is_sold(sentence.catalog.metrics[one]) for one in others)
    return others if sold else named


def refuse_left(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where it is asked what is left of what is no stock: orders left."""
    stocks = all(map(sentence.catalog.is_level, metrics))
    if sentence.has("remaining") and not stocks:
        raise NoReading


def stock_left(sentence: Sentence) -> tuple[str, ...]:
    """Return the one stock there is where it is asked how much is left: 大宠爱还剩多少."""
    stocks = [one.name for one in sentence.catalog.metrics.values() if one.additivity == "semi"]
    asked = sentence.has("remaining") and sentence.has("count", "some")
    return tuple(stocks) if asked and len(stocks) == 1 else ()


def told_by_unit(sentence: Sentence) -> Sentence:
    """Read the unit asked for of somebody or something as the one sum told in it: 赵婷干了多少小时.

    It is taken for granted, and stands only where no figure is named.
    """
    if sentence.has("figure", "weak", "thing", "state", "word") or not sentence.has("keep"):
        return sentence
    asked = sentence.of("some", "count")
    ends = {one.end for one in asked}
    units = [*sentence.of("number_of"), *(one for one in sentence.of("cut") if one.start in ends)]
    group = unit_group(str(list(units[0].leaves)[-1].value)) if len(units) == 1 else ""
    sums = [
        one
        for one in sentence.catalog.metrics.values()
        if one.kind == "simple" and one.additivity == "sum" and not one.is_count and group in told_in(one)
        if not is_goal(one)
    ]
    whole = [one for one in sums if not one.filters] if len({one.expression for one in sums}) == 1 else []
    found = sums if len(sums) == 1 else whole
    if len(found) != 1 or group in ("", "money", "percent"):
        return sentence
    place = units[0]
    told = Span(place.start, place.end, "figure", Figure(found[0].name, numbered=False), BY_A_VERB)
    return replaced(sentence, [*units, *asked], told)


def with_amounts(sentence: Sentence) -> Sentence:
    """Read a word for an amount as the money that the named dimension is measured by: 各支付方式的金额."""
    words = [
        one
        for one in sentence.of("unread", "word")
        if sentence.written(one).lower() in metric_words()["amounts"]
    ]
    if len(words) != 1 or sentence.has("figure", "weak", "thing"):
        return sentence
    found = _measured_by(sentence)
    if len(found) != 1 or not is_money(sentence.catalog.metrics[next(iter(found))]):
        return sentence
    told = Span(words[0].start, words[0].end, "figure", Figure(next(iter(found)), numbered=False), "amounts")
    return replaced(sentence, words, told)


def _measured_by(sentence: Sentence) -> set[str]:
    """Return the figures by which the named dimensions are measured."""
    named = {one.value.dimension for one in sentence.every if one.type in ("kind", "member")}
    return {sentence.catalog.dimensions[name].measured_by for name in named} - {""}


def usual(sentence: Sentence) -> tuple[str, ...]:
    """Return the figure that a dimension divides where none is named: 各支付方式占比, 退订原因分布.

    By what it is measured by it is ranked where that counts: most of a sum may be most in number.
    """
    catalog, found = sentence.catalog, _measured_by(sentence)
    kinds = [catalog.dimensions[one.value.dimension] for one in sentence.of("kind")]
    counted = all(catalog.metrics[name].counts_rows for name in found)
    marks = (*DIVIDED, *ORDERED) if counted else DIVIDED
    if not found and len(kinds) == 1:
        found = {one.name for one in catalog.metrics.values() if _names(one, kinds[0], catalog)}
    if not sentence.has(*marks) or len(found) != 1:
        raise NoReading("no_metric")
    return tuple(found)


def _names(metric: Metric, dimension: Dimension, catalog: Catalog) -> bool:
    """Tell whether a dimension is called by what a count of its own rows is called: cancellation reason."""
    if not metric.counts_rows or catalog.full(metric.table) != catalog.full(dimension.table):
        return False
    whats = [key_of(one) for one in metric.wordings if len(one) > 1]
    return any(key_of(one)[: len(what)] == what for one in dimension.wordings for what in whats)


def _without_measured(sentence: Sentence, named: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out a count that only says of what an average is: 投诉平均多久处理完."""
    figures = sentence.outer("figure")
    if len(named) != PAIR or len(figures) != PAIR or not _is_of_counted(sentence, figures):
        return named
    found = [sentence.catalog.metrics[name] for name in named]
    (count,) = (one for one in found if one.is_count and one.additivity != "average")
    others = [one for one in found if one is not count]
    kept = {*count.filters} - {
        own for one in others for own in one.filters
    }  # not kept by the average as well
    if count.kind != "simple" or kept or any(map(narrows, (count.zh, *count.en.split()))):
        raise NoReading
    return tuple(one.name for one in others)


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
    if (
        named
        and len(counts) == len(figures)
        and not any(_is_number(sentence.written(one)) for one in figures)
    ):
        raise NoReading
    people = sentence.small & {*words["asking_for_people"]}
    if people and (not sentence.has("kind", "keep") or _is_of_so_many(sentence)):
        raise NoReading


def refuse_those(sentence: Sentence) -> None:
    """Stop where those are asked for to which something was done, and not how many: 关了哪几家."""
    those = re.search(words_in("clauses")["those"], sentence.question.text)
    if those and not sentence.has("kind", "cut", "unit", "which_time", "so_many", *RANKED):
        raise NoReading


def _is_of_so_many(sentence: Sentence) -> bool:
    """Tell a number of those among whom one is asked for: of three, who has most; not the top 3."""
    numbers = [one for one in sentence.every if one.type == "amount"]
    ends = [one for one in sentence.every if one.type in ("top", "bottom", "place")]
    beside = any(one.start == end.end or one.end == end.start for one in numbers for end in ends)
    return bool(numbers and ends) and not beside


def _is_number(written: str) -> bool:
    """Tell a figure that is called a number, which is no list: 订单数."""
    counting, text = metric_words()["counting"], written.lower()
    ends = tuple(map(str, [*counting["before"], *counting["after"], *counting["things"]]))
    return text.startswith(ends) or text.endswith(ends)


def refuse_unlike_sides(sentence: Sentence) -> None:
    """Stop where a member is joined to a figure or to a member of another kind: A的订单和B的销售额."""
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    for left, joint, right in zip(spans, spans[1:], spans[2:], strict=False):
        beside = joint.type == "compare" and sentence.written(joint).lower() in metric_words()["set_beside"]
        if joint.type not in ("and", "or", "to") and not beside:
            continue
        kinds = {left.type, right.type}
        unlike = kinds in ({"keep", "figure"}, {"keep", "weak"}) and joint.type != "to"
        if unlike or kinds == {"keep"}:
            raise NoReading


def refuse_compounds(sentence: Sentence) -> None:
    """Stop at two figures written as one: surgery revenue is neither surgeries nor revenue; 订单有多少人."""
    figures, words = sentence.outer("figure"), metric_words()
    people = any(sentence.written(one) in words["how_many_people"] for one in figures)
    if people and len({one.value.metric for one in figures}) > 1:
        raise NoReading
    unlike = ((left, right) for left, right in pairwise(figures) if left.value.metric != right.value.metric)
    for left, right in unlike:
        between = {
            str(one.value) for one in sentence.leaves if left.end <= one.start and one.end <= right.start
        }
        if _is_one_word(sentence, left, right) or between & {*words["between_figures"]}:
            raise NoReading


def _is_one_word(sentence: Sentence, left: Span, right: Span) -> bool:
    """Tell whether no sign or word stands between two figures; a name is in English written with gaps."""
    gap = sentence.between(left.end, right.start)
    return not (gap.strip(" -") if sentence.language == "en" else gap)


def _is_per(sentence: Sentence, metric: Metric) -> bool:
    """Tell a ratio that is called by how many there are of so many: breakdowns per 100 hires."""
    named = [sentence.written(one).lower().split() for one in sentence.outer("figure")]
    per = any({*words} & {*metric_words()["divides"]} for words in named)
    return metric.kind == "ratio" and per and is_numbered(sentence.catalog.sources(metric.name)[0])


def _is_of_counted(sentence: Sentence, figures: Sequence[Span]) -> bool:
    """Tell whether a count only says of what an average is, and is not what is ranked."""
    found = [(sentence.catalog.metrics[one.value.metric], one) for one in figures]
    averages = [one for one, _ in found if one.additivity == "average"]
    tables = {one.table for one in averages}
    counts = [(one, span) for one, span in found if one.is_count and one not in averages]
    first, last = figures
    joined = any(one.type == "and" and first.end <= one.start < last.start for one in sentence.leaves)
    if len(counts) != 1 or joined or _is_ranked(sentence, counts[0][1]):
        return False
    ((count, span),) = counts
    (figure,) = (one for one in figures if one is not span)
    return count.table in tables or _is_owned(sentence, span, figure)


def _is_owned(sentence: Sentence, things: Span, figure: Span) -> bool:
    """Tell whether a figure is said to be of the things that a count counts: 升级工单的满意度."""
    first, last = (things, figure) if sentence.language == "zh" else (figure, things)
    spans = [one for one in sentence.covering.spans if first.end <= one.start and one.end <= last.start]
    words = metric_words()["of_things"][sentence.language]
    bare = [sentence.written(one).lower() for one in spans if one.type != "keep"]
    catalog = sentence.catalog
    counted = catalog.full(catalog.metrics[things.value.metric].table)
    sources = catalog.sources(figure.value.metric)
    of_these = all(catalog.path(one.table, counted) is not None for one in sources)
    return (
        first.end <= last.start
        and of_these
        and bool(bare)
        and all(one.rpartition(" ")[2] in words for one in bare)
    )


def _is_ranked(sentence: Sentence, figure: Span) -> bool:
    """Tell what things are ranked by, by where it stands: with the most cancellations, 取消最多的."""
    spans = [one for one in sentence.every if one.type == "first"]
    chinese = sentence.language == "zh"
    return any(one.start == figure.end if chinese else one.end == figure.start for one in spans)


def refuse_other_units(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where money is asked of what is none, and a number of what is an amount: 退款几笔."""
    found = [sentence.catalog.metrics[name] for name in metrics]
    stops = (_asks_for_money, _counts_others, _counts_an_amount, _asks_how_much)
    if any(stop(sentence, found) for stop in stops) or (sentence.of("state") and sentence.of("some")):
        raise NoReading  # how much were docks over target


def _asked_words(sentence: Sentence) -> set[str]:
    return {*sentence.small, *(str(one.value) for one in sentence.of("some", "count", "total"))}


def _asks_for_money(sentence: Sentence, found: Sequence[Metric]) -> bool:
    words = metric_words()
    money = _asked_words(sentence) & {*words["asked_in_money"]["asks"], *words["money"]}
    return bool(money) and not any(map(is_money, found))


def _counts_others(sentence: Sentence, found: Sequence[Metric]) -> bool:
    """Tell whether people, or a unit, are counted that the figures do not count."""
    counters = [str(one.value) for one in sentence.of("how_many")]
    counters += [
        sentence.written(one.children[1]) for one in sentence.every if one.rule == "changed_by_so_many"
    ]
    if {*counters} & {*metric_words()["how_many_people"]} and not all(map(counts_people, found)):
        return True
    units = [unit_group(one) for one in counters]
    behind = [sentence.touching(one, 1) for one in sentence.of("some", "count")]
    asked = [leaf for one in sentence.of("number_of", "some", "count", "how_many") for leaf in one.leaves]
    if (
        count_things([*behind, *(sentence.written(one)[-1:] for one in asked)])
        and found
        and all(map(counts_people, found))
    ):
        return True  # 企业租客有多少套: the flats they have, and not how many they are
    touched = map(unit_group, behind)
    return any(
        not any(unit in told_in(one) if unit else _is_number_of(sentence, one) for one in found)
        for unit in (*units, *filter(None, touched))
    )


def _is_number_of(sentence: Sentence, metric: Metric) -> bool:
    """Tell whether a figure is how many there were, or by how many one number is above another."""
    parts = sentence.catalog.sources(metric.name) if metric.kind in ("difference", "sum") else (metric,)
    return all(map(is_numbered, parts))


def _counts_an_amount(sentence: Sentence, found: Sequence[Metric]) -> bool:
    asks = metric_words()["asked_in_money"]["asks"]
    numbers = [one for one in sentence.of("count") if one.value not in asks]
    things = [one for one in sentence.of("number_of") if isinstance(one.value, Kind)]
    chosen = sentence.has(*RANKED, *CHANGES, "high", "low", "comparison", "went")
    numbers += [] if chosen else things  # how many plans are on sale: the money of none is their number
    return bool(numbers) and not any(
        _is_number_of(sentence, one) or _is_per(sentence, one) or _is_called_as_told(sentence, one)
        for one in found
    )


def _is_called_as_told(sentence: Sentence, metric: Metric) -> bool:
    """Tell an amount that is called by the unit it is told in: how many hours, how many days off."""
    named = [sentence.written(one).lower().split() for one in sentence.outer("figure")]
    told = told_in(metric) - {"money"}
    return any(unit_group(words[0]) in told for words in named if words)


def _asks_how_much(sentence: Sentence, found: Sequence[Metric]) -> bool:
    """Tell whether *how much* is asked of rows that are counted."""
    much = "how much" in _asked_words(sentence) and all(one.counts_rows for one in found)
    return much and not sentence.has("change", "comparison")
