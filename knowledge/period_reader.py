"""How words about time become dates: patterns of the lexicon found, joined and resolved."""

import datetime as dt
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from knowledge.calendar import (
    MONTHS,
    Holidays,
    Range,
    Unit,
    add_months,
    back,
    days,
    month_range,
    whole,
)
from knowledge.numerals import number
from knowledge.period_words import Rule, fields_of, holiday_pattern, period_words
from knowledge.periods import Comparison, Period

BLANK = "\0"  # where a comparison stood: no part of a period, and nothing to join over
FINEST: tuple[tuple[str, Unit], ...] = (
    ("holiday", "holiday"),
    ("day", "day"),
    ("third", "range"),
    ("month", "month"),
    ("first", "range"),
    ("quarter", "quarter"),
    ("half", "half"),
    ("fiscal", "year"),
    ("year", "year"),
)


@dataclass(frozen=True)
class Atom:
    """One find: parts of a date still to be joined, or a range already closed."""

    start: int
    end: int
    parts: dict[str, Any]
    needs: str = ""
    closed: Range | None = None
    unit: Unit = "range"
    count: int = 1
    unfinished: bool = False
    relative: bool = False


class Reader:
    """Reads folded text against one today."""

    def __init__(self, today: dt.date, fiscal_start: int, holidays: Holidays) -> None:
        self.today = today
        self.fiscal_start = fiscal_start
        self.holidays = {name.lower(): ranges for name, ranges in holidays.items() if ranges}
        self.words = period_words()

    def comparisons(self, text: str) -> tuple[list[Comparison], str]:
        """Return the comparisons, and the text with them blanked out."""
        found: list[Comparison] = []
        for kind, pattern in self.words.comparisons:
            for match in pattern.finditer(text):
                if match.end() == match.start():
                    continue
                unit = self.words.units.get(fields_of(match).get("unit", ""), "")
                found.append(Comparison(match.group(), kind, match.span(), unit))
        kept = _longest(found)
        for comparison in kept:
            start, end = comparison.span
            text = text[:start] + BLANK * (end - start) + text[end:]
        return kept, text

    def periods(self, text: str) -> list[Period]:
        """Return the periods of a folded text."""
        atoms = self._merged(text, self._atoms(text))
        atoms = self._unrelated(text, self._ranges(text, atoms))
        found: list[Period] = []
        for atom in atoms:
            taken = found[-1].span[1] if found else 0
            period = self._period(text, atom) if atom.start >= taken else None
            if period is not None and period.start < period.end:
                start = period.span[0] if period.span[0] >= taken else atom.start
                found.append(replace(period, span=(start, period.span[1])))
        return found

    # Finding

    def _atoms(self, text: str) -> list[Atom]:
        found: list[Atom] = []
        for rule in self.words.rules:
            for match in rule.pattern.finditer(text):
                atom = self._atom(rule, match, text) if match.end() > match.start() else None
                if atom is not None:
                    found.append(atom)
        pattern = holiday_pattern(tuple(self.holidays))
        for match in pattern.finditer(text) if pattern else ():
            found.append(Atom(*match.span(), {"holiday": match["holiday"]}))
        return _longest_atoms(found)

    def _atom(self, rule: Rule, match: re.Match[str], text: str) -> Atom | None:
        fields: dict[str, Any] = {**rule.fixed, **fields_of(match)}
        if rule.english_month and not self._is_month(match, fields, text):
            return None
        unit = self.words.units.get(str(fields.get("unit", "")), "day")
        try:
            made: Atom | None = getattr(self, f"_make_{rule.make}")(match.span(), fields, unit, rule)
        except (ValueError, OverflowError):
            return None
        return made

    def _is_month(self, match: re.Match[str], fields: dict[str, Any], text: str) -> bool:
        """Tell the months may and march from the words: they need a date, a year or a preposition."""
        if fields["month"] not in ("may", "march") or fields.keys() & {"day", "last", "year_offset"}:
            return True
        before, after = text[: match.start()], text[match.end() :]
        near = re.search(
            r"(?:in|since|of|during|for|from|to|through|last|this|until|and|between|-|–)\s+(?:the\s+)?$",
            before,
        )
        return bool(near or re.match(r"\s*,?\s*(?:of\s+)?(?:(?:19|20)\d\d|last year|this year)", after))

    def _make_rolling(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom | None:
        if fields["n"] == "半":
            if unit not in ("month", "year"):
                return None
            unit, count = ("month", 6) if unit == "year" else ("day", 15)
        else:
            count = int(number(str(fields["n"])) or 0)
        if not count:
            return None
        if unit == "quarter":
            return self._make_whole(span, {"n": count}, unit, rule)
        return self._closed(span, (back(unit, self.today, count), self.today), unit, count)

    def _make_whole(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom | None:
        count = int(number(str(fields["n"])) or 0)
        if not count:
            return None
        start, _ = whole(unit, self.today, -count)
        return self._closed(span, (start, whole(unit, self.today)[0]), unit, count)

    def _make_to_date(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        start, _ = whole(unit, self.today)
        return self._closed(span, (start, self.today + days(1)), unit, 1, unfinished=True)

    def _make_day(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        return self._closed(span, whole("day", self.today, fields["offset"]), "day")

    def _make_week(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        return self._cut(self._closed(span, whole("week", self.today, fields["offset"]), "week"))

    def _make_weekend(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        _, end = whole("week", self.today, fields["offset"])
        return self._closed(span, (end - days(2), end), "range")

    def _make_week_day(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        monday, _ = whole("week", self.today, fields["offset"])
        return self._closed(span, whole("day", monday, self.words.weekdays[fields["weekday"]]), "day")

    def _make_latest_week_day(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom:
        since = (self.today.weekday() - self.words.weekdays[fields["weekday"]]) % 7 or 7
        return self._closed(span, whole("day", self.today, -since), "day")

    def _make_part(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        return Atom(*span, self._parts(fields), rule.needs)

    def _closed(
        self, span: tuple[int, int], dates: Range, unit: str, count: int = 1, unfinished: bool = False
    ) -> Atom:
        return Atom(*span, {}, "", dates, unit, count, unfinished, True)  # type: ignore[arg-type]

    def _cut(self, atom: Atom) -> Atom:
        """End a running unit with today."""
        if atom.closed and atom.closed[0] <= self.today < atom.closed[1] - days(1):
            dates = (atom.closed[0], self.today + days(1))
            return Atom(atom.start, atom.end, {}, "", dates, atom.unit, atom.count, True, True)
        return atom

    def _parts(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Turn a find's texts into numbers, and what is relative to today into years, quarters and months."""
        parts: dict[str, Any] = {}
        for name, value in fields.items():
            if name in ("month", "month2") and str(value)[:3] in self.words.months:
                parts[name] = self.words.months.index(str(value)[:3]) + 1
            elif name == "quarter" and value in self.words.ordinals:
                parts[name] = self.words.ordinals[value]
            elif name in ("first_unit",):
                parts[name] = value
            else:
                digits = re.sub(r"(?:st|nd|rd|th)$", "", str(value))
                parts[name] = int(number(digits) if number(digits) is not None else "x")  # type: ignore[arg-type]
        if "year" in parts and parts["year"] < 100:
            parts["year"] += 2000
        return self._absolute(parts)

    def _absolute(self, parts: dict[str, Any]) -> dict[str, Any]:
        today = self.today
        if (offset := parts.pop("year_offset", None)) is not None:
            parts |= {"year": today.year + offset, "relative": True}
        if (offset := parts.pop("month_offset", None)) is not None:
            start, _ = whole("month", today, offset)
            parts |= {"year": start.year, "month": start.month, "relative": True}
        if (offset := parts.pop("quarter_offset", None)) is not None:
            start, _ = whole("quarter", today, offset)
            parts |= {"year": start.year, "quarter": (start.month + 2) // 3, "relative": True}
        if (offset := parts.pop("fiscal_offset", None)) is not None:
            current = today.year + (1 if self.fiscal_start > 1 and today.month >= self.fiscal_start else 0)
            parts |= {"fiscal": current + offset, "relative": True}
        if parts.pop("last", None):
            begun = today.month > parts["month"]
            parts |= {"year": today.year if begun else today.year - 1, "relative": True}
        return parts

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

    def _fit(self, text: str, left: Atom, right: Atom) -> bool:
        if left.closed or right.closed or not left.parts or not right.parts:
            return False
        between = text[left.end : right.start]
        if between.strip() and not self.words.glue.fullmatch(between):
            return False
        ignored = {"relative", "bare_year", "bare_day"}
        lefts, rights = set(left.parts) - ignored, set(right.parts) - ignored
        if lefts & rights or {"month", "quarter"} <= lefts | rights or {"half", "month"} <= lefts | rights:
            return False
        if "year" in rights and "year" not in lefts:
            return True
        if "fiscal" in lefts | rights:
            return lefts | rights <= {"fiscal", "quarter", "half"}
        return "year" in lefts or ("month" in lefts and bool(rights & {"day", "third"}))

    def _ranges(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Join two finds with 到, to or between … and into one range."""
        joined: list[Atom] = []
        for atom in atoms:
            last = joined[-1] if joined else None
            if last and self._is_range(text, last, atom):
                merged = self._range(last, atom)
                if merged is not None:
                    joined[-1] = merged
                    continue
            joined.append(atom)
        return joined

    def _unrelated(self, text: str, atoms: list[Atom]) -> list[Atom]:
        """Leave out two finds that follow each other without making one date."""
        related = [
            two for two in pairwise(atoms) if self.words.relation.fullmatch(text[two[0].end : two[1].start])
        ]
        out = {id(atom) for two in related for atom in two if all(self._names(text, one) for one in two)}
        return [atom for atom in atoms if id(atom) not in out]

    def _names(self, text: str, atom: Atom) -> bool:
        return atom.closed is not None or self._complete(text, atom, False)

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
        lefts, rights = dict(left.parts), dict(right.parts)
        no_year = not left.closed and not right.closed and "year" not in lefts and "year" not in rights
        if not left.closed and not right.closed:
            for name in ("year", "month"):
                if name in lefts and name not in rights and (name == "year" or "day" in rights):
                    rights[name] = lefts[name]
            if "year" in rights and "year" not in lefts:
                lefts["year"] = rights["year"]
        first = left.closed or self._dates(lefts)
        last = right.closed or self._dates(rights)
        if first and last and no_year and last[1] <= first[0]:
            last = add_months(last[0], 12), add_months(last[1], 12)
        if first and last and no_year and first[0] > self.today:
            return None
        if not first or not last or last[1] <= first[0]:
            return None
        relative = left.relative or right.relative or bool(lefts.get("relative") or rights.get("relative"))
        running = not right.closed and "day" not in rights and first[0] <= self.today < last[1] - days(1)
        dates = (first[0], self.today + days(1) if running else last[1])
        return Atom(left.start, right.end, {}, "", dates, "range", 1, running, relative or no_year)

    # Resolving

    def _period(self, text: str, atom: Atom) -> Period | None:
        start, end = atom.start, atom.end
        since = self._since(text, atom)
        if since is None and self._not_this(text, atom):
            return None
        if not atom.closed and not self._complete(text, atom, since is not None):
            return None
        dates = atom.closed or self._dates(atom.parts)
        if dates is None:
            return None
        unit, relative = self._unit(atom), atom.relative or bool(atom.parts.get("relative"))
        relative = relative or (not ({"year", "fiscal"} & set(atom.parts)) and not atom.closed)
        unfinished, count = atom.unfinished, self._count(atom, dates, unit)
        if since is not None:
            unit = unit if dates[0] <= self.today < dates[1] else "range"
            dates, unfinished, relative = (dates[0], self.today + days(1)), True, True
            start, end = since
        elif not atom.closed and unit in MONTHS and dates[0] <= self.today < dates[1] - days(1):
            dates, unfinished = (dates[0], self.today + days(1)), True
        if since is None:
            start, end = self._widened(text, start, end)
        holiday = str(atom.parts.get("holiday", ""))
        return Period(text[start:end], *dates, unit, (start, end), count, unfinished, relative, holiday)

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
        if before and before.group().strip() in ("since", "starting from", "starting"):
            return before.start(), atom.end
        tail = re.match(rf"{self.words.join.pattern[:-1]}{self.words.now.pattern}", text[atom.end :])
        return (before.start() if before else atom.start, atom.end + tail.end()) if tail else None

    def _not_this(self, text: str, atom: Atom) -> bool:
        return bool(
            self.words.not_after.match(text, atom.end) or self.words.not_before.search(text[: atom.start])
        )

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
            return since or bool(before) or bool(re.match(r"\s*(?:全年|整年|年)", text[atom.end :]))
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

    def _dates(self, parts: dict[str, Any]) -> Range | None:
        if parts.keys() & {"day", "third"} and "month" not in parts:
            return None
        try:
            if "holiday" in parts:
                return self._holiday(parts)
            if "fiscal" in parts:
                return self._fiscal(parts)
            if "year" in parts:
                return self._in_year(parts, parts["year"])
            found = self._in_year(parts, self.today.year)
            return found if found[0] <= self.today else self._in_year(parts, self.today.year - 1)
        except (ValueError, OverflowError):
            return None

    def _holiday(self, parts: dict[str, Any]) -> Range | None:
        ranges = sorted(self.holidays[parts["holiday"]])
        if "year" in parts:
            return next((dates for dates in ranges if dates[0].year == parts["year"]), None)
        return next((dates for dates in reversed(ranges) if dates[0] <= self.today), None)

    def _fiscal(self, parts: dict[str, Any]) -> Range:
        year = parts["fiscal"] - (1 if self.fiscal_start > 1 else 0)
        start, end = month_range(year, self.fiscal_start, 12)
        if "quarter" in parts:
            start = add_months(start, 3 * (parts["quarter"] - 1))
            end = add_months(start, 3)
        elif "half" in parts:
            start = add_months(start, 6 * (parts["half"] - 1))
            end = add_months(start, 6)
        return start, end

    def _in_year(self, parts: dict[str, Any], year: int) -> Range:
        if "day" in parts:
            start = dt.date(year, parts["month"], parts["day"])
            return start, dt.date(year, parts["month"], parts.get("day2", parts["day"])) + days(1)
        if "third" in parts:
            start, end = month_range(year, parts["month"])
            first = start + days(10 * (parts["third"] - 1))
            return first, end if parts["third"] == 3 else first + days(10)
        if "month2" in parts:
            return dt.date(year, parts["month"], 1), month_range(year, parts["month2"])[1]
        if "month" in parts:
            return month_range(year, parts["month"])
        if "first" in parts:
            return month_range(year, 1, parts["first"] * (3 if parts["first_unit"] == "quarter" else 1))
        if "quarter" in parts:
            return month_range(year, 3 * parts["quarter"] - 2, 3)
        if "half" in parts:
            return month_range(year, 6 * parts["half"] - 5, 6)
        return month_range(year, 1, 12)


def _longest(found: list[Comparison]) -> list[Comparison]:
    kept: list[Comparison] = []
    for one in sorted(found, key=lambda c: (c.span[0] - c.span[1], c.span[0])):
        if all(one.span[1] <= other.span[0] or one.span[0] >= other.span[1] for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda c: c.span)


def _longest_atoms(found: list[Atom]) -> list[Atom]:
    kept: list[Atom] = []
    for one in sorted(found, key=lambda atom: (atom.start - atom.end, atom.start)):
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda atom: atom.start)
