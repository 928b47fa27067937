"""Teaching, publishing and retrieving on a real PostgreSQL and a real Chroma."""

import asyncio
import datetime as dt
import io
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from appdb import pool
from appdb.pool import AppDatabase
from commands.retrieve import retrieve_batch
from commands.train import train_paths
from config.settings import ROOT
from database.rights import Rights
from errors import KnowledgeError
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore, Version
from teaching.loaders import load_files
from tests.conftest import SettingsFor

TODAY = dt.date(2026, 11, 20)
ALL = Rights(role="admin", connection="shop")
DDL = """
CREATE TABLE sales.orders (
    order_id int PRIMARY KEY,
    customer_id int REFERENCES sales.customers (customer_id), -- 下单客户
    paid_amount numeric,                                       -- 实付金额
    ordered_on date                                            -- 下单日期
);
CREATE TABLE sales.customers (customer_id int PRIMARY KEY, name text, city text);
CREATE TABLE hr.employees (employee_id int PRIMARY KEY, full_name text, salary numeric); -- 员工
COMMENT ON TABLE sales.orders IS '客户订单';
"""
PAIRS = [
    {
        "question": "上个月的订单金额是多少？",
        "sql": "SELECT sum(paid_amount) FROM sales.orders"
        " WHERE ordered_on >= :period_start AND ordered_on < :period_end",
        "language": "zh",
        "verified_by": "ann",
        "variants": ["上月订单一共多少钱"],
    },
    {"question": "What is the average salary of employees?", "sql": "SELECT avg(salary) FROM hr.employees"},
]


@pytest.fixture
async def base(app_database: AppDatabase, settings_for: SettingsFor) -> AsyncIterator[KnowledgeBase]:
    knowledge = KnowledgeBase(settings_for(), RecordStore(app_database))
    yield knowledge
    await knowledge.close()


async def teach(base: KnowledgeBase, name: str, text: str, connection: str = "shop") -> None:
    report = load_files([(name, text.encode())])
    assert report.refused == []
    await base.stage(report.items, connection, "ann")


async def ask(base: KnowledgeBase, question: str, rights: Rights = ALL, budget: int = 1200):  # type: ignore[no-untyped-def]
    return await base.retrieve(question, "shop", rights=rights, today=TODAY, budget_tokens=budget)


async def test_published_tables_and_pairs_are_found_in_both_languages(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    await teach(base, "pairs.json", json.dumps(PAIRS))
    version = await base.publish("shop", "ann", "first")
    linked = await ask(base, "上个月客户订单的实付金额是多少")
    assert (version.version, version.items) == (1, 5)
    assert linked.likeliest[0] == "sales.orders"
    assert linked.examples[0].question == "上个月的订单金额是多少？"
    assert [(p.start, p.end) for p in linked.periods] == [("2026-10-01", "2026-11-01")]
    assert (await ask(base, "average salary per employee")).likeliest[0] == "hr.employees"


async def test_a_comment_may_come_after_its_table_was_staged(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    comment = b"COMMENT ON TABLE hr.employees IS 'people';"
    read = load_files([("more.sql", comment)], known=await base.known_tables("shop"))
    assert (read.refused, [item.title for item in read.items]) == ([], ["hr.employees"])
    assert "people" in read.items[0].content


async def test_nothing_staged_is_served_before_it_is_published(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    assert (await ask(base, "orders")).tables == ()
    assert await base.version("shop") == 0


async def test_a_version_read_before_a_publication_is_not_served_after_it(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    published, read, current = asyncio.Event(), asyncio.Event(), base.records.current

    async def late(connection: str) -> Version | None:
        found = await current(connection)
        read.set()
        await published.wait()
        return found

    monkeypatch.setattr(base.records, "current", late)
    reading = asyncio.create_task(base.version("shop"))
    await read.wait()
    monkeypatch.setattr(base.records, "current", current)
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    published.set()
    assert await reading == 1
    assert await base.version("shop") == 1


async def test_the_same_text_twice_changes_nothing_and_a_new_text_replaces_the_old(
    base: KnowledgeBase,
) -> None:
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    again = await base.stage(load_files([("shop.sql", DDL.encode())]).items, "shop", "ann")
    changed = DDL.replace("city text", "city text, phone text")
    new = await base.stage(load_files([("shop.sql", changed.encode())]).items, "shop", "bob")
    await base.publish("shop", "bob")
    assert (again.added, len(again.unchanged)) == ([], 3)
    assert [item.title for item in new.added] == ["sales.customers"]
    assert len(new.replaced) == 1
    tables = {table["name"]: table for table in await base.tables("shop")}
    assert len(tables) == 3
    assert [column["name"] for column in tables["customers"]["columns"]][-1] == "phone"


async def test_teaching_the_published_text_again_takes_its_replacement_back(base: KnowledgeBase) -> None:
    await teach(base, "pairs.json", json.dumps(PAIRS))
    await base.publish("shop", "ann")
    await teach(base, "pairs.json", json.dumps([{**PAIRS[1], "sql": "SELECT 1"}]))
    again = await base.stage(load_files([("p.json", json.dumps(PAIRS).encode())]).items, "shop", "bob")
    assert (again.added, len(again.unchanged), len(again.replaced)) == ([], 2, 1)
    assert "staged" not in await base.records.counts("shop")


async def test_a_question_is_offered_in_the_wording_of_the_language(base: KnowledgeBase) -> None:
    both = {**PAIRS[0], "variants": ["上月订单一共多少钱", "Order amount last month"]}
    await teach(base, "shop.sql", DDL)
    await teach(base, "pairs.json", json.dumps([both]))
    await base.publish("shop", "ann")
    assert await base.nearest_questions("", "shop", 3, ALL, "en") == ["Order amount last month"]
    assert await base.nearest_questions("", "shop", 3, ALL, "zh") == [PAIRS[0]["question"]]


async def test_rolling_back_serves_the_old_version_and_loses_nothing(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    await teach(base, "pairs.json", json.dumps(PAIRS))
    await base.publish("shop", "ann")
    await base.rollback("shop", 1, "ann")
    assert await base.version("shop") == 1
    assert (await ask(base, "上个月的订单金额是多少？")).examples == ()
    assert (await base.records.counts("shop"))["staged"] == {"pair": 2}
    third = await base.publish("shop", "ann")
    assert third.version == 3
    assert len((await ask(base, "上个月的订单金额是多少？")).examples) == 1


async def test_a_removal_waits_for_the_next_version(base: KnowledgeBase) -> None:
    await teach(base, "pairs.json", json.dumps(PAIRS))
    await base.publish("shop", "ann")
    pair = (await base.published_pairs("shop"))[0]
    assert await base.records.stage_removal([pair.id]) == 1
    assert len(await base.published_pairs("shop")) == 2
    await base.rebuild("shop", "ann")
    assert len(await base.published_pairs("shop")) == 2
    await base.publish("shop", "ann")
    assert pair.id not in {item.id for item in await base.published_pairs("shop")}
    assert (await base.records.item(pair.id)).status == "retired"


async def test_a_build_that_fails_leaves_the_old_version_serving(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    await teach(base, "pairs.json", json.dumps(PAIRS))
    monkeypatch.setattr("knowledge.vanna_store.VannaStore.train", _disk_full)
    with pytest.raises(KnowledgeError, match="index_disk_full"):
        await base.publish("shop", "ann")
    monkeypatch.undo()
    assert await base.version("shop") == 1
    assert (await ask(base, "customer orders")).likeliest[0] == "sales.orders"
    assert (await base.publish("shop", "ann")).version == 3
    assert [version.status for version in await base.records.versions("shop")] == [
        *("published", "failed", "retired")
    ]


def _disk_full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


async def test_a_replica_without_the_index_builds_its_own_and_sees_new_versions(
    base: KnowledgeBase, app_database: AppDatabase, settings_for: SettingsFor, tmp_path: Path
) -> None:
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    replica = KnowledgeBase(settings_for(tmp_path / "other"), RecordStore(app_database))
    assert (await ask(replica, "customer orders")).likeliest[0] == "sales.orders"
    await teach(base, "pairs.json", json.dumps(PAIRS))
    await base.publish("shop", "ann")
    async with asyncio.timeout(20):
        while not (await ask(replica, "average salary of employees")).examples:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await replica.close()


async def test_only_the_newest_index_directories_are_kept(base: KnowledgeBase, tmp_path: Path) -> None:
    for number in range(5):
        await teach(base, "t.sql", f"CREATE TABLE t{number} (a int);")
        await base.publish("shop", "ann")
    homes = [path.name for path in (tmp_path / "data" / "index" / "shop").glob("*/*")]
    assert sorted(homes) == ["3", "4", "5"]


async def test_closed_tables_and_the_examples_that_read_them_are_not_shown(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    await teach(base, "pairs.json", json.dumps(PAIRS))
    await base.publish("shop", "ann")
    rights = Rights(role="viewer", connection="shop", denied_tables=("hr.*",))
    linked = await ask(base, "What is the average salary of employees?", rights)
    near = await base.nearest_questions("average salary of employees", "shop", 3, rights, "en")
    assert "hr.employees" not in [table.name for table in linked.tables]
    assert (linked.examples, near) == ((), [])
    assert await base.nearest_questions("average salary", "shop", 3, ALL, "en") == [PAIRS[1]["question"]]
    assert await base.nearest_questions("", "shop", 3, ALL, "en") == [PAIRS[1]["question"]], "to begin with"


async def test_a_taught_term_finds_the_table_its_expression_names(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    await teach(base, "terms.md", "# 术语\n- 流水（takings）：收到的钱：`sum(orders.paid_amount)`\n")
    await base.publish("shop", "ann")
    linked = await ask(base, "本月流水")
    assert linked.likeliest[0] == "sales.orders"
    assert linked.documents[0].title == "流水"


async def test_training_reports_added_unchanged_and_refused_lines(
    base: KnowledgeBase, tmp_path: Path
) -> None:
    (tmp_path / "shop.sql").write_text(DDL + "CREATE TABLE bad (;\n")
    (tmp_path / "pairs.json").write_text(json.dumps(PAIRS))
    said: list[str] = []
    report = await train_paths(
        base, [tmp_path / "shop.sql", tmp_path / "pairs.json"], "new", "ann", said.append
    )
    assert (report.added, report.version) == ({"ddl": 3, "pair": 2}, 1)
    assert [line for line in said if line.startswith("refused: shop.sql, line 11")]
    again = await train_paths(base, [tmp_path / "pairs.json"], "new", "ann", said.append)
    assert (again.added, again.unchanged, again.version) == ({}, 2, 1)


async def test_a_batch_of_questions_answers_line_by_line_also_the_broken_ones(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    out = io.StringIO()
    lines = ['{"id": 1, "question": "salary of employees"}', "nonsense", '{"id": 3, "question": "荔枝"}']
    await retrieve_batch(
        base,
        lines,
        out,
        today=TODAY,
        budget_tokens=500,
        connection="shop",
        rights_for=lambda name: Rights(role="admin", connection=name),
    )
    first, broken, none = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (first["id"], first["tables"][0]) == (1, "hr.employees")
    assert broken["failure"]["code"] == "question_line_invalid"
    assert first["whole"] and sorted(first["in_prompt"]) == sorted(first["tables"])
    assert len(none["tables"]) == 3  # nothing is near: each of them may be what is meant
    assert none["scores"] == [0.0, 0.0, 0.0]


async def test_a_publisher_killed_half_way_leaves_the_old_version_and_the_next_one_succeeds(
    base: KnowledgeBase, app_database_url: str, tmp_path: Path
) -> None:
    await teach(base, "shop.sql", DDL)
    await base.publish("shop", "ann")
    await teach(base, "pairs.json", json.dumps(PAIRS))
    killed = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, app_database_url, str(tmp_path / "data"), cwd=ROOT
    )
    assert await killed.wait() == -signal.SIGKILL
    assert await base.version("shop") == 1
    assert (await base.records.versions("shop"))[0].status == "building"
    async with asyncio.timeout(60):
        assert (await base.publish("shop", "ann")).version == 3
    assert len((await ask(base, "average salary of employees")).examples) == 1
    assert not list((tmp_path / "data" / "index").rglob("*.tmp"))


KILLED = """
import asyncio, os, signal, sys
from appdb.pool import AppDatabase
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from knowledge.vanna_store import VannaStore

VannaStore.train = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)

async def main():
    database = await AppDatabase.open(sys.argv[1], size=4)
    await KnowledgeBase(Settings(data_dir=sys.argv[2]), RecordStore(database)).publish("shop", "eve")

asyncio.run(main())
"""


async def test_many_databases_built_at_once_leave_connections_to_work_with(
    app_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "GET_TIMEOUT_S", 2.0)
    async with await AppDatabase.open(app_database_url, size=2) as database:
        records = RecordStore(database)

        async def build(connection: str) -> None:
            async with records.publishing(connection):
                assert await records.current(connection) is None

        await asyncio.gather(*(build(f"shop{number}") for number in range(6)))
