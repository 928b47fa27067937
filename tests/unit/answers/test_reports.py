"""Reports beside the tables they were written from: what is true stands, its falsified twin does not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from answers.evidence import EvidenceCheck
from answers.held import Held
from database.result import ColumnType, QueryResult, ResultColumn

CASES: dict[str, Any] = yaml.load(Path("tests/cases/reports.yaml").read_text("utf-8"), yaml.CSafeLoader)
FIGURES = ("营业额", "营业额目标", "目标完成率", "客单价", "退款率", "入区率", "投诉量", "入区车辆")


def _type(cells: list[Any]) -> ColumnType:
    held = [one for one in cells if one is not None]
    if all(isinstance(one, int) for one in held):
        return "integer"
    return "number" if all(isinstance(one, int | float) for one in held) else "text"


def _held(name: str) -> Held:
    one = CASES["tables"][name]
    types = [_type(list(column)) for column in zip(*one["rows"], strict=True)]
    columns = tuple(ResultColumn(name, type_) for name, type_ in zip(one["columns"], types, strict=True))
    return Held(QueryResult(columns, tuple(map(tuple, one["rows"])), False, 1.0), label=one["label"])


CHECKS = [
    EvidenceCheck(CASES["computed"], [_held(name) for name in group["of"]], (), called=FIGURES)
    for group in CASES["groups"]
]


def _said(kind: str) -> Iterator[Any]:
    for check, group in zip(CHECKS, CASES["groups"], strict=True):
        for one in group[kind]:
            sentence = one if isinstance(one, str) else one["says"]
            before = group.get("before", "")
            reading = check.reading(f"{before}\n- {sentence}")
            yield pytest.param(reading, sentence, one, id=sentence)


@pytest.mark.parametrize(("check", "sentence", "case"), _said("stands"))
def test_what_the_tables_hold_may_be_said(check: EvidenceCheck, sentence: str, case: str) -> None:
    assert check.unfounded(sentence) == []


@pytest.mark.parametrize(("check", "sentence", "case"), _said("falls"))
def test_what_they_deny_may_not(check: EvidenceCheck, sentence: str, case: dict[str, str]) -> None:
    assert case["shows"] in ", ".join(check.unfounded(sentence))
