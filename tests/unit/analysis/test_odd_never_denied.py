"""The first sentence never denies what the lines below it tell: counts, records, what came out badly."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.drifts import drifts_in
from analysis.anomaly.growing import growing_in
from analysis.anomaly.looks import Span
from analysis.anomaly.month_looks import Table
from analysis.anomaly.whose import amount_of
from analysis.asked import AnalysisAsked
from language.calendar import add_months
from query.metric_query import Window
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of, ran, told


def _with_tickets(days: list[str], state: int = 1) -> tuple:
    database, answers = kiosks.__wrapped__()
    rows = [(9000 + number, 4, day, state) for number, day in enumerate(days)]
    database.executemany("INSERT INTO tickets VALUES (?, ?, ?, ?)", rows)
    return database, answers


@pytest.mark.parametrize("question", ["Elm 9月1日到21日有没有异常", "anything unusual at Elm Sep 1-21?"])
def test_a_count_beyond_all_stretches_as_long_before_it_is_told(question: str) -> None:
    spread = [f"2026-09-{day:02d}" for day in range(1, 22, 3)]
    outcome, words = told(question, *_with_tickets(spread))
    (said,) = [one for one in outcome.statements if one.code.startswith("anomaly.alike_")]
    assert (
        said.code == "anomaly.alike_high" and "没有发现异常" not in words and "Nothing unusual" not in words
    )
    database, _ = _with_tickets(spread)
    count = "SELECT COUNT(*) FROM tickets WHERE kiosk_id = 4 AND opened_on BETWEEN ? AND ?"
    (now,) = database.execute(count, ("2026-09-01", "2026-09-21")).fetchone()
    starts = [dt.date(2026, 9, 1) - dt.timedelta(21 * one) for one in range(1, said.params["count"] + 1)]
    before = [
        database.execute(count, (str(one), str(one + dt.timedelta(20)))).fetchone()[0] for one in starts
    ]
    assert float(said.params["value"].value) == now and said.params["high"] == str(max(before))
    assert said.params["low"] == str(min(before)) and now > max(before)


def test_a_count_like_those_before_is_not_told() -> None:
    outcome, _ = told("anything unusual at Elm Sep 1-21?", *kiosks())
    assert not any(one.code.startswith("anomaly.alike_") for one in outcome.statements)


@pytest.mark.parametrize("question", ["上周有没有异常", "anything unusual last week?"])
def test_what_came_out_badly_is_told_with_its_day(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = shop.DEFINED.replace("2: [已处理, Closed]", "2: [已处理, Closed], 3: [不合格, Failed]")
    monkeypatch.setattr(shop, "DEFINED", failing)
    outcome, words = told(question, *_with_tickets(["2026-09-15"], state=3))
    (said,) = [one for one in outcome.statements if one.code == "anomaly.came_out"]
    assert said.params["before"].code == "anomaly.came_out_never" and "15" in words
    assert "2025-11-27 有数据以来" in words or "since data begin on 27 Nov 2025" in words, words
    assert outcome.statements[0].code != "anomaly.none"
    outcome, _ = told(question, *_with_tickets(["2026-09-05"], state=3))
    assert not any(one.code.startswith("anomaly.came_out") for one in outcome.statements)


def test_a_month_that_is_the_highest_of_all_is_told_though_it_is_no_outlier() -> None:
    def grow(amounts: np.ndarray) -> None:
        first = (dt.date(2026, 8, 1) - shop.FIRST).days
        amounts[:, first : first + 31] *= 1.08

    outcome, words = told("8月收款额有没有异常", *kiosks(grow))
    assert outcome.statements[0].code != "anomaly.none"
    said = next(one for one in outcome.statements if one.code == "anomaly.month_records")
    assert "最高" in words and len(said.params["list"]) >= 1


def test_days_that_lie_farthest_leave_no_all_clear() -> None:
    def dip(amounts: np.ndarray) -> None:
        amounts[:, (dt.date(2026, 9, 16) - shop.FIRST).days] *= 0.93

    outcome, _ = told("anything odd in takings from 10 to 21 September?", *kiosks(dip))
    told_days = [one for one in outcome.statements if one.code == "anomaly.farthest"]
    assert bool(told_days) == (outcome.statements[0].code != "anomaly.none")


def _months(size: int) -> tuple[Span, ...]:
    starts = [add_months(dt.date(2024, 11, 1), one) for one in range(size)]
    return tuple(Span(one, add_months(one, 1)) for one in starts)


def _ratios(figures: np.ndarray) -> Table:
    under = np.full(figures.shape, 1e5)
    names = tuple("ABCDEFGH"[: len(figures)])
    return Table("per_kg", "plant", names, _months(figures.shape[1]), figures * under, under)


def test_a_slide_that_rose_between_is_not_said_to_go_month_by_month() -> None:
    falls = np.array([95.8, 95.0, 94.1, 94.6, 92.8, 91.9, 90.9])
    steady = np.full((2, 24), 95.0) + np.random.default_rng(3).normal(0, 0.1, (2, 24))
    steady[0, -7:] = falls
    ((month, drift),) = drifts_in([_ratios(steady)], {"per_kg"})
    assert month.look.member == "A" and drift.back == (_months(24)[-4],)


def test_a_ratio_that_leaves_its_year_before_is_found_beside_a_season() -> None:
    chance = np.random.default_rng(5)
    season = 0.42 + 0.04 * np.cos(2 * np.pi * (np.arange(23) - 2) / 12)
    figures = season * np.exp(chance.normal(0, 0.01, (3, 23)))
    plain = growing_in([_ratios(figures)], {"per_kg"})
    assert plain == []
    figures[1, -3:] *= (1.05, 1.10, 1.16)
    ((month, growing),) = growing_in([_ratios(figures)], {"per_kg"})
    assert month.look.member == "B" and growing.now > 0.1 > abs(growing.then)
    assert growing_in([_ratios(figures)], set()) == []


def test_a_usual_rate_is_told_as_fine_as_it_is() -> None:
    desk = desk_of(kiosks()[1], "en")
    assert float(amount_of(0.4135, "average_sale", desk).value) == 0.4135
    assert float(amount_of(2.44, "tickets", desk).value) == 2.4


@pytest.mark.parametrize(
    "names",
    [
        ("takings", "sales", "average_sale", "tickets"),
        ("average_sale", "takings"),
        ("best_day", "tickets"),
        ("reached", "target"),
    ],
)
@pytest.mark.parametrize("window", [None, Window(dt.date(2026, 1, 1), shop.TODAY, "year")])
def test_several_figures_with_their_ratios_are_looked_at_together(
    names: tuple[str, ...], window: Window | None
) -> None:
    outcome, words = ran(AnalysisAsked("anomaly", "zh", names, window), *kiosks())
    assert words and (outcome.statements or outcome.declined)


def _declined(amounts: np.ndarray) -> None:
    """Plant a year over which takings slowly fall to two thirds: no day of it is odd."""
    amounts[:, -366:] *= np.linspace(1.0, 0.66, 366)


@pytest.mark.parametrize("question", ["上个月有没有异常", "what should I worry about last month?"])
def test_a_figure_nobody_named_that_is_far_below_its_year_before_is_no_all_clear(question: str) -> None:
    outcome, words = told(question, *kiosks(_declined))
    first = outcome.statements[0]
    assert first.code in ("anomaly.total", "anomaly.some"), words
    (said,) = [one for one in outcome.statements if one.code == "anomaly.total"]
    names = [one.params["metric"].name for one in said.params["lines"]]
    assert names == ["takings"], words
    assert not any(one.code == "anomaly.total" for one in told(question, *kiosks())[0].statements)


def test_what_got_better_or_moved_by_a_few_percent_is_not_told_so() -> None:
    def better(amounts: np.ndarray) -> None:
        amounts[:, -366:] *= np.linspace(1.0, 1.4, 366)

    for plant in (better, None):
        outcome, _ = told("anything unusual last month?", *kiosks(plant))
        assert not any(one.code == "anomaly.total" for one in outcome.statements)
