"""What cannot move is as odd as a jump: days at one value, a ceiling, told beside what moves."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.ceilings import ceiling_of
from analysis.anomaly.standing import same_by_chance, standing_of
from analysis.outcome import Look, Read
from database.result import QueryResult, ResultColumn
from language.calendar import days
from query.metric_query import MetricQuery
from tests.unit.analysis.kiosks import FIRST, NAMES, Plant, told
from tests.unit.analysis.kiosks import calm as kiosks

START = dt.date(2026, 8, 1)
SEEDS = 200


def _held(values: np.ndarray) -> list[tuple[dt.date, float]]:
    return [(START + days(at), float(value)) for at, value in enumerate(values)]


def _counts(seed: int, mean: float, size: int = 31) -> np.ndarray:
    return np.random.default_rng(seed).poisson(mean, size).astype(float)


@pytest.mark.parametrize("mean", [12, 60, 400])
def test_counts_that_move_by_chance_hardly_ever_stand_still(mean: float) -> None:
    same = same_by_chance(float(len({*_counts(1, mean)})), 31)
    found = [standing_of("x", _held(_counts(seed, mean)), same, 40, counts=True) for seed in range(SEEDS)]
    assert not any(found)


def test_a_frozen_week_and_a_ceiling_are_found() -> None:
    same = same_by_chance(20, 31)
    for seed in range(SEEDS):
        frozen, capped = _counts(seed, 60), _counts(seed, 60)
        frozen[10:18] = 57
        (one,) = [standing_of("x", _held(frozen), same, 40, counts=True)]
        assert one is not None and (one.value, one.is_whole) == (57, True)
        assert one.start <= START + days(10) and one.end >= START + days(18)
        (top,) = [standing_of("x", _held(np.minimum(capped, 54)), same, 40, counts=True)]
        assert top is not None and top.value == 54 and top.count >= 10


def test_what_always_comes_to_the_same_few_values_is_not_odd() -> None:
    steady = np.array([20.0, 21.0] * 15 + [20.0])
    assert standing_of("x", _held(steady), 0.5, 40, counts=True) is None
    assert standing_of("x", _held(np.full(31, 3.0)), 0.01, 40, counts=True) is None  # of so few


def _at(kiosk: str, first: dt.date, last: dt.date, value: float) -> Plant:
    def plant(amounts: np.ndarray) -> None:
        start, end = (first - FIRST).days, (last - FIRST).days + 1
        amounts[NAMES.index(kiosk), start:end] = value

    return plant


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("8月收款额有什么异常", "Gorse在 2026-08-08 至 08-27 有记录的 20 天里天天都是 5,820"),
        ("anything unusual in takings in August?", "Gorse had exactly CNY 5,820 on every one of the 20 days"),
        ("8月有什么异常", "Gorse在 2026-08-08 至 08-27 有记录的 20 天里天天都是"),
        ("8月Gorse的收款额有异常吗", "Gorse在 2026-08-08 至 08-27 有记录的 20 天里天天都是"),
    ],
)
def test_a_member_whose_figure_stands_still_is_told(question: str, words: str) -> None:
    plant = _at("Gorse", dt.date(2026, 8, 8), dt.date(2026, 8, 27), 5820.0)
    _, text = told(question, *kiosks(plant))
    assert words in text


@pytest.mark.parametrize("question", ["8月收款额有什么异常", "8月Fir的收款额有异常吗"])
def test_nothing_stands_still_where_nothing_is_planted(question: str) -> None:
    assert "停在同一个数上" not in told(question, *kiosks())[1]


def _copy(amounts: np.ndarray) -> None:
    place = (dt.date(2026, 8, 19) - FIRST).days
    amounts[:, place] = amounts[:, place - 1]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("8月收款额有什么异常", "2026-08-19 与 2026-08-18 完全一样"),
        ("anything unusual in takings in August?", "19 Aug 2026 is 18 Aug 2026 again"),
    ],
)
def test_a_day_that_is_another_day_again_is_told(question: str, words: str) -> None:
    assert words in told(question, *kiosks(_copy))[1]
    assert words not in told(question, *kiosks())[1]


def _counted(things: dict[str, int]) -> dict[str, Read]:
    columns = (ResultColumn("area", "text"), ResultColumn("piles", "number"))
    look = Look("things.area.piles", MetricQuery(("piles",), ("area",)), "piles")
    return {look.name: Read(look, QueryResult(columns, tuple(things.items()), False, 1.0), "")}


def test_a_highest_value_that_is_the_same_for_each_thing_is_a_ceiling() -> None:
    things = {"a": 2, "b": 4, "c": 4, "d": 6, "e": 8, "f": 2, "g": 8}
    most = {name: 30.0 * number for name, number in things.items()} | {"f": 41.0}
    found = ceiling_of(most, _counted(things))
    assert found is not None and (found.things, found.per, found.count) == ("piles", 30, 6)
    assert found.every["f"] == 60, "of one that has not come to it too"
    assert ceiling_of(most | {"g": 241.0}, _counted(things)) is None, "one has more"
    assert ceiling_of(most, _counted(dict.fromkeys(things, 2))) is None
    assert ceiling_of(dict.fromkeys(things, 60.0), _counted(dict.fromkeys(things, 2))) is None, "all alike"
    assert ceiling_of(most, {}) is None
