"""Embeddings of an OpenAI-compatible endpoint: taught, searched, and away."""

import datetime as dt

from appdb.pool import AppDatabase
from database.rights import Rights
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from teaching.loaders import load_files
from tests.conftest import SettingsFor
from tests.fakes.openai_server import FakeOpenAI

DDL = """
CREATE TABLE orders (order_id int, paid_amount numeric);
CREATE TABLE staff (staff_id int, salary numeric);
"""
RIGHTS = Rights(role="admin", connection="shop")


async def tables_for(knowledge: KnowledgeBase, question: str) -> list[str]:
    today = dt.date(2026, 11, 20)
    linked = await knowledge.retrieve(question, "shop", rights=RIGHTS, today=today, budget_tokens=900)
    return list(linked.likeliest)


async def test_an_endpoint_embeds_texts_and_its_absence_leaves_the_words(
    app_database: AppDatabase, settings_for: SettingsFor
) -> None:
    with FakeOpenAI() as server:
        settings = settings_for(
            embedding_model="bge-m3", embedding_base_url=server.url, embedding_api_key="k", llm_max_retries=0
        )
        knowledge = KnowledgeBase(settings, RecordStore(app_database))
        await knowledge.stage(load_files([("a.sql", DDL.encode())]).items, "shop", "ann")
        version = await knowledge.publish("shop", "ann")
        assert version.embedding.startswith("bge-m3-")
        assert (await tables_for(knowledge, "paid amount of orders"))[0] == "orders"
        asked = [body["input"] for body in server.embeddings]
        assert all(isinstance(text, str) for texts in asked for text in texts)
        assert asked.count(["paid amount of orders"]) == 1
    assert (await tables_for(knowledge, "salary of staff"))[0] == "staff"
    await knowledge.close()
