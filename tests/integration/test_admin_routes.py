"""The admin page over HTTP, on the real app and a small real database."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Any

import httpx
import pytest

from tests.fakes.admin_app import PAIR, audited_acts
from tests.fakes.chat_client import ChatClient, chatting, signed_in
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.slow

QUESTION = json.loads(PAIR)["question"]


@pytest.fixture
async def admin(admin: httpx.AsyncClient) -> AsyncIterator[httpx.AsyncClient]:
    """Return the admin's client, and take out what it staged."""
    yield admin
    await withdraw_everything(admin)


def said_in(page: str) -> str:
    """Return the sentence a change is answered with."""
    found = re.search(r'<div class="message (?:good|bad)">\s*<p>(.*?)</p>', page, re.DOTALL)
    assert found, page
    return unescape(found.group(1))


def idents_in(page: str) -> list[str]:
    """Return the items whose buttons stand on a page."""
    return re.findall(r"/admin/items/(\w+)/", page)


async def upload(http: httpx.AsyncClient, *files: tuple[str, str | bytes]) -> httpx.Response:
    """Upload files as the form does."""
    sent = [("files", (name, content)) for name, content in files]
    return await http.post("/admin/upload", files=sent, data={"connection": "shop"})


async def post(http: httpx.AsyncClient, path: str, **data: Any) -> httpx.Response:
    """Press a button."""
    return await http.post(f"/admin/{path}", data={"connection": "shop", **data})


async def withdraw_everything(http: httpx.AsyncClient) -> None:
    """Leave nothing staged to the next test."""
    while staged := idents_in((await http.get("/admin/items", params={"status": "staged"})).text):
        for ident in staged:
            await post(http, f"items/{ident}/remove")


async def version_of(http: httpx.AsyncClient) -> int:
    """Return the version the page says is in use."""
    page = (await http.get("/admin")).text
    return int(re.search(r"<dd>(\d+)</dd>", page).group(1))  # type: ignore[union-attr]


async def ask(chat: ChatClient, question: str) -> str:
    """Ask in the chat and return the words of the answer."""
    return str((await chat.ask(question))["output"])


async def test_nobody_is_sent_to_the_sign_in_page_and_htmx_is_told_401(app: ChatServer) -> None:
    async with httpx.AsyncClient(base_url=app.address) as http:
        for path in ("/admin", "/admin/items"):
            answer = await http.get(path)
            assert answer.status_code == 303 and answer.headers["location"] == "/login"
        refused = await http.post(
            "/admin/publish", headers={"HX-Request": "true"}, data={"connection": "shop"}
        )
        assert refused.status_code == 401 and "<form" not in refused.text


@pytest.mark.parametrize("role", ["viewer", "analyst"])
async def test_other_roles_are_refused(app: ChatServer, role: str) -> None:
    async with signed_in(app.address, role) as http:
        assert (await http.get("/admin")).status_code == 403
        assert (await http.get("/admin/items")).status_code == 403
        assert (await post(http, "publish")).status_code == 403


async def test_the_page_speaks_both_languages_and_remembers_the_choice(app: ChatServer) -> None:
    async with signed_in(app.address, "admin") as http:
        zh = await http.get("/admin", headers={"Accept-Language": "zh-CN,zh;q=0.9"})
        en = await http.get("/admin", headers={"Accept-Language": "de"})
        assert '<html lang="zh-CN">' in zh.text and "正在使用的版本" in zh.text
        assert '<html lang="en">' in en.text and "The version in use" in en.text
        await http.get("/admin?language=zh")
        assert "正在使用的版本" in (await http.get("/admin", headers={"Accept-Language": "en"})).text


@pytest.mark.parametrize(
    "headers",
    [
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": "0" * 64},
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
    ids=["no token", "made-up token", "foreign origin", "foreign site"],
)
async def test_a_change_from_elsewhere_is_refused(admin: httpx.AsyncClient, headers: dict[str, str]) -> None:
    before = await version_of(admin)
    refused = await admin.post("/admin/publishing/retrain", data={"connection": "shop"}, headers=headers)
    assert refused.status_code == 403
    assert await version_of(admin) == before


async def test_another_sessions_token_is_refused(app: ChatServer, admin: httpx.AsyncClient) -> None:
    async with signed_in(app.address, "analyst") as other:
        answer = await other.post(
            "/admin/publish",
            data={"connection": "shop"},
            headers={"X-CSRF-Token": admin.headers["X-CSRF-Token"]},
        )
    assert answer.status_code == 403


async def test_the_list_is_searched_filtered_and_paged(admin: httpx.AsyncClient) -> None:
    terms = "\n".join(
        json.dumps({"question": f"page probe {number:02}", "sql": f"SELECT {number} AS n FROM area"})
        for number in range(30)
    )
    await upload(admin, ("many.jsonl", terms))
    first = (await admin.get("/admin/items", params={"search": "page probe"})).text
    second = (await admin.get("/admin/items", params={"search": "page probe", "page": 1})).text
    assert first.count("<details>") == 25 and "Next" in first and "Previous" not in first
    assert second.count("<details>") == 5 and "Next" not in second and "Previous" in second
    assert set(idents_in(first)).isdisjoint(idents_in(second))
    tables = (await admin.get("/admin/items", params={"kind": "ddl", "status": "published"})).text
    assert "营业额（元）" in tables and "page probe" not in tables
    assert "Nothing found" in (await admin.get("/admin/items", params={"search": "100%_sure"})).text
    unknown = await admin.get("/admin/items", params={"kind": "'; --", "page": -3, "connection": "no such"})
    assert unknown.status_code == 200 and unknown.text.count("<details>") == 25


async def test_published_knowledge_answers_the_next_question_until_it_is_taken_back(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    async with chatting(app.address, "admin") as chat:
        assert "371" not in await ask(chat, QUESTION)
        before = await version_of(admin)
        staged = await upload(admin, ("pairs.jsonl", PAIR))
        assert said_in(staged.text).startswith("1 item staged, 0 already known, 0 refused")
        assert staged.headers["HX-Trigger"] == "knowledge-changed"
        assert "Publish 1 change" in staged.text and QUESTION in staged.text
        again = await upload(admin, ("pairs.jsonl", PAIR))
        assert said_in(again.text).startswith("0 items staged, 1 already known")
        published = await post(admin, "publish")
        assert said_in(published.text) == f"Version {before + 1} is published."
        assert "Nothing waits to be published" in published.text
        assert "371" in await ask(chat, QUESTION)
        await post(admin, "publishing/retrain")
        while await version_of(admin) != before + 2:  # noqa: ASYNC110  HTTP
            await asyncio.sleep(0.1)
        assert "371" in await ask(chat, QUESTION)
        back = await post(admin, "rollback", version=before)
        assert said_in(back.text).startswith(f"Version {before} answers again")
        assert await version_of(admin) == before
        assert "371" not in await ask(chat, QUESTION)
        assert "Publish 1 change" in back.text, "what was published since is staged, not lost"


async def test_publishing_nothing_and_unknown_versions_are_refused_in_words(admin: httpx.AsyncClient) -> None:
    before = await version_of(admin)
    assert said_in((await post(admin, "publish")).text).startswith("Nothing waits to be published")
    assert 'class="message bad"' in (await post(admin, "rollback", version=4711)).text
    assert await version_of(admin) == before


async def test_a_replacement_is_shown_against_what_it_replaces(admin: httpx.AsyncClient) -> None:
    await upload(admin, ("rules.md", "# Net sales\n\nAmount without tax.\nCounted daily."))
    await post(admin, "publish")
    shown = (await upload(admin, ("rules.md", "# Net sales\n\nAmount without tax.\nCounted weekly."))).text
    assert '<span class="badge replaced">Replaces</span> 1 item' in shown
    assert re.search(r'<span class="removed">− .*Counted daily\.</span>', shown)
    assert re.search(r'<span class="added">\+ .*Counted weekly\.</span>', shown)


async def test_a_removal_is_staged_shown_and_undone(admin: httpx.AsyncClient) -> None:
    table = idents_in((await admin.get("/admin/items", params={"search": "sale", "kind": "ddl"})).text)[0]
    removed = await post(admin, f"items/{table}/remove")
    assert said_in(removed.text) == "“sale” leaves with the next version."
    assert f"/admin/items/{table}/restore" in removed.text, "the message offers to undo it"
    listed = (await admin.get("/admin/items", params={"search": "sale", "kind": "ddl"})).text
    assert "Leaves with the next version" in listed and "Keep it" in listed
    kept = await post(admin, f"items/{table}/restore")
    assert said_in(kept.text) == "“sale” stays." and "Nothing waits" in kept.text
    listed = (await admin.get("/admin/items", params={"search": "sale", "kind": "ddl"})).text
    assert "Leaves with the next version" not in listed


async def test_a_withdrawn_upload_can_be_staged_again(admin: httpx.AsyncClient) -> None:
    staged = await upload(admin, ("short.md", "# Withdrawn\n\nOnly for a moment."))
    ident = idents_in(staged.text)[0]
    withdrawn = await post(admin, f"items/{ident}/remove")
    assert "is withdrawn" in said_in(withdrawn.text) and "Nothing waits" in withdrawn.text
    restored = await post(admin, f"items/{ident}/restore")
    assert "is staged again" in said_in(restored.text) and "Publish 1 change" in restored.text


async def test_an_item_that_is_not_there_is_one_sentence(admin: httpx.AsyncClient) -> None:
    for act in ("remove", "restore"):
        assert "not there any more" in said_in((await post(admin, f"items/nowhere/{act}")).text)


async def test_what_cannot_be_taught_is_refused_line_by_line(admin: httpx.AsyncClient) -> None:
    lines = '{"question": "drop it", "sql": "DROP TABLE area"}\nnot json\n'
    answer = (await upload(admin, ("bad.jsonl", lines), ("tool.exe", b"MZ\0\1"))).text
    assert said_in(answer).startswith("0 items staged, 0 already known, 3 refused")
    refused = re.findall(r"<li>(refused: .*?)</li>", answer)
    assert [line.split(":")[1].strip() for line in refused] == [
        "bad.jsonl, line 1",
        "bad.jsonl, line 2",
        "tool.exe",
    ]


async def test_a_file_too_large_is_refused(admin: httpx.AsyncClient) -> None:
    answer = await upload(admin, ("large.md", b"# Large\n" + b"x" * 1_050_000))
    assert said_in(answer.text) == "This file is larger than 1 MB. Split it and try again."
    assert (await upload(admin, ("huge.md", b"x" * 3_000_000))).status_code == 413


@pytest.mark.parametrize(
    "name", ["../../etc/passwd.md", "C:\\up\\..\\note.md", "/absolute.md", "..%2fnote.md"]
)
async def test_a_files_name_leads_nowhere(app: ChatServer, admin: httpx.AsyncClient, name: str) -> None:
    answer = (await upload(admin, (name, f"# Named {name}\n\nText."))).text
    assert said_in(answer).startswith("1 item staged")
    source = re.search(r"from ([^<]*)</p>", answer)
    assert source and "/" not in unescape(source.group(1)) and "\\" not in unescape(source.group(1))
    assert not list(app.folder.rglob("*passwd*")) and not list(app.folder.rglob("note.md"))


async def test_html_in_what_is_taught_stays_text(admin: httpx.AsyncClient) -> None:
    trick = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    answer = (await upload(admin, (f"{trick.replace('/', '')}.md", f"# Title {trick}\n\nBody {trick}"))).text
    listed = (await admin.get("/admin/items", params={"search": "onerror"})).text
    for page in (answer, listed):
        assert "&lt;script&gt;" in page and "<script>alert" not in page and "<img" not in page


async def test_every_change_is_in_the_audit_trail(app: ChatServer, admin: httpx.AsyncClient) -> None:
    served = await version_of(admin)
    staged = await upload(admin, ("audited.md", "# Audited\n\nText."))
    await post(admin, f"items/{idents_in(staged.text)[0]}/remove")
    await post(admin, "rollback", version=served)
    assert audited_acts(app)[-3:] == ["teach.stage", "teach.remove", "teach.rollback"]


async def test_style_and_scripts_are_served_and_nothing_else(admin: httpx.AsyncClient) -> None:
    for name in ("admin.css", "admin.js", "htmx-2.min.js"):
        assert (await admin.get(f"/admin/static/{name}")).status_code == 200
    for name in ("../admin/page.py", "..%2fsigned_in.py", "other.js"):
        assert "csrf_token" not in (await admin.get(f"/admin/static/{name}")).text
    assert "https://" not in (await admin.get("/admin")).text


async def test_a_sign_in_that_can_write_is_warned_of_on_the_page(admin: httpx.AsyncClient) -> None:
    for _ in range(50):  # looked for behind the start
        page = (await admin.get("/admin")).text
        if "can write" in page:
            break
        await asyncio.sleep(0.2)
    assert 'role="alert"' in page
    assert "--reader-role" in page
