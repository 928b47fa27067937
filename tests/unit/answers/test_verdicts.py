"""Words of a whole series (lowest, new, since, in each month) stand only where the series bear them out."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from answers.verdicts import unfounded_verdicts
from database.result import QueryResult, ResultColumn

CASES: dict[str, Any] = yaml.load(Path("tests/cases/verdicts.yaml").read_text("utf-8"), yaml.CSafeLoader)
TABLES = {
    name: QueryResult(
        tuple(ResultColumn(name, "text") for name in map(str, one["columns"])),
        tuple(
            tuple(cell if isinstance(cell, int | float) else str(cell) for cell in row) for row in one["rows"]
        ),
        False,
        1.0,
    )
    for name, one in CASES["tables"].items()
}


@pytest.mark.parametrize("sentence", CASES["stands"])
def test_what_the_series_bear_out_may_be_said(sentence: str) -> None:
    assert unfounded_verdicts(sentence, CASES["computed"], TABLES.values()) == []


@pytest.mark.parametrize("case", CASES["falls"], ids=lambda case: case["says"])
def test_what_they_deny_is_sent_back_with_what_they_show(case: dict[str, str]) -> None:
    tables = [TABLES[case["of"]]] if "of" in case else TABLES.values()
    found = unfounded_verdicts(case["says"], CASES["computed"], tables)
    assert found and case["shows"] in found[0]


def test_of_no_series_nothing_is_denied_but_what_no_series_shows() -> None:
    assert unfounded_verdicts("The lowest was September with 93.8 %.", [], []) == []
    assert unfounded_verdicts("The gap is recent.", [], []) == ["is recent (no series at hand shows it)"]
