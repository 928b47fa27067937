"""How words about time become dates: what is found and joined is resolved."""

import datetime as dt
import re
from dataclasses import replace

from language.calendar import MONTHS, Comparison, Period, Range, Unit, days
from language.period.atoms import OF_TODAY, Atom, Finder
from language.period.dates import Dates
from language.period.joining import Joiner
from language.period.observed import Observed
from language.period.words import fields_of, period_words

SHARE = "占比"  # its second character alone is *than*: 各渠道占比上个月 is not against the month before
_DIGITS = re.compile("[一二三四五六七八九]{2}")
BLANK = "\0"  # where a comparison stood: no part of a period, and nothing to join over
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
        self.finder = Finder(today, fiscal_start, holidays)
        self.dates = Dates(today, fiscal_start, holidays)
        self.joiner = Joiner(today, self.words, self.dates)
        self.unread = self.joiner.unread  # times that are named, but not as this reader could mean them

    def comparisons(self, text: str) -> tuple[list[Comparison], str]:
        """Return the comparisons, and the text with them blanked out."""
        found: list[Comparison] = []
        for kind, pattern in self.words.comparisons:
            for match in pattern.finditer(text):
                if match.end() == match.start() or text.startswith(SHARE, match.start() - 1):
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
        atoms = self.joiner.joined(text, self.finder.atoms(text))
        found: list[Period] = []
        for atom in atoms:
            taken = found[-1].span[1] if found else 0
            half_read = _DIGITS.search(text[max(0, atom.start - 1) : atom.start + 1])  # 二三季度: two of them
            period = self._period(text, atom) if atom.start >= taken and not half_read else None
            if period is not None and period.start < period.end:
                start = period.span[0] if period.span[0] >= taken else atom.start
                found.append(replace(period, span=(start, period.span[1])))
        return found

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
        if not self.joiner.names(text, atom, is_open=is_open):
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
