"""A question cut into pieces: times, values, numbers, and words by what they mean; nothing is left out."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import Literal

from config.wording import Language, language_of
from knowledge.values import WHOLE, Allowed, Entry, FoundValue, ValueIndex
from knowledge.vocabulary import Vocabulary, WordKind, lexicon
from language.calendar import Holidays
from language.numerals import numeral_at
from language.periods import Comparison, Period, TimeReading, read_time
from language.units import Unit, units
from understanding.chart.cover import cheapest_way
from understanding.chart.spans import Span
from understanding.words.ways import names_a_member, says_a_way

PieceKind = WordKind | Literal["number", "value", "period", "comparison", "unknown"]
COUNTING_MARKS = frozenset(["per", "count", "some", "top", "bottom", "singular"])
COUNTING_ENDS = ("哪", "几", "少", "这", "那", "该", "某", "一", "多")
WORD = 1000
EXTRA = {
    "number": 0,
    "entity": 0,
    "measure": 0,
    "phrase": 0,
    "grain": 20,
    "mark": 30,
    "word": 40,
    "weak": 50,
    "value": 60,
    "function": 100,
    "counter": 110,
}
UNSURE, PART_OF_NAME = 0.85, 300
LONGEST_CODE = 3
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

    def of(self, kind: PieceKind) -> list[Piece]:
        """Return the pieces of one kind."""
        return [piece for piece in self.parts if piece.kind == kind]


_YEARS = re.compile(  # two of one quarter or half, at the end: a store 26 and one 25 are said without it
    r"(?i)^((?=.*\b(?:[qh][1-4]|ytd)\b).*?)(?<![\d.,'])\b(2\d)(\s*(?:vs\.?|versus|against)\s*)(2\d)(?=[\s?.!]*$)"
)
_AND = re.compile(r"^\s*n\s+(?=[a-z]{2})")  # at the front alone, of a message that goes on
_WITH = re.compile(r"\bw/(o\b)?(?:\s*)", re.IGNORECASE)
_DAY = r"(mon|tues?|wed|thurs?|thu|fri|sat|sun)"  # short for a day of the week, from one to another
_DAYS = re.compile(
    rf"\b{_DAY}(\s*[-–—]\s*|\s+(?:to|through|thru|and|&)\s+){_DAY}\b", re.IGNORECASE | re.ASCII
)
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_PERCENT = re.compile(r"(?<=[a-z])\s+%(?=[\s?.!]|$)", re.IGNORECASE)  # of no number
_THOUSANDS = re.compile(r"\b(\d+(?:\.\d+)?)k\b", re.IGNORECASE | re.ASCII)


def spelled_out(text: str) -> str:
    """Return a text with what is written short in a hurry as whole words.

    >>> spelled_out("sales this yr, by qtr"), spelled_out("这俩月"), spelled_out("H1 sales 26 vs 25")
    ('sales this year, by quarter', '这两个月', 'H1 sales 2026 vs 2025')
    >>> spelled_out("top shops w/ sales"), spelled_out("sales w/o Tea")
    ('top shops with sales', 'sales without Tea')
    >>> spelled_out("n same days last month?"), spelled_out("N stores"), spelled_out("n-1 lines")
    ('and same days last month?', 'N stores', 'n-1 lines')
    >>> spelled_out("what % of orders"), spelled_out("over 5 %")
    ('what percent of orders', 'over 5 %')
    >>> spelled_out("sales Mon to Fri"), spelled_out("Sat-Sun"), spelled_out("the sun and the moon")
    ('sales Monday to Friday', 'Saturday to Sunday', 'the sun and the moon')
    """
    pattern, words = _written_short()
    text = _WITH.sub(lambda found: "without " if found[1] else "with ", _AND.sub("and ", text))
    text = _DAYS.sub(_days_spelled_out, _PERCENT.sub(" percent", text))
    text = pattern.sub(lambda found: words[found[0].lower()], text)
    return _YEARS.sub(r"\g<1>20\2\g<3>20\4", _THOUSANDS.sub(r"\1 thousand", text))


def _days_spelled_out(found: re.Match[str]) -> str:
    first, last = (
        next(day for day in _WEEK if day.lower().startswith(found[at].lower()[:3])) for at in (1, 3)
    )
    joint = found[2].strip()
    return f"{first} {joint if joint.isalpha() or joint == '&' else 'to'} {last}"


@lru_cache(maxsize=1)
def _written_short() -> tuple[re.Pattern[str], dict[str, str]]:
    words = {str(short): str(word) for short, word in lexicon()["written_short"].items()}
    spoken = "|".join(sorted((one for one in words if not one.isascii()), key=len, reverse=True))
    short = "|".join(re.escape(one) for one in words if one.isascii())
    return re.compile(rf"\b(?:{short})\b|{spoken}", re.IGNORECASE | re.ASCII), words


def without_members(text: str, time: TimeReading, values: ValueIndex, allowed: Allowed) -> str:
    """Return a text without the whole names of members into which a time runs: screen 3 of 上个月3号厅."""
    found = units(text) if time.periods else []
    names = [one.text for one in found]
    for at, unit in enumerate(found):
        within = [end for start, end in (one.span for one in time.periods) if start <= unit.start < end]
        for length, entries in values.at(names, at) if within else ():
            start, end = unit.start, found[at + length - 1].end
            if end > within[0] and any(one.score == WHOLE and allowed(one.column) for one in entries):
                text = f"{text[:start]}{'_' * (end - start)}{text[end:]}"
    return text


@dataclass
class QuestionReader:
    """Splits questions with one connection's vocabulary and values."""

    vocabulary: Vocabulary
    values: ValueIndex | None = None
    fiscal_start: int = 1
    holidays: Holidays | None = None

    @cached_property
    def _index(self) -> ValueIndex:
        return self.values if self.values is not None else ValueIndex()

    def read(self, text: str, today: dt.date, allowed: Allowed = lambda _: True) -> Pieces:
        """Read one question; values in columns that are not allowed stay unknown words."""
        text = spelled_out(text)
        times = list(self._times(text, today, allowed))

        def place(unit: Unit) -> tuple[int, bool]:
            begun = [one.span for one in times if one.span[0] <= unit.start]
            return len(begun), any(unit.start < end for _, end in begun)

        parts = list(times)
        for (_, within), run in groupby(units(text), place):
            parts += [] if within else self._split(text, list(run), allowed)
        return Pieces(text, language_of(text), tuple(sorted(parts, key=lambda piece: piece.span)))

    def _times(self, text: str, today: dt.date, allowed: Allowed) -> Iterator[Piece]:
        time = read_time(text, today, fiscal_start=self.fiscal_start, holidays=self.holidays)
        freed = without_members(text, time, self._index, allowed)
        if freed != text:
            time = read_time(freed, today, fiscal_start=self.fiscal_start, holidays=self.holidays)
        yield from (Piece("period", p.text, p.span, period=p) for p in time.periods)
        yield from (Piece("unknown", p.text, p.span, period=p) for p in time.ends)
        yield from (Piece("comparison", c.text, c.span, (c.kind,), comparison=c) for c in time.comparisons)
        left = dict.fromkeys(time.unread)
        yield from (Piece("unknown", text[slice(*span)].lower(), span) for span in left)

    def _split(self, text: str, stretch: Sequence[Unit], allowed: Allowed) -> list[Piece]:
        """Find the cheapest way through a stretch: few unknown units first, then few pieces."""
        stretch = [unit for unit in stretch if unit.text not in DROPPED_SIGNS]
        names = [unit.text for unit in stretch]
        spans = [one for at in range(len(stretch)) for one in self._at(text, stretch, names, at, allowed)]
        found: list[Piece] = []
        at = 0
        for span in cheapest_way(spans, len(stretch), _price):
            found += [*map(_unknown, stretch[at : span.start]), span.value]
            at = span.end
        found += map(_unknown, stretch[at:])
        return self._slips(text, _joined(text, _counted(found)), allowed)

    def _at(
        self, text: str, stretch: Sequence[Unit], names: Sequence[str], at: int, allowed: Allowed
    ) -> Iterator[Span]:
        """Yield the words, values and numbers that begin at a place."""
        values = {}
        for length, entries in self._index.at(names, at):
            kept = self._meant(text, entries, stretch[at : at + length], allowed)
            if length == 1 and kept and self._is_word_here(text, stretch, at):
                kept = [entry for entry in kept if not entry.value.isupper()]
            if kept:
                values[length] = _value(text, kept, stretch[at : at + length])
        for length in self.vocabulary.lengths.get(names[at], ()):
            word = self.vocabulary.words.get(tuple(names[at : at + length]))
            run = stretch[at : at + length]
            if word is None or (names_a_member(word) and says_a_way(text, run[0].start, run[-1].end)):
                continue
            if len(run) == length and not (length > 1 and paused(text, run)):
                named = values[length].values if length in values else ()
                place = (run[0].start, run[-1].end)
                piece = Piece(word.kind, _written(run), place, word.tokens, values=named)
                yield Span(at, at + length, word.kind, piece)
        yield from (Span(at, at + length, "value", piece) for length, piece in values.items())
        if numeral := numeral_at(stretch, at):
            length, number = numeral
            place = (stretch[at].start, stretch[at + length - 1].end)
            yield Span(at, at + length, "number", Piece("number", str(number), place, number=number))

    @staticmethod
    def _meant(text: str, entries: Sequence[Entry], run: Sequence[Unit], allowed: Allowed) -> list[Entry]:
        """Return the values that may be seen, where the run does not say which way something goes."""
        way = says_a_way(text, run[0].start, run[-1].end)
        return [] if way else [entry for entry in entries if allowed(entry.column)]

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
            found = index.slips([one.text for one in run]) if run else []
            entries = [entry for entry in found if allowed(entry.column)]
            read.append(_value(text, entries, run) if entries else piece)
        return read


def _price(span: Span) -> int:
    cost = WORD + EXTRA[span.type]
    if span.type == "value" and span.value.values[0].score < UNSURE:
        return cost + PART_OF_NAME
    # Of two equal ways the one that says more: 订单金额 before 金额是多少.
    return cost + span.end - span.start if span.type == "function" else cost


def _unknown(unit: Unit) -> Piece:
    return Piece("unknown", unit.text, (unit.start, unit.end))


def _written(stretch: Sequence[Unit]) -> str:
    if len(stretch) == 1:
        return stretch[0].text
    return "".join([one.text if one.kind == "han" else f" {one.text}" for one in stretch]).strip()


def _value(text: str, entries: Sequence[Entry], stretch: Sequence[Unit]) -> Piece:
    span = (stretch[0].start, stretch[-1].end)
    shown = text[slice(*span)]
    found = tuple(FoundValue(shown, e.value, e.column, e.score, span, e.number) for e in entries)
    return Piece("value", shown, span, values=found)


def _counted(pieces: list[Piece]) -> list[Piece]:
    """Keep a counter only where something is counted; elsewhere it is part of a word that is not known."""
    before = [None, *pieces]
    return [
        replace(one, kind="function" if _counts(before[at]) else "unknown") if one.kind == "counter" else one
        for at, one in enumerate(pieces)
    ]


def _counts(before: Piece | None) -> bool:
    """Tell whether a counter behind this counts."""
    if before is None:
        return False
    if before.kind == "mark":
        return before.tokens[0] in COUNTING_MARKS
    return before.kind == "number" or (before.kind == "function" and before.text.endswith(COUNTING_ENDS))


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
