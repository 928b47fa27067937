"""How many rows lie on which side: 26 of 40 areas reached their target, 14 missed it, 5 of 7 grew."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

from answers.figures import Figure, figures, figures_but_days, is_number, numbers, without_days
from answers.series import WHOLE, a_year_apart, bound_of
from answers.total_rows import without_total
from database.result import QueryResult

Side = Literal["up", "down"]
_UP = re.compile(
    r"达到|达标|完成|超过|高于|增长|上[升涨]|[涨增升]了?|领先"
    r"|\b(?:reach\w*|met|hit|above|over|beat|ahead|rose|risen|grew|grow\w*|gain\w*|up|higher|increas\w+)\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"(?:没有?|未|不)[能曾有]?(?:达到|达标|完成|超过)|低于|落后|下[降滑跌]|[跌降减]了?|差|不足"
    r"|\b(?:miss\w*|below|behind|short|under|fell|fall\w*|drop\w*|declin\w+|lost|down|lower|decreas\w+"
    r"|(?:not|never) (?:reach\w*|met|meet|hit))\b",
    re.IGNORECASE,
)
_OF_TARGETS = re.compile(
    r"target|attain|complet|目标|完成|达标|达到|\b(?:reach\w*|met|meet|hit|miss\w*|short)\b", re.IGNORECASE
)
_OF_GROWTH = re.compile(
    r"增长|上[升涨]|下[降滑跌]|[涨跌降]了|同比|\b(?:grew|grow\w*|rose|risen|fell|fall\w*|drop\w*|declin\w+)\b"
    r"|\b(?:gain\w*|lost|increas\w+|decreas\w+)\b",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(r"平均|均值|平常|进度|\b(?:average|mean|median|usual|pace|par)\b", re.IGNORECASE)
_PIECE = re.compile(
    r"(?<![里中内\d])[，,]|(?<=\d)[，,](?!\d{3}(?!\d))|[；;。]|\.\s|\b(?:and|but|while|whereas)\b|而|但|其余|、(?!\d)"
)
_A_COUNT = (
    r"(?<![\d.,-])(?P<{}>\d{{1,3}})(?![\d.,]*\s*(?:%|％|个百分点|[万亿千]|[kKmM]\b|月|日|[:：]))(?![\d.,]\d)"
)
_OF_ALL = (
    re.compile(
        rf"{_A_COUNT.format('part')}\s+(?:out )?of (?:the |its |all |our )?{_A_COUNT.format('all')}", re.I
    ),
    re.compile(
        rf"{_A_COUNT.format('all')}\s*[个家座条名位]?[^，。；,;\d]{{0,8}}[里中内][，,]?[^，。；,;\d]{{0,6}}?"
        rf"{_A_COUNT.format('part')}"
    ),
)
_ASIDE = re.compile(r"[:：(（]")
_BARE = re.compile(
    rf"^\W*(?:the (?:other|remaining) |有|另|只有|共)?\s*{_A_COUNT.format('part')}(?P<rest>.*)$", re.S
)


@dataclass(frozen=True)
class _Claim:
    """How many of how many a sentence says lie on a side."""

    part: int
    all: int
    side: Side
    of: frozenset[float]  # what the figures are set against: a target, no growth, either


class SideCounts:
    """Knows of whole tables how many rows lie on each side of what their figures are set against."""

    def __init__(self, tables: Sequence[QueryResult], statements: Sequence[str]) -> None:
        """Take the tables with all their rows, and what was computed of others."""
        self._tables, self._statements = tables, statements

    def holds(self, figure: Figure, sentence: str) -> bool:
        """Tell a count that a sentence states so and rows come to."""
        of = [one for one in _claims(sentence) if figure.is_of(one.part)]
        return bool(of) and all(one.part in self._counts(one) for one in of)

    def unfounded(self, sentence: str) -> list[str]:
        """Return the counts that no table with so many rows comes to; of other numbers nothing is known."""
        found = []
        for one in _claims(sentence):
            counts = self._counts(one)
            if counts and one.part not in counts and not self._is_told(one):
                found.append(f"{one.part} of {one.all} (it is {' or '.join(map(str, sorted(counts)))})")
        return found

    def _is_told(self, claim: _Claim) -> bool:
        told = ({one.value for one in figures_but_days(text)} for text in self._statements)
        return any({claim.part, claim.all} <= one for one in told)

    def _counts(self, claim: _Claim) -> set[int]:
        """Return how many rows lie on a side, by each column that has as many rows in all."""
        return {
            _many(claim.side, bound, values)
            for bound, values in self._columns
            if claim.all == len(values) and bound in claim.of
        }

    @cached_property
    def _columns(self) -> list[tuple[float, list[float]]]:
        return [column for table in self._tables for column in _bounded(without_total(table))]


def _many(side: Side, bound: float, values: Sequence[float]) -> int:
    """Count those on a side; who has all of a target reached it, who stayed as it was did not grow."""
    if side == "down":
        return sum(value < bound for value in values)
    return sum(value > bound or value == bound == WHOLE for value in values)


def _bounded(table: QueryResult) -> Iterator[tuple[float, list[float]]]:
    """Yield the columns that are set against a figure: shares of a target, growth, two a year apart."""
    heads = [column.name for column in table.columns]
    cells = [[row[at] for row in table.rows] for at in range(len(heads))]
    for heading, column in zip(heads, cells, strict=True):
        bound, values = bound_of(heading), numbers(column)
        if values and (bound == 0 or (bound == WHOLE and _OF_TARGETS.search(heading))):
            yield bound, values
    for first, second in combinations(range(len(heads)), 2):
        if pair := a_year_apart(heads[first], heads[second], first, second):
            both = zip(*(cells[at] for at in pair), strict=True)
            yield 0.0, [now - before for now, before in both if is_number(now) and is_number(before)]


def _claims(sentence: str) -> Iterator[_Claim]:
    """Yield each count of a side with how many there are: 26 of 40 reached it and 14 missed it."""
    every = 0
    for piece in _PIECE.split(without_days(sentence)):
        piece = _ASIDE.split(piece, maxsplit=1)[0]
        down, up = _DOWN.search(piece) is not None, _UP.search(_DOWN.sub(" ", piece)) is not None
        told = next((found for form in _OF_ALL if (found := form.search(piece))), None)
        every = int(told["all"]) if told else every
        alone = None if told or not every else _BARE.match(piece)
        part = told or (alone if alone and not figures(alone["rest"]) else None)
        if part is None or down == up or int(part["part"]) > every or _OF_ANOTHER.search(piece):
            continue
        if len(figures(piece)) == len([name for name in part.groupdict() if name != "rest"]):
            of = _against(f"{sentence}" if alone else piece)
            yield _Claim(int(part["part"]), every, "down" if down else "up", of)


def _against(text: str) -> frozenset[float]:
    """Return what a text sets figures against."""
    targets, growth = _OF_TARGETS.search(text) is not None, _OF_GROWTH.search(text) is not None
    return frozenset(
        (WHOLE,) if targets and not growth else (0.0,) if growth and not targets else (0.0, WHOLE)
    )
