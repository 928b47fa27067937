"""A message's kind is told from its words, without a model."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from understanding.triage import choice_forgotten, classify, taught_text, term_asked

CASES = Path(__file__).resolve().parents[2] / "cases" / "triage" / "messages.yaml"
MESSAGES = [
    (str(text), case["kind"], case["reason"])
    for case in yaml.load(CASES.read_text("utf-8"), Loader=yaml.CSafeLoader)
    for text in case["texts"]
]


@pytest.mark.parametrize(("text", "kind", "reason"), MESSAGES, ids=[text for text, _, _ in MESSAGES])
def test_message_is_of_its_kind(text, kind, reason):
    found = classify(text)
    assert (found.kind, found.reason) == (kind, reason)


@pytest.mark.parametrize(
    "text", ["那南城服务区呢？", "按月看", "只看前3", "what about last quarter?", "by branch instead"]
)
def test_follow_up_needs_a_question_before_it(text):
    assert classify(text, follows=True).kind == "follow_up"
    assert classify(text).kind == "data"


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("营业额怎么算的？", "营业额"),
        ("客单价的口径是什么", "客单价"),
        ("什么是坪效？", "坪效"),
        ("What does entry rate mean?", "entry rate"),
        ("How is sales density calculated?", "sales density"),
        ("上个月营业额是多少", ""),
    ],
)
def test_term_is_taken_from_the_question_about_it(text, term):
    assert term_asked(text) == term


def test_what_to_remember_is_taken_without_the_asking():
    assert taught_text("请记住：夜间指22点以后") == "夜间指22点以后"
    assert taught_text("夜间的营业额") == ""


def test_what_to_forget_is_one_choice_or_all_of_them():
    assert choice_forgotten("忘记选择：按营业额看") == "按营业额看"
    assert choice_forgotten("Forget choice: by revenue") == "by revenue"
    assert choice_forgotten("/forget") == ""


def test_less_sure_where_no_sign_was_seen():
    assert classify("上个月营业额").confidence < classify("你好").confidence


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_arbitrary_text_is_some_kind(text):
    assert 0 < classify(text, follows=True).confidence <= 1
