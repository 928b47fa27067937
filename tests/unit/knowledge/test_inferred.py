"""Keys that nobody declared are told by names and types, and hold where values bear them out."""

import pytest

from database.schema import Column, ForeignKey, Schema, Table
from knowledge.inferred import candidates, chosen, with_inferred
from knowledge.profiles import ColumnProfile, TableProfile


def table(name: str, *columns: str, keys: tuple[ForeignKey, ...] = (), primary: str = "id") -> Table:
    """Return a table of `name type` columns; a type that is left out is integer."""
    parts = [column.partition(" ") for column in columns]
    own = tuple(Column(part[0], part[2] or "integer") for part in parts)
    return Table("s", name, own, primary_key=(primary,) if primary else (), foreign_keys=keys)


def told(*tables: Table, unique: tuple[str, ...] = ()) -> set[str]:
    """Return the candidates by name; `unique` columns (`table.column`) differ in each row."""
    profiles = {
        one.full_name: TableProfile(
            one.full_name,
            "",
            30,
            {
                column.name: ColumnProfile(30, 30 if f"{one.name}.{column.name}" in unique else 3)
                for column in one.columns
            },
        )
        for one in tables
    }
    found = candidates(Schema(tables), profiles)
    return {f"{one.table.name}.{one.column} → {one.target.name}.{one.to}" for one in found}


CUSTOMERS = table("customers", "id", "name text")


@pytest.mark.parametrize(
    ("child", "parent"),
    [
        ("customer_id", CUSTOMERS),
        ("customerId", CUSTOMERS),
        ("customers_id", CUSTOMERS),
        ("cust_id", CUSTOMERS),
        ("custid", CUSTOMERS),
        ("billing_customer_id", CUSTOMERS),
        ("customer", CUSTOMERS),
        ("customer_id", table("dim_customer", "customer_id", primary="customer_id")),
        ("customer_id", table("people", "customer_id", primary="customer_id")),
        ("company_id", table("companies", "id")),
        ("from_airport text", table("airport", "airport_code text", primary="airport_code")),
        ("sbtxcustid text", table("sbcustomer", "sbcustid text", primary="sbcustid")),
        ("aid", table("author", "aid", primary="aid")),
    ],
)
def test_a_column_may_point_where_its_name_says(child: str, parent: Table) -> None:
    name = child.partition(" ")[0]
    assert told(table("orders", "id", child), parent) == {
        f"orders.{name} → {parent.name}.{parent.primary_key[0]}"
    }


@pytest.mark.parametrize(
    ("child", "parent"),
    [
        ("customer_id text", CUSTOMERS),
        ("id2", CUSTOMERS),
        ("name text", CUSTOMERS),
        ("amount", CUSTOMERS),
        ("cu_id", CUSTOMERS),
        ("order_id", CUSTOMERS),
    ],
)
def test_other_types_and_names_point_nowhere(child: str, parent: Table) -> None:
    assert told(table("orders", "id", child), parent) == set()


def test_a_declared_key_and_a_tables_own_are_left_alone() -> None:
    declared = ForeignKey(("customer_id",), "s", "customers", ("id",))
    assert told(table("orders", "id", "customer_id", keys=(declared,)), CUSTOMERS) == set()
    own = table("customer", "customer_id", "name text", primary="")
    other = table("customer_profile", "customer_id", "note text", primary="")
    unique = ("customer.customer_id", "customer_profile.customer_id")
    assert told(own, other, unique=unique) == {"customer_profile.customer_id → customer.customer_id"}


def test_a_parent_is_of_the_same_table() -> None:
    assert told(table("areas", "id", "parent_id")) == {"areas.parent_id → areas.id"}


def test_without_a_declared_key_a_column_that_differs_in_each_row_is_one() -> None:
    parent = table("shop", "shop_id", "name text", primary="")
    child = table("sales", "shop_id", "amount", primary="")
    assert told(child, parent, unique=("shop.shop_id",)) == {"sales.shop_id → shop.shop_id"}
    assert told(child, parent) == set()


def kept(values: int, found: int, child: str = "customer_id", *parents: Table) -> set[str]:
    """Return the keys that hold where so many values were looked for and found."""
    one = table("orders", "id", child)
    asked = candidates(Schema((one, *(parents or (CUSTOMERS,)))), {})
    return {key.to_table for keys in chosen((c, values, found) for c in asked).values() for key in keys}


@pytest.mark.parametrize(
    ("values", "found", "child", "tables"),
    [
        (200, 190, "customer_id", {"customers"}),
        (200, 189, "customer_id", set()),
        (0, 0, "customer_id", {"customers"}),
        (0, 0, "cust_id", set()),
        (10, 10, "vip_customer", set()),
        (40, 40, "vip_customer", {"customers"}),
    ],
)
def test_values_must_be_found_where_a_column_points(
    values: int, found: int, child: str, tables: set[str]
) -> None:
    assert kept(values, found, child) == tables


def test_of_two_tables_the_plainer_name_is_meant_and_of_two_as_plain_none() -> None:
    assert kept(9, 9, "customer_id", CUSTOMERS, table("old_customer", "id")) == {"customers"}
    assert kept(9, 9, "customer_id", table("new_customer", "id"), table("old_customer", "id")) == set()


def test_inferred_keys_join_the_declared_ones_also_of_a_table_taught_without_its_schema() -> None:
    key = ForeignKey(("customer_id",), "s", "customers", ("id",), inferred=True)
    whole, bare = table("orders", "id", "customer_id"), Table("", "orders", (Column("customer_id", "int"),))
    [first, second] = with_inferred([whole, bare], {"s.orders": (key,)})
    assert first.foreign_keys == (key,)
    assert [(one.to_schema, one.to_table, one.inferred) for one in second.foreign_keys] == [
        ("", "customers", True)
    ]
    declared = table("orders", "id", "customer_id", keys=(ForeignKey(("customer_id",), "s", "c", ("id",)),))
    assert with_inferred([declared], {"s.orders": (key,)}) == [declared]
    assert with_inferred([table("orders", "id")], {"s.orders": (key,)})[0].foreign_keys == ()
