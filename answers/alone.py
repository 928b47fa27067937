"""Who alone makes most of what fell, or of what rose, between two columns of one figure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from answers.figures import number
from answers.profile import columns_of, profile
from database.result import QueryResult

FEWEST, MOST_ROWS = 4, 200
SHARE, TIMES_NEXT = 0.5, 2.0  # of all that moved that way, and of the next
_TWO = 2  # of whom one moved more
_TIME = re.compile(
    r"[\d\s\-–—/.:,()（）]+|[年月日至到]|(?:去年|上年|今年|本年)?同期|去年|上年|今年|本年"
    r"|\b(?:a year|the year|same days|earlier|ago|before|last year|this year|now|to)\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"去年|上年|\b(?:earlier|ago|before|last year)\b", re.IGNORECASE)
_NO_SUM = re.compile(r"平均|均|每|率|占比|%|\b(?:average|mean|rate|per|share|ADR)\b", re.IGNORECASE)
_UNIT = re.compile(r"\s*[(（][^()（）]*[)）]")
_WHEN = re.compile(r"\d{4}")


@dataclass(frozen=True)
class Alone:
    """One row by its name, with both its figures and its share of all that moved as it did, of one."""

    name: str
    figure: str
    before: float
    now: float
    share: float


def alone_in(result: QueryResult) -> Alone | None:
    """Return the row of a whole table that makes most of its change: 723 nights of 870 that are gone."""
    columns = profile(result)
    names = columns_of(columns, "category")
    if result.truncated or not names or not FEWEST <= result.row_count <= MOST_ROWS:
        return None
    called = [row[names[0].index] for row in result.rows]
    if len(set(called)) < len(called) or not all(isinstance(one, str) for one in called):
        return None
    for head, before, now in _pairs([(one.index, one.name) for one in columns_of(columns, "measure")]):
        ends = [(number(row[before]) or 0.0, number(row[now]) or 0.0) for row in result.rows]
        if (found := _first_of(ends)) is not None:
            at, share = found
            return Alone(called[at], head, *ends[at], share) if share >= SHARE else None
    return None


def _first_of(ends: list[tuple[float, float]]) -> tuple[int, float] | None:
    """Return who moved most the way all did, and its share of all that moved so; None beside one like it."""
    moved = [last - first for first, last in ends]
    way = 1 if sum(moved) > 0 else -1
    sizes = sorted(((way * one, at) for at, one in enumerate(moved) if way * one > 0), reverse=True)
    if len(sizes) < _TWO or sizes[0][0] < TIMES_NEXT * sizes[1][0]:
        return None
    return sizes[0][1], sizes[0][0] / sum(size for size, _ in sizes)


def _pairs(heads: list[tuple[int, str]]) -> Iterator[tuple[str, int, int]]:
    """Yield two columns of one figure at two times, the earlier first."""
    for (one, first), (other, second) in combinations(heads, 2):
        bare = _TIME.sub("", first)
        if not bare or _NO_SUM.search(first) or bare != _TIME.sub("", second) or first == second:
            continue
        late = _is_before(first, second)
        yield _figure(first), *((one, other) if late else (other, one))


def _figure(head: str) -> str:
    """Return what a column is of, without its time and its unit.

    >>> _figure("Parts revenue (CNY), Mar 2025"), _figure("去年同期营业额")
    ('Parts revenue', '营业额')
    """
    return " ".join(_TIME.sub(" ", _UNIT.sub("", head)).split())


def _is_before(first: str, second: str) -> bool:
    said = [bool(_BEFORE.search(one)) for one in (first, second)]
    if said[0] != said[1]:
        return said[0]
    years = [found[0] if (found := _WHEN.search(one)) else "" for one in (first, second)]
    return years[0] <= years[1]
