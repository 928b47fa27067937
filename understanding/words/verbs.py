"""Where the words of a question are a verb, in any form, or tell what happened: 发了多少货, arrived."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.roots import root
from language.units import Unit
from language.words import is_han

APART = 2  # signs of a verb that its thing may stand away from: 发…货
DONE = "了"
ASKING = frozenset(["did"])  # did we book
PASSIVE = frozenset(["were", "was", "got", "been"])
LEAST = 5  # letters of a verb with its ending
FARTHEST = 4  # words that a doer may have


@dataclass(frozen=True)
class Said:
    """A verb's place in the words of a text.

    `asks`: it holds how much is asked for, `unit` in what: 退了多少笔款; `short`: only its first sign is
    said.
    """

    start: int
    end: int
    asks: bool = False
    unit: str = ""
    short: bool = False


@lru_cache(maxsize=1)
def verb_words() -> dict[str, Any]:
    """Return the words that stand around verbs."""
    found: dict[str, Any] = words_in("metrics")["verbs"]
    return found


def first_signs(words: Sequence[str]) -> frozenset[str]:
    """Return what a verb may begin with that is said in a text of these words; see `first_sign`."""
    return frozenset((*words, *map(root, words)))


def first_sign(verb: str) -> str:
    """Return what stands in every text that says a verb: its first sign, or the root of its first word."""
    return verb[0] if is_han(verb) else root(verb.lower().split()[0])


def said(verb: str, words: Sequence[str]) -> Iterator[Said]:
    """Yield where a verb is said; `words` are those of a text as they were written, in small letters.

    >>> [*said("ship", "how many have we shipped".split())], [*said("ship", "ships and shipping".split())]
    ([Said(start=4, end=5, asks=False, unit='', short=False)], [])
    >>> [*said("退款", "上周退了多少笔款")]
    [Said(start=2, end=8, asks=True, unit='笔', short=False)]
    """
    yield from _in_chinese(verb, words) if is_han(verb) else _in_english(verb.lower().split(), words)


def _in_english(verb: Sequence[str], words: Sequence[str]) -> Iterator[Said]:
    first, *rest = verb
    for start, word in enumerate(words):
        end = start + len(verb)
        if root(word) == root(first) and [*words[start + 1 : end]] == rest and _is_verb(first, words, start):
            yield Said(start, end)


def _is_verb(verb: str, words: Sequence[str], at: int) -> bool:
    """Tell a form of a verb from a noun written like it: the orders, our hires."""
    word = words[at]
    if word.endswith(("s", "ing")) and word != verb:
        return False
    plain = {verb, root(verb), f"{root(verb)}e"}
    return word.endswith("ed") or word not in plain or not set(verb_words()["helping"]).isdisjoint(words[:at])


def _in_chinese(verb: str, words: Sequence[str]) -> Iterator[Said]:
    signs, size = [*verb], len(verb)
    for start in range(len(words)):
        if [*words[start : start + size]] == signs:
            if size > 1 or _stands_alone(words, start + 1):
                yield Said(start, start + size)
        elif size == APART and words[start] == signs[0]:
            yield from _apart(signs, words, start)


def _stands_alone(words: Sequence[str], end: int) -> bool:
    """Tell one sign that is a verb from the beginning of a word: 批了, 谁批的, not 批次."""
    return end == len(words) or words[end] in verb_words()["behind"]


def _apart(signs: Sequence[str], words: Sequence[str], start: int) -> Iterator[Said]:
    """Yield a verb whose thing stands behind how much, or is left out: 发了多少货, 发了多少."""
    behind = at = _over(words, start + 1, verb_words()["done"])
    asked = next((n for n in (2, 1) if "".join(words[at : at + n]) in words_in("metrics")["how_much"]), 0)
    counters = {*lexicon()["counters"]}
    for unit in (0, 1) if asked else ():
        end = at + asked + unit
        counts = not unit or counters.issuperset(words[end - 1 : end])
        if counts and [*words[end : end + 1]] == [signs[1]]:
            yield Said(start, end + 1, asks=True, unit="".join(words[end - unit : end]))
            return
    if behind > start + 1 or asked:
        yield Said(start, start + 1, short=True)


def _over(words: Sequence[str], at: int, passed: Sequence[str]) -> int:
    while at < len(words) and words[at] in passed:
        at += 1
    return at


def tells_what_happened(
    text: str, units: Sequence[Unit], start: int, end: int, *, behind_thing: bool, before_thing: bool
) -> bool:
    """Tell a verb of what happened from the adjective of a thing: jobs arrived, did we book; 取消了.

    *Arrived* of arrived jobs and 已取消 of 已取消的订单 are adjectives.
    """
    said = text[units[start].start : units[end - 1].end].lower()
    if is_han(said):
        return text[units[end - 1].end :].lstrip().startswith(DONE)
    if end - start > 1 or before_thing:
        return False
    ahead = [text[one.start : one.end].lower() for one in units[max(0, start - FARTHEST) : start]]
    if said.endswith("ed") and len(said) >= LEAST:
        return behind_thing or bool(ahead and ahead[-1] in PASSIVE)
    return not ASKING.isdisjoint(ahead)
