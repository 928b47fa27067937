"""Spent blind sets, over the databases they were written for: what is certain without a model is right."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from pydantic import SecretStr

from database.connections import Databases
from database.rights import Rights
from database.spec import ConnectionSpec
from evaluation.benchmark.judging import order_keys
from evaluation.blind import BlindTurn, labels, read_blind
from evaluation.blind_rows import GoldRows, agrees, shows_figure
from knowledge.definitions.files import catalog_from
from knowledge.values import ValueIndex, read_values, with_taught_names
from teaching.loaders import load_paths
from tests.conftest import SettingsFor
from understanding.derived.building import build
from understanding.derived.reading import DerivedAnswers
from understanding.metric.answers import MetricAnswers
from understanding.metric.ranges import read_spans
from understanding.verdicts import of_metric

pytestmark = pytest.mark.slow

SETS = Path(__file__).parents[1] / "cases" / "blind"
EXPLAINED: dict[str, str] = yaml.load((SETS / "explained.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
# Certain readings, so that silence alone is no success.
LEAST, LEAST_OF = 30, {"cinema": 45, "consult": 20, "expo": 20, "bikes": 20}


class Room:
    """One set's database with its definitions, read without a model."""

    def __init__(self, folder: Path, databases: Databases) -> None:
        self.folder, self.databases = folder, databases
        self.database = databases.get(folder.name)
        self.rights = Rights("admin", folder.name)
        self.called = labels(folder)

    async def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return what a statement finds, through the walls."""
        result = await self.database.run(await self.database.approve(sql, self.rights))
        return [tuple(row) for row in result.rows]

    async def reader(self) -> MetricAnswers:
        """Return what reads questions over the set's definitions."""
        report = load_paths([self.folder / "metrics.yaml"])
        assert report.refused == []
        schema = await self.database.load_schema()
        dialect, catalog = self.database.dialect, catalog_from(report.items, schema)
        read = await read_values(schema, self.rows, dialect=dialect)
        values = ValueIndex.build(await with_taught_names(read, catalog.twins, schema, self.rows, dialect))
        known = (report.items, schema, values, dialect)
        spans = await read_spans(catalog, self.rows, dialect)
        return MetricAnswers.build(*known, spans=spans)

    async def second(self, taught: MetricAnswers) -> DerivedAnswers:
        """Return what reads what the definitions decline, by what the schema itself names."""
        report, schema = load_paths([self.folder / "metrics.yaml"]), await self.database.load_schema()
        return await build(taught, report.items, schema, self.rows, {})

    async def is_right(self, turn: BlindTurn, sql: str) -> bool:
        """Tell whether a statement finds what one of the golds does; nothing at all where there is none."""
        found = await self.rows(sql)
        if not turn.gold:
            return not shows_figure(found)
        for gold in turn.gold:
            result = await self.database.run(await self.database.approve(gold, self.rights))
            keys = order_keys(gold, "postgres", [column.name for column in result.columns])
            if agrees(GoldRows(result.rows, keys), found, self.called):
                return True
        return False


@pytest.mark.parametrize("name", sorted(path.name for path in SETS.iterdir() if path.is_dir()))
async def test_a_certain_reading_of_a_spent_set_is_right_or_explained(
    name: str, settings_for: SettingsFor, empty_database_url: str
) -> None:
    folder = SETS / name
    with psycopg.connect(empty_database_url, autocommit=True) as made:
        # Looking each key up row by row, in rows that are always the same, took a third of the filling.
        made.execute("SET session_replication_role = replica")
        made.execute((folder / "schema.sql").read_bytes())
    spec = ConnectionSpec(name=name, url=SecretStr(empty_database_url))
    room = Room(folder, Databases.open([spec], settings_for()))
    reader = await room.reader()
    second = await room.second(reader)
    wrong, certain = [], 0
    for turn, *later in read_blind(folder):
        assert turn.today is not None
        if later or turn.kind == "definition":  # another node answers these
            continue
        reading = of_metric(reader.answer(turn.question, turn.today, lambda _: True))
        if reading.verdict == "not_mine":
            reading = second.read(turn.question, turn.today, lambda _: True)
        if reading.verdict != "certain":
            continue
        certain += 1
        if turn.id not in EXPLAINED and not await room.is_right(turn, reading.sql):
            wrong.append((turn.id, turn.question))
    await room.databases.close()
    assert wrong == []
    assert certain >= LEAST_OF.get(name, LEAST)
