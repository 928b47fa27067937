"""Days of nothing within a fall: planted ones are found with what else stood still, others are not."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.outcome import Look, Read, Said
from analysis.why.inner import DAYS, Inner, Lead
from analysis.why.split import Pair
from analysis.why.still import Still, _same, still_of, with_beside
from database.result import QueryResult
from knowledge.metrics import Dimension
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window

BEFORE = Window(dt.date(2025, 10, 1), dt.date(2025, 11, 1), "month")
NOW = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
END = NOW.end + days(20)
LEAD = Lead((("format", "giant"),), Pair(Decimal(31000), Decimal(17000)))
CATALOG: Any = SimpleNamespace(holidays={}, metrics={})


def series_of(gone: set[int], every: int = 1, last: dt.date = END) -> dict[dt.date, Decimal]:
    """Return 1,000 on each day, or on each so many, but for the days of October 2026 that are gone."""
    start = BEFORE.start
    window = [start + days(number) for number in range((last - start).days)]
    lost = {NOW.start + days(number) for number in gone}
    return {day: Decimal(1000) for at, day in enumerate(window) if at % every == 0 and day not in lost}


def read_of(name: str, series: Mapping[dt.date, Decimal], filters: tuple[Filter, ...] = ()) -> Read:
    rows = tuple((day.isoformat(), value) for day, value in series.items())
    look = Look(name, MetricQuery((name,), filters=filters), Said("x"))
    return Read(look, QueryResult((), rows, truncated=False, elapsed_ms=0.0), "")


def found_of(change: int) -> Any:
    shape = SimpleNamespace(catalog=CATALOG, by_day=True)
    asked = SimpleNamespace(filters=())
    moved = SimpleNamespace(before=BEFORE, now=NOW, shape=shape, asked=asked)
    whole = Pair(Decimal(31000), Decimal(31000 + change))
    return SimpleNamespace(change=moved, whole=whole, days=None, inner=Inner(LEAD))


@given(first=st.integers(0, 16), count=st.integers(3, 14))
def test_days_of_nothing_of_who_makes_a_fall_are_found_with_what_a_year_ago_they_brought(
    first: int, count: int
) -> None:
    series = series_of({*range(first, first + count)})
    still = still_of(found_of(-14000), {}, {DAYS: read_of(DAYS, series)})
    assert still is not None and still.lead == LEAD and not still.is_before
    assert still.every == [NOW.start + days(number) for number in range(first, first + count)]
    assert still.then == 1000 * count


@pytest.mark.parametrize(
    ("series", "change"),
    [
        (series_of({9, 10}), -14000),  # two days off
        (series_of(set(range(9, 20)), every=3), -14000),  # what comes now and then
        (series_of(set(), last=NOW.end - days(12)), -14000),  # no more since: closed, or not over
        (series_of(set(range(9, 20))), 14000),  # they are no part of a rise
    ],
)
def test_a_day_off_what_comes_now_and_then_and_what_ended_stood_not_still(
    series: dict[dt.date, Decimal], change: int
) -> None:
    assert still_of(found_of(change), {}, {DAYS: read_of(DAYS, series)}) is None


def test_what_had_nothing_on_these_days_either_is_told_and_what_went_on_is_not() -> None:
    gone = {*range(8, 22)}
    still = still_of(found_of(-14000), {}, {DAYS: read_of(DAYS, series_of(gone))})
    assert still is not None
    kept = (Filter("screen_format", ("2",)),)
    read = {
        "still_sessions": read_of("still_sessions", series_of(gone), kept),
        "still_visits": read_of("still_visits", series_of(set()), kept),
    }
    found = with_beside(still, found_of(-14000), read, SimpleNamespace(catalog=CATALOG))  # type: ignore[arg-type]
    assert found.neither == (("sessions", Pair(Decimal(31000), Decimal(17000))),)
    assert found.steady is not None and found.steady.metric == "visits"
    assert isinstance(found, Still) and found.steady.mean == found.steady.usual == 1000


@pytest.mark.parametrize(
    ("other", "kept"), [({"1": ("std",), "2": ("giant",)}, True), ({"1": ("a",)}, False)]
)
def test_a_member_is_kept_to_in_another_table_by_the_same_values_alone(
    other: dict[str, tuple[str, ...]], kept: bool
) -> None:
    values = {"1": ("std",), "2": ("giant",)}
    dimensions = {
        "format": Dimension("format", "", "", values=values),
        "screen_format": Dimension("screen_format", "", "", values=other),
    }
    catalog = SimpleNamespace(dimensions=dimensions, cuts=lambda metric, one: one == "screen_format")
    desk: Any = SimpleNamespace(catalog=catalog, shows=lambda one: True, language="zh")
    desk.answers = SimpleNamespace(reader=SimpleNamespace(known=SimpleNamespace()))
    found = _same(SimpleNamespace(name="sessions"), "format", "giant", desk)  # type: ignore[arg-type]
    assert found == (Filter("screen_format", ("2",)) if kept else None)


@pytest.mark.parametrize(("run", "is_told"), [(3, False), (6, True)])
def test_a_run_that_chance_makes_is_nothing_that_stood_still(run: int, is_told: bool) -> None:
    """Of complaints one day in fifteen has none anyway: three such days in a row come by themselves."""
    lost = {*range(10, 10 + run)}
    series = series_of(lost)
    series = {day: value for at, day in enumerate(series) if at % 15 for value in (series[day],)}
    still = still_of(found_of(-14000), {}, {DAYS: read_of(DAYS, series)})
    assert (still is not None) is is_told
