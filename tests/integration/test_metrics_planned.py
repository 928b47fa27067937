"""Definitions on a live database: drafted by what was read of it before, planned before they are taught."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import yaml

from appdb.users import User
from commands.metrics import suggested
from commands.train import report_lines
from services import Services, build_services
from teaching.training import TrainReport, train
from teaching.upkeep.checkup import Checkups
from tests.conftest import SettingsFor

TABLES = """
CREATE TABLE patients (id int PRIMARY KEY, name text);
CREATE TABLE visit (id int PRIMARY KEY, pat_id int, seen_on date, kind text, note text);
INSERT INTO patients SELECT n, 'Patient ' || n FROM generate_series(1, 60) n;
INSERT INTO visit SELECT n, 1 + n % 60, date '2025-01-01' + n, 'first', 'x' FROM generate_series(1, 200) n;
"""
FILE = """metrics:
  - {name: notes, names: Notes, table: visit, expression: SUM(note), time: seen_on}
  - {name: visits, names: Visits, table: visit, expression: COUNT(id), time: seen_on}
  - {name: per_visit, names: Notes per visit, ratio: [notes, visits]}
dimensions:
  - {name: kind, names: Kind, column: visit.kind}
"""


@pytest.fixture
async def clinic(
    settings_for: SettingsFor, app_database_url: str, empty_database_url: str, tmp_path: Path
) -> AsyncIterator[Services]:
    """Return the real services with a table of visits on PostgreSQL."""
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(TABLES)
    (tmp_path / "data").mkdir()
    connections = tmp_path / "connections.yaml"
    connections.write_text(f"connections:\n  clinic:\n    url: {empty_database_url}\n", "utf-8")
    own = {"connections_file": connections, "demo": False}
    services = await build_services(settings_for(app_database_url=app_database_url, **own))
    yield services
    await services.close()


async def taught(services: Services, folder: Path, text: str = FILE, *, prune: bool = False) -> TrainReport:
    file = folder / "clinic.yaml"
    file.write_text(text, "utf-8")
    database = services.databases.get("clinic")
    return await train(services.knowledge, [file], "clinic", "ann", database=database, prune=prune)


async def test_what_the_database_does_not_plan_is_refused_by_line_with_what_is_made_of_it(
    clinic: Services, tmp_path: Path
) -> None:
    report = await taught(clinic, tmp_path)
    told = {(one.line, one.code): one.params for one in report.refused}
    assert list(told) == [(2, "metric_unplanned"), (4, "metric_unplanned")]
    assert "sum(text)" in told[2, "metric_unplanned"]["detail"]
    assert report.added == {"metric": 2}


async def test_what_stands_is_not_planned_again(
    clinic: Services, empty_database_url: str, tmp_path: Path
) -> None:
    sound = FILE.replace("SUM(note)", "COUNT(note)")
    assert (await taught(clinic, tmp_path, sound)).refused == []
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE visit DROP COLUMN note")  # the schema that was read still has it
    again = await taught(clinic, tmp_path, sound)
    assert again.refused == [] and again.unchanged == 4


async def test_a_key_that_values_bear_out_serves_a_draft_and_is_marked_for_review(clinic: Services) -> None:
    text = await suggested(clinic, "clinic")
    assert {"from": "visit.pat_id", "to": "patients.id"} in yaml.load(text, Loader=yaml.CSafeLoader)["joins"]
    before = text.splitlines()[text.splitlines().index("- from: visit.pat_id") - 1]
    assert before.startswith("# nobody declared this key")


async def test_codes_in_the_data_that_a_definition_does_not_name_are_warned_of_and_shown_as_stored(
    clinic: Services, empty_database_url: str, tmp_path: Path
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(
            "UPDATE visit SET kind = CASE WHEN id < 50 THEN 'A' WHEN id < 70 THEN 'B' ELSE 'C' END"
        )
    text = FILE.replace("SUM(note)", "COUNT(note)").replace(
        "column: visit.kind}", "column: visit.kind, values: {A: Acute, B: Booked}}"
    )
    report = await taught(clinic, tmp_path, text)
    assert [(one.line, one.code, one.params["values"]) for one in report.warned] == [
        (6, "values_unlisted", "C")
    ]
    assert report.refused == [] and any("does not name: C" in line for line in report_lines(report, "en"))
    answer = await clinic.assistant.ask_whole("visits by kind", user=User("ann", role="admin"))
    assert [list(row) for row in answer.rows] == [["C", 131], ["Acute", 49], ["Booked", 20]]
    checkup = await Checkups(clinic.app_database).run(clinic.databases.get("clinic"), "ann")
    assert checkup is not None
    assert [(one.rule, one.params) for one in checkup.findings if one.kind == "metric"] == [
        ("unlisted_values", {"name": "kind", "values": "C"})
    ]
    named = await taught(clinic, tmp_path, text.replace("B: Booked", "B: Booked, C: Chronic"))
    assert named.warned == []


GOALS = """CREATE TABLE goal (ym char(6), kind text, wanted int, PRIMARY KEY (ym, kind));
INSERT INTO goal SELECT to_char(m, 'YYYYMM'), k, 30
    FROM generate_series(date '2025-01-01', date '2025-12-01', '1 month') m, unnest(array['a', 'b']) k;
"""
GOAL = "metrics:\n  - {name: goal, names: Goal, table: goal, expression: SUM(wanted), time: ym%s}\n"


async def test_a_month_written_as_text_is_refused_without_its_format_and_answered_with_it(
    clinic: Services, empty_database_url: str, tmp_path: Path
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(GOALS)
    bare = await taught(clinic, tmp_path, GOAL % "")
    assert [(one.line, one.code) for one in bare.refused] == [(2, "metric_time_unwritten")]
    drafted = yaml.load(await suggested(clinic, "clinic"), Loader=yaml.CSafeLoader)
    assert [one["time_format"] for one in drafted["metrics"] if one["table"] == "goal"][:1] == ["YYYYMM"]
    assert (await taught(clinic, tmp_path, GOAL % ", time_format: YYYYMM")).refused == []
    asked = clinic.assistant.ask_whole
    by_month = await asked("goal by month in 2025", user=User("ann", role="admin"))
    assert [(str(row[0])[:7], row[1]) for row in by_month.rows][::11] == [("2025-01", 60), ("2025-12", 60)]
    march = await asked("goal in March 2025", user=User("ann", role="admin"))
    assert [list(row) for row in march.rows] == [[60]]


async def test_what_a_file_holds_no_more_is_named_until_it_is_retired_and_then_frees_its_words(
    clinic: Services, tmp_path: Path
) -> None:
    old = FILE.replace("SUM(note)", "COUNT(note)")
    first = await taught(clinic, tmp_path, old)
    assert (first.gone, first.retired) == ([], [])
    line = next(one for one in old.splitlines() if "name: visits," in one)
    new = old.replace(line, line.replace("}", ", synonyms: [Notes]}"))
    new = "\n".join(one for one in new.splitlines() if "notes" not in one)

    told = await taught(clinic, tmp_path, new)
    assert told.gone == ["notes", "per_visit"]
    assert [one.code for one in told.warned] == ["metric_synonym_shared"]
    assert any("notes, per_visit" in one and "--prune" in one for one in report_lines(told, "en"))

    pruned = await taught(clinic, tmp_path, new, prune=True)
    assert pruned.retired == ["notes", "per_visit"] and pruned.gone == pruned.warned == []
    served = await clinic.knowledge.records.version_items("clinic", pruned.version)
    assert {
        one.payload.get("name"): one.payload.get("synonyms") for one in served if one.kind == "metric"
    } == {"visits": ["Notes"], "kind": None}


async def test_a_publish_of_retirements_alone_is_made(clinic: Services, tmp_path: Path) -> None:
    old = FILE.replace("SUM(note)", "COUNT(note)")
    before = (await taught(clinic, tmp_path, old)).version
    shorter = "\n".join(one for one in old.splitlines() if "per_visit" not in one)
    pruned = await taught(clinic, tmp_path, shorter, prune=True)
    assert pruned.version == before + 1
    served = await clinic.knowledge.records.version_items("clinic", pruned.version)
    assert {one.payload.get("name") for one in served if one.kind == "metric"} == {"notes", "visits", "kind"}


async def test_an_edited_question_retires_its_old_text(clinic: Services, tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"

    async def pairs(*questions: str, prune: bool = False, more: str = "") -> TrainReport:
        lines = [json.dumps({"question": one, "sql": "SELECT 1"}) for one in questions]
        file.write_text("\n".join([*lines, more]), "utf-8")
        return await train(clinic.knowledge, [file], "clinic", "ann", prune=prune)

    await pairs("visits of ann", "visits of bob")
    told = await pairs("visits of ann", "bob's visits")
    assert told.gone == ["visits of bob"] and told.retired == []
    faulty = await pairs("visits of ann", prune=True, more='{"question": "bob"}')
    assert faulty.refused and faulty.retired == []  # it may be any of them
    pruned = await pairs("visits of ann", "bob's visits", prune=True)
    assert pruned.retired == ["visits of bob"]
    served = await clinic.knowledge.published_pairs("clinic")
    assert {one.title for one in served} == {"visits of ann", "bob's visits"}


async def test_a_refused_definition_is_still_in_its_file(clinic: Services, tmp_path: Path) -> None:
    await taught(clinic, tmp_path, FILE.replace("SUM(note)", "COUNT(note)"))
    refused = await taught(
        clinic, tmp_path, FILE.replace("table: visit, expression: SUM(note)", "table: visit")
    )
    assert [one.code for one in refused.refused][:1] == ["metric_invalid"]
    assert refused.gone == []
