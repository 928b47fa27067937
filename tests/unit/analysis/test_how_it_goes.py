"""Forecasts, oddities and briefings from question to words, over a made business whose figures are known."""

import datetime as dt
import re
from decimal import Decimal
from typing import Literal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, AskBack, NotRead, recognise
from analysis.briefing.figures import period_before, year_of
from analysis.daily import Daily
from analysis.forecast.models import Target, Trial, ranged
from analysis.kinds import as_heard
from analysis.why.shape import alike_by
from query.metric_query import Window
from tests.unit.analysis.kiosks import asked, calm, desk_for, desk_of, kiosks, told


@pytest.mark.parametrize("question", ["下个月收款额大概多少？", "takings forecast for October"])
def test_a_month_to_come_is_forecast_with_range_error_and_the_word_forecast(question: str) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.result is not None and outcome.chart is not None
    _, value, low, high, actual, _ = outcome.result.rows[0]
    assert 0 < low < value < high and actual is None
    assert "预测" in words or "Forecast" in words
    assert "2026 年 10 月" in words or "October 2026" in words
    assert "不是实际数" in words or "not an actual figure" in words


def test_of_a_running_month_what_was_stands_apart_from_what_is_forecast() -> None:
    database, answers = kiosks()
    outcome, words = told("本月收款额预计多少", database, answers)
    actual = database.execute("SELECT SUM(amount) FROM takings WHERE day >= '2026-09-01'").fetchone()[0]
    assert f"2026-09-01 至 09-22 已有 {actual / 10000:,.1f} 万元" in words
    assert outcome.result is not None and outcome.result.rows[0][0] == "2026-09-23 – 2026-09-30"


def test_a_ratio_is_forecast_by_its_two_sums() -> None:
    outcome, _ = told("average sale next month forecast", *kiosks())
    assert outcome.result is not None
    assert outcome.result.rows[0][1] == pytest.approx(20, rel=0.01)


def test_what_does_not_add_up_over_days_is_not_forecast() -> None:
    outcome, words = told("下个月最高一天预计多少", *kiosks())
    assert outcome.statements[0].code == "forecast.not_summed" and "不能按天相加" in words
    assert {one.code for one in outcome.statements[1:]} == {
        f"forecast.known.{one}" for one in ("then", "months", "range")
    }


def test_of_too_little_history_the_last_weeks_are_told_as_arithmetic_and_no_forecast() -> None:
    outcome, words = told("下个月收款额预测", *kiosks(first=dt.date(2026, 7, 1)))
    assert outcome.declined is None and outcome.result is None
    found = re.search(r"日均（([0-9,.]+) (万?)元）.*?约 ([0-9.]+) 万元", words)
    assert found, words
    mean = float(found[1].replace(",", "")) / (1 if found[2] else 10_000)
    assert float(found[3]) == pytest.approx(31 * mean, rel=0.01)
    assert "没有用过去检验过，不是预测" in words and "84 天" in words


def test_less_than_two_weeks_are_declined() -> None:
    outcome, _ = told("下个月收款额预测", *kiosks(first=dt.date(2026, 9, 12)))
    assert outcome.declined is not None


def test_a_target_that_runs_ahead_is_a_figure_and_no_forecast() -> None:
    _, answers = kiosks()
    assert isinstance(asked("下个月的收款目标是多少", answers), NotRead)


def test_a_target_beyond_the_last_one_set_is_not_forecast_either() -> None:
    outcome, words = told("明年1月的收款目标是多少", *kiosks())
    assert [one.code for one in outcome.statements] == ["target.set_until"] and outcome.result is None, words


def test_a_month_that_has_been_is_no_forecast_and_a_bare_one_is_the_next() -> None:
    _, answers = kiosks()
    assert isinstance(asked("上个月收款额大概多少", answers), NotRead)
    assert isinstance(asked("2025年12月收款额预计多少", answers), NotRead)
    found = asked("3月收款额预计多少", answers)
    assert isinstance(found, AnalysisAsked) and found.window is not None
    assert found.window.start == dt.date(2027, 3, 1)


def test_without_a_figure_or_a_time_it_is_asked_which() -> None:
    _, answers = kiosks()
    for question in ("下个月大概多少", "收款额预测", "forecast for next month"):
        found = asked(question, answers)
        assert isinstance(found, AskBack) and len(found.questions) >= 2
        for one in found.questions:
            assert isinstance(asked(one, answers), AnalysisAsked), one


@pytest.mark.parametrize("question", ["国庆期间会怎么样", "下个月会怎么样"])
def test_how_a_time_to_come_will_go_is_forecast_by_the_first_figure_which_is_told(question: str) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.statements[0].code == "forecast.value", words
    assert outcome.cautions[0].code == "why.read_as"


@pytest.mark.parametrize("question", ["十一会怎么样", "那个会怎么样"])
def test_what_will_be_at_a_time_that_is_not_read_is_no_report_of_last_month(question: str) -> None:
    heard = as_heard(question, NotRead(), desk_for(question))
    assert heard is None or not isinstance(heard.read, AnalysisAsked)


@pytest.mark.parametrize("question", ["有没有异常？", "Anything unusual?"])
def test_an_odd_day_of_one_kiosk_is_told_with_its_size_and_drawn(question: str) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[6, -1] *= 0.4

    outcome, words = told(question, *calm(plant))
    assert outcome.result is not None and outcome.chart is not None
    assert "Gorse" in outcome.result.rows[0][0]
    assert outcome.result.rows[0][4] == pytest.approx(-60, abs=8)
    assert "Gorse" in words and "2026" in words


@pytest.mark.parametrize("question", ["有没有异常？", "Was anything odd last week?", "上周收款额有没有异常"])
def test_where_nothing_is_odd_it_says_how_much_was_looked_at(question: str) -> None:
    outcome, words = told(question, *calm())
    assert outcome.result is not None and outcome.declined is None  # the figures as they were, beside usual
    assert all(abs(row[4]) < 10 and row[2] and row[3] for row in outcome.result.rows)
    assert outcome.reading[0].code == "anomaly.looked" and outcome.reading[0].params["series"] > 10
    assert "收款额" in words or "takings" in words


def test_of_one_figure_its_total_over_the_time_is_told_beside_before_and_a_year_before() -> None:
    database, answers = calm()
    outcome, words = told("上周收款额有没有异常", database, answers)
    (total,) = database.execute(
        "SELECT SUM(amount) FROM takings WHERE day BETWEEN '2026-09-14' AND '2026-09-20'"
    ).fetchone()
    (line,) = outcome.statements[1].params["lines"]
    assert float(line.params["now"].value) == pytest.approx(total)
    assert "2026-09-14 至 09-20 合计：收款额 " in words


def test_what_moved_most_of_all_is_named_where_nothing_is_odd_and_called_usual() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[:] *= np.exp(0.1 * np.random.default_rng(5).standard_normal(amounts.shape))

    outcome, words = told("Was anything odd last week?", *calm(plant))
    assert outcome.result is not None and len(outcome.result.rows) > 1
    assert "which among so many comparisons may be chance: Takings of " in words
    assert outcome.questions and outcome.questions[0].startswith("Why did takings of ")


def test_two_questions_about_one_week_look_at_the_same_series_and_call_the_same_usual() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[6, -9:-2] *= 0.5

    some = [told(f"{when}有没有异常", *calm(plant))[0] for when in ("上周", "9月", "最近60天")]
    rows = [next(row for row in one.result.rows if "Gorse" in row[0]) for one in some if one.result]
    assert len(rows) == 3 and len(set(rows)) == 1
    looked = [{str(key): one.reading[0].params[key] for key in ("metrics", "by")} for one in some]
    assert looked[0] == looked[1] == looked[2]


def test_of_one_kiosk_no_cut_is_looked_at_that_has_it_alone() -> None:
    outcome, words = told("Was anything odd at Hazel last week?", *calm())
    assert (
        "takings, average sale, tickets of Hazel (3 series: in all and by state) stayed within the usual"
        in words
    )
    assert [one.name for one in outcome.reading[0].params["by"].params["dimensions"]] == ["state"]


def test_a_briefing_of_a_week_tells_how_far_the_month_is_to_its_target() -> None:
    database, answers = kiosks()
    _, words = told("Hazel的周报", database, answers)
    (actual,) = database.execute(
        "SELECT SUM(t.amount) FROM takings t JOIN kiosks k USING (kiosk_id)"
        " WHERE k.name = 'Hazel' AND t.day >= '2026-09-01'"
    ).fetchone()
    assert "本月到目前（2026-09-01 至 09-22），与上月同样的日子（2026-08-01 至 08-22）" in words
    assert f"已完成全期目标的 {actual / 2000:.1f} %，时间已过 73.3 %" in words
    _, words = told("7月月报", database, answers)
    assert "本月到目前" not in words


def test_days_off_are_named_as_not_looked_at() -> None:
    _, words = told("6月有没有异常", *kiosks())
    assert "3 天节假日与平常的日子不可比" in words  # the Dragon Boat festival of 2026


def test_a_monthly_briefing_has_the_period_before_the_year_before_and_the_target() -> None:
    database, answers = kiosks()
    outcome, words = told("月报", database, answers)
    assert outcome.result is not None
    august, july, before = (
        database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE ?", (f"{month}%",)).fetchone()[0]
        for month in ("2026-08", "2026-07", "2025-08")
    )
    row = outcome.result.rows[0]
    assert row[2:4] == pytest.approx((august, july)) and row[5] == pytest.approx(before)
    assert row[4] == pytest.approx(100 * (august / july - 1), abs=0.06)
    assert row[7] == 2_400_000 and row[8] == pytest.approx(august / 24_000, abs=0.06)
    assert [one[0] for one in outcome.result.rows] == [
        "收款额",
        "笔均金额",
        "工单数",
    ]  # as the scorecard says
    assert words.startswith(
        "2026 年 8 月收款额 245.9 万元，比去年同期（2025 年 8 月）增长 8.7 %，环比（2026 年 7 月）+1.3 %，"
        "完成了目标（102.5 %）。"
    )


def test_a_briefing_of_a_year_so_far_tells_its_change_on_the_year_once() -> None:
    outcome, words = told("今年整体经营情况怎么样", *kiosks())
    assert "同比" in words and "环比" not in words
    assert outcome.result is not None
    names = [column.name for column in outcome.result.columns]
    assert len(names) == len(set(names)) == 7  # with the target and how much of it is reached


def test_a_kiosk_has_a_briefing_of_its_own() -> None:
    database, answers = kiosks()
    outcome, words = told("How is Hazel doing?", database, answers)
    own = database.execute(
        "SELECT SUM(amount) FROM takings WHERE kiosk_id = 7 AND day LIKE '2026-08%'"
    ).fetchone()[0]
    assert outcome.result is not None and outcome.result.rows[0][2] == pytest.approx(own)
    assert words.startswith(
        "Hazel, August 2026: takings came to CNY 239,445, up 7.9 % on a year ago (August 2025); +1.2 %"
    )


def test_a_briefing_counts_what_is_open_and_names_what_moved_most() -> None:
    def plant(amounts: np.ndarray) -> None:
        first = (dt.date(2026, 9, 14) - dt.date(2024, 9, 1)).days
        amounts[11, first : first + 7] *= 0.5

    outcome, words = told("周报", *kiosks(plant))
    assert "收款额变动最大的售货亭：Maple -" in words and "未处理的工单数（不论哪年的，全部）：120" in words
    assert any("Maple" in one for one in outcome.questions)
    (card, moves, still) = outcome.sheets
    assert (card[0], moves[0], still[0]) == ("记分卡", "变化较大的", "未办结的")
    assert card[1] == outcome.result
    assert moves[1].rows[0][0] == "收款额" and moves[1].rows[0][2] == "Maple" and moves[1].rows[0][5] < 0
    assert still[1].rows[0][0] == "工单数" and still[1].rows[0][2] == 120


def test_holidays_of_unlike_length_are_compared_for_as_many_days() -> None:
    database, answers = kiosks()
    outcome, words = told("2025年国庆怎么样", database, answers)
    total = "SELECT SUM(amount) FROM takings WHERE day >= ? AND day < ?"
    now = database.execute(total, ("2025-10-01", "2025-10-09")).fetchone()[0]
    year = database.execute(total, ("2024-10-01", "2024-10-08")).fetchone()[0] * 8 / 7
    assert outcome.result is not None
    assert outcome.result.rows[0][5] == pytest.approx(year * 7 / 8, abs=0.01)  # as it was
    assert outcome.result.rows[0][6] == pytest.approx(100 * (now / year - 1), abs=0.06)
    assert f"日均同比 {100 * (now / year - 1):+.1f} %" in words
    assert "去年同期 7 天，本期 8 天：变化按日均比" in words


def test_a_running_month_is_set_beside_as_many_days_and_a_longer_one_by_its_days_means() -> None:
    database, answers = kiosks()
    total = "SELECT SUM(amount) FROM takings WHERE day >= ? AND day < ?"
    for asked_of in ("How are we doing?", "周报"):
        _, words = told(asked_of, database, answers)
        now = database.execute(total, ("2026-09-01", "2026-09-23")).fetchone()[0]
        before = database.execute(total, ("2026-08-01", "2026-08-23")).fetchone()[0]
        assert "1–22 Aug 2026" in words or "2026-08-01 至 08-22" in words
        assert f"{100 * (now / before - 1):+.1f} %" in words
    _, words = told("2026年3月1日到3月31日怎么样", database, answers)
    assert "日均环比" not in words  # two whole months are compared as they are
    windows = (Window(dt.date(2026, 3, 1), dt.date(2026, 3, 31), "month", unfinished=True),)
    assert period_before(windows[0]) == Window(dt.date(2026, 2, 1), dt.date(2026, 3, 1), "range")
    assert alike_by(windows[0], period_before(windows[0])) == Decimal(30) / 28


@pytest.mark.parametrize(
    ("start", "end", "unit", "before"),
    [
        ("2026-09-01", "2026-11-01", "month", ("2026-07-01", "2026-09-01")),  # two months beside two
        ("2026-08-01", "2026-11-01", "month", ("2026-05-01", "2026-08-01")),
        ("2026-10-01", "2026-11-22", "quarter", ("2026-07-01", "2026-08-22")),
        ("2026-11-02", "2026-11-16", "week", ("2026-10-19", "2026-11-02")),
    ],
)
def test_the_period_before_is_as_long_as_the_period(
    start: str, end: str, unit: Literal["week", "month", "quarter"], before: tuple[str, str]
) -> None:
    now = Window(dt.date.fromisoformat(start), dt.date.fromisoformat(end), unit, 2)
    found = period_before(now)
    assert (found.start.isoformat(), found.end.isoformat()) == before


@pytest.mark.parametrize(
    ("question", "before", "year"),
    [
        ("上周末怎么样", ("2026-09-12", "2026-09-14"), ("2025-09-20", "2025-09-22")),
        ("过去三天怎么样", ("2026-09-13", "2026-09-16"), ("2025-09-21", "2025-09-24")),
        ("How did the last 10 days go?", ("2026-08-30", "2026-09-09"), ("2025-09-14", "2025-09-24")),
        ("过去14天经营情况", ("2026-08-26", "2026-09-09"), ("2025-09-10", "2025-09-24")),
        ("How did the last two weeks go?", ("2026-08-26", "2026-09-09"), ("2025-09-10", "2025-09-24")),
    ],
)
def test_some_days_are_set_beside_the_same_days_of_the_week(
    question: str, before: tuple[str, str], year: tuple[str, str]
) -> None:
    _, answers = kiosks()
    found = asked(question, answers)
    assert isinstance(found, AnalysisAsked) and found.window is not None
    windows = period_before(found.window), year_of(found.window, desk_of(answers, "en"))
    assert [(one.start.isoformat(), one.end.isoformat()) for one in windows] == [before, year]


def test_periods_with_other_days_off_are_said_to_be_unlike() -> None:
    _, words = told("weekly report", *kiosks())
    assert "not directly comparable" not in words
    outcome, words = told("6月经营情况如何", *kiosks())
    assert "（2026 年 5 月）不能直接比：本期节假日 3 天（端午），前期 5 天（劳动节）；" in words
    assert "不作调整的话，收款额 -6.6 %" in words
    assert "环比" not in words and outcome.result is not None  # told once, with its reason; the table has it
    assert outcome.result.rows[0][4] == pytest.approx(-6.6, abs=0.06)


@pytest.mark.parametrize(
    "question",
    [
        "上个月收款额", "收款额最高的售货亭", "为什么收款额跌了",
        "takings last month", "top 3 kiosks by takings",
        "天气怎么样", "那南城怎么样", "and how is Elm doing?",
    ],
)  # fmt: skip
def test_other_questions_are_none_of_these(question: str) -> None:
    found = recognise(question)
    assert found is None or found.kind == "why"


@pytest.mark.parametrize("question", ["收款额怎么样", "How are takings doing?"])
def test_how_one_figure_goes_is_a_report_of_it_alone(question: str) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.result is not None
    assert [row[0] for row in outcome.result.rows] in (["收款额"], ["Takings"])
    assert "去年同期" in words or "a year ago" in words


def test_a_briefing_of_a_running_month_tells_how_much_of_the_target_is_reached() -> None:
    database, answers = kiosks()
    outcome, words = told("How are we doing this month?", database, answers)
    actual = database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE '2026-09%'").fetchone()[0]
    assert f"{actual / 24_000:.1f} % of the full target with 73.3 % of its days gone" in words
    assert outcome.result is not None
    assert outcome.result.rows[0][-2:] == (2_400_000.0, round(actual / 24_000, 1))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("上个月完成目标了吗", "完成了："),
        ("Did we hit our target last month?", "Target met: "),
        ("本月达标了吗", "到目前"),
    ],
)
def test_whether_a_target_is_met_is_said_with_both_figures(question: str, said: str) -> None:
    database, answers = kiosks()
    outcome, words = told(question, database, answers)
    assert words.startswith(said) and "2,400,000" in words.replace("240 万", "2,400,000").replace(
        "2.40 M", "2,400,000"
    )
    month = "2026-09%" if "本月" in question else "2026-08%"
    actual = database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE ?", (month,)).fetchone()[0]
    assert outcome.result is not None and outcome.result.rows[0][1:3] == pytest.approx((actual, 2_400_000))


def test_the_range_of_a_forecast_is_checked_on_other_trials() -> None:
    series = Daily(dt.date(2024, 1, 1), np.ones(2))
    target = Target(dt.date(2026, 10, 1), dt.date(2026, 11, 1), 1)
    trials = [Trial(target, 100.0, 100.0 + miss) for miss in (1, 2, 3, 4, 5, 6, 20)]
    found = ranged("week", 100.0, series, trials, 0.1)
    assert found.within == 6  # the one that makes the range lies outside that of the others


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("本月能完成目标吗", "预计能达到"),
        ("月底能不能完成目标？", "预计能达到"),
        (
            "Will Hazel reach its target this month?",
            "Likely to be reached, by a clear margin: takings of Hazel",
        ),
        (
            "Will Alder hit its takings target this month?",
            "Likely to be missed, by a clear margin: takings of Alder",
        ),
    ],
)
def test_whether_a_target_will_be_met_is_told_by_the_range_of_a_forecast(question: str, said: str) -> None:
    outcome, words = told(question, *kiosks())
    assert words.startswith(said) and ("不是实际数" in words or "not an actual" in words)
    assert outcome.result is not None
    _, actual, target, _, forecast, low, high = outcome.result.rows[0]
    assert actual < low < forecast < high
    assert (high < target) if "missed" in said else (low > target)


def test_what_the_days_left_must_bring_stands_beside_what_days_brought() -> None:
    database, answers = kiosks()
    _, words = told("离本月目标还差多少，照现在的速度够吗", database, answers)
    actual = database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE '2026-09%'").fetchone()[0]
    assert f"余下 8 天平均每天需要 {(2_400_000 - actual) / 8:,.0f} 元" in words
    assert f"到目前平均每天 {actual / 22:,.0f} 元" in words


@pytest.mark.parametrize(
    ("question", "first", "count"),
    [
        ("哪些售货亭落后于目标", "Alder", "12 个售货亭里有 6 个落后"),
        ("Which kiosks are behind target this month?", "Alder", "6 of 12 kiosks, Alder"),
        ("Which kiosks are ahead of target this month?", "Maple", "6 of 12 kiosks, Maple"),
        ("Which kiosks were behind target in August and why?", "Alder", "6 of 12 kiosks missed"),
    ],
)
def test_who_is_behind_or_ahead_is_told_by_the_days_that_are_over(
    question: str, first: str, count: str
) -> None:
    database, answers = kiosks()
    outcome, words = told(question, database, answers)
    assert outcome.result is not None and count in words
    assert len(outcome.result.rows) == 12 and outcome.result.rows[0][0] == first
    asked_for = "2026-08%" if "August" in question else "2026-09%"
    sums = database.execute(
        "SELECT SUM(t.amount) FROM takings t JOIN kiosks k USING (kiosk_id) WHERE k.name = ? AND day LIKE ?",
        (first, asked_for),
    )
    assert outcome.result.rows[0][1] == pytest.approx(sums.fetchone()[0])


def test_whose_figures_were_looked_at_is_said_where_a_member_was_named() -> None:
    for question, said in (
        ("Hazel最近有没有异常情况", "看了Hazel的"),
        ("Anything odd at Hazel lately?", " of Hazel"),
    ):
        assert said in told(question, *kiosks())[1]


def test_why_a_target_was_missed_begins_with_whether_it_was_and_with_the_growth_it_wanted() -> None:
    outcome, words = told("Why did Alder miss its target in August?", *kiosks())
    assert words.startswith("Target missed: takings of Alder for August 2026 came to CNY ")
    assert [one.code for one in outcome.statements[:4]] == [
        "target.missed",
        "briefing.course.told",  # eight months in a row
        "missed.wanted",
        "why.premise_up",
    ]
    target, year = (outcome.statements[2].params[one].value for one in ("target", "year"))
    (before, now) = (outcome.statements[3].params[one].value for one in ("before", "now"))
    assert target == 200_000 and year == before and now == outcome.statements[0].params["actual"].value
    assert f"is +{100 * (target / year - 1):.1f} % on a year earlier (August 2025: " in words


def _maple_grows_less(amounts: np.ndarray) -> None:
    amounts[11, -80:] *= 0.75


def test_of_a_rise_short_of_its_target_who_lacks_most_is_told_and_not_who_made_the_rise() -> None:
    outcome, words = told("8月为什么没完成目标", *kiosks(_maple_grows_less))
    codes = [one.code for one in outcome.statements]
    assert codes[2:4] == ["why.premise_up", "missed.lacking"]
    assert not any(one.startswith(("why.member", "why.uniform", "why.cut", "why.movers")) for one in codes)
    params = outcome.statements[3].params
    assert params["every"] == 12 and params["list"][0].params["name"] == "Maple" and "少 " in words


@pytest.mark.parametrize(
    "question", ["why is Alder behind?", "Alder为什么落后", "Alder was behind target again this month, why?"]
)
def test_behind_what_is_not_said_is_behind_the_target(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.kind == "missed" and found.metrics[1] == "target"


def test_a_figure_that_is_supposed_as_the_cause_is_not_the_one_whose_target_is_meant() -> None:
    desk = desk_of(kiosks()[1], "zh")
    found = as_heard("Alder 9月差目标挺多的，why? 是工单少了还是笔均金额低了", NotRead(), desk)
    assert found is not None and isinstance(found.read, AnalysisAsked)
    assert (found.kind, found.read.metrics[0]) == ("missed", "takings")


def test_a_target_that_was_met_is_not_said_to_be_missed() -> None:
    outcome, words = told("为什么8月Maple没完成目标", *kiosks())
    assert words.startswith("完成了：") and [one.code for one in outcome.statements] == ["target.met"]


def test_without_a_target_it_is_said_that_none_is_defined() -> None:
    _, answers = kiosks()
    for question in ("工单数目标完成了吗", "工单目标完成了吗", "Did tickets reach their target last month?"):
        found = asked(question, answers)
        assert isinstance(found, NotRead) and found.why is not None, question
        assert found.why.code == "target.undefined_but"
    found = asked("Which states are behind target?", answers)
    assert isinstance(found, NotRead) and found.why is not None and found.why.code == "target.not_cut"
