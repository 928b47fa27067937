"""A figure that is kept without any time has no change, whatever is asked of it."""

import pytest

from analysis.asked import NotRead
from database.dialects import SQLITE
from knowledge.values import ColumnValues, ValueIndex
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import asked
from tests.unit.analysis.laundry import DEFINED, laundry
from understanding.metric.answers import MetricAnswers

PLANTS = """  - {name: plants, names: {zh: 工厂家数, en: Plants run}, table: plant,
     expression: COUNT(plant_id)}
"""


@pytest.mark.parametrize("question", ["工厂家数为什么少了", "Why is the number of plants run falling?"])
def test_a_change_of_what_has_no_time_is_not_looked_for(question: str) -> None:
    schema = laundry()[1].catalog.schema
    report = load_metrics(DEFINED.replace("dimensions:", PLANTS + "dimensions:"), "plants.yaml")
    assert report.refused == []
    names = ValueIndex.build([ColumnValues("plant.name", [("North", [])])])
    found = asked(question, MetricAnswers.build(report.items, schema, names, SQLITE))
    assert isinstance(found, NotRead)
