"""What the English names of figures need said: the roots of their words, how long of a time taken."""

import re
from collections.abc import Iterator
from functools import lru_cache

from knowledge.metrics import Metric
from language.roots import PARTICLES, root, roots_within, words_of
from understanding.metric.judging import is_time_taken
from understanding.metric.vocabulary import metric_words

NOT, LONG, PERSON = "not", "long", "person"
Need = tuple[frozenset[str], ...]  # of each word that a name is made of, the roots it may have
LENGTH_ASKED = re.compile(r"\b(?:how long|longer|shorter)\b")
REMAINING = re.compile(r"\b(?:is|are|was|were|there|got|(?:do|did) (?:we|they|you) have) left\b")
PURPOSE = re.compile(r"what (?:do|does|did)\b.*\bfor[?.! ]*")


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
