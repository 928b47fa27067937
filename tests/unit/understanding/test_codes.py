"""A member is named by the code that another column of its table has for it: G4."""

import datetime as dt
from collections.abc import Callable

import pytest
import yaml

from database.dialects import POSTGRES
from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex, with_codes
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

DDL = """CREATE TABLE routes (route_id int PRIMARY KEY, code text NOT NULL, name text NOT NULL);
CREATE TABLE tolls (paid_on date, route_id int NOT NULL REFERENCES routes, amount numeric NOT NULL);"""
TAUGHT = {
    "metrics": [
        {
            "name": "income",
            "names": {"zh": "通行费", "en": "Tolls"},
            "table": "tolls",
            "expression": "SUM(amount)",
            "time": "paid_on",
        }
    ],
    "dimensions": [
        {
            "name": "route",
            "names": {"zh": "路线", "en": "Route"},
            "column": "routes.name",
            "key": "routes.route_id",
        }
    ],
}
TODAY = dt.date(2026, 11, 20)


async def _answer(
    question: str, codes: list[str], allowed: Callable[[str], bool] = lambda _: True
) -> MetricHit | None:
    tables = TableSet()
    assert load_ddl(DDL, "routes.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    items = load_metrics(yaml.safe_dump(TAUGHT, allow_unicode=True), "routes.yaml").items
    names = ["京港澳高速", "沈海高速"]
    found = [ColumnValues("routes.name", [(one, []) for one in names])]
    found.append(ColumnValues("routes.code", [(one, []) for one in codes]))

    async def run(sql: str) -> list[tuple[str, str]]:
        assert sql.startswith('SELECT DISTINCT "name", "code" FROM')
        return list(zip(names, codes, strict=True))

    told = await with_codes(found, catalog_from(items, schema).codes, schema, run, POSTGRES)
    answers = MetricAnswers.build(items, schema, ValueIndex.build(told), POSTGRES)
    hit = answers.answer(question, TODAY, allowed)
    assert hit is None or isinstance(hit, MetricHit)
    return hit


@pytest.mark.parametrize("question", ["上个月G4的通行费", "tolls on G4 last month", "tolls of g4 last month"])
async def test_a_code_names_the_member_it_stands_for(question: str) -> None:
    hit = await _answer(question, ["G4", "G15"])
    assert hit is not None and [one.values for one in hit.query.filters] == [("京港澳高速",)]
    assert not hit.assumed


async def test_a_code_in_a_column_that_may_not_be_seen_names_nothing() -> None:
    hit = await _answer("tolls on G4 last month", ["G4", "G15"], lambda column: not column.endswith("code"))
    assert hit is None or not hit.query.filters


async def test_codes_that_are_plain_words_or_numbers_name_nothing() -> None:
    hit = await _answer("tolls on AT last month", ["AT", "15"])
    assert hit is None or not hit.query.filters
