"""Rows in the order of a figure, with what a sentence calls them and their figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from answers.sentences.asked import Asked, Measure
from answers.sentences.phrases import (
    bare,
    beside,
    common_scale,
    counted,
    figure,
    joined,
    moved,
    redundant,
    scoped,
    some,
    told_apart,
)
from config.wording import say

Row = Sequence[Any]
Label = Callable[[Row], str]
FULL = 12  # rows that are named one by one
FIRST, LAST = 5, 3  # of more
NAMED = 3  # of those who share a place
MANY = 20  # that meet a condition are all named; it is they who were asked for
SOME = 5  # of more
BESIDE = 3  # further figures that were asked for, told with each row
_UNITS = ("day", "week", "month", "quarter", "year")


@dataclass(frozen=True)
class Places:
    """Rows in the order asked for, with what to call them."""

    asked: Asked
    rows: Sequence[Row]  # those that have the figure
    label: Label
    low: bool = False  # the lowest come first
    every: Sequence[Row] = ()  # also those without the figure
    truncated: bool = False

    @cached_property
    def measure(self) -> Measure:
        """Return the figure they are in order of."""
        return self.asked.lead

    @cached_property
    def scale(self) -> float | None:
        """Return in what all the figures are written, so that one list has one unit."""
        at = self.measure.index
        return common_scale([row[at] for row in self.rows], self.measure, self.asked.language)

    def value(self, row: Row) -> str:
        """Return a row's figure, with what it is a change from or a share of."""
        measure, language = self.measure, self.asked.language
        told = figure(row[measure.index], measure, language, self.scale)
        share = self.asked.related("share") if measure.role == "figure" else None
        if share is not None and row[share.index] is not None:
            of_all = figure(row[share.index], share, language)
            return say("sentence.with_share", language, value=told, share=of_all)
        main = self.asked.measure(measure.of)
        if main is None or row[main.index] is None:
            return told
        if measure.role == "growth":
            return self._change(row, main, told)
        if measure.role == "share":
            whole = figure(row[main.index], main, language)
            return say("sentence.with_value", language, share=told, value=whole)
        return told

    def _change(self, row: Row, main: Measure, told: str) -> str:
        """Return from what to what a row's figure moved; a rate that did not move is at what it is."""
        before, language = self.asked.related("before"), self.asked.language
        if before is None or row[before.index] is None:
            return told
        now, then = told_apart(row[main.index], row[before.index], main, language)
        if main.unit == "%" and row[main.index] == row[before.index]:
            return say("sentence.level_at", language, now=now)
        if main.unit == "%":
            told = moved(row[main.index], row[before.index], main, language)
        return say("sentence.from_to", language, change=told, before=then, now=now)

    def moves(self, row: Row) -> float:
        """Return by how much a row's figure changed: percentages in points, all else in percent."""
        main, before = self.asked.main, self.asked.related("before")
        ends = [row[one.index] for one in (main, before) if one is not None]
        points = main.unit == "%" and len(ends) == 2 and None not in ends
        return float(ends[0] - ends[1] if points else row[self.measure.index])

    def entry(self, row: Row, *, apart: bool = False) -> str:
        """Return a row's name and figure, with the further figures that were asked for.

        Those that need them stand in brackets: several, and a number that says no unit.
        """
        language, further = self.asked.language, self.further(row)
        value, name = f"{self.value(row)}{further}", self.label(row)
        unit = self.measure.unit and not redundant(self.measure, language)
        plain = unit and not (apart or further or self.measure.role != "figure")
        key = "entry" if not plain else "entry_of_number" if name[-1:].isdigit() else "entry_plain"
        return say(f"sentence.{key}", language, name=name, value=value)

    def further(self, row: Row) -> str:
        """Return the other figures asked for, each by its name; beside a change those of the conditions."""
        language, found = self.asked.language, self.others
        if self.measure.role == "growth":
            told = self._of_the_conditions(row)
        elif self.measure.role != "figure" or self.measure.span or not 0 < len(found) <= BESIDE:
            told = []
        else:
            told = [beside(row, one, self.measure, language) for one in found]
        return "".join(f"{say('sentence.comma_wide', language)}{one}" for one in told)

    def _of_the_conditions(self, row: Row) -> list[str]:
        """Return how each other figure changed that a condition says did, and the others that one limits."""
        asked, said = self.asked, self.asked.conditions.lower()
        limited = [one.index for one in asked.measures if one.role == "figure" and one.label.lower() in said]
        changes = [
            one
            for one in asked.measures
            if one.role == "growth" and one != self.measure and not one.beside and one.of in limited
        ]
        moved = {one.of for one in changes}
        rest = [one for one in self.others if one.index in limited and one.index not in moved]
        told = [beside(row, one, self.measure, asked.language) for one in rest]
        return [*(self._changed(row, one) for one in changes), *told]

    def _changed(self, row: Row, one: Measure) -> str:
        """Return how another figure changed, by its name."""
        rest = [other for other in self.asked.measures if other != one]
        own = replace(self, asked=replace(self.asked, measures=(one, *rest)))
        name = own.asked.main.label
        return say("sentence.beside", self.asked.language, name=name, value=own.value(row))

    @cached_property
    def others(self) -> list[Measure]:
        """Return the other figures asked for."""
        return [
            one
            for one in self.asked.measures
            if one not in (self.measure, self.asked.main)
            and one.role == "figure"
            and not (one.beside or one.span or self._is_sum(one))
        ]

    def _is_sum(self, one: Measure) -> bool:
        """Tell a column that has in each row what all of them come to."""
        total = sum(row[self.measure.index] for row in self.rows)
        return len(self.rows) > 1 and all(row[one.index] == total for row in self.rows)

    def like(self, row: Row) -> list[Row]:
        """Return the rows that share a row's place."""
        at = self.measure.index
        return [one for one in self.rows if one[at] == row[at]]

    def first(self) -> tuple[list[Row], list[Row]]:
        """Return the rows that share the first place, and the others."""
        at, top = self.measure.index, self.rows[0][self.measure.index]
        return self.like(self.rows[0]), [row for row in self.rows if row[at] != top]

    @property
    def count(self) -> str:
        """Return how many rows there are, by what they are."""
        return self.of(len(self.rows))

    def of(self, number: int) -> str:
        """Return so many of what the rows are: 7 branches, 3 months."""
        asked = self.asked
        if asked.time is not None and not asked.things and number > 1 and asked.time.unit in _UNITS:
            return say(f"sentence.moments.{asked.time.unit}", asked.language, count=f"{number:,}")
        if len(asked.things) != 1 or asked.time is not None:
            return say("sentence.groups", asked.language, count=f"{number:,}")
        if asked.of_others:
            key = "row_one" if number == 1 else "rows_many"
            return say(f"sentence.{key}", asked.language, count=f"{number:,}")
        return counted(number, asked.things[0], asked.language)

    @property
    def subject(self) -> str:
        """Return the figure with its time, and what its growth is against."""
        asked = self.asked
        subject = scoped(asked, self.measure.label, self.measure.span or asked.when)
        if self.measure.role == "growth" and asked.earlier:
            earlier = bare(asked.earlier, asked.language)
            subject = say("sentence.against", asked.language, subject=subject, earlier=earlier)
        return subject

    def shared(self, rows: Sequence[Row]) -> str:
        """Return the figure that rows share, and that each has it."""
        value = self.value(rows[0])
        return value if len(rows) == 1 else say("sentence.of_each", self.asked.language, value=value)

    def entries(self, rows: Sequence[Row], *, apart: bool = False) -> str:
        """Return rows one after the other, each with its name and figure."""
        return joined([self.entry(row, apart=apart) for row in rows], self.asked.language)

    def names(self, rows: Sequence[Row], most: int) -> str:
        """Return the names of rows, no more than so many."""
        return some([self.label(row) for row in rows], self.asked.language, most)

    @property
    def best(self) -> str:
        """Return the word for the first place: 最高, 最多, highest, most, fastest growing."""
        return self._end(low=self.low)

    @property
    def worst(self) -> str:
        """Return the word for the last place."""
        return self._end(low=not self.low)

    def _end(self, *, low: bool) -> str:
        if self.measure.role == "growth":
            falls = self.rows[0][self.measure.index] < 0
            end = (
                ("fell_most" if falls else "grew_least") if low else ("fell_least" if falls else "grew_most")
            )
            return say(f"sentence.best.growth.{end}", self.asked.language)
        kind = "long" if self.measure.is_long else "count" if self.measure.is_count else "figure"
        return say(f"sentence.best.{kind}.{'lowest' if low else 'highest'}", self.asked.language)
