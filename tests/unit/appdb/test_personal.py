"""What is kept of a person, and for how long."""

import re
from types import SimpleNamespace

import pytest

from appdb.personal import FOR_ALL, OWN, PersonalData
from appdb.pool import AppDatabase
from appdb.results import ResultStore
from chat import forgetting

PERSONAL = re.compile(r"owner|author|who|verified_by|decided_by|userIdentifier|identifier|name")
# Tables whose column of such a name holds something else, or that are dealt with by themselves.
ELSEWHERE = {
    *("audit", "people", "chat.threads", "chat.users", "chat.steps", "chat.elements", "chat.feedbacks"),
    *("connections.name", "live_tables.name", "table_descriptions.name", "table_profiles.name"),
    *("knowledge_use.name", "connections.sealed", "live_tables.schema_name", "own_files.name"),
}


async def test_every_column_that_names_a_person_is_known(app_database: AppDatabase) -> None:
    rows = await app_database.rows(
        "SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS name,"
        " column_name FROM information_schema.columns WHERE table_schema IN ('public', 'chat')"
    )
    known = {*(f"{table}.{column}" for table, column in (*OWN.items(), *FOR_ALL)), *ELSEWHERE}
    unknown = [
        f"{row['name']}.{row['column_name']}"
        for row in rows
        if PERSONAL.fullmatch(row["column_name"]) and row["name"] not in ELSEWHERE
    ]
    assert set(unknown) <= known


async def test_conversations_are_deleted_some_days_after_their_last_question(
    app_database: AppDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ident, thread, days in (("1", "old", 40), ("2", "goes on", 40), ("3", "goes on", 1)):
        await app_database.run(
            "INSERT INTO turns (id, owner, thread, connection, question, started_at)"
            " VALUES (%s, 'mei', %s, 'shop', 'x', now() - make_interval(days => %s))",
            *(ident, thread, days),
        )
    assert await PersonalData(app_database).old_threads(30) == [("mei", "old")]

    deleted: list[tuple[str, str]] = []

    async def note(owner: str, thread: str) -> None:
        deleted.append((owner, thread))

    monkeypatch.setattr(forgetting, "delete_conversation", note)
    for days in (0, 30):
        opened = SimpleNamespace(
            app_database=app_database,
            results=ResultStore(app_database),
            settings=SimpleNamespace(conversation_days=days),
            own_files=SimpleNamespace(sweep=_nothing),
        )
        monkeypatch.setattr(forgetting, "services", lambda opened=opened: opened)
        await forgetting.sweep()
        assert deleted == ([("mei", "old")] if days else []), "0 keeps them"


async def _nothing() -> None:
    """Stand in for the sweep of files, which have tests of their own."""


async def test_rows_behind_answers_are_kept_for_the_days_that_are_set(app_database: AppDatabase) -> None:
    await ResultStore(app_database, keep_days=3).save("mei", "t", "r", {"rows": []})
    row = await app_database.row(
        "SELECT expires_at - now() BETWEEN interval '71 hours' AND interval '73 hours' AS so FROM results"
    )
    assert row == {"so": True}
