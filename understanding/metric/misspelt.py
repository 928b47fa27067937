"""Words that a question writes wrong, as the ones they must be: teh, yesteday, 服务去."""

import calendar
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from knowledge.values import sounds
from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.units import key_of
from language.words import stem
from understanding.metric.desk import MetricDesk
from understanding.metric.short_names import wordings_of
from understanding.metric.shortened import NAMED, Shortened
from understanding.words.closed import GRAINS

LEAST = 3  # letters of a small word
LEAST_NAME, MOST_NAME = 3, 6  # signs of a name: many a word of two sounds so, 节课 is no 结课, 补回来 no 惠来
LEAST_BEGUN = 3  # signs that begin the name of a kind
TIMES = ("today", "yesterday", "tomorrow", "last", "past", "previous", "next", "ago", "since", "until")
_WORD = re.compile(r"(?<![\w.'’-])[a-z]+(?![\w'’-])", re.ASCII)
_WHICH = re.compile(r"(?P<end>最[高低多少大小好差快慢][^，。,；;？?]{0,8}?[是在])那(?=[个家些几一])")


def set_right(text: str, desk: MetricDesk) -> tuple[str, tuple[Shortened, ...]]:
    """Return a text with what nothing reads written as the one small word, time or name that it must be.

    A name of a kind may only be begun. A small word or a time has lost a letter, doubled one, or swapped two;
    a Chinese name has one sign for another that sounds the same, as whoever types by sound writes it.
    """
    text, words = _small_words(text, desk)
    text, begun = _begun_kinds(text, desk)
    whole, names = _by_sound(text, desk)
    asked = _WHICH.sub(r"\g<end>哪", whole)
    return asked, (*words, *begun, *names, *([Shortened("那", "哪")] if asked != whole else []))


def _small_words(text: str, desk: MetricDesk) -> tuple[str, tuple[Shortened, ...]]:
    written = [*_WORD.finditer(text)]
    unread = {key for one in desk.parts(text).of("other") for key in key_of(one.text)} if written else set()
    found = []
    for one in written:
        meant = _meant(one.group()) if stem(one.group()) in unread else ""
        if meant:
            found.append((one, meant))
    whole = text
    for one, meant in reversed(found):
        whole = f"{whole[: one.start()]}{meant}{whole[one.end() :]}"
    return whole, tuple(dict.fromkeys(Shortened(one.group(), meant) for one, meant in found))


def _meant(word: str) -> str:
    """Return the one small word or time that a word is a slip away from, or nothing."""
    if len(word) < LEAST or word in _small():
        return ""
    near = [one for one in _small() if one[0] == word[0] and is_slip(word, one)]
    return near[0] if len(near) == 1 else ""


def is_slip(word: str, meant: str) -> bool:
    """Tell a word with a letter lost, doubled or two swapped; of three or four letters a vowel is lost.

    >>> is_slip("teh", "the"), is_slip("yesteday", "yesterday"), is_slip("cat", "chat")
    (True, True, False)
    """
    if len(word) == len(meant):
        at = next((n for n, (a, b) in enumerate(zip(word, meant, strict=True)) if a != b), -1)
        return at >= 0 and f"{word[:at]}{word[at + 1 : at + 2]}{word[at]}{word[at + 2 :]}" == meant
    lost = [n for n in range(len(meant)) if f"{meant[:n]}{meant[n + 1 :]}" == word]
    if lost:
        return len(word) > LEAST + 1 or meant[lost[0]] in "aeiou"
    doubled = (n for n in range(1, len(word)) if word[n] == word[n - 1])
    return any(f"{word[:n]}{word[n + 1 :]}" == meant for n in doubled)


@lru_cache(maxsize=1)
def _small() -> tuple[str, ...]:
    """Return the small words of English and what times are called by, long enough to be told apart."""
    empty = (one for line in lexicon()["function"] for one in str(line).split())
    marks = (word for words in lexicon()["marks"].values() for one in words for word in str(one).split())
    times = (*TIMES, *GRAINS, *(f"{one}s" for one in GRAINS), *calendar.month_name, *calendar.day_name)
    every = {str(one).lower() for one in (*empty, *marks, *times, *words_in("empty_words")["en"].split())}
    return tuple(sorted(one for one in every if one.isascii() and one.isalpha() and len(one) >= LEAST))


def _begun_kinds(text: str, desk: MetricDesk) -> tuple[str, tuple[Shortened, ...]]:
    """Return a text with the kind whose name alone begins as what is not read: 卫生间 of 卫生间环境."""
    kinds = {
        name
        for one in desk.catalog.dimensions.values()
        for names in one.values.values()
        for name in names
        if name[:1] > "\u3400"
    }
    for span in [one.piece.span for one in desk.parts(text).of("other") if one.piece.kind == "unknown"]:
        for start, end in _windows(text, span):
            written = text[start:end]
            meant = {one for one in kinds if one.startswith(written)} if len(written) >= LEAST_BEGUN else ()
            (name,) = meant if len(meant) == 1 else (written,)
            put = f"{text[:start]}{name}{text[end:]}"
            if name != written and _covers(put, start, start + len(name), desk):
                return put, (Shortened(written, name),)
    return text, ()


def _by_sound(text: str, desk: MetricDesk) -> tuple[str, tuple[Shortened, ...]]:
    """Return a Chinese text with names that are written by their sound, where one name alone sounds so."""
    unread = [one.piece.span for one in desk.parts(text).of("other") if one.piece.kind == "unknown"]
    if not any(text[start] > "\u3400" for start, _ in unread):
        return text, ()
    found: list[Shortened] = []
    for span in unread:
        for start, end in _windows(text, span):
            written = text[start:end]
            meant = _names(desk).get(sounds(written), frozenset()) - {written}
            if len(meant) != 1:
                continue
            (name,) = meant
            put = f"{text[:start]}{name}{text[end:]}"
            if _differs_by_one(written, name) and _covers(put, start, end, desk):
                found.append(Shortened(written, name))
                text = put
                break
    return text, tuple(found)


def _windows(text: str, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of Han that hold a part of what is not read, longest first."""
    for length in range(MOST_NAME, LEAST_NAME - 1, -1):
        for start in range(max(span[0] - length + 1, 0), span[1]):
            if start + length <= len(text) and all(sign > "\u3400" for sign in text[start : start + length]):
                yield start, start + length


def _differs_by_one(written: str, name: str) -> bool:
    return sum(a != b for a, b in zip(written, name, strict=True)) == 1


def _covers(text: str, start: int, end: int, desk: MetricDesk) -> bool:
    """Tell whether a name is read just where one was put, and nothing there is left over."""
    parts = desk.parts(text)
    inside = [one for one in parts.every if one.piece.span[0] < end and one.piece.span[1] > start]
    return bool(inside) and all(one.kind in NAMED for one in inside)


def _names(desk: MetricDesk) -> dict[tuple[str, ...], frozenset[str]]:
    known = desk.answers.reader.known
    columns = tuple(known.columns) if known.values is not None else ()
    keys = (key for one in columns if known.values is not None for key in known.values.keys(one))
    members = tuple(dict.fromkeys("".join(key) for key in keys))
    return _sounding(tuple(wordings_of(desk.catalog)), members)


@lru_cache(maxsize=8)
def _sounding(wordings: tuple[str, ...], members: tuple[str, ...]) -> dict[tuple[str, ...], frozenset[str]]:
    """Return what things and their members are called in Chinese, and how members' names begin, by sound."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for one in (*wordings, *_beginnings(members)):
        if LEAST_NAME <= len(one) <= MOST_NAME and all(sign > "\u3400" for sign in one):
            found[sounds(one)].add(one)
    return {sound: frozenset(names) for sound, names in found.items()}


def _beginnings(members: Iterable[str]) -> Iterator[str]:
    return (one[:length] for one in members for length in range(LEAST_NAME, len(one) + 1))
