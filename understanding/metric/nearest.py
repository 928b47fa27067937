"""What a question comes to without the words that nothing reads."""

import re
from dataclasses import dataclass
from functools import cache

from language.numerals import HAN_NUMERALS
from language.units import key_of
from language.words import is_han
from understanding.metric.desk import MetricDesk
from understanding.metric.known import plain
from understanding.metric.parts import Parts
from understanding.metric.short_runs import one_named
from understanding.metric.vocabulary import metric_words
from understanding.readings import Ambiguous, MetricReading, NotMine

Span = tuple[int, int]
WORD = re.compile(r"(?<![\w'’-])[A-Za-z]+(?![\w'’-])", re.ASCII)
MOST_ROUNDS = 3  # reading stops at the first step that meets words it does not know
NAMED = ("metric", "weak", "dimension", "value", "thing", "number", "grain")


@dataclass(frozen=True)
class LeftOut:
    """A run of words that nothing reads, as it was written."""

    text: str
    span: Span


@dataclass(frozen=True)
class Rest:
    """A question without the words that nothing reads: what it comes to, and those words."""

    question: str
    text: str
    found: MetricReading | Ambiguous | NotMine
    words: tuple[LeftOut, ...]


def rest_of(question: str, desk: MetricDesk) -> Rest:
    """Return a question read again without what no step of reading knew; the words keep their places."""
    text, words = question, list[LeftOut]()
    for _ in range(MOST_ROUNDS):
        unread = left_out(text, desk)
        if not unread:
            break
        text = desk.parts(text).text
        for one in unread:
            text = text[: one.span[0]] + " " * (one.span[1] - one.span[0]) + text[one.span[1] :]
        words += unread
    return Rest(question, text, desk.read(text), tuple(sorted(words, key=lambda one: one.span)))


def left_out(text: str, desk: MetricDesk) -> list[LeftOut]:
    """Return the words at which the first step that does not know them stops reading."""
    found = desk.read(text)
    if not (isinstance(found, NotMine) and found.reason == "word"):
        return []
    return [one for one in _runs(desk.parts(text), found.words) if one.text.strip()]


def with_names(question: str, desk: MetricDesk) -> str:
    """Return a question with each unread word that only one member has in its name as that whole name."""
    parts, known = desk.parts(question), desk.answers.reader.known
    unread = {key for one in parts.of("other") for key in key_of(one.text)}
    for found in reversed([*WORD.finditer(question)]):
        name = one_named(found.group(), known, desk.allowed) if {*key_of(found.group())} <= unread else ""
        if name and name not in question:
            question = question[: found.start()] + name + question[found.end() :]
    return question


def takes_out(question: str) -> bool:
    """Tell whether a question says somewhere that something is not meant: without, excluding, 不算, 除了."""
    return _told(("taking_out", "negating"), question)


def changes_meaning(text: str) -> bool:
    """Tell words that change what is asked, whatever they stand beside: than, why, usually, median, a name.

    >>> changes_meaning("versus"), changes_meaning("平时"), changes_meaning("stopped")
    (True, True, False)
    """
    if any(char.isdigit() or char in HAN_NUMERALS for char in text) or text != text.lower():
        return True
    return _told(tuple(metric_words()["never_left_out"]), text)


def _told(groups: tuple[str, ...], text: str) -> bool:
    """Tell whether a text has a word of some groups of those that are never left out."""
    stems, spoken = _never_left_out(groups)
    return not stems.isdisjoint(map(plain, key_of(text))) or any(map(text.__contains__, spoken))


@cache
def _never_left_out(groups: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the English words of some groups without their endings, and the Chinese ones."""
    words = [str(one) for group in groups for one in metric_words()["never_left_out"][group]]
    return frozenset(plain(one) for one in words if one.isascii()), tuple(
        one for one in words if not one.isascii()
    )


def _runs(parts: Parts, unknown: tuple[str, ...]) -> list[LeftOut]:
    """Return the runs of neighbouring parts that reading stopped at."""
    found, last = list[LeftOut](), -1
    for at, part in enumerate(parts.every):
        if part.kind not in ("other", "end") or not (part.text in unknown or _made_of(part.text, unknown)):
            continue
        start, end = part.piece.span
        if found and last == at - 1 and not parts.text[found[-1].span[1] : start].strip():
            start = found.pop().span[0]
        found.append(LeftOut(parts.text[start:end], (start, end)))
        last = at
    return found


def _made_of(text: str, unknown: tuple[str, ...]) -> bool:
    """Tell whether all characters of a Chinese run are among these."""
    return is_han(text) and {*key_of(text)} <= {*unknown}
