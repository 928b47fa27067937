"""What is not certain is asked back: as whole questions, each read with certainty, the likeliest first."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.wording import language_of
from database.dialects import SQLITE
from knowledge.values import Allowed
from query.metric_query import MetricQuery
from tests.integration.metrics_shop import TODAY, reader, rows
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.metric.answers import MetricAnswers
from understanding.metric.asking import (
    asked_back,
    asks_by_name,
    by_own_kind,
    by_types,
    over_kinds,
    over_periods,
    pointed_at,
    vague,
)
from understanding.metric.desk import MetricDesk
from understanding.metric.followups import FollowUps
from understanding.metric.ranges import time_column
from understanding.metric.reader import MetricReader
from understanding.readings import MetricHit
from understanding.words.about import asks_of_what
from understanding.words.pieces import Pieces, QuestionReader

CASES = Path(__file__).parents[2] / "cases" / "metrics"
READER = reader(rows())
ANSWERS = MetricAnswers(READER, FollowUps(READER), SQLITE)


def everyone(_: str) -> bool:
    """Open every column."""
    return True


def load(name: str) -> list[dict[str, Any]]:
    """Return the cases of a file."""
    cases: list[dict[str, Any]] = yaml.load((CASES / name).read_text(), Loader=yaml.CSafeLoader)
    return cases


@pytest.mark.parametrize("case", load("asked_back.yaml"), ids=str)
def test_what_was_taken_for_granted_is_said_and_asked_back(case: dict[str, Any]) -> None:
    before = ANSWERS.answer(case["sql_of"], TODAY, everyone) if "sql_of" in case else None
    hit = ANSWERS.answer(
        case["say"],
        TODAY,
        everyone,
        case.get("after"),
        before.sql if isinstance(before, MetricHit) else "",
        previous_sure=case.get("sure", True),
    )
    assert isinstance(hit, MetricHit) and list(hit.assumed) == case["assumed"]
    language = language_of(case["say"])
    asks = asked_back(hit, MetricDesk(ANSWERS, language, TODAY, everyone)) if hit.assumed else ()
    assert list(asks) == case["asks"]
    assert all(ANSWERS.is_certain(one, TODAY, everyone) for one in asks)
    if asks:
        first = ANSWERS.answer(asks[0], TODAY, everyone)
        assert isinstance(first, MetricHit) and first.query.key == hit.query.key


@pytest.mark.parametrize("case", load("vague.yaml"), ids=str)
def test_a_question_that_lacks_its_figure_offers_some(case: dict[str, Any]) -> None:
    said = (case["say"], MetricDesk(ANSWERS, language_of(case["say"]), TODAY, everyone))
    asks = vague(*said) or over_kinds(*said)
    assert list(asks[: len(case["asks"])]) == case["asks"] and len(asks) <= 3
    assert bool(asks) == bool(case["asks"])
    assert all(ANSWERS.is_certain(one, TODAY, everyone) for one in asks)


@pytest.mark.parametrize(
    "question, asks",
    [
        ("10月我们退了多少订单", ("10月的退货订单数是多少？",)),
        ("10月访问多少秒", ("10月的平均访问时长是多少？",)),
        ("10月订单平均转化", ("10月的转化率是多少？",)),
        ("how many orders have we valued in October", ()),  # a number of orders, and no average order value
        ("10月不退的订单", ()),
        ("10月货退了几单", ("10月的退货订单数是多少？",)),  # all that it says is of one name
        ("10月货车退了几单", ()),
        ("10月下单得好的店", ()),  # done well, and no part of a name
    ],
)
def test_words_of_a_figure_that_is_not_named_whole_ask_it_back(question: str, asks: tuple[str, ...]) -> None:
    assert pointed_at(question, MetricDesk(ANSWERS, language_of(question), TODAY, everyone)) == asks
    assert all(ANSWERS.is_certain(one, TODAY, everyone) for one in asks)


def test_a_goal_is_offered_only_where_a_word_says_so() -> None:
    assert pointed_at("8月收的款多少", desk_of(kiosks()[1], "zh")) == ("8月的收款额是多少？",)


@pytest.mark.parametrize(
    "question, told",
    [
        ("10月货退了几单", True),
        ("10月退了多少订单", True),
        ("10月退了多少订单，线上呢", False),  # of both
        ("10月退的订单比9月多多少", False),
        ("10月货退了几箱", False),  # nothing is counted so
        ("10月访问多少秒", True),
        ("10月访问了多少订单", False),  # of no time that visits took
    ],
)
def test_how_much_is_told_of_the_figure_that_all_words_name(question: str, told: bool) -> None:
    assert asks_by_name(question, MetricDesk(ANSWERS, "zh", TODAY, everyone)) is told


@pytest.mark.parametrize(
    "question, asks",
    [
        ("销售额", ("上个月的销售额是多少？", "今年的销售额是多少？")),
        ("orders by region", ("Orders by region last month", "Orders by region this year")),
        ("Sales last month", ()),
        ("sales lately", ()),
    ],
)
def test_a_question_of_all_data_is_offered_over_last_month_and_this_year(
    question: str, asks: tuple[str, ...]
) -> None:
    assert over_periods(question, MetricDesk(ANSWERS, language_of(question), TODAY, everyone)) == asks


def test_a_period_without_data_is_not_offered() -> None:
    columns = {time_column(READER.catalog, name) for name in READER.catalog.metrics} - {""}
    span = (dt.date(2024, 1, 1), dt.date(2026, 9, 30))
    known = replace(READER.known, spans=dict.fromkeys(columns, span))
    ended = MetricAnswers(MetricReader(known), FollowUps(MetricReader(known)), SQLITE)
    assert over_periods("销售额", MetricDesk(ended, "zh", TODAY, everyone)) == ("今年的销售额是多少？",)


def test_growth_between_two_named_times_is_said_back_or_not_offered() -> None:
    asked = "2026年7月到8月哪个大区的销售额涨得最多"
    hit = ANSWERS.answer(asked, TODAY, everyone)
    assert isinstance(hit, MetricHit) and hit.query.ranking and hit.query.ranking.by == "growth"
    assert hit.query.compared and hit.query.compared.kind == "named"
    said = ANSWERS.worded(hit.query, language_of(asked), TODAY, everyone)
    assert said is None or ANSWERS.is_certain(said, TODAY, everyone)


def test_a_word_of_grammar_is_no_member_where_no_figure_is_named() -> None:
    status = READER.catalog.dimensions["status"]
    done = replace(status, values={**status.values, "4": ("已交付", "Done")})
    catalog = replace(READER.catalog, dimensions={**READER.catalog.dimensions, "status": done})
    known = MetricReader(replace(READER.known, catalog=catalog))
    answers = MetricAnswers(known, FollowUps(known), SQLITE)
    asks = vague("how has Berlin done last month", MetricDesk(answers, "en", TODAY, everyone))
    assert asks and not any("Done" in one for one in asks)
    assert vague("Done last month", MetricDesk(answers, "en", TODAY, everyone))[:1] == (
        "Freight of Done last month",
    )


def test_a_question_is_taken_apart_once_by_each_that_reads_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    known, taken = replace(READER), list[tuple[str, int]]()
    answers = MetricAnswers(known, FollowUps(known), SQLITE)
    plain = QuestionReader.read

    def counted(own: QuestionReader, text: str, today: dt.date, allowed: Allowed) -> Pieces:
        taken.append((text, id(own)))
        return plain(own, text, today, allowed)

    monkeypatch.setattr(QuestionReader, "read", counted)
    for _ in range(2):
        assert isinstance(answers.answer("上个月各城市的销售额", TODAY, everyone), MetricHit)
        assert answers.may_answer("上个月各城市的销售额", TODAY, everyone)
        assert answers.is_certain("上个月各城市的销售额", TODAY, everyone)
    assert 0 < len(taken) == len(set(taken))


@pytest.mark.parametrize("case", load("of_what.yaml"), ids=str)
def test_what_counted_things_are_about_is_told_from_how_many_they_are(case: dict[str, Any]) -> None:
    assert asks_of_what(case["ask"]) is case["about"]


def test_what_has_no_types_is_not_told_by_other_codes_of_its_rows() -> None:
    assert (
        by_types(MetricQuery(("customer_count",)), ANSWERS) is None
    )  # a city is not what customers are about
    assert by_types(MetricQuery(("sales",)), ANSWERS) is None


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("有哪些订单状态", "各订单状态的订单数是多少？"),
        ("上个月有哪些订单状态", "上个月各订单状态的订单数是多少？"),
        ("which order statuses are there", "Orders by order status"),
    ],
)
def test_kinds_that_are_asked_for_are_offered_with_how_many_there_are(question: str, asked: str) -> None:
    assert by_own_kind(question, MetricDesk(ANSWERS, language_of(question), TODAY, everyone))[:1] == (asked,)
