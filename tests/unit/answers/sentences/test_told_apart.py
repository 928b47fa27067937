"""Two figures that stand beside each other never look alike where they differ."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.sentences.asked import Measure
from answers.sentences.phrases import beside, moved, told_apart
from config.wording import Language
from database.result import QueryResult
from tests.unit.answers.sentences.telling import told
from tests.unit.answers.test_chart import result

VEHICLES = Measure(index=1, label="入区车辆", unit="辆", decimals=0)


def test_two_that_round_to_the_same_are_told_with_more_digits() -> None:
    assert told_apart(114_992, 114_814, VEHICLES, "zh") == ("11.50 万辆", "11.48 万辆")
    english = replace(VEHICLES, label="Traffic", unit="vehicles")
    assert told_apart(1_149_920, 1_148_140, english, "en") == ("1.150 M vehicles", "1.148 M vehicles")


def test_two_beside_each_other_have_one_unit() -> None:
    water = replace(VEHICLES, label="售水量", unit="m³")
    assert told_apart(97_919, 100_692, water, "zh") == ("9.8 万 m³", "10.1 万 m³")
    assert told_apart(9_810, 100_692, water, "zh") == ("9,810 m³", "100,692 m³")


@pytest.mark.parametrize("language", ["zh", "en"])
@given(one=st.integers(1, 10**8), apart=st.integers(-400, 400))
def test_what_differs_by_a_part_in_ten_thousand_looks_so(one: int, apart: int, language: Language) -> None:
    other = max(1, one + apart)
    first, last = told_apart(one, other, VEHICLES, language)
    if one == other:
        assert first == last
    elif abs(one - other) * 10_000 >= max(one, other):
        assert first != last


RATES = result(
    "area:text rate(%):number", [["North", 94.96], ["South", 92.6], ["East", 80.1], ["West", 70.2]]
)
SHARES = result("year:text share(%):number", [["2025", 3.54], ["2026", 3.53]])
OPENED = result(
    "area:text opened:date days_open:integer revenue:number",
    [["North", "2025-04-28", 573, 900.5], ["South", "2025-12-18", 339, 400.25]],
)


@pytest.mark.parametrize(
    ("rows", "question", "said"),
    [
        (RATES, "areas under 95% of their target", "94.96 %"),
        (RATES, "areas under 90% of their target", "95.0 %"),
        (SHARES, "is the share still shrinking?", "3.54 %"),
    ],
)
def test_a_percent_reads_as_no_limit_and_as_no_other(rows: QueryResult, question: str, said: str) -> None:
    assert said in " ".join(told(rows, "en", question=question))


def test_a_day_behind_each_name_is_its_own() -> None:
    assert (
        "North (opened 28 Apr 2025) (573" in told(OPENED, "en", question="which areas opened, days open?")[0]
    )


def test_the_figure_that_rows_are_ordered_by_leads() -> None:
    sql = "SELECT area, SUM(rent) AS rent, SUM(sales) AS sales FROM t GROUP BY 1 ORDER BY sales DESC"
    rows = result("area:text rent:number sales:number", [["North", 10, 900], ["South", 12, 400]])
    assert told(rows, "en", question="rent by area", sql=sql)[0].startswith("Sales")


@pytest.mark.parametrize(
    ("row", "language", "said"),
    [
        ((161_279, 42_181), "zh", "变化 4.2 万元"),  # of 16.1 万元
        ((887_698, 5_931), "zh", "变化 5,931 元"),  # 0.6 万元 would say less
        ((1_161_279, 242_181), "en", "变化 CNY 0.24 M"),
        ((887_698, 260_373), "en", "变化 CNY 260,373"),
    ],
)
def test_a_figure_beside_another_is_in_its_scale(row: tuple[int, int], language: Language, said: str) -> None:
    unit = "元" if language == "zh" else "CNY"
    lead, one = Measure(0, "票房", unit), Measure(1, "变化", unit)
    assert beside(row, one, lead, language) == said


@pytest.mark.parametrize(
    ("now", "before", "ends", "points"),
    [
        (27.1, 28.25, ("27.1 %", "28.3 %"), "1.2"),  # in tenths they agree
        (28.34, 27.1, ("28.3 %", "27.1 %"), "1.2"),
        (28.36, 27.14, ("28.36 %", "27.14 %"), "1.22"),  # 28.4, 27.1 and 1.2 do not add up
        (28.3641, 27.1385, ("28.36 %", "27.14 %"), "1.22"),
    ],
)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_two_percentages_add_up_with_the_points_between(
    now: float, before: float, ends: tuple[str, str], points: str, language: Language
) -> None:
    rate = Measure(index=1, label="rate", unit="%")
    assert told_apart(now, before, rate, language) == ends
    assert f"{points} " in moved(now, before, rate, language)


@pytest.mark.parametrize(
    ("now", "before", "ends", "gap"),
    [
        (18_594_600, 17_996_000, ("1,859.5 万元", "1,799.6 万元"), "+59.9 万元"),
        (18_594_600, 17_995_300, ("1,859.46 万元", "1,799.53 万元"), "+59.93 万元"),
        (160_500, 155_400, ("16.05 万元", "15.54 万元"), "+5,100 元"),
    ],
)
def test_two_amounts_add_up_with_their_difference(
    now: float, before: float, ends: tuple[str, str], gap: str
) -> None:
    sales = Measure(index=1, label="营业额", unit="元")
    assert told_apart(now, before, sales, "zh") == ends
    assert gap in moved(now, before, sales, "zh")
