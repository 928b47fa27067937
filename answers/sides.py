"""How many rows lie on which side: 26 of 40 areas reached their target, 14 missed it, 5 of 7 grew."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

from answers.figures import Figure, figures, figures_but_days, is_number, numbers, without_days
from answers.named_days import months_in, without_months
from answers.series import WHOLE, a_year_apart, bound_of
from answers.told_rows import ToldRows
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
    so_far: str = ""  # the sentence up to here, which may name whose they are


class SideCounts:
    """Knows of whole tables how many rows lie on each side of what their figures are set against."""

    def __init__(
        self,
        tables: Sequence[QueryResult],
        statements: Sequence[str],
        about: Sequence[str] = (),
        called: Collection[str] = (),
    ) -> None:
        """Take the tables with all their rows, and what was computed of others.

        `about` is what each table says of itself, `called` what figures are called: such a row is nobody.
        """
        self._tables, self._statements = tables, statements
        self._about = [*about, *[""] * (len(tables) - len(about))]
        self._called = frozenset(one.lower() for one in called)

    def holds(self, figure: Figure, sentence: str) -> bool:
        """Tell a count that a sentence states so and rows come to."""
        of = [one for one in _claims(sentence) if figure.is_of(one.part)]
        return bool(of) and all(one.part in self._counts(one) | self._own_counts(one) for one in of)

    def unfounded(self, sentence: str) -> list[str]:
        """Return the counts that no table with so many rows comes to; of other numbers nothing is known.

        Of one who is named only what is theirs says so: of ten months all sites together missed other ones.
        """
        found = []
        for one in _claims(sentence):
            counts = self._own_counts(one) if self._named(one.so_far) else self._counts(one)
            if counts and one.part not in counts and not self._is_told(one):
                found.append(f"{one.part} of {one.all} (it is {' or '.join(map(str, sorted(counts)))})")
        return found

    def _is_told(self, claim: _Claim) -> bool:
        told = ({one.value for one in figures_but_days(text)} for text in self._statements)
        return any({claim.part, claim.all} <= one for one in told)

    def _counts(self, claim: _Claim) -> set[int]:
        """Return how many rows lie on a side, by each column that has as many rows in all."""
        return _on_its_side(claim, self._columns)

    def _named(self, text: str) -> frozenset[str]:
        """Return who is named, as the rows of any table are called."""
        named = frozenset[str]().union(*(one.names.within(text) for one in self._told))
        return frozenset(one for one in named if one.lower() not in self._called)

    def _own_counts(self, claim: _Claim) -> set[int]:
        """Return what the tables count of those whom a claim names."""
        whose, found = self._named(claim.so_far), set[int]()
        for table, told, about in zip(self._tables, self._told, self._about, strict=True):
            if any(one.lower() in about for one in whose):
                found |= _on_its_side(claim, _bounded(without_total(table)))
            for name in whose:
                rows = [row for row, it in zip(table.rows, told.rows, strict=False) if name in it.labels]
                found |= _on_its_side(claim, _of_one(table, rows, about))
                if rows:
                    found |= _on_its_side(claim, _bounded(without_total(table)))
                if any({claim.part, claim.all} <= _counted(row) for row in rows):
                    found.add(claim.part)
        return found

    @cached_property
    def _told(self) -> list[ToldRows]:
        return [ToldRows(one) for one in self._tables]

    @cached_property
    def _columns(self) -> list[tuple[float, list[float]]]:
        return [column for table in self._tables for column in _bounded(without_total(table))]


def _counted(row: Sequence[object]) -> set[int]:
    """Return the whole numbers of a row: 10 months with a target, 9 that missed it."""
    return {int(cell) for cell in row if is_number(cell) and cell == int(cell)}


def _of_one(
    table: QueryResult, rows: Sequence[Sequence[object]], about: str
) -> Iterator[tuple[float, list[float]]]:
    """Yield what one name has over times: below each other, or in columns of months side by side."""
    if len(rows) > 1:
        yield from _bounded(QueryResult(table.columns, tuple(map(tuple, rows)), False, 0.0))
        return
    together: dict[str, list[int]] = {}
    for at, column in enumerate(table.columns):
        if any(months_in(column.name)):
            together.setdefault(without_months(column.name), []).append(at)
    for row in rows:
        for places in together.values():
            heading, values = table.columns[places[0]].name, numbers(row[at] for at in places)
            bound = bound_of(heading)
            if bound == 0 or (bound == WHOLE and _OF_TARGETS.search(f"{heading} {about}")):
                yield bound, values


def _on_its_side(claim: _Claim, columns: Iterable[tuple[float, list[float]]]) -> set[int]:
    """Return how many of columns that are as long lie where a claim says."""
    return {
        _many(claim.side, bound, values)
        for bound, values in columns
        if claim.all == len(values) and bound in claim.of
    }


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
    every, so_far = 0, ""
    for piece in _PIECE.split(without_days(sentence)):
        so_far += piece
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
            yield _Claim(int(part["part"]), every, "down" if down else "up", of, so_far)


def _against(text: str) -> frozenset[float]:
    """Return what a text sets figures against."""
    targets, growth = _OF_TARGETS.search(text) is not None, _OF_GROWTH.search(text) is not None
    return frozenset(
        (WHOLE,) if targets and not growth else (0.0,) if growth and not targets else (0.0, WHOLE)
    )
