"""A figure that does not add up over days is told beside a change as a day's mean."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from analysis.why.findings import Beside
from analysis.why.sizes import beside_code
from analysis.why.split import ZERO, Pair
from database.schema import Column, Schema, Table
from knowledge.definitions.files import catalog_from
from teaching.loaders import load_paths

WEATHER = Table(
    "public",
    "weather",
    columns=(Column("city", "text"), Column("weather_date", "date"), Column("rainfall_mm", "numeric")),
    primary_key=("city", "weather_date"),
)
DEMO = Path(__file__).parents[3] / "demo" / "knowledge" / "metrics.yaml"


@pytest.mark.parametrize(
    ("metric", "code"),
    [
        ("rainfall", "why.beside_mean"),
        ("revenue", "why.beside_one"),
        ("refund_rate", "why.beside_one"),
        ("inspection_score", "why.beside_one"),
        ("handling_hours", "why.beside_one"),
    ],
)
def test_only_a_mean_over_days_is_called_one(metric: str, code: str) -> None:
    catalog: Any = catalog_from(load_paths([DEMO]).items, Schema((WEATHER,)))
    assert metric in catalog.metrics
    assert beside_code(Beside(metric, Pair(ZERO, ZERO)), cast(Any, SimpleNamespace(catalog=catalog))) == code
