"""The closed word classes of lists of rows, and one form for a word however it is inflected."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.units import Unit, key_of, units
from language.words import has_run, stem, word_data

Key = tuple[str, ...]
LONGEST_NAME = 8
COMPARES = ("gt", "ge", "lt", "le", "not", "top", "bottom")  # classes that questions of figures use as well


@lru_cache(maxsize=1)
def rows_words() -> dict[str, Any]:
    """Return the word classes as the lexicon has them."""
    return words_in("rows")


@lru_cache(maxsize=1)
def marks() -> Mapping[Key, frozenset[str]]:
    """Return by its units each word that belongs to a class, and the classes."""
    classes = {**{name: lexicon()["marks"][name] for name in COMPARES}, **rows_words()["marks"]}
    found: dict[Key, frozenset[str]] = {}
    for name, words in classes.items():
        for word in words:
            key = key_of(str(word))
            found[key] = found.get(key, frozenset()) | {name}
    return found


@lru_cache(maxsize=1)
def figure_words() -> frozenset[Key]:
    """Return the words that ask for a figure or a reason."""
    return frozenset(key_of(str(word)) for word in rows_words()["figures"])


def asks_for_list(question: str) -> bool:
    """Tell whether a question says that it wants a list: 列出来, 名单, list the orders.

    >>> asks_for_list("昨天的投诉列出来"), asks_for_list("list the complaints"), asks_for_list("complaints")
    (True, True, False)
    """
    units = key_of(question)
    return any(has_run(units, key_of(str(word))) for word in rows_words()["lists"])


def asks_which(question: str) -> bool:
    """Tell whether a question asks which things there are, as a list does, and not the main ones: 有哪些.

    >>> asks_which("10月有哪些司机离职"), asks_which("昨天的投诉列出来"), asks_which("投诉主要有哪些")
    (True, True, False)
    """
    units = key_of(question)
    asked, main = (
        any(has_run(units, key_of(str(word))) for word in words)
        for words in (rows_words()["marks"]["asked"], words_in("metrics")["main"])
    )
    return asks_for_list(question) or (asked and not main)


def asks_for_things(question: str) -> bool:
    """Tell whether a question asks which things there are or which one it is: which chargers, 是哪条.

    >>> asks_for_things("which chargers had 3 faults"), asks_for_things("是哪条"), asks_for_things("多少投诉")
    (True, True, False)
    """
    units, words = key_of(question), rows_words()["marks"]["which"]
    return asks_which(question) or any(has_run(units, key_of(one)) for one in words if one != "what")


def shows(question: str) -> bool:
    """Tell whether a question begins with the wish to see things: show me the open complaints, 给我看.

    >>> shows("show me the open complaints"), shows("给我看昨天的投诉"), shows("open complaints")
    (True, True, False)
    """
    units = key_of(question)
    return any(units[: len(key)] == key for key in map(key_of, rows_words()["marks"]["list"]))


@lru_cache(maxsize=1)
def notions() -> Mapping[Key, tuple[Key, ...]]:
    """Return by its forms each word of a notion, with all words of that notion, or of several."""
    found: dict[Key, tuple[Key, ...]] = {}
    for line in rows_words()["notions"]:
        words = tuple(forms_of(word) for word in line)
        found.update((word, (*found.get(word, ()), *words)) for word in words)
    return found


def of_one_notion(word: str) -> list[str]:
    """Return the words of the notions that a word belongs to, as they are written."""
    key = forms_of(word)
    lines = (line for line in rows_words()["notions"] if any(forms_of(one) == key for one in line))
    return [one for line in lines for one in line]


@lru_cache(maxsize=50_000)
def form(word: str) -> str:
    """Return a word without its inflection: closed and closing are close; older stays, it is no age yet.

    >>> form("closed") == form("close"), form("bought"), form("oldest")
    (True, 'buy', 'oldest')
    """
    irregular = word_data()["irregular"].get(word)
    if irregular is not None and (irregular[0] != word[0] or word.endswith("est")):
        return word
    return stem(word)


def unit_forms(text: str, found: Iterable[Unit]) -> Key:
    """Return the form of each unit of a text."""
    written = (text[one.start : one.end].lower().removesuffix("'s").removesuffix("’s") for one in found)
    return tuple(
        form(word) if one.kind == "word" else one.text for word, one in zip(written, found, strict=True)
    )


def as_written(text: str) -> Key:
    """Return the units of a text as they are written, whatever their case.

    >>> as_written("has Expired"), as_written("到期了")
    (('has', 'expired'), ('到', '期', '了'))
    """
    return tuple(text[one.start : one.end].lower() for one in units(text))


def has_gone_by(text: str) -> bool:
    """Tell whether what a day was set for is said to have been: fell due, expired."""
    written = as_written(text)  # expiring is no expired
    return any(has_run(written, as_written(word)) for word in rows_words()["gone_by"])


@lru_cache(maxsize=20_000)
def forms_of(text: str) -> Key:
    """Return the forms of all words of a text."""
    return unit_forms(text, units(text))
