"""Who makes most of a change is looked into once more: what is sharp there, and what any member has."""

import datetime as dt
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.outcome import Look, Read, Said
from analysis.why.inner import DAYS, YEAR, Lead, inner_of
from analysis.why.split import MemberSplit, Pair, of_sum
from database.result import QueryResult
from query.metric_query import MetricQuery, Window

BEFORE = Window(dt.date(2025, 9, 1), dt.date(2025, 10, 1), "month")
NOW = Window(dt.date(2026, 9, 1), dt.date(2026, 10, 1), "month")
LEAD = Lead((("site", "campus"), ("tier", "student")), Pair(Decimal(9), Decimal(329)))


def split_of(dimension: str, whole: Pair, **members: tuple[int, int]) -> MemberSplit:
    pairs = {name: Pair(Decimal(first), Decimal(last)) for name, (first, last) in members.items()}
    return of_sum(dimension, pairs, whole, {})


def inner(
    outer: dict[str, tuple[int, int]], within: dict[str, tuple[int, int]], by_day: dict[int, int]
) -> Any:
    """Return what is found within 320 more of 326, of which the outer cut has everybody's."""
    whole = Pair(Decimal(425), Decimal(751))
    shape = SimpleNamespace(kind="sum", catalog=SimpleNamespace(dimensions={"source": None}))
    change = SimpleNamespace(shape=shape, before=BEFORE, now=NOW, metric=SimpleNamespace(counts_rows=True))
    found: Any = SimpleNamespace(change=change, whole=whole, splits=(split_of("source", whole, **outer),))
    rows = tuple((dt.date(2026, 9, day).isoformat(), count) for day, count in by_day.items())
    look = Look(DAYS, MetricQuery(("joined",)), Said("x"))
    read = {DAYS: Read(look, QueryResult((), rows, truncated=False, elapsed_ms=0.0), "")}
    return inner_of(found, LEAD, (split_of("source", LEAD.pair, **within),), read)


def test_the_source_and_the_days_of_those_who_joined_are_found() -> None:
    outer = {"qr": (13, 302), "desk": (200, 215), "app": (212, 234)}
    found = inner(outer, {"qr": (2, 285), "desk": (3, 22), "app": (4, 22)}, dict.fromkeys(range(1, 21), 16))
    assert (found.split.dimension, found.first.name) == ("source", "qr")
    assert found.days is not None and len(found.days.parts) == 20 and found.days.held == 320


@pytest.mark.parametrize(
    ("outer", "within"),
    [
        ({"desk": (340, 630), "app": (85, 121)}, {"desk": (2, 262), "app": (7, 67)}),  # most come to the desk
        ({"desk": (200, 375), "app": (225, 376)}, {"desk": (4, 164), "app": (5, 165)}),  # as many each
    ],
)
def test_what_most_members_are_anyway_and_what_came_evenly_tell_nothing(
    outer: dict[str, tuple[int, int]], within: dict[str, tuple[int, int]]
) -> None:
    found = inner(outer, within, dict.fromkeys(range(1, 31), 11))
    assert found.split is None and found.first is None and found.days is None


@pytest.mark.parametrize(
    ("rows", "each_day", "then"),
    [
        (((66,),), False, 66),
        (((None,),), False, 0),
        ((), False, 0),
        (((66,),), True, 66),
        (((0,),), True, 0),
        (((None,),), True, None),
        ((), True, None),
    ],
)
def test_what_the_lead_had_a_year_before_is_nought_of_events_and_unknown_where_each_day_has_a_row(
    rows: tuple[tuple[Any, ...], ...], each_day: bool, then: int | None
) -> None:
    last_july = Window(dt.date(2025, 7, 1), dt.date(2025, 8, 1), "month")
    query = MetricQuery(("complaints",), windows=(last_july,))
    read = {YEAR: Read(Look(YEAR, query, Said("x")), QueryResult((), rows, False, 0.0), "")}
    catalog = SimpleNamespace(dimensions={}, sources=lambda name: [name], is_dense=lambda one: each_day)
    shape = SimpleNamespace(kind="sum", catalog=catalog)
    change = SimpleNamespace(shape=shape, metric=SimpleNamespace(counts_rows=False, name="complaints"))
    found: Any = SimpleNamespace(change=change)
    assert inner_of(found, LEAD, (), read).year == (None if then is None else (last_july, then))
    assert inner_of(found, LEAD, (), {}).year is None
