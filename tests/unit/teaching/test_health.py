"""What is wrong with stored knowledge: each rule finds what it is for, and nothing else."""

import datetime as dt
from typing import Any

import pytest

from knowledge.items import Kind, KnowledgeItem
from teaching.upkeep.health import BROKEN, Facts, Problem, findings, question_key
from teaching.upkeep.nightly import next_time


def item(id: str, kind: Kind, title: str, content: str = "SELECT 1", **payload: Any) -> KnowledgeItem:
    return KnowledgeItem(id, "shop", kind, title, content, payload)


def found(*items: KnowledgeItem, **facts: Any) -> list[tuple[str, str, str]]:
    return [(one.rule, one.id, one.other_id) for one in findings(Facts(items, **facts))]


P = item("p", "pair", "上个月营业额？", "SELECT sum(a) FROM sale", variants=["上月收入"])


@pytest.mark.parametrize(
    "code, rule",
    [
        ("column_unknown", "stale"),
        ("table_unknown", "stale"),
        ("sql_types", "failing"),
        ("sql_writes", "failing"),
    ],
)
def test_a_pair_the_database_refuses_is_stale_or_failing(code: str, rule: str) -> None:
    assert found(P, problems={"p": Problem(code)}) == [(rule, "p", "")]


@pytest.mark.parametrize("question", ["上个月 营业额", "上月收入?", "ＡＢ上个月营业额"[2:]])
def test_one_question_with_two_answers_contradicts_unless_their_rows_are_the_same(question: str) -> None:
    other = item("q", "pair", question, "SELECT sum(b) FROM sale")
    assert found(P, other) == [("contradictory", "q", "p")]
    assert found(P, other, same_rows={frozenset("pq"): False}) == [("contradictory", "q", "p")]
    assert found(P, other, same_rows={frozenset("pq"): True}) == [("duplicate", "q", "p")]


def test_one_question_with_one_sql_in_two_layouts_is_double() -> None:
    assert found(P, item("q", "pair", "上月收入", "select SUM(A)\nfrom SALE -- x")) == [
        ("duplicate", "q", "p")
    ]
    assert found(P, item("q", "pair", "上月利润", "SELECT sum(a) FROM sale")) == []


def test_rejected_sql_is_found_for_its_question_only() -> None:
    wrong = item("r", "rejected", "上个月营业额？", "select sum(a) from sale", reason="含税")
    assert found(P, wrong) == [("rejected", "p", "r")]
    assert found(P, item("r", "rejected", "别的问题", "select sum(a) from sale")) == []


def test_another_time_and_values_nobody_named_are_found() -> None:
    level = item("d", "metric", "Level")
    unlisted = {"d": {"name": "level", "values": "4"}}
    assert found(P, level, times={"p": Problem("pair_days_stand")}, unlisted=unlisted) == [
        ("other_time", "p", ""),
        ("unlisted_values", "d", ""),
    ]


def test_wordings_that_are_never_answered_are_found_and_break_nothing() -> None:
    unread = {"p": [Problem("pair_period_not_one"), Problem("pair_number_not_found")]}
    assert found(P, unread=unread) == [("unread_wording", "p", "")] * 2
    assert "unread_wording" not in BROKEN


def test_tables_that_are_gone_are_found_where_the_schema_was_read() -> None:
    tables = [item("a", "ddl", "public.sale"), item("b", "ddl", "old"), item("c", "ddl", "area")]
    assert found(*tables, live={"public.sale", "public.area"}) == [("table_gone", "b", "")]
    assert found(*tables) == []


def test_a_term_that_says_only_its_own_name_has_no_definition() -> None:
    terms = [
        item("a", "term", "客单价", "客单价。", synonyms=["AOV"]),
        item("b", "term", "流水", ""),
        item("c", "term", "毛利", "GM", synonyms=["gm"]),
        item("d", "term", "净利", "收入减成本"),
    ]
    assert {ident for rule, ident, _ in found(*terms) if rule == "no_definition"} == {"a", "b", "c"}


def test_what_no_question_needed_is_found_once_enough_were_asked() -> None:
    items = [
        item("a", "ddl", "public.sale"),
        item("b", "ddl", "public.log"),
        item("c", "documentation", "口径", "x"),
        P,
    ]
    assert found(*items) == []
    everything = {"a", "b", "c", "p"}
    assert found(*items, waited=everything, used={("pair", "上个月营业额？")}) == [
        ("never_retrieved", "c", ""),
        ("unused_table", "b", ""),
    ]


def test_questions_are_compared_without_width_case_spaces_and_punctuation() -> None:
    assert question_key("Ｔｏｐ 5 areas, by sale?") == question_key("top5 areas by SALE")
    assert question_key("营业额") != question_key("营业额率")


def test_the_next_night_is_today_before_the_hour_and_tomorrow_after() -> None:
    day = dt.datetime(2026, 11, 20, 2, 59, tzinfo=dt.UTC)
    assert next_time(day, 3) == dt.datetime(2026, 11, 20, 3, tzinfo=dt.UTC)
    assert next_time(day.replace(hour=3, minute=0), 3) == dt.datetime(2026, 11, 21, 3, tzinfo=dt.UTC)
