"""What opened or closed explains is not odd; a cost that creeps up, and a kind dark at one place, are."""

import datetime as dt
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.anomaly.by_day import _comes_monthly
from analysis.anomaly.dark_kinds import _lacking
from analysis.anomaly.explained import came_and_went, is_explained
from analysis.anomaly.growing import Growing, growing_in
from analysis.anomaly.looks import Group, Span
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.month_events import ByMonth, Event
from analysis.anomaly.month_looks import Month, Table
from analysis.anomaly.repeats import without_silent
from analysis.anomaly.telling import Found
from analysis.daily import Daily, SpecialDays
from analysis.openings import Opening, Openings
from analysis.outcome import Look, Read, Said
from database.result import QueryResult, ResultColumn
from language.calendar import add_months
from query.metric_query import MetricQuery, Window

FIRST, MONTHS, SEEDS = dt.date(2024, 11, 1), 24, 60
NOW = Window(dt.date(2026, 9, 23), dt.date(2026, 11, 22), "range")
BEFORE = Window(dt.date(2026, 7, 22), dt.date(2026, 9, 23), "range")


def _read(rows: list[tuple[object, ...]], *windows: Window) -> Read:
    columns = tuple(ResultColumn(f"{at}", "other") for at in range(len(rows[0])))
    look = Look("x", MetricQuery(("takings",), windows=windows), Said("series.label"))
    return Read(look, QueryResult(columns, tuple(rows), False, 0.0), "")


def test_a_kind_that_had_every_day_before_and_lacks_a_fortnight_is_found_and_a_rare_one_is_not() -> None:
    rows: list[tuple[object, ...]] = [
        ("North", "Giant", 46, 63), ("North", "Standard", 60, 63), ("South", "Corporate", 36, 40),
        ("South", "Standard", 60, 63), ("East", "Giant", 59, 63), ("Gone", "Giant", 0, 63),
        ("Gone", "Standard", 0, 63), ("West", "Night", 30, 40),
    ]  # fmt: skip
    assert _lacking(_read(rows, NOW, BEFORE)) == [("North", "Giant")]
    assert _lacking(_read([("Giant", 46, 63), ("Standard", 60, 63)], NOW, BEFORE)) == [("", "Giant")]


def _costs(seed: int, creep: np.ndarray | None = None) -> Table:
    """Return five kinds of cost over two years, each with its season; the third creeps up at the end."""
    chance, at = np.random.default_rng(seed), np.arange(MONTHS)
    season = 1 + 0.4 * np.sin(2 * np.pi * at / 12)
    base = np.array([1000.0, 700.0, 200.0, 90.0, 120.0])[:, None] * (1 + 0.03 * at / 12)
    sums = base * np.exp(0.015 * chance.standard_normal((5, MONTHS)))
    sums[2] *= season
    if creep is not None:
        sums[2, -len(creep) :] *= 1 + creep
    spans = tuple(Span(one, add_months(one, 1)) for one in (add_months(FIRST, int(n)) for n in at))
    return Table("costs", "kind", ("Rent", "Wages", "Power", "Cleaning", "Ads"), spans, sums)


def test_a_cost_that_creeps_up_beside_its_year_before_is_found_with_where_it_began() -> None:
    creep = np.linspace(0.0, 0.25, 9)
    found = [growing_in([_costs(seed, creep)]) for seed in range(SEEDS)]
    hits = [one[0] for one in found if [month.look.member for month, _ in one] == ["Power"]]
    assert len(hits) >= 0.9 * SEEDS
    assert all(growing.now > 0.15 > growing.then for _, growing in hits)
    table = _costs(0, creep)
    ((_, power),) = growing_in([table])
    at = table.spans.index(power.first)
    rest = np.delete(table.over, 2, axis=0).sum(axis=0)
    assert power.others_then == pytest.approx(rest[at] / rest[at - 12] - 1)


@pytest.mark.parametrize("creep", [None, np.full(6, 0.3)])
def test_a_season_and_a_step_of_long_ago_are_no_creep(creep: np.ndarray | None) -> None:
    assert sum(bool(growing_in([_costs(seed, creep)])) for seed in range(SEEDS)) <= 0.1 * SEEDS


def test_a_hall_out_of_order_for_a_month_leaves_its_year_before_at_once() -> None:
    every = [growing_in([_costs(seed, np.full(1, -0.35))]) for seed in range(SEEDS)]
    hits = [found[0] for found in every if [month.look.member for month, _ in found] == ["Power"]]
    assert len(hits) >= 0.9 * SEEDS
    assert {growing.first.start for _, growing in hits} == {add_months(FIRST, MONTHS - 2)}
    assert all(month.weight > 0.01 for month, _ in hits)  # a twenty-fourth of it, and none was ever told


def test_a_shop_that_opened_or_closed_moves_no_rest_beside_which_others_are_held() -> None:
    table = _costs(0)
    opened = np.concatenate([np.zeros(MONTHS - 3), np.full(3, 2000.0)])
    with_new = replace(table, members=(*table.members, "New"), over=np.vstack([table.over, opened]))
    assert growing_in([with_new]) == growing_in([table]) == []


def test_a_lowest_month_that_is_near_its_year_before_comes_with_the_season() -> None:
    span = Span(dt.date(2026, 11, 1), dt.date(2026, 12, 1))
    look = Looked("costs", "", "", span, 97.0, 140.0, 1.0, 0.01)
    season = Month(look, 0.3, 100.0, since=12, next=100.0)
    assert ByMonth((season,)).records() == ()
    fell = replace(season, look=replace(look, value=70.0))
    assert ByMonth((fell,)).records() == (fell,)


def _event(dimension: str, member: str, value: float, usual: float) -> Event:
    span = Span(dt.date(2026, 6, 1), dt.date(2026, 7, 1))
    return Event(Month(Looked("costs", dimension, member, span, value, usual, 1.0, 0.001), 0.1))


def _openings(*every: Opening) -> Openings:
    return Openings("site", every)


NEW = Opening("Riverside", dt.date(2026, 3, 20), {})
CLOSED = Opening("North", dt.date(2020, 1, 1), {}, dt.date(2026, 5, 31))
OLD = Opening("Galaxy", dt.date(2020, 1, 1), {})


@pytest.mark.parametrize(
    ("rows", "value", "explained"),
    [
        ([("Riverside", 210, 600), ("Galaxy", 600, 7200)], 850.0, True),  # 210 of 250
        ([("Riverside", 50, 600), ("Galaxy", 800, 7200)], 850.0, False),  # 50 of 250
        ([("North", 0, 2400), ("Galaxy", 390, 4800)], 390.0, True),  # 200 of 210 are gone
    ],
)
def test_a_city_is_odd_by_what_neither_opened_nor_closed(
    rows: list[tuple[object, ...]], value: float, explained: bool
) -> None:
    read = {"explained.0": _read(rows, NOW, BEFORE)}
    openings = _openings(NEW, CLOSED, OLD)
    assert is_explained(_event("city", "Hailing", value, 600.0), 0, openings, read) == explained


def test_a_member_that_opened_itself_is_explained_and_one_that_was_there_is_not() -> None:
    openings = _openings(NEW, CLOSED, OLD)
    assert is_explained(_event("site", "Riverside", 850.0, 600.0), 0, openings, {})
    assert not is_explained(_event("site", "Galaxy", 850.0, 600.0), 0, openings, {})
    assert not is_explained(_event("city", "Hailing", 850.0, 600.0), 0, None, {})


def test_of_a_city_only_its_own_places_are_who_came_and_went() -> None:
    there = Opening("Riverside", dt.date(2026, 3, 20), {"city": "Hailing"})
    other = Opening("Lakeside", dt.date(2026, 3, 20), {"city": "Zhuhai"})
    openings = _openings(there, other)
    assert came_and_went(_event("city", "Hailing", 850.0, 600.0), openings).names == {"Riverside"}
    assert came_and_went(_event("kind", "tea", 850.0, 600.0), openings).names == {"Riverside", "Lakeside"}


def test_repairs_that_take_longer_for_months_leave_their_year_before_where_no_month_alone_does() -> None:
    chance = np.random.default_rng(7)
    hours = 22 * np.exp(0.15 * chance.standard_normal((8, MONTHS)))
    spans = _costs(0).spans
    table = Table("hours", "estate", tuple("ABCDEFGH"), spans, hours, mean=True)
    assert growing_in([table]) == []
    hours = hours.copy()
    hours[2, -3:] *= 2.6
    ((month, growing),) = growing_in([replace(table, over=hours)])
    assert month.look.member == "C" and growing.first == spans[-4]


@pytest.mark.parametrize(("came", "monthly"), [((14, 12, 17, 11), True), ((14,), False)])
def test_what_falls_due_each_month_is_told_from_what_came_once(came: tuple[int, ...], monthly: bool) -> None:
    start = dt.date(2026, 1, 1)
    values = 100 * np.exp(0.05 * np.random.default_rng(3).standard_normal(330))
    for back, on in enumerate(came):
        day = (add_months(dt.date(2026, 11, on), -back) - start).days
        values[day : day + 3] += 200
    span = Span(dt.date(2026, 11, 14), dt.date(2026, 11, 17))
    look = Looked("receipts", "kind", "Office", span, 900.0, 300.0, 1.0, 0.0001)
    group = Group("receipts", "kind", {"Office": Daily(start, values)})
    assert _comes_monthly(look, group, SpecialDays({})) == monthly


@pytest.mark.parametrize(("began", "kept"), [(dt.date(2026, 1, 1), True), (dt.date(2026, 5, 1), False)])
def test_a_slide_of_months_is_no_part_of_days_of_nothing_elsewhere(began: dt.date, kept: bool) -> None:
    days = Span(dt.date(2026, 6, 12), dt.date(2026, 6, 30))
    dark = Looked("costs", "hall", "A · 1", days, 0.0, 300.0, 1.0, 0.0)
    tells = SimpleNamespace(look=dark, tells=lambda *_: True)
    slide = Growing(Span(began, add_months(began, 1)), -0.1, -0.4, -0.1, -0.1)
    event = replace(_event("city", "Hailing", 390.0, 600.0), growing=slide)
    months = Found(months=ByMonth(odd=(event,)))
    found = without_silent(months, [tells], None)  # type: ignore[list-item, arg-type]
    assert bool(found.months.odd) == kept
