"""Is told what nobody may say: a caution of a time that is over, growth of unlike times, all clear?"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from answers.figures import IN_PERCENT, figures_but_days, is_number, numbers
from answers.sentences.asked import Asked
from answers.series import GROWTH
from database.result import QueryResult
from language.roots import root, words_of

_CLAUSES = re.compile(r"[。；;：:\n]|[，,](?!\d)|\.(?=\s|$)")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_NOTHING_ODD = r"(?:没有?|未|无)(?:再?[发看见]现?到?|出现|什么|任何|明显的?|显著的?|突出的?)*"
_REST = r"(?:一切|全部|全都|所有|各项|其[余他它]|别的|除此之?外|此外|另外)"
_ODD = (
    r"(?:unusual|odd|abnormal|wrong|anomal\w+|outliers?|out of (?:line|the ordinary)|stands? out|stood out)"
)
_ALL_CLEAR = tuple(
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"{_REST}[^，。；,;\d]{{0,14}}(?:正常|{_NOTHING_ODD}异常)",
        rf"{_NOTHING_ODD}(?:其[他它余]的?|别的)[^，。；,;]{{0,8}}(?:异常|问题)",
        rf"\b(?:nothing|no one|none) (?:else|others?)\b[^.;,]{{0,30}}\b{_ODD}\b",
        rf"\bno (?:other|further) [^.;,]{{0,25}}{_ODD}\b",
        r"\b(?:everything|all|the (?:rest|others?)|(?:every|all) other \w+|elsewhere)\b[^.;,\d]{0,40}"
        r"\b(?:is|are|was|were|looks?|looked|stayed|remained|ran) (?:all |quite )?(?:normal|as usual)\b",
    )
)
_SHARED = 0.6  # of its words, by which a sentence says a clause again
_LEAST = 3  # words of it


class CautionCheck:
    """Knows what definitions say of some times, as that the last month will still rise, behind what they are.

    It is true of a time that is not over yet; told of one that is, it is a finding that nobody made.
    """

    def __init__(self, definitions: Iterable[str], *, over: bool) -> None:
        """Take the definitions of the figures shown, and whether the time they are of is over."""
        clauses = [clause for told in definitions for clause in _CLAUSES.split(told)[1:]] if over else []
        self._told = [words for clause in clauses if len(words := words_in(clause)) >= _LEAST]

    def unfounded(self, sentence: str) -> list[str]:
        """Return a sentence without a figure that says again what a definition adds."""
        words = words_in(sentence)
        if len(words) < _LEAST or figures_but_days(sentence):
            return []
        again = any(len(words & clause) >= _SHARED * len(words) for clause in self._told)
        return [sentence.strip()] if again else []


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text by their roots, of Chinese its pairs of characters."""
    pairs = (run[at : at + 2] for run in _HAN.findall(text) for at in range(len(run) - 1))
    return frozenset([*map(root, words_of(text)), *pairs])


class UnlikeCheck:
    """Knows the changes between two times that are not of like length: no total has grown from the other's.

    The computed sentences say how many days each has, and what a day of each brought.
    """

    def __init__(self, asked: Asked | None, result: QueryResult) -> None:
        """Take what was asked and its rows; of times that compare nothing is kept."""
        self._changes = []
        if asked is not None and asked.lacks_growth:
            stands = {abs(value) for value in _plain(asked, result)}  # a row's own figure is no change
            self._changes = [one for one in _changes(asked, result) if abs(one) not in stands]

    def unfounded(self, sentence: str) -> list[str]:
        """Return the changes of a sentence."""
        told = figures_but_days(sentence)
        return [one.text for one in told if one.digits > 1 and any(map(one.is_of, self._changes))]


class AllClearCheck:
    """Knows what was computed to be unusual or not: of what nobody looked at, nothing is all clear.

    A computed sentence says how wide its look was, and may be said again; *nothing else is unusual* may not.
    """

    def __init__(self, statements: Iterable[str]) -> None:
        """Take the computed sentences."""
        self._statements = [one.lower() for one in statements]

    def unfounded(self, sentence: str) -> list[str]:
        """Return what clears more than was looked at, each with what may be said."""
        found = [match[0].strip().lower() for form in _ALL_CLEAR for match in form.finditer(sentence)]
        wide = [one for one in found if not any(one in computed for computed in self._statements)]
        return [f"{one} (wider than what was looked at; only as computed, word by word)" for one in wide[:1]]


def _grown(asked: Asked, result: QueryResult) -> set[int]:
    """Return the columns that tell a growth."""
    named = {at for at, column in enumerate(result.columns) if GROWTH.search(column.name)}
    return named | {one.index for one in asked.measures if one.role == "growth"}


def _plain(asked: Asked, result: QueryResult) -> list[float]:
    """Return the figures of all other columns."""
    grown = _grown(asked, result)
    kept = [at for at in range(len(result.columns)) if at not in grown]
    return [value for row in result.rows for value in numbers([row[at] for at in kept])]


def _changes(asked: Asked, result: QueryResult) -> Iterator[float]:
    """Yield what rows tell as growth, and what two figures of one differ by, as amounts and as parts."""
    heads = [column.name for column in result.columns]
    for at in _grown(asked, result):
        cells = numbers([row[at] for row in result.rows])
        yield from (cell / 100 for cell in cells) if IN_PERCENT.search(heads[at]) else cells
    for now, before in _pairs(asked, result):
        if is_number(now) and is_number(before):
            yield now - before
            yield from (abs(now - before) / abs(one) for one in (now, before) if one)


def _pairs(asked: Asked, result: QueryResult) -> Iterator[tuple[Any, Any]]:
    """Yield two figures of one, where nothing says so those that stand below or beside each other."""
    told = [(one.of, one.index) for one in asked.measures if one.role == "before" and one.of is not None]
    sums = [one.index for one in asked.measures if one.role == "figure" and not one.is_rate]
    for row in result.rows:
        yield from ((row[now], row[before]) for now, before in told or pairwise(sums))
    if not told:
        yield from ((one[at], other[at]) for one, other in pairwise(result.rows) for at in sums)
