"""A table whose rows have names keeps things: that none of them ended lately is no gap in its data."""

import pytest

from database.schema import Column, Table
from knowledge.definitions.columns import keeps_things


def _table(name: str, key: str, *texts: str) -> Table:
    columns = (Column(key, "integer"), *(Column(one, "text") for one in texts), Column("ended_on", "date"))
    return Table("main", name, columns=columns, primary_key=(key,))


@pytest.mark.parametrize(
    ("name", "key", "texts", "kept"),
    [
        ("customers", "cust_id", ("cust_code", "cust_name"), True),
        ("customers", "customer_id", ("customer_name",), True),
        ("visits", "visit_id", ("cust_name", "shop_name"), False),
        ("cust_calls", "call_id", ("cust_code", "note"), False),
    ],
)
def test_what_is_called_as_its_key_is_a_things_own_name(
    name: str, key: str, texts: tuple[str, ...], kept: bool
) -> None:
    assert keeps_things(_table(name, key, *texts)) == kept
