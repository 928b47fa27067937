"""Figures told by the verbs of their definitions: how many did we ship, 发了多少货, who refunded most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.vocabulary import lexicon
from language.units import key_of
from language.words import has_run
from understanding.chart.spans import Span
from understanding.figures.clauses import UNKNOWN
from understanding.figures.doers import are_people, is_own
from understanding.figures.numbering import counts_people, is_money, is_numbered, told_in
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.telling import BY_A_VERB
from understanding.figures.things import Done, Figure, Kind
from understanding.figures.units import unit_group
from understanding.metric.known import plain_units
from understanding.metric.vocabulary import metric_words
from understanding.words.verbs import verb_words

VERB = "verb"
NAMED = ("figure", "thing", "weak", "rows")
ASKED = ("some", "count", "how_many", "number_of")
RANKED = ("first", "rank", "rank_up", "having", "limit", "high", "low", "change", "decline", "vary", "trend")
MUCH, MANY, MONEY = "how much", "how many", "money"


@dataclass(frozen=True)
class Object:
    """What was done to, as far as a figure takes it; `fits`: it is what the figure counts or is told in."""

    spans: tuple[Span, ...] = ()
    fits: bool = True
    named: bool = False  # the figure itself is named


def told_by_verbs(sentence: Sentence) -> list[Sentence]:
    """Return a sentence for each figure that its verb may be of, the verb a word where there is none."""
    verbs = sentence.of(VERB)
    if verbs and (both := _joined(sentence)):
        return both
    if len({one.value.metrics for one in verbs}) == 1:  # 退款退得最多: said twice
        sentence, verbs = replaced(sentence, verbs[1:]), verbs[:1]
    if len(verbs) == 1 and (read := [*_read(sentence, verbs[0])] or [*_by_doers(sentence, verbs[0])]):
        return read
    for verb in verbs:
        word = Span(verb.start, verb.end, "word", sentence.written(verb), "verbs")
        sentence = replaced(sentence, [verb], word)
    return [sentence]


def _joined(sentence: Sentence) -> list[Sentence]:
    """Read a verb that is joined to another or to a figure as a figure beside it: 入职和离职各多少人.

    None where what is joined is no two figures, or what was done is not asked how much of.
    """
    spans = sentence.covering.spans
    pairs = [(left, right) for left, joint, right in triples(spans) if joint.type == "and"]
    pairs = [pair for pair in pairs if all(one.type in (VERB, *NAMED[:-1]) for one in pair)]
    verbs, named = sentence.of(VERB), sentence.outer(*NAMED)
    if (
        len(pairs) != 1
        or {*verbs, *named} != {*pairs[0]}
        or any(_is_not_done(sentence, one) for one in verbs)
    ):
        return []
    told = sentence
    for one in pairs[0]:
        metrics = one.value.metrics if one.type == VERB else (one.value.metric,)
        if len(metrics) != 1:
            return []
        metric = sentence.catalog.metrics[metrics[0]]
        sure = one.type != VERB or _is_sure(sentence, one, metric)
        figure = Figure(metric.name, is_numbered(metric), people=counts_people(metric))
        place = Span(one.start, one.end, "figure", figure, "told" if sure else BY_A_VERB)
        told = replaced(told, [one], place)
    return [told]


def triples(spans: Sequence[Span]) -> Iterator[tuple[Span, Span, Span]]:
    """Yield each span with the two behind it."""
    yield from zip(spans, spans[1:], spans[2:], strict=False)


def _read(sentence: Sentence, verb: Span) -> Iterator[Sentence]:
    """Yield a sentence for each figure that its verb may be of, where the rest of it lets it be one."""
    assert isinstance(verb.value, Done)
    if sentence.of(*UNKNOWN) or _is_not_done(sentence, verb):
        return
    every = [sentence.catalog.metrics[name] for name in verb.value.metrics]
    objects = [(one, _object(sentence, verb, one)) for one in every]
    legal = [(one, its) for one, its in objects if its is not None]
    named = [(one, its) for one, its in legal if its.named]
    small = [one for one in sentence.leaves if one.type == "empty" and verb.start <= one.start < verb.end]
    for metric, its in named or legal:
        sure = its.named or (its.fits and _is_sure(sentence, verb, metric))
        figure = Figure(metric.name, is_numbered(metric), people=counts_people(metric))
        place = Span(verb.start, verb.end, "figure", figure, "told" if sure else BY_A_VERB)
        told = replaced(sentence, [verb, *its.spans, *small], None if its.named else place)
        yield from _called_by_a_member(told, sentence, verb, metric)


def _called_by_a_member(told: Sentence, sentence: Sentence, verb: Span, metric: Metric) -> Iterator[Sentence]:
    """Yield what a verb tells, also without a member before it that the figure's own name begins with.

    Cash collected may be all of Cash received.
    """
    beside = [one for one in sentence.of("keep") if one.end == verb.start]
    said = [f"{sentence.written(one).lower()} " for one in beside]
    if any(name.lower().startswith(one) for name in metric.wordings for one in said):
        yield replaced(told, beside)
    yield told


def _by_doers(sentence: Sentence, verb: Span) -> Iterator[Sentence]:
    """Yield a sentence for each dimension of who did it: 谁批的订单最多, of the figure named or all rows.

    Only our own people are certain.
    """
    who = [one for one in sentence.of("empty") if one.value in metric_words()["asking_for_people"]]
    if sentence.of(*UNKNOWN) or _is_not_done(sentence, verb) or len(who) != 1 or not sentence.has("first"):
        return
    for name in verb.value.dimensions:
        doers = sentence.catalog.dimensions[name]
        named = sentence.of("figure", "thing")
        figures = [one.value.metric for one in named] or _all_rows(sentence.catalog, doers)
        if len(figures) != 1 or not sentence.catalog.cuts(figures[0], name):
            continue
        metric = sentence.catalog.metrics[figures[0]]
        sure = is_own(doers) and len(verb.value.dimensions) == 1
        place = next(iter(named), verb)
        figure = Figure(metric.name, is_numbered(metric), people=counts_people(metric))
        rule = "told" if sure else BY_A_VERB
        kind = Kind(name, sentence.catalog.full(doers.table), keyed=bool(doers.key))
        told = replaced(sentence, [verb, *named], Span(place.start, place.end, "figure", figure, rule))
        yield replaced(told, who, Span(who[0].start, who[0].end, "kind", kind, "who"))


def _all_rows(catalog: Catalog, doers: Dimension) -> list[str]:
    """Return the counts of all rows of which a column says who did it."""
    if doers.key:
        return []
    every = (one for one in catalog.metrics.values() if one.counts_rows and not one.filters)
    return [one.name for one in every if catalog.full(one.table) == catalog.full(doers.table)]


def _object(sentence: Sentence, verb: Span, metric: Metric) -> Object | None:
    """Return what was done to, where a figure may be how much of it was; None where it is not."""
    named = sentence.outer(*NAMED)
    if named:
        return _named_object(sentence, verb, metric, named)
    asked = [str(one.value) for one in sentence.of("some", "count")]
    if (MUCH in asked and metric.counts_rows) or (asked == [MANY] and not is_numbered(metric)):
        return None
    kinds = [one for one in sentence.of("number_of") if isinstance(one.value, Kind)]
    if kinds:
        return _kind_object(sentence, metric, kinds)
    unit = verb.value.unit or _unit_asked(sentence)
    fits = _fits_unit(metric, unit) if unit else not verb.value.short
    return None if fits is None else Object(fits=fits)


def _named_object(sentence: Sentence, verb: Span, metric: Metric, named: Sequence[Span]) -> Object | None:
    """Return the figure itself, or the things whose rows it counts some of: how many orders did we cancel."""
    told = {one.value if one.type == "rows" else one.value.metric for one in named}
    if told == {metric.name}:
        return Object(named=True)
    if len(named) > 1 or named[0] not in sentence.covering.spans:
        return None
    (thing,) = named
    if _are_joined(sentence, verb, thing) or _is_an_event(sentence, thing):
        return None  # 入职和离职: the one is not done to the other; 今年入职的离职了多少
    if sentence.touching(thing, -1) in metric_words()["which"]:
        return None  # which orders did we ship: the orders themselves
    adjective = thing.start == verb.end and str(sentence.written(verb)).isascii()
    counts = _counts(sentence.catalog, metric, thing) or _happened_to(sentence.catalog, metric, thing)
    counts = counts or _is_some_of(sentence, metric, thing)
    return Object((thing,), not adjective) if counts else None


def _are_joined(sentence: Sentence, one: Span, other: Span) -> bool:
    """Tell whether nothing but and stands between two parts of a sentence."""
    first, last = sorted((one, other), key=lambda span: span.start)
    between = [span for span in sentence.covering.spans if first.end <= span.start < last.start]
    return bool(between) and all(span.type == "and" for span in between)


def _is_an_event(sentence: Sentence, thing: Span) -> bool:
    """Tell a figure that is named by its verb, which has a day of its own: 入职, not the orders we cancel."""
    return (
        thing.type != "rows" and sentence.written(thing) in sentence.catalog.metrics[thing.value.metric].verbs
    )


def _counts(catalog: Catalog, metric: Metric, thing: Span) -> bool:
    """Tell whether a figure counts rows of the table of some things, all of them or some."""
    if not metric.counts_rows:
        return False
    if thing.type == "rows":
        return bool(thing.value == catalog.full(metric.table))
    other = catalog.metrics[thing.value.metric]
    if not other.counts_rows or catalog.counted_table(metric.name) != catalog.counted_table(other.name):
        return False
    return {*other.filters} <= {*metric.filters}


def _happened_to(catalog: Catalog, metric: Metric, things: Span) -> bool:
    """Tell whether each row a figure counts is of one of some things: 充电桩坏了几次, of faults."""
    if not metric.counts_rows or things.type == "rows":
        return False
    other = catalog.metrics[things.value.metric]
    return other.counts_rows and not other.filters and len(catalog.own_keys(metric.table, other.table)) == 1


def _is_some_of(sentence: Sentence, metric: Metric, thing: Span) -> bool:
    """Tell whether an amount's own name holds the word for another of its unit: 实收房租, of 收了多少房租."""
    if thing.type not in ("figure", "weak") or metric.is_count:
        return False
    other, said = sentence.catalog.metrics[thing.value.metric], plain_units(sentence.written(thing))
    alike = other.unit("en") == metric.unit("en") and not {*other.verbs} & {*metric.verbs}
    return alike and any(has_run(plain_units(one), said) for one in metric.wordings)


def _kind_object(sentence: Sentence, metric: Metric, kinds: Sequence[Span]) -> Object | None:
    """Return kinds of things that a figure is told in, or may count the pieces of: how many products."""
    called = {key_of(one) for one in (metric.unit_zh, metric.unit_en) if one}
    own = {
        key_of(one) for kind in kinds for one in sentence.catalog.dimensions[kind.value.dimension].wordings
    }
    return Object(tuple(kinds), bool(called & own)) if is_numbered(metric) else None


def _unit_asked(sentence: Sentence) -> str:
    """Return in what it is asked how much: pieces, 笔, 钱."""
    if _asks_for_money(sentence):
        return str(metric_words()["money"][0])
    found = [str(one.value) for one in sentence.of("how_many", "count", "some")]
    for asked in found:
        for question in (*map(str, metric_words()["how_much"]), MANY, MUCH):
            asked = asked.removeprefix(question)
        if asked.strip():
            return asked.strip()
    return next((str(one.value) for one in sentence.of("counter", "people")), "")


def _asks_for_money(sentence: Sentence) -> bool:
    return not sentence.small.isdisjoint(metric_words()["asked_in_money"]["asks"])


def _fits_unit(metric: Metric, unit: str) -> bool | None:
    """Tell whether a figure is told in a unit; None where it cannot be, False where it may."""
    group = unit_group(unit)
    if group:
        fits = is_money(metric) if group == MONEY else group in told_in(metric)
        return True if fits else None
    if key_of(unit) in {key_of(one) for one in (metric.unit_zh, metric.unit_en) if one}:
        return True
    if not is_numbered(metric):
        return None
    return unit in lexicon()["counters"] and not metric.unit_zh


def _is_not_done(sentence: Sentence, verb: Span) -> bool:
    """Tell a verb of what was not done, or not yet: did not ship, 没发货, will we refund, 要退."""
    words = verb_words()
    at = sentence.question.units[verb.start].start
    ahead = sentence.question.text[:at].lower().rstrip()
    if any(one.type == "not" and one.end <= verb.start for one in sentence.leaves) or "n't" in ahead:
        return True
    spoken = ahead.split()
    early = {*words["not_done"]} - {"to"}
    return (
        bool(early & {*spoken})
        or spoken[-1:] == ["to"]
        or ahead.endswith(tuple(w for w in early if not w.isascii()))
    )


def _is_sure(sentence: Sentence, verb: Span, metric: Metric) -> bool:
    """Tell whether a verb can only be of a figure: how much of it is asked for, and it was we who did it."""
    asks = verb.value.asks or sentence.has(*ASKED, *RANKED) or _asks_for_money(sentence)
    what = not sentence.small.isdisjoint(verb_words()["asks"]) and is_money(metric)
    return bool(asks or what) and not _is_of_others(sentence, verb, metric)


def _is_of_others(sentence: Sentence, verb: Span, metric: Metric) -> bool:
    """Tell whether others than we may have done it: customers, whoever it was, by somebody."""
    catalog = sentence.catalog
    if not sentence.small.isdisjoint(metric_words()["asking_for_people"]):
        people = [one for one in catalog.dimensions.values() if one.key and are_people(one)]
        return not any(is_own(one) and catalog.cuts(metric.name, one.name) for one in people)
    if (
        sentence.touching(verb, -1) in verb_words()["others"]
        or sentence.touching(verb, 1) in verb_words()["others"]
    ):
        return True
    named = [one for one in sentence.every if one.type in ("kind", "member") and one.end <= verb.start]
    doers = [catalog.dimensions[one.value.dimension] for one in named]
    return any(are_people(one) and not is_own(one) for one in doers)
