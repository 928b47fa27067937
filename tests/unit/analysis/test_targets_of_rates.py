"""A rate is what it is from the first day: no part of its target is reached by a part of the days."""

import re
import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from analysis.asked import NotRead
from database.dialects import SQLITE
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import DEFINED, asked, kiosks, told
from understanding.metric.answers import MetricAnswers


def _with_a_rates_target(*, most: int = 0) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the kiosks with a target of 21 for each sale's mean, too; or with one that it may be at most."""
    database, answers = kiosks()
    reader = answers.reader
    known = reader.known.catalog.metrics
    aim = replace(
        known["target"], name="sale_target", zh="笔均金额目标", en="Average sale target",
        unit_zh="", unit_en="", expression=f"AVG(amount) * {most or 21} / 200000", additivity="average",
        synonyms=(), decimals=2,
    )  # fmt: skip
    metrics = {**known, aim.name: aim}
    if most:
        name = next(one.name for one in known.values() if one.zh == "笔均金额")
        metrics[name] = replace(known[name], good="low")
    catalog = replace(reader.known.catalog, metrics=metrics)
    return database, replace(answers, reader=replace(reader, known=replace(reader.known, catalog=catalog)))


@pytest.mark.parametrize("question", ["本月能完成目标吗", "Are we on target this month?"])
def test_where_no_figure_is_named_each_that_has_a_target_is_told_the_scorecards_first(question: str) -> None:
    outcome, text = told(question, *_with_a_rates_target())
    codes = [one.code for one in outcome.statements]
    assert codes[-1] == "target.rate_missed_running", text
    assert outcome.result is not None
    assert [row[0] for row in outcome.result.rows] in (["收款额", "笔均金额"], ["Takings", "Average sale"])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("本月笔均金额能完成目标吗", "到目前低于目标"),
        ("Did the average sale hit its target last month?", "Target missed: average sale"),
    ],
)
def test_a_rate_is_set_beside_its_target_and_not_beside_its_days(question: str, said: str) -> None:
    outcome, text = told(question, *_with_a_rates_target())
    assert len(outcome.statements) == 1 and text.startswith(said), text
    assert "时间已过" not in text and "of the target" not in text


@pytest.mark.parametrize(
    "question", ["各售货亭8月笔均金额达标了吗", "Did each kiosk hit its average sale target in August?"]
)
def test_each_member_is_told_by_its_rate_and_no_share_of_the_target(question: str) -> None:
    _, text = told(question, *_with_a_rates_target())
    assert re.search(r"[（(]\d+\.\d+，目标 21|\d \(target 21", text) and " %" not in text, text


@pytest.mark.parametrize(
    "question", ["各售货亭8月完成收款额目标了吗", "Did each kiosk hit its takings target in August?"]
)
def test_whether_each_met_its_target_names_those_that_did_not_and_those_that_did(question: str) -> None:
    outcome, text = told(question, *kiosks())
    assert outcome.result is not None and len(outcome.result.rows) == 12
    shares = [row[3] for row in outcome.result.rows]
    assert shares == sorted(shares), shares
    assert "Alder" in text and "Maple" in text, text


@pytest.mark.parametrize("question", ["本月情况怎么样", "How are we doing this month?"])
def test_a_briefing_tells_the_target_of_a_rate_and_no_share_of_it(question: str) -> None:
    outcome, text = told(question, *_with_a_rates_target())
    assert "目标 21）" in text or "target 21)" in text, text
    assert outcome.result is not None
    rate = next(row for row in outcome.result.rows if row[0] in ("笔均金额", "Average sale"))
    assert rate[-2:] == (21.0, None)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("本月情况怎么样", "笔均金额的目标是各售货亭目标的平均数，没有为整体定目标"),
        ("How are we doing this month?", "what stands here is the mean of each kiosk's own"),
        ("上个月笔均金额完成目标了吗", "各售货亭目标的平均数"),
        ("Did the average sale hit its target last month?", "the mean of each kiosk's own"),
    ],
)
def test_a_mean_of_targets_is_told_as_one(question: str, said: str) -> None:
    _, text = told(question, *_with_a_rates_target())
    assert said in text


@pytest.mark.parametrize("question", ["本月情况怎么样", "How are we doing this month?"])
def test_of_a_few_each_is_told_beside_its_target_where_hardly_any_had_a_year_before(question: str) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4:] = np.nan
        amounts[:3, :400] = np.nan

    database, answers = kiosks(plant)
    own = sqlite3.connect(":memory:")
    database.commit()  # of what is not committed no copy is made
    database.backup(own)
    own.execute("DELETE FROM targets WHERE kiosk_id >= 4")
    outcome, text = told(question, own, answers)
    aimed = next(one for one in outcome.statements if one.code == "briefing.aimed_running")
    sums = "SELECT SUM(amount) / 2000 FROM takings WHERE kiosk_id = 3 AND day LIKE '2026-09%'"
    assert f"Dogwood {own.execute(sums).fetchone()[0]:.1f} %" in text
    assert len(aimed.params["list"]) == 4


@pytest.mark.parametrize(
    ("most", "question", "said"),
    [
        (90, "8月笔均金额达标了吗", "达到目标：2026 年 8 月笔均金额为"),
        (9, "8月笔均金额达标了吗", "没有达到目标：2026 年 8 月笔均金额为"),
        (
            90,
            "Did the average sale hit its target last month?",
            "Target met: average sale for August 2026 was",
        ),
        (
            9,
            "Did the average sale hit its target last month?",
            "Target missed: average sale for August 2026 was",
        ),
        (9, "本月笔均金额能完成目标吗", "到目前已经超过"),
        (90, "各售货亭8月笔均金额达标了吗", "12 个售货亭 2026 年 8 月的笔均金额都没有超过目标"),
        (9, "Did each kiosk hit its average sale target in August?", "12 of 12 kiosks were above the target"),
    ],
)
def test_what_is_better_low_may_be_no_more_than_its_target(most: int, question: str, said: str) -> None:
    _, text = told(question, *_with_a_rates_target(most=most))
    assert text.startswith(said) and "短" not in text and "short" not in text and "还差" not in text, text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Average sale last month vs target", "Average sale for August 2026 was "),
        ("Average sale by kiosk last month vs target", "12 of 12 kiosks missed the target of average sale"),
    ],
)
def test_a_rate_asked_for_beside_its_target_is_told_with_it(question: str, said: str) -> None:
    _, text = told(question, *_with_a_rates_target())
    assert text.startswith(said) and "target" in text, text


OF_PARTS = """
  - {name: sales_target, names: {zh: 成交笔数目标, en: Sales made target}, table: targets,
     expression: SUM(amount) / 21, time: month, time_grain: month, unit: {zh: 笔, en: sales}}
  - {name: mean_target, names: {zh: 笔均金额目标, en: Average sale target}, ratio: [target, sales_target],
     decimals: 2}
  - {name: per_ticket, names: {zh: 均张收款额, en: Takings per ticket}, ratio: [takings, tickets]}
"""


def _with_targets_of_parts() -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the kiosks with a target of sales, of which and the takings' the mean's own is made."""
    database, answers = kiosks()
    defined = DEFINED.replace("dimensions:", f"{OF_PARTS.strip(chr(10))}\ndimensions:")
    report = load_metrics(defined, "kiosks.yaml")
    assert report.refused == []
    known = answers.reader.known
    return database, MetricAnswers.build(
        report.items, known.catalog.schema, known.values, SQLITE, spans=known.spans
    )


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("8月笔均金额达标了吗", "没有完成：2026 年 8 月笔均金额为"),
        (
            "Did the average sale hit its target last month?",
            "Target missed: average sale for August 2026 was",
        ),
        ("哪些售货亭8月没达到笔均金额目标", "12 个售货亭里有 12 个没有完成 2026 年 8 月的笔均金额目标"),
        ("哪些售货亭落后于笔均金额目标", "12 个售货亭"),
        ("Which kiosks missed the average sale target in August?", "12 of 12 kiosks missed"),
    ],
)
def test_a_target_is_that_of_the_figure_it_stands_beside_and_not_of_its_parts(
    question: str, said: str
) -> None:
    _, text = told(question, *_with_targets_of_parts())
    assert text.startswith(said) and ("笔均金额" in text or "average sale" in text), text


@pytest.mark.parametrize(
    "question", ["8月均张收款额完成目标了吗", "Did takings per ticket hit its target last month?"]
)
def test_what_has_no_target_of_its_own_has_none_by_what_it_divides(question: str) -> None:
    _, answers = _with_targets_of_parts()
    read = asked(question, answers)
    assert isinstance(read, NotRead) and read.why is not None and read.why.code == "target.undefined_but"


@pytest.mark.parametrize("question", ["8月情况怎么样", "How was August?"])
def test_a_briefing_tells_a_target_that_is_a_ratio_by_itself_and_not_by_its_parts(question: str) -> None:
    outcome, text = told(question, *_with_targets_of_parts())
    assert outcome.result is not None
    rate = next(row for row in outcome.result.rows if row[0] in ("笔均金额", "Average sale"))
    assert 21.0 in rate, rate
    assert "目标 21.00" in text or "target 21.00" in text, text


@pytest.mark.parametrize(("question", "is_told"), [("Gorse 8月怎么样", False), ("8月怎么样", True)])
def test_one_alone_has_a_target_of_its_own_though_its_key_is_called_in_two_ways(
    question: str, is_told: bool
) -> None:
    database, answers = _with_a_rates_target()
    known = answers.reader.known
    own = known.catalog.dimensions["kiosk"]
    home = replace(own, name="home", zh="所属亭", en="Home kiosk", synonyms=())
    catalog = replace(known.catalog, dimensions={**known.catalog.dimensions, "home": home})
    answers = replace(answers, reader=replace(answers.reader, known=replace(known, catalog=catalog)))
    words = told(question, database, answers)[1]
    assert ("没有为整体定目标" in words) == is_told and "所属亭目标" not in words, words
