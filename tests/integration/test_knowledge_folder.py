"""The folder in git: out of the records and back, on a real PostgreSQL."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from appdb.pool import AppDatabase
from errors import KnowledgeError
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from teaching.folder.disk import read_folder, unzipped, write_folder, zipped
from teaching.folder.importing import Imported, import_items
from teaching.folder.reading import items_of
from teaching.folder.writing import folder_of
from teaching.loaders import load_files
from teaching.upkeep.listing import KnowledgeList
from tests.conftest import SettingsFor

FILES = {
    "shop.sql": "CREATE TABLE sales.orders (id int PRIMARY KEY, paid numeric(12,2) NOT NULL); -- 订单\n"
    "COMMENT ON COLUMN sales.orders.paid IS '实付金额';",
    "rules.md": "# 口径\n\n金额不含税。\n- 流水（takings）：收到的钱：`sum(orders.paid)`\n",
    "pairs.json": json.dumps(
        [{"question": "一共多少订单？", "sql": "SELECT count(*) FROM sales.orders", "verified_by": "ann"}]
    ),
    "metrics.yaml": "metrics:\n  - {name: paid, names: {zh: 实付}, table: orders, expression: SUM(paid)}\n",
}


@pytest.fixture
async def base(app_database: AppDatabase, settings_for: SettingsFor) -> AsyncIterator[KnowledgeBase]:
    knowledge = KnowledgeBase(settings_for(), RecordStore(app_database))
    report = load_files([(name, text.encode()) for name, text in FILES.items()])
    assert report.refused == []
    await knowledge.stage(report.items, "shop", "ann")
    await knowledge.publish("shop", "ann")
    yield knowledge
    await knowledge.close()


async def exported(database: AppDatabase, connection: str, staged: bool = False) -> dict[str, bytes]:
    return dict(folder_of(await KnowledgeList(database).standing(connection, staged=staged)))


async def imported(
    base: KnowledgeBase, database: AppDatabase, folder: Path, connection: str, *, prune: bool = False
) -> Imported:
    files, report = read_folder(folder)
    report.add(items_of(files))
    return await import_items(base, database, report, connection, "eve", publish=True, prune=prune)


async def test_export_import_export_gives_the_same_bytes_and_twice_changes_nothing(
    base: KnowledgeBase, app_database: AppDatabase, tmp_path: Path
) -> None:
    files = await exported(app_database, "shop")
    assert sorted(path.partition("/")[0] for path in files) == [
        *("documents", "metrics.yaml", "pairs", "tables", "terms.yaml")
    ]
    assert write_folder(tmp_path / "git", files) == (5, 0)
    assert write_folder(tmp_path / "git", files) == (0, 0)
    there = await imported(base, app_database, tmp_path / "git", "other")
    assert sum(there.taught.added.values()) == 5 and there.taught.version == 1
    assert await exported(app_database, "other") == files
    for connection, version in (("other", 1), ("shop", 1)):
        again = await imported(base, app_database, tmp_path / "git", connection)
        assert (again.taught.added, again.taught.unchanged, again.taught.version) == ({}, 5, version)
        assert (again.verified, again.leaving) == (0, 0)
    assert dict(unzipped("k.zip", zipped(files))[0]) == files


async def test_a_pull_request_changes_adds_and_takes_out(
    base: KnowledgeBase, app_database: AppDatabase, tmp_path: Path
) -> None:
    folder = tmp_path / "git"
    write_folder(folder, await exported(app_database, "shop"))
    pair = next((folder / "pairs").iterdir())
    pair.write_text(pair.read_text("utf-8").replace("count(*)", "count(id)").replace("ann", "bob"), "utf-8")
    next((folder / "documents").iterdir()).unlink()
    (folder / "terms.yaml").unlink()
    done = await imported(base, app_database, folder, "shop", prune=True)
    assert (done.taught.added, done.taught.replaced, done.leaving) == ({"pair": 1}, 1, 2)
    assert [item.content for item in await base.published_pairs("shop")] == [
        "SELECT count(id) FROM sales.orders"
    ]
    after = await exported(app_database, "shop")
    assert write_folder(folder, after) == (0, 0), "what was reviewed is what is published"
    assert sorted(after) == sorted(f"{p.parent.name}/{p.name}" if p.parent != folder else p.name
                                   for p in folder.rglob("*") if p.is_file())  # fmt: skip


async def test_a_new_name_under_the_same_sql_is_taken_over(
    base: KnowledgeBase, app_database: AppDatabase, tmp_path: Path
) -> None:
    write_folder(tmp_path, await exported(app_database, "shop"))
    pair = next((tmp_path / "pairs").iterdir())
    pair.write_text(pair.read_text("utf-8").replace("verified_by: ann", "verified_by: bob"), "utf-8")
    assert (await imported(base, app_database, tmp_path, "shop")).verified == 1
    assert b"verified_by: bob" in (await exported(app_database, "shop"))[f"pairs/{pair.name}"]


async def test_one_mistake_takes_nothing_in(
    base: KnowledgeBase, app_database: AppDatabase, tmp_path: Path
) -> None:
    write_folder(tmp_path, await exported(app_database, "shop"))
    (tmp_path / "pairs" / "mine.sql").write_text("-- question: new\n\nDELETE FROM t\n")
    (tmp_path / "terms.yaml").write_text("- name: 客单\n  definition: x\n")
    with pytest.raises(KnowledgeError):
        await imported(base, app_database, tmp_path, "shop", prune=True)
    assert "staged" not in await base.records.counts("shop")


def test_links_lead_nowhere_and_a_persons_own_files_stay(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "git"
    outside.mkdir()
    (outside / "secret.sql").write_text("-- question: q\n\nSELECT 1\n")
    folder.mkdir()
    (folder / "pairs").symlink_to(outside)
    (folder / "documents").mkdir()
    (folder / "documents" / "l.md").symlink_to(outside / "secret.sql")
    (folder / "documents" / "notes.md").write_text("mine")
    files, report = read_folder(folder)
    assert [(one.file, one.code) for one in report.refused] == [
        ("documents/l.md", "folder_link"),
        ("pairs", "folder_link"),
    ]
    assert list(files) == ["documents/notes.md"]
    with pytest.raises(KnowledgeError, match="folder_link"):
        write_folder(folder, {"pairs/a-00000000.sql": b"x"})
    assert [path.name for path in outside.iterdir()] == ["secret.sql"]
    write_folder(folder, {})
    assert (folder / "documents" / "notes.md").exists()


def test_an_archive_cannot_leave_its_folder() -> None:
    files, report = unzipped("k.zip", zipped({"../pairs/a.sql": b"x", "pairs/b.sql": b"y", "readme": b"z"}))
    assert (dict(files), [one.code for one in report.refused]) == ({"pairs/b.sql": b"y"}, ["archive_path"])
