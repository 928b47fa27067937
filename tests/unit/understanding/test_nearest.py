"""Words that nothing reads: what the rest comes to is asked back, or leads on from the decline."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from config.wording import language_of
from database.dialects import SQLITE
from query.metric_query import Window
from tests.integration.metrics_shop import TODAY
from tests.unit.understanding.test_asking import ANSWERS, READER, everyone, load
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.metric.followups import FollowUps
from understanding.metric.leading import beside, leading
from understanding.metric.offering import around
from understanding.metric.reader import MetricReader
from understanding.metric.remaining import remaining
from understanding.readings import MetricHit


@pytest.mark.parametrize("case", load("nearest.yaml"), ids=str)
def test_what_was_read_is_asked_back_whole_with_the_words_that_were_not(case: dict[str, Any]) -> None:
    language = language_of(case["say"])
    assert ANSWERS.answer(case["say"], TODAY, everyone) is None
    found = remaining(case["say"], MetricDesk(ANSWERS, language, TODAY, everyone))
    assert list(found.questions if found else ()) == case["asks"]
    assert list(found.left if found else ()) == case.get("unread", [])
    leads = leading(case["say"], MetricDesk(ANSWERS, language, TODAY, everyone))
    assert list(leads[:1]) == ([case["leads"]] if "leads" in case else case["asks"])
    assert all(ANSWERS.is_certain(one, TODAY, everyone) for one in (*leads, *case["asks"]))
    assert len(leads) <= 3


def test_what_was_read_is_told_as_it_is_called() -> None:
    found = remaining("10月各大区签了多少订单", MetricDesk(ANSWERS, "zh", TODAY, everyone))
    assert found is not None
    assert (found.read, found.figure_assumed) == (("10月", "大区", "订单数"), False)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Sales of Berlin last month", ["Sales of Berlin by product last month"]),
        ("10月各大区的订单数", ["10月各客户的订单数是多少？", "10月各大区的订单数同比增长是多少？"]),
        ("Sales", ["Sales by product"]),
    ],
)
def test_what_is_offered_beside_a_figure_keeps_its_members_and_time(question: str, asks: list[str]) -> None:
    hit = ANSWERS.answer(question, TODAY, everyone)
    assert isinstance(hit, MetricHit)
    unworded = tuple(replace(one, text="") for one in hit.query.windows)
    assert all(
        "2026-10-01" not in one
        for one in beside(replace(hit.query, windows=unworded), MetricDesk(ANSWERS, "en", TODAY, everyone))
    )
    found = beside(hit.query, MetricDesk(ANSWERS, language_of(question), TODAY, everyone))
    assert list(found)[: len(asks)] == asks
    assert all(ANSWERS.is_certain(one, TODAY, everyone) for one in found)


def test_what_is_offered_beside_a_running_time_in_dates_ends_where_its_data_end() -> None:
    ends = {"orders.ordered_on": (dt.date(2025, 1, 1), dt.date(2026, 11, 19))}
    known = replace(READER.known, spans=ends)
    answers = MetricAnswers(MetricReader(known), FollowUps(MetricReader(known)), SQLITE)
    hit = answers.answer("Sales this year", TODAY, everyone)
    assert isinstance(hit, MetricHit)
    in_dates = replace(hit.query, windows=tuple(replace(one, text="") for one in hit.query.windows))
    found = list(beside(in_dates, MetricDesk(answers, "en", TODAY, everyone)))
    assert "Sales by product from 2026-01-01 to 2026-11-19" in found


@pytest.mark.parametrize(
    "question",
    [
        "Sales of Berlin on 2026-10-01",
        "2026-10-01各大区的订单数",
        "Sales by region on 2026-10-01",
        "2026-10-01的订单数",
    ],
)
def test_what_is_offered_beside_a_day_is_read_as_it_is_said_whichever_day_it_is(question: str) -> None:
    answers, language = MetricAnswers(READER, FollowUps(READER), SQLITE), language_of(question)
    desk = MetricDesk(answers, language, TODAY, everyone)
    hit = answers.answer(question, TODAY, everyone)
    assert isinstance(hit, MetricHit)
    offered = set[int]()
    for ago in (*range(-2, 45), 365, 366, 500, 2000):
        start = TODAY - dt.timedelta(ago)
        day = Window(start, start + dt.timedelta(1))
        for other in around(
            replace(hit.query, windows=(day,)), MetricDesk(answers, language, TODAY, everyone)
        ):
            said = ANSWERS.worded(other, language, TODAY, everyone)
            held = said if said and ANSWERS.is_certain(said, TODAY, everyone) else None
            assert desk.asked(other) == held
            offered |= {ago} if held else set()
    assert len(offered) > 40


def test_what_is_offered_beside_has_one_shape_for_other_members_and_months_and_another_for_another_cut() -> (
    None
):
    def shapes(question: str) -> list[object]:
        hit = ANSWERS.answer(question, TODAY, everyone)
        assert isinstance(hit, MetricHit)
        return list(beside(hit.query, MetricDesk(ANSWERS, "en", TODAY, everyone)).values())

    berlin, munich = shapes("Sales of Berlin last month"), shapes("Sales of Munich in September 2026")
    assert berlin == munich and len({*berlin}) == len(berlin)
    assert not {*berlin} & {*shapes("Sales last month")}


@pytest.mark.parametrize(("question", "explains"), [("今年在往下掉", False), ("今年扣掉运费的", True)])
def test_a_word_of_change_points_at_no_figure_that_has_it_in_its_name(question: str, explains: bool) -> None:
    net = replace(READER.catalog.metrics["net_sales"], synonyms=("扣掉运费的销售额",))
    catalog = replace(READER.catalog, metrics={**READER.catalog.metrics, "net_sales": net})
    reader = MetricReader(replace(READER.known, catalog=catalog))
    found = reader.pointers.of(reader.parts(question, TODAY), everyone)
    assert [one.metric for one in found if one.explains] == ["net_sales"] * explains
