"""Questions over a database of another domain, each with SQL by hand: answered as that, or declined."""

import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from database.connections import Databases
from database.rights import Rights
from database.spec import ConnectionSpec
from knowledge.values import ValueIndex, read_values
from teaching.loaders import load_paths
from tests.conftest import SettingsFor
from tests.integration.metrics_hospital import CASES, build
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TODAY = dt.date(2026, 11, 20)
RIGHTS = Rights("admin", "hospital")
ROUNDED = 0.051


async def test_another_domain_is_answered_as_by_hand_or_declined(
    settings_for: SettingsFor, tmp_path: Path
) -> None:
    build(tmp_path / "hospital.db")
    spec = ConnectionSpec(name="hospital", url=SecretStr(f"sqlite:///{tmp_path}/hospital.db"))
    databases = Databases.open([spec], settings_for())
    database = databases.get("hospital")
    schema = await database.load_schema()

    async def run(sql: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in (await database.run(await database.approve(sql, RIGHTS))).rows]

    report = load_paths([CASES / "hospital.yaml"])
    assert report.refused == []
    values = ValueIndex.build(await read_values(schema, run, dialect=database.dialect))
    answers = MetricAnswers.build(report.items, schema, values, database.dialect)
    cases = [json.loads(line) for line in (CASES / "hospital.jsonl").read_text().splitlines()]
    wrong, right = [], 0
    for case in cases:
        found = answers.answer(case["question"], TODAY, lambda _: True)
        if isinstance(found, MetricHit):
            agrees = case["sql"] is not None and same(await run(found.sql), await run(case["sql"]))
            wrong += [] if agrees else [case["question"]]
            right += agrees
    await databases.close()
    assert wrong == []
    assert right >= 0.88 * sum(case["sql"] is not None for case in cases)


def same(answer: Sequence[tuple[Any, ...]], by_hand: Sequence[tuple[Any, ...]]) -> bool:
    """Tell whether an answer has a row for each row by hand, and a column for each of its figures."""
    if len(answer) != len(by_hand) or not by_hand:
        return False
    columns = [column for column in map(figures, zip(*answer, strict=True)) if column]
    figured = [column for column in map(figures, zip(*by_hand, strict=True)) if column]
    wanted = figured[1:] if len(figured) > 1 and len(by_hand) > 1 and is_code(by_hand) else figured
    return all(any(near(one, column) for column in columns) for one in wanted) and named(answer, by_hand)


def is_code(rows: Sequence[tuple[Any, ...]]) -> bool:
    """Tell a first column that numbers the groups from a figure."""
    return all(str(row[0]).isdigit() for row in rows) and len({row[0] for row in rows}) == len(rows)


def named(answer: Sequence[tuple[Any, ...]], by_hand: Sequence[tuple[Any, ...]]) -> bool:
    """Tell whether the groups named by hand are the answer's; periods and codes are worded otherwise."""
    names = [str(row[0]) for row in by_hand]
    if figures(row[0] for row in by_hand) or any(name[:2] == "20" or len(name) == 1 for name in names):
        return True
    return any(sorted(map(str, column)) == sorted(names) for column in zip(*answer, strict=True))


def figures(column: Any) -> list[float]:
    """Return a column's numbers in order, or nothing where one is none."""
    try:
        return sorted(float(cell) for cell in column)
    except (TypeError, ValueError):
        return []


def near(left: list[float], right: list[float]) -> bool:
    """Tell whether two columns are equal but for rounding."""
    pairs = zip(left, right, strict=True)
    return all(abs(one - other) <= max(ROUNDED, 1e-4 * abs(one)) for one, other in pairs)
