"""A repair may change what the error is about, and nothing else that decides a figure."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from database.dialects import POSTGRES
from reasoning.drift import PARTS, drift

CASES: list[dict[str, Any]] = yaml.load(
    (Path(__file__).resolve().parents[2] / "cases" / "drift" / "repairs.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
KEPT = [(case, repair) for case in CASES for repair in case["kept"]]
DRIFTS = [(case, part, one) for case in CASES for part, those in case["drifts"].items() for one in those]


def _found(case: dict[str, Any], repair: str) -> Any:
    return drift(case["before"], repair, case.get("class", "unknown_name"), case["said"], POSTGRES)


@pytest.mark.parametrize(("case", "repair"), KEPT, ids=[f"{c['name']}: {r}" for c, r in KEPT])
def test_repair_of_what_the_error_names_is_taken(case: dict[str, Any], repair: str) -> None:
    assert _found(case, repair) is None


@pytest.mark.parametrize(
    ("case", "part", "repair"), DRIFTS, ids=[f"{c['name']}: {p}: {r}" for c, p, r in DRIFTS]
)
def test_repair_that_changes_more_is_rejected(case: dict[str, Any], part: str, repair: str) -> None:
    found = _found(case, repair)
    assert found is not None and found.part == part
    assert found.dropped or found.added


def test_every_part_has_a_case() -> None:
    assert {part for _, part, _ in DRIFTS} == set(PARTS)


def test_the_statement_itself_has_not_drifted() -> None:
    for case in CASES:
        for repair in case["kept"]:
            assert drift(repair, repair, "syntax", "", POSTGRES) is None
