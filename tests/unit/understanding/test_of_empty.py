"""What a comment says of rows without a value is their state and no column's name."""

import pytest

from answers.naming import column_name
from database.schema import Column, Schema, Table
from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog
from understanding.rows.names import Names


def _ticket(comment: str, name: str = "closed_at", kind: str = "timestamp") -> Table:
    columns = (Column("id", "integer"), Column("opened_at", "timestamp"), Column(name, kind, comment=comment))
    return Table("public", "ticket", columns, primary_key=("id",))


@pytest.mark.parametrize(
    "comment",
    [
        "null = still open",
        "NULL=在职",
        "空表示未关闭",
        "空=仍在合作",
        "null when not water",
        "empty until it is closed",
        "NULL = 公共区域 common area",
    ],
)
def test_comment_that_only_tells_of_rows_without_a_value_is_no_name(comment: str) -> None:
    assert head_of(comment) == ""
    schema = Schema((_ticket(comment),))
    names = Names(schema, Catalog({}, {}))
    assert names.label("public.ticket.closed_at", "en") == "Closed date"
    assert names.label("public.ticket.closed_at", "zh").isascii()
    assert column_name("public.ticket", "closed_at", schema, "en") == "closed at"
    assert column_name("public.ticket", "closed_at", schema, "zh") == "closed_at"


@pytest.mark.parametrize("comment", ["空桶数", "empties taken back", "blank forms", "停业日期，空=营业"])
def test_comment_that_begins_with_a_name_keeps_it(comment: str) -> None:
    assert head_of(comment) == comment.partition("，")[0]


@pytest.mark.parametrize(
    ("comment", "language", "said"),
    [
        ("null = still open", "en", "still open"),
        ("null = still open", "zh", "未关闭"),
        ("空表示未关闭", "zh", "未关闭"),
        ("when it was closed", "zh", ""),
    ],
)
def test_rows_without_a_value_are_called_by_what_the_comment_says(
    comment: str, language: str, said: str
) -> None:
    names = Names(Schema((_ticket(comment),)), Catalog({}, {}))
    assert names.undone("public.ticket.closed_at", "en" if language == "en" else "zh") == said
