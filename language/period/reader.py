"""How words about time become dates: patterns of the lexicon found, joined and resolved."""

import datetime as dt
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from language.calendar import (
    MONTHS,
    Comparison,
    Period,
    Range,
    Unit,
    add_months,
    days,
)
from language.period.atoms import OF_TODAY, Atom, Finder
from language.period.dates import Dates
from language.period.observed import Observed
from language.period.words import fields_of, period_words

Parts = dict[str, Any]
BLANK = "\0"  # where a comparison stood: no part of a period, and nothing to join over
# The first half of a month, its last 3 days, its first two weeks.
OF_MONTH = frozenset(["month_half", "month_first", "month_last", "month_weeks"])
FINEST: tuple[tuple[str, Unit], ...] = (
    ("holiday", "holiday"),
    ("week2", "range"),
    ("week", "week"),
    ("week_of", "week"),
    ("month_half", "range"),
    ("month_first", "range"),
    ("month_weeks", "range"),
    ("month_last", "range"),
    ("day", "day"),
    ("third", "range"),
    ("month", "month"),
    ("first", "range"),
    ("quarter", "quarter"),
    ("half", "half"),
    ("fiscal", "year"),
    ("year", "year"),
)


class Reader:
    """Reads folded text against one today."""

    def __init__(self, today: dt.date, fiscal_start: int, holidays: Observed) -> None:
        self.today = today
        self.words = period_words()
        self.unread: list[
            tuple[int, int]
        ] = []  # times that are named, but not as this reader could mean them
        self.finder = Finder(today, fiscal_start, holidays)
        self.dates = Dates(today, fiscal_start, holidays)

    def comparisons(self, text: str) -> tuple[list[Comparison], str]:
        """Return the comparisons, and the text with them blanked out."""
        found: list[Comparison] = []
        for kind, pattern in self.words.comparisons:
            for match in pattern.finditer(text):
                if match.end() == match.start():
                    continue
                unit = self.words.units.get(fields_of(match).get("unit", ""), "")
                found.append(Comparison(match.group(), kind, match.span(), unit))
        atoms = self.finder.atoms(text) if found else []
        kept = _longest([one for one in found if not _runs_on(one, atoms)])
        for comparison in kept:
            start, end = comparison.span
            text = text[:start] + BLANK * (end - start) + text[end:]
        return kept, text

    def periods(self, text: str) -> list[Period]:
        """Return the periods of a folded text."""
        atoms = self._of_one_month(text, self._merged(text, self.finder.atoms(text)))
        atoms = self._unrelated(text, self._ranges(text, atoms))
        found: list[Period] = []
        for atom in atoms:
            taken = found[-1].span[1] if found else 0
            period = self._period(text, atom) if atom.start >= taken else None
            if period is not None and period.start < period.end:
                start = period.span[0] if period.span[0] >= taken else atom.start
                found.append(replace(period, span=(start, period.span[1])))
        return found

    # Joining

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
                if self._names(text, last) and self._names(text, atom):
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
        out = {id(atom) for two in related for atom in two if all(self._names(text, one) for one in two)}
        self.unread += [(atom.start, atom.end) for atom in atoms if id(atom) in out]
        return [atom for atom in atoms if id(atom) not in out]

    def _names(self, text: str, atom: Atom, *, is_open: bool = False) -> bool:
        """Tell whether a find names a time by itself, whether or not it is known which."""
        return atom.closed is not None or atom.unclear or self._complete(text, atom, is_open)

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

    # Resolving

    def _period(self, text: str, atom: Atom) -> Period | None:
        since = self._since(text, atom)
        ends = None if since else self._end_of(text, atom)
        span = atom.start, atom.end
        if self._is_stretch(atom) and since is None and (last := self.words.end_after.match(text, atom.end)):
            span = atom.start, last.end()  # from January to the end of October
        dates = self._dates_of(text, atom, span, is_open=since is not None, meant=bool(since or ends))
        if dates is None:
            return None
        unit, running = self._unit(atom), dates[0] <= self.today < dates[1]
        of_year = bool({"year", "fiscal"} & set(atom.parts))
        relative = atom.is_relative or not (of_year or atom.closed)
        unfinished, count = atom.unfinished, self._count(atom, dates, unit)
        if since is not None:
            unit = unit if running else "range"
            dates, unfinished, relative = (dates[0], self.today + days(1)), True, True
        elif self._is_cut(atom, unit, dates):
            dates, unfinished = (dates[0], self.today + days(1)), True
        span = since or ends or self._widened(text, *span)
        return Period(
            text[span[0] : span[1]],
            *dates,
            unit,
            span,
            count,
            unfinished,
            relative,
            str(atom.parts.get("holiday", "")),
            ends is not None,
            atom.provisional or self._is_provisional(atom),
            of_year and atom.parts.get("relative") != OF_TODAY,
        )

    def _dates_of(
        self, text: str, atom: Atom, span: tuple[int, int], *, is_open: bool, meant: bool
    ) -> Range | None:
        """Return the days that a find names, or None of no time, or of one not meant or not known."""
        if not self._names(text, atom, is_open=is_open):
            return None
        known = not atom.unclear and (meant or not self._not_this(text, *span))
        dates = (atom.closed or self.dates.of(atom.parts)) if known else None
        if dates is None:
            self.unread.append(span)
        return dates

    def _is_cut(self, atom: Atom, unit: Unit, dates: Range) -> bool:
        """Tell a month, quarter, year or week that runs: its days so far are meant."""
        calendar = not atom.closed and unit in (*MONTHS, "week")
        return calendar and dates[0] <= self.today < dates[1] - days(1)

    def _is_provisional(self, atom: Atom) -> bool:
        found = self.dates.days_off(atom.parts) if "holiday" in atom.parts else None
        return found is not None and found.provisional

    def _count(self, atom: Atom, dates: Range, unit: Unit) -> int:
        if atom.closed or unit not in MONTHS:
            return atom.count
        months = (dates[1].year - dates[0].year) * 12 + dates[1].month - dates[0].month
        return max(1, months // MONTHS[unit])

    def _unit(self, atom: Atom) -> Unit:
        if atom.closed:
            return atom.unit
        if "month2" in atom.parts or "day2" in atom.parts:
            return "range"
        return next((unit for name, unit in FINEST if name in atom.parts), "range")

    def _since(self, text: str, atom: Atom) -> tuple[int, int] | None:
        """Return the widened span where the text says *since* this find."""
        after = self.words.since_after.match(text, atom.end)
        before = self.words.since_before.search(text[: atom.start])
        if after and not (atom.closed and atom.unfinished):
            return (before.start() if before else atom.start), after.end()
        if before and re.match(r"since\b|starting", before.group().strip()):
            return before.start(), atom.end
        tail = re.match(rf"{self.words.join.pattern[:-1]}{self.words.now.pattern}", text[atom.end :])
        return (before.start() if before else atom.start, atom.end + tail.end()) if tail else None

    def _is_stretch(self, atom: Atom) -> bool:
        return atom.joined or bool(atom.parts.keys() & {"month2", "week2", "day2"})

    def _end_of(self, text: str, atom: Atom) -> tuple[int, int] | None:
        """Return the widened span where the text says that the end of this find is meant."""
        before = self.words.end_before.search(text[: atom.start])
        after = self.words.end_after.match(text, atom.end)
        if not (before or after) or self._is_stretch(atom):
            return None
        return before.start() if before else atom.start, after.end() if after else atom.end

    def _not_this(self, text: str, start: int, end: int) -> bool:
        return bool(self.words.not_after.match(text, end) or self.words.not_before.search(text[:start]))

    def _complete(self, text: str, atom: Atom, since: bool) -> bool:
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

    def _widened(self, text: str, start: int, end: int) -> tuple[int, int]:
        after = self.words.after.match(text, end)
        if after:
            end = after.end()
        before = self.words.before.search(text[:start])
        if before and before.group().strip() in (
            "从",
            "自",
            "自从",
            "在",
            "整个",
            "between",
            "from",
            "during",
            "截至",
        ):
            start = before.start()
        return start, end


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


def _runs_on(told: Comparison, atoms: list[Atom]) -> bool:
    """Tell a comparison whose time goes on behind it: 比上周一 is against a Monday, not a week."""
    start, end = told.span
    return any(start < one.start < end < one.end for one in atoms)


def _longest(found: list[Comparison]) -> list[Comparison]:
    kept: list[Comparison] = []
    for one in sorted(found, key=lambda c: (c.span[0] - c.span[1], c.span[0])):
        if all(one.span[1] <= other.span[0] or one.span[0] >= other.span[1] for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda c: c.span)
