"""Questions over metrics as the chart reads them: right or silent, in any order of rules, and said back."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import yaml

from config.wording import language_of
from tests.integration.metric_cases import compact
from tests.integration.metrics_shop import TODAY
from tests.unit.understanding.figures.figure_rooms import CASES, Labelled, known_of, labelled, read, reader_of
from understanding.figures.rules import RULES
from understanding.metric.wording import word
from understanding.words.empty import asking

DOUBTED = yaml.load((CASES / "doubted" / "doubts.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
SHUFFLES = 3
LEAST_RIGHT = 200  # of the labelled questions that have a query


@cache
def certain() -> list[tuple[Labelled, frozenset[str]]]:
    """Return the questions read with certainty, each with the rules that its reading stands on."""
    found = [(one, reader_of(one.room).read(one.question, TODAY)) for one in labelled()]
    return [(one, reading.rules) for one, reading in found if reading.verdict == "certain"]


def test_a_labelled_question_is_read_right_or_left_alone() -> None:
    answered = {one: read(one) for one, _ in certain()}
    assert [(one.question, got) for one, got in answered.items() if got != one.expected] == []
    assert len(answered) >= LEAST_RIGHT


def test_rules_in_any_order_read_the_same() -> None:
    shuffled = list(RULES)
    for seed in range(SHUFFLES):
        random.Random(seed).shuffle(shuffled)
        for one in labelled()[seed :: SHUFFLES * 2]:
            reader = reader_of(one.room)
            other = replace(reader, rules=tuple(shuffled)).read(one.question, TODAY)
            assert other == reader.read(one.question, TODAY), one.question


# Known and open: what these are said back as is not read as the same again.
NOT_READ_AGAIN = {
    "stores that beat the sales target but missed the visit target in October",
    "who are our best stores by sales last month",
    "which regions bring us the most sales",  # all in order, as of those that have the most
}


def test_what_is_read_with_certainty_is_said_back_and_read_again_as_the_same() -> None:
    for one in [one for one, _ in certain()[::2] if one.question not in NOT_READ_AGAIN]:
        known, reader = known_of(one.room), reader_of(one.room)
        (frame,) = reader.read(one.question, TODAY).frames
        ways = [
            word(frame.query, known.catalog, language_of(one.question), called)
            for called in (known.member_name, known.member_with_kind)
        ]
        again = [[one.query.key for one in reader.read(told, TODAY).frames] for told in ways]
        assert [frame.query.key] in again, ways


@pytest.mark.parametrize("case", DOUBTED, ids=lambda case: case["question"])
def test_what_is_taken_for_granted_is_told_and_never_certain(case: dict[str, Any]) -> None:
    found = reader_of(case["room"]).read(case["question"], TODAY)
    assert found.doubts == tuple(case["doubts"]) and found.verdict != "certain"
    expected = case["query"] or []
    told = expected if isinstance(expected, list) else [expected]
    assert [compact(one.query) for one in found.frames] == told


def test_words_that_nothing_stands_for_are_told_as_they_were_written() -> None:
    assert reader_of("shop").read("Blorp sales of 火星人 last month", TODAY).unknown == ("Blorp", "火星人")


@pytest.mark.parametrize(
    ("question", "idle"),
    [("为什么上个月销售额下降", "为什么"), ("上个月销售额最高", "最高"), ("list the orders", "orders")],
)
def test_a_word_without_a_part_in_what_is_asked_is_told(question: str, idle: str) -> None:
    found = reader_of("shop").read(question, TODAY)
    assert (found.why, found.words) == ("shape", (idle,))


@pytest.mark.parametrize("rule", sorted({one.name for one in RULES}))
def test_each_rule_reads_a_question_that_is_not_read_the_same_without_it(rule: str) -> None:
    cases = [one for one, rules in certain() if rule in rules]
    others = tuple(one for one in RULES if one.name != rule)
    doubted = [(case["room"], case["question"]) for case in DOUBTED]
    assert any(_read_without(one, others) != one.expected for one in cases) or any(
        replace(reader_of(room), rules=others).read(question, TODAY).frames
        != reader_of(room).read(question, TODAY).frames
        for room, question in doubted
    )


def _read_without(one: Labelled, rules: tuple[object, ...]) -> object:
    found = replace(reader_of(one.room), rules=rules).read(one.question, TODAY)
    return compact(found.frames[0].query) if found.verdict == "certain" else None


PLAIN = {"zh": "上个月各大区的销售额", "en": "sales by region last month"}


@cache
def _frames(question: str) -> Any:
    return reader_of("shop").read(question, TODAY).frames


@pytest.mark.parametrize("asked", asking())
def test_courtesy_and_asking_leave_a_reading_as_sure_as_it_is_without(asked: str) -> None:
    plain = PLAIN[language_of(asked)]
    space = "，" if language_of(asked) == "zh" else ", "
    (frame,) = _frames(plain)
    for question in (f"{asked}{space}{plain}", f"{plain}{space}{asked}"):
        reading = reader_of("shop").read(question, TODAY)
        assert [one.query.key for one in reading.frames] == [frame.query.key]
        assert (reading.verdict, reading.unread) == ("certain", ()), question


GIVEN = (
    ("上个月各大区的销售额排一下", True),
    ("上个月的销售额排一下", False),
    ("上个月各大区的销售额分开", True),
    ("上个月的销售额和订单数分开", True),
    ("上个月的销售额分开", False),
    ("split sales by region last month", True),
    ("split sales last month", False),
    ("上个月全线的销售额", True),
    ("上个月华东大区全线的销售额", False),
    ("画一下今年每个月的销售额", True),
)


@pytest.mark.parametrize(("question", "given"), GIVEN)
def test_a_small_word_is_read_where_the_answer_gives_what_it_asks(question: str, given: bool) -> None:
    assert (reader_of("shop").read(question, TODAY).verdict == "certain") is given


HALVES = (
    ("East vs orders: sales in September", False),
    ("Tea vs East sales in September", False),
    ("Tea vs Coffee sales in September", True),
    ("sales vs orders in September by region", True),
    ("上个月销售额合计多少，其中华东大区占多少", False),
    ("what was sales last month and what share was East", False),
    ("what share of sales last month was East", True),
    ("sales last month by region, and what share was East", False),
    ("上个月按大区的销售额拆开，华东大区占多少", False),
)


@pytest.mark.parametrize(("question", "certain"), HALVES)
def test_neither_side_of_a_comparison_nor_the_whole_of_a_share_is_dropped(
    question: str, certain: bool
) -> None:
    assert (reader_of("shop").read(question, TODAY).verdict == "certain") is certain
