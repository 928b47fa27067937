"""How finds that speak of time are joined: parts of one date, and ranges from one to another."""

import datetime as dt
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from language.calendar import Range, add_months, days
from language.period.atoms import Atom
from language.period.dates import Dates
from language.period.words import Words

Parts = dict[str, Any]
# The first half of a month, its last 3 days, its first two weeks.
OF_MONTH = frozenset(["month_half", "month_first", "month_last", "month_weeks"])


class Joiner:
    """Joins the finds of a text against one today."""

    def __init__(self, today: dt.date, words: Words, dates: Dates) -> None:
        self.today, self.words, self.dates = today, words, dates
        self.unread: list[tuple[int, int]] = []  # times that are named, but not as they could be meant

    def joined(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Return finds joined to dates and ranges, without two that follow each other and make none."""
        atoms = self._of_one_month(text, self._merged(text, atoms))
        return self._unrelated(text, self._ranges(text, atoms))

    def names(self, text: str, atom: Atom, *, is_open: bool = False) -> bool:
        """Tell whether a find names a time by itself, whether or not it is known which."""
        return atom.closed is not None or atom.unclear or self._is_complete(text, atom, is_open)

    def _merged(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Join neighbouring parts of one date: 去年 + 国庆, March + 2025."""
        merged: list[Atom] = []
        for atom in atoms:
            last = merged[-1] if merged else None
            if last and self._fit(text, last, atom):
                parts = {**last.parts, **atom.parts}
                merged[-1] = Atom(last.start, atom.end, parts, last.needs or atom.needs)
            else:
                merged.append(atom)
        return merged

    def _of_one_month(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Give two parts of a month the month said with one: the first half against the second of October.

        A bare half is otherwise one of the year.
        """
        shared = [*atoms]
        for at, (left, right) in enumerate(pairwise(atoms)):
            if not self.words.beside.fullmatch(text[left.end : right.start]):
                continue
            if (told := _with_month_of(right, shared[at])) is not None:
                shared[at + 1] = told
            elif (told := _with_month_of(left, right)) is not None:
                shared[at] = told
        return shared

    def _fit(self, text: str, left: Atom, right: Atom) -> bool:
        if left.closed or right.closed or not left.parts or not right.parts:
            return False
        if left.unclear or right.unclear:
            return False
        between = text[left.end : right.start]
        if between.strip() and not self.words.glue.fullmatch(between):
            return False
        ignored = {"relative", "bare_year", "bare_day"}
        lefts, rights = set(left.parts) - ignored, set(right.parts) - ignored
        if lefts & rights or {"month", "quarter"} <= lefts | rights or {"half", "month"} <= lefts | rights:
            return False
        if "week" in lefts | rights and not lefts | rights <= {"year", "week", "week2"}:
            return False  # the third week of October is none of the year's
        if "year" in rights and "year" not in lefts:
            return True
        if "fiscal" in lefts | rights:
            return lefts | rights <= {"fiscal", "quarter", "half"}
        if lefts & OF_MONTH:
            return "month" in rights
        return "year" in lefts or ("month" in lefts and bool(rights & {"day", "third", *OF_MONTH}))

    def _ranges(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Join two finds with 到, to or between … and into one range."""
        joined: list[Atom] = []
        for atom in atoms:
            last = joined[-1] if joined else None
            if last and self._is_range(text, last, atom):
                merged = None if self._may_be_of_a_year(text, last, atom) else self._range(last, atom)
                if merged is not None:
                    joined[-1] = merged
                    continue
                if self.names(text, last) and self.names(text, atom):
                    joined.pop()  # two ends of no range are not two periods
                    self.unread += [(last.start, last.end), (atom.start, atom.end)]
                    continue
            joined.append(atom)
        return joined

    def _may_be_of_a_year(self, text: str, left: Atom, right: Atom) -> bool:
        """Tell months up to a number that is this year's or the last one's as well: jan-oct 26."""
        written = re.search(r"[a-z]\.?\s+(\d\d)$", text[right.start : right.end])
        only_months = left.parts.keys() == {"month"} and right.parts.keys() == {"month", "day"}
        return (
            only_months
            and written is not None
            and int(written[1]) in (self.today.year % 100, self.today.year % 100 - 1)
        )

    def _unrelated(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Leave out two finds that follow each other without making one date."""
        related = [
            two
            for two in pairwise(atoms)
            if self.words.relation.fullmatch(text[two[0].end : two[1].start]) and not _listed(text, *two)
        ]
        out = {id(atom) for two in related for atom in two if all(self.names(text, one) for one in two)}
        self.unread += [(atom.start, atom.end) for atom in atoms if id(atom) in out]
        return [atom for atom in atoms if id(atom) not in out]

    def _is_range(self, text: str, left: Atom, right: Atom) -> bool:
        between = text[left.end : right.start]
        if self.words.join.fullmatch(between):
            return True
        opened = re.search(r"(?:between|从|自|在)\s*(?:the\s+)?$", text[: left.start])
        return bool(
            opened
            and self.words.join_between.fullmatch(between)
            and ("between" in opened.group() or re.match(r"\s*(?:之间|期间|间)", text[right.end :]))
        )

    def _range(self, left: Atom, right: Atom) -> Atom | None:
        if left.unclear or right.unclear:
            return None
        both_open = not (left.closed or right.closed)
        lefts, rights = _with_shared(left.parts, right.parts) if both_open else (left.parts, right.parts)
        first, last = left.closed or self.dates.of(lefts), right.closed or self.dates.of(rights)
        if first and last and both_open:
            first, last = self._in_order(left, right, first, last)
        if not first or not last or last[1] <= first[0]:
            return None
        no_year = both_open and _years(left, right) == (False, False)
        relative = left.is_relative or right.is_relative or no_year
        running = not right.closed and "day" not in rights and first[0] <= self.today < last[1] - days(1)
        dates = (first[0], self.today + days(1) if running else last[1])
        return Atom(left.start, right.end, {}, "", dates, "range", 1, running, relative, joined=True)

    def _in_order(
        self, left: Atom, right: Atom, first: Range, last: Range
    ) -> tuple[Range | None, Range | None]:
        """Return two ends, the later one in the year beside: 12月到明年1月; none of times to come."""
        years, turned = _years(left, right), last[1] <= first[0]
        if turned and years == (False, True):
            first = _moved_year(first, -1)
        elif turned and years != (True, True):
            last = _moved_year(last, 1)
        to_come = first[0] > self.today or (turned and last[0] > self.today)
        return (None, None) if years == (False, False) and to_come else (first, last)

    def _is_complete(self, text: str, atom: Atom, since: bool) -> bool:
        """Tell whether parts name a time by themselves."""
        parts = set(atom.parts) - {"relative", "bare_day", "bare_year"}
        if atom.needs and atom.needs not in parts:
            return False
        if parts <= {"day", "day2"}:
            return False
        if atom.parts.get("bare_year") and parts == {"year"}:
            before = re.search(
                r"(?:\b(?:in|during|for|of|year|throughout|all)\s+|年份?)$", text[: atom.start]
            )
            last = re.search(r",\s*$", text[: atom.start]) and re.fullmatch(r"[\s?.!]*", text[atom.end :])
            whole = re.match(r"\s*(?:全年|整年|年)", text[atom.end :])
            beside = self.words.year_after.match(text[atom.end :]) or self.words.year_before.search(
                text[: atom.start]
            )
            amount = self.words.of_amounts.search(text[: atom.start])
            return since or bool(before or last or whole or (beside and not amount))
        return True


def _with_shared(left: Parts, right: Parts) -> tuple[Parts, Parts]:
    """Return the parts of two ends with the year and the month that only one of them says."""
    year = {name: parts[name] for name in ("year",) for parts in (right, left) if name in parts}
    month = {"month": left["month"]} if "month" in left and "day" in right else {}
    return {**year, **left}, {**year, **month, **right}


def _years(left: Atom, right: Atom) -> tuple[bool, bool]:
    return "year" in left.parts, "year" in right.parts


def _moved_year(dates: Range, years: int) -> Range:
    return add_months(dates[0], 12 * years), add_months(dates[1], 12 * years)


def _with_month_of(part: Atom, whole: Atom) -> Atom | None:
    """Return a part of a month, or a half beside one, with the month of the other; None for any other."""
    month = {name: value for name, value in whole.parts.items() if name not in (*OF_MONTH, "third")}
    if "month" not in month or month.keys() == whole.parts.keys() or "day" in month:
        return None
    own = {name: value for name, value in part.parts.items() if name not in ("relative", "month_offset")}
    if own.keys() == {"half"} and "month_half" in whole.parts:
        own = {"month_half": own["half"]}
    if part.closed or len(own) != 1 or not own.keys() & {*OF_MONTH, "third"}:
        return None
    return replace(part, parts={**month, **own}, needs="")


def _listed(text: str, left: Atom, right: Atom) -> bool:
    """Tell two times of one kind that Chinese sets side by side without a word between: 去年今年, 9月10月."""
    closed = left.closed is not None and right.closed is not None
    same = left.unit == right.unit if closed else left.parts.keys() == right.parts.keys() and not left.closed
    return same and left.end == right.start and not text[left.start : right.end].isascii()
