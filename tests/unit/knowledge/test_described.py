"""What was taught of a table stands on the one that the database shows."""

import pytest

from database.schema import Column, Schema, Table
from knowledge.described import described

LIVE = Table(
    "hotel", "clients", (Column("id", "int"), Column("kind", "text", "kind"), Column("since", "date")), "客户"
)


@pytest.mark.parametrize(
    ("taught", "comments", "of_table"),
    [
        ((), ("", "kind", ""), "客户"),
        (Table("hotel", "clients", (Column("SINCE", "date", "签约日"),)), ("", "kind", "签约日"), "客户"),
        (
            Table("hotel", "clients", (Column("kind", "text", "A 协议，B 散客"),), "协议客户"),
            ("", "A 协议，B 散客", ""),
            "协议客户",
        ),
        (Table("", "clients", (Column("since", "date", "签约日"),)), ("", "kind", "签约日"), "客户"),
        (Table("other", "clients", (Column("since", "date", "签约日"),)), ("", "kind", ""), "客户"),
        (Table("hotel", "clients", (Column("gone", "date", "终止日"),)), ("", "kind", ""), "客户"),
    ],
)
def test_taught_comments_are_put_where_the_table_and_column_are(
    taught: Table | tuple[()], comments: tuple[str, ...], of_table: str
) -> None:
    [table] = described(Schema((LIVE,)), [taught] if isinstance(taught, Table) else []).tables
    assert tuple(column.comment for column in table.columns) == comments
    assert table.comment == of_table and [column.type for column in table.columns] == ["int", "text", "date"]


def test_a_name_that_two_schemas_have_takes_no_comment_taught_without_one() -> None:
    other = Table("old", "clients", (Column("since", "date"),))
    taught = Table("", "clients", (Column("since", "date", "签约日"),))
    tables = described(Schema((LIVE, other)), [taught]).tables
    assert not any(column.comment == "签约日" for table in tables for column in table.columns)
