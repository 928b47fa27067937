"""A question read into pieces: periods, values, numbers, and words by what they mean; nothing is left out."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from config.wording import Language, language_of
from knowledge.values import Entry, FoundValue, ValueIndex
from knowledge.vocabulary import Vocabulary, Word, lexicon
from language.calendar import Holidays
from language.numerals import ENGLISH, HAN_DIGITS, HAN_GROUPS, HAN_PLACES, MULTIPLIERS, number
from language.periods import Comparison, Period, read_time
from language.units import Unit, units

PieceKind = Literal[
    "function",
    "mark",
    "grain",
    "measure",
    "entity",
    "word",
    "phrase",
    "weak",
    "counter",
    "number",
    "value",
    "period",
    "comparison",
    "unknown",
]
Allowed = Callable[[str], bool]
HAN_NUMERALS = frozenset(HAN_DIGITS | HAN_PLACES | HAN_GROUPS)
COUNTERS = frozenset("个家名位条座种类件笔辆台次间大强起项所")
COUNTING_MARKS = frozenset(["per", "count", "some", "top", "bottom", "singular"])
COUNTING_ENDS = ("哪", "几", "少", "这", "那", "该", "某", "一", "多")
BEFORE_NUMERAL = frozenset("前后头第末")
UNKNOWN_COST, WORD_COST = 10.0, 1.0
KIND_COST = {
    "entity": 0.0,
    "measure": 0.0,
    "grain": 0.02,
    "phrase": 0.0,
    "mark": 0.03,
    "word": 0.04,
    "weak": 0.05,
    "counter": 0.11,
    "function": 0.1,
}
UNMEANT_COST = 0.001  # of two equal ways the one that says more: 订单金额 before 金额是多少
LONGEST_CODE = 3
SURE_NAME = 0.9  # of a value called by its name, or by all of it but the kind of thing it is: 南城
DROPPED_SIGNS = frozenset("-/&#@*+%")
PAUSES = frozenset("，；。")  # between clauses; an English comma may stand within a name


@dataclass(frozen=True)
class Piece:
    """One part of a question and what it stands for."""

    kind: PieceKind
    text: str  # its units, joined
    span: tuple[int, int]
    tokens: tuple[str, ...] = ()
    number: Decimal | None = None
    values: tuple[FoundValue, ...] = ()
    period: Period | None = None
    comparison: Comparison | None = None


@dataclass(frozen=True)
class Pieces:
    """All parts of a question, in order."""

    text: str
    language: Language
    parts: tuple[Piece, ...]
    names: tuple[str, ...]  # the question's units

    def of(self, kind: PieceKind) -> list[Piece]:
        """Return the pieces of one kind."""
        return [piece for piece in self.parts if piece.kind == kind]


_THOUSANDS = re.compile(r"\b(\d+(?:\.\d+)?)k\b", re.IGNORECASE | re.ASCII)


def spelled_out(text: str) -> str:
    """Return a text with what is written short in a hurry as whole words.

    >>> spelled_out("sales this yr, by qtr")
    'sales this year, by quarter'
    """
    pattern, words = _written_short()
    return _THOUSANDS.sub(r"\1 thousand", pattern.sub(lambda found: words[found[0].lower()], text))


@lru_cache(maxsize=1)
def _written_short() -> tuple[re.Pattern[str], dict[str, str]]:
    words = {str(short): str(word) for short, word in lexicon()["written_short"].items()}
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE | re.ASCII), words


@dataclass
class QuestionReader:
    """Splits questions with one connection's vocabulary and values."""

    vocabulary: Vocabulary
    values: ValueIndex | None = None
    fiscal_start: int = 1
    holidays: Holidays | None = None
    _none: ValueIndex = field(default_factory=ValueIndex)

    def read(self, text: str, today: dt.date, allowed: Allowed = lambda _: True) -> Pieces:
        """Read one question; values in columns that are not allowed stay unknown words."""
        text = spelled_out(text)
        all_units = units(text)
        fixed = self._time(text, today)
        parts: list[Piece] = []
        stretch: list[Unit] = []
        waiting = list(fixed)
        for unit in all_units:
            while waiting and unit.start >= waiting[0].span[1]:
                parts += self._split(text, stretch, allowed)
                stretch = []
                parts.append(waiting.pop(0))
            if waiting and waiting[0].span[0] <= unit.start < waiting[0].span[1]:
                continue
            stretch.append(unit)
            if (
                waiting
                and unit.end <= waiting[0].span[0]
                and _next_start(all_units, unit) >= waiting[0].span[0]
            ):
                parts += self._split(text, stretch, allowed)
                stretch = []
        parts += self._split(text, stretch, allowed) + waiting
        parts.sort(key=lambda piece: piece.span)
        return Pieces(text, language_of(text), tuple(parts), tuple(unit.text for unit in all_units))

    def _time(self, text: str, today: dt.date) -> list[Piece]:
        time = read_time(text, today, fiscal_start=self.fiscal_start, holidays=self.holidays)
        pieces = [Piece("period", p.text, p.span, period=p) for p in time.periods]
        pieces += [Piece("unknown", p.text, p.span, period=p) for p in time.ends]
        pieces += [
            Piece("comparison", c.text, c.span, (c.kind,), comparison=c)
            for c in time.comparisons
            if all(c.span[1] <= p.span[0] or c.span[0] >= p.span[1] for p in time.periods)
        ]
        taken = [piece.span for piece in pieces]
        pieces += [
            Piece("unknown", text[slice(*span)].lower(), span)
            for span in dict.fromkeys(time.unread)
            if all(span[1] <= start or span[0] >= end for start, end in taken)
        ]
        return sorted(pieces, key=lambda piece: piece.span)

    def _split(self, text: str, stretch: Sequence[Unit], allowed: Allowed) -> list[Piece]:
        """Find the cheapest way through a stretch: few unknown units first, then few pieces."""
        stretch = [unit for unit in stretch if unit.text not in DROPPED_SIGNS]
        size = len(stretch)
        if not size:
            return []
        names = [unit.text for unit in stretch]
        best: list[tuple[float, int, Piece | None]] = [(float("inf"), 0, None)] * (size + 1)
        best[0] = (0.0, 0, None)
        for at in range(size):
            cost = best[at][0]
            unknown = Piece("unknown", names[at], (stretch[at].start, stretch[at].end))
            for length, extra, step in [
                (1, UNKNOWN_COST, unknown),
                *self._here(text, stretch, names, at, allowed),
            ]:
                if cost + extra < best[at + length][0]:
                    best[at + length] = (cost + extra, at, step)
        found: list[Piece] = []
        at = size
        while at:
            _, before, piece = best[at]
            if piece is not None:
                found.append(piece)
            at = before
        return self._slips(text, _joined(text, _counted(found[::-1])), allowed)

    def _here(
        self, text: str, stretch: Sequence[Unit], names: list[str], at: int, allowed: Allowed
    ) -> list[tuple[int, float, Piece]]:
        found: list[tuple[int, float, Piece]] = []
        for length in self.vocabulary.lengths.get(names[at], ()):
            word = (
                self.vocabulary.words.get(tuple(names[at : at + length]))
                if at + length <= len(names)
                else None
            )
            if word is not None and not paused(text, stretch[at : at + length]):
                unmeant = UNMEANT_COST * length if word.kind == "function" else 0.0
                cost = WORD_COST + KIND_COST[word.kind] + unmeant
                found.append((length, cost, _word(word, stretch[at : at + length])))
        for length, entries in (self.values or self._none).at(names, at):
            kept = [entry for entry in entries if allowed(entry.column)]
            if length == 1 and kept and self._is_word_here(text, stretch, at):
                kept = [entry for entry in kept if not entry.value.isupper()]
            if kept:
                piece = _value(text, kept, stretch[at : at + length])
                found = [
                    (size, cost, replace(one, values=piece.values) if size == length else one)
                    for size, cost, one in found
                ]
                found.append((length, WORD_COST + 0.06 + (0.3 if kept[0].score < 0.85 else 0.0), piece))
        numeral = numeral_at(stretch, at)
        if numeral is not None:
            found.append((numeral[0], WORD_COST, numeral[1]))
        return found

    def _is_word_here(self, text: str, stretch: Sequence[Unit], at: int) -> bool:
        """Tell a small word from a code written like it: in October, in IN; us, in the US."""
        unit = stretch[at]
        word = self.vocabulary.words.get((unit.text,))
        if len(unit.text) > LONGEST_CODE or not unit.text.isascii() or not unit.text.isalpha():
            return False
        if word is None or word.kind not in ("function", "mark") or language_of(text) != "en":
            return False
        if text[unit.start : unit.end].isupper() and text != text.upper():
            return False
        before, behind = stretch[at - 1].text if at else "", lexicon()["codes"]
        last = at + 1 == len(stretch) and unit.text not in behind["at_the_end"]
        named = before in behind["always"] or (last and before in behind["at_the_end"])
        return not (named and word.kind == "function")

    def _slips(self, text: str, pieces: list[Piece], allowed: Allowed) -> list[Piece]:
        """Read an unknown run as a value it sounds like or is one letter away from."""
        index = self.values
        if index is None:
            return pieces
        read: list[Piece] = []
        for piece in pieces:
            run = units(text[slice(*piece.span)]) if piece.kind == "unknown" else []
            entries = (
                [entry for entry in index.slips([u.text for u in run]) if allowed(entry.column)]
                if run
                else []
            )
            read.append(_value(text, entries, run) if entries else piece)
        return read


def _next_start(all_units: Sequence[Unit], unit: Unit) -> int:
    index = all_units.index(unit) + 1
    return all_units[index].start if index < len(all_units) else 1 << 30


def _word(word: Word, stretch: Sequence[Unit]) -> Piece:
    text = "".join(u.text if u.kind == "han" else f" {u.text}" for u in stretch).strip()
    return Piece(word.kind, text, (stretch[0].start, stretch[-1].end), word.tokens)


def _value(text: str, entries: Sequence[Entry], stretch: Sequence[Unit]) -> Piece:
    span = (stretch[0].start, stretch[-1].end)
    shown = text[slice(*span)]
    found = tuple(FoundValue(shown, e.value, e.column, e.score, span, e.number) for e in entries)
    return Piece("value", shown, span, values=found)


def _counted(pieces: list[Piece]) -> list[Piece]:
    """Keep a counter only where something is counted; elsewhere it is part of a word that is not known."""
    kept: list[Piece] = []
    for piece in pieces:
        before = kept[-1] if kept else None
        if piece.kind == "counter":
            after_mark = before is not None and before.kind == "mark" and before.tokens[0] in COUNTING_MARKS
            after_word = (
                before is not None
                and before.kind in ("function", "number")
                and (before.kind == "number" or before.text.endswith(COUNTING_ENDS))
            )
            kind: PieceKind = "function" if after_mark or after_word else "unknown"
            piece = replace(piece, kind=kind)
        kept.append(piece)
    return kept


def _joined(text: str, pieces: list[Piece]) -> list[Piece]:
    """Join neighbouring unknown units into one run."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if piece.kind == "unknown" and last and last.kind == "unknown" and _touch(text, last, piece):
            run = last.text + piece.text if last.text[-1] > "\u3000" else f"{last.text} {piece.text}"
            joined[-1] = Piece("unknown", run, (last.span[0], piece.span[1]))
        else:
            joined.append(piece)
    return joined


def _touch(text: str, left: Piece, right: Piece) -> bool:
    return not text[left.span[1] : right.span[0]].strip(" '’-_")


def paused(text: str, stretch: Sequence[Unit]) -> bool:
    """Tell whether a clause of Chinese ends within a stretch, over which no name runs: 试听，转化率."""
    return any(PAUSES & set(text[left.end : right.start]) for left, right in pairwise(stretch))


def numeral_at(stretch: Sequence[Unit], at: int) -> tuple[int, Piece] | None:
    """Read a number at a place: digits, Chinese numerals before a counter or after 前, English words."""
    unit, length = stretch[at], 1
    if unit.kind == "number":
        found = number(unit.text)
    elif (
        unit.kind == "han"
        and unit.text in HAN_NUMERALS
        and (at == 0 or stretch[at - 1].text not in HAN_NUMERALS)
    ):
        while at + length < len(stretch) and stretch[at + length].text in HAN_NUMERALS:
            length += 1
        found = number("".join(one.text for one in stretch[at : at + length]))
        after = stretch[at + length].text if at + length < len(stretch) else ""
        before = stretch[at - 1].text if at else ""
        if after not in COUNTERS and before not in BEFORE_NUMERAL and length < 2:
            return None
    elif unit.kind == "word" and unit.text in ENGLISH and unit.text != "one":
        found = number(unit.text)
    else:
        return None
    if found is None:
        return None
    for more in (2, 1):
        scale = MULTIPLIERS.get("".join(one.text for one in stretch[at + length : at + length + more]))
        if scale and unit.kind == "number" and at + length + more <= len(stretch):
            found, length = found * scale, length + more
            break
    span = (stretch[at].start, stretch[at + length - 1].end)
    return length, Piece("number", str(found), span, number=found)
