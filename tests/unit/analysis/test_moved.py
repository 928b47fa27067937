"""Whether a figure moved as a question says, who is furthest from a target, and figures that must differ."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.outcome import Amount, Said
from analysis.words import worded
from tests.unit.analysis.kiosks import FIRST, Plant, asked, calm, kiosks, told

AUGUST = (dt.date(2026, 8, 1) - FIRST).days


def _halved(amounts: np.ndarray) -> None:
    amounts[:, AUGUST : AUGUST + 31] *= 0.5


def _alder_rises_as_birch_falls(amounts: np.ndarray) -> None:
    week = slice((dt.date(2026, 9, 7) - FIRST).days, (dt.date(2026, 9, 14) - FIRST).days)
    amounts[:, week.stop : week.stop + 7] = amounts[:, week]
    amounts[3, week.stop : week.stop + 7] += 300
    amounts[4, week.stop : week.stop + 7] -= 290


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("8月收款额是不是掉得很厉害？", "跌了：8月"),
        ("Did takings fall last month?", "Yes, down: takings, last month"),
        ("8月收款额涨了吗", "8月（2026-08-01 至 08-31）收款额没有涨："),
    ],
)
def test_a_figure_said_to_have_moved_is_confirmed_or_not_with_both_ends(question: str, starts: str) -> None:
    database, answers = kiosks(_halved)
    outcome, words = told(question, database, answers)
    assert words.startswith(starts) and outcome.result is not None
    sums = [
        database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE ?", (month,)).fetchone()[0]
        for month in ("2026-07%", "2026-08%", "2025-08%")
    ]
    assert outcome.result.rows[0][2:4] == pytest.approx(sums[:2], abs=0.01)
    assert f"{100 * (sums[1] / sums[2] - 1):.1f} %" in words  # beside a year ago, too
    assert len(outcome.questions) == 1 and outcome.questions[0].lower().startswith(("为什么", "why"))


def _rises_on_july_alone(amounts: np.ndarray) -> None:
    amounts[:, AUGUST - 31 : AUGUST] *= 0.4
    amounts[:, AUGUST : AUGUST + 31] *= 0.8


@pytest.mark.parametrize(
    ("plant", "question", "said", "apart"),
    [
        (_halved, "为什么8月收款额涨了", "没有涨", []),
        (_rises_on_july_alone, "Why did takings fall in August?", "did not fall", ["why.but_year_down"]),
    ],
)
def test_what_did_not_move_so_is_told_beside_a_year_ago_and_its_target_too(
    plant: Plant, question: str, said: str, apart: list[str]
) -> None:
    database, answers = kiosks(plant)
    outcome, words = told(question, database, answers)
    now, year = (
        database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE ?", (month,)).fetchone()[0]
        for month in ("2026-08%", "2025-08%")
    )
    assert said in words and f"{100 * (now / year - 1):+.1f} %" in words
    assert f"{100 * now / 2_400_000:.1f} %" in words  # twelve targets of 200,000
    codes = [one.code for one in outcome.statements]
    assert ("why.beside_year" in codes) == (
        not apart
    )  # what did move so beside the year before is taken apart
    assert [one for one in codes if one.startswith("why.but_year")] == apart
    assert [one for one in codes if one.startswith("why.premise")] == ["why.premise_down" for _ in apart]


@pytest.mark.parametrize("question", ["为什么8月收款额比去年涨了", "为什么8月1日至20日收款额涨了"])
def test_a_year_ago_is_told_once_and_a_target_of_whole_months_alone(question: str) -> None:
    outcome, words = told(question, *kiosks(_halved))
    codes = [one.code for one in outcome.statements]
    of_year = "去年" in question
    assert "没有涨" in words
    assert ("why.beside_year" in codes, "why.beside_target" in codes) == (not of_year, of_year)


@pytest.mark.parametrize("question", ["今年有没有售货亭收款额下降", "收款额有下降的售货亭吗"])
def test_whether_any_of_them_moved_is_not_answered_by_all_together(question: str) -> None:
    _, answers = kiosks()
    assert isinstance(asked(question, answers), NotRead)


@pytest.mark.parametrize("question", ["收款额是不是涨了", "Are takings down?", "收款额涨了还是跌了"])
def test_without_a_time_it_is_sought_when_it_moved(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.kind == "moved" and found.untimed


def test_within_a_figure_that_hardly_moved_the_table_tells_no_shares() -> None:
    outcome, words = told("上周收款额为什么变了", *kiosks(_alder_rises_as_birch_falls))
    assert "基本持平" in words and outcome.result is not None
    assert {row[5] for row in outcome.result.rows} == {None}


def test_of_a_running_year_targets_are_compared_by_the_months_that_are_over() -> None:
    database, answers = kiosks()
    outcome, words = told("今年哪个售货亭目标完成得最差", database, answers)
    sql = "SELECT SUM(amount) FROM takings WHERE kiosk_id = 0 AND day >= '2026-01-01' AND day < '2026-09-01'"
    alder = database.execute(sql).fetchone()[0]
    assert outcome.result is not None and outcome.result.rows[0][:3] == (
        "Alder",
        pytest.approx(alder),
        1_600_000,
    )
    assert words.startswith("2026-01-01 至 08-31 收款额目标完成得最差的是Alder（")
    assert "只比到上月底" in words and f"差 {(1_600_000 - alder) / 10_000:,.1f} 万元" in words


def test_a_year_is_looked_at_by_days_where_a_figure_is_named() -> None:
    def plant(amounts: np.ndarray) -> None:
        spring = (dt.date(2026, 3, 9) - FIRST).days
        amounts[6, spring : spring + 7] *= 0.5

    outcome, words = told("今年收款额有没有异常", *calm(plant))
    assert outcome.result is not None and outcome.result.rows[0][:2] == (
        "Gorse的收款额",
        "2026-03-09 – 2026-03-15",
    )
    assert "逐日、逐周" in words


def test_two_figures_of_a_sentence_that_differ_do_not_look_alike() -> None:
    _, answers = kiosks()
    catalog = answers.catalog

    def value(number: str) -> Amount:
        return Amount(Decimal(number), "takings")

    ends = {"low": value("1109946518"), "high": value("1116797210"), "sum": value("1113371864"), "beside": ""}
    said = Said(
        "target.unlikely",
        {
            "aim": Said("target.aim", {"target": value("1117900000")}),
            "metric": "x",
            "whole": "2026",
            "only": "",
            "lead": "",
            **ends,
        },
    )
    assert "CNY 1.117 B, lies below the target of CNY 1.118 B" in worded(said, catalog, "en")
    flat = {
        "now": value("20436711.19"),
        "before": value("20456127.92"),
        "rate": "",
        "only": "",
        "metric": "x",
    }
    change = Amount(Decimal("-19416.73"), "takings", "change")
    premise = Said("why.premise_flat", {**flat, "change": change, "when": "", "against": "x"})
    assert "CNY 20.44 M, against CNY 20.46 M" in worded(premise, catalog, "en")
