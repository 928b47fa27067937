"""The days that people keep: public holidays with their days off, shopping days, days of other countries."""

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from config.kept import kept
from language.calendar import Holidays, days
from language.lists import lines_in

YEARS = range(2004, 2051)  # chinesecalendar begins with 2004
ANNOUNCED, STATUTORY = "chinese_calendar", "holidays"  # both optional: without them the lexicon's own years
ITSELF = ("当天", "当日", "那天", "那一天")


@dataclass(frozen=True)
class DaysOff:
    """One year's days of a holiday: `start` is one of them, `end` is not."""

    year: int
    start: dt.date
    end: dt.date
    provisional: bool = False  # not announced yet: the statutory days, without days moved beside them


@dataclass(frozen=True, eq=False)
class Observed:
    """Every day that is kept, by each of its names."""

    named: Mapping[str, tuple[DaysOff, ...]]
    single: frozenset[str] = frozenset()  # one day, however long people shop around it
    bound: frozenset[str] = frozenset()  # may also stand before a thing: Christmas trees
    numbers: frozenset[str] = frozenset()  # is a number too: 618

    @cached_property
    def off(self) -> frozenset[dt.date]:
        """Return every day off."""
        off = (one for name in self.named.keys() - self.single for one in self.named[name])
        return frozenset(one.start + days(at) for one in off for at in range((one.end - one.start).days))

    def with_own(self, holidays: Holidays) -> "Observed":
        """Let a connection's own holidays come first, by each name of theirs, in the years they tell."""
        own = {
            name.lower(): tuple(DaysOff(start.year, start, end) for start, end in sorted(ranges))
            for name, ranges in holidays.items()
            if ranges
        }
        if not own:
            return self
        named = {**self.named, **own}
        for names in _called_alike():
            told = next((own[one] for one in names if one in own), ())
            years = {one.year for one in told}
            for name in names if told else ():
                more = [one for one in self.named.get(name, ()) if one.year not in years]
                named[name] = tuple(sorted((*own.get(name, told), *more), key=lambda one: one.start))
        return replace(self, named=named, single=self.single - own.keys())


@lru_cache(maxsize=64)  # each question is asked several times whether it names one
def all_names(holidays: tuple[str, ...]) -> frozenset[str]:
    """Return what a connection's own holidays are called, also where its calendar has another name."""
    own = frozenset(name.lower() for name in holidays)
    return own.union(*(names for names in _called_alike() if not own.isdisjoint(names)))


@lru_cache(maxsize=1)
def _called_alike() -> tuple[tuple[str, ...], ...]:
    """Return the names of each public holiday: a Spring Festival is the CNY too."""
    return tuple(tuple(entry["names"]) for entry in lines_in("holidays"))


@lru_cache(maxsize=1)
def observed() -> Observed:
    """Return the days that come with Wenshu."""
    named: dict[str, tuple[DaysOff, ...]] = {}
    single: set[str] = set()
    for entry in lines_in("holidays"):
        off, itself = _days_off(entry), _one_day(_of_country("CN", entry["statutory"][-1]))
        for name in entry["names"]:
            named[name] = off
            if not name.isascii():
                named |= {name + day: itself for day in ITSELF}
                single |= {name + day for day in ITSELF}
    kept = lines_in("kept_days")
    for entry in kept:
        found = _one_day(_kept(entry))
        named |= dict.fromkeys(entry["names"], found)
        single |= set(entry["names"])
    bound, numbers = (
        frozenset(name for entry in kept if entry.get("besides") == what for name in entry["names"])
        for what in ("a thing", "a number")
    )
    return Observed(named, frozenset(single), bound, numbers)


def _days_off(entry: dict[str, Any]) -> tuple[DaysOff, ...]:
    """Return a public holiday's days off: as announced where they are, else the statutory ones."""
    shipped = [(first, last + days(1)) for first, last in entry["days"]]
    found, later = {first.year: DaysOff(first.year, first, end) for first, end in shipped}, {}
    for start, end in _runs(_announced(entry["announced"])):
        year = (end - days(1)).year  # 元旦 of 2023 begins in 2022
        found.setdefault(year, DaysOff(year, start, end))
    instead = [f"{name} (observed)" for name in entry["statutory"]]  # for one on a weekend
    for start, end in _runs(_of_country("CN", *entry["statutory"], *instead)):
        if start.year > max(found):
            later[start.year] = DaysOff(start.year, start, end, provisional=True)
    found |= later
    return tuple(found[year] for year in sorted(found))


def _runs(found: Iterable[dt.date]) -> list[tuple[dt.date, dt.date]]:
    """Join days that are next to each other, or have one other holiday between them: 国庆 around 中秋."""
    runs: list[tuple[dt.date, dt.date]] = []
    for day in sorted(found):
        if runs and day - runs[-1][1] <= days(1):
            runs[-1] = runs[-1][0], day + days(1)
        else:
            runs.append((day, day + days(1)))
    return runs


def _one_day(found: Iterable[dt.date]) -> tuple[DaysOff, ...]:
    """Return the first such day of each year as that year's one day."""
    first: dict[int, dt.date] = {}
    for day in sorted(found):
        first.setdefault(day.year, day)
    return tuple(DaysOff(year, day, day + days(1)) for year, day in first.items())


def _kept(entry: dict[str, Any]) -> list[dt.date]:
    if "date" in entry:
        month, day = (int(part) for part in entry["date"].split("-"))
        return [dt.date(year, month, day) for year in YEARS]
    known = _one_day(_of_country(entry["country"], entry["called"]))
    return [one.start + days(entry.get("plus", 0)) for one in known]


@lru_cache(maxsize=1)
def announced_days() -> Any:
    """Return chinesecalendar's constants, or None without the package."""
    if not find_spec(ANNOUNCED):
        return None
    from chinese_calendar import constants

    return constants


def _announced(name: str) -> list[dt.date]:
    known = announced_days()
    return [day for day, called in known.holidays.items() if called == name] if known else []


@lru_cache(maxsize=8)
def country_days(code: str) -> Mapping[dt.date, str]:
    """Return a country's days by name, or none without the package.

    Importing it and working out its years take 0.3 s of CPU, which is kept for the next starts.
    """
    if not find_spec(STATUTORY):
        return {}
    name = f"{STATUTORY}-{version(STATUTORY)}-{code}-{YEARS[0]}-{YEARS[-1]}.json"
    path = kept(name, lambda file: file.write(json.dumps(_worked_out(code)).encode()))
    found = json.loads(path.read_bytes()) if path else _worked_out(code)
    return {dt.date.fromisoformat(day): called for day, called in found.items()}


def _worked_out(code: str) -> dict[str, str]:
    from holidays import country_holidays

    kinds = ("public", "unofficial") if code == "US" else ("public",)
    found = country_holidays(code, years=YEARS, categories=kinds, language="en_US")
    return {day.isoformat(): called for day, called in found.items()}


def _of_country(code: str, *names: str) -> list[dt.date]:
    """Return a country's days of these names."""
    return [day for day, called in country_days(code).items() if {*names} & set(called.split("; "))]
