"""Months or days that stand across as columns, turned into rows: a time that can be asked for."""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from config.wording import language_of

FEWEST = 3  # columns named by a time: two may be compared side by side
_DAY = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?")
_MONTH = re.compile(r"(\d{4})(?:[-/.年]|(?=\d{2}$))(\d{1,2})月?(?:份)?")
_WHOLE = re.compile(
    r"合\s*计|总\s*计|小\s*计|汇\s*总|(grand |sub-?)?totals?|sum|平均|均值|average|avg|mean", re.IGNORECASE
)

_NAMES = {  # of the time and of the figures, by language and whether the times are months
    ("zh", True): ("月份", "数值"),
    ("zh", False): ("日期", "数值"),
    ("en", True): ("month", "value"),
    ("en", False): ("date", "value"),
}


@dataclass(frozen=True)
class Across:
    """The columns that stay, those that are times with their days, and those that only add them up."""

    kept: tuple[str, ...]
    times: tuple[tuple[str, dt.date], ...]
    sums: tuple[str, ...]
    time: str
    value: str


def across(columns: Sequence[tuple[str, str, bool]], title: str) -> Across | None:
    """Return how a table turns whose columns are given by name, header and whether they are figures.

    None where it has no times across, or other figures beside them.
    """
    days = {name: day for name, said, is_figure in columns if is_figure and (day := _day_of(said))}
    rest = [(name, said, is_figure) for name, said, is_figure in columns if name not in days]
    sums = tuple(name for name, said, is_figure in rest if is_figure and _WHOLE.fullmatch(said.strip()))
    kept = tuple(name for name, _, is_figure in rest if not is_figure)
    many = len(days) == len(set(days.values())) >= FEWEST
    if not many or not kept or len(kept) + len(sums) < len(rest):
        return None
    spoken = language_of("".join(said for _, said, _ in rest))
    time, value = _NAMES[spoken, all(day.day == 1 for day in days.values())]
    return Across(kept, tuple(days.items()), sums, time, title if title not in (*kept, time) else value)


def turned_sql(table: str, found: Across) -> str:
    """Return the SQL of the rows that columns become; an empty cell becomes none."""
    kept = ", ".join(f'"{name}"' for name in found.kept)
    days = ", ".join(f"DATE '{day}'" for _, day in found.times)
    figures = ", ".join(f'"{name}"' for name, _ in found.times)
    return (
        f'SELECT * FROM (SELECT {kept}, unnest([{days}]) AS "{found.time}", unnest([{figures}]) AS'
        f' "{found.value}" FROM main."{table}") WHERE "{found.value}" IS NOT NULL'
    )


def _day_of(said: str) -> dt.date | None:
    text = said.strip()
    found = _DAY.fullmatch(text) or _MONTH.fullmatch(text)
    try:
        return dt.date(*(int(part) for part in (*found.groups(), "1")[:3])) if found else None
    except ValueError:
        return None
