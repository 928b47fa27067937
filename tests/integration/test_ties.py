"""Rows that tie with the last a model's LIMIT kept are shown too, or said to be there."""

import sqlite3
from pathlib import Path

from appdb.pool import AppDatabase
from config.wording import say
from tests.conftest import SettingsFor
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import open_room, settings_on
from tests.integration.conftest import OpenRoom

JOINED = "SELECT a.name, count(*) AS n FROM sale s JOIN area a ON a.id = s.area_id GROUP BY a.name"
ASKED = "哪个服务区的营业额记录最多"


def _fenced(sql: str) -> str:
    return f"```sql\n{sql}\n```"


async def test_those_who_share_the_first_place_are_all_shown_by_the_statement_that_ran(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(f"{JOINED} ORDER BY n DESC, a.name LIMIT 1"), "")
    async with opened() as room:
        answer = await room.ask(ASKED)
        audit = await room.app.row("SELECT sql, detail FROM audit WHERE act = 'ask'")
    assert answer.sql == f"{JOINED} ORDER BY n DESC FETCH FIRST 1 ROWS WITH TIES"
    assert {row[0] for row in answer.rows} == {"南城服务区", "北山服务区", "东湖服务区"}
    assert "并列" in answer.answer and "30" in answer.answer
    assert any("并列的都列出" in line for line in answer.interpretation)
    assert audit and "WITH TIES" in audit["sql"]


async def test_an_order_without_ties_keeps_its_statement(fake: FakeOpenAI, opened: OpenRoom) -> None:
    alone = JOINED.replace("count(*)", "sum(s.amount)") + " ORDER BY n DESC LIMIT 1"
    fake.script(_fenced(alone), "")
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.sql == alone and answer.row_count == 1


async def test_the_latest_rows_are_no_ties_of_their_day(fake: FakeOpenAI, opened: OpenRoom) -> None:
    latest = "SELECT day, amount FROM sale ORDER BY day DESC, id DESC LIMIT 2"
    fake.script(_fenced(latest), "")
    async with opened() as room:
        answer = await room.ask("最近两笔营业额")
    assert (answer.sql, answer.row_count) == (latest, 2)


async def test_days_since_that_rows_are_ordered_by_tie_though_the_order_is_of_the_day(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    oldest = "SELECT id, day, DATE '2026-11-22' - day AS waited FROM sale ORDER BY day, id LIMIT 1"
    fake.script(_fenced(oldest), "")
    async with opened() as room:
        answer = await room.ask("最早的一笔营业额过了多少天")
    assert answer.sql == oldest.replace(", id LIMIT 1", " FETCH FIRST 1 ROWS WITH TIES")
    assert [row[2] for row in answer.rows] == [52, 52]


async def test_many_ties_are_said_and_not_listed(fake: FakeOpenAI, opened: OpenRoom) -> None:
    many = "SELECT id, round(amount / 1000) AS thousands FROM sale ORDER BY thousands LIMIT 2"
    fake.script(_fenced(many), "")
    async with opened() as room:
        answer = await room.ask("营业额最低的两笔是哪些")
    assert (answer.sql, answer.row_count) == (many, 2)
    assert say("summary.ties_left_out", "zh", count=21) in answer.answer


async def test_another_engine_keeps_as_many_rows_as_tie(
    fake: FakeOpenAI, settings_for: SettingsFor, app_database: AppDatabase, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "shop.db") as shop:
        shop.execute("CREATE TABLE area (id INTEGER PRIMARY KEY, name TEXT)")
        shop.execute(
            "CREATE TABLE sale (id INTEGER PRIMARY KEY, area_id INTEGER REFERENCES area, amount REAL)"
        )
        shop.executemany("INSERT INTO area VALUES (?, ?)", [(1, "南城"), (2, "北山"), (3, "东湖")])
        shop.executemany("INSERT INTO sale VALUES (?, ?, 1)", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
    fake.script(_fenced(f"{JOINED} ORDER BY n DESC, a.name LIMIT 1"), "")
    made = settings_on(fake, settings_for())
    async with open_room(made, app_database, f"sqlite:///{tmp_path / 'shop.db'}") as room:
        answer = await room.ask(ASKED)
    assert answer.sql == f"{JOINED} ORDER BY n DESC, a.name LIMIT 2"
    assert [row[0] for row in answer.rows] == ["北山", "南城"]
