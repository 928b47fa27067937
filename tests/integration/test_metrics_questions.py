"""Labelled questions over the demo: the demo's own definitions, its real schema and values."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from config.settings import Settings
from database.connections import Database, Databases
from database.rights import Rights
from database.spec import ConnectionSpec
from knowledge.values import ValueIndex, code_values, read_values
from teaching.loaders import load_paths
from tests.conftest import TODAY, SettingsFor
from tests.integration.metric_cases import compact
from understanding.drafting.checks import problems
from understanding.metric.answers import MetricAnswers
from understanding.metric.ranges import read_holidays
from understanding.readings import MetricHit, MetricReading

ROOT = Path(__file__).resolve().parents[2]
RIGHTS = Rights("admin", "demo")


@pytest.fixture
async def demo(demo_url: str, settings_for: SettingsFor) -> Any:
    """Return the demo database and its metrics, ready to answer."""
    settings: Settings = settings_for()
    spec = ConnectionSpec(name="demo", url=SecretStr(demo_url), schemas=("public",))
    databases = Databases.open([spec], settings)
    database = databases.get("demo")
    schema = await database.load_schema()

    async def run(sql: str) -> Any:
        return (await database.run(await database.approve(sql, RIGHTS, dry_run=False))).rows

    values = await read_values(schema, run, dialect=database.dialect, max_distinct=900)
    report = load_paths([ROOT / "demo" / "knowledge" / "metrics.yaml"])
    assert report.refused == []
    index = ValueIndex.build([*code_values(schema), *values])
    yield database, MetricAnswers.build(report.items, schema, index, database.dialect)
    await databases.close()


def cases() -> list[dict[str, Any]]:
    """Return the labelled questions over the demo."""
    lines = (ROOT / "tests" / "cases" / "metrics" / "questions.jsonl").read_text().splitlines()
    return [case for case in map(json.loads, lines) if case["over"] == "demo"]


async def test_labelled_questions_are_read_right_or_declined(demo: tuple[Database, MetricAnswers]) -> None:
    _, answers = demo
    wrong, right = [], 0
    labelled = cases()
    for case in labelled:
        found = answers.reader.read(case["question"], TODAY)
        got = compact(found.query) if isinstance(found, MetricReading) else None
        if got is not None and got != case["expected"]:
            wrong.append((case["question"], got, case["expected"]))
        right += got is not None
    assert wrong == []
    assert right >= 0.95 * sum(case["expected"] is not None for case in labelled)


async def test_every_metric_of_the_demo_holds_and_runs(demo: tuple[Database, MetricAnswers]) -> None:
    database, answers = demo
    assert len(answers.catalog.metrics) >= 20
    assert problems(answers.catalog, database.dialect) == []
    for metric in answers.catalog.metrics.values():
        for language, label in (("zh", metric.zh), ("en", metric.en)):
            found = answers.answer(label, TODAY, lambda _: True)
            assert isinstance(found, MetricHit), (label, answers.reader.read(label, TODAY))
            assert found.query.metrics == (metric.name,), label
            result = await database.run(await database.approve(found.sql, RIGHTS))
            assert result.row_count == 1, (language, found.sql)


async def test_a_holiday_with_another_inside_it_is_one_holiday(demo: tuple[Database, MetricAnswers]) -> None:
    database, answers = demo

    async def run(sql: str) -> Any:
        return (await database.run(await database.approve(sql, RIGHTS, dry_run=False))).rows

    holidays = await read_holidays(answers.catalog, run, database.dialect)
    found = [days for days in holidays["国庆节"] if days[0].year == 2025]
    assert found == [(dt.date(2025, 10, 1), dt.date(2025, 10, 9))]  # 中秋 is the sixth


async def test_every_metric_runs_along_every_dimension_it_reaches(
    demo: tuple[Database, MetricAnswers],
) -> None:
    """Plan each once: the database knows every table, column and join of the composed statement."""
    database, answers = demo
    for metric in answers.catalog.metrics.values():
        for dimension in answers.catalog.dimensions.values():
            if answers.catalog.cuts(metric.name, dimension.name):
                found = answers.answer(f"上个月按{dimension.zh}的{metric.zh}", TODAY, lambda _: True)
                if isinstance(found, MetricHit):
                    assert (await database.approve(found.sql, RIGHTS)).estimate is not None
