"""Rows that are listed are those the definitions count, also where another table's columns say which."""

import datetime as dt
from functools import lru_cache

import pytest

from database.dialects import dialect_named
from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.values import ValueIndex, code_values
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.rows.names import Names
from understanding.rows.plan import plan
from understanding.rows.reader import RowsReader
from understanding.rows.sql import write
from understanding.rows.view import Known

TODAY = dt.date(2026, 11, 21)
DDL = """
CREATE TABLE stall (stall_id int PRIMARY KEY, name varchar(20) NOT NULL, is_mock boolean NOT NULL,
  opened_on date NOT NULL, closed_on date);
COMMENT ON TABLE stall IS '摊位';
COMMENT ON COLUMN stall.name IS '摊位名称';
COMMENT ON COLUMN stall.opened_on IS '开业日期';
COMMENT ON COLUMN stall.closed_on IS '停业日期，在营为空';
CREATE TABLE holder (holder_id int PRIMARY KEY, name varchar(20) NOT NULL);
COMMENT ON TABLE holder IS '会员';
COMMENT ON COLUMN holder.name IS '姓名';
CREATE TABLE ticket (ticket_id int PRIMARY KEY, stall_id int NOT NULL REFERENCES stall,
  holder_id int REFERENCES holder, sold_at timestamp NOT NULL, state varchar(2) NOT NULL);
COMMENT ON TABLE ticket IS '小票';
COMMENT ON COLUMN ticket.sold_at IS '成交时间';
"""
METRICS = """
metrics:
  - {name: tickets, names: {zh: 小票数, en: Tickets}, synonyms: [小票], table: ticket,
     expression: COUNT(ticket_id), time: sold_at, filters: ["state <> 'X'", "stall.is_mock = FALSE"]}
  - {name: stalls, names: {zh: 摊位数, en: Stalls}, table: stall, expression: COUNT(stall_id),
     time: opened_on, until: closed_on, filters: [is_mock = FALSE]}
dimensions:
  - {name: stall, names: {zh: 摊位, en: Stall}, column: stall.name, key: stall.stall_id}
  - {name: holder, names: {zh: 会员, en: Member}, column: holder.name, key: holder.holder_id}
"""


@lru_cache
def names() -> Names:
    tables = TableSet()
    assert load_ddl(DDL, "stalls.sql", tables) == []
    schema = Schema(tuple(tables.known()))
    return Names(schema, catalog_from(load_metrics(METRICS, "stalls.yaml").items, schema))


def sql_of(question: str) -> str:
    known = Known(names(), ValueIndex.build(code_values(names().schema)))
    found = RowsReader(known).read(question, TODAY, lambda _: True, None)
    assert found.query is not None, question
    dialect = dialect_named("postgres")
    return write(plan(found.query, names()), names(), dialect, "zh", lambda _: True)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("the 5 latest tickets", ["is_mock = FALSE", "state <> 'X'"]),
        ("10月没有小票的会员有哪些", ["NOT EXISTS", "is_mock = FALSE", "state <> 'X'"]),
        ("没有小票的摊位有哪些", ["NOT EXISTS", "is_mock = FALSE", "state <> 'X'"]),
        ("列出摊位", ["is_mock = FALSE", "closed_on"]),
    ],
)  # fmt: skip
def test_a_list_is_of_the_rows_that_the_definition_counts(question: str, holds: list[str]) -> None:
    sql = sql_of(question)
    assert [one for one in holds if one not in sql] == [], sql
