"""A verb that one figure has is not passed over where another is heard: bids lost are no bids submitted."""

import datetime as dt

import pytest

from analysis.asked import NotRead
from analysis.kinds import as_heard
from config.wording import language_of
from database.dialects import SQLITE
from database.schema import Column, Schema, Table
from knowledge.values import ValueIndex
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import TODAY, desk_of
from understanding.metric.answers import MetricAnswers

COLUMNS = {"offer_id": "integer", "made_on": "date", "decided_on": "date", "stage": "text"}
OFFER = Table("public", "offer", tuple(Column(name, kind) for name, kind in COLUMNS.items()))
SPANS = {
    f"public.offer.{one}": (dt.date(2024, 1, 1), TODAY - dt.timedelta(days=1))
    for one in ("made_on", "decided_on")
}
DEFINED = """
metrics:
  - {name: made, names: {zh: 报价数, en: Offers made}, synonyms: [offers, 报价], verbs: [make, 递交],
     table: offer, time: made_on, expression: COUNT(offer_id), decimals: 0}
  - {name: turned_down, names: {zh: 未成交数, en: Offers turned down}, verbs: [reject, 流失], table: offer,
     time: decided_on, filters: ["stage = 'NO'"], expression: COUNT(offer_id), decimals: 0}
scorecard: [made]
"""


@pytest.fixture(scope="module")
def answers() -> MetricAnswers:
    report = load_metrics(DEFINED, "offers.yaml")
    assert report.refused == []
    return MetricAnswers.build(report.items, Schema((OFFER,)), ValueIndex.build([]), SQLITE, spans=SPANS)


@pytest.mark.parametrize(
    ("question", "heard"),
    [
        ("I wonder why they reject offers so much this month", False),
        ("how many offers did they reject last month and to what reason", False),
        ("不知道怎么回事，为什么这个月流失了那么多报价", False),
        ("I wonder why offers went down so much this month", True),
        ("不知道怎么回事，为什么这个月报价少了那么多", True),
    ],
)
def test_what_is_done_of_another_figure_is_not_passed_over(
    question: str, heard: bool, answers: MetricAnswers
) -> None:
    found = as_heard(question, NotRead(), desk_of(answers, language_of(question)))
    assert (found is not None and found.read.metrics == ("made",)) == heard
