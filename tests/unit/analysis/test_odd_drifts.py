"""A ratio that slides month by month is found with its first month; noise, steps and seasons are no slide."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.drifts import drifts_in, kendall
from analysis.anomaly.looks import Span
from analysis.anomaly.month_looks import Table
from language.calendar import add_months

FIRST, MONTHS = dt.date(2024, 10, 1), 25
SEEDS = 100


def _table(seed: int, change: np.ndarray | None = None, *, shared: bool = False, noise: float = 0.6) -> Table:
    """Return twelve places with about 95 % a month, one of them changed in its last months, or all."""
    chance = np.random.default_rng(seed)
    rates = 95 + noise * chance.standard_normal((12, MONTHS))
    if change is not None:
        rates[slice(None) if shared else 3, -len(change) :] += change
    under = np.full((12, MONTHS), 4000.0)
    starts = [add_months(FIRST, at) for at in range(MONTHS)]
    spans = tuple(Span(one, add_months(one, 1)) for one in starts)
    members = tuple(f"place {number}" for number in range(12))
    return Table("on_time", "place", members, spans, rates / 100 * under, under, 100.0)


def _found(table: Table) -> list[tuple[str, dt.date]]:
    return [(month.look.member, drift.first.start) for month, drift in drifts_in([table], {"on_time"})]


def test_of_quiet_rates_at_most_one_in_twenty_gives_a_false_alarm() -> None:
    for noise in (0.6, 4.0):
        assert sum(bool(_found(_table(seed, noise=noise))) for seed in range(SEEDS)) <= SEEDS * 0.05


def test_a_slide_of_nine_points_in_six_months_is_found_nine_times_in_ten() -> None:
    slide = np.array([0, -1.5, -3.0, -4.5, -6.0, -7.5, -9.0])
    found = [_found(_table(seed, slide)) for seed in range(SEEDS)]
    hits = [one for one in found if [name for name, _ in one] == ["place 3"]]
    assert len(hits) >= 0.9 * SEEDS
    begun = add_months(FIRST, MONTHS - len(slide))
    assert sum(abs((one[0][1] - begun).days) <= 62 for one in hits) >= 0.9 * len(hits)


@pytest.mark.parametrize("step", [[-9.0] * 4, [9.0] * 6, [0, -4.5, -9.0, -9.0, -9.0, -9.0]])
def test_what_moved_in_a_month_or_two_is_no_slide(step: list[float]) -> None:
    found = [_found(_table(seed, np.array(step))) for seed in range(SEEDS)]
    assert sum(map(bool, found)) <= SEEDS * 0.1


def test_what_all_share_and_what_comes_every_year_is_no_slide() -> None:
    slide = np.array([0, -1.5, -3.0, -4.5, -6.0, -7.5, -9.0])
    assert sum(bool(_found(_table(seed, slide, shared=True))) for seed in range(SEEDS)) <= SEEDS * 0.05
    yearly = np.concatenate([slide, np.zeros(5), slide])
    assert not any("place 3" in dict(_found(_table(seed, yearly))) for seed in range(SEEDS))


def test_chances_of_orders_are_exact() -> None:
    assert kendall(np.arange(6.0)) == pytest.approx(2 / 720)
    assert kendall(np.array([1.0, 2.0, 3.0, 5.0, 4.0])) == pytest.approx(2 * 5 / 120)
