"""Figures told in English by the words of their names: who lost the most members, how full are classes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from knowledge.metrics import Metric
from language.roots import PARTICLES, root, roots_within, turned_round, words_of
from language.units import key_of
from language.words import stem as verb_of
from understanding.chart.spans import Span
from understanding.figures.clauses import UNKNOWN
from understanding.figures.leaves import SMALL
from understanding.figures.needs import (
    LENGTH_ASKED,
    LONG,
    NOT,
    PERSON,
    PURPOSE,
    REMAINING,
    Need,
    has_root,
    light_words,
    needs_of,
    roots_in,
    roots_of_name,
)
from understanding.figures.numbering import counts_people, is_expense, is_numbered, told_in
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.states import names_a_state
from understanding.figures.things import Figure
from understanding.metric.judging import is_time_taken
from understanding.metric.vocabulary import metric_words
from understanding.words.judging import is_speed

PAIR = 2
BY_A_VERB = "told_by_a_verb"  # a figure told by a verb alone, which is taken for granted
FIGURES = ("figure", "weak", "thing")
MONEY = "money"
LEFT = (*UNKNOWN, "not")  # what a figure's name may be told by
SOURCES = (*UNKNOWN, *FIGURES, "empty", "kind")


def told_in_english(sentence: Sentence) -> Sentence:
    """Return a sentence whose unknown words are read as a figure, or as verbs of the one that is named."""
    if not sentence.of(*LEFT):
        return _billed(sentence)
    text = sentence.question.text.strip().lower()
    if PURPOSE.fullmatch(text) or REMAINING.search(text):
        raise NoReading  # what did people come in for; what is left is not who left
    metric, need = _by_all_words(sentence)
    if metric is not None:
        return _of_its_whole(sentence, metric, need) or _with_figure(sentence, metric, need)
    if sentence.of("not"):
        raise NoReading
    figures = [sentence.catalog.metrics[one.value.metric] for one in sentence.outer("figure")]
    verbs = sentence.of(*UNKNOWN)
    if (read := _of_verbs(sentence, verbs, figures)) is not None:
        return read
    if not figures or not all(any(_says_no_more(sentence, one, verb) for one in figures) for verb in verbs):
        raise NoReading
    return replaced(sentence, verbs)


def _says_no_more(sentence: Sentence, metric: Metric, word: Span) -> bool:
    """Tell a word that says no more beside a figure: its verb, usual beside a mean, money of an amount."""
    if sentence.written(word).lower() == MONEY and MONEY in told_in(metric):
        return True
    return roots_in(sentence.written(word)) <= light_words(metric) or _is_own_verb(sentence, metric, word)


def _of_verbs(sentence: Sentence, verbs: list[Span], figures: list[Metric]) -> Sentence | None:
    """Read verbs alone as a figure, or as no more than what one of spending or taking says beside it."""
    if not figures and (amount := _amount_done(sentence, verbs)) is not None:
        return _with(sentence, verbs, verbs[0], amount, BY_A_VERB)
    if (spent := _spent(sentence, verbs, figures)) is not None:
        return spent
    if not figures and {sentence.written(one).lower() for one in verbs} == {MONEY} and takings(sentence):
        return replaced(sentence, verbs)
    turned = None if figures else _turned_round(sentence, verbs)
    return _with(sentence, verbs, verbs[0], turned) if turned is not None else None


def _by_all_words(sentence: Sentence) -> tuple[Metric | None, Need]:
    """Return the one figure all of whose name is said, with the words that it needs."""
    words = sentence.of(*UNKNOWN)
    unread = {one for span in words for one in roots_in(sentence.written(span))} - {LONG}
    pool = _said(sentence)
    much = _asks_how_much(sentence)
    asks = sentence.has("count", "first", "share") or not {"what", "when", "where", "who", "why"} & set(
        words_of(sentence.question.text)
    )
    fitting = [
        ((len(frozenset().union(*need) & unread), len(need)), metric, need)
        for metric in sentence.catalog.metrics.values()
        if not much or (metric.kind == "simple" and not metric.is_count)
        for name, need in needs_of(metric)
        if not turned_round(sentence.question.text, name) and (asks or not metric.is_count)
        if _has_all_of(need, pool, unread - light_words(metric), _figures_beside(sentence, metric))
    ]
    best = max((size for size, *_ in fitting), default=(0, 0))
    found = {metric.name: (metric, need) for size, metric, need in fitting if size == best}
    if len(found) > 1:
        return _done_by_us(sentence, found)
    return next(iter(found.values()), (None, ()))


def _figures_beside(sentence: Sentence, metric: Metric) -> set[str]:
    """Return the roots of the figures that are named besides what a figure is of."""
    own = _counted_for(sentence, metric)
    beside = [one for one in sentence.outer(*FIGURES) if one not in own]
    return {one for span in beside for one in roots_in(sentence.written(span))}


def _counted_for(sentence: Sentence, metric: Metric) -> list[Span]:
    """Return what a time taken is of, by the count of all its rows: how long complaints take to resolve."""
    if not is_time_taken(metric) or metric.kind != "simple" or sentence.has("count", "some"):
        return []
    catalog = sentence.catalog
    things = [(one, catalog.metrics[one.value.metric]) for one in sentence.of("figure", "thing")]
    return [
        span
        for span, one in things
        if one.counts_rows and not one.filters and catalog.full(one.table) == catalog.full(metric.table)
    ]


def _done_by_us(sentence: Sentence, found: Mapping[str, tuple[Metric, Need]]) -> tuple[Metric, Need]:
    """Return of several figures told alike the amount that we did: whom did we buy most from."""
    done = _amount_done(sentence, sentence.of(*UNKNOWN))
    if done is None or done.name not in found:
        raise NoReading
    return found[done.name]


def _asks_how_much(sentence: Sentence) -> bool:
    return any(one.value == "how much" for one in sentence.of("some"))


def _said(sentence: Sentence) -> set[str]:
    """Return the roots of all that is said, with what named members are: a cat is a pet."""
    pool = {one for span in _sources(sentence) for one in roots_in(sentence.written(span))}
    pool |= {one for span in sentence.outer(*FIGURES) for one in roots_in(sentence.written(span))}
    counted = (one for one in sentence.every if one.type == "counter")
    pool |= {one for span in counted for one in roots_in(sentence.written(span))}
    tables = {one.value.table.rpartition(".")[2] for one in sentence.outer("member")}
    pool |= {one for table in tables for one in roots_in(table.replace("_", " "))}
    pool |= {NOT} if sentence.has("not") else set()
    fast = any(is_speed(str(one.value.text)) for one in sentence.of("first"))
    return pool | ({LONG} if fast or LENGTH_ASKED.search(sentence.question.text.lower()) else set())


def _sources(sentence: Sentence) -> Iterator[Span]:
    """Yield what may be a part of a name, without how often something was done: 3 times say no time."""
    often, ends = metric_words()["light"]["counted"], {one.end for one in sentence.of("limit", "amount")}
    for one in sentence.of(*SOURCES):
        if not (one.type in UNKNOWN and one.start in ends and sentence.written(one) in often):
            yield one


def _has_all_of(need: Need, pool: set[str], unread: set[str], figures: set[str]) -> bool:
    """Tell whether a name's words are all said, and whether they are all that is."""
    told = frozenset().union(*need)
    same = all((one in pool) == has_root(need, one) for one in (LONG, NOT))
    return (
        same
        and bool(told & (pool - figures))
        and unread | figures <= told
        and all(one & pool for one in need)
    )


def _of_its_whole(sentence: Sentence, metric: Metric, need: Need) -> Sentence | None:
    """Read what share of one figure another is told to be as the ratio defined of them: of orders cancelled.

    Raise NoReading where there is none: it is not the share of a member in the second.
    """
    shares, wholes = sentence.of("share"), sentence.of("figure")
    if len(shares) != 1 or len(wholes) != 1 or shares[0].end != wholes[0].start:
        return None
    every, parts = sentence.catalog.metrics.values(), (metric.name, wholes[0].value.metric)
    found = [one for one in every if one.kind == "ratio" and one.parts == parts]
    if metric.name == parts[1] or not metric.is_count:
        return None
    if len(found) != 1:
        raise NoReading
    told = _with_figure(sentence, metric, need)
    figure = next(one for one in told.of("figure") if one.value.metric == metric.name)
    return _with(told, [shares[0], figure], figure, found[0])


def _with_figure(sentence: Sentence, metric: Metric, need: Need) -> Sentence:
    """Read the words of a name as its figure, for granted where people did what is not counted by people."""
    told = frozenset().union(*need)
    roots = [(one, roots_in(sentence.written(one))) for one in sentence.of(*SOURCES)]
    read = [one for one, its in roots if one.type in UNKNOWN or (its and its <= told | {PERSON})]
    read += [*sentence.of("not"), *(one for one in _counted_for(sentence, metric) if one not in read)]
    read += [one for one in sentence.of("empty") if one.value in PARTICLES]  # out of use
    if any(_are_counted_with(sentence, one) for one in read if one.type in FIGURES):
        raise NoReading
    place = next(one for one in read if one.type in LEFT)
    guessed = _is_guessed(sentence, metric, need) or _is_lent(sentence, read, metric)
    sentence = _limited_alike(sentence, metric, told)
    return _with(sentence, read, place, metric, BY_A_VERB if guessed else "told")


def _limited_alike(sentence: Sentence, metric: Metric, told: frozenset[str]) -> Sentence:
    """Read limits on what lends a name its noun as limits on what is called so: finished 20 orders."""
    for limit in sentence.of("having"):
        nouns = [one for one in limit.children if one.type in FIGURES]
        if nouns and all(roots_in(sentence.written(one)) <= told for one in nouns):
            said = replace(limit.value, metric=metric.name)
            others = tuple(one for one in limit.children if one not in nouns)
            sentence = replaced(sentence, [limit], replace(limit, value=said, children=others))
    return sentence


def _are_counted_with(sentence: Sentence, things: Span) -> bool:
    """Tell things whose number is asked for that have what is named behind: how many chargers had faults."""
    counted = any(one.end == things.start for one in sentence.of("count"))
    return counted and sentence.touching(things, 1) in metric_words()["between_figures"]


def _is_guessed(sentence: Sentence, metric: Metric, need: Need) -> bool:
    """Tell a figure told by one word alone, or a count of no people where people did something."""
    told = frozenset().union(*need)
    own = [one for one in need if not one & {LONG, NOT}]
    strangers = PERSON in _said(sentence) - told and metric.is_count and not counts_people(metric)
    return strangers or (len(own) == 1 and not has_root(need, LONG) and not metric.is_count)


def _is_lent(sentence: Sentence, read: list[Span], metric: Metric) -> bool:
    """Tell words that only mean what a figure is called by: machines bought are no orders for certain."""
    if not sentence.has("kind", "number_of"):
        return False
    said = {root(word) for one in read for word in words_of(sentence.written(one)) if one.type in UNKNOWN}
    own = {one for name in metric.wordings for word in words_of(name) for one in roots_within(word)}
    return bool(said) and said.isdisjoint(own)


def _amount_done(sentence: Sentence, verbs: list[Span]) -> Metric | None:
    """Return the one amount that has a verb of what we did: how much did we bill, which did we bill most."""
    ahead = {str(one.value) for one in sentence.leaves if verbs and one.end == verbs[0].start}
    much = _asks_how_much(sentence) or sentence.has("first")
    if len(verbs) != 1 or not much or not ahead & {*metric_words()["done_by_us"]}:
        return None
    did, *rest = sentence.written(verbs[0]).lower().split()
    if {*rest} - {*metric_words()["prepositions"]}:
        return None
    meant = _alike(verb_of(did))
    found = [one for one in _money_added(sentence) if meant & {*_own_verbs(sentence, one)}]
    return found[0] if len(found) == 1 else None


def _spent(sentence: Sentence, verbs: list[Span], figures: list[Metric]) -> Sentence | None:
    """Read a verb of spending alone as the one expense that can be cut so."""
    if {sentence.written(one).lower() for one in verbs} - {*metric_words()["spending"]["verbs"]}:
        return None
    if figures:
        return None
    kinds = {one.value.dimension for one in sentence.every if one.type in ("member", "kind")}
    catalog = sentence.catalog
    found = [
        one
        for one in _money_added(sentence)
        if is_expense(one) and all(catalog.cuts(one.name, kind) for kind in kinds)
    ]
    return _with(sentence, verbs, verbs[0], found[0], BY_A_VERB) if len(found) == 1 else None


def _with(sentence: Sentence, read: list[Span], place: Span, metric: Metric, rule: str = "told") -> Sentence:
    """Return a sentence with words read as a figure."""
    figure = Span(place.start, place.end, "figure", Figure(metric.name, is_numbered(metric)), rule)
    return replaced(sentence, read, figure)


def _turned_round(sentence: Sentence, spans: list[Span]) -> Metric | None:
    """Return the count whose verb stands behind its things: how many faults were reported."""
    words = [sentence.written(one).lower() for one in spans]
    if len(words) != PAIR or not key_of(words[1])[-1].endswith("~"):
        return None
    thing, verb = key_of(words[0]), verb_of(words[1])
    found = [
        one
        for one in sentence.catalog.metrics.values()
        if one.is_count and one.kind == "simple" and verb in _own_verbs(sentence, one)
        if any(key_of(name)[-1:] == thing for name in one.wordings if name.isascii())
    ]
    fits = len(found) == 1 and not names_a_state(sentence, found[0], words[1])
    return found[0] if fits else None


def takings(sentence: Sentence) -> tuple[str, ...]:
    """Return revenue where it is asked how much, or what somebody, took, or how much came in."""
    words, said = metric_words()["taking"], set(words_of(sentence.question.text))
    much = MONEY in said or _asks_how_much(sentence)
    what = "what" in said and said & {"do", "does", "did"}
    small = [(set(str(one.value).split()), one) for one in sentence.leaves if one.type in SMALL]
    took = any(told & {*words["takes"]} and not _is_of_buyers(sentence, one) for told, one in small)
    came = any(told & {*words["comes"]} and not _is_of_buyers(sentence, one) for told, one in small)
    limited = sentence.has("limit")
    fits = "it" not in said and ((took and (much or what or limited)) or (came and much))
    found = sentence.known.takings if fits else ""
    return (found,) if found else ()


def _is_of_buyers(sentence: Sentence, verb: Span) -> bool:
    """Tell a verb whose doers are a kind of those who pay, told by a code: what did dogs take."""
    members = [one for one in sentence.outer("member") if one.end == verb.start]
    return any(not sentence.catalog.dimensions[one.value.dimension].key for one in members)


def _billed(sentence: Sentence) -> Sentence:
    """Read the amount whose name has a verb that is a count's noun as well: how much did we bill."""
    for one in sentence.of("figure") if _asks_how_much(sentence) else ():
        by_us = sentence.touching(one, -1) in metric_words()["done_by_us"]
        if by_us and sentence.catalog.metrics[one.value.metric].is_count:
            verb = root(sentence.written(one).lower())
            sums = (each for each in _money_added(sentence))
            found = [each for each in sums if any(verb in roots_of_name(name) for name in each.wordings)]
            return _with(sentence, [one], one, found[0]) if len(found) == 1 else sentence
    return sentence


def _money_added(sentence: Sentence) -> Iterator[Metric]:
    """Yield the sums of money there are."""
    for one in sentence.catalog.metrics.values():
        if one.kind == "simple" and one.additivity == "sum" and "money" in told_in(one):
            yield one


def _is_own_verb(sentence: Sentence, metric: Metric, verb: Span) -> bool:
    """Tell a verb that a figure's name, definition or day has: opened the most tickets, of Tickets opened."""
    text = sentence.written(verb).lower()
    days = {one.happens_on.rpartition(".")[2].lower() for one in sentence.catalog.sources(metric.name)}
    dated = any(text in day.split("_") for day in days)  # opened_on: what is opened is not what is open
    if " " in text or not text.isascii() or (names_a_state(sentence, metric, text) and not dated):
        return False
    meant = verb_of(text)
    past = key_of(text)[-1].endswith("~") or meant != text.removesuffix("s")
    ahead = [one for one in sentence.leaves if one.type == "empty" and one.end <= verb.start]
    helped = {"did", "do", "does"} & {word for one in ahead for word in str(one.value).split()}
    own = bool(_alike(meant) & set(_own_verbs(sentence, metric))) and bool(past or helped)
    made = text in metric_words()["making"] and metric.is_count
    return (own or made) and not _is_parted(sentence, metric, verb)


def _is_parted(sentence: Sentence, metric: Metric, verb: Span) -> bool:
    """Tell a figure behind an *and* that its verb is not of: scored lowest, and how many complaints."""
    named = [one for one in sentence.outer("figure") if one.value.metric == metric.name]
    return bool(named) and all(sentence.joins(verb.end, one.start) for one in named)


def _alike(verb: str) -> set[str]:
    """Return a verb with those that mean the same."""
    lines = [[verb_of(str(one)) for one in line] for line in metric_words()["alike_verbs"]]
    return {verb, *(one for line in lines if verb in line for one in line)}


def _own_verbs(sentence: Sentence, metric: Metric) -> Iterator[str]:
    """Yield a metric's verbs: of its day, of its name, and behind its things in the definition."""
    for source in sentence.catalog.sources(metric.name):
        yield from map(verb_of, source.happens_on.rpartition(".")[2].split("_"))
    words = metric.definition_en.lower().partition(".")[0].partition(",")[0].split()
    things = {*key_of(metric.table.rpartition(".")[2].replace("_", " ")), *key_of(metric.en)}
    things |= set(key_of(metric.expression.replace("_", " ")))
    yield from (verb_of(word) for before, word in pairwise(words) if set(key_of(before)) & things)
    for name in metric.wordings:
        if name.isascii():
            yield from map(verb_of, name.lower().split())
