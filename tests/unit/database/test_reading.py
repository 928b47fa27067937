"""Catalog rows become a schema, and a table becomes text."""

import pytest

from database.dialects import DUCKDB, MYSQL, SQLITE, Dialect
from database.reading import ColumnRow, KeyRow, TableRow, View, assemble, view_query, view_read


def test_catalog_rows_become_tables_with_keys_and_comments() -> None:
    schema = assemble(
        [TableRow("s", "shops", " 店铺 "), TableRow("s", "v", is_view=True), TableRow("s", "bare")],
        [
            ColumnRow("s", "shops", "id", "int", None, False),
            ColumnRow("s", "shops", "area", "int"),
            ColumnRow("s", "v", "id", "int"),
        ],
        [
            KeyRow("s", "shops", ("id",)),
            KeyRow("s", "shops", ("area",), "s", "v", ("id",)),
            KeyRow("s", "shops", ("area",), "x", "unseen", ("id",)),
        ],
        {("s", "v"): View("SELECT id FROM s.shops", ("s.shops",))},
    )
    shops, view = schema.tables  # a table of which no column may be read is not shown
    assert (shops.comment, shops.primary_key) == ("店铺", ("id",))
    assert [key.to_table for key in shops.foreign_keys] == ["v"]
    assert (view.is_view, view.reads, shops.reads) == (True, ("s.shops",), None)
    assert (view.definition, shops.definition) == ("SELECT id FROM s.shops", "")


@pytest.mark.parametrize(
    ("view", "dialect", "reads"),
    [
        ("CREATE VIEW v AS SELECT * FROM a JOIN b USING (id)", SQLITE, ("main.a", "main.b")),
        ("CREATE VIEW v AS WITH c AS (SELECT 1) SELECT * FROM c", DUCKDB, ()),
        ("select `t`.`a`.`id` AS `id` from `t`.`a`", MYSQL, ("t.a",)),
        ("CREATE VIEW v AS SELECT own_function(1)", SQLITE, None),
        ("CREATE VIEW v AS SELECT * FROM read_csv('/etc/passwd')", DUCKDB, None),
        ("not a view at all", SQLITE, None),
    ],
)
def test_what_a_view_reads_is_known_or_said_to_be_unknown(
    view: str, dialect: Dialect, reads: tuple[str, ...] | None
) -> None:
    found = view_read(view, dialect)
    assert (None if found is None else tuple(sorted(found.reads or ()))) == reads


@pytest.mark.parametrize(
    ("created", "query"),
    [
        ("CREATE VIEW v AS SELECT 1;", "SELECT 1"),
        ("CREATE VIEW IF NOT EXISTS main.\"a AS b\" AS select 'x AS y' AS z", "select 'x AS y' AS z"),
        ("CREATE VIEW v AS WITH c AS (SELECT 1) SELECT * FROM c", "WITH c AS (SELECT 1) SELECT * FROM c"),
        (
            "CREATE VIEW v (a, b) AS SELECT (1), 2 -- two",
            "WITH wenshu_view(a, b) AS (SELECT (1), 2 -- two\n) SELECT * FROM wenshu_view",
        ),
        ("select `a` from `t`", "select `a` from `t`"),
        ("CREATE VIEW v", ""),
    ],
)
def test_the_query_of_a_view_keeps_the_names_of_its_columns(created: str, query: str) -> None:
    assert view_query(created, SQLITE) == query
