"""`cli.py sql`: JSON lines in, JSON lines out, through every wall, each in the audit."""

import dataclasses
import io
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from appdb.audit import AuditLog
from appdb.pool import AppDatabase
from appdb.users import User
from commands.sql import Typist, sql_batch, sql_one
from config.settings import Settings
from database.access import AccessRules
from database.by_hand import SqlDesk
from database.connections import ConnectionSpec, Databases
from errors import AccessError

RULES = """
roles:
  admin: {}
  manager:
    connections: [shop]
    row_policies: {public.shops: "branch_id = {user.branch_id}"}
"""
MANAGER = User("mei", "manager", {"branch_id": "2"})


@pytest.fixture
async def room(
    empty_database_url: str, app_database: AppDatabase, settings_for: Callable[..., Settings], tmp_path: Path
) -> AsyncIterator[SqlDesk]:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE shops (id int, branch_id int, opened date, rent numeric)")
        connection.execute("INSERT INTO shops VALUES (1, 1, '2026-01-01', 9.5), (2, 2, NULL, 'NaN')")
    path = tmp_path / "access.yaml"
    path.write_text(RULES, "utf-8")
    databases = Databases.open([ConnectionSpec("shop", SecretStr(empty_database_url))], settings_for())
    yield SqlDesk(databases, AccessRules.load(path), AuditLog(app_database))
    await databases.close()


async def batch(room: SqlDesk, *lines: str) -> list[Any]:
    out = io.StringIO()
    await sql_batch(lines, out, Typist(room, MANAGER, "shop"))
    return [json.loads(line) for line in out.getvalue().splitlines()]


async def test_each_line_is_answered_and_a_bad_one_stops_nothing(room: SqlDesk) -> None:
    first, broken, refused, last = await batch(
        room,
        json.dumps({"id": 1, "sql": "SELECT id, opened, rent FROM shops"}),
        "not json",
        json.dumps({"id": "b", "sql": "DROP TABLE shops"}),
        "",
        json.dumps({"id": "c", "sql": "SELECT count(*) AS 数 FROM shops"}),
    )
    assert first == {
        "id": 1,
        "columns": ["id", "opened", "rent"],
        "rows": [[2, None, "NaN"]],
        "row_count": 1,
        "truncated": False,
        "refused": None,
    }
    assert broken["refused"]["code"] == "batch_line_invalid" and "2" in broken["refused"]["reason"]
    assert (refused["id"], refused["rows"], refused["refused"]["code"]) == ("b", [], "sql_writes")
    assert (last["columns"], last["rows"]) == (["数"], [[1]])


async def test_what_ran_and_what_was_refused_stand_in_the_audit(room: SqlDesk) -> None:
    await batch(
        room,
        json.dumps({"id": 1, "sql": "SELECT id FROM shops"}),
        json.dumps({"id": 2, "sql": "DELETE FROM shops"}),
    )
    refused, ran = await room.audit.read()
    assert (ran.who, ran.act, ran.connection, ran.rows, ran.code) == ("mei", "sql", "shop", 1, None)
    assert "$1" in ran.sql and ran.policies == ["rows:public.shops"] and ran.ms > 0
    assert (refused.sql, refused.code, refused.rows) == ("DELETE FROM shops", "sql_writes", None)


async def test_a_connection_out_of_reach_is_refused_with_the_reason(room: SqlDesk) -> None:
    other = await sql_one("SELECT 1", Typist(room, MANAGER, "payroll"))
    unknown = await sql_one("SELECT 1", Typist(room, User("root", "admin"), "payroll"))
    assert other["refused"]["code"] == "connection_forbidden"
    assert unknown["refused"]["code"] == "connection_unknown" and "shop" in unknown["refused"]["reason"]


async def test_what_asks_first_runs_on_a_yes_alone(
    room: SqlDesk, empty_database_url: str, settings_for: Callable[..., Settings]
) -> None:
    spec = ConnectionSpec(
        "shop", SecretStr(empty_database_url), confirm_sql="sensitive", sensitive=("public.shops.rent",)
    )
    asking = Databases.open([spec], settings_for())
    try:
        typist = Typist(dataclasses.replace(room, databases=asking), MANAGER, "shop")
        counted = await sql_one("SELECT count(*) AS n FROM shops", typist)
        refused = await sql_one("SELECT rent FROM shops", typist)
        agreed = await sql_one("SELECT rent FROM shops", dataclasses.replace(typist, yes=True))
        joined = await sql_one("SELECT j FROM shops a JOIN shops b USING (rent) AS j", typist)
    finally:
        await asking.close()
    assert counted["refused"] is None and agreed["row_count"] == 1
    assert refused["refused"]["code"] == joined["refused"]["code"] == "confirm_needed"
    assert "public.shops" in refused["refused"]["reason"] and refused["rows"] == []


async def test_every_other_door_holds_the_role_and_writes_what_it_refused(room: SqlDesk) -> None:
    with pytest.raises(AccessError):
        await room.run("SELECT 1", MANAGER, "shop")
    [record] = await room.audit.read()
    assert (record.who, record.act, record.sql, record.code) == ("mei", "sql", "SELECT 1", "edit_sql_denied")
