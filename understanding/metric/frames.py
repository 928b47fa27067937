"""Steps of reading English: a figure told by its name's words in another order, or as verbs."""

import re
from collections.abc import Iterator
from functools import lru_cache

from knowledge.metrics import Metric
from language.roots import PARTICLES, root, roots_within, turned_round, words_of
from language.units import key_of
from understanding.metric.binding import Stop
from understanding.metric.counting import Counting
from understanding.metric.judging import is_time_taken
from understanding.metric.parts import Part
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import metric_words
from understanding.question import NotMine

NOT, LONG, PERSON = "not", "long", "person"
SOURCES = ("other", "function", "metric", "thing", "dimension", "weak")
Need = tuple[frozenset[str], ...]  # of each word that a name is made of, the roots it may have
LENGTH_ASKED = re.compile(r"\b(?:how long|longer|shorter)\b")
REMAINING = re.compile(r"\b(?:is|are|was|were|there|got|(?:do|did) (?:we|they|you) have) left\b")
PURPOSE = re.compile(r"what (?:do|does|did)\b.*\bfor[?.! ]*")


class Frames(Counting):
    """Reads how full are classes, which club lost the most members, how long do people wait."""

    def read_frames(self) -> None:
        """Name what words stand for that would be left unread, where a figure's own name has them all."""
        self.name_what_is_left()
        if self.language != "en":
            return
        if PURPOSE.fullmatch(self.parts.text.strip().lower()):
            raise Stop(NotMine("word", ("for",)))  # what did people come in for
        self.name_takings()
        self.name_amount_done()
        self.count_amounts()
        self.name_by_all_words()
        self.take_anybody()

    # how full are classes, which machines broke most often

    def name_by_all_words(self) -> None:
        """Read the one figure all of whose name is said, where words are left that nothing else reads."""
        others = [part for part in self.parts.left("other") if self.roots_of(part)]
        asked = self.parts.marks("count") and not self.parts.left("metric", "thing", "weak", "state")
        if not (others or asked):
            return
        unread = {one for part in others for one in self.roots_of(part)} - {LONG}
        pool = self.said()
        fitting = [
            (len(frozenset().union(*need) & unread), len(need), metric, need)
            for metric in self.catalog.metrics.values()
            for name, need in needs_of(metric)
            if not turned_round(self.parts.text, name) and (self.asks_number() or not metric.is_count)
            if self.has_all_of(need, pool, unread - light_words(metric)) and (others or len(need) > 1)
        ]
        best = max((one[:2] for one in fitting), default=())
        found = {metric.name: need for *size, metric, need in reversed(fitting) if tuple(size) == best}
        if found:
            name = next(iter(found)) if len(found) == 1 else self.choose(self.parts.text, (*found,))
            self.take_frame(self.catalog.metrics[name], found[name])

    def asks_number(self) -> bool:
        """Tell whether a number may be asked for: not what people came in for."""
        other = {"what", "when", "where", "who", "why"} & set(words_of(self.parts.text))
        return not other or self.parts.has("count", "top", "bottom")

    def said(self) -> set[str]:
        """Return the roots of all that is said and not read, with what named members are: a cat is a pet."""
        pool = {one for part in self.parts.left(*SOURCES) for one in self.roots_of(part)}
        kinds = {name for part in self.parts.left("value") for name, _, _ in part.members}
        tables = {self.catalog.dimensions[name].table.rpartition(".")[2] for name in kinds}
        pool |= {one for table in tables for one in roots_in(table.replace("_", " "))}
        pool |= {LONG} if LENGTH_ASKED.search(self.parts.text.lower()) else set()
        return pool | ({NOT} if self.parts.marks("not") else set())

    def has_all_of(self, need: Need, pool: set[str], unread: set[str]) -> bool:
        """Tell whether a name's words are all said, and account for all that nothing else has read."""
        told = frozenset().union(*need)
        figures = {one for part in self.parts.left("metric", "thing", "weak") for one in self.roots_of(part)}
        same = all((one in pool) == has_root(need, one) for one in (LONG, NOT))
        new = bool(told & (pool - figures))  # orders through October: that is a figure's name already
        return same and new and unread | figures <= told and all(one & pool for one in need)

    def take_frame(self, metric: Metric, need: Need) -> None:
        """Let the words be a figure; it is assumed where people did what is not counted by people."""
        told = frozenset().union(*need)
        strangers = PERSON in self.said() - told and metric.is_count and not self.counts_people(metric.name)
        own = [one for one in need if not one & {LONG, NOT}]
        alone = len(own) == 1 and not has_root(need, LONG) and not metric.is_count
        self.figure_assumed |= strangers or alone
        belonging = [part for part in self.parts.left(*SOURCES) if self.roots_of(part) <= told | {PERSON}]
        belonging = [part for part in belonging if part.kind == "other" or self.roots_of(part)]
        first = next(part for part in (*belonging, *self.parts.every) if part.kind in ("other", "function"))
        self.name(first, metric.name, *(part for part in belonging if part is not first))
        particles = [part for part in self.parts.left("function") if part.text in PARTICLES]  # out of use
        denied = self.parts.marks("not") if has_root(need, NOT) else []
        for part in (*self.parts.left("other"), *particles, *denied):
            part.used = True

    def roots_of(self, part: Part) -> frozenset[str]:
        return roots_in(self.written(part))

    def take_anybody(self) -> None:
        """Account for people beside a number of people, or an average: how many people did we hire."""
        named = self.figures_named()
        for part in self.parts.left("function") if named else ():
            anybody = self.roots_of(part) == {PERSON}
            fits = all(self.counts_people(one) or is_averaged(self.catalog.metrics[one]) for one in named)
            part.used = part.used or (anybody and fits)

    # how much did we take, which area takes the most money

    def name_takings(self) -> None:
        """Read what was taken, or came in, as revenue where it is asked how much."""
        money = [part for part in self.parts.left() if part.text in ("money", "how much money")]
        figures = self.parts.left("metric", "weak", "thing", "state")
        if money and money[0] in figures:
            self.drop_what_came(figures)
        if figures or not self.known.takings or "it" in words_of(self.parts.text):
            return
        words = metric_words()["taking"]
        told = [(set(self.written(one).split()), one) for one in self.parts.left("function")]
        told = [(said, one) for said, one in told if not self.is_of_buyers(one)]
        took = [part for said, part in told if said & set(words["takes"])]
        came = [part for said, part in told if said & set(words["comes"])]
        much = bool(money) or any(part.text == "how much" for part in self.parts.left("mark"))
        what = "what" in words_of(self.parts.text) and any(said & {"do", "does", "did"} for said, _ in told)
        if (took and (much or what)) or (came and much):
            self.name((took or came)[0], self.known.takings, *money)

    def is_of_buyers(self, verb: Part) -> bool:
        """Tell a verb whose doers are a kind of those who pay, told by a code: what did dogs take."""
        before = self.parts.before(verb)
        members = before.members if before is not None and before.kind == "value" else ()
        return bool(members) and not any(self.catalog.dimensions[name].key for name, _, _ in members)

    def drop_what_came(self, figures: list[Part]) -> None:
        """Let what came in say no more beside money, though things are said to come in too: vehicles."""
        for part in figures:
            of_things = not self.is_money_added(self.catalog.metrics[part.metrics[0]])
            if of_things and self.written(part).split()[0] in metric_words()["taking"]["comes"]:
                part.kind, part.used = "function", True

    def name_amount_done(self) -> None:
        """Read the amount whose name has a verb that is a count's noun as well: how much did we bill."""
        asked = any(part.text == "how much" for part in self.parts.left("mark"))
        for part in self.parts.left("metric") if asked else ():
            at = self.parts.every.index(part)
            by_us = at > 0 and self.parts.every[at - 1].text in metric_words()["done_by_us"]
            if not by_us or not all(self.catalog.metrics[name].is_count for name in part.metrics):
                continue
            verb = root(self.written(part))
            amounts = [one for one in self.catalog.metrics.values() if self.is_money_added(one)]
            found = [one.name for one in amounts if any(verb in roots_of_name(name) for name in one.wordings)]
            if len(found) == 1:
                part.metrics = (found[0],)

    def count_amounts(self) -> None:
        """Read the number of what an amount is called by, where it is asked how many: how many refunds."""
        for part in self.parts.left("metric"):
            before = self.parts.before(part)
            named = [self.catalog.metrics[name] for name in part.metrics]
            if before is None or before.text != "how many" or any(map(self.is_numbered, named)):
                continue
            said = key_of(self.written(part))
            counts = [one for one in self.catalog.metrics.values() if one.is_count and self.is_numbered(one)]
            found = [one.name for one in counts if any(key_of(stem) == said for stem in stems_of(one))]
            if len(found) == 1:
                part.metrics = (found[0],)

    # how much stock is left, how many antibiotics do we have left

    def name_what_is_left(self) -> None:
        """Account for what is left beside a stock; where none is named it is the one stock there is."""
        left = [part for part in self.parts.left("other") if part.text in metric_words()["remaining"]]
        stocks = [one.name for one in self.catalog.metrics.values() if one.additivity == "semi"]
        named = self.figures_named()
        if left and named and named <= set(stocks):
            left[0].used = True
        elif left and not named and len(stocks) == 1 and self.parts.marks("count", "some"):
            self.figure_assumed = self.name(left[0], stocks[0])
        elif REMAINING.search(self.parts.text.lower()) and not (named and named <= set(stocks)):
            raise Stop(NotMine("word", ("left",)))  # those left are none that left


def light_words(metric: Metric) -> frozenset[str]:
    """Return the roots that say no more beside a figure: usually, of an average; often, of a count."""
    words = metric_words()["light"]
    found = {PERSON} if metric.is_count or is_averaged(metric) else set()
    found |= {root(one) for one in words["counted"]} if metric.is_count else set()
    return frozenset(found | ({root(one) for one in words["averaged"]} if is_averaged(metric) else set()))


def is_averaged(metric: Metric) -> bool:
    """Tell whether a figure is already what is usual of many: a mean or a ratio."""
    return metric.additivity == "average" or metric.kind == "ratio"


def needs_of(metric: Metric) -> Iterator[tuple[str, Need]]:
    """Yield each English name of a figure with what it needs said; of a time taken how long, and the rest."""
    length, usual = (
        _length_words(),
        set(metric_words()["light"]["averaged"]) if is_averaged(metric) else set(),
    )
    for name in metric.wordings:
        words = _content(name) if name.isascii() else []
        plain = [_within(one) for one in words if one not in usual]
        rest = [_within(one) for one in words if one not in length]
        if plain:
            yield name, tuple(plain)
        if rest and is_time_taken(metric):
            yield name, (*rest, frozenset([LONG]))


def roots_of_name(name: str) -> frozenset[str]:
    """Return all roots of an English name's words."""
    return frozenset().union(*map(_within, _content(name))) if name.isascii() else frozenset()


@lru_cache(maxsize=4096)
def roots_in(text: str) -> frozenset[str]:
    alike = _alike()
    roots = ((one, root(one)) for one in _content(text))
    return frozenset(PERSON if one in _persons() else alike.get(bare, bare) for one, bare in roots)


def _within(word: str) -> frozenset[str]:
    alike = _alike()
    roots = frozenset(alike.get(one, one) for one in roots_within(word))
    return frozenset([PERSON]) if word in _persons() else roots


@lru_cache(maxsize=1)
def _alike() -> dict[str, str]:
    """Return the root that stands for each of the verbs that mean the same."""
    return {root(verb): root(line[0]) for line in metric_words()["alike_verbs"] for verb in line}


def _content(text: str) -> list[str]:
    """Return the words of a text that are no grammar."""
    grammar = set(metric_words()["english_grammar"])
    words = (NOT if one == "no" else one for one in words_of(text))
    return [one for one in words if one not in grammar and one.removesuffix("s") not in PARTICLES]


@lru_cache(maxsize=1)
def _persons() -> frozenset[str]:
    return frozenset(map(str, metric_words()["anybody"]))


@lru_cache(maxsize=1)
def _length_words() -> frozenset[str]:
    return frozenset(map(str, metric_words()["how_long"]))


def has_root(need: Need, word: str) -> bool:
    return any(word in one for one in need)
