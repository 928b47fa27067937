"""What is odd by the month, where days are too few to tell: how often it is found, and how often falsely."""

import datetime as dt
import math
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.anomaly import month_tables
from analysis.anomaly.levels import empty_of, jumps_of, steps_of
from analysis.anomaly.looks import Look, Span
from analysis.anomaly.month_events import comes_again, events, found_in, is_shift, moving_months, shifted
from analysis.anomaly.month_looks import PAST, Month, Table, _growth, months_of, tail
from analysis.asked import AnalysisAsked
from analysis.daily import special_days
from language.calendar import add_months
from query.metric_query import Window
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of

MONTHS = 25
FIRST = dt.date(2024, 10, 1)
SPANS = tuple(Span(add_months(FIRST, at), add_months(FIRST, at + 1)) for at in range(MONTHS))
LAST = MONTHS - 1
SEEDS = 100


def sparse(
    seed: int, *, a_month: float = 50, members: int = 12, factor: float = 1.0, amounts: bool = False
) -> list[Table]:
    """Return some things a month by member, with a season and a slow growth of all; the third moved last."""
    chance = np.random.default_rng(seed)
    season = 1 + 0.15 * np.sin(2 * np.pi * np.arange(MONTHS) / 12 + chance.uniform(0, 6))
    share = np.sort(chance.dirichlet(np.full(members, 3.0)))[::-1]
    rate = share[:, None] * a_month * season * (1 + 0.01 * np.arange(MONTHS))
    rate[2, -1] *= factor
    values = chance.poisson(rate).astype(float)
    if amounts:
        values = np.array([[chance.lognormal(7, 0.8, int(n)).sum() for n in row] for row in values])
    names = tuple(f"member {number}" for number in range(members))
    return [
        Table("things", "member", names, SPANS, values, counts=not amounts),
        Table("things", "", ("",), SPANS, values.sum(axis=0)[None], counts=not amounts),
    ]


def looked(tables: list[Table]) -> list[Month]:
    return [month for table in tables for month in months_of(table, [LAST])]


def hits(**how: float) -> int:
    told = (found_in(looked(sparse(seed, **how))) for seed in range(SEEDS))  # type: ignore[arg-type]
    return sum(any(one.look.member == "member 2" for one in found) for found in told)


@pytest.mark.parametrize("a_month", [50, 300])
def test_of_sparse_counts_at_most_one_in_twenty_gives_a_false_alarm(a_month: float) -> None:
    alarms = sum(bool(found_in(looked(sparse(seed, a_month=a_month)))) for seed in range(SEEDS))
    assert alarms <= SEEDS * 0.05


def test_of_sparse_amounts_at_most_seven_in_a_hundred_give_a_false_alarm() -> None:
    alarms = sum(bool(found_in(looked(sparse(seed, a_month=150, amounts=True)))) for seed in range(SEEDS))
    assert alarms <= SEEDS * 0.07


def test_a_member_at_a_third_of_its_usual_month_is_found_nine_times_in_ten_where_it_has_forty() -> None:
    assert hits(a_month=300, factor=1 / 3) >= SEEDS * 0.9


def test_a_member_at_three_times_its_usual_month_is_found_three_times_in_five_where_it_has_six() -> None:
    assert hits(a_month=50, factor=3.0) >= SEEDS * 0.6


def test_a_month_in_which_all_fall_alike_makes_no_member_odd() -> None:
    tables = sparse(4, a_month=600)
    tables[0].over[:, -1] *= 0.5
    assert [one for one in found_in(looked(tables[:1])) if one.look.dimension] == []


def test_what_comes_every_year_is_not_odd() -> None:
    tables = sparse(5, a_month=300)
    for table in tables:
        table.over[:, [LAST - PAST, LAST]] *= 2
    odd = [one for one in looked(tables[1:]) if one.look.change > 0.5]
    assert odd and all(comes_again(one) for one in odd) and found_in(odd) == []


def test_a_record_says_how_many_months_it_beats_and_whether_all_there_are() -> None:
    over = np.array([[10.0] * (MONTHS - 1) + [30.0]])
    over[0, 5] = 40.0
    (later,) = months_of(Table("x", "", ("",), SPANS, over, counts=True, begins=True), [LAST])
    assert later.since == LAST - 6 and not later.ever
    over[0, 5] = 10.0
    (ever,) = months_of(Table("x", "", ("",), SPANS, over, counts=True, begins=True), [LAST])
    assert ever.since == LAST and ever.ever


def test_a_ratio_is_set_beside_its_own_months_and_told_in_its_scale() -> None:
    chance = np.random.default_rng(8)
    under = np.full((1, MONTHS), 1000.0)
    over = chance.poisson(100, (1, MONTHS)).astype(float)
    over[0, -1] = 200.0
    (one,) = months_of(Table("rate", "", ("",), SPANS, over, under, 100.0), [LAST])
    assert one.look.value == 20.0 and 9 < one.look.usual < 11 and found_in([one]) == [one]


def test_a_share_that_moved_beside_both_times_is_a_shift() -> None:
    over = np.full((2, MONTHS), 50.0)
    over[:, -1] = 20, 80
    first, second = months_of(Table("x", "channel", ("a", "b"), SPANS, over), [LAST])
    assert first.shares == (20.0, 50.0, 50.0) and is_shift(first) and is_shift(second)


def test_one_event_cut_in_two_ways_is_told_once_the_whole_first() -> None:
    over = np.full((3, MONTHS), 100.0)
    over[0, -1] = 20.0
    cut = Table("x", "member", ("a", "b", "c"), SPANS, over, counts=True)
    whole = Table("x", "", ("",), SPANS, over.sum(axis=0)[None], counts=True)
    (event,) = events([one for one in looked([cut, whole]) if one.look.change < -0.1])
    assert event.month.look.member == "" and [one.look.member for one in event.same] == ["a"]


def test_chances_of_counts_are_those_of_poisson_and_go_over_into_normal_ones() -> None:
    assert tail(3, 10.8, 1.0) == pytest.approx(2 * 0.005713, abs=2e-4)
    below, above = tail(270, 299.0, 1.0), tail(271, 300.5, 1.0)
    assert math.log(below / above) == pytest.approx(0, abs=0.2)


def test_no_two_looks_share_a_name_where_data_end_in_different_months(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = {"takings": dt.date(2026, 8, 20), "tickets": dt.date(2026, 9, 23)}
    monkeypatch.setattr(month_tables, "data_span", lambda name, _: (FIRST, ends[name]))
    window = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 23), "range")
    asked = AnalysisAsked("anomaly", "zh", tuple(ends), window)
    plans = month_tables.month_plans(tuple(ends), asked, desk_of(kiosks()[1], "zh"))
    assert {plan.metrics for plan in plans} == {("takings",), ("tickets",)}
    assert len({look.name for plan in plans for look in plan.looks}) == len(plans) > 2


def levels(
    seed: int, members: int = 60, counts: int = 14
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    chance = np.random.default_rng(seed)
    steps = 0.15 * chance.standard_normal((members, counts))
    return np.round(1000 * np.exp(np.cumsum(steps, axis=1)))


def test_of_a_quiet_level_at_most_one_in_twenty_gives_a_false_alarm() -> None:
    names = [str(number) for number in range(60)]
    alarms = sum(bool(jumps_of(steps_of("title", names, levels(seed)))) for seed in range(SEEDS))
    assert alarms <= SEEDS * 0.05


def test_a_member_of_a_level_that_lost_four_fifths_or_fell_to_nothing_is_found() -> None:
    names = [str(number) for number in range(60)]
    found = 0
    for seed in range(SEEDS):
        table = levels(seed)
        table[7, -1] *= 0.2
        table[9, -1] = 0.0
        found += any(one.member == "7" for one in jumps_of(steps_of("title", names, table)))
        empty = empty_of("title", names, table)
        assert empty.now == ("9",) and empty.fell[0][0] == "9" and empty.usual == 0
    assert found >= SEEDS * 0.9


@pytest.mark.parametrize(
    ("month", "value", "moved"),
    [((2026, 2), 9.0, True), ((2026, 2), 0.0, False), ((2026, 3), 9.0, False), ((2025, 1), 9.0, True),
     ((2024, 10), 9.0, False)],
)  # fmt: skip
def test_a_month_with_most_of_a_long_holiday_in_one_of_two_years_is_no_finding(
    month: tuple[int, int], value: float, moved: bool
) -> None:
    start = dt.date(*month, 1)
    shown = Look("takings", "", "", Span(start, add_months(start, 1)), value, 5.0, 1.0, 0.0)
    assert shifted(shown, moving_months([shown.span], special_days(None))) is moved


def test_a_month_of_a_rate_over_nothing_tells_no_growth() -> None:
    figures = np.array([[np.inf, 2.0, np.inf, 4.0] + [1.0] * 8 + [np.inf, 3.0, 5.0, 6.0]])
    with np.errstate(all="raise"):
        assert _growth(SimpleNamespace(figures=figures), 0, 16) is None  # type: ignore[arg-type]
        figures[0, 4:8] = 1.0
        longer = np.concatenate([figures, np.array([[2.0] * 4])], axis=1)
        assert _growth(SimpleNamespace(figures=longer), 0, 20) == 2.0  # type: ignore[arg-type]
