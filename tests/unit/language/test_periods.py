"""Time expressions of both languages become the same half-open dates."""

import datetime as dt
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from _pytest.mark import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from language.calendar import in_whole_units
from language.period.moments import read_moments
from language.periods import Period, find_periods, last_year, previous, read_time

CASES = Path(__file__).resolve().parents[2] / "cases" / "periods"
TODAY = dt.date(2026, 11, 20)
CALENDARS = all(find_spec(name) for name in ("chinese_calendar", "holidays"))
WITHIN = {
    "zh": ("{}", "{}各分公司的营业额是多少", "营业额{}是多少"),
    "en": ("{}", "{}, by branch", "show revenue {}"),
}


def load(name: str) -> list:
    return yaml.load((CASES / name).read_text("utf-8"), Loader=yaml.CSafeLoader)


TEXTS = [
    (str(text), case["dates"]) for case in load("texts.yaml") for text in case.get("only", case["texts"])
]


@pytest.mark.parametrize(("text", "dates"), TEXTS, ids=[text for text, _ in TEXTS])
def test_text_is_read_as_its_dates(text, dates):
    for wrap in ("{}", "{}营业额是多少"):
        found = find_periods(wrap.format(text), TODAY)
        assert [[period.start, period.end] for period in found] == [dates]


def spoken() -> Iterator[ParameterSet]:
    """Give each phrase with what was written down for it before it was read."""
    for case in load("spoken.yaml"):
        marks = [pytest.mark.skipif(not CALENDARS, reason="calendars not installed")] * ("packages" in case)
        marks += [pytest.mark.xfail(strict=True, reason="a name like a time")] * ("misread" in case)
        for language, wraps in WITHIN.items():
            timed = case.keys() & {"dates", "end", "compare"}
            kept = wraps[:1] if "alone" in case else wraps if timed else wraps[:2]
            for text in case.get(language, ()):
                dates = case.get("zh_dates", {}).get(text, case.get("dates"))
                yield pytest.param(str(text), kept, {**case, "dates": dates}, marks=marks, id=str(text))


@pytest.mark.parametrize(("text", "wraps", "case"), list(spoken()))
def test_spoken_time_is_read_as_it_was_written_down(text, wraps, case):
    for wrap in wraps:
        read = read_time(wrap.format(text), case.get("today", TODAY))
        periods = [[period.start, period.end] for period in read.periods]
        ends = [period.end - dt.timedelta(days=1) for period in read.ends]
        if not (case.keys() & {"end", "compare"} or case["dates"]):
            assert read.unread or (periods, ends, read.comparisons) == ([], [], ())
            continue
        assert periods == ([case["dates"]] if case["dates"] else [])
        assert ends == ([case["end"]] if "end" in case else [])
        assert [one.kind for one in read.comparisons] == ([case["compare"]] if "compare" in case else [])
        assert {period.provisional for period in read.periods} <= {case.get("provisional", False)}


@pytest.mark.parametrize("text", load("no_period.yaml"))
def test_text_names_no_period(text):
    assert find_periods(text, TODAY) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("上个月营业额同比", "last_year"),
        ("比去年同一天", "last_year"),
        ("和去年的同一天相比", "last_year"),
        ("和去年同日比", "last_year"),
        ("上个月营业额和去年同期相比", "last_year"),
        ("今年比去年", "last_year"),
        ("本月环比", "previous"),
        ("本月比上个月", "previous"),
        ("revenue this month vs last month", "previous"),
        ("revenue this month compared with last year", "last_year"),
        ("year over year revenue growth last month", "last_year"),
        ("last month vs the same period last year", "last_year"),
    ],
)
def test_comparison_is_told_from_the_period(text, kind):
    read = read_time(text, TODAY)
    assert [comparison.kind for comparison in read.comparisons] == [kind]
    assert len(read.periods) == (1 if "月" in text or "month" in text or "今年" in text else 0)


@pytest.mark.parametrize(
    ("text", "before", "year_before"),
    [
        ("上个月", ("2026-09-01", "2026-10-01"), ("2025-10-01", "2025-11-01")),
        ("本月", ("2026-10-01", "2026-10-21"), ("2025-11-01", "2025-11-21")),
        ("近7天", ("2026-11-06", "2026-11-13"), ("2025-11-13", "2025-11-20")),
        ("上周", ("2026-11-02", "2026-11-09"), ("2025-11-10", "2025-11-17")),
        ("本季度至今", ("2026-07-01", "2026-08-21"), ("2025-10-01", "2025-11-21")),
        ("今年春节", ("2026-02-06", "2026-02-15"), ("2025-01-28", "2025-02-05")),
        ("2025年3月", ("2025-02-01", "2025-03-01"), ("2024-03-01", "2024-04-01")),
        ("2024年2月", ("2024-01-01", "2024-02-01"), ("2023-02-01", "2023-03-01")),
        ("前两个月", ("2026-07-01", "2026-09-01"), ("2025-09-01", "2025-11-01")),
        ("3月1日到3月15日", ("2026-02-14", "2026-03-01"), ("2025-03-01", "2025-03-16")),
    ],
)
def test_comparison_windows_are_aligned(text, before, year_before):
    period = find_periods(text, TODAY)[0]
    assert _dates(previous(period)) == before
    assert _dates(last_year(period)) == year_before


def _dates(period: Period) -> tuple[str, str]:
    return period.start.isoformat(), period.end.isoformat()


def test_fiscal_year_begins_where_the_setting_says():
    period = find_periods("本财年", TODAY, fiscal_start=4)[0]
    assert _dates(period) == ("2026-04-01", "2026-11-21")
    assert _dates(find_periods("FY2026", TODAY, fiscal_start=4)[0]) == ("2025-04-01", "2026-04-01")


def test_holiday_of_a_calendar_that_ended_is_not_read_as_an_old_one():
    own = {"丰收节": [(dt.date(2024, 9, 23), dt.date(2024, 9, 24))]}
    read = read_time("丰收节期间的客流", TODAY, holidays=own)
    assert (read.periods, bool(read.unread)) == ((), True)
    assert _dates(find_periods("2024年丰收节", TODAY, holidays=own)[0]) == ("2024-09-23", "2024-09-24")


def test_holiday_is_compared_with_the_same_holiday_a_year_before():
    day = find_periods("今年双十一", TODAY)[0]
    assert _dates(last_year(day)) == ("2025-11-11", "2025-11-12")
    week = find_periods("第32周", TODAY)[0]
    assert _dates(last_year(week)) == ("2025-08-04", "2025-08-11")
    assert _dates(previous(week)) == ("2026-07-27", "2026-08-03")


def test_connections_own_holidays_come_first():
    own = {"丰收节": [(dt.date(2026, 9, 23), dt.date(2026, 9, 24))]}
    assert _dates(find_periods("丰收节期间的客流", TODAY, holidays=own)[0]) == ("2026-09-23", "2026-09-24")


@pytest.mark.parametrize("called", ["CNY 2027", "Spring Festival 2027", "2027年过年", "2027年春节"])
def test_holiday_of_a_connection_has_its_days_by_each_of_its_names(called):
    own = {"Spring Festival": [(dt.date(2027, 2, 5), dt.date(2027, 2, 13))]}
    assert _dates(find_periods(called, TODAY, holidays=own)[0]) == ("2027-02-05", "2027-02-13")
    earlier = find_periods(called.replace("2027", "2026"), TODAY, holidays=own)[0]  # a year it does not tell
    assert _dates(earlier) == ("2026-02-15", "2026-02-24")


def test_span_points_at_the_original_text():
    text = "請問２０２５年３月的營業額"
    period = find_periods(text, TODAY)[0]
    assert text[slice(*period.span)] == period.text == "２０２５年３月"


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from([text for text, _ in TEXTS] + list("到至的和-从 123年月日周abc，?")), max_size=6
    ),
    st.dates(dt.date(2000, 1, 1), dt.date(2100, 1, 1)),
)
def test_any_mixture_gives_half_open_periods_with_valid_spans(pieces, today):
    text = "".join(pieces)
    last = 0
    for period in find_periods(text, today):
        assert period.start < period.end
        assert last <= period.span[0] < period.span[1] <= len(text)
        assert text[slice(*period.span)] == period.text
        assert previous(period).start < previous(period).end
        assert last_year(period).start < last_year(period).end <= period.end
        last = period.span[1]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_arbitrary_text_never_crashes(text):
    read_time(text, TODAY)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 60),
    st.sampled_from([("天", "days"), ("周", "weeks"), ("个月", "months")]),
    st.dates(dt.date(2000, 1, 1), dt.date(2100, 1, 1)),
)
def test_both_languages_agree_on_rolling_windows(count, unit, today):
    chinese = find_periods(f"最近{count}{unit[0]}", today)[0]
    english = find_periods(f"last {count} {unit[1]}", today)[0]
    assert (chinese.start, chinese.end) == (english.start, english.end)


@pytest.mark.parametrize(
    ("text", "grain", "start", "end"),
    [
        ("最近12个月", "month", dt.date(2025, 11, 1), dt.date(2026, 11, 1)),
        ("past six months", "month", dt.date(2026, 5, 1), dt.date(2026, 11, 1)),
        ("近8周", "week", dt.date(2026, 9, 21), dt.date(2026, 11, 16)),
        ("last 2 quarters", "quarter", dt.date(2026, 4, 1), dt.date(2026, 10, 1)),
        ("最近12个月", "quarter", dt.date(2026, 1, 1), dt.date(2026, 11, 1)),
        ("最近12个月", "day", dt.date(2025, 11, 1), dt.date(2026, 11, 1)),
        ("近8周", "day", dt.date(2026, 9, 25), dt.date(2026, 11, 20)),
        ("去年", "month", dt.date(2025, 1, 1), dt.date(2026, 1, 1)),
        ("本月", "month", dt.date(2026, 11, 1), dt.date(2026, 11, 21)),
        ("最近30天", "month", dt.date(2026, 11, 1), dt.date(2026, 11, 20)),
    ],
)
def test_rolling_period_split_by_a_unit_has_whole_ones_only(text, grain, start, end):
    (period,) = find_periods(text, dt.date(2026, 11, 20))
    found = in_whole_units(period, grain)
    assert (found.start, found.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "day"), [(text, one.get("day")) for one in load("moments.yaml") for text in one["said"]]
)
def test_a_day_is_known_by_how_long_ago_it_is(text, day):
    assert [one.day for one in read_moments(text, TODAY)] == ([day] if day else [])


@pytest.mark.parametrize(
    ("day", "before"),
    [
        (dt.date(2026, 11, 28), dt.date(2025, 11, 29)),  # a Saturday beside a Saturday
        (dt.date(2026, 10, 3), dt.date(2025, 10, 3)),  # of National Day the date
        (dt.date(2026, 10, 8), dt.date(2025, 10, 8)),  # which was a day off a year before
    ],
)
def test_a_year_before_a_day_is_the_same_weekday_unless_one_is_a_day_off(
    day: dt.date, before: dt.date
) -> None:
    assert last_year(find_periods(day.isoformat(), TODAY)[0]).start == before
