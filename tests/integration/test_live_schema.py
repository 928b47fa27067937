"""A live database's tables: read with progress and cancel, chosen, taught, followed as they change."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pymysql
import pytest
from pydantic import SecretStr
from sqlalchemy.engine import make_url

from appdb.pool import AppDatabase
from config.settings import Settings
from database.connections import ConnectionSpec, Databases
from database.drift import Change, TableDrift
from database.rights import Rights
from errors import InputError
from knowledge.items import KnowledgeItem
from knowledge.records import RecordStore
from teaching.live.descriptions import Description, DescriptionStore
from teaching.live.reader import SchemaReader
from teaching.live.runs import ReadingStore
from teaching.live.tables import LiveTableStore, Wanted
from teaching.live.teaching import LiveTeaching
from teaching.upkeep.listing import Filter, KnowledgeList
from tests.integration.mariadb import private_mariadb

pytestmark = pytest.mark.slow

SHOP = """
CREATE TABLE area (id int PRIMARY KEY, name varchar(40) NOT NULL, phone varchar(20));
CREATE TABLE sale (id int PRIMARY KEY, area_id int REFERENCES area (id), channel varchar(20), amount int);
INSERT INTO area VALUES (1, '南城', '13800000000'), (2, '北山', '13900000000');
INSERT INTO sale VALUES (1, 1, 'card', 5), (2, 1, 'cash', 6), (3, 2, 'card', 7);
"""
MOVED = """
ALTER TABLE area ADD COLUMN city varchar(20);
ALTER TABLE sale DROP COLUMN channel;
CREATE TABLE refund (id int PRIMARY KEY);
DROP TABLE IF EXISTS gone;
"""


@dataclass
class Live:
    """Everything a reading needs, for one connection."""

    databases: Databases
    tables: LiveTableStore
    reader: SchemaReader
    teaching: LiveTeaching
    listing: KnowledgeList
    rights: list[Rights]

    async def read(self) -> None:
        """Read and wait for the end."""
        await self.reader.start("shop", "ann")
        await self.reader.finished()

    async def staged(self) -> list[KnowledgeItem]:
        """Return what waits for the next version."""
        return await self.listing.every("shop", Filter(status="staged"))


Opener = Callable[..., Live]


@pytest.fixture
async def live(settings_for: Callable[..., Settings], app_database: AppDatabase) -> AsyncIterator[Opener]:
    opened: list[Live] = []

    def open_on(url: str, **spec: Any) -> Live:
        databases = Databases.open([ConnectionSpec("shop", SecretStr(url), **spec)], settings_for())
        tables, records, rights = (
            LiveTableStore(app_database),
            RecordStore(app_database),
            [Rights("boss", "shop")],
        )
        reader = SchemaReader(databases, ReadingStore(app_database), tables, lambda _: rights)
        teaching = LiveTeaching(records, tables, DescriptionStore(app_database))
        opened.append(Live(databases, tables, reader, teaching, KnowledgeList(app_database), rights))
        return opened[-1]

    yield open_on
    for one in opened:
        await one.reader.close()
        await one.databases.close()


@pytest.fixture(scope="module")
def mariadb() -> Iterator[str]:
    with private_mariadb() as url:
        yield url


def run_sql(url: str, script: str) -> None:
    """Run statements as the database's owner."""
    parts = [part for part in script.split(";") if part.strip()]
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            file.executescript(script)
    elif url.startswith("mysql"):
        parsed = make_url(url)
        with pymysql.connect(unix_socket=parsed.query["unix_socket"], user="root", autocommit=True) as server:
            cursor = server.cursor()
            for part in ("CREATE DATABASE IF NOT EXISTS asked", "USE asked", *parts):
                cursor.execute(part)
    else:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(script)


@pytest.mark.parametrize("engine", ["postgres", "mariadb", "sqlite"])
async def test_a_schema_is_read_taught_and_followed_on_every_engine(
    engine: str, live: Opener, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if engine == "sqlite":
        url, home, text = f"sqlite:///{tmp_path}/shop.db", "main", "varchar(20)"
    elif engine == "mariadb":
        url, home, text = request.getfixturevalue("mariadb"), "asked", "varchar(20)"
    else:
        url, home, text = request.getfixturevalue("empty_database_url"), "public", "character varying(20)"
    run_sql(
        url, SHOP + "CREATE TABLE gone (id int PRIMARY KEY);" + ("ANALYZE;" if engine == "postgres" else "")
    )
    shop = live(url, sensitive=(f"{home}.area.phone",))
    await shop.read()
    state = await shop.reader.last("shop")
    assert state and (state.status, state.done, state.whole) == ("done", 3, 3)
    found, among = await shop.tables.page("shop", Wanted(), 10)
    assert among == 3 and [one.table.name for one in found] == ["area", "gone", "sale"]
    area, _, sale = found
    assert (area.rows, sale.rows) == (2, 3)
    assert area.samples == {"name": ["南城", "北山"]}, "a sensitive column gives no sample"
    assert sorted(sale.samples["channel"]) == ["card", "cash"]
    assert [key.to_table for key in sale.table.foreign_keys] == ["area"]
    assert await shop.teaching.drift("shop") == [], "the first reading is no change"

    assert (await shop.teaching.stage("shop", [f"{home}.sale", f"{home}.gone"], "ann")).staged == 2
    run_sql(url, MOVED)
    await shop.read()
    assert await shop.teaching.drift("shop") == [
        TableDrift(f"{home}.area", "changed", (Change("column_added", "city", after=text),)),
        TableDrift(f"{home}.gone", "removed"),
        TableDrift(f"{home}.refund", "added"),
        TableDrift(f"{home}.sale", "changed", (Change("column_removed", "channel", before=text),)),
    ]
    report = await shop.teaching.follow("shop", "ann")
    assert (report.staged, report.leaving) == (2, 1), "area is not taught, so it is left alone"
    staged = await shop.staged()
    assert sorted(item.title for item in staged) == [f"{home}.refund", f"{home}.sale"]
    assert "channel" not in next(item.content for item in staged if item.title == f"{home}.sale")
    assert await shop.teaching.drift("shop") == []


async def test_what_some_role_may_not_see_gives_no_samples(live: Opener, empty_database_url: str) -> None:
    run_sql(empty_database_url, SHOP)
    shop = live(empty_database_url)
    shop.rights += [
        Rights("clerk", "shop", row_policies={"public.area": "id = 1"}),
        Rights("guest", "shop", masks={"public.sale.channel": "partial"}),
    ]
    await shop.read()
    found, _ = await shop.tables.page("shop", Wanted(), 10)
    assert [dict(one.samples) for one in found] == [{}, {}]


async def test_tables_are_searched_in_names_comments_and_columns_and_told_apart_by_being_taught(
    live: Opener, empty_database_url: str
) -> None:
    run_sql(
        empty_database_url,
        SHOP + "CREATE SCHEMA old; CREATE TABLE old.area (id int); COMMENT ON TABLE sale IS '营业额';",
    )
    shop = live(empty_database_url)
    await shop.read()
    await shop.teaching.stage_all("shop", Wanted(schema="old"), "ann")
    wanted = {
        Wanted("AREA"): ["old.area", "public.area", "public.sale"],  # its column area_id
        Wanted("营业"): ["public.sale"],
        Wanted("a_e"): [],
        Wanted(schema="old"): ["old.area"],
        Wanted(only="taught"): ["old.area"],
        Wanted(only="untaught"): ["public.area", "public.sale"],
    }
    assert {one: await shop.tables.names("shop", one) for one in wanted} == wanted
    await shop.teaching.describe("shop", "public.area", Description("加油的地方", {"id": "编号"}), "ann")
    (found,), _ = await shop.tables.page("shop", Wanted("加油"), 10)
    assert (found.table.name, found.description) == ("area", "加油的地方")
    assert await shop.tables.names("shop", Wanted("编号")) == ["public.area"]
    assert await shop.tables.schemas("shop") == {"old": 1, "public": 2}


async def test_a_reading_is_one_at_a_time_stopped_from_anywhere_and_leaves_the_last_one_as_it_was(
    live: Opener, empty_database_url: str
) -> None:
    run_sql(empty_database_url, SHOP)
    ours, theirs = live(empty_database_url), live(empty_database_url)
    await ours.read()
    run_sql(empty_database_url, "CREATE TABLE late (id int)")
    with psycopg.connect(empty_database_url) as holder:
        holder.execute("LOCK TABLE area")  # the reading waits for its samples
        await ours.reader.start("shop", "ann")
        with pytest.raises(InputError) as caught:
            await theirs.reader.start("shop", "bob")
        assert caught.value.code == "reading_runs"
        await theirs.reader.cancel("shop")
        await ours.reader.finished()
    state = await theirs.reader.last("shop")
    assert state and state.status == "cancelled" and state.read_at is not None
    assert (await ours.tables.page("shop", Wanted(), 10))[1] == 2
    await theirs.read()
    assert (await ours.tables.page("shop", Wanted(), 10))[1] == 3


async def test_a_reading_whose_process_was_killed_is_interrupted_and_can_be_begun_anew(
    live: Opener, empty_database_url: str, app_database: AppDatabase
) -> None:
    shop = live(empty_database_url)
    assert await ReadingStore(app_database).begin("shop", "killed")
    await app_database.run("UPDATE schema_readings SET beat_at = beat_at - interval '1 minute'")
    state = await shop.reader.last("shop")
    assert state and state.status == "interrupted"
    await shop.read()
    state = await shop.reader.last("shop")
    assert state and (state.status, state.author) == ("done", "ann")


async def test_a_database_that_is_away_is_a_failed_reading_with_its_reason(
    live: Opener, tmp_path: Path
) -> None:
    shop = live(f"postgresql://u@/d?host={tmp_path}")
    await shop.read()
    state = await shop.reader.last("shop")
    assert (
        state
        and state.status == "failed"
        and state.failure
        and state.failure["code"] == "database_unreachable"
    )


async def test_descriptions_take_the_place_of_comments_and_two_who_change_one_are_told(
    live: Opener, empty_database_url: str
) -> None:
    run_sql(
        empty_database_url,
        SHOP + "COMMENT ON COLUMN sale.amount IS 'amt'; COMMENT ON COLUMN sale.id IS '编号';",
    )
    shop = live(empty_database_url)
    await shop.read()
    said = Description("一笔营业", {"amount": "金额（元）", "id": "编号", "nonsense": "x"})
    assert await shop.teaching.describe("shop", "public.sale", said, "ann") is False, "it is not taught yet"
    with pytest.raises(InputError) as caught:
        await shop.teaching.describe("shop", "public.sale", Description("other"), "bob")
    assert caught.value.code == "description_changed"
    _, kept = await shop.teaching.table("shop", "public.sale")
    assert (kept.text, dict(kept.columns), kept.revision) == ("一笔营业", {"amount": "金额（元）"}, 1)
    await shop.teaching.stage("shop", ["public.sale"], "ann")
    [item] = await shop.staged()
    assert all(words in item.content for words in ("一笔营业", "金额（元）", "编号"))
    assert await shop.teaching.describe("shop", "public.sale", Description("sale", revision=1), "bob") is True
    [item] = await shop.staged()
    assert "-- sale" in item.content and "amt" in item.content, "the database's own comment is back"


async def test_two_thousand_tables_show_progress_can_be_stopped_and_are_read(
    live: Opener, empty_database_url: str
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        for part in range(20):
            tables = "".join(f"CREATE TABLE part_{part}.t{n} (id int, kind varchar(9));" for n in range(100))
            connection.execute(f"CREATE SCHEMA part_{part}; {tables}")
        connection.execute("INSERT INTO part_7.t0 VALUES (1, 'k1'), (2, 'k2'), (3, 'k1')")
    shop = live(empty_database_url)
    seen = set()
    await shop.reader.start("shop", "ann")
    while not seen & set(range(1, 2000)):
        state = await shop.reader.last("shop")
        assert state and state.status == "reading", f"over before progress was seen: {seen}"
        seen.add(state.done)
        await asyncio.sleep(0.05)
    await shop.reader.cancel("shop")
    await shop.reader.finished()
    state = await shop.reader.last("shop")
    assert state and state.status == "cancelled" and state.whole == 2000 and state.read_at is None
    assert (await shop.tables.page("shop", Wanted(), 10))[1] == 0
    await shop.read()
    found, among = await shop.tables.page("shop", Wanted(schema="part_7"), 1)
    assert among == 100 and found[0].samples["kind"] == ["k1", "k2"]
    state = await shop.reader.last("shop")
    assert state and (state.status, state.done) == ("done", 2000)
    assert (await shop.teaching.stage_all("shop", Wanted(), "ann")).staged == 2000
