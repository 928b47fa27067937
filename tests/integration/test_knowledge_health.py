"""The check of stored knowledge against a real database: what it finds, counts, stops, and does once."""

import asyncio
import json
from collections.abc import AsyncIterator

import psycopg
import pytest
from pydantic import SecretStr

from appdb.pool import AppDatabase
from appdb.turns import TurnStore
from database.connections import ConnectionSpec, Database, Databases
from database.rights import Rights
from errors import InputError
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from knowledge.use import UseCounter
from teaching.loaders import load_files
from teaching.upkeep.checkup import ENOUGH_QUESTIONS, NIGHTLY, Checkups
from tests.conftest import TODAY, SettingsFor

PERIOD = "day >= :period_start AND day < :period_end"
PAIRS = [
    {"question": "Amount last month?", "sql": f"SELECT sum(amount) FROM sale WHERE {PERIOD}"},
    {"question": "amount, last month", "sql": f"SELECT sum(s.amount) FROM sale s WHERE {PERIOD}"},
    {"question": "How many areas?", "sql": "SELECT count(*) FROM area"},
    {"question": "how many areas", "sql": "SELECT count(DISTINCT area_id) + 1 FROM sale"},
    {"question": "Old column?", "sql": "SELECT max(price) FROM sale"},
    {"question": "Wrong types?", "sql": "SELECT sum(name) FROM area"},
    {"question": "The area's name?", "sql": "SELECT id FROM area WHERE name = :name"},
]
TABLES = """
CREATE TABLE public.area (id int PRIMARY KEY, name text);
CREATE TABLE public.sale (id int PRIMARY KEY, amount numeric, day date);
CREATE TABLE public.gone (id int);
CREATE TABLE public.extra (id int);
"""


@pytest.fixture
async def shop(shop_url: str, settings_for: SettingsFor) -> AsyncIterator[Database]:
    """Return the live shop, with a table nobody speaks of."""
    with psycopg.connect(shop_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE extra (id int)")
    databases = Databases.open(
        [ConnectionSpec(name="shop", url=SecretStr(shop_url), schemas=("public",))], settings_for()
    )
    yield databases.get("shop")
    await databases.close()


@pytest.fixture
async def base(app_database: AppDatabase, settings_for: SettingsFor) -> AsyncIterator[KnowledgeBase]:
    """Return knowledge of the shop with something wrong of each sort."""
    knowledge = KnowledgeBase(settings_for(), RecordStore(app_database), use=UseCounter(app_database))
    files = {"t.sql": TABLES, "p.json": json.dumps(PAIRS), "d.md": "# Notes on areas\n\nNames of areas."}
    report = load_files([(name, text.encode()) for name, text in files.items()])
    assert report.refused == []
    await knowledge.stage(report.items, "shop", "ann")
    await knowledge.publish("shop", "ann")
    yield knowledge
    await knowledge.close()


async def test_a_check_names_what_is_wrong_and_keeps_it(
    base: KnowledgeBase, app_database: AppDatabase, shop: Database
) -> None:
    told: list[tuple[int, int]] = []
    checkup = await Checkups(app_database).run(shop, "ann", lambda done, total: told.append((done, total)))
    assert checkup is not None and (checkup.status, checkup.done, checkup.total) == ("done", 7, 7)
    assert told[0] == (0, 7) and told[-1] == (7, 7)
    found = [(one.rule, one.code, one.title, one.other_title) for one in checkup.findings]
    assert ("stale", "column_unknown", "Old column?", "") in found
    assert [one[2] for one in found if one[0] == "failing"] == ["Wrong types?"]
    clashes = {(rule, frozenset((title, other))) for rule, _, title, other in found if other}
    assert clashes == {
        ("duplicate", frozenset(("Amount last month?", "amount, last month"))),
        ("contradictory", frozenset(("How many areas?", "how many areas"))),
    }
    assert [one[2] for one in found if one[0] == "table_gone"] == ["public.gone"]
    assert len(found) == 5
    assert await Checkups(app_database).last_done("shop") == checkup


async def test_what_is_never_retrieved_shows_once_enough_was_asked(
    base: KnowledgeBase, app_database: AppDatabase, shop: Database
) -> None:
    rights = Rights(role="admin", connection="shop")
    for _ in range(2):
        await base.retrieve("How many areas?", "shop", rights=rights, today=TODAY, budget_tokens=500)
    await base.close()
    used = await app_database.rows("SELECT about, name, times FROM knowledge_use ORDER BY 1, 2")
    assert {"about": "pair", "name": "how many areas?", "times": 2} in used
    assert {"about": "table", "name": "public.area", "times": 2} in used
    turns = TurnStore(app_database)
    for _ in range(ENOUGH_QUESTIONS):
        await turns.start("ann", "t", "shop", "How many areas?")
    checkup = await Checkups(app_database).run(shop, "ann")
    assert checkup is not None
    unused = {
        (one.rule, one.title) for one in checkup.findings if one.rule in ("never_retrieved", "unused_table")
    }
    assert ("unused_table", "public.extra") in unused
    assert ("never_retrieved", "Wrong types?") in unused
    assert not {title for _, title in unused} & {"How many areas?", "public.area", "public.sale"}


async def test_one_check_at_a_time_and_one_a_night(
    base: KnowledgeBase, app_database: AppDatabase, shop: Database
) -> None:
    checkups = Checkups(app_database)
    ends = await asyncio.gather(*(checkups.run(shop, "ann") for _ in range(2)), return_exceptions=True)
    assert [getattr(end, "code", None) for end in ends if isinstance(end, InputError)] == ["check_runs"]
    assert await checkups.run(shop, NIGHTLY) is not None
    assert await checkups.run(shop, NIGHTLY) is None, "another replica did it tonight"


async def test_a_check_stops_when_asked_and_the_last_result_stays(
    base: KnowledgeBase, app_database: AppDatabase, shop: Database
) -> None:
    checkups = Checkups(app_database)
    before = await checkups.run(shop, "ann")
    await app_database.run(
        "CREATE FUNCTION stop_all() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.stop_asked := true; RETURN NEW; END $$"
    )
    await app_database.run(
        "CREATE TRIGGER stop_all BEFORE INSERT ON knowledge_checkups FOR EACH ROW EXECUTE FUNCTION stop_all()"
    )
    stopped = await checkups.run(shop, "ann")
    assert stopped is not None and stopped.status == "stopped"
    assert await checkups.last_done("shop") == before
    assert await checkups.stop("shop") is False


async def test_a_database_that_is_away_fails_the_check_and_blames_no_pair(
    base: KnowledgeBase, app_database: AppDatabase, settings_for: SettingsFor
) -> None:
    away = Databases.open(
        [ConnectionSpec(name="shop", url=SecretStr("postgresql://nobody@127.0.0.1:1/none"))], settings_for()
    )
    checkup = await Checkups(app_database).run(away.get("shop"), "ann")
    await away.close()
    assert checkup is not None and (checkup.status, checkup.findings) == ("failed", [])
    assert checkup.code == "database_unreachable"
