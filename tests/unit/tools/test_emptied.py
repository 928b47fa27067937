"""What empties a result is what somebody asked for, not what a figure is defined by."""

import pytest
from sqlglot import parse_one

from answers.conditions import conjuncts
from tools.emptied import is_defining

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
