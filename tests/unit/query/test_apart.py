"""What is called like a table has another name in statements."""

from dataclasses import replace

import pytest

from database.schema import Column, Schema, Table
from knowledge.definitions.files import dimension_from
from knowledge.metrics import Catalog
from query.metric_query import MetricQuery
from query.plan.apart import apart_from_tables

SCHEMA = Schema((Table("", "stock", (Column("kind", "text"),)),))
QUERY = MetricQuery(("sales",), ("stock",))


def catalog(name: str) -> Catalog:
    found = dimension_from({"name": name, "names": "Kind", "column": "stock.kind"})
    return Catalog({}, {found.name: found}, schema=SCHEMA)


def test_what_is_called_like_a_table_is_renamed_in_definitions_that_are_made_once() -> None:
    known = catalog("stock")
    query, renamed = apart_from_tables(QUERY, known)
    assert query.splits == tuple(renamed.dimensions) == ("stock_figure",)
    assert apart_from_tables(QUERY, known)[1] is renamed


@pytest.mark.parametrize("word", ["left", "order", "group", "rank"])
def test_what_is_called_like_a_word_of_sql_is_renamed(word: str) -> None:
    query, renamed = apart_from_tables(MetricQuery(("sales",), (word,)), catalog(word))
    assert query.splits == tuple(renamed.dimensions) == (f"{word}_figure",)


def test_hierarchies_keep_what_they_are_of() -> None:
    known = replace(catalog("stock"), hierarchies=(("stock", "shelf"),))
    assert apart_from_tables(QUERY, known)[1].hierarchies == (("stock_figure", "shelf"),)


def test_definitions_without_such_a_name_stay_as_they_are() -> None:
    known = catalog("kind")
    assert apart_from_tables(QUERY, known) == (QUERY, known)
