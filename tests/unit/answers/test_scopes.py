"""Figures of other rows or other times than a sentence says are sent back; where it says so, they stand."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from answers.evidence import EvidenceCheck
from answers.held import Held
from database.result import QueryResult, ResultColumn

CASES: dict[str, Any] = yaml.load(Path("tests/cases/scopes.yaml").read_text("utf-8"), yaml.CSafeLoader)


def _held(one: dict[str, Any]) -> Held:
    columns = tuple(ResultColumn(name, "number" if at else "text") for at, name in enumerate(one["columns"]))
    result = QueryResult(columns, tuple(map(tuple, one["rows"])), False, 1.0)
    return Held(result, bases=one.get("bases", {}))


@pytest.fixture(scope="module")
def check() -> EvidenceCheck:
    """Return the check of all that the cases have at hand."""
    return EvidenceCheck(CASES["computed"], [_held(one) for one in CASES["tables"]], (), CASES["names"])


@pytest.mark.parametrize("sentence", CASES["stands"])
def test_figures_whose_scope_is_said_stand(check: EvidenceCheck, sentence: str) -> None:
    assert check.unfounded(sentence) == []


@pytest.mark.parametrize("case", CASES["falls"], ids=lambda case: case["says"])
def test_figures_of_others_than_said_are_sent_back(check: EvidenceCheck, case: dict[str, str]) -> None:
    found = check.unfounded(case["says"])
    assert found and case["shows"] in found[0]


def _at_hand(one: dict[str, Any]) -> EvidenceCheck:
    return EvidenceCheck(
        one["computed"], [_held(it) for it in one.get("tables", ())], (), one.get("names", ())
    )


@pytest.mark.parametrize("one", CASES["bases"], ids=lambda one: one["computed"][0][:30])
def test_a_figure_on_another_basis_than_the_headline_says_on_which(one: dict[str, Any]) -> None:
    check = _at_hand(one)
    for sentence in one["stands"]:
        assert check.unfounded(sentence) == [], sentence
    for case in one["falls"]:
        found = check.unfounded(case["says"])
        assert found and any(case["shows"] in it for it in found), (case["says"], found)


def test_what_stands_before_in_the_line_says_whose_a_figure_is(check: EvidenceCheck) -> None:
    said = "各业态客单价在 -1.14 % 至 -0.05 % 之间。"
    assert check.unfounded(said)
    assert check.reading(f"- 以下不算新增的。{said}").unfounded(said) == []
    assert check.reading(f"- 不算新增的。\n- {said}").unfounded(said), "another line is another matter"


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("有 3 个落后于目标进度：沙湾 89.9 %。", ["89.9% (this is of November; say so)"]),
        ("11 月有 3 个落后于目标进度：沙湾 89.9 %。", []),
        ("本月沙湾到目前 89.9 %。", []),
        ("目标完成 102.0 %，新增的吴川 22.5 万元。", []),  # the day one opened is no time a figure is of
    ],
)
def test_a_figure_of_another_month_than_the_report_says_so(sentence: str, found: list[str]) -> None:
    computed = (
        "2026 年 10 月营业额 2,118.8 万元，目标完成 102.0 %；新增的吴川（2026-06-30）22.5 万元。",
        "本月到目前（2026-11-01 至 11-28）营业额 1,645.7 万元；3 个落后于 2026 年 11 月的目标：沙湾 89.9 %。",
    )
    check = EvidenceCheck(computed, [], ())
    assert check.unfounded(sentence) == found
    assert check.reading(f"10 月不错。\n- 11 月到 28 日：{sentence}").unfounded(sentence) == []
