"""The calendar's part of a change: which days are which, and what days without data make."""

import datetime as dt
import random
from decimal import Decimal

import pytest

from analysis.why.calendar import (
    HOLIDAY,
    WEEKEND,
    WORKDAY,
    CalendarPart,
    DayKinds,
    KindPart,
    calendar_part,
    each_day,
)
from analysis.why.day_telling import leads
from analysis.why.split import Pair
from knowledge.metrics import Catalog, Metric
from query.metric_query import Window
from understanding.metric.ranges import _stretches

SEPTEMBER = Window(dt.date(2026, 9, 1), dt.date(2026, 10, 1), "month")
OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
PLAIN = DayKinds({}, frozenset())
Days = tuple[int, int, str, str]  # of a kind before and now, and what they bring


def whole(series: dict[dt.date, Decimal]) -> Pair:
    return Pair(
        *(sum((series.get(d, Decimal(0)) for d in each_day(one)), Decimal(0)) for one in (SEPTEMBER, OCTOBER))
    )


def test_days_without_a_name_join_no_holidays() -> None:
    rows = [[(dt.date(2026, 9, 20) + dt.timedelta(days=n)).isoformat(), None] for n in range(30)]
    for at in (5, 11, 12):
        rows[at][1] = "国庆"
    stretches = _stretches(rows)["国庆"]
    assert [(one.day, end.day) for one, end in stretches] == [(25, 26), (1, 3)]


def test_a_worked_saturday_is_a_working_day() -> None:
    saturday = dt.date(2026, 10, 10)
    assert (PLAIN.kind(saturday), DayKinds({}, frozenset([saturday])).kind(saturday)) == (
        "weekend",
        "workday",
    )


def test_holidays_of_a_table_that_has_ended_are_not_taken() -> None:
    own = {"old day": [(dt.date(2025, 10, 1), dt.date(2025, 10, 8))]}
    metric = Metric("sales", "销售额", "Sales", unit_zh="元")
    ended = DayKinds.of(Catalog({"sales": metric}, {}, holidays=own), (dt.date(2025, 9, 1), OCTOBER.end))
    assert ended.counted(OCTOBER)["holiday"] >= 7  # China's own
    assert "old day" not in ended.holidays.values()


def test_equal_days_make_no_part_of_the_change() -> None:
    week = Window(dt.date(2026, 10, 5), dt.date(2026, 10, 12), "week")
    before = Window(dt.date(2026, 9, 28), dt.date(2026, 10, 5), "week")
    series = {day: Decimal(100) for day in each_day(Window(dt.date(2026, 8, 1), dt.date(2026, 10, 12)))}
    found = calendar_part(series, before, week, Pair(Decimal(700), Decimal(650)), PLAIN, dense=True)
    assert (found.part, found.missing, found.kinds) == (Decimal(0), 0, ())


def test_the_calendars_part_is_what_its_kinds_of_days_are_taken_for() -> None:
    """A working day brings 100, a day of a weekend 50, one of the holiday 300, as the days before did too."""
    kinds = DayKinds({dt.date(2026, 10, day): "autumn" for day in range(1, 8)}, frozenset())
    size = {"workday": 100, "weekend": 50, "holiday": 300}
    year = each_day(Window(dt.date(2026, 6, 1), OCTOBER.end))
    series = {day: Decimal(size[kinds.kind(day)]) for day in year}
    found = calendar_part(series, SEPTEMBER, OCTOBER, whole(series), kinds, dense=True)
    taken = {one.kind: (one.days_before, one.days_now, one.before, one.now) for one in found.kinds}
    assert taken["holiday"] == (0, 7, 0, 2100)
    assert taken["workday"] == (22, 17, 2200, 1700) and taken["weekend"][:2] == (8, 7)
    assert found.part == whole(series).change == sum(one.now - one.before for one in found.kinds)


def test_days_without_data_are_told_apart_from_the_calendar() -> None:
    """Every day brings 100; October has one day more than September, and lacks four."""
    series = {day: Decimal(100) for window in (SEPTEMBER, OCTOBER) for day in each_day(window)}
    for day in range(5, 9):
        del series[dt.date(2026, 10, day)]
    found = calendar_part(series, SEPTEMBER, OCTOBER, whole(series), PLAIN, dense=True)
    assert (round(found.part), found.missing, round(found.missing_part)) == (100, 4, -400)


def test_of_days_that_differ_by_much_the_calendar_is_left_out() -> None:
    """A few returns a day, of any size and no kind of day: of 40 made years four may be told."""
    kinds = DayKinds(
        {dt.date(year, 10, day): "autumn" for year in (2025, 2026) for day in range(1, 8)}, frozenset()
    )
    year = each_day(Window(dt.date(2025, 9, 25), OCTOBER.end))
    uneven, told = 0, 0
    for seed in range(40):
        rng = random.Random(seed)
        series = {
            day: Decimal(round(rng.lognormvariate(8, 1))) if rng.random() < 0.6 else Decimal(0)
            for day in year
        }
        found = calendar_part(series, SEPTEMBER, OCTOBER, whole(series), kinds, dense=False)
        uneven, told = uneven + found.uneven, told + bool(found.part)
    assert told <= 4 and uneven >= 30


def test_of_events_on_working_days_alone_the_calendar_is_told() -> None:
    """Ten or so on each working day, none on others: seven days off take their part of an October."""
    kinds = DayKinds(
        {dt.date(year, 10, day): "autumn" for year in (2025, 2026) for day in range(1, 8)}, frozenset()
    )
    rng = random.Random(5)
    series = {
        day: Decimal(rng.randint(6, 14) if kinds.kind(day) == "workday" else 0)
        for day in each_day(Window(dt.date(2025, 9, 25), OCTOBER.end))
    }
    found = calendar_part(series, SEPTEMBER, OCTOBER, whole(series), kinds, dense=False)
    assert found.part < 0 and abs(found.part - whole(series).change) < 40


def test_what_a_single_day_usually_brings_is_not_the_day_compared() -> None:
    """Sundays bring 50, Mondays 100; the Sunday before the Monday asked about brought 90."""
    before, now = (Window(dt.date(2026, 9, day), dt.date(2026, 9, day + 1), "day") for day in (20, 21))
    every = each_day(Window(dt.date(2026, 3, 1), now.end))
    series = {day: Decimal(100 if PLAIN.kind(day) == "workday" else 50) for day in every}
    series[before.start] = Decimal(90)
    found = calendar_part(series, before, now, Pair(Decimal(90), Decimal(100)), PLAIN, dense=True)
    assert {one.kind: one.before or one.now for one in found.kinds} == {"workday": 100, "weekend": 50}
    assert (found.part, found.usual) == (50, True)


@pytest.mark.parametrize(
    ("working", "weekend", "holidays", "led"),
    [
        ((21, 22, "62.7", "65.7"), (10, 5, "31.9", "16.0"), (0, 3, "0", "12.3"), False),
        ((22, 18, "65.7", "53.8"), (5, 6, "16.0", "19.2"), (3, 7, "12.3", "33.9"), True),
        ((3, 5, "9.0", "15.0"), (1, 2, "3.2", "6.4"), (3, 0, "14.5", "0"), True),
    ],
)
def test_holidays_are_the_calendars_cause_only_where_they_go_its_way(
    working: Days, weekend: Days, holidays: Days, led: bool
) -> None:
    of = zip((WORKDAY, WEEKEND, HOLIDAY), (working, weekend, holidays), strict=True)
    kinds = [KindPart(kind, days[0], days[1], Decimal(days[2]), Decimal(days[3])) for kind, days in of]
    assert leads(kinds[2], CalendarPart(tuple(kinds))) is led


@pytest.mark.parametrize(
    ("on_sundays", "on_worked", "kind"), [(0, 0, WEEKEND), (0, 9, WORKDAY), (9, 9, WORKDAY)]
)
def test_a_sunday_worked_elsewhere_is_no_working_day_of_who_has_nothing_on_sundays(
    on_sundays: int, on_worked: int, kind: str
) -> None:
    sunday = dt.date(2026, 9, 20)
    series = {
        day: Decimal(on_worked if day == sunday else on_sundays if day.weekday() == 6 else 10)
        for day in each_day(SEPTEMBER)
    }
    kinds = DayKinds({}, frozenset({sunday, dt.date(2026, 9, 12)})).kept_by(series)
    assert kinds.kind(sunday) == kind and kinds.kind(dt.date(2026, 9, 12)) == WORKDAY
