"""Planted causes are found, and nothing is found where nothing is: rates over many made businesses."""

import datetime as dt
from decimal import Decimal

import numpy as np

from analysis.why.calendar import calendar_part
from analysis.why.split import Pair, of_ratio, outstanding
from tests.unit.analysis.planted import (
    AREAS,
    KINDS,
    OCTOBER,
    SEPTEMBER,
    SHOPS,
    Business,
    business,
    in_october,
)

RUNS = 40


def told(made: Business) -> list[tuple[str, str]]:
    """Return the members told, of the dimension in which they stand out most."""
    out = [one for one in made.splits() if one.stands_out]
    best = max(out, key=lambda one: one.surprise, default=None)
    return [(best.dimension, line.name) for line in best.lines] if best else []


def largest_area(made: Business) -> int:
    sizes = [made.sales[area::AREAS].sum() for area in range(AREAS)]
    return int(np.argsort(sizes)[-AREAS // 4])  # of the upper quarter


def test_nothing_is_found_where_nothing_is() -> None:
    alarms = sum(bool(told(business(seed))) for seed in range(RUNS))
    assert alarms <= 0.1 * RUNS


def test_an_area_that_lost_a_third_is_found() -> None:
    hits = 0
    for seed in range(RUNS):
        area = largest_area(business(seed))

        def plant(sales: np.ndarray, days: list[dt.date], area: int = area) -> None:
            sales[area::AREAS, in_october(days)] *= 0.67

        hits += ("area", str(area)) in told(business(seed, plant))
    assert hits >= 0.9 * RUNS


def test_a_shop_that_closed_in_the_middle_of_the_month_is_found() -> None:
    hits = 0
    for seed in range(RUNS):
        shop = int(np.argsort(business(seed).sales.sum(axis=1))[-SHOPS // 10])

        def plant(sales: np.ndarray, days: list[dt.date], shop: int = shop) -> None:
            sales[shop, in_october(days, 12)] = 0

        hits += ("shop", str(shop)) in told(business(seed, plant))
    assert hits >= 0.9 * RUNS


def test_the_holidays_part_is_told_within_a_quarter() -> None:
    """Seven holidays at 1.8 instead of working days at 1, and weekends: what they truly make is known."""
    close = 0
    for seed in range(RUNS):
        made = business(seed)
        whole = made.whole()
        part = calendar_part(made.series(), SEPTEMBER, OCTOBER, whole, KINDS, dense=True)
        usual = {"workday": Decimal(1), "weekend": Decimal("1.3"), "holiday": Decimal("1.8")}
        before, now = (
            sum(usual[kind] * count for kind, count in KINDS.counted(window).items())
            for window in (SEPTEMBER, OCTOBER)
        )
        assert whole.before is not None
        truly = whole.before * (now / before - 1)
        close += abs(part.part - truly) <= abs(truly) / 4
    assert close >= 0.95 * RUNS


def test_a_mix_shift_is_told_as_one() -> None:
    """No member's rate moves, trucks become fewer: all of the change is the mix's."""
    random = np.random.default_rng(5)
    for _ in range(RUNS):
        rates = {
            name: Decimal(str(round(rate, 1)))
            for name, rate in zip("abcd", random.uniform(20, 60, 4), strict=True)
        }
        before = {
            name: Decimal(int(count))
            for name, count in zip("abcd", random.integers(1_000, 9_000, 4), strict=True)
        }
        now = {**before, "a": before["a"] * 2}
        tops = {name: Pair(rates[name] * before[name], rates[name] * now[name]) for name in rates}
        bottoms = {name: Pair(before[name], now[name]) for name in rates}
        sums = [sum(one.values(), Decimal(0)) for one in (before, now)]
        whole = Pair(
            sum((one.before or 0 for one in tops.values()), Decimal(0)) / sums[0],
            sum((one.now or 0 for one in tops.values()), Decimal(0)) / sums[1],
        )
        (split,) = outstanding([of_ratio("kind", tops, bottoms, whole, 1)], whole)
        assert split.mix is not None and abs(split.mix - whole.change) < Decimal("1e-20")
