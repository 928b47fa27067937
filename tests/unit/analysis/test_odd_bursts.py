"""Far too many of rare things in some days are found, with stated rates; what goes on is told so."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.bursts import bursts
from analysis.anomaly.lasting import lasting
from analysis.anomaly.looks import Group, Look, Span, odd
from analysis.anomaly.parts import Part, part_of, spike_of
from analysis.daily import Daily, SpecialDays
from analysis.outcome import Look as Reading
from analysis.outcome import Read, Said
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery

START = dt.date(2026, 1, 5)
LENGTH, LOOKED = 200, 80
QUIET = SpecialDays({})
SEEDS = 60


def _found(
    seed: int, rate: float, plant: tuple[int, int, float] = (0, 0, 0.0), lumpy: bool = False
) -> list[Look]:
    """Return what is found in rare things of twelve places, with more of them at one on some days."""
    chance = np.random.default_rng(seed)
    sizes, rows = rate * np.exp(0.5 * chance.standard_normal(12)), {}
    for number, size in enumerate(sizes):
        weeks = np.repeat(chance.gamma(3, 1 / 3, LENGTH // 7 + 1), 7)[:LENGTH] if lumpy else 1.0
        values = chance.poisson(np.full(LENGTH, size) * weeks).astype(float)
        if number == 3:
            first, stop, more = plant
            values[first:stop] += chance.poisson(more, stop - first)
        rows[f"place {number}"] = Daily(START, values)
    group = Group("faults", "place", rows, counts=True)
    return [one.look for one in odd(bursts(group, [Span(START + days(LOOKED), START + days(LENGTH))]))]


@pytest.mark.parametrize("rate", [0.05, 0.3, 1.5])
def test_of_rare_things_at_most_one_in_twenty_gives_a_false_alarm(rate: float) -> None:
    assert sum(bool(_found(seed, rate)) for seed in range(SEEDS)) <= SEEDS * 0.05


@pytest.mark.parametrize("rate", [0.3, 1.5])
def test_of_rare_things_that_come_in_lumps_at_most_one_in_eight_gives_a_false_alarm(rate: float) -> None:
    assert sum(bool(_found(seed, rate, lumpy=True)) for seed in range(SEEDS)) <= SEEDS / 8


@pytest.mark.parametrize(
    ("rate", "first", "stop", "more", "hits"),
    [(0.05, 120, 121, 10.0, 0.8), (1.0, LENGTH - 13, LENGTH, 3.0, 0.9), (1.0, 150, 171, 3.0, 0.95)],
)
def test_days_that_hold_far_too_many_are_found(
    rate: float, first: int, stop: int, more: float, hits: float
) -> None:
    own = [
        [one for one in _found(seed, rate, (first, stop, more)) if one.member == "place 3"]
        for seed in range(SEEDS)
    ]
    found = [one[0].span for one in own if one]
    assert len(found) >= hits * SEEDS
    planted = Span(START + days(first), START + days(stop))
    near = [
        abs((one.start - planted.start).days) <= 3 and abs((one.end - planted.end).days) <= 3 for one in found
    ]
    assert sum(near) >= 0.8 * len(found)


def _series(first: int, stop: int, factor: float) -> Daily:
    values = 100 * np.exp(0.05 * np.random.default_rng(1).standard_normal(LENGTH))
    values[first:stop] *= factor
    return Daily(START, values)


def _week(series: Daily, place: int) -> Look:
    span = Span(START + days(place), START + days(place + 7))
    return Look("takings", "shop", "a", span, series.total(span.start, span.end), 700.0, 1.0, 1e-9)


@pytest.mark.parametrize("factor", [0.0, 0.4, 2.0])
def test_what_goes_on_is_told_from_its_first_day_to_the_last(factor: float) -> None:
    series = _series(150, LENGTH, factor)
    found = lasting(_week(series, 154), series, QUIET, counted=False)
    assert found is not None
    assert (found.span.start, found.span.end) == (START + days(150), START + days(LENGTH))
    assert found.usual == pytest.approx(100 * 50, rel=0.05)


@pytest.mark.parametrize("factor", [0.0, 0.4, 2.0])
@pytest.mark.parametrize("stop", [165, LENGTH - 3])
def test_what_ended_does_not_go_on(factor: float, stop: int) -> None:
    series = _series(150, stop, factor)
    assert lasting(_week(series, 154), series, QUIET, counted=False) is None


def _read(rows: list[tuple[object, ...]], *splits: str) -> Read:
    query = MetricQuery(("complaints",), splits)
    return Read(Reading("part.0", query, Said("x")), QueryResult((), tuple(rows), False, 0.0), "")


def test_that_rows_are_done_as_nearly_all_are_is_no_part() -> None:
    rows: list[tuple[object, ...]] = [(f"area {n}", "done", 3, 24, 0) for n in range(8)]
    rows += [("area 1", "open", 1, 1, 0), ("area 2", "done", 60, 24, 0)]
    one = Look("complaints", "", "", Span(START, START + days(7)), 85.0, 27.0, 1.0, 1e-9)
    part = part_of(one, _read(rows, "area", "state"), None)
    assert part is not None and part.names == ("area 2",)


def test_of_a_place_and_what_it_is_part_of_the_more_exact_is_told() -> None:
    rows: list[tuple[object, ...]] = [(f"shop {n}", f"area {n // 2}", 70, 560, 0) for n in range(6)]
    rows[3] = ("shop 3", "area 1", 0, 560, 0)
    one = Look("takings", "", "", Span(START, START + days(7)), 350.0, 420.0, 1.0, 1e-9)
    part = part_of(one, _read(rows, "shop", "area"), None, {"shop", "area"})
    assert part is not None and part.names == ("shop 3",)


@pytest.mark.parametrize(("size", "told"), [(6000.0, True), (900.0, False)])
def test_a_day_with_a_hundred_times_its_usual_is_told_alone(size: float, told: bool) -> None:
    series = _series(0, 0, 1.0)
    series.values[153] = size
    span = Span(START + days(150), START + days(157))
    part = Part(("shop",), ("a",), span, series.total(span.start, span.end), 700.0, 700.0)
    found = spike_of(part, series)
    assert (found is not None) is told
    if found is not None:
        assert (found.start, found.end) == (START + days(153), START + days(154))
