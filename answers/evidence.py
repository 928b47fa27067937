"""Do a report's figures and days stand in what was computed or read for it, each where it belongs?"""

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, partial
from itertools import permutations, product
from typing import Any, get_args

from answers.cautions_told import AllClearCheck
from answers.checks import FigureCheck
from answers.claims import OTHERS, ClaimCheck
from answers.derived import Derived
from answers.figures import Figure, as_scaled, figures, figures_but_days, numbers, without_days
from answers.held import Held, is_text
from answers.lacks import unfounded_lacks
from answers.named_days import (
    MONTHS,
    NUMERIC,
    Day,
    days_in,
    is_end_of_month,
    last_days_in,
    month_figures,
    says_when,
)
from answers.needed import tables_needed
from answers.of_month import unfounded_of_months
from answers.parting import clauses, parts
from answers.ranges import unfounded_ranges
from answers.records import unfounded_records
from answers.row_names import RowNames
from answers.scopes import Basis, Scope, ScopeCheck, Source
from answers.sentences.scales import heading
from answers.sides import SideCounts
from answers.streaks import unfounded_streaks
from answers.told_rows import ToldRows
from answers.total_rows import says_total
from answers.verdicts import unfounded_verdicts
from database.result import QueryResult

_FINE = 200  # times its last half digit, a figure says what it is to less than a hundredth
_COUNTED_TO = 10  # rows that a sentence may count
_OF_DAYS = re.compile(r"几[日号]|^\s*[日号]\s*$|^\s*day\s*$|\bday of (?:the )?month\b", re.I)  # a heading
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d")
_A_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?![\d-])")
_IN_A_MONTH = range(1, 32)
_OF_A_MONTH = re.compile(r"(?:2[89]|3[01])\s*(?:天|days?\b)", re.I)  # how many it has


class EvidenceCheck:
    """Knows the figures and days a report may state: of the sentences computed and of the tables read."""

    def __init__(
        self,
        statements: Sequence[str],
        tables: Sequence[Held],
        also: Sequence[str],
        names: Sequence[str] = (),
        called: Collection[str] = (),
    ) -> None:
        """Take what was computed, every table, what else may be quoted: the question, its dates.

        `names` are those that what was computed names, `called` what figures are called: rows with these
        names are nobody.
        """
        told = [*statements, *also]
        as_written = [list(_standing(_with_floats(one.result), whole=False)) for one in tables]
        tables = [replace(one, result=_as_told(one.result)) for one in tables]
        self._tables = [_Table.of(one, cells) for one, cells in zip(tables, as_written, strict=True)]
        self._held = tables
        self._rows, self._statements = [one.result for one in tables], tuple(statements)
        self._told = FigureCheck.told(*told)
        self._sentences = [(one.lower(), FigureCheck.told(one)) for one in statements]
        self._as_computed = {_bare(part) for text in statements for part in (text, *parts(text))}
        self._signed = {one.value for text in statements for one in figures(text) if one.text[0] in "+-−"}
        self._called = frozenset(one.lower() for one in called)
        self._labels = frozenset(_members_of(self._rows)) - self._called
        self._days = {day for text in told for day in days_in(text)}
        self._begins = self._days - {day for text in told for day in last_days_in(text)}
        self._days |= {day for one in tables for day in _days_of(one)}
        self._scopes = ScopeCheck(
            statements, list(_parts_of(tables, self._tables)), names, " ".join(also[:1])
        )
        self._clear = AllClearCheck(statements)
        self._sides = _sides_of([one for one in tables if one.whole], statements, called)
        self._words = ""

    def reading(self, words: str) -> "EvidenceCheck":
        """Return the same check for a report: what stands before a sentence may say whose it is."""
        found = copy(self)
        found._words = words
        return found

    def named(self, text: str) -> frozenset[str]:
        """Return the rows that a text names, but for times and what figures are called."""
        return frozenset(one for one in self._names.within(text) if one.lower() not in self._called)

    @cached_property
    def _names(self) -> RowNames:
        columns = [list(column) for one in self._rows for column in zip(*one.rows, strict=True)]
        return RowNames([one for one in columns if not any(says_when(str(cell)) for cell in one[:1])])

    def unfounded(self, sentence: str) -> list[str]:
        """Return the figures, days, streaks and records of a sentence that stand nowhere, or at others."""
        if _bare(sentence) in self._as_computed:
            return []
        around = self._around(sentence)
        stated = figures(_OF_A_MONTH.sub(" ", without_days(sentence)))
        held = [one for one in stated if self._holds(one, sentence, around[2])]
        unknown = [
            one.text
            for one in stated
            if (one not in held and not self._is_between(one, held, around[2])) or self._turned(one, sentence)
        ]
        misplaced = [
            text
            for table in self._tables
            for text in table.claims.unfounded(sentence, around[0], self._called)
            if text not in unknown and not self._stands_elsewhere(text, table, sentence)
        ]
        days = (f"{month}-{day:02}" if month else f"{day}" for month, day in self._unknown_days(sentence))
        in_a_row = unfounded_streaks(sentence, self._statements, self._rows)
        records = unfounded_records(sentence, self._statements, self._rows)
        verdicts = unfounded_verdicts(sentence, self._statements, self._rows, around[0])
        ranges = [] if unknown else unfounded_ranges(sentence, self._statements, self._rows, around[2])
        scopes = [] if unknown else self._scopes.unfounded(sentence, *around[:2])
        further = self._further(sentence, known=not unknown)
        return [*unknown, *misplaced, *days, *in_a_row, *records, *verdicts, *ranges, *scopes, *further]

    def _further(self, sentence: str, *, known: bool) -> list[str]:
        """Return what else nothing bears out, of figures that are all `known` also where they stand."""
        further = self._clear.unfounded(sentence)
        further = [*further, *self._sides.unfounded(sentence)]
        further += self._misrounded(sentence) if known else []
        further += unfounded_lacks(sentence, self._statements, self._rows)
        if known:
            apart = partial(_is_between, held=figures_but_days(sentence))
            further += unfounded_of_months(sentence, self._statements, self._rows, apart)
        return further

    def tables_of(self, sentence: str, why: str = "") -> tuple[int, ...]:
        """Return the places of the tables that a sentence needs: with its figures, and with the reason's."""
        needed = {*tables_needed(sentence, self._held), *(tables_needed(why, self._held) if why else ())}
        return tuple(sorted(needed))

    def _misrounded(self, sentence: str) -> Iterator[str]:
        """Yield the percents that are a figure of who or which month a clause names, but not as it rounds.

        7.947 is 7.9 %: 8.0 is what 7.95 came to, which was rounded before.
        """
        for clause in clauses(sentence):
            stated = [one for one in figures_but_days(clause) if one.in_percent and "." in one.text]
            values = self._percents_of(clause, sentence) if stated else []
            for figure in stated:
                if any(map(figure.is_written_of, values)) or self._told.holds(figure):
                    continue
                size = 100 * abs(figure.value)
                if near := next((it for it in values if abs(abs(it) - size) < 200 * figure.tolerance), None):
                    yield f"{figure.text} (it is {near:.5g})"

    def _percents_of(self, clause: str, sentence: str) -> list[float]:
        """Return the percents of who or which month a clause names, of what figures its sentence names."""
        named = _called_in(sentence, self._called)
        return [
            value
            for one in self._tables
            for heading, value in one.told.of(clause)
            if not named or not (own := _called_in(heading, self._called)) or named & own
        ]

    def _around(self, sentence: str) -> tuple[str, str, str]:
        """Return what stands before a sentence: in its line, as first line where that is another, and all."""
        at = self._words.find(sentence.strip())
        ahead = self._words[: max(at, 0)]
        return ahead.rpartition("\n")[2], ahead.partition("\n")[0], ahead

    def _holds(self, figure: Figure, sentence: str, before: str) -> bool:
        if any(one.holds(figure, sentence, before) for one in self._tables):
            return True
        if self._sides.holds(figure, sentence):
            return True
        return self._told.holds(figure) and self._is_told_of_these(figure.text, sentence)

    def _is_told_of_these(self, text: str, sentence: str) -> bool:
        """Tell a figure computed for whom a sentence names, or for nobody: Galaxy's is not Lakeside's."""
        said = sentence.lower()
        named = {label for label in self._labels if label in said}
        of = [{label for label in self._labels if label in one} for one in self._holding(text)]
        return not named or not of or any(not one or one & named for one in of)

    def _holding(self, text: str) -> list[str]:
        """Return the computed sentences with a figure, each without its part about the others or that."""
        holding = [said for said, check in self._sentences if not check.unfounded(text)]
        return [_of_others(text, said) or _without_others(said) for said in holding]

    def _turned(self, figure: Figure, sentence: str) -> bool:
        """Tell a change with the other sign than the one computed: +17.7 % where it fell by as much.

        Whose or which month's it is by a table, has the sign that stands there.
        """
        if figure.text[0] not in "+-−" or not figure.value:
            return False
        clause = next((one for one in clauses(sentence) if figure.text.strip() in one), sentence)
        own = {one for one in self._percents_of(clause, sentence) if figure.is_of(one / 100)}
        alike = own or {one for one in self._signed if figure.is_of(one)}
        return bool(alike) and all((one > 0) != (figure.value > 0) for one in alike)

    def _is_between(self, figure: Figure, held: Sequence[Figure], ahead: str) -> bool:
        """Tell a percent by which two figures are apart that stand beside it, or one of them ahead of it.

        Ahead they must stand in one column of a table: 3.05 M a day, where 2.92 M of November was told.
        """
        if not figure.in_percent or _is_between(figure, held):
            return figure.in_percent
        told = [one for one in held if _is_fine(one)]
        before = [one for one in figures_but_days(ahead) if _is_fine(one)] if told else []
        columns = (column for table in self._rows for column in zip(*table.rows, strict=False))
        return bool(before) and any(_are_so_apart(figure, numbers(one), told, before) for one in columns)

    def _stands_elsewhere(self, text: str, table: "_Table", sentence: str) -> bool:
        """Tell what belongs to another row of a table, but stands elsewhere: at the same name, or at none."""
        named = [label for label in table.labels if label in sentence.lower()]
        named += [label.lower() for label in table.told.names.within(sentence)]
        for said in self._holding(text):
            if any(one in said for one in named) or not any(one in said for one in table.labels):
                return True
        return all(self._holds_elsewhere(figure, table, sentence) for figure in figures(text))

    def _holds_elsewhere(self, figure: Figure, table: "_Table", sentence: str) -> bool:
        others = (one for one in self._tables if one is not table)
        return any(
            one.holds(figure, sentence) and figure.text not in one.claims.unfounded(sentence)
            for one in others
        )

    def _unknown_days(self, sentence: str) -> Iterator[Day]:
        known, last = {day for _, day in self._days}, {*last_days_in(sentence)}
        for month, day in days_in(sentence):
            if (
                (month, day) not in self._days
                and not is_end_of_month((month, day))
                and (month or day not in known)
                and not ((month, day) in last and (month, day + 1) in self._begins)  # all until it begins
                and not self._is_listed(month, day, sentence)
            ):
                yield month, day

    def _is_listed(self, month: int, number: int, sentence: str) -> bool:
        """Tell a month's figure beside another's that stands with it: October had 7 holidays, September 3."""
        others = [float(figure) for at, figure in month_figures(sentence) if at != month]
        together = [{one.value for one in figures_but_days(said)} for said in self._statements]
        together += [set(numbers(column)) for one in self._rows for column in zip(*one.rows, strict=False)]
        return any(number in those and other in those for other in others for those in together)


def _sides_of(tables: Sequence[Held], statements: Sequence[str], called: Collection[str]) -> SideCounts:
    """Return what counts on which side the rows of whole tables lie."""
    return SideCounts([one.result for one in tables], statements, [one.about for one in tables], called)


def _parts_of(tables: Sequence[Held], read: Sequence["_Table"]) -> Iterator[tuple[Source, QueryResult]]:
    """Yield of each table the figures on each basis; one of a single basis was read already."""
    for one, table in zip(tables, read, strict=True):
        for basis in get_args(Basis):
            if (part := one.on(basis)) is not None:
                of = table if part.rows == one.result.rows else _Table.of(replace(one, result=part))
                yield Source(of.holds, Scope(basis=basis)), part


@dataclass(frozen=True)
class _Table:
    """One table as figures: what stands in it, what follows from all of it, and whose they are."""

    known: FigureCheck
    told: ToldRows
    derived: Derived
    labels: frozenset[str]  # what its rows are called

    @classmethod
    def of(cls, held: Held, written: Sequence[float] = ()) -> "_Table":
        """Count what stands in a table once; `written` is what else its cells are written as."""
        result = held.result
        heads = [column.name for column in result.columns] if held.ours else []
        texts = [cell for row in result.rows for cell in row if is_text(cell)]
        cells = [*written, *_standing(result, whole=held.whole)]
        known = FigureCheck((), 0, also=[*heads, *texts], more=cells)
        told, labels = ToldRows(result), frozenset[str]().union(*map(_labels_of, result.rows))
        return cls(known, told, Derived(told, whole=held.whole), labels)

    @cached_property
    def claims(self) -> ClaimCheck:
        """Return what knows whose each figure is."""
        return ClaimCheck(self.told)

    def holds(self, figure: Figure, sentence: str, before: str = "") -> bool:
        """Tell a figure that stands in it, or follows from rows of it that a sentence names, or from all."""
        return self.known.holds(figure) or self.derived.holds(figure, sentence, before=before)


def _bare(sentence: str) -> str:
    """Return a sentence, or a part of one, without what a list and its end put around it."""
    return sentence.strip(" \n-•*。.；;，,").lower()


def _called_in(text: str, called: Collection[str]) -> frozenset[str]:
    """Return which figures a text names; 目标 in 营业额目标 is no 营业额."""
    left, found = text.lower(), set()
    for name in sorted(called, key=len, reverse=True):
        if name in left:
            found.add(name)
            left = left.replace(name, "\0")
    return frozenset(found)


def _of_others(text: str, said: str) -> str:
    """Return the part of a sentence with a figure, where that is of the others than are named in it."""
    theirs = filter(OTHERS.search, parts(said))
    return next((one for one in theirs if not FigureCheck.told(one).unfounded(text)), "")


def _without_others(said: str) -> str:
    """Return a sentence without its parts about the others, where something is left of it."""
    kept = [one for one in parts(said) if not OTHERS.search(one)]
    return "; ".join(kept) or said


def _labels_of(row: Sequence[Any]) -> frozenset[str]:
    """Return what a row is called, in small letters; a day is no name."""
    texts = (cell for cell in row if is_text(cell) and len(cell) > 1)
    return frozenset(one.lower() for one in texts if not NUMERIC.search(one))


def _members_of(tables: Sequence[QueryResult]) -> Iterator[str]:
    """Yield what rows are called but those of totals, which are nobody's (合计, 进店), and months."""
    for called in (_labels_of(row) for one in tables for row in one.rows):
        if not any(map(says_total, called)):
            yield from (one for one in called if not _A_DAY.fullmatch(one))


def _standing(result: QueryResult, *, whole: bool) -> Iterator[float]:
    """Yield the figures of a table, also as percents, and of a whole one totals, means, shares, counts."""
    for column in zip(*result.rows, strict=False):
        values = numbers(column)
        yield from values
        yield from (value / 100 for value in values)
        total = sum(values)
        if whole and values:
            yield from (total, total / len(values))
            yield from (value / total for value in values if total)
        if whole:  # so many have one: areas with a year before
            yield float(sum(cell is not None for cell in column))
    if whole:
        yield float(result.row_count)
    yield from map(float, range(1, min(result.row_count, _COUNTED_TO) + 1))


def _are_so_apart(
    figure: Figure, cells: Sequence[float], told: Sequence[Figure], before: Sequence[Figure]
) -> bool:
    """Tell a percent by which two cells are apart, one of them told here, the other one before."""
    here, there = ([cell for cell in cells if any(one.is_of(cell) for one in of)] for of in (told, before))
    pairs = [(one, other) for one, other in product(here, there) if one and other]
    return any(figure.is_of(one / other - 1) or figure.is_of(other / one - 1) for one, other in pairs)


def _is_fine(figure: Figure) -> bool:
    """Tell an amount whose last digit is less than a hundredth of it."""
    return not figure.in_percent and figure.tolerance * _FINE <= abs(figure.value)


def _is_between(figure: Figure, held: Sequence[Figure]) -> bool:
    """Tell a percent by which two figures that stand beside it are apart: 3.05 M against 2.92 M, 4.5 %.

    They are rounded, so it lies between what the nearest and the farthest they may be come to; of figures
    with few digits that would be nearly any.
    """
    amounts = [one for one in held if _is_fine(one)]
    if not figure.in_percent:
        return False
    least, most = figure.bounds
    for one, other in permutations(amounts, 2):
        (low, high), (under, over) = one.bounds, other.bounds
        ends = sorted((low / over - 1, high / under - 1))
        if any(ends[0] <= top and end <= ends[1] for end, top in ((least, most), (-most, -least))):
            return True
    return False


def _days_of(held: Held) -> Iterator[Day]:
    """Yield the days a table names, in any month those that stand in a column of days: 8 under 10月几日.

    Of a statement they are those it is limited by, and the days before: its last bound is the day after.
    """
    result = held.result
    yield from days_in(held.days)
    for found in _WRITTEN.finditer(held.days):
        yield from _day_before(found[0])
    for column in result.columns if held.ours else ():
        yield from days_in(column.name)
    for row in result.rows:
        for cell in row:
            if is_text(cell):
                yield from days_in(cell)
    for at, column in enumerate(result.columns):
        if _OF_DAYS.search(column.name):
            counted = {int(cell) for cell in numbers([row[at] for row in result.rows]) if cell in _IN_A_MONTH}
            yield from ((month, day) for month in MONTHS.values() for day in counted)


def _day_before(written: str) -> Iterator[Day]:
    try:
        before = dt.date.fromisoformat(written) - dt.timedelta(days=1)
    except (ValueError, OverflowError):
        return
    yield before.month, before.day


def _as_told(result: QueryResult) -> QueryResult:
    """Return rows as a sentence tells them: of a column of 万元 in 元."""
    scales = {at: heading(column.name).scale for at, column in enumerate(result.columns)}
    return as_scaled(_with_floats(result), scales)


def _with_floats(result: QueryResult) -> QueryResult:
    """Return rows with decimals as floats, as a database's own rows have them."""
    return replace(
        result,
        rows=tuple(
            tuple(float(cell) if isinstance(cell, Decimal) else cell for cell in row) for row in result.rows
        ),
    )
