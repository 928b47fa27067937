"""What a strong model writes of a table is shown where it is true, and held back where it is not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from answers.checks import Check, FigureCheck
from answers.claims import ClaimCheck
from answers.derived import Derived
from answers.evidence import EvidenceCheck
from answers.figures import IN_PERCENT, as_scaled
from answers.held import Held
from answers.sentences.scales import heading
from answers.told_rows import ToldRows
from database.result import QueryResult, ResultColumn

CASES: dict[str, Any] = yaml.load(Path("tests/cases/worded.yaml").read_text("utf-8"), yaml.CSafeLoader)


def _table(name: str) -> QueryResult:
    one = {**CASES["reports"].get(name, {}), **CASES["tables"].get(name, {})}
    columns = tuple(
        ResultColumn(str(head), "number" if isinstance(cell, int | float) else "text")
        for head, cell in zip(one["columns"], one["rows"][0], strict=True)
    )
    return QueryResult(columns, tuple(map(tuple, one["rows"])), truncated=False, elapsed_ms=1)


def _summary(table: QueryResult) -> tuple[Check, ...]:
    scales = {at: heading(column.name).scale for at, column in enumerate(table.columns)}
    told = as_scaled(table, scales)
    percents = [at for at, column in enumerate(table.columns) if IN_PERCENT.search(column.name)]
    known = FigureCheck(told.rows, told.row_count, percents=percents, follows=Derived(ToldRows(told)).holds)
    return known, ClaimCheck(ToldRows(told))


def _cases(part: str, kind: str) -> Iterator[Any]:
    for name, one in CASES[part].items():
        yield from (pytest.param(name, said, id=said) for said in one[kind])


def _report(table: QueryResult) -> EvidenceCheck:
    return EvidenceCheck((), [Held(table)], ())


@pytest.mark.parametrize(("name", "said"), _cases("tables", "stands"))
def test_a_true_sentence_is_shown(name: str, said: str) -> None:
    table = _table(name)
    assert [word for check in _summary(table) for word in check.unfounded(said)] == []
    assert _report(table).reading(said).unfounded(said) == []


@pytest.mark.parametrize(("name", "said"), _cases("tables", "falls"))
def test_a_false_one_is_held_back(name: str, said: str) -> None:
    table = _table(name)
    assert [word for check in _summary(table) for word in check.unfounded(said)]


@pytest.mark.parametrize(("name", "said"), _cases("reports", "stands"))
def test_a_report_may_tell_since_when_and_of_whom(name: str, said: str) -> None:
    assert _report(_table(name)).reading(said).unfounded(said) == []


@pytest.mark.parametrize(("name", "said"), _cases("reports", "falls"))
def test_a_report_may_not_tell_it_of_another_time(name: str, said: str) -> None:
    assert _report(_table(name)).reading(said).unfounded(said)
