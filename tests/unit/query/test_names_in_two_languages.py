"""A member without a name in the asker's language is called by the other, not by nothing."""

import sqlite3

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.tables import table_from
from query.metric_query import MetricQuery
from query.plan.compose import compose
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import TODAY

TABLES = """
CREATE TABLE buyer (buyer_id INT PRIMARY KEY, name TEXT NOT NULL, name_en TEXT);
CREATE TABLE bought (bought_id INT PRIMARY KEY,
  buyer_id INT NOT NULL REFERENCES buyer(buyer_id), amount INT NOT NULL);
"""
ROWS = """
INSERT INTO buyer VALUES (1, '美联', 'Meilian'), (2, '海天', NULL);
INSERT INTO bought VALUES (1, 1, 5), (2, 2, 7);
"""
DEFINED = """
metrics:
  - {name: sales, names: {zh: 销售额, en: Sales}, table: bought, expression: SUM(amount)}
dimensions:
  - {name: buyer, names: {zh: 客户, en: Buyer}, column: buyer.name, column_en: buyer.name_en,
     key: buyer.buyer_id}
"""


def test_a_member_without_an_english_name_keeps_its_own() -> None:
    tables = TableSet()
    assert load_ddl(TABLES, "bought.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    catalog = catalog_from(load_metrics(DEFINED, "bought.yaml").items, schema)
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES + ROWS)
    told = {}
    for language in ("en", "zh"):
        sql = compose(MetricQuery(("sales",), ("buyer",)), catalog, SQLITE, language, TODAY)  # type: ignore[arg-type]
        told[language] = dict(database.execute(sql).fetchall())
    assert told == {"en": {"Meilian": 5, "海天": 7}, "zh": {"美联": 5, "海天": 7}}
