"""The reasons of what is counted are its rows by the column called so, where no change is asked about."""

import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.kinds import as_heard
from config.wording import language_of
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import desk_of, kiosks, told_as_heard
from understanding.metric.answers import MetricAnswers

CAUSES = ("{zh: 状态, en: State}", "{zh: 工单原因, en: Ticket cause}")


@pytest.fixture(scope="module")
def caused() -> MetricAnswers:
    """Return the kiosks whose tickets have a cause."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shop, "DEFINED", shop.DEFINED.replace(*CAUSES))
        made: MetricAnswers = kiosks.__wrapped__()[1]  # past what is kept of the kiosks
        return made


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("8月工单的主要原因", "按工单原因：已处理"),
        ("8月工单都是什么原因", "按工单原因：已处理"),
        ("main reasons for tickets in August", "by ticket cause: Closed"),
    ],
)
def test_reasons_of_a_count_are_told_by_their_column(
    caused: MetricAnswers, question: str, words: str
) -> None:
    database = kiosks()[0]
    outcome, text = told_as_heard(question, database, caused)
    assert [one.code for one in outcome.statements] == ["why.by_reason"] and words in text, text
    assert outcome.result is not None
    total = database.execute("SELECT COUNT(*) FROM tickets WHERE opened_on LIKE '2026-08%'").fetchone()[0]
    assert sum(row[1] for row in outcome.result.rows) == total


def _reason_in(question: str, answers: MetricAnswers) -> str:
    heard = as_heard(question, NotRead(), desk_of(answers, language_of(question)))
    return heard.read.dimension if heard is not None and isinstance(heard.read, AnalysisAsked) else ""


@pytest.mark.parametrize("question", ["8月工单上升的原因", "为什么8月工单比7月多了", "8月收款额的主要原因"])
def test_of_a_change_or_a_sum_it_stays_a_why(caused: MetricAnswers, question: str) -> None:
    assert _reason_in(question, caused) == ""


def test_without_such_a_column_it_stays_a_why() -> None:
    assert _reason_in("8月工单的主要原因", kiosks()[1]) == ""
