"""A list of what a level counts is of the rows it counts today, and called as they are."""

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache

import pytest

from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.values import ValueIndex, code_values
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.rows.frame import Condition
from understanding.rows.names import Names
from understanding.rows.reader import RowsReader
from understanding.rows.saying import listed
from understanding.rows.view import Known

TODAY = dt.date(2026, 11, 21)
THIS_YEAR = (dt.date(2026, 1, 1), dt.date(2026, 11, 22))
DDL = """
CREATE TABLE permits (permit_no varchar(9) PRIMARY KEY, holder text NOT NULL, issued_on date NOT NULL,
  ended_on date);
COMMENT ON TABLE permits IS '许可证';
CREATE TABLE guide (guide_id int PRIMARY KEY, name varchar(20) NOT NULL, tongue varchar(5) NOT NULL,
  taken_on date NOT NULL, left_on date, left_why varchar(5));
COMMENT ON TABLE guide IS '导游';
COMMENT ON COLUMN guide.name IS '姓名';
COMMENT ON COLUMN guide.tongue IS '语种 FR=法语 DE=德语';
COMMENT ON COLUMN guide.taken_on IS '入职日期';
COMMENT ON COLUMN guide.left_on IS '离职日期';
COMMENT ON COLUMN guide.left_why IS '离职原因';
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
  - {name: guides, names: {zh: 在职导游数, en: Guides}, synonyms: [在职导游], table: guide,
     expression: COUNT(guide_id), time: taken_on, until: left_on}
dimensions:
  - {name: guide, names: {zh: 导游, en: Guide}, column: guide.name, key: guide.guide_id}
  - {name: why, names: {zh: 离职原因, en: Reason for leaving}, column: guide.left_why,
     values: {MOVE: [搬家], PAY: [薪资]}}
"""


@lru_cache
def names() -> Names:
    tables = TableSet()
    assert load_ddl(DDL, "permits.sql", tables) == []
    schema = Schema(tuple(tables.known()))
    return Names(schema, catalog_from(load_metrics(METRICS, "valid.yaml").items, schema))


def read(question: str) -> Sequence[Condition] | None:
    """Return by what the rows of the one reading of a question are chosen."""
    known = Known(names(), ValueIndex.build(code_values(names().schema)), ended=frozenset({"guide.left_why"}))
    found = RowsReader(known).read(question, TODAY, lambda _: True, None).query
    return found and sorted(found.conditions, key=lambda one: (one.op, one.column))


@pytest.mark.parametrize("question", ["列出有效许可证", "list valid permits"])
def test_rows_that_have_ended_are_not_listed(question: str) -> None:
    found = RowsReader(Known(names(), ValueIndex.build(code_values(names().schema)))).read(
        question, TODAY, lambda _: True, None
    )
    assert found.query is not None
    assert [one.column.split(".")[-1] for one in found.query.conditions] == ["issued_on"]
    (condition,) = found.query.conditions
    assert (condition.op, condition.values, condition.defined) == ("ongoing", (TODAY,), "valid")
    assert listed(found.query, names(), "en").which == ""  # their name says it


STAND = ("guide.taken_on", "ongoing", (TODAY,))
IN_FRENCH = ("guide.tongue", "is", ("FR",))


@pytest.mark.parametrize(
    ("question", "chosen"),
    [
        ("列出法语导游", [IN_FRENCH, STAND]),
        ("法语导游有哪些", [IN_FRENCH, STAND]),
        (
            "今年搬家的导游有哪些",
            [("guide.left_why", "is", ("MOVE",)), ("guide.left_on", "within", THIS_YEAR)],
        ),
        ("列出离职原因是薪资的导游", [("guide.left_why", "is", ("PAY",))]),
        ("今年离职的导游有哪些", [("guide.left_on", "within", THIS_YEAR)]),
    ],
)
def test_things_that_a_level_counts_are_those_that_stand_unless_told_by_how_they_ended(
    question: str, chosen: list[tuple[str, str, tuple[object, ...]]]
) -> None:
    found = read(question)
    assert found is not None
    assert [(one.column.removeprefix("public."), one.op, one.values) for one in found] == chosen


STATES = """
CREATE TABLE usher (usher_id int PRIMARY KEY, name varchar(20) NOT NULL, taken_on date NOT NULL,
  state smallint NOT NULL);
COMMENT ON TABLE usher IS '引座员';
COMMENT ON COLUMN usher.name IS '姓名';
COMMENT ON COLUMN usher.taken_on IS '入职日期';
COMMENT ON COLUMN usher.state IS '状态：1 在岗，2 已辞工';
"""


@pytest.mark.parametrize(
    ("question", "sure"),
    [("今年已辞工的引座员有哪些", False), ("今年入职的引座员有哪些", True), ("已辞工的引座员有哪些", True)],
)
def test_when_people_came_is_not_taken_for_when_they_came_to_their_state(question: str, sure: bool) -> None:
    tables = TableSet()
    assert load_ddl(STATES, "ushers.sql", tables) == []
    schema = Schema(tuple(tables.known()))
    known = Known(Names(schema, catalog_from([], schema)), ValueIndex.build(code_values(schema)))
    found = RowsReader(known).read(question, TODAY, lambda _: True, None)
    assert (found.query is not None) is sure
