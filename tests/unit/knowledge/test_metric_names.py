"""Short, turned and general names of a small help desk: read as what they must mean, or left unread."""

import datetime as dt
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from database.schema import Schema
from knowledge.loaders.ddl import TableSet, load_ddl
from knowledge.loaders.metrics import load_metrics
from knowledge.metric.files import built_in_dimensions, catalog_from
from knowledge.metric.known import Known
from knowledge.metric.reader import MetricReader
from knowledge.metric.vocabulary import metric_words
from knowledge.question import MetricReading
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from tests.integration.metric_cases import compact

TODAY = dt.date(2026, 11, 20)
LAST_MONTH = [["2026-10-01", "2026-11-01"]]
CASES = Path(__file__).parents[2] / "cases" / "metrics" / "names.yaml"
DESK: dict[str, Any] = yaml.safe_load(CASES.read_text())


@lru_cache(maxsize=1)
def reader() -> MetricReader:
    """Return a reader of questions about the help desk."""
    tables = TableSet()
    assert load_ddl(DESK["ddl"], "names.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    definitions = yaml.safe_dump({part: DESK[part] for part in ("metrics", "dimensions")}, allow_unicode=True)
    report = load_metrics(definitions, "names.yaml")
    assert report.refused == []
    catalog = catalog_from(report.items, schema, built_in_dimensions(metric_words()["built_in"]))
    return MetricReader(Known(catalog, ValueIndex.build(map(column_values, DESK["values"]))))


def column_values(column: str) -> ColumnValues:
    """Return a column's names, each with its name in the other language."""
    table, _, name = column.rpartition(".")
    twin = name.removesuffix("_en") if name.endswith("_en") else f"{name}_en"
    others = DESK["values"].get(f"{table}.{twin}", [])
    names = DESK["values"][column]
    return ColumnValues(column, [(one, others[at : at + 1]) for at, one in enumerate(names)])


@pytest.mark.parametrize(("question", "expected"), DESK["questions"].items())
def test_a_name_is_read_as_the_one_thing_it_can_mean(question: str, expected: dict[str, Any] | None) -> None:
    found = reader().read(question, TODAY)
    got = compact(found.query) if isinstance(found, MetricReading) else None
    assert got == (expected and {**expected, "periods": LAST_MONTH}), found
