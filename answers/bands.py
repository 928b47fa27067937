"""How many rows lie under, over or between what a sentence names: 差 14 万至 28 万元的七个, 4 below 95 %."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answers.figures import IN_PERCENT, Figure, figures, figures_but_days, numbers, without_days
from answers.held import Held
from answers.profile import columns_of, profile
from answers.total_rows import without_total
from language.numerals import number as numeral

_AMOUNT = r"[-+−]?\d[\d,]*(?:\.\d+)?\s*(?:%|％|个百分点|[万亿千]+|[kKmM]\b)?"
_HAN_COUNT = r"(?P<n>\d+|[一二两三四五六七八九十]+)\s*[个家座条名位]"
_WORDS = r"[^，。；,;：:\d]"
_UNDER, _OVER = r"低于|不到|不足|少于|不满|未到|小于", r"超过|高于|多于|大于|超出"
_EN_UNDER, _EN_OVER = "below|under|less than|fewer than|short of", "above|over|more than|at least"
_EN_COUNT = r"(?<![\d.,-])\b(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
_BETWEEN = (
    re.compile(
        rf"(?P<low>{_AMOUNT}){_WORDS}{{0,4}}?\s*(?:至|到|~|～|—|–)\s*(?P<high>{_AMOUNT}){_WORDS}{{0,8}}?"
        rf"(?:的|之间)[有共]?\s*{_HAN_COUNT}"
    ),
    re.compile(
        rf"{_EN_COUNT}[^.,;%％\d]{{0,30}}\bbetween\s+\D{{0,5}}(?P<low>{_AMOUNT})\s*(?:and|to)\s+\D{{0,5}}(?P<high>{_AMOUNT})",
        re.I,
    ),
)
_LIMITED = (
    re.compile(
        rf"(?:(?P<under>{_UNDER})|(?P<over>{_OVER}))\s*(?P<at>{_AMOUNT}){_WORDS}{{0,6}}?的?[有共]\s*{_HAN_COUNT}"
    ),
    re.compile(rf"{_HAN_COUNT}{_WORDS}{{0,8}}?(?:(?P<under>{_UNDER})|(?P<over>{_OVER}))\s*(?P<at>{_AMOUNT})"),
    re.compile(
        rf"{_EN_COUNT}[^.,;%％\d]{{0,30}}\b(?:(?P<under>{_EN_UNDER})|(?P<over>{_EN_OVER}))\s+\D{{0,5}}(?P<at>{_AMOUNT})",
        re.I,
    ),
)


@dataclass(frozen=True)
class _Band:
    """So many rows between two ends; who lies at an open one has no bound."""

    many: int
    low: Figure | None
    high: Figure | None
    closed: bool = False  # a row at an end as it is written belongs to it

    @property
    def ends(self) -> list[Figure]:
        """Return the ends that are told."""
        return [one for one in (self.low, self.high) if one is not None]

    def count(self, values: Sequence[float], scale: float) -> int:
        """Return how many of some values lie in it."""
        least = self._bound(self.low, scale, -1, float("-inf"))
        most = self._bound(self.high, scale, 1, float("inf"))
        if self.closed:
            return sum(least <= one <= most for one in values)
        return sum(least < one < most for one in values)

    def _bound(self, end: Figure | None, scale: float, side: int, none: float) -> float:
        if end is None:
            return none
        return end.value * scale + (side * end.tolerance * scale if self.closed else 0)


class BandCheck:
    """Knows how many rows of whole tables lie where."""

    def __init__(self, tables: Sequence[Held], statements: Sequence[str]) -> None:
        """Take the tables, and what was computed of others."""
        self._statements = statements
        self._columns = [
            (IN_PERCENT.search(table.columns[one.index].name) is not None, values)
            for table in (without_total(held.result) for held in tables if held.whole)
            for one in columns_of(profile(table), "measure")
            if (values := numbers(row[one.index] for row in table.rows))
        ]

    def holds(self, figure: Figure, sentence: str) -> bool:
        """Tell an end of a band, or how many lie in it, where a column has so many there."""
        of = [one for one in _bands(sentence) if figure in one.ends or figure.is_of(one.many)]
        return bool(of) and all(one.many in self._counts(one) for one in of)

    def unfounded(self, sentence: str) -> list[str]:
        """Return the counts that all columns deny that reach beyond the ends on both sides."""
        found = []
        for one in _bands(sentence):
            counts = self._counts(one)
            if len(counts) == 1 and one.many not in counts and not self._is_told(one):
                ends = ", ".join(end.text.strip() for end in one.ends)
                found.append(f"{ends} ({one.many}; it is {counts.pop()})")
        return found

    def _is_told(self, band: _Band) -> bool:
        told = ({one.value for one in figures_but_days(text)} for text in self._statements)
        return any({float(band.many), *(one.value for one in band.ends)} <= one for one in told)

    def _counts(self, band: _Band) -> set[int]:
        """Return how many lie in it by each column of its kind with rows on both sides of its ends."""
        in_percent = band.ends[0].in_percent
        found = set()
        for percent, values in self._columns:
            if percent != in_percent:
                continue
            scale = 100.0 if percent else 1.0
            if all(min(values) < one.value * scale < max(values) for one in band.ends):
                found.add(band.count(values, scale))
                if not percent and min(values) < 0 < band.ends[0].value:  # what lacks, not what is beyond
                    found.add(band.count([one for one in values if one > 0], scale))
        return found


def _bands(sentence: str) -> Iterator[_Band]:
    """Yield each count of rows with the ends it is told by."""
    bare = without_days(sentence)
    for form in _BETWEEN:
        for found in form.finditer(bare):
            many, ends = numeral(found["n"]), [*figures(found["low"]), *figures(found["high"])]
            if many is not None and len(ends) == len(("low", "high")):
                low, high = _alike(ends, found["high"])
                yield _Band(int(many), low, high, closed=True)
    for form in _LIMITED:
        for found in form.finditer(bare):
            many, ends = numeral(found["n"]), figures(found["at"])
            if many is not None and ends:
                yield _Band(
                    int(many), None if found["under"] else ends[0], ends[0] if found["under"] else None
                )


def _alike(ends: Sequence[Figure], last: str) -> Sequence[Figure]:
    """Return both ends in the unit that the last one tells for both: 14 至 28 万."""
    unit = last.strip().lstrip("+-−").lstrip("0123456789.,").strip()
    if unit and ends[0].text.strip()[-1:].isdigit():
        return [*figures(f"{ends[0].text.strip()} {unit}"), ends[1]]
    return ends
