"""A question as comparable units: folded words, numbers and Han characters with their places in the text."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from opencc import OpenCC

UnitKind = Literal["word", "number", "han", "sign"]
UNIT = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])|\d+(?:\.\d+)?(?![a-z\d]))"
    r"|(?P<word>top(?=\d)|[a-z\d]*[a-z][a-z\d]*(?:'[a-z]+)*|\d+)"
    r"|(?P<han>[\u3400-\u9fff\U00020000-\U0003134f])"
    r"|(?P<sign>[<>=≥≤%+\-*/&#@]|[^\W\d_])"
)
APOSTROPHES = "’‘`´"
_WITHIN_A_NAME = re.compile(r"'(?!(?:t|re|ve|ll|d|m|s|clock)\b)")  # Xi'an, as some write Xian; not didn't
NOT_PLURAL = ("ss", "us", "is")
SHORT_PLURALS = ("ups", "ins", "ons")  # check-ups, check-ins, add-ons
ONLY_PLURAL = ("earnings", "savings")  # no one calls these what is earned and saved


@dataclass(frozen=True)
class Folded:
    """Text in one width, one case and simplified characters; `origins[i]` is where character i came from."""

    text: str
    origins: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the original text's span of a folded span."""
        return self.origins[start], self.origins[end - 1] + 1


@dataclass(frozen=True)
class Unit:
    """One word, number, Han character or sign; `start` and `end` are places in the original text."""

    text: str
    kind: UnitKind
    start: int
    end: int


@lru_cache(maxsize=1)
def _simplifier() -> OpenCC:
    return OpenCC("t2s")


@lru_cache(maxsize=20_000)
def _fold_char(char: str) -> str:
    if char in APOSTROPHES:
        return "'"
    plain = unicodedata.normalize("NFKC", char).lower()
    return _simplifier().convert(plain) if any("\u3400" <= one <= "\u9fff" for one in plain) else plain


@lru_cache(maxsize=2_000)
def fold(text: str) -> Folded:
    """Fold width, case and traditional characters one by one, so that every place stays known."""
    if text.isascii():
        return Folded(text.lower().replace("`", "'"), tuple(range(len(text))))
    pieces = [_fold_char(char) for char in text]
    return Folded("".join(pieces), tuple(at for at, piece in enumerate(pieces) for _ in piece))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return an English word without possessive and plural; -ed and -ing become one: entered, entering."""
    word = _WITHIN_A_NAME.sub("", word.removesuffix("'s"))
    if len(word) >= 7 and word.endswith("ings") and word not in ONLY_PLURAL:
        word = word[:-1]
    if len(word) >= 6 and word.endswith("ing"):
        return word[:-3] + "~"
    if len(word) >= 5 and word.endswith("ed") and word != "hundred":
        return word[:-2] + "~"
    if word in SHORT_PLURALS:
        return word[:-1]
    if len(word) <= 3 or not word.endswith("s") or word.endswith(NOT_PLURAL):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


def units(text: str) -> list[Unit]:
    """Split a text into its units; punctuation and emoji are left out."""
    return [*_units(text)]


@lru_cache(maxsize=2_000)  # a question is split by each of its readers
def _units(text: str) -> tuple[Unit, ...]:
    folded = fold(text)
    found = []
    for match in UNIT.finditer(folded.text):
        kind: UnitKind = match.lastgroup  # type: ignore[assignment]
        word = match.group()
        if kind == "word":
            word = stem(word)
        elif kind == "number":
            word = word.replace(",", "")
        found.append(Unit(word, kind, *folded.span(match.start(), match.end())))
    return tuple(found)


@lru_cache(maxsize=10_000)
def written_of(text: str) -> tuple[str, ...]:
    """Return a text's units as they are written, one apart from several: attendance is not attendances."""
    return tuple(match.group() for match in UNIT.finditer(fold(text).text))


@lru_cache(maxsize=50_000)
def key_of(text: str) -> tuple[str, ...]:
    """Return a text's units as a tuple that equal wordings share."""
    return tuple(unit.text for unit in units(text))
