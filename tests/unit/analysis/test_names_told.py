"""Which names are told to somebody who asks in English."""

from types import SimpleNamespace
from typing import Any

import pytest

from analysis.names import reads

DIMENSIONS = {
    "customer": SimpleNamespace(key="accounts.account_id", column_en=""),
    "branch": SimpleNamespace(key="branches.branch_id", column_en="branches.name_en"),
    "town": SimpleNamespace(key="", column_en=""),
}


@pytest.mark.parametrize(
    ("dimension", "language", "told"),
    [("customer", "en", True), ("branch", "en", False), ("town", "en", False), ("town", "zh", True)],
)
def test_a_thing_with_no_other_name_is_told_by_its_own(dimension: str, language: str, told: bool) -> None:
    desk: Any = SimpleNamespace(language=language, catalog=SimpleNamespace(dimensions=DIMENSIONS))
    assert reads(["金港物业集团"], desk, dimension) is told
    assert reads(["Harbour Estates"], desk, dimension)
