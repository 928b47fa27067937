"""Words that are the whole name of a figure, told apart from its noun, are that figure and no code."""

import datetime as dt

import pytest

from database.dialects import SQLITE
from database.schema import Column, Schema, Table
from knowledge.values import ValueIndex
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricReading

TODAY = dt.date(2026, 11, 28)
COLUMNS = {"order_id": "integer", "opened_on": "date", "shut_on": "date", "state": "text", "sort": "text"}
ORDERS = Table(
    "public", "repair", tuple(Column(name, kind) for name, kind in COLUMNS.items()), primary_key=("order_id",)
)
DEFINED = """
metrics:
  - {name: repairs, names: {zh: 报修数, en: Repairs}, synonyms: [报修, 维修单], table: repair,
     time: opened_on, expression: COUNT(order_id), decimals: 0}
  - {name: open_repairs, names: {zh: 未结维修单, en: Open repairs}, synonyms: [未结报修], table: repair,
     time: opened_on, until: shut_on, expression: COUNT(order_id), decimals: 0}
dimensions:
  - {name: state, names: {zh: 维修状态, en: Repair state}, column: repair.state,
     values: {OPEN: [待派, Open], WIP: [维修中, In progress], DONE: [已完成, Finished]},
     groups: [{values: [OPEN, WIP], names: [未结, unfinished]}]}
  - {name: sort, names: {zh: 类别, en: Category}, column: repair.sort, values: {EL: [电器, Electrical]}}
"""


@pytest.mark.parametrize(
    ("question", "metric", "kept"),
    [
        ("how many repairs are open", "open_repairs", []),
        ("How many repairs are still open?", "open_repairs", []),
        ("how many open repairs", "open_repairs", []),
        ("how many electrical repairs are open", "open_repairs", ["EL"]),
        ("how many repairs are finished", "repairs", ["DONE"]),
        ("how many repairs are in progress", "repairs", ["WIP"]),
        ("有多少报修未结", "open_repairs", []),
        ("未结的报修有多少", "open_repairs", []),
        ("未结报修", "open_repairs", []),
        ("待派的报修有多少", "repairs", ["OPEN"]),
        ("how many repairs are not open", "repairs", ["OPEN"]),
    ],
)
def test_a_whole_name_told_apart_is_its_figure(question: str, metric: str, kept: list[str]) -> None:
    report = load_metrics(DEFINED, "repair.yaml")
    assert report.refused == []
    spans = {"public.repair.opened_on": (dt.date(2024, 1, 1), dt.date(2026, 11, 27))}
    answers = MetricAnswers.build(
        report.items, Schema((ORDERS,)), ValueIndex.build([]), SQLITE, spans=spans, tallies={}
    )
    found = answers.reader.read(question, TODAY)
    assert isinstance(found, MetricReading), found
    assert found.query.metrics == (metric,)
    assert sorted(value for one in found.query.filters for value in one.values) == kept
