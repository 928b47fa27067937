"""Odd days in a row, days of nothing, records of half a year, groups of figures by their first word."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from analysis.anomaly.group import group_of
from analysis.anomaly.looks import Look, Odd, Span, is_seasonal
from analysis.anomaly.parts import Part
from analysis.anomaly.records import like_days
from analysis.anomaly.repeats import each_once
from analysis.anomaly.runs import as_run
from analysis.anomaly.telling import Seen, _finding
from analysis.daily import Daily, SpecialDays
from analysis.words import worded
from language.calendar import days
from tests.unit.analysis.kiosks import FIRST, desk_of, told
from tests.unit.analysis.kiosks import calm as kiosks

QUIET = SpecialDays({})
MAY = dt.date(2026, 5, 11)  # a Monday


def a_look(start: dt.date, length: int, value: float, usual: float, chance: float = 1e-6) -> Look:
    return Look("takings", "kiosk", "Gorse", Span(start, start + days(length)), value, usual, 1.0, chance)


def test_days_in_a_row_are_one_finding_with_their_sum() -> None:
    found = [a_look(MAY + days(n), 1, 0.0, 100.0 + n) for n in range(-1, 8)]
    week = a_look(MAY, 7, 0.0, 721.0, 1e-9)
    one = as_run(Odd(week, tuple(found)), QUIET)
    assert (one.look.span.start, one.look.span.end) == (MAY - days(1), MAY + days(8))
    assert one.look.value == 0 and one.look.usual == sum(look.usual for look in found)


def test_a_week_that_holds_more_than_its_odd_days_stays_the_finding() -> None:
    found = (a_look(MAY, 1, 50.0, 100.0), a_look(MAY + days(1), 1, 50.0, 100.0))
    week = a_look(MAY, 7, 400.0, 700.0)
    assert as_run(Odd(found[0], (found[1], week)), QUIET).look is week


def test_days_off_between_odd_days_do_not_part_them() -> None:
    off = SpecialDays({MAY + days(1): "holiday"})
    found = (a_look(MAY, 1, 0.0, 100.0), a_look(MAY + days(2), 1, 0.0, 100.0))
    assert as_run(Odd(found[0], found[1:]), off).look.span == Span(MAY, MAY + days(3))
    assert as_run(Odd(found[0], found[1:]), QUIET).look is found[0]


def test_what_came_a_year_before_by_half_as_much_came_again() -> None:
    nothing, little, usual = (a_look(MAY, 1, value, 100.0) for value in (0.0, 40.0, 95.0))
    assert is_seasonal(little, little) and is_seasonal(nothing, nothing) and is_seasonal(little, nothing)
    assert not is_seasonal(nothing, usual) and not is_seasonal(little, usual)


@pytest.mark.parametrize(
    ("value", "told_as"),
    [(0.0, "came to nothing over May 2026 (31 days"), (900.0, "came to CNY 900 over May 2026 (31 days)")],
)
def test_odd_days_that_fill_a_month_are_told_as_days_in_a_row(value: float, told_as: str) -> None:
    desk = desk_of(kiosks()[1], "en")
    found = Seen(Odd(a_look(dt.date(2026, 5, 1), 31, value, 3100.0)))
    assert told_as in worded(_finding(found, desk), desk.catalog, "en")


@pytest.mark.parametrize("question", ["5月收款额有没有异常", "anything weird about takings in May?"])
def test_nine_days_of_nothing_are_told_as_such(question: str) -> None:
    def plant(amounts: np.ndarray) -> None:
        first = (dt.date(2026, 5, 10) - FIRST).days
        amounts[6, first : first + 9] = 0.0

    outcome, words = told(question, *kiosks(plant))
    assert outcome.result is not None and outcome.result.rows[0][1] == "2026-05-10 – 2026-05-18"
    assert outcome.result.rows[0][2] == 0
    assert "连续 9 天没有收款额" in words or "no takings at all over 10–18 May 2026 (9 days" in words


def _noisy(seed: int) -> Callable[[np.ndarray], None]:
    def plant(amounts: np.ndarray) -> None:
        amounts[:] *= np.exp(0.09 * np.random.default_rng(seed).standard_normal(amounts.shape))
        amounts[6, -1] *= 1.6

    return plant


def test_a_day_that_no_like_day_of_half_a_year_reached_is_told() -> None:
    told_of = [told("昨天有没有异常", *kiosks(_noisy(seed))) for seed in (11, 12, 13)]
    assert sum("Gorse" in words.partition("离平常较远")[0] for _, words in told_of) == 3


def test_like_days_are_ordinary_ones_of_that_weekday_with_data_the_last_first() -> None:
    values = np.arange(1.0, 71.0)
    values[49] = 0.0
    series = Daily(MAY - days(63), values)
    off = SpecialDays({MAY - days(7): "holiday"})
    found = like_days(series, MAY, off)
    assert [day for day, _ in found] == [MAY - days(7 * week) for week in (3, 4, 5, 6, 7, 8, 9)]


@pytest.mark.parametrize("text", ["收款有没有异常的", "8月收款"])
def test_figures_whose_names_begin_alike_are_a_group(text: str) -> None:
    desk = desk_of(kiosks()[1], "zh")
    names, rest = group_of(text, desk)
    assert names == () and rest == text  # of 收款额 and 收款目标 only one adds up over days


def test_what_comes_every_year_is_told_with_its_size() -> None:
    def plant(amounts: np.ndarray) -> None:
        for start in (dt.date(2026, 8, 10), dt.date(2025, 8, 11)):
            at = (start - FIRST).days
            amounts[6, at : at + 7] *= 2

    _, words = told("8月收款额有没有异常", *kiosks(plant))
    assert "去年同期也这样（2025-08-11 至 08-17" in words
    assert "Gorse的收款额" in words.partition("去年同期也这样")[0]


def test_of_two_findings_that_tell_each_other_one_stays() -> None:
    def seen(metric: str, dimension: str, member: str, part: tuple[str, str]) -> Seen:
        look = replace(a_look(MAY, 3, 900.0, 90.0), metric=metric, dimension=dimension, member=member)
        return Seen(Odd(look), part=Part((part[0],), (part[1],), look.span, 800.0, 20.0, 20.0))

    product = seen("takings", "product", "Tea", ("kiosk", "Gorse"))
    kiosk = seen("units", "kiosk", "Gorse", ("product", "Tea"))
    assert each_once([product, kiosk]) == [product]
    assert each_once([kiosk, product]) == [kiosk]
