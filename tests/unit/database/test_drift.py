"""How a schema moved between two readings: what is new, gone, changed, and what is the same."""

from dataclasses import replace

import pytest

from database.drift import Change, TableDrift, drift
from database.schema import Column, ForeignKey, Table

SALE = Table(
    "s",
    "sale",
    (Column("id", "int", nullable=False), Column("amount", "int", "amt")),
    comment="sales",
    primary_key=("id",),
    foreign_keys=(ForeignKey(("area",), "s", "area", ("id",)), ForeignKey(("shop",), "s", "shop", ("id",))),
)
ID, AMOUNT = SALE.columns


def test_the_same_schema_has_no_drift_in_whatever_order_its_tables_and_keys_come() -> None:
    other = replace(SALE, name="other")
    turned = replace(SALE, foreign_keys=SALE.foreign_keys[::-1])
    assert drift([SALE, other], [other, turned]) == []


def test_tables_come_and_go_by_name_in_one_order() -> None:
    new, old = replace(SALE, name="a_new"), replace(SALE, name="z_old")
    assert drift([SALE, old], [new, SALE]) == [
        TableDrift("s.a_new", "added"),
        TableDrift("s.z_old", "removed"),
    ]


@pytest.mark.parametrize(
    ("after", "change"),
    [
        ({"columns": (ID, AMOUNT, Column("at", "date"))}, Change("column_added", "at", after="date")),
        ({"columns": (ID,)}, Change("column_removed", "amount", before="int")),
        ({"columns": (ID, replace(AMOUNT, type="numeric"))}, Change("type", "amount", "int", "numeric")),
        ({"columns": (ID, replace(AMOUNT, nullable=False))}, Change("nullable", "amount", after="not_null")),
        ({"columns": (replace(ID, nullable=True), AMOUNT)}, Change("nullable", "id", after="null")),
        ({"columns": (ID, replace(AMOUNT, comment="元"))}, Change("comment", "amount", "amt", "元")),
        ({"comment": ""}, Change("table_comment", "", "sales", "")),
        ({"primary_key": ("id", "amount")}, Change("key", "", "id", "id, amount")),
        (
            {"foreign_keys": SALE.foreign_keys[:1]},
            Change("links", "", "area → area, shop → shop", "area → area"),
        ),
    ],
    ids=lambda value: value.what if isinstance(value, Change) else "",
)
def test_a_change_within_a_table_is_named_with_what_was_and_what_is(
    after: dict[str, object], change: Change
) -> None:
    assert drift([SALE], [replace(SALE, **after)]) == [TableDrift("s.sale", "changed", (change,))]  # type: ignore[arg-type]


def test_a_renamed_column_is_one_gone_and_one_new() -> None:
    [found] = drift([SALE], [replace(SALE, columns=(ID, replace(AMOUNT, name="total")))])
    assert [change.what for change in found.changes] == ["column_added", "column_removed"]
