"""Finds of the lexicon's patterns in a text: parts of dates, and ranges that are already closed."""

import datetime as dt
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from language.calendar import MONTHS, Range, Unit, back, days, whole
from language.numerals import about, number
from language.period.observed import Observed
from language.period.words import Rule, fields_of, holiday_patterns, period_words
from language.period.working_days import days_worked_before

OF_TODAY = "of today"  # how a month or quarter is told whose year nobody said: last month
ALONE = "alone"  # what a rule needs that names a time only where no other is named: on Saturday


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
    joined: bool = False  # of two finds
    unclear: bool = False  # a time is named, but which one the words do not say: 双十一期间
    provisional: bool = False

    @property
    def is_relative(self) -> bool:
        """Tell a time that moves with today."""
        return self.relative or bool(self.parts.get("relative"))


class Finder:
    """Finds what speaks of time in folded text, against one today."""

    def __init__(self, today: dt.date, fiscal_start: int, holidays: Observed) -> None:
        self.today = today
        self.fiscal_start = fiscal_start
        self.holidays = holidays
        self.words = period_words()

    def atoms(self, text: str) -> list[Atom]:
        """Return the longest finds, in order."""
        found: list[Atom] = []
        alone: list[Atom] = []
        for rule in self.words.rules:
            for match in rule.pattern.finditer(text):
                atom = self._atom(rule, match, text) if match.end() > match.start() else None
                if atom is not None:
                    (alone if rule.needs == ALONE else found).append(atom)
        return _longest_atoms(found + self._holidays(text) or alone)

    def _holidays(self, text: str) -> list[Atom]:
        found = list[Atom]()
        for pattern in _patterns(self.holidays):
            for match in pattern.finditer(text):
                fields = fields_of(match)
                turns = [name for name in ("next", "last", "this") if name in fields]
                parts: dict[str, Any] = {"holiday": fields.get("holiday", "")}
                if turns:
                    parts["turn"] = turns[0]
                if "days" in fields:
                    parts["days"] = int(number(fields["days"]) or 0)
                found.append(Atom(*match.span(), parts, unclear="unclear" in fields))
        return found

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
        """Tell the months may and march from the words; may needs a date, a preposition or an end."""
        if fields.keys() & {"day", "last", "year_offset"}:
            return True
        before, after = text[: match.start()], text[match.end() :]
        if fields["month"] == "may" and re.match(r"\s+i\b", after):
            return False  # may I have
        near = re.search(
            r"(?:in|since|of|during|for|from|to|through|last|this|until|and|between|vs|versus|-|–|,)\s*(?:the\s+)?$",
            before,
        )
        if verb := self.words.month_verbs.get(fields["month"]):
            return not verb["behind"].search(before) and bool(near or not verb["before"].match(after))
        year = re.match(r"\s*,?\s*(?:of\s+)?(?:(?:19|20)\d\d|last year|this year)", after)
        return fields["month"] != "may" or bool(near or year or self.words.month_after.match(after))

    def _make_rolling(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom | None:
        if fields["n"] == "半":
            if unit not in ("month", "year"):
                return None
            unit, count = ("month", 6) if unit == "year" else ("day", 15)
        else:
            count = int(number(str(fields["n"])) or about(str(fields["n"])) or 0)
        if not count:
            return None
        if unit == "quarter" or (unit == "month" and count > 1):
            return self._make_whole(
                span, {"n": count}, unit, rule
            )  # so all writers of six blind sets meant it
        return self._closed(span, (back(unit, self.today, count), self.today), unit, count)

    def _make_rolling_but(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom | None:
        """Leave the running unit out of the last so many, or count it as one of them."""
        running = self.words.units.get(str(fields.get("running", "")), unit)
        with_it = bool(fields["with_it"])
        if fields["n"] == "半" and unit == "year":
            fields, unit = {"n": "6"}, "month"
        count = int(number(str(fields["n"])) or 0)
        if running in MONTHS and MONTHS[running] < MONTHS.get(unit, 0) and not with_it:
            end, _ = whole(running, self.today)  # the last year without this month
            return self._closed(span, (back(unit, end, count), end), unit, count)
        if not count or running not in (unit, "day"):
            return Atom(*span, {}, unclear=True)
        if running == "day":
            tomorrow = self.today + days(1)
            end = tomorrow if with_it else self.today
            return self._closed(span, (back(unit, end, count), end), unit, count)
        if not with_it:
            return self._make_whole(span, {"n": count}, unit, rule)
        start, _ = whole(unit, self.today, 1 - count)
        return self._closed(span, (start, self.today + days(1)), unit, count, unfinished=True)

    def _make_whole(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom | None:
        count = int(number(str(fields["n"])) or 0)
        if not count:
            return None
        start, _ = whole(unit, self.today, -count)
        return self._closed(span, (start, whole(unit, self.today)[0]), unit, count)

    def _make_coming(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom | None:
        """Return the next so many days or weeks from today on, or whole months after this one."""
        if fields["n"] == "半":
            unit, count = ("month", 6) if unit == "year" else ("day", 15)
        else:
            count = int(number(str(fields["n"])) or 0)
        if not count:
            return None
        if unit in MONTHS:
            start = whole(unit, self.today, 1)[0]
            return self._closed(span, (start, whole(unit, self.today, count)[1]), unit, count)
        end = self.today + days(count * (7 if unit == "week" else 1))
        return self._closed(span, (self.today, end), "range")

    def _make_rest(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        """Return what is left of the unit that runs, today with it."""
        return self._closed(span, (self.today, whole(unit, self.today)[1]), "range")

    def _make_to_date(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        start, _ = whole(unit, self.today)
        return self._closed(span, (start, self.today + days(1)), unit, 1, unfinished=True)

    def _make_day(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        return self._closed(span, whole("day", self.today, fields["offset"]), "day")

    def _make_ago(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom | None:
        count = int(number(str(fields["n"])) or 0)
        return self._closed(span, whole("day", self.today, -count), "day") if count else None

    def _make_week(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        return self._cut(self._closed(span, whole("week", self.today, fields["offset"]), "week"))

    def _make_weekend(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        _, end = whole("week", self.today, fields["offset"])
        return self._closed(span, (end - days(2), end), "range")

    def _make_week_day(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        monday, _ = whole("week", self.today, fields["offset"])
        return self._closed(span, whole("day", monday, self.words.weekdays[fields["weekday"]]), "day")

    def _make_week_days(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        monday, _ = whole("week", self.today, fields["offset"])
        first, last = (self.words.weekdays[fields[name]] for name in ("weekday", "weekday2"))
        return self._closed(span, (monday + days(first), monday + days(last + 1)), "range")

    def _make_latest_week_day(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom:
        since = (self.today.weekday() - self.words.weekdays[fields["weekday"]]) % 7 or 7
        return self._closed(span, whole("day", self.today, -since), "day")

    def _make_since_week_day(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom:
        since = (self.today.weekday() - self.words.weekdays[fields["weekday"]]) % 7
        if not since:
            return Atom(*span, {}, unclear=True)  # said on a Monday: since Monday
        dates = (self.today - days(since), self.today + days(1))
        return self._closed(span, dates, "range", unfinished=True)

    def _make_working_days(
        self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule
    ) -> Atom:
        """Read the last working days where they are one stretch: a period has no gaps."""
        count = int(number(str(fields["n"])) or 0)
        found = days_worked_before(self.today, count, by_calendar=bool(fields["by_calendar"]))
        if not found or found[0].day - found[-1].day != days(count - 1):
            return Atom(*span, {}, unclear=True)
        dates = (found[-1].day, found[0].day + days(1))
        atom = self._closed(span, dates, "day" if count == 1 else "range")
        return replace(atom, provisional=any(one.provisional for one in found))

    def _make_unclear(self, span: tuple[int, int], fields: dict[str, Any], unit: str, rule: Rule) -> Atom:
        return Atom(*span, {}, unclear=True)

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
        for name in ("year", "fiscal"):
            if name in parts and parts[name] < 100:
                parts[name] += 2000
        return self._absolute(parts)

    def _absolute(self, parts: dict[str, Any]) -> dict[str, Any]:
        today = self.today
        if (offset := parts.pop("year_offset", None)) is not None:
            parts |= {"year": today.year + offset, "relative": True}
        if (offset := parts.pop("month_offset", None)) is not None:
            start, _ = whole("month", today, offset)
            parts |= {"year": start.year, "month": start.month, "relative": OF_TODAY}
        if (offset := parts.pop("quarter_offset", None)) is not None:
            start, _ = whole("quarter", today, offset)
            parts |= {"year": start.year, "quarter": (start.month + 2) // 3, "relative": OF_TODAY}
        if (offset := parts.pop("fiscal_offset", None)) is not None:
            current = today.year + (1 if self.fiscal_start > 1 and today.month >= self.fiscal_start else 0)
            parts |= {"fiscal": current + offset, "relative": True}
        if parts.pop("last", None):
            begun = today.month > parts["month"]
            parts |= {"year": today.year if begun else today.year - 1, "relative": OF_TODAY}
        return parts


def _longest_atoms(found: list[Atom]) -> list[Atom]:
    kept: list[Atom] = []
    for one in sorted(found, key=lambda atom: (atom.start - atom.end, atom.start)):
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda atom: atom.start)


@lru_cache(maxsize=16)
def _patterns(known: Observed) -> tuple[re.Pattern[str], ...]:
    named = frozenset(known.named)
    single = named & known.single
    return holiday_patterns(named - single, single, single & known.bound, single & known.numbers)
