"""Words that a question writes short, as whole words that are known here: tgt, hrs, coffee n tea."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from knowledge.vocabulary import general_vocabulary
from language.units import key_of, stem
from language.words import word_data
from understanding.metric.apart import asks_at_once
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part
from understanding.metric.short_names import wordings_of
from understanding.words.closed import GRAINS

LEAST = 3  # letters of a word written short; two may stand for too many, but of a unit of time: hrs
LEAST_BEGUN, LEAST_LEFT = 4, 3  # letters of a word that begins one within a name, and of what is left off
MOST_LOST = 1  # consonants left out beside all vowels: tgt for target
VOWELS = frozenset("aeiou")
JOINED = "and"
SAID_AS_JOINED = frozenset("n&")
UNITS = (*GRAINS, "hour", "minute")
ENDS = frozenset(["top", "bottom"])  # of an order: best n worst
WITHOUT_NUMBER = ("most", "least", "fewest")  # top n is how many
NAMED = frozenset(["metric", "dimension", "value", "thing", "weak"])
_TOKEN = re.compile(r"(?<![\w.'’-])[A-Za-z]+(?![\w'’-])|(?<=\s)&(?=\s)", re.ASCII)


@dataclass(frozen=True)
class Shortened:
    """A word as it was written, and the whole word it stands for."""

    short: str
    meant: str


def written_out(text: str, desk: MetricDesk) -> tuple[str, tuple[Shortened, ...]]:
    """Return a text with the words that nothing reads and that stand for one word known here, written whole.

    A name or a code is left as it is: what is written with capitals, unless all of the text is.
    """
    known = _known(tuple(wordings_of(desk.catalog)))
    short = [one for one in _TOKEN.finditer(text) if _is_written_so(one.group(), text, known)]
    read = [(one, _meant(text, one, desk, known)) for one in short if _is_unread(one, text, desk)]
    found = [(one, meant) for one, meant in read if meant]
    whole = text
    for one, meant in reversed(found):
        whole = _put(whole, one, meant)
    return whole, tuple(dict.fromkeys(Shortened(one.group(), meant) for one, meant in found))


def _is_written_so(word: str, text: str, known: "_Known") -> bool:
    """Tell a word that may be short and is no name by its capitals."""
    return (word.islower() or text.isupper() or word == "&") and (
        _is_short(word.lower()) or word.lower() in known.begun
    )


def _is_short(word: str) -> bool:
    """Tell a word without vowels behind its first letter, a listed one, or a sign for *and*."""
    bare = len(word) >= LEAST and VOWELS.isdisjoint(word[1:])
    return word in SAID_AS_JOINED or bare or bool(_listed(word))


def _is_unread(found: re.Match[str], text: str, desk: MetricDesk) -> bool:
    """Tell a word for which nothing stands, and a sign for *and* that is of no name."""
    word = found.group()
    if word == "&":
        return not _covers(text, found, desk, NAMED)  # it may be of a name: Johnson & Johnson
    return stem(word.lower()) in {key for one in desk.parts(text).of("other") for key in key_of(one.text)}


def _meant(text: str, found: re.Match[str], desk: MetricDesk, known: "_Known") -> str:
    """Return the one word that a short one stands for at its place, or nothing."""
    word = found.group().lower()
    if word in SAID_AS_JOINED:
        return JOINED if _joins(text, found, desk) else ""
    listed = _listed(word)
    if listed:  # act and ask are words, as amt is not: a vowel begins only what is written so everywhere
        begins = listed.startswith(word.removesuffix("s")) and stem(listed) in known.named
        whole = stem(listed) in known.stems and is_short_for(word, listed)
        return listed if begins or whole else ""
    begun = [one for one in known.begun.get(word, ()) if _covers(_put(text, found, one), found, desk, NAMED)]
    if begun:
        return begun[0] if len(begun) == 1 else ""
    return "" if word[0] in VOWELS else _nearest(word, known.words) or _within_a_name(text, found, desk)


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the one word of some that is written with all the letters of a short one and fewest others."""
    near: dict[str, tuple[int, str]] = {}
    for one in known:
        lost = _stands_for(word, one)
        if lost is not None and (stem(one) not in near or (lost, one) < near[stem(one)]):
            near[stem(one)] = lost, one
    least = min((lost for lost, _ in near.values()), default=0)
    best = [one for lost, one in near.values() if lost == least]
    return best[0] if len(best) == 1 else ""


def _stands_for(short: str, word: str) -> int | None:
    """Return how many consonants of a word a short form leaves out, or None where these are too many.

    >>> _stands_for("tgt", "target"), _stands_for("hrs", "hours"), _stands_for("cst", "customer")
    (1, 0, None)
    """
    several = short.endswith("s") and word.endswith("s")
    short, word = (one.removesuffix("s") if several else one for one in (short, word))
    if len(short) < LEAST and word not in UNITS:
        return None
    lost = len(_bones(word)) - len(short)
    return lost if is_short_for(short, word) and lost <= MOST_LOST * (len(short) >= LEAST) else None


def is_short_for(short: str, word: str) -> bool:
    """Tell whether a word is written with these letters in order, from its first to its last consonant."""
    bones = _bones(word)
    rest = iter(bones)
    ends = (bones[0], bones[-1]) == (short[0], short[-1])
    return len(short) < len(word) and ends and all(letter in rest for letter in short)


def _bones(word: str) -> str:
    """Return a word's first letter and its consonants."""
    return word[0] + "".join(letter for letter in word[1:] if letter not in VOWELS)


def _listed(word: str) -> str:
    """Return the word that everybody writes so, of one or of several: cust, accts."""
    if len(word) < LEAST:
        return ""
    several = _general().get(word.removesuffix("s"), "") if word.endswith("s") else ""
    return _general().get(word, "") or (several and f"{several}s")


@lru_cache(maxsize=1)
def _general() -> Mapping[str, str]:
    return {str(short): str(meant) for short, meant in word_data()["abbreviations"].items()}


@dataclass(frozen=True)
class _Known:
    """Words that something here is called by or that the languages know, and the stems of these."""

    words: tuple[str, ...]
    stems: frozenset[str]
    named: frozenset[str]  # of what something is called by
    begun: Mapping[str, tuple[str, ...]]  # the same, by the letters that begin them: maint, mainte


@lru_cache(maxsize=8)
def _known(wordings: tuple[str, ...]) -> _Known:
    named = {word for one in wordings if one.isascii() for word in one.lower().split()}
    general = {key[0] for key in general_vocabulary().words if len(key) == 1}
    units = {form for one in UNITS for form in (one, f"{one}s")}
    every = (one for one in named | general | units if one.isascii() and one.isalpha() and len(one) > LEAST)
    whole = {one for one in every if one in named or stem(one) == one or one in units}
    return _Known(
        tuple(sorted(whole)), frozenset(map(stem, whole)), frozenset(map(stem, named)), _begun(named)
    )


def _begun(named: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the words that something is called by, one form of each, by the letters that may begin them.

    One is taken only where it makes a name with the words beside it, maint fee: rest alone is no restaurant.
    """
    found: dict[str, dict[str, str]] = {}
    for one in sorted(named, key=lambda word: (-len(word), word)):
        for end in range(LEAST_BEGUN, len(one) - LEAST_LEFT + 1):
            found.setdefault(one[:end], {})[stem(one)] = one
    return {short: tuple(words.values()) for short, words in found.items()}


def _within_a_name(text: str, found: re.Match[str], desk: MetricDesk) -> str:
    """Return the word of a member's name that stands in a short one's place: Luofu mtn."""
    known = desk.answers.reader.known
    before = [stem(one.lower()) for one in _TOKEN.findall(text[: found.start()])[-1:]]
    if known.values is None or not before:
        return ""
    columns = (one for one in known.values.holding(before[0]) if one in known.columns)
    pairs = (pair for column in columns for key in known.values.keys(column) for pair in pairwise(key))
    behind = {second for first, second in pairs if first == before[0] and second.isalpha()}
    meant = _nearest(found.group().lower(), (one for one in behind if one.isascii()))
    return meant if meant and _covers(_put(text, found, meant), found, desk, ("value",)) else ""


def _joins(text: str, found: re.Match[str], desk: MetricDesk) -> bool:
    """Tell whether *and* for a sign is in a name, between names, times or ends, or before what asks."""
    put = _put(text, found, JOINED)
    if _covers(put, found, desk, (*NAMED, "period")) or asks_at_once(text[found.end() :]):
        return True
    parts = desk.parts(put).every
    at = next((n for n, one in enumerate(parts) if one.piece.span[0] == found.start()), 0)
    if not 0 < at < len(parts) - 1:
        return False
    sides = (parts[at - 1], parts[at + 1])
    timed = all(one.kind == "period" for one in sides)
    return timed or _begins_another(*sides) or all(one.token in ENDS for one in sides)


def _begins_another(left: Part, right: Part) -> bool:
    """Tell whether a figure or its mean stands behind a name or an end with no number: most n average."""
    ends = left.kind in NAMED or (left.token in ENDS and left.text in WITHOUT_NUMBER)
    return ends and (right.kind in NAMED or right.token == "avg")


def _put(text: str, found: re.Match[str], word: str) -> str:
    return text[: found.start()] + word + text[found.end() :]


def _covers(text: str, found: re.Match[str], desk: MetricDesk, kinds: Iterable[str]) -> bool:
    """Tell whether a name of more than one word covers what was put at a place."""
    return any(_goes_over(one, found) for one in desk.parts(text).of(*kinds))  # type: ignore[arg-type]


def _goes_over(part: Part, found: re.Match[str]) -> bool:
    start, end = part.piece.span
    return start <= found.start() < end and len(key_of(part.piece.text)) > 1
