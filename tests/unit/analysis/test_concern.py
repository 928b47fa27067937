"""Who is to be looked at first and whether to worry: by targets, the year before, and more of what is bad."""

from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.concern.facts import Fact
from analysis.concern.rates import rate_of
from analysis.conversation.frame import Frame
from analysis.conversation.message import Message, read_message
from analysis.target.due import Due
from analysis.target.steps import Standing
from analysis.why.split import Pair
from knowledge.metrics import Catalog, Metric
from query.metric_query import Window
from tests.unit.analysis.kiosks import TODAY, asked, desk_for, kiosks, told
from understanding.metric.desk import MetricDesk

_WHOLE = Window(TODAY.replace(day=1), TODAY.replace(month=10, day=1), "month")
_SO_FAR = Window(_WHOLE.start, TODAY, "range")


def _fact(name: str, actual: int, then: int) -> Fact:
    due = Due(Decimal(300), Decimal(220), TODAY, _WHOLE)
    standing = Standing("takings", _WHOLE, _SO_FAR, Decimal(actual), Decimal(300), due=due)
    return Fact(name, standing, Pair(Decimal(then), Decimal(actual)))


def test_what_lacks_most_of_its_target_comes_before_what_fell_and_trifles_come_last() -> None:
    facts = [
        _fact("ahead", 230, 200),
        _fact("trifle", 219, 200),
        _fact("far", 150, 140),
        _fact("fell", 221, 400),
    ]
    bad = sorted((one for one in facts if one.speaks), key=lambda one: one.rank)
    assert [one.name for one in bad] == ["far", "fell", "trifle"]
    assert [one.matters for one in bad] == [True, True, False]


def test_of_several_the_first_is_named_with_what_it_lacks_and_the_others_behind_it() -> None:
    outcome, words = told("哪个售货亭最该关注", *kiosks())
    first = outcome.statements[0]
    assert first.code == "concern.first" and first.params["name"] == "Alder" and "比进度少" in words
    count = first.params["count"]
    assert (
        outcome.statements[-1].code == "concern.rest" and outcome.statements[-1].params["count"] == 12 - count
    )
    assert outcome.result is not None and outcome.result.rows[0][0] == "Alder" and outcome.questions


@pytest.mark.parametrize(
    ("question", "code"), [("should I worry about Alder?", "worry"), ("should I worry about Maple?", "calm")]
)
def test_of_one_it_is_said_whether_to_worry_with_the_figures_that_say_so(question: str, code: str) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.statements[0].code == f"concern.{code}" and "of the target for September 2026" in words


def _all_fall(amounts: np.ndarray) -> None:
    amounts[:, -40:] *= 0.7


def test_of_all_together_a_fall_below_the_year_before_is_a_worry() -> None:
    outcome, words = told("should I worry?", *kiosks(_all_fall))
    assert outcome.statements[0].code == "concern.worry" and "below a year ago (-2" in words


def test_of_a_figure_it_is_whether_it_went_the_worse_way_in_any_of_the_usual_times() -> None:
    outcome, _ = told("should I worry about average sale?", *kiosks())
    assert outcome.statements[0].code == "why.sought_none_down"


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Alder、Birch、Cedar 今年收款额", "三个里面哪个最该担心"),
        ("takings of Alder, Birch and Cedar this year", "which of the three should I worry about most?"),
    ],
)
def test_who_of_those_spoken_of_is_of_these_alone(before: str, message: str) -> None:
    desk = desk_for(message)
    frame = Frame(before, "", desk, hears=True)
    _, found, _ = read_message(Message(message, desk, frame, hears=True))
    assert isinstance(found, AnalysisAsked) and found.query is not None
    assert (found.about, found.query.splits, [one.values for one in found.filters]) == (
        "which", ("kiosk",), [("Alder", "Birch", "Cedar")],
    )  # fmt: skip


@pytest.mark.parametrize("message", ["三个里面哪个最该担心", "which of the three should I worry about most?"])
def test_who_of_some_that_nobody_spoke_of_is_asked_back_and_not_of_all(message: str) -> None:
    found = asked(message, kiosks()[1])
    assert isinstance(found, NotRead) and found.why is not None


def test_what_was_looked_at_is_said_of_those_that_are_fine_and_nobody_is_passed_over() -> None:
    outcome, words = told("哪个售货亭最该关注", *kiosks())
    assert "看过的几项上没有问题" in words and "没有看" in words and "工单数" not in words
    assert outcome.result is not None
    counted = [
        one.params["count"] for one in outcome.statements if one.code in ("concern.rest", "concern.trifles")
    ]
    named = words.count("售货亭") and len(outcome.statements[1].params["list"])
    more = outcome.statements[1].params["more"]
    assert 1 + named + (more.params["count"] if more else 0) + sum(counted) == len(outcome.result.rows)


class _WithRefunds(MetricDesk):
    """A desk that knows refunds, and their share of takings, too."""

    @property
    def catalog(self) -> Catalog:
        refunds = Metric("refunds", "退款", "Refunds", table="takings", expression="SUM(back)", good="low")
        parts = ("refunds", "takings")
        rate = Metric("rate", "退款率", "Refund rate", kind="ratio", parts=parts, unit_en="%", good="low")
        return self.answers.catalog.beside(refunds).beside(rate)


def test_what_is_bad_is_judged_by_its_defined_share_of_what_is_sold() -> None:
    plain = desk_for("refunds")
    desk = _WithRefunds(plain.answers, plain.language, plain.today, plain.allowed)
    assert (rate_of("refunds", desk), rate_of("takings", desk), rate_of("tickets", desk)) == ("rate", "", "")


@pytest.mark.parametrize(
    "question",
    ["which kiosks are we likely to miss the target in", "which kiosks look likely to miss their target"],
)
def test_which_of_them_is_no_target_of_all(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    assert outcome.statements[0].code.startswith("pace.")
