"""A rate near all of what it is of is looked at by what it lacks; a step's own months hide no step."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.looks import Span
from analysis.anomaly.month_events import found_in
from analysis.anomaly.month_looks import Table, months_of
from language.calendar import add_months
from tests.unit.analysis.depots import World, depots
from tests.unit.analysis.kiosks import told

FIRST, MONTHS, MEMBERS = dt.date(2024, 10, 1), 25, 46
SPANS = tuple(Span(add_months(FIRST, at), add_months(FIRST, at + 1)) for at in range(MONTHS))
NAMES = tuple(f"depot {number}" for number in range(MEMBERS))
SEEDS = 40
Change = list[float]


def _rates(seed: int, change: Change = [], *, usual: float = 95.5, shared: bool = False) -> Table:  # noqa: B006
    """Return the deliveries on time of depots, some thousands a month, twice as many late in November."""
    chance = np.random.default_rng(seed)
    under = np.round(chance.uniform(2000, 9000, (MEMBERS, 1)) * chance.uniform(0.9, 1.1, (MEMBERS, MONTHS)))
    few = min(usual, 100 - usual) * np.exp(0.08 * chance.standard_normal((MEMBERS, MONTHS)))
    few[:, [at for at, one in enumerate(SPANS) if one.start.month == 11]] *= 2
    if change:
        few[slice(None) if shared else 7, -len(change) :] += change
    counted = chance.binomial(under.astype(int), np.minimum(few, 99) / 100)
    over = under - counted if usual > few.mean() else counted.astype(float)
    return Table("on_time", "depot", NAMES, SPANS, over, under, 100.0)


def _told(table: Table) -> list[str]:
    return [one.look.member for one in found_in(months_of(table, [MONTHS - 1]))]


@pytest.mark.parametrize("usual", [95.5, 60.0, 4.0])
def test_of_quiet_rates_at_most_one_in_twenty_tells_a_depot(usual: float) -> None:
    assert sum(bool(_told(_rates(seed, usual=usual))) for seed in range(SEEDS)) <= 0.05 * SEEDS


@pytest.mark.parametrize("change", [[11.0], [5.0, 11.0], [9.0, 10.0, 11.0]])
def test_a_depot_at_84_of_95_is_found_nine_times_in_ten_however_it_came_there(change: Change) -> None:
    assert sum(_told(_rates(seed, change)) == ["depot 7"] for seed in range(SEEDS)) >= 0.9 * SEEDS


def test_what_all_share_and_two_points_are_told_of_nobody() -> None:
    assert sum(bool(_told(_rates(seed, [11.0], shared=True))) for seed in range(SEEDS)) <= 0.05 * SEEDS
    assert sum(bool(_told(_rates(seed, [2.0]))) for seed in range(SEEDS)) <= 0.1 * SEEDS


def test_a_rate_is_told_as_it_is_and_beside_its_usual() -> None:
    one = next(it for it in months_of(_rates(3, [11.0]), [MONTHS - 1]) if it.look.member == "depot 7")
    assert 82 < one.look.value < 86 and 93 < one.look.usual < 96 and not one.is_up
    assert one.year is not None and one.year > 93 and one.next is not None and one.next > one.look.value


def _sinking(world: World) -> None:
    for month, late in ((7, 0.10), (8, 0.16)):
        world.late[5, world.at(dt.date(2026, month, 1), dt.date(2026, month + 1, 1))] = late
    world.late[5, world.at(dt.date(2026, 9, 1))] = 0.19


@pytest.mark.parametrize(
    "question",
    [
        "今年准时率有没有异常",
        "Anything odd about the on-time rate since July?",
        "anything unusual last month?",
    ],
)
def test_a_depot_whose_rate_sank_for_months_is_named(question: str) -> None:
    assert told(question, *depots(_sinking))[1].partition(" Looked at")[0].count("Ford") == 1
    assert "Ford" not in told(question, *depots())[1]
