"""What a question is linked to while the app's database, the vectors and the values are away."""

import datetime as dt

from appdb.pool import AppDatabase
from database.rights import Rights
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from teaching.loaders import load_files
from tests.conftest import SettingsFor

TODAY = dt.date(2026, 11, 20)
DDL = "CREATE TABLE orders (id int, paid numeric); CREATE TABLE staff (id int, salary numeric);"
ALL = Rights(role="admin", connection="shop")


async def test_words_link_from_memory_when_all_else_is_away(
    app_database: AppDatabase, settings_for: SettingsFor
) -> None:
    async def refused(*asked: object) -> tuple[()]:
        raise AssertionError("nothing is asked for values or notes")

    knowledge = KnowledgeBase(
        settings_for(),
        RecordStore(app_database),
        find_values=refused,
        find_notes=refused,  # type: ignore[arg-type]
    )
    asked = {"rights": ALL, "today": TODAY, "budget_tokens": 900}
    assert knowledge.retrieve_lexical("上个月 paid orders", "shop", **asked).tables == ()  # type: ignore[arg-type]
    await knowledge.stage(load_files([("a.sql", DDL.encode())]).items, "shop", "ann")
    await knowledge.publish("shop", "ann")
    await app_database.close()
    linked = knowledge.retrieve_lexical("上个月 paid orders", "shop", **asked)  # type: ignore[arg-type]
    assert linked.whole and linked.likeliest[0] == "orders"
    assert [one.name for one in linked.tables] == ["orders", "staff"]
    assert [(p.start, p.end) for p in linked.periods] == [("2026-10-01", "2026-11-01")]
    closed = Rights(role="r", connection="shop", denied_tables=("public.staff",))
    seen = knowledge.retrieve_lexical(
        "salary", "shop", **{**asked, "rights": closed}, wanted_tables=("staff",)
    )  # type: ignore[arg-type]
    assert [one.name for one in seen.tables] == ["orders"]
    await knowledge.close()
