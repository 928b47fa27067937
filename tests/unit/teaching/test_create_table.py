"""A table written as CREATE TABLE text reads back exactly the same."""

from hypothesis import given, settings

from database.schema import Column, ForeignKey, Table
from teaching.create_table import read_table, table_sql
from teaching.loaders.ddl import TableSet, load_ddl
from tests.fakes.taught_items import tables


@settings(max_examples=300, deadline=None)
@given(tables())
def test_any_table_reads_back_as_it_was(table: Table) -> None:
    assert read_table(table_sql(table)) == table


def test_the_text_is_what_any_reader_of_sql_understands() -> None:
    table = Table(
        "sales",
        "order lines",
        (Column("id", "integer", "编号", False), Column("primary", "numeric(12, 2)", "it's paid")),
        "订单明细",
        ("id",),
        (ForeignKey(("id",), "sales", "orders", ("id",)),),
    )
    read = TableSet()
    assert load_ddl(table_sql(table), "orders.sql", read) == []
    payload = read.items().items[0].payload
    assert (payload["schema"], payload["name"], payload["comment"]) == ("sales", "order lines", "订单明细")
    assert [(c["name"], c["comment"]) for c in payload["columns"]] == [
        ("id", "编号"),
        ("primary", "it's paid"),
    ]
    assert payload["foreign_keys"][0]["to_table"] == "orders"


def test_other_text_is_not_taken_for_it() -> None:
    assert read_table("CREATE TABLE t (\n    a int\n);\nDROP TABLE t;\n") is None
    assert read_table("create table t (a int)") is None
    assert read_table("CREATE TABLE t (\n);\n") is None
