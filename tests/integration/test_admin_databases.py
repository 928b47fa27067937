"""The databases tab over HTTP, on the real app: connect, test, read, choose, describe, remove."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import psycopg
import pytest

from appdb.embedded import EmbeddedPostgres
from tests.conftest import create_database, drop_database
from tests.fakes.admin_app import audited_acts
from tests.fakes.chat_client import chatting, signed_in
from tests.fakes.chat_server import ChatServer
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import SHOP

pytestmark = pytest.mark.slow
ASKS_A_MODEL = True

DRAFT = 'Here it is: {"table": "一笔营业", "columns": {"amount": "金额（元）", "made_up": "x"}}'


@pytest.fixture(scope="module")
def second(postgres: EmbeddedPostgres) -> Iterator[str]:
    """Return the address of a database that is not connected."""
    create_database(postgres, "second_shop")
    url = postgres.url("second_shop")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SHOP)
    yield url
    drop_database(postgres, "second_shop")


async def post(http: httpx.AsyncClient, path: str, **data: Any) -> httpx.Response:
    """Press a button of the tab."""
    return await http.post(f"/admin/databases/{path}", data=data)


async def read(http: httpx.AsyncClient, name: str) -> str:
    """Follow a reading to its end, as the page does."""
    for _ in range(300):
        shown = await http.get("/admin/databases/reading", params={"connection": name})
        if "every 1s" not in shown.text:
            assert shown.headers["HX-Trigger"] == "tables-changed"
            return unescape(shown.text)
    raise AssertionError("the reading does not end")


async def test_a_database_is_connected_asked_read_taught_described_and_removed(
    app: ChatServer, admin: httpx.AsyncClient, second: str, model: FakeOpenAI
) -> None:
    tested = await post(admin, "test", name="second", url=second)
    assert "second answers and shows 2 tables" in tested.text and "can write (superuser" in tested.text
    assert "second" not in re.findall(r"<strong>(.*?)</strong>", tested.text), "a test keeps nothing"

    added = await post(admin, "add", name="second", url=second, password="", roles=[])
    place = added.headers["HX-Redirect"]
    assert place == "/admin/databases?connection=second&told=add"
    page = unescape((await admin.get(place)).text)
    assert "second is connected and can be asked by: admin." in page
    assert "2 tables read in" in await read(admin, "second")

    model.script(Say("```sql\nSELECT count(*) AS n FROM area\n```", role="sql"))
    async with chatting(app.address, "admin", language="en", profile="second") as chat:
        assert "3" in (await chat.ask("Which places are like one another?"))["output"]
    async with signed_in(app.address, "analyst") as analyst:
        profiles = (await analyst.get("/project/settings")).json()["chatProfiles"]
        assert "second" not in [profile["name"] for profile in profiles]
    kept = await post(admin, "roles", name="second", roles=["analyst"])
    assert "second may be used by: admin, analyst." in kept.text

    kept = await post(admin, "today", name="second", today="data_end")
    assert "For second, today is its last day with data" in kept.text
    assert '<option value="data_end" selected>' in kept.text
    assert (await post(admin, "today", name="second", today="tomorrow")).status_code == 422

    tables = unescape((await admin.get("/admin/databases/tables", params={"connection": "second"})).text)
    assert "public.area" in tables and "服务区" in tables
    staged = await post(admin, "stage", connection="second", selected=["public.sale"])
    assert "1 table staged" in staged.text
    model.script(Say(DRAFT))
    drafted = unescape((await post(admin, "draft", connection="second", name="public.sale")).text)
    assert 'value="一笔营业"' in drafted and 'value="金额（元）"' in drafted and "made_up" not in drafted
    assert "public.sale(" in model.requests[-1]["messages"][0]["content"]
    saved = await post(
        admin, "describe", connection="second", name="public.sale", revision=0, text="一笔营业",
        column=["id", "amount"], said=["", "金额（元）"],
    )  # fmt: skip
    assert "public.sale is staged with them" in saved.text
    knowledge = (await admin.get("/admin/items", params={"connection": "second"})).text
    assert "一笔营业" in knowledge and "金额（元）" in knowledge

    with psycopg.connect(second, autocommit=True) as connection:
        connection.execute("ALTER TABLE sale ADD COLUMN channel text")
    await post(admin, "read", connection="second")
    assert "new column channel (text)" in await read(admin, "second")
    assert "1 table staged" in (await post(admin, "drift", connection="second")).text
    knowledge = (await admin.get("/admin/items", params={"connection": "second"})).text
    assert "channel" in knowledge and "一笔营业" in knowledge, "a description outlives a change"

    removed = await post(admin, "remove", name="second")
    assert "second is removed" in removed.text
    shown = (await admin.get("/admin/databases")).text
    assert "<strong>second</strong>" not in shown and "<strong>shop</strong>" in shown
    acts = audited_acts(app)
    assert {
        "connect.add",
        "connect.roles",
        "connect.today",
        "connect.read",
        "connect.remove",
        "teach.describe",
    } <= set(acts)


@pytest.mark.parametrize(
    ("path", "data", "words"),
    [
        ("add", {"name": "shop", "url": "sqlite:///x.db"}, "connected already"),
        ("add", {"name": "1 x", "url": "sqlite:///x.db"}, "cannot name a connection"),
        ("add", {"name": "meta", "url": "postgresql://u@169.254.169.254/x"}, "is closed"),
        ("add", {"name": "meta", "url": "oracle://u@localhost/x"}, "The driver for oracle"),
        ("add", {"name": "x", "url": "postgresql://u:hunter2@127.0.0.1:1/x"}, "Nothing answers at 127"),
        ("add", {"name": "x", "url": "sqlite:///x.db", "roles": "emperor"}, "is not defined"),
        ("add", {}, "cannot name a connection"),
        ("test", {"name": "nowhere"}, "not a database address"),
        ("roles", {"name": "shop"}, "described in the connections file"),
        ("today", {"name": "shop"}, "described in the connections file"),
        ("reader", {"name": "shop"}, "described in the connections file"),
        ("remove", {"name": "shop"}, "described in the connections file"),
        ("remove", {"name": "nothing"}, "no database named"),
        ("stage", {"connection": "shop"}, "No table is chosen"),
        ("draft", {"connection": "shop", "name": "public.nothing"}, "not among those that were read"),
    ],
)  # fmt: skip
async def test_what_cannot_be_done_is_one_sentence_and_shows_no_password(
    app: ChatServer, admin: httpx.AsyncClient, path: str, data: dict[str, str], words: str
) -> None:
    answer = await post(admin, path, **data)
    said = unescape(answer.text)
    assert answer.status_code == 200 and words in said and 'class="message bad"' in said
    assert "hunter2" not in said and "hunter2" not in app.log.read_text("utf-8")


@pytest.mark.parametrize("path", ["read", "stage", "drift", "describe", "draft"])
async def test_a_button_of_a_database_that_is_gone_touches_no_other(
    admin: httpx.AsyncClient, path: str
) -> None:
    assert (await post(admin, path, connection="gone", every="true")).status_code == 404


async def test_the_apps_own_database_cannot_be_connected(app: ChatServer, admin: httpx.AsyncClient) -> None:
    own = (app.folder / "app_url").read_text("utf-8")
    assert "Wenshu's own database" in unescape((await post(admin, "add", name="own", url=own)).text)


async def test_the_tab_speaks_both_languages(admin: httpx.AsyncClient) -> None:
    for language, words in (("zh-CN", "添加数据库"), ("en", "Add a database")):
        page = await admin.get("/admin/databases", headers={"Accept-Language": language})
        assert words in page.text and page.status_code == 200
