"""A figure kept by the month stands beside as many whole months before, of a time that still runs, too."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

import pytest

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, own_windows, period_before, year_of
from analysis.briefing.months import by_month_of
from analysis.briefing.others import others_told
from analysis.briefing.scorecard import Line
from analysis.lifespans import day_of
from analysis.outcome import Read
from analysis.target.due import due_by, due_windows
from analysis.words import worded
from config.wording import Language
from database.result import QueryResult
from language.calendar import add_months
from query.metric_query import Window
from tests.unit.analysis.kiosks import TODAY, desk_of, kiosks

DESK = desk_of(kiosks()[1], "en")
COSTS = Line("takings", "target")


def _windows(start: dt.date, end: dt.date, unit: str) -> tuple[Window, Window, Window]:
    now = Window(start, end, unit)  # type: ignore[arg-type]
    return now, period_before(now), year_of(now, DESK)


def test_eight_months_are_set_beside_eight_where_the_year_runs_in_the_ninth() -> None:
    own = own_windows("target", _windows(dt.date(2026, 1, 1), TODAY, "year"), DESK)
    assert own is not None
    assert [(one.start, one.end) for one in own] == [
        (dt.date(2026, 1, 1), dt.date(2026, 9, 1)),
        (dt.date(2025, 5, 1), dt.date(2026, 1, 1)),
        (dt.date(2025, 1, 1), dt.date(2025, 9, 1)),
    ]


@pytest.mark.parametrize(
    ("metric", "start", "end", "unit"),
    [
        ("takings", dt.date(2026, 1, 1), TODAY, "year"),  # by the day
        ("target", dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month"),  # whole
        ("target", dt.date(2026, 9, 1), TODAY, "month"),  # no whole month in it
        ("target", dt.date(2026, 8, 25), TODAY, "range"),
    ],
)
def test_other_times_are_taken_as_they_are(metric: str, start: dt.date, end: dt.date, unit: str) -> None:
    assert own_windows(metric, _windows(start, end, unit), DESK) is None


@pytest.mark.parametrize("now", ["80000000", "88000000"])  # as a year ago, and a tenth more
@pytest.mark.parametrize("then", ["80000000", None])
def test_another_figure_says_until_when_it_goes_with_the_pace_of_those_days(
    now: str, then: str | None
) -> None:
    before = Decimal(then) if then else None
    windows = due_windows(Window(dt.date(2026, 1, 1), dt.date(2027, 1, 1), "year"), dt.date(2026, 8, 1))
    due = due_by(dt.date(2026, 8, 1), windows, [Decimal(90_000_000), Decimal(51_300_000)])
    costs = Scored(
        COSTS, Decimal(now), before, before, Decimal(90_000_000), until=day_of(dt.date(2026, 7, 31)), due=due
    )
    words = _other(costs)
    assert "截至 2026-07-31" in words
    share = f"{Decimal(now) / 900_000:.1f}"
    assert f"已完成全期目标的 {share} %，到这时应完成 57.0 %" in words  # of seven months' targets, not nine's


def test_another_figure_without_a_value_now_is_not_told_as_nought() -> None:
    assert _other(Scored(COSTS, None, Decimal(5), Decimal(5), None)) == ""
    assert "收款额 0 元" in _other(Scored(COSTS, Decimal(0), Decimal(5), Decimal(5), None))


def _other(one: Scored) -> str:
    """Return how a figure is told among the others, of a year that runs."""
    desk = desk_of(kiosks()[1], "zh")
    lead = Scored(Line("sales", ""), Decimal(100), Decimal(90), Decimal(90), None)
    found = others_told([lead, one], _windows(dt.date(2026, 1, 1), TODAY, "year"), desk)
    return " ".join(worded(said, desk.catalog, "zh") for said in found)


def test_of_a_month_that_a_time_cuts_the_share_of_its_target_stands_with_that_of_its_days() -> None:
    words = _by_month(dt.date(2026, 6, 20), dt.date(2026, 9, 11), [90, 240, 250, 70], [240, 240, 240, 240])
    assert "（2026-06-20 至 06-30，11 天）90 元（全月目标的 37.5 %，这些天占全月的 36.7 %）" in words
    assert "7 月 240 元（目标的 100 %）" in words
    assert "70 元（全月目标的 29.2 %，时间已过 33.3 %）" in words


def test_a_month_without_data_between_others_is_told() -> None:
    words = _by_month(dt.date(2026, 5, 1), dt.date(2026, 9, 1), [100, None, 120, 130], [])
    assert "2026 年 5 月 100 元；6 月没有数据；7 月 120 元" in words
    year = [100.0, None, *[120.0] * 10]
    assert "中间另有 1 个月没有数据" in _by_month(dt.date(2025, 1, 1), dt.date(2026, 1, 1), year, [])
    assert "没有数据" not in _by_month(dt.date(2025, 1, 1), dt.date(2026, 1, 1), [100.0] * 12, [])


@pytest.mark.parametrize(
    ("aim", "language", "said"),
    [
        (500, "zh", "有目标的整月只有 1 个，没有完成"),
        (50, "zh", "有目标的整月只有 1 个，完成了"),
        (500, "en", "the only whole month that has a target did not meet it"),
        (50, "en", "the only whole month that has a target met it"),
    ],
)
def test_of_one_whole_month_with_a_target_it_is_said_whether_it_met_it(
    aim: float, language: Language, said: str
) -> None:
    first, end = dt.date(2025, 1, 1), dt.date(2026, 1, 1)
    assert said in _by_month(first, end, [100.0] * 12, [None] * 11 + [aim], language)


def _by_month(
    first: dt.date,
    end: dt.date,
    values: Sequence[float | None],
    aims: Sequence[float | None],
    language: Language = "zh",
) -> str:
    """Return how takings are told month by month."""
    desk = desk_of(kiosks()[1], language)
    found = by_month_of(Window(first, end, "range"), [COSTS], AnalysisAsked("briefing", language))
    assert found is not None
    read = {}
    for look, cells in zip(found.looks, (values, aims), strict=True):
        months = [add_months(first.replace(day=1), place).isoformat()[:7] for place in range(len(cells))]
        rows = tuple((day, cell) for day, cell in zip(months, cells, strict=True) if cell is not None)
        read[look.name] = Read(look, QueryResult((), rows, False, 0.0), "")
    return " ".join(worded(said, desk.catalog, language) for said in found.told(read, desk))
