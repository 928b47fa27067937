"""A mean over a time longer than a day is told as one, of rows that are one a day as one a day."""

import datetime as dt
from types import SimpleNamespace
from typing import Any

import pytest

from answers.sentences.asked import Measure
from answers.sentences.figures import averaged
from database.schema import Column, Schema, Table
from knowledge.metrics import Metric
from query.metric_query import MetricQuery, Unit, Window

TABLES = Schema(
    (
        Table("", "weather", (Column("place", "int"), Column("day", "date")), primary_key=("place", "day")),
        Table("", "checks", (Column("id", "int"), Column("day", "date")), primary_key=("id",)),
    )
)
WINDOWS = {
    "day": (dt.date(2026, 10, 1), dt.date(2026, 10, 2)),
    "month": (dt.date(2026, 10, 1), dt.date(2026, 11, 1)),
}


@pytest.mark.parametrize(
    ("table", "unit", "language", "called"),
    [
        ("weather", "month", "zh", "每天平均降雨量"),
        ("weather", "month", "en", "rain a day"),
        ("weather", "day", "zh", "降雨量"),
        ("weather", "day", "en", "rain"),
        ("checks", "month", "zh", "平均降雨量"),
        ("checks", "month", "en", "average rain"),
        ("checks", "day", "en", "rain"),
    ],
)
def test_a_mean_of_a_longer_time_says_so(table: str, unit: Unit, language: Any, called: str) -> None:
    metric = Metric(
        "rain", "降雨量", "Rain", table=table, expression="AVG(mm)", time="day", additivity="average"
    )
    catalog = SimpleNamespace(metrics={"rain": metric}, schema=TABLES)
    reader: Any = SimpleNamespace(catalog=catalog, metric_at=lambda _: "rain")
    measure = Measure(0, "降雨量" if language == "zh" else "rain", "figure")
    query = MetricQuery(("rain",), windows=(Window(*WINDOWS[unit], unit),))
    assert [one.label for one in averaged((measure,), query, "", reader, language)] == [called]
