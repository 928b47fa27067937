"""What a statement keeps a table's rows by, beside their time: by it the last day of its data is known."""

import pytest

from database.dialects import POSTGRES
from database.schema import Column, Table
from database.trees import tree_of
from tools.data_ends import _kept_of

SHOWING = Table(
    "cine", "showing", tuple(Column(name, "int") for name in ("id", "start_at", "status", "Sold"))
)


@pytest.mark.parametrize(
    ("sql", "kept"),
    [
        ("SELECT COUNT(*) FROM cine.showing WHERE status = 3 AND start_at < '2027-01-01'", ['"status" = 3']),
        (
            "SELECT 1 FROM cine.showing s JOIN film f ON f.id = s.film WHERE s.status IN (3, 4) AND f.id = 1",
            ['"status" IN (3, 4)'],
        ),
        ("SELECT COUNT(*) FROM cine.showing s WHERE s.sold", ['"Sold"']),
        ("SELECT COUNT(*) FROM cine.showing WHERE start_at < '2027-01-01'", []),
        ("SELECT COUNT(*) FROM cine.showing WHERE id IN (SELECT id FROM cine.showing WHERE status = 3)", []),
        ("SELECT COUNT(*) FROM cine.showing", []),
    ],
)
def test_conditions_on_the_rows_alone_are_kept(sql: str, kept: list[str]) -> None:
    found = _kept_of(tree_of(sql, POSTGRES), SHOWING, "cine.showing.start_at")
    assert [one.sql(dialect="postgres") for one in found] == kept
