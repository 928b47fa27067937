"""A briefing tells months in a row, who is new, the best by target, and few other figures."""

import datetime as dt
import random
import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.briefing.course import course_of
from analysis.briefing.figures import Alike, Scored
from analysis.briefing.others import others_told
from analysis.briefing.scorecard import Line
from analysis.merging import read_together
from analysis.outcome import Look, Read, Said
from analysis.words import worded
from database.dialects import SQLITE
from database.result import QueryResult, ResultColumn
from query.metric_query import MetricQuery, Window
from query.plan.compose import compose
from tests.unit.analysis.kiosks import FIRST, TODAY, desk_of, kiosks, told, with_one_new
from tools.analysing import not_read

OPENED = dt.date(2026, 3, 2)
AUGUST, JULY = (Window(dt.date(2026, one, 1), dt.date(2026, one + 1, 1), "month") for one in (8, 7))
YEAR_AGO = Window(dt.date(2025, 8, 1), dt.date(2025, 9, 1), "month")


def _days(start: dt.date, end: dt.date) -> slice:
    return slice((start - FIRST).days, (end - FIRST).days)


def _month(number: int) -> slice:
    return _days(dt.date(2026, number, 1), dt.date(2026, number + 1, 1))


def test_one_that_opened_within_the_year_says_so_with_all_since_and_its_place() -> None:
    database, answers = with_one_new(OPENED)
    sums = "SELECT SUM(amount) FROM takings WHERE kiosk_id = 11"
    (total,) = database.execute(sums).fetchone()
    _, words = told("Maple 8月怎么样？", database, answers)
    assert "从 2026-03-02 起才有，还没有去年同期可比" in words
    assert f"到目前（2026-03-02 至 09-22）收款额共 {total / 10000:.1f} 万元" in words
    assert "2026 年 8 月在 12 个售货亭里排第 1，占全部的 " in words and "同比" not in words
    assert "连着 6 个月完成了目标" in words
    _, words = told("How is Elm doing?", database, answers)
    assert "there since" not in words and "on a year ago" in words


def test_a_part_of_the_time_a_year_ago_is_no_year_before() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, : (dt.date(2025, 8, 15) - FIRST).days] = np.nan

    outcome, words = told("Maple 8月怎么样？", *kiosks(plant))
    assert "2025-08-15 起才有数据，还没有去年同期可比" in words and "其他数字（与前期比）" in words
    assert outcome.statements[0].params["moved"].code == "briefing.verdict.up_before"


@pytest.mark.parametrize(
    ("question", "missed", "met"),
    [
        ("{}上个月怎么样", "连着 8 个月没有完成目标，最近几个月：3 月 ", "连着 8 个月完成了目标，最低 "),
        ("How is {} doing?", "missed its target 8 months in a row", "met its target 8 months in a row"),
    ],
)
def test_months_in_a_row_that_missed_or_met_their_target_are_told(
    question: str, missed: str, met: str
) -> None:
    for name, said, other in (("Elm", missed, met), ("Linden", met, missed)):
        words = told(question.format(name), *kiosks())[1]
        assert said in words and other not in words


def test_a_row_ends_with_a_month_that_went_the_other_way() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, _month(7)] *= 2  # Elm meets July: one month is no row

    words = told("Elm上个月怎么样", *kiosks(plant))[1]
    assert "连着" not in words


def test_a_figure_that_slides_against_its_year_before_is_told_by_the_month() -> None:
    def plant(amounts: np.ndarray) -> None:
        for month, times in ((5, 1.05), (6, 0.9), (7, 0.8), (8, 0.7)):
            amounts[8, _month(month)] *= times  # Ivy

    words = told("Ivy上个月怎么样", *kiosks(plant))[1]
    found = re.search(
        r"同比从 5 月起一月不如一月：5 月 (\S+) %、6 月 (\S+) %、7 月 (\S+) %、8 月 (\S+) %", words
    )
    assert found and [float(one) for one in found.groups()] == sorted(
        map(float, found.groups()), reverse=True
    )
    assert "不如一月" not in told("Ivy上个月怎么样", *kiosks())[1]


def test_months_below_the_year_before_that_do_not_slide_are_said_to_be_below() -> None:
    def plant(amounts: np.ndarray) -> None:
        for month, times in ((5, 0.8), (6, 0.7), (7, 0.8), (8, 0.75)):
            amounts[8, _month(month)] *= times  # Ivy

    words = told("Ivy上个月怎么样", *kiosks(plant))[1]
    assert "连着 4 个月低于去年同期" in words and "不如一月" not in words


def test_the_best_by_target_stand_beside_the_worst() -> None:
    words = told("月报", *kiosks())[1]
    assert "差得最多的：Alder " in words and "完成得最好的：Maple " in words
    assert (
        "furthest behind: Alder" in (other := told("monthly report", *kiosks())[1]) and "best: Maple" in other
    )


def test_an_entry_keyed_wrong_makes_nobody_the_best_and_no_figure_beside_it() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[2, _month(8).start + 13] *= 100  # Cedar

    words = told("月报", *kiosks(plant))[1]
    assert "请先核对是不是录错" in words
    assert (
        "增幅最大的是Cedar" not in words and "增幅最高的是Cedar" not in words and "Cedar的收款额" not in words
    )
    others, plain = (re.search(r"笔均金额 ([\d.]+)", one) for one in (words, told("月报", *kiosks())[1]))
    assert others is not None and plain is not None and others[1] == plain[1]


def _scored(name: str, now: float, then: float, alike: Alike | None = None) -> Scored:
    return Scored(Line(name), Decimal(now), None, Decimal(then), None, alike=(None, alike))


def _others(*some: Scored) -> tuple[Said, str]:
    desk = desk_of(kiosks()[1], "zh")
    lead = Scored(Line("target"), Decimal(100), Decimal(90), Decimal(90), None)
    (said,) = others_told([lead, *some], (AUGUST, JULY, YEAR_AGO), desk)
    return said, worded(said, desk.catalog, "zh")


def test_four_figures_at_most_are_told_one_by_one_what_fell_first_each_the_largest_moves_first() -> None:
    chance = random.Random(4)
    for _ in range(30):
        moves = [chance.choice((-1, 1)) * chance.uniform(0.03, 0.9) for _ in range(chance.randint(1, 8))]
        said, _ = _others(*(_scored("takings", 1000 * (1 + one), 1000) for one in moves))
        lists = [part.params["list"] for part in said.params.values() if isinstance(part, Said)]
        told = [[float(one.params["change"].value) for one in some] for some in lists]
        assert sum(map(len, told)) == len(moves)
        ranked = sorted((round(100 * one, 1) for one in moves), key=abs, reverse=True)
        falls = [one for one in ranked if one < 0][:4]
        rises = [one for one in ranked if one not in falls]
        left = len(falls) - 4
        wanted = (falls, rises[:-left] if left else [], rises[-left:] if left else rises)
        assert told == [one for one in wanted if one]


def test_what_hardly_moved_is_told_without_its_change_in_a_sentence_of_its_own() -> None:
    _, words = _others(_scored("takings", 1200, 1000), _scored("average_sale", 1001, 1000))
    assert words.startswith("其他数字（与去年同期比）：收款额 1,200 元（+20.0 %）。基本持平：笔均金额 1,001")
    assert "+0.1" not in words


@pytest.mark.parametrize(
    ("now", "before", "is_told"),
    [(51, 38, True), (160, 100, True), (110, 100, False), (5, 3, False), (20, 75, True)],
)
def test_a_figure_that_jumped_beside_the_period_before_says_so_beside_the_year_too(
    now: int, before: int, is_told: bool
) -> None:
    jumped = replace(_scored("tickets", now, now), before=Decimal(before))
    assert ("环比" in _others(jumped)[1]) == is_told
    words = _others(replace(jumped, year=Decimal(round(now * 0.9))))[1]
    assert ("环比" in words and "可能只是偶然" not in words) == (is_told and abs(now - before) > 20)


@pytest.mark.parametrize(("now", "is_chance"), [(26, True), (40, False), (9, True), (18, True)])
def test_a_count_of_other_days_is_set_beside_what_chance_makes_of_as_many(now: int, is_chance: bool) -> None:
    of_a_day = replace(_scored("tickets", now, 6), scales=(Decimal(1), Decimal(3)))  # 18 in three days
    assert ("可能只是偶然" in _others(of_a_day)[1]) == (is_chance and now != 18)


@pytest.mark.parametrize(
    ("unit", "start", "end", "is_told"),
    [
        ("holiday", "2026-08-01", "2026-08-04", False),
        ("week", "2026-08-03", "2026-08-10", False),  # July's, while August's is known
        ("week", "2026-09-14", "2026-09-21", True),
        ("month", "2026-08-01", "2026-09-01", True),
        ("quarter", "2026-04-01", "2026-07-01", True),
    ],
)
def test_months_in_a_row_are_told_of_times_that_they_lead_up_to(
    unit: Any, start: str, end: str, is_told: bool
) -> None:
    desk = desk_of(kiosks()[1], "zh")
    now = Window(dt.date.fromisoformat(start), dt.date.fromisoformat(end), unit)
    found = course_of(now, Line("takings", "target"), AnalysisAsked("briefing", "zh", window=now), desk)
    assert (found is not None) == is_told


@pytest.mark.parametrize(
    ("alike", "is_told"),
    [(1203, False), (1180, True), (1040, True), (900, True), (1280, True), (1197, False)],
)
def test_growth_without_who_is_new_is_told_where_it_is_another_reading(alike: int, is_told: bool) -> None:
    _, words = _others(
        _scored("takings", 1200, 1000, Alike(Decimal(alike), Decimal(1000), Said("like.left_out.new")))
    )
    assert ("，不算新增的为 " in words) == is_told and "同口径" not in words, words


def test_looks_of_the_same_rows_are_read_by_one_statement_and_come_back_as_they_were() -> None:
    database, answers = kiosks()
    desk, label = desk_of(answers, "zh"), Said("series.label", {"metric": "x", "window": AUGUST})
    looks = [
        Look(f"{number}", MetricQuery(metrics, splits, windows=(AUGUST, JULY)), label)
        for number, (metrics, splits) in enumerate(
            [
                (("takings",), ()), (("takings", "sales"), ()), (("sales",), ("kiosk",)), (("tickets",), ()),
                (("average_sale", "takings", "sales"), ()), (("takings",), ("kiosk",)), (("target",), ()),
            ]
        )
    ]  # fmt: skip

    def read(look: Look) -> Read:
        cursor = database.execute(compose(look.query, desk.catalog, SQLITE, "zh", TODAY, exact=True))
        columns = tuple(ResultColumn(one[0], "other") for one in cursor.description)
        return Read(look, QueryResult(columns, tuple(sorted(map(tuple, cursor.fetchall()))), False, 0.0), "")

    steps = read_together(looks, desk)
    wanted = next(steps)
    assert len(wanted) == 4
    with pytest.raises(StopIteration) as end:
        steps.send({one.name: read(one) for one in wanted})
    assert {name: one.result for name, one in end.value.value.items()} == {
        look.name: read(look).result for look in looks
    }


def test_a_figure_that_cannot_be_read_takes_no_other_of_its_rows_with_it() -> None:
    _, answers = kiosks()
    desk, label = desk_of(answers, "zh"), Said("series.label", {"metric": "x", "window": AUGUST})
    looks = [
        Look(name, MetricQuery((name,), windows=(AUGUST, JULY)), label, needed=name == "tickets")
        for name in ("takings", "sales", "tickets", "target")
    ]
    alone = {
        name: Read(look, QueryResult((), ((name,),), False, 0.0), "") for look in looks if (name := look.name)
    }
    steps = read_together([*looks, replace(looks[0], name="lead", needed=True)], desk)
    wanted = next(steps)
    assert [(one.query.metrics, one.needed) for one in wanted] == [
        (("takings", "sales"), False), (("tickets",), True), (("target",), False), (("takings",), True),
    ]  # fmt: skip
    lead = Read(wanted[3], QueryResult((), (("lead",),), False, 0.0), "")
    again = steps.send({"tickets": alone["tickets"], "lead": lead})
    assert again == looks[:2]  # of the target there was only the one
    with pytest.raises(StopIteration) as end:
        steps.send({"takings": alone["takings"]})
    assert end.value.value == {"takings": alone["takings"], "tickets": alone["tickets"], "lead": lead}


def test_what_could_not_be_read_is_told_once_by_a_name() -> None:
    desk = desk_of(kiosks()[1], "zh")
    query, named = MetricQuery(("takings",), windows=(AUGUST,)), {"metric": "收款额", "window": AUGUST}
    looks = [Look(str(place), query, Said("series.label", dict(named))) for place in range(2)]
    (said,) = not_read([*looks, Look("3", query, Said("series.label", named), detail=True)], desk)
    assert said.params["count"] == 1 and said.params["names"] == (looks[0].label,)
    many = [Look(str(at), query, Said("series.label", named | {"metric": f"收款额{at}"})) for at in range(9)]
    (said,) = not_read(many, desk)
    assert said.code == "not_read_many" and said.params["count"] == 9 and len(said.params["names"]) == 3


def _slower(amounts: np.ndarray) -> None:
    for number in (6, 7, 8):
        amounts[:, _month(number)] *= 0.95  # growth of a tenth a year becomes one of a twentieth


@pytest.mark.parametrize(
    "question",
    [
        "收款额是不是越来越低",
        "Are takings getting worse?",
        "8月完成目标了吗",
        "did we hit the August target?",
    ],
)
def test_months_in_a_row_that_are_low_together_are_seen_though_none_is_alone(question: str) -> None:
    found = {}
    for name, plant in (("low", _slower), ("plain", None)):
        outcome, words = told(question, *kiosks(plant))
        course = [one for one in outcome.statements if one.code == "briefing.course.told"]
        found[name] = [part for one in course for part in one.params["parts"]]
    (under,) = (one for one in found["low"] if one.code == "briefing.course.under")
    assert (under.params["count"], under.params["of"]) == (3, 6), (
        words
    )  # months whose year before had other holidays tell nothing
    assert not any(one.code == "briefing.course.under" for one in found["plain"])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Elm上个月怎么样", "；2026 年到这时有目标的 8 个整月里完成了 {met} 个"),
        ("How was last month at Elm?", "of the 8 months of 2026 so far that have a target {met} met it"),
    ],
)
def test_a_row_of_months_beside_a_target_is_told_with_all_of_the_year(question: str, said: str) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, slice(_month(3).start, _month(5).stop)] *= 3  # Elm met March to May

    words = told(question, *kiosks(plant))[1]
    assert said.format(met=3) in words, words
    assert said.partition("{met}")[0] not in told(question, *kiosks())[1]  # none of the year, in a row
