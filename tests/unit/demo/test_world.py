"""The demo's chance, calendar and network."""

import datetime as dt
from collections import Counter

import numpy as np

from demo.days import Days, holidays
from demo.facts import Block, blocks
from demo.network import areas, fixed_tables, shops
from demo.noise import around_one, choice, uniform

OCTOBER = Days(dt.date(2026, 10, 1), dt.date(2026, 11, 1))


def _rows(found: Block) -> set[tuple[str, ...]]:
    return {tuple(map(str, row)) for row in zip(*found.columns, strict=True)}


def test_chance_is_the_same_number_on_every_machine() -> None:
    assert float(uniform("orders", 7, 739000)) == 0.6817857469306793


def test_chance_stays_within_its_bounds_and_spreads() -> None:
    many = np.arange(20_000)
    drawn, near = uniform("x", many), around_one("x", 0.2, many)
    assert 0 <= drawn.min() < 0.001
    assert 0.999 < drawn.max() < 1
    assert abs(drawn.mean() - 0.5) < 0.01
    assert near.min() >= 0.8
    assert near.max() <= 1.2


def test_codes_come_as_often_as_their_weights_say() -> None:
    drawn = Counter(choice("x", [1, 3], np.arange(10_000)).tolist())
    assert set(drawn) == {1, 2}
    assert 0.73 < drawn[2] / 10_000 < 0.77


def test_a_span_of_days_does_not_change_what_a_day_holds() -> None:
    week = Days(dt.date(2026, 10, 5), dt.date(2026, 10, 12))
    for whole, part in zip(blocks(OCTOBER, []), blocks(week, []), strict=True):
        assert whole.table == part.table
        assert _rows(part) <= _rows(whole)
    assert sum(len(block.columns[0]) for block in blocks(week, [])) > 2_000


def test_each_day_off_is_listed_once_for_every_year() -> None:
    dates = [day.date for day in holidays()]
    assert len(dates) == len(set(dates))
    for year in (2024, 2025, 2026, 2027):
        names = {day.name for day in holidays() if day.date.year == year}
        assert names == {"元旦", "春节", "清明节", "劳动节", "端午节", "中秋节", "国庆节"}


def test_weekdays_are_counted_from_monday() -> None:
    assert OCTOBER.weekday.tolist() == [day.weekday() for day in OCTOBER.dates]


def test_there_are_forty_areas_and_nancheng_is_one_of_them() -> None:
    assert len(areas()) == 40
    assert "南城服务区" in {area.name for area in areas()}
    assert len({area.name_en for area in areas()}) == 40
    assert len({shop.name for shop in shops()}) == len(shops())


def test_every_area_has_a_shop_and_staff() -> None:
    every = {area.id for area in areas()}
    assert {shop.area for shop in shops()} == every
    assert {row[1] for row in fixed_tables()["staff"]} == every
