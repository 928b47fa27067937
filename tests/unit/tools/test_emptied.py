"""What empties a result is what somebody asked for, not what a figure is defined by."""

import pytest
from sqlglot import parse_one

from answers.conditions import conjuncts
from database.dialects import POSTGRES
from database.schema import Schema
from tools.emptied import filters, is_defining

OWN = {"fee = '01'", "state <> '9'"}


@pytest.mark.parametrize(
    ("conditions", "defining"),
    [
        ("bill.fee = '01'", True),
        ("s.bill.state <> '9' AND bill.fee = '01'", True),
        ("bill.fee = '02'", False),
        ("bill.fee = '01' AND bill.fee = '01'", False),  # named by the question as well
        ("bill.fee = '01' AND bill.fee = '02'", False),
    ],
)
def test_only_what_the_definition_brings_is_left_out(conditions: str, defining: bool) -> None:
    assert is_defining(tuple(conjuncts(parse_one(conditions))), OWN) == defining


@pytest.mark.parametrize(
    ("where", "beside"),
    [
        ("ended IS NULL AND NOT EXISTS (SELECT 1 FROM bills b WHERE b.unit_id = u.unit_id)", [True]),
        ("ended IS NULL AND unit_id NOT IN (SELECT unit_id FROM bills)", [True]),
        ("ended IS NULL AND kind = 'shop'", [False, False]),
    ],
)
def test_what_other_rows_must_lack_is_no_condition_of_the_one_that_is_told(
    where: str, beside: list[bool]
) -> None:
    found = list(filters(f"SELECT u.name FROM units u WHERE {where}", POSTGRES, Schema(())))
    assert [one.beside_rows for one in found] == beside
