"""What a figure is: a number as a sentence writes it, beside the cells that it may stand for."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeGuard

from database.result import QueryResult

_NUMBER = re.compile(
    r"(?:(?<![A-Za-z0-9_.])|(?<=CNY)|(?<=RMB)|(?<=USD)|(?<=EUR)|(?<=HKD))"
    r"([-+−]?\d{1,3}(?:[,，]\d{3})+(?:\.\d+)?|[-+−]?\d+(?:\.\d+)?)"
    r"\s*(%|％|个百分点|万亿|亿|万|千(?![瓦米克])|百|thousand|million|billion|trillion"
    r"|(?:bn|mn|tn)\b|[kKmMbB](?![A-Za-z0-9_²³])|)"
)
_DIGIT = re.compile(r"\d")
_SCALES = {
    "%": 0.01, "％": 0.01, "个百分点": 0.01, "万亿": 1e12, "亿": 1e8, "万": 1e4, "千": 1e3, "百": 1e2,
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "mn": 1e6, "bn": 1e9, "tn": 1e12, "k": 1e3, "m": 1e6, "b": 1e9, "": 1.0,
}  # fmt: skip
IN_PERCENT = re.compile("[%％]|百分点")  # in a column's name
_DAYS = re.compile(
    r"\d{4}-\d\d(?:-\d\d)?|\b(?:0?[1-9]|1[0-2])-[0-3]\d\b|\d{4}\s*年|\d{1,2}\s*[月日]"
    r"|(?:\d{1,2}(?:\s*[–-]\s*\d{1,2})?\s+)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:\s+(?:19|20)\d\d\b)?"
)
# A number that goes over to another has its unit: 1,480.0 → 1,585.7 万元.
_GROUPED = re.compile(r"(?<=\bper )\d{1,3}(?: \d{3})+\b")  # complaints per 10 000 vehicles is one number
_GOES_OVER = re.compile(
    r"(?<![\d.])((?:\d{1,3}(?:[,，]\d{3})+|\d+)(?:\.\d+)?)(?=\s*(?:→|->)\s*[\d,，.]+\s*(亿|万|千(?![瓦米克])))"
)
_LARGEST, _FINE = 10**30, 3


@dataclass(frozen=True)
class Figure:
    """A number as a sentence writes it: its value and the half unit of its last digit."""

    value: float
    tolerance: float
    text: str

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """Return between which sizes a number lies that is written so."""
        slack = self.tolerance * (1 + 1e-9) + 1e-12
        return abs(self.value) - slack, abs(self.value) + slack

    @cached_property
    def digits(self) -> int:
        """Return how many digits it is written with: one of few stands somewhere by chance."""
        return sum(char.isdigit() for char in self.text)

    @property
    def in_percent(self) -> bool:
        """Tell a percent, or points of one."""
        return self.text.rstrip().endswith(("%", "％", "个百分点"))

    @property
    def is_fine(self) -> bool:
        """Tell a figure of three digits or more: of fewer there is one in nearly every table."""
        return self.digits >= _FINE

    def is_of(self, value: float) -> bool:
        """Tell a number that is written so, whichever its sign."""
        least, most = self.bounds
        return least <= abs(value) <= most

    def is_written_of(self, value: float) -> bool:
        """Tell a number that may be written so, as it is or as a percent."""
        return self.is_of(value) or self.is_of(value / 100)


def figures(sentence: str) -> list[Figure]:
    """Return every number a sentence states, with the precision it is written in."""
    found = list[Figure]()
    if not _DIGIT.search(sentence):
        return found
    sentence = _GROUPED.sub(lambda found: found[0].replace(" ", ""), sentence)
    for digits, unit in _NUMBER.findall(_GOES_OVER.sub(r"\1\2", sentence)):
        plain = digits.replace(",", "").replace("，", "").replace("−", "-")
        scale = _SCALES[unit.lower()]
        decimals = len(plain.partition(".")[2])
        found.append(Figure(float(plain) * scale, 0.5 * 10**-decimals * scale, digits + unit))
    return found


def without_days(sentence: str) -> str:
    """Return a sentence without its dates: the 12 of 2025-12-18 is no figure."""
    return _DAYS.sub(" ", sentence)


def figures_but_days(sentence: str) -> list[Figure]:
    """Return every number a sentence states that is no part of a date."""
    return figures(without_days(sentence))


def as_scaled(result: QueryResult, scales: Mapping[int, float]) -> QueryResult:
    """Return rows as a sentence tells them, so many as their columns say: 9.95 of 亿元 are 995 million."""
    scales = {at: many for at, many in scales.items() if many != 1}
    if not scales:
        return result
    rows = ([cell * scales.get(at, 1) if is_number(cell) else cell for at, cell in enumerate(row)]
            for row in result.rows)  # fmt: skip
    return replace(result, rows=tuple(map(tuple, rows)))


def states_one_of(sentence: str, stated: Sequence[Figure]) -> bool:
    """Tell a sentence with one of these figures."""
    told = {one.value for one in figures_but_days(sentence)}
    return any(one.value in told for one in stated)


def numbers(cells: Iterable[Any]) -> list[float]:
    """Return the cells that are finite numbers; one too large for a float is nothing anybody reads."""
    return [float(cell) for cell in cells if is_number(cell)]


def number(cell: Any) -> float | None:
    """Return a cell where it is such a number."""
    return float(cell) if is_number(cell) else None


def is_number(cell: Any) -> TypeGuard[float]:
    """Tell a number from true and false; nor is one that is not finite, or an integer that fits no float."""
    if type(cell) is float:  # as most cells, of each of which a question asks five times
        return -math.inf < cell < math.inf
    if type(cell) is str:
        return False
    if not isinstance(cell, int | float) or isinstance(cell, bool):
        return False
    most = math.inf if isinstance(cell, float) else _LARGEST
    return -most < cell < most
