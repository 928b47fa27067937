"""What is called like a table has another name in statements."""

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


def test_definitions_without_such_a_name_stay_as_they_are() -> None:
    known = catalog("kind")
    assert apart_from_tables(QUERY, known) == (QUERY, known)
