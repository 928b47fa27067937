"""A list of what a level counts is of the rows it counts today, and called as they are."""

import datetime as dt

import pytest

from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.values import ValueIndex, code_values
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.rows.names import Names
from understanding.rows.reader import RowsReader
from understanding.rows.saying import listed
from understanding.rows.view import Known

TODAY = dt.date(2026, 11, 21)
DDL = """
CREATE TABLE permits (permit_no varchar(9) PRIMARY KEY, holder text NOT NULL, issued_on date NOT NULL,
  ended_on date);
COMMENT ON TABLE permits IS '许可证';
"""
METRICS = """
metrics:
  - name: valid
    names: {zh: 有效许可证, en: Valid permits}
    table: permits
    expression: COUNT(permit_no)
    time: issued_on
    until: ended_on
    counts: permit
"""


@pytest.mark.parametrize("question", ["列出有效许可证", "list valid permits"])
def test_rows_that_have_ended_are_not_listed(question: str) -> None:
    tables = TableSet()
    assert load_ddl(DDL, "permits.sql", tables) == []
    schema = Schema(tuple(tables.known()))
    names = Names(schema, catalog_from(load_metrics(METRICS, "valid.yaml").items, schema))
    reader = RowsReader(Known(names, ValueIndex.build(code_values(schema))))
    found = reader.read(question, TODAY, lambda _: True, None).query
    assert found is not None and [one.column.split(".")[-1] for one in found.conditions] == ["issued_on"]
    (condition,) = found.conditions
    assert (condition.op, condition.values, condition.defined) == ("ongoing", (TODAY,), "valid")
    assert listed(found, names, "en").which == ""  # their name says it
