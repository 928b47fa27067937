"""Members set side by side where no figure is named: sizes, growth, targets and places, or declined."""

import datetime as dt
import sqlite3
from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Windows
from analysis.briefing.scorecard import Line
from analysis.compare.others import place_of
from analysis.compare.reading import BETTER, OTHERS
from analysis.compare.steps import _fits
from analysis.compare.telling import _first
from analysis.naming import recognised_beside_names
from query.metric_query import Window
from tests.unit.analysis.depots import depots
from tests.unit.analysis.kiosks import FIRST, NAMES, asked, desk_for, desk_of, kiosks, told, with_one_new

OPENED = dt.date(2026, 3, 2)


def _sum(database: sqlite3.Connection, name: str, month: str) -> float:
    sql = "SELECT SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE name = ? AND day LIKE ?"
    return float(database.execute(sql, (name, f"{month}%")).fetchone()[0])


def _rate(database: sqlite3.Connection, name: str) -> float:
    return 100 * (_sum(database, name, "2026-08") / _sum(database, name, "2025-08") - 1)


@pytest.mark.parametrize(
    ("question", "values", "about"),
    [
        ("8月Gorse和Fir比怎么样", ("Gorse", "Fir"), ""),
        ("Gorse和Fir 8月对比一下", ("Gorse", "Fir"), ""),
        ("8月Gorse、Fir、Hazel对比", ("Gorse", "Fir", "Hazel"), ""),
        ("8月Gorse和Fir哪个做得好", ("Gorse", "Fir"), BETTER),
        ("compare Gorse and Fir in August", ("Gorse", "Fir"), ""),
        ("Gorse vs Fir in August", ("Gorse", "Fir"), ""),
        ("which is doing better in August, Gorse or Fir?", ("Gorse", "Fir"), BETTER),
        ("8月Gorse跟其他售货亭比怎么样", ("Gorse",), OTHERS),
        ("how did Gorse compare with the other kiosks in August?", ("Gorse",), OTHERS),
    ],
)
def test_who_is_set_beside_whom_is_read(question: str, values: tuple[str, ...], about: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.about) == ("compare", about)
    assert set(found.filters[0].values) == set(values)
    assert found.window is not None and found.window.start == dt.date(2026, 8, 1)


@pytest.mark.parametrize(
    "question", ["8月Gorse和Fir收款额对比", "compare takings of Gorse and Fir", "8月各售货亭对比"]
)
def test_what_names_a_figure_or_nobody_is_no_such_comparison(question: str) -> None:
    assert recognised_beside_names(question, desk_for(question)) is None


def test_two_are_told_with_their_sizes_and_how_each_grew() -> None:
    database, answers = kiosks()
    outcome, words = told("compare Gorse and Fir in August", database, answers)
    ends = {name: _sum(database, name, "2026-08") for name in ("Gorse", "Fir")}
    assert outcome.result is not None
    row = next(row for row in outcome.result.rows if row[0] == "Takings")
    assert [row[2], row[4]] == pytest.approx(sorted(ends.values(), reverse=True), abs=0.01)
    for name in ends:
        assert f"{name} {_rate(database, name):+.1f} %" in words
    assert not any(one.code == "compare.rates" for one in outcome.statements)  # a sale is 20 everywhere


def test_who_grew_faster_does_better_though_it_is_smaller() -> None:
    def grow(amounts: np.ndarray) -> None:
        amounts[NAMES.index("Fir"), (dt.date(2026, 8, 1) - FIRST).days :] *= 1.5

    _, words = told("8月Gorse和Fir哪个做得好", *kiosks(grow))
    assert words.index("Fir") < words.index("Gorse") and "Fir增长更快" in words


def test_who_began_within_the_year_is_set_beside_no_year_before() -> None:
    database, answers = with_one_new(OPENED)
    outcome, words = told("compare Maple and Fir in August", database, answers)
    assert "Maple has nothing a year before" in words
    (growth,) = (one for one in outcome.statements if one.code == "compare.growth")
    assert [one.params["name"] for one in growth.params["list"]] == ["Fir"]


def test_one_has_its_place_among_all_by_size_and_growth() -> None:
    database, answers = kiosks()
    _, words = told("how did Gorse compare with the other kiosks in August?", database, answers)
    sizes = {name: _sum(database, name, "2026-08") for name in NAMES}
    rates = {name: round(_rate(database, name), 1) for name in NAMES}
    by_size = 1 + sum(value > sizes["Gorse"] for value in sizes.values())
    by_rate = 1 + sum(value > rates["Gorse"] for value in rates.values())
    assert f"rank {by_size} of {len(NAMES)} kiosks" in words
    assert f"rank {by_rate} of the {len(NAMES)} that were there in both" in words


def test_among_three_or_where_it_has_none_there_is_no_place() -> None:
    few = [("a", Decimal(1)), ("b", Decimal(2)), ("c", Decimal(3))]
    assert place_of("a", few) is None
    assert place_of("z", [*few, ("d", Decimal(4)), ("z", None)]) is None


@pytest.mark.parametrize("question", ["8月Gorse和Fir比怎么样", "compare Gorse and Fir in August"])
def test_each_figure_of_the_table_has_its_unit(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    assert outcome.result is not None and desk_for(question).language in ("zh", "en")
    assert all(isinstance(row[1], str) for row in outcome.result.rows)


@pytest.mark.parametrize(
    ("question", "now", "then"),
    [
        ("compare August with July", (dt.date(2026, 8, 1), 31), (dt.date(2026, 7, 1), 31)),
        ("7月和8月比哪个好", (dt.date(2026, 8, 1), 31), (dt.date(2026, 7, 1), 31)),
        ("8月比7月好吗", (dt.date(2026, 8, 1), 31), (dt.date(2026, 7, 1), 31)),
        ("本月和上月比怎么样", (dt.date(2026, 9, 1), 22), (dt.date(2026, 8, 1), 22)),
        ("上周末跟前一个周末比怎么样", (dt.date(2026, 9, 19), 2), (dt.date(2026, 9, 12), 2)),
        ("was last week better than the week before?", (dt.date(2026, 9, 14), 7), (dt.date(2026, 9, 7), 7)),
        ("国庆和五一比哪个好", (dt.date(2026, 5, 1), 5), (dt.date(2025, 10, 1), 8)),
    ],
)
def test_two_times_are_read_the_later_first(
    question: str, now: tuple[dt.date, int], then: tuple[dt.date, int]
) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.kind == "compare"
    windows = [(one.start, one.days) for one in (found.window, found.against) if one is not None]
    assert windows == [now, then]


@pytest.mark.parametrize("question", ["8月收款额和7月比怎么样", "compare takings in August with July"])
def test_two_times_of_a_named_figure_are_a_query_of_it(question: str) -> None:
    assert recognised_beside_names(question, desk_for(question)) is None


def test_the_later_time_is_told_beside_the_earlier_with_who_moved() -> None:
    def shrink(amounts: np.ndarray) -> None:
        amounts[NAMES.index("Gorse"), (dt.date(2026, 8, 1) - FIRST).days :] *= 0.5

    database, answers = kiosks(shrink)
    outcome, words = told("compare August with July", database, answers)
    assert outcome.result is not None
    row = next(row for row in outcome.result.rows if row[0] == "Takings")
    sums = [sum(_sum(database, name, month) for name in NAMES) for month in ("2026-08", "2026-07")]
    assert [row[2], row[3]] == pytest.approx(sums, abs=0.01)
    assert row[4] == pytest.approx(100 * (sums[0] / sums[1] - 1), abs=0.06)
    assert "down" in words and "the largest falls Gorse" in words


def test_times_of_unlike_length_are_compared_by_the_day_and_so_told() -> None:
    outcome, words = told("国庆和五一比哪个好", *kiosks())
    assert "按日均收款额" in words and "变化按日均比" in words
    assert [one.code for one in outcome.cautions] == ["compare.two.lengths", "compare.two.unlike"]


def test_a_time_without_whole_data_is_not_compared() -> None:
    outcome, _ = told("compare August with August 2024", *kiosks())
    assert outcome.declined is not None and outcome.declined.code == "compare.two.lacks"


def test_who_opened_between_two_times_is_none_of_those_that_rose() -> None:
    _, words = told("compare August with February", *with_one_new(OPENED))
    assert f"of {len(NAMES) - 1} kiosks" in words or f"All {len(NAMES) - 1} kiosks" in words
    assert "Maple" not in words.partition("Other figures")[0].partition("kiosks")[2]


def test_a_little_more_growth_makes_nobody_do_better() -> None:
    assert _first([("Fir", Decimal("12.6")), ("Gorse", Decimal("11.2"))], low=False) is None
    assert _first([("Fir", Decimal("14.6")), ("Gorse", Decimal("11.2"))], low=False) == "Fir"


def test_a_share_of_targets_by_the_month_is_of_no_year_that_runs() -> None:
    """It was of January to August under the dates of the first of January to today."""
    desk, share = desk_of(depots()[1], "en"), Line("revenue_achievement")

    def times(start: dt.date, end: dt.date) -> Windows:
        now = Window(start, end, "range")
        return now, now, Window(start.replace(year=2025), end.replace(year=2025), "range")

    assert not _fits(share, times(dt.date(2026, 1, 1), dt.date(2026, 9, 23)), desk)
    assert _fits(share, times(dt.date(2026, 8, 1), dt.date(2026, 9, 1)), desk)
    assert _fits(Line("revenue"), times(dt.date(2026, 1, 1), dt.date(2026, 9, 23)), desk)
