"""Knowledge edited over HTTP: validated, with its history, by two people at once, and taken back."""

import asyncio
import re
from html import unescape

import httpx
import pytest

from teaching.folder.disk import zipped
from tests.fakes.admin_app import audited_acts
from tests.fakes.chat_client import chatting
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.slow

TERM = {
    "title": "客单价",
    "synonyms": "AOV\naverage order value",
    "definition": "营业额除以订单数",
    "expression": "",
}
PAIR = {"question": "How many areas are open?", "sql": "SELECT 4000 + count(*) AS n FROM area"}


async def save(http: httpx.AsyncClient, kind: str, fields: dict[str, str], **more: str) -> str:
    """Save a form and return the page it answers with."""
    data = {
        "connection": "shop",
        "kind": kind,
        **{f"field_{name}": text for name, text in fields.items()},
        **more,
    }
    return unescape((await http.post("/admin/item", data=data)).text)


def base_in(page: str) -> str:
    """Return the item a form would replace."""
    return re.findall(r'name="base" value="(\w*)"', page)[0]


def problem_in(page: str) -> str:
    """Return the sentence of a refusal, or nothing."""
    return "".join(re.findall(r'role="alert"><p>(.*?)</p>', page))


async def test_a_term_is_added_edited_and_its_history_shows_every_text(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    added = await save(admin, "term", TERM)
    assert "“客单价” is staged" in added
    first = base_in(added)
    edited = await save(admin, "term", TERM | {"definition": "收入除以订单数"}, base=first)
    second = base_in(edited)
    assert second != first and "“客单价” is staged" in edited
    assert re.search(r'class="removed">− 营业额除以订单数<', edited)
    assert re.search(r'class="added">\+ 收入除以订单数<', edited)
    assert "admin added “客单价”" in edited and "admin edited it to “客单价”" in edited
    same = await save(admin, "term", TERM | {"definition": "收入除以订单数"}, base=second)
    assert "Nothing differs" in same
    undone = unescape((await admin.post(f"/admin/item/{second}/undo", data={"connection": "shop"})).text)
    assert base_in(undone) == first and "stands as before" in undone
    assert audited_acts(app)[-4:] == ["teach.add", "teach.edit", "teach.edit", "teach.undo"]


async def test_the_second_of_two_editors_sees_both_texts_and_nothing_is_lost(
    admin: httpx.AsyncClient,
) -> None:
    base = base_in(await save(admin, "term", {**TERM, "title": "客流"}))
    await admin.post("/admin/publish", data={"connection": "shop"})
    mine, theirs = (
        {**TERM, "title": "客流", "definition": "mine"},
        {**TERM, "title": "客流人次", "definition": "theirs"},
    )
    won = base_in(await save(admin, "term", theirs, base=base))
    clash = await save(admin, "term", mine, base=base)
    assert "Somebody changed this meanwhile" in problem_in(clash)
    assert "theirs" in clash.partition('id="theirs">')[2].partition("</pre>")[0]
    assert ">mine</textarea>" in clash and base_in(clash) == won
    over = await save(admin, "term", mine, base=base_in(clash))
    assert "is staged" in over and "theirs" in over, "their text stays in the history"
    staged = (await admin.get("/admin/items", params={"status": "staged", "search": "客流"})).text
    assert staged.count("<details>") == 1 and "mine" in staged


async def test_a_text_taken_out_meanwhile_can_be_added_as_new(admin: httpx.AsyncClient) -> None:
    base = base_in(await save(admin, "term", {**TERM, "title": "坪效"}))
    await admin.post(f"/admin/items/{base}/remove", data={"connection": "shop"})
    gone = await save(admin, "term", {**TERM, "title": "坪效", "definition": "mine"}, base=base)
    assert "took this out meanwhile" in problem_in(gone) and base_in(gone) == ""
    assert "is staged" in await save(admin, "term", {**TERM, "title": "坪效", "definition": "mine"})


async def test_an_edited_question_replaces_the_published_one(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    base = base_in(await save(admin, "pair", PAIR, verified="on"))
    await admin.post("/admin/publish", data={"connection": "shop"})
    asked = PAIR | {"question": "How many service areas are open?"}
    page = await save(admin, "pair", asked, base=base)
    waits = unescape((await admin.post("/admin/items/none/remove", data={"connection": "shop"})).text)
    assert "Publish 2 changes" in waits, "the old question leaves with the new one"
    withdrawn = unescape(
        (await admin.post(f"/admin/items/{base_in(page)}/remove", data={"connection": "shop"})).text
    )
    assert "Nothing waits to be published" in withdrawn, "the published one stays when its edit is withdrawn"
    async with chatting(app.address, "admin") as chat:
        assert "4003" in str((await chat.ask(PAIR["question"]))["output"]).replace(",", "")


@pytest.mark.parametrize(
    "kind, fields, words",
    [
        ("term", {"title": " ", "definition": "x"}, 'The field "title" is empty'),
        ("term", {"title": "率", "definition": "x", "expression": "SUM(a) FROM"}, "read: SUM(a) FROM"),
        ("term", {"title": "率", "definition": "x", "expression": "1; DROP TABLE area"}, "cannot be read"),
        ("pair", {"question": "q", "sql": "DELETE FROM area"}, "only reads and never changes data"),
        ("pair", {"question": "q", "sql": "SELECT x FROM area"}, "The database refuses this SQL"),
        ("pair", {"question": "q", "sql": "SELECT id FROM area WHERE name = :name"}, ""),
        ("ddl", {"text": "CREATE TABLE bad (;"}, "cannot be read as a table definition"),
        ("ddl", {"text": "CREATE TABLE a (x int); CREATE TABLE b (y int)"}, "Exactly one table"),
        ("metric", {"text": "metrics:\n  - {name: m}\n"}, "missing or wrong field"),
        ("metric", {"text": "- nothing"}, "Exactly one metric"),
        ("documentation", {"title": "T", "text": "x\0y"}, "unseen character"),
        ("rejected", {"question": "q", "sql": "SELECT 1", "reason": ""}, 'The field "reason" is empty'),
    ],
)  # fmt: skip
async def test_what_is_saved_is_checked_first(
    admin: httpx.AsyncClient, kind: str, fields: dict[str, str], words: str
) -> None:
    page = await save(admin, kind, fields)
    assert words in problem_in(page)
    assert bool(problem_in(page)) == bool(words)
    if words:
        typed = next(text for text in fields.values() if text.strip())
        assert typed.replace("\0", "") in page.replace("\0", ""), "what was typed is still there"


async def test_rejected_sql_is_not_taught_again_for_its_question(admin: httpx.AsyncClient) -> None:
    wrong = {"question": "Areas in all?", "sql": "SELECT max(id) AS n FROM area"}
    assert "is staged" in await save(admin, "rejected", wrong | {"reason": "the largest number is no count"})
    again = await save(admin, "pair", wrong | {"sql": "select MAX(id) as n\nfrom area -- all"})
    assert "was rejected for" in problem_in(again)
    right = await save(admin, "pair", wrong | {"sql": "SELECT count(*) AS n FROM area"})
    assert "is staged" in right
    listed = unescape((await admin.get("/admin/items", params={"kind": "rejected"})).text)
    assert "the largest number is no count" in listed


async def test_a_second_item_about_the_same_thing_is_refused(admin: httpx.AsyncClient) -> None:
    await save(admin, "term", {**TERM, "title": "Gross"})
    assert "There is already one" in problem_in(await save(admin, "term", {**TERM, "title": "gross"}))


async def test_many_are_taken_out_and_put_back_at_once(admin: httpx.AsyncClient) -> None:
    idents = [base_in(await save(admin, "term", {**TERM, "title": f"Bulk {n}"})) for n in range(3)]
    data = {"connection": "shop", "selected": idents}
    removed = unescape((await admin.post("/admin/selected/remove", data=data)).text)
    assert "3 items taken out" in removed and removed.count('name="selected"') == 3
    left = {"search": "Bulk", "status": "staged"}
    assert "Nothing found" in (await admin.get("/admin/items", params=left)).text
    back = unescape((await admin.post("/admin/selected/restore", data=data)).text)
    assert "3 items put back" in back
    assert (await admin.get("/admin/items", params=left)).text.count("<details>") == 3
    none = unescape((await admin.post("/admin/selected/remove", data={"connection": "shop"})).text)
    assert "Nothing is selected" in none


async def test_an_item_of_nowhere_is_a_page_with_a_sentence(admin: httpx.AsyncClient) -> None:
    page = await admin.get("/admin/item/nowhere")
    assert page.status_code == 404 and "not there any more" in page.text
    for kind in ("ddl", "documentation", "pair", "metric", "rejected", "'; --"):
        assert (await admin.get("/admin/item", params={"kind": kind})).status_code == 200


async def test_the_list_is_sorted_and_filtered_by_author_and_source(admin: httpx.AsyncClient) -> None:
    await save(admin, "term", {**TERM, "title": "Zebra"})
    mine = (await admin.get("/admin/items", params={"author": "admin", "sort": "title", "kind": "term"})).text
    titles = re.findall(r'<span class="title">(.*?)</span>', mine)
    assert titles == sorted(titles, key=str.lower) and "Zebra" in titles
    setup = (await admin.get("/admin/items", params={"source": "shop.sql"})).text
    assert "Zebra" not in setup and setup.count("<details>") == 2


async def test_a_check_shows_what_is_wrong_with_a_link_to_mend_it(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    assert "never checked" in (await admin.get("/admin/health")).text
    await save(admin, "pair", {"question": "Sales in all?", "sql": "SELECT count(*) AS n FROM sale"})
    await save(admin, "pair", {"question": "sales, in all", "sql": "SELECT count(*) + 1 AS n FROM sale"})
    await admin.post("/admin/publish", data={"connection": "shop"})
    page = (await admin.post("/admin/health", data={"connection": "shop"})).text
    async with asyncio.timeout(30):
        while "every 1s" in page:
            page = (await admin.get("/admin/health/progress", params={"connection": "shop"})).text
    assert "One question, two answers" in page and "Last check" in page
    ident = re.findall(r'href="/admin/item/(\w+)\?', page.partition("One question, two answers")[2])[0]
    assert (await admin.get(f"/admin/item/{ident}")).status_code == 200
    assert audited_acts(app)[-1] == "teach.check"
    removed = unescape((await admin.post(f"/admin/items/{ident}/remove", data={"connection": "shop"})).text)
    assert "leaves with the next version" in removed


@pytest.mark.parametrize("format", ["csv", "xlsx", "jsonl", "zip"])
async def test_what_is_exported_can_be_imported_again_and_changes_nothing(
    admin: httpx.AsyncClient, format: str
) -> None:
    await save(admin, "term", {**TERM, "title": "=Export", "definition": '+ text, with "quotes"'})
    got = await admin.get("/admin/export", params={"format": format, "status": "staged", "search": "Export"})
    assert got.headers["content-disposition"] == f'attachment; filename="knowledge-shop.{format}"'
    assert b"=Export" in got.content or format in ("xlsx", "zip")
    sent = {"files": (f"knowledge.{format}", got.content)}
    page = unescape((await admin.post("/admin/upload", files=sent, data={"connection": "shop"})).text)
    assert "0 items staged, 1 already known, 0 refused" in page


async def test_a_folder_with_a_mistake_is_refused_as_a_whole(admin: httpx.AsyncClient) -> None:
    files = {
        "pairs/a.sql": b"-- question: fine\n\nSELECT 1 AS n\n",
        "terms.yaml": b"- name: x\n- definition: y\n",
    }
    sent = {"files": ("folder.zip", zipped(files))}
    page = unescape((await admin.post("/admin/upload", files=sent, data={"connection": "shop"})).text)
    assert "0 items staged" in page and "terms.yaml, line 2" in page
