"""The lexicon's words about time, compiled into patterns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from language.lists import words_in
from language.words import either


@dataclass(frozen=True)
class StepRule:
    """One pattern of words that go so many units on from what was asked about."""

    count: int
    sure: bool
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Rule:
    """One pattern and what is made of it."""

    make: str
    pattern: re.Pattern[str]
    fixed: dict[str, Any]
    needs: str
    english_month: bool


class Words:
    """The lexicon's patterns, compiled once."""

    def __init__(self) -> None:
        data = words_in("periods")
        self.macros: dict[str, str] = data["macros"]
        self.rules = [rule for entry in data["rules"] for rule in self._compiled(entry)]
        self.comparisons = [(entry["kind"], self._pattern(entry["pattern"])) for entry in data["comparisons"]]
        self.moments = [self._pattern(pattern) for pattern in data["moments"]]
        self.steps = [
            StepRule(entry["count"], entry.get("sure", False), self._pattern(entry["pattern"]))
            for entry in data["steps"]
        ]
        self.holidays: dict[str, str] = data["holidays"]
        self.months: list[str] = data["english_months"]
        self.weekdays: dict[str, int] = data["weekdays"]
        self.ordinals: dict[str, int] = data["ordinals"]
        self.units = {word: unit for unit, words in data["units"].items() for word in words}
        self.before = re.compile(data["before"] + r"\s*$", re.ASCII)
        self.after = re.compile(data["after"], re.ASCII)
        self.restating = re.compile(data["restating"], re.ASCII)
        until_end = r"(?:the\s+)?(?:end of\s+(?:the\s+)?)?"
        self.join = re.compile(
            rf"\s*{data['joiners']['from_start']}{data['joiners']['plain']}\s*{until_end}$", re.ASCII
        )
        self.join_between = re.compile(rf"\s*{data['joiners']['after_between']}\s*(?:the\s+)?$", re.ASCII)
        self.between = re.compile(
            rf"\s*{data['joiners']['plain']}\s*|\s*\b{data['joiners']['after_between']}\b\s*", re.ASCII
        )
        self.month_verbs = {
            month: {side: re.compile(pattern, re.ASCII) for side, pattern in sides.items()}
            for month, sides in data["month_verbs"].items()
        }
        self.opening = re.compile(data["opening"], re.ASCII)
        self.glue = re.compile(rf"\s*{data['glue']}\s*(?:the\s+)?$", re.ASCII)
        self.end_before = re.compile(data["end_before"], re.ASCII)
        self.end_after = re.compile(data["end_after"], re.ASCII)
        self.relation = re.compile(data["relation"], re.ASCII)
        self.since_before = re.compile(data["since_before"] + "$", re.ASCII)
        self.since_after = re.compile(data["since_after"], re.ASCII)
        self.not_after = re.compile(r"\s*" + data["not_after"], re.ASCII)
        self.not_before = re.compile(data["not_before"].removesuffix("$") + r"\s*$", re.ASCII)
        self.month_after = re.compile(
            rf"'s\b|[\s?.!]*$|\s*(?:{data['joiners']['plain']}|and|or|vs|versus|against|&)\s*{self.macros['en_month']}\b",
            re.ASCII,
        )
        year, beside = r"(?:19|20)\d\d", data["joiners"]["years"]
        self.year_after = re.compile(rf"\s*{beside}\s*(?:in\s+)?{year}(?![\d%.])", re.ASCII)
        self.year_before = re.compile(
            rf"(?<!between )(?<![\d.,]){year}\s*年?\s*{beside}\s*(?:in\s+)?$", re.ASCII
        )
        self.beside = re.compile(rf"\s*{beside}\s*(?:the\s+)?", re.ASCII)
        self.until_now = re.compile(data["until_now"], re.ASCII)
        self.said_to_date = re.compile(data["said_to_date"], re.ASCII)
        self.of_amounts = re.compile(data["of_amounts"] + r"\s*$", re.ASCII)
        self.now = re.compile(data["now_words"], re.ASCII)

    def _pattern(self, text: str) -> re.Pattern[str]:
        for name, value in self.macros.items():
            text = text.replace("{" + name + "}", value)
        return re.compile(_unique_groups(text), re.ASCII)

    def _compiled(self, entry: dict[str, Any]) -> Iterator[Rule]:
        yield Rule(
            entry["make"],
            self._pattern(entry["pattern"]),
            entry.get("set", {}),
            entry.get("needs", ""),
            entry.get("english_month", False),
        )


def _unique_groups(pattern: str) -> str:
    """Number repeated group names, which Python's patterns do not allow: n, n__1, n__2."""
    seen: dict[str, int] = {}

    def renamed(match: re.Match[str]) -> str:
        name = match.group(1)
        seen[name] = seen.get(name, -1) + 1
        return f"(?P<{name}__{seen[name]}>" if seen[name] else match.group()

    return re.sub(r"\(\?P<(\w+)>", renamed, pattern)


def fields_of(match: re.Match[str]) -> dict[str, str]:
    """Return the named groups that matched, by their plain names."""
    return {name.split("__")[0]: value for name, value in match.groupdict().items() if value is not None}


@lru_cache(maxsize=1)
def period_words() -> Words:
    """Return the compiled patterns."""
    return Words()


@lru_cache(maxsize=16)
def holiday_patterns(
    stretches: frozenset[str], single: frozenset[str], bound: frozenset[str], numbers: frozenset[str]
) -> tuple[re.Pattern[str], ...]:
    """Return patterns of days off, of single days, and of days whose length is unclear."""
    words = period_words().holidays
    plain = either(single - bound - numbers)
    day = "|".join(
        [
            plain,
            rf"{either(bound)}{words['bound']}",
            rf"{words['number_before']}{either(numbers)}{words['number_after']}",
        ]
    )
    sides = words["before"], words["not_a_place"]
    patterns = (
        rf"{sides[0]}(?P<holiday>{either(stretches)}){sides[1]}{words['stretch']}",
        rf"{sides[0]}(?P<holiday>{day}){sides[1]}{words['day']}",
        rf"{sides[0]}(?P<unclear>{either(single)}){words['season']}",
        rf"{words['undecided']}(?P<unclear>{either(bound)})",
        rf"{words['around']}(?P<unclear>{either(single)})",
    )
    return tuple(re.compile(_unique_groups(pattern), re.ASCII) for pattern in patterns)
