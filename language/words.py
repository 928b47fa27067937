"""From text to the terms that are compared: words, parts of identifiers, pairs of Han characters."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from language.lists import words_in

LONGEST_NAME = 48  # names of columns repeat over tables, so what they give is kept

_PIECE = re.compile(r"[㐀-鿿豈-﫿]+|[^\W_㐀-鿿豈-﫿]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")
_VOWEL = re.compile(r"[aeiouy]")


@lru_cache(maxsize=1)
def word_data() -> dict[str, Any]:
    """Return the general words: stop words, irregular forms, abbreviations, groups of equal meaning."""
    return words_in("general_words")


@lru_cache(maxsize=1)
def stop_words() -> frozenset[str]:
    """Return the words of a question that name nothing in a database."""
    words = str(word_data()["stop_words"]).split()
    return frozenset(words) | frozenset(stem(word) for word in words)


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    return dict(word_data()["irregular"])


@lru_cache(maxsize=1)
def weak_words() -> frozenset[str]:
    """Return the words that ask for a computation rather than name a thing."""
    return frozenset(stem(word) for word in str(word_data()["weak_words"]).split())


def is_han(text: str) -> bool:
    """Tell whether a term is written in Han script."""
    return bool(text) and "㐀" <= text[0] <= "\ufaff"


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Bring an English word's common forms to one: `companies` and `company`, `named` and `names`."""
    word = _irregular().get(word, word)
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    return _without_e(_without_verb_ending(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_verb_ending(word: str) -> str:
    for ending in ("ing", "ed"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) >= 3 and _VOWEL.search(base):
            doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz"
            return base[:-1] if doubled else base
    return word


def _without_e(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def pieces(text: str) -> Iterator[str]:
    """Yield runs of Han script and the parts of identifiers and words, lower case, in order."""
    for match in _PIECE.finditer(unicodedata.normalize("NFKC", text)):
        run = match.group()
        if is_han(run):
            yield run
        elif run.islower():
            yield from (part.group() for part in re.finditer(r"\d+|\D+", run))
        else:
            yield from (part.group().lower() for part in _CAMEL.finditer(run))


def han_pairs(run: str) -> list[str]:
    """Return each pair of neighbouring characters, or the one character there is."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def terms(text: str) -> list[str]:
    """Return the comparable terms of a text, repeats kept.

    >>> terms("customerName of 服务区s")
    ['customer', 'name', 'of', '服务', '务区', 's']
    """
    return list(_name_terms(text) if len(text) <= LONGEST_NAME else _terms(text))


@lru_cache(maxsize=50_000)
def _name_terms(text: str) -> tuple[str, ...]:
    return tuple(_terms(text))


def _terms(text: str) -> Iterator[str]:
    for piece in pieces(text):
        if is_han(piece):
            yield from han_pairs(piece)
        else:
            yield stem(piece)


def either(words: Iterable[object]) -> str:
    """Return a pattern for any of some words, longest first, English ones whole; no words, no match."""
    parts = [
        rf"\b{re.escape(word)}\b" if word.isascii() and not word.isdecimal() else re.escape(word)
        for word in sorted(map(str, words), key=len, reverse=True)
    ]
    return f"(?:{'|'.join(parts)})" if parts else "(?!)"


def has_run(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Tell whether words hold others in a row anywhere: 支付 begins one way of paying and ends another."""
    if part and part[0] not in whole:
        return False  # nearly always
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def content_terms(text: str) -> list[str]:
    """Return the terms of a question that can name something."""
    stops = stop_words()
    return [term for term in terms(text) if term not in stops and not _is_letter(term)]


def _is_letter(term: str) -> bool:
    return len(term) == 1 and term.isascii() and term.isalpha()
