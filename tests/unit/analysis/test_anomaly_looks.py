"""Planted oddities in generated days are found, and nothing where nothing is: with stated rates."""

import datetime as dt
import math
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.anomaly.day_series import levels_above
from analysis.anomaly.looks import BACK_DAYS, Group, Look, Odd, Span, farthest, look, odd, spans_in, two_sided
from analysis.anomaly.telling import params_of
from analysis.anomaly.whose import what_it_is
from analysis.daily import Daily, SpecialDays, special_days
from analysis.openings import Opening, Openings
from analysis.outcome import Said
from config.wording import Language, say
from language.calendar import days
from tests.unit.analysis.kiosks import FIRST, desk_of, told
from tests.unit.analysis.kiosks import calm as kiosks

LAST = dt.date(2026, 9, 19)  # a Saturday
START = dt.date(2026, 9, 7) - days(BACK_DAYS)
LENGTH = (LAST - START).days + 1
SPANS = [Span(LAST, LAST + days(1)), Span(dt.date(2026, 9, 7), dt.date(2026, 9, 14))]
WEEK = np.array([0.94, 0.92, 0.93, 0.97, 1.09, 1.13, 1.07])
NO_DAYS_OFF = SpecialDays({})
SEEDS = 60


def generated(seed: int, *, members: int = 40, noise: float = 0.05, shared: float = 0.03) -> Group:
    """Return members of different size with a week, a slow fall, and a chance of their own and of all."""
    chance = np.random.default_rng(seed)
    weekday = (np.arange(LENGTH) + START.weekday()) % 7
    all_days = (
        WEEK[weekday] * (1 - 0.0015 * np.arange(LENGTH)) * (1 + shared * chance.standard_normal(LENGTH))
    )
    size = chance.lognormal(10, 0.7, members)[:, None]
    values = size * all_days * np.exp(noise * chance.standard_normal((members, LENGTH)))
    return Group("takings", "area", {f"area {n}": Daily(START, row) for n, row in enumerate(values)})


def found_in(group: Group) -> list[Look]:
    return [one.look for one in odd(look(group, SPANS, NO_DAYS_OFF))]


def planted(seed: int, factor: float, first: int, end: int) -> bool:
    """Tell whether a factor on one member's days is found as that member's."""
    group = generated(seed)
    group.members["area 7"].values[first:end] *= factor
    return any(one.member == "area 7" for one in found_in(group))


def test_of_quiet_data_at_most_one_in_twenty_gives_a_false_alarm() -> None:
    alarms = sum(bool(found_in(generated(seed))) for seed in range(SEEDS))
    assert alarms <= SEEDS * 0.05


def test_of_lumpy_data_at_most_one_in_ten_gives_a_false_alarm() -> None:
    """Tails as heavy as Student's t with four degrees of freedom: refunds, repairs."""
    alarms = 0
    for seed in range(SEEDS):
        chance = np.random.default_rng(seed)
        values = {f"{n}": Daily(START, 1000 * np.exp(0.1 * chance.standard_t(4, LENGTH))) for n in range(30)}
        alarms += bool(found_in(Group("refunds", "area", values)))
    assert alarms <= SEEDS * 0.1


@pytest.mark.parametrize("factor", [0.6, 1.5])
def test_a_members_odd_day_is_found_nine_times_in_ten(factor: float) -> None:
    hits = sum(planted(seed, factor, LENGTH - 1, LENGTH) for seed in range(SEEDS))
    assert hits >= SEEDS * 0.9


@pytest.mark.parametrize("factor", [0.75, 1.3])
def test_a_members_odd_week_is_found_nine_times_in_ten(factor: float) -> None:
    first = (SPANS[1].start - START).days
    hits = sum(planted(seed, factor, first, first + 7) for seed in range(SEEDS))
    assert hits >= SEEDS * 0.9


def test_a_closed_member_is_found_with_its_whole_size() -> None:
    group = generated(3)
    group.members["area 7"].values[-1] = 0.0
    (one,) = [one for one in found_in(group) if one.member == "area 7"]
    assert one.value == 0 and one.change == -1 and one.span == SPANS[0]


def test_a_day_on_which_all_fall_alike_makes_no_member_odd() -> None:
    group = generated(4)
    for series in group.members.values():
        series.values[-1] *= 0.6
    assert found_in(group) == []


def test_a_change_under_a_tenth_is_not_told_however_clear() -> None:
    group = generated(5, noise=0.002)
    group.members["area 7"].values[-1] *= 0.93
    assert found_in(group) == []


def test_small_counts_move_by_chance_alone() -> None:
    chance = np.random.default_rng(6)
    alarms = 0
    for _ in range(SEEDS):
        values = {f"{n}": Daily(START, chance.poisson(14, LENGTH).astype(float)) for n in range(20)}
        alarms += bool(found_in(Group("faults", "area", values, counts=True)))
    assert alarms <= SEEDS * 0.05


def test_too_few_things_to_count_are_not_looked_at() -> None:
    values = {
        f"{n}": Daily(START, np.random.default_rng(n).poisson(2, LENGTH).astype(float)) for n in range(8)
    }
    day = [
        one
        for one in look(Group("faults", "area", values, counts=True), SPANS, NO_DAYS_OFF)
        if one.span.is_day
    ]
    assert day == []


def test_what_is_usually_nothing_is_without_end_from_usual() -> None:
    looked = Look("takings", "kiosk", "North", SPANS[0], 3.0, 0.0, 1.0, 0.001)
    assert looked.change == math.inf
    assert replace(looked, value=0.0).change == 0.0


def test_a_ratio_is_of_sums() -> None:
    over = {"all": Daily(START, np.full(LENGTH, 30.0))}
    under = {"all": Daily(START, np.full(LENGTH, 200.0))}
    week = next(
        one for one in look(Group("rate", "", over, under, 100.0), SPANS, NO_DAYS_OFF) if not one.span.is_day
    )
    assert week.value == week.usual == 15.0


@pytest.mark.parametrize(("weeks", "looked_at"), [(2, False), (5, False), (7, False), (9, True)])
def test_days_before_a_member_began_are_not_what_it_usually_has(weeks: int, looked_at: bool) -> None:
    group = generated(4)
    group.members["area 7"].values[: LENGTH - 7 * weeks - 6] = 0.0
    group.members["area 7"].values[-1] *= 1.5  # it would stand out beside days of nothing
    own = [one for one in look(group, SPANS, NO_DAYS_OFF) if one.member == "area 7"]
    assert bool(own) is looked_at


def test_a_week_says_how_many_of_its_days_its_figure_leaves_out() -> None:
    week, group = SPANS[1], generated(5)
    off = SpecialDays({week.start: "Day of Trees"})
    (one, *_) = look(group, [week], off)
    first = group.members[one.member]
    assert one.left_out == 1 and one.value == pytest.approx(first.total(week.start + days(1), week.end))
    _, answers = kiosks()
    told = params_of(Odd(replace(one, metric="takings", dimension="", member="")), desk_of(answers, "en"))[
        "when"
    ]
    assert isinstance(told, Said) and told.params["count"] == 1
    assert all(not it.left_out for it in look(group, [week], NO_DAYS_OFF))


def test_one_event_is_told_once() -> None:
    area, branch = generated(7), generated(7, members=6)
    area.members["area 7"].values[-1] *= 0.2
    lost = area.members["area 7"].values[-1] * 4
    branch.members["area 1"].values[-1] -= lost
    both = [*look(area, SPANS, NO_DAYS_OFF)]
    both += look(Group("takings", "branch", branch.members), SPANS, NO_DAYS_OFF)
    events = [one for one in odd(both) if one.look.span.is_day]
    assert len(events) == 1


def test_days_off_are_no_spans_and_weeks_are_whole() -> None:
    spans = spans_in(dt.date(2026, 9, 28), dt.date(2026, 10, 12), special_days(None))
    told = {span.start for span in spans if span.is_day}
    assert dt.date(2026, 10, 1) not in told and dt.date(2026, 9, 28) in told
    assert [span.start for span in spans if not span.is_day] == [dt.date(2026, 9, 28), dt.date(2026, 10, 5)]


def test_student_probabilities_are_those_of_the_tables() -> None:
    assert two_sided(2.228, 10) == pytest.approx(0.05, abs=2e-4)
    assert two_sided(2.797, 24) == pytest.approx(0.01, abs=1e-4)


def test_where_nothing_is_odd_the_farthest_is_still_named_once_for_each_member() -> None:
    group = generated(3, noise=0.25)
    looks = look(group, SPANS, NO_DAYS_OFF)
    assert not odd(looks)
    found = farthest(looks, 3)
    assert len({one.look.member for one in found}) == 3
    assert all(abs(one.look.change) >= 0.1 for one in found)
    chances = [one.look.chance for one in found]
    assert chances == sorted(chances) and chances[0] == min(one.chance for one in looks)
    assert farthest(look(generated(3, noise=0.01, shared=0), SPANS, NO_DAYS_OFF), 3) == ()


def test_where_no_time_was_named_it_is_said_which_days_and_month_were_looked_at_and_how_many_series() -> None:
    _, words = told("Is anything unusual in takings?", *kiosks())
    assert "each day and whole week of 14–22 Sep 2026; August 2026" in words
    assert "takings (13 series: in all and by kiosk)" in words


def test_each_day_of_the_last_two_weeks_is_corrected_for_as_one_look_of_many() -> None:
    spans = spans_in(SPANS[1].start, LAST + days(1), NO_DAYS_OFF)
    assert len(spans) == 14
    alarms = [bool(odd(look(generated(seed), spans, NO_DAYS_OFF))) for seed in range(SEEDS)]
    assert sum(alarms) <= 0.05 * SEEDS


def _halved_on(day: str) -> Callable[[np.ndarray], None]:
    def plant(amounts: np.ndarray) -> None:
        amounts[6, (dt.date.fromisoformat(day) - FIRST).days] *= 0.5

    return plant


_PLANTS = {
    day: _halved_on(day) for day in ("2026-09-15", "2026-09-21")
}  # of the last whole week, and of this


@pytest.mark.parametrize("question", ["有没有异常", "Anything unusual?", "收款额有没有异常"])
@pytest.mark.parametrize("day", [*_PLANTS])
def test_any_day_of_late_is_found_where_no_time_is_named(question: str, day: str) -> None:
    _, words = told(question, *kiosks(_PLANTS[day]))
    assert "Gorse" in words and (day in words or f"{int(day[-2:])} Sep 2026" in words), words


@pytest.mark.parametrize("question", ["这周工单有没有异常", "Anything unusual in tickets this week?"])
def test_a_burst_is_found_in_a_week_that_is_young(question: str) -> None:
    database, answers = kiosks.__wrapped__()
    database.executemany(
        "INSERT INTO tickets VALUES (?, 4, '2026-09-21', 1)", [(6000 + n,) for n in range(18)]
    )
    _, words = told(question, database, answers)
    assert "Elm" in words and "18" in words, words


def _with_branches(group: Group) -> list[Group]:
    every = tuple(
        Opening(name, dt.date(2020, 1, 1), {"branch": f"branch {at % 8}"})
        for at, name in enumerate(group.members)
    )
    catalog = SimpleNamespace(hierarchies=(("branch", "area"),), cuts=lambda *_: True)
    return levels_above([group], Openings("area", every), SimpleNamespace(catalog=catalog))  # type: ignore[arg-type]


def test_the_level_above_is_summed_and_its_day_found_where_no_member_alone_is() -> None:
    group = generated(5, noise=0.07)
    place = (dt.date(2026, 9, 16) - START).days
    for at, series in enumerate(group.members.values()):
        if at % 8 == 3:
            series.values[place] *= 0.77
    (above,) = _with_branches(group)
    whole = sum(float(one.values.sum()) for one in above.members.values())
    assert whole == pytest.approx(sum(float(one.values.sum()) for one in group.members.values()))
    spans = spans_in(SPANS[1].start, LAST + days(1), NO_DAYS_OFF)
    alone = [one.look for one in odd(look(group, spans, NO_DAYS_OFF))]
    assert alone == []
    found = [one.look for one in odd([*look(group, spans, NO_DAYS_OFF), *look(above, spans, NO_DAYS_OFF)])]
    assert [(one.member, one.span.start) for one in found] == [("branch 3", dt.date(2026, 9, 16))]


def test_nothing_planted_the_level_above_tells_nothing() -> None:
    spans = spans_in(SPANS[1].start, LAST + days(1), NO_DAYS_OFF)
    groups = [generated(seed, noise=0.12) for seed in range(SEEDS // 2)]
    both = ([group, *_with_branches(group)] for group in groups)
    alarms = [bool(odd([it for one in some for it in look(one, spans, NO_DAYS_OFF)])) for some in both]
    assert sum(alarms) <= 0.05 * len(groups)


@pytest.mark.parametrize(
    ("language", "said"), [("zh", "没有填写售货亭的收款额"), ("en", "Takings with no kiosk given")]
)
def test_rows_of_no_member_are_called_by_what_they_lack(language: Language, said: str) -> None:
    _, answers = kiosks()
    nobody = Look("takings", "kiosk", say("metrics.column.none", language), SPANS[0], 1.0, 2.0, 1.0, 0.001)
    assert what_it_is(nobody, desk_of(answers, language)) == said
