"""The admin page's other tabs over HTTP: retrieval, people, the audit trail, usage."""

import asyncio
import hashlib
import io
import json
import re
import zipfile
from html import unescape
from pathlib import Path

import duckdb
import httpx
import psycopg
import pytest

from tests.fakes.chat_client import chatting, signed_in
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("tab", ["publishing", "preview", "health", "people", "audit", "usage"])
async def test_tabs_are_for_admins_in_both_languages(
    app: ChatServer, admin: httpx.AsyncClient, tab: str
) -> None:
    headings = [
        re.findall(r"<h2>(.*?)</h2>", (await admin.get(f"/admin/{tab}", headers=language)).text)[0]
        for language in ({"Accept-Language": "zh-CN"}, {"Accept-Language": "en"})
    ]
    assert re.search("[一-龥]", headings[0]) and not re.search("[一-龥]", headings[1])
    async with signed_in(app.address, "analyst") as other:
        assert (await other.get(f"/admin/{tab}")).status_code == 403
    async with httpx.AsyncClient(base_url=app.address) as nobody:
        assert (await nobody.get(f"/admin/{tab}")).headers["location"] == "/login"


@pytest.mark.parametrize("path", ["preview", "people/role", "people/disable"])
async def test_changes_without_the_pages_token_are_refused(admin: httpx.AsyncClient, path: str) -> None:
    data = {"name": "viewer", "role": "admin", "disabled": "true", "question": "x"}
    refused = await admin.post(f"/admin/{path}", data=data, headers={"X-CSRF-Token": "0" * 64})
    assert refused.status_code == 403


async def test_a_question_shows_its_tables_period_tokens_and_prompt(admin: httpx.AsyncClient) -> None:
    asked = {"connection": "shop", "question": "上个月营业额 <b>"}
    shown = unescape((await admin.post("/admin/preview", data=asked)).text)
    assert re.search(r"<td>(public\.)?sale</td><td class=\"number\">\d\.\d{3}</td>", shown)
    assert "from 2026-10-01 until before 2026-11-01" in shown
    assert re.search(r"<dd>\d+ / 3000</dd>", shown)
    prompt = shown.partition('id="prompt">')[2]
    assert "Question: 上个月营业额 <b>" in prompt and "sale" in prompt
    raw = (await admin.post("/admin/preview", data=asked)).text
    assert "<b>" not in raw, "what was typed stays text"


async def test_what_is_staged_can_be_previewed_before_it_is_published(admin: httpx.AsyncClient) -> None:
    pair = b'{"question": "Staged preview of areas", "sql": "SELECT count(*) AS n FROM area"}'
    await admin.post("/admin/upload", files={"files": ("p.jsonl", pair)}, data={"connection": "shop"})
    asked = {"connection": "shop", "question": "Staged preview of areas"}
    assert "SELECT count(*) AS n FROM area" not in (await admin.post("/admin/preview", data=asked)).text
    shown = (await admin.post("/admin/preview", data={**asked, "staged": "yes"})).text
    assert "SELECT count(*) AS n FROM area" in shown and 'class="badge staged"' in shown
    assert "Publish 1 change" in (await admin.get("/admin")).text, "nothing is published by looking"


@pytest.mark.parametrize(
    "question, words",
    [("  ", "Please type a question"), ("x" * 20_000, "is longer than")],
    ids=["empty", "long"],
)
async def test_a_question_that_is_none_is_one_sentence(
    admin: httpx.AsyncClient, question: str, words: str
) -> None:
    answer = await admin.post("/admin/preview", data={"connection": "shop", "question": question})
    assert answer.status_code == 200 and words in answer.text


async def test_a_role_is_changed_and_counts_at_once(app: ChatServer, admin: httpx.AsyncClient) -> None:
    async with signed_in(app.address, "viewer") as viewer:
        assert (await viewer.get("/admin")).status_code == 403
        said = await admin.post("/admin/people/role", data={"name": "viewer", "role": "admin"})
        assert "viewer now has the role admin." in said.text
        assert (await viewer.get("/admin")).status_code == 200
        await admin.post("/admin/people/role", data={"name": "viewer", "role": "viewer"})
        assert (await viewer.get("/admin")).status_code == 403


async def test_somebody_shut_out_is_out_at_once_and_can_be_let_in_again(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    async with signed_in(app.address, "analyst") as analyst:
        assert (await analyst.get("/me")).status_code == 200
        said = await admin.post("/admin/people/disable", data={"name": "analyst", "disabled": "true"})
        assert "analyst is shut out" in said.text and "Let in again" in said.text
        assert (await analyst.get("/me")).status_code == 401
        again = await admin.post("/admin/people/disable", data={"name": "analyst", "disabled": "false"})
        assert "analyst may sign in again" in again.text
    async with signed_in(app.address, "analyst") as analyst:
        assert (await analyst.get("/me")).status_code == 200


@pytest.mark.parametrize(
    "path, data, words",
    [
        ("role", {"name": "admin", "role": "viewer"}, "cannot change your own account"),
        ("disable", {"name": "admin", "disabled": "true"}, "cannot change your own account"),
        ("role", {"name": "viewer", "role": "emperor"}, "is not defined"),
        ("disable", {"name": "nobody", "disabled": "true"}, "nobody"),
    ],
    ids=["own role", "own account", "unknown role", "unknown person"],
)
async def test_what_would_lock_out_or_makes_no_sense_is_refused_in_words(
    admin: httpx.AsyncClient, path: str, data: dict[str, str], words: str
) -> None:
    answer = await admin.post(f"/admin/people/{path}", data=data)
    assert 'class="message bad"' in answer.text and words in answer.text
    assert (await admin.get("/admin")).status_code == 200


async def test_the_trail_is_filtered_by_person_act_and_day_and_paged(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    for _ in range(26):
        for disabled in ("true", "false"):
            await admin.post("/admin/people/disable", data={"name": "viewer", "disabled": disabled})
    first = (await admin.get("/admin/audit", params={"act": "people", "who": "admin"})).text
    assert first.count("<details>") == 50 and "people.disable" in first and "sign_in" not in _records(first)
    older = re.findall(r"/admin/audit\?before=(\d+)", first)[0]
    second = await admin.get("/admin/audit", params={"act": "people", "who": "admin", "before": older})
    numbers = [int(number) for page in (first, second.text) for number in re.findall(r"#(\d+)</p>", page)]
    assert numbers == sorted(set(numbers), reverse=True) and len(numbers) > 50
    for params in ({"who": "no such person"}, {"since": "2999-01-01"}):
        assert "Nothing found" in (await admin.get("/admin/audit", params=params)).text
    odd = await admin.get("/admin/audit", params={"act": "'", "since": "yesterday", "before": -1})
    assert odd.status_code == 200 and "#1</p>" not in odd.text and odd.text.count("<details>") == 50


async def test_htmx_gets_the_list_alone(admin: httpx.AsyncClient) -> None:
    part = await admin.get("/admin/audit", headers={"HX-Request": "true"})
    assert "<html" not in part.text and '<ul class="items">' in part.text


async def test_a_question_asked_is_counted(app: ChatServer, admin: httpx.AsyncClient) -> None:
    assert "Nothing was asked in these days" in (await admin.get("/admin/usage")).text
    async with chatting(app.address, "analyst", language="en") as chat:
        await chat.ask("How many sale rows are there?")
    page = (await admin.get("/admin/usage", params={"days": 7})).text
    assert "<dt>Questions</dt><dd>1</dd>" in page and "Last 7 days" in page
    assert (await admin.get("/admin/usage", params={"days": -5})).status_code == 200


def _records(page: str) -> str:
    return page.partition('<div id="records">')[2]


async def test_golden_questions_come_in_and_go_out_as_files(admin: httpx.AsyncClient) -> None:
    lines = "\n".join(
        [
            json.dumps({"question": "How many <b>areas</b>?", "gold": ["SELECT count(*) FROM area"]}),
            json.dumps({"question": "When do lychees ripen?", "gold": None, "today": "2026-11-20"}),
            json.dumps({"question": "Drop it", "sql": "DROP TABLE area"}),
            "not json",
        ]
    )
    sent = {"files": [("files", ("golden.jsonl", lines))], "data": {"connection": "shop"}}
    taken = unescape((await admin.post("/admin/golden/import", **sent)).text)
    assert "2 added, 0 changed, 0 unchanged, 2 lines refused" in taken
    assert "golden.jsonl, line 3" in taken and "golden.jsonl, line 4" in taken
    listed = (await admin.get("/admin/golden", params={"connection": "shop", "search": "AREAS"})).text
    assert "&lt;b&gt;areas" in listed and "lychees" not in listed
    again = (await admin.post("/admin/golden/import", **sent)).text
    assert "0 added, 0 changed, 2 unchanged, 2 lines refused" in again
    for form in ("jsonl", "csv"):
        out = await admin.get("/admin/golden/export", params={"connection": "shop", "form": form})
        assert "attachment" in out.headers["content-disposition"]
        back = {"files": [("files", (f"golden.{form}", out.content))], "data": {"connection": "shop"}}
        assert "2 unchanged, 0 lines refused" in (await admin.post("/admin/golden/import", **back)).text
    for ident in re.findall(r"/admin/golden/(\w+)/remove", (await admin.get("/admin/golden")).text):
        await admin.post(f"/admin/golden/{ident}/remove", data={"connection": "shop"})
    assert "There are no test questions yet" in (await admin.get("/admin/golden")).text


async def test_a_person_is_added_changed_and_given_a_new_password_on_the_page(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    given = {
        "name": "mei",
        "role": "analyst",
        "display_name": "梅 <b>",
        "attributes": "branch_id=2, 区域=东莞",
    }
    added = (await admin.post("/admin/people/add", data=given)).text
    assert "梅 &lt;b&gt;" in added and "branch_id=2" in added
    [first] = re.findall(r"shown this once: (\S+?)<", added)
    async with signed_in(app.address, "mei", first) as mei:
        changed = await admin.post("/admin/people/change", data={"name": "mei", "attributes": "branch_id=3"})
        assert "branch_id=3" in changed.text and "区域" not in changed.text
        said = (await admin.post("/admin/people/password", data={"name": "mei"})).text
        [second] = re.findall(r"shown this once: (\S+?)<", said)
        assert (await mei.get("/me")).status_code == 401, "the old password's session is over"
    async with signed_in(app.address, "mei", second) as mei:
        assert (await mei.get("/user")).json()["identifier"] == "mei"
    assert second not in (await admin.get("/admin/people")).text


@pytest.mark.parametrize(
    ("path", "data", "words"),
    [
        ("add", {"name": "viewer", "role": "viewer"}, "already a user named viewer"),
        ("add", {"name": "new", "role": "king"}, "king"),
        ("add", {"name": " ", "role": "viewer"}, "cannot be empty"),
        ("change", {"name": "viewer", "attributes": "branch"}, "branch"),
        ("password", {"name": "admin"}, "own"),
        ("forget", {"name": "admin"}, "own"),
        ("forget", {"name": "nobody"}, "no user named nobody"),
    ],
)
async def test_what_cannot_be_done_about_a_person_is_one_sentence(
    admin: httpx.AsyncClient, path: str, data: dict[str, str], words: str
) -> None:
    said = await admin.post(f"/admin/people/{path}", data=data)
    assert said.status_code == 200 and words in unescape(said.text)
    assert not re.search(r"new</strong>", said.text)


def _file_as_data(data_dir: Path, database: psycopg.Connection, owner: str, called: str) -> Path:
    """Keep a file of somebody's as data, as another process would have."""
    home = data_dir / "own_files" / hashlib.sha256(owner.encode()).hexdigest()[:24]
    home.mkdir(parents=True)
    path = home / "file-0123456789ab.duckdb"
    with duckdb.connect(path) as file:
        file.execute("CREATE TABLE sheet AS SELECT 7 AS n")
    row = [path.stem, owner, called]
    database.execute("INSERT INTO own_files (name, owner, file, bytes) VALUES (%s, %s, %s, 1)", row)
    return path


async def test_a_persons_data_are_taken_out_and_deleted_and_the_trail_keeps_its_lines(
    app: ChatServer, admin: httpx.AsyncClient, tmp_path: Path
) -> None:
    added = (await admin.post("/admin/people/add", data={"name": "otto", "role": "admin"})).text
    [password] = re.findall(r"shown this once: (\S+?)<", added)
    async with chatting(app.address, "otto", password=password) as page:
        await page.ask("有多少个 area？")
        thread = page.thread
    url = (app.folder / "app_url").read_text("utf-8")
    with psycopg.connect(url, autocommit=True) as database:
        database.execute(
            "INSERT INTO notes (id, owner, connection, text) VALUES ('n', 'otto', 'shop', '别忘')"
        )
        database.execute(
            "INSERT INTO notes (id, owner, connection, text) VALUES ('m', 'admin', 'shop', '别忘')"
        )
        database.execute(
            "INSERT INTO drafts (id, owner, connection, files, expires_at)"
            " VALUES ('d', 'otto', 'shop', '{}', now())"
        )
        dropped = app.folder / "data" / "own_files" / "dropped" / "d"
        dropped.parent.mkdir(parents=True)
        dropped.touch()
        own = _file_as_data(app.folder / "data", database, "otto", "门店/额.csv")
        exported = await admin.get("/admin/people/export", params={"name": "otto"})
        with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
            kept = {name: json.loads(archive.read(name)) for name in archive.namelist() if "/" not in name}
            [taken_out] = [name for name in archive.namelist() if name.endswith("门店_额.csv.duckdb")]
            archive.extract(taken_out, tmp_path)
        with duckdb.connect(tmp_path / taken_out, read_only=True) as file:
            assert file.execute("SELECT n FROM sheet").fetchone() == (7,)
        assert [turn["question"] for turn in kept["turns.json"]] == ["有多少个 area？"]
        assert [note["text"] for note in kept["notes.json"]] == ["别忘"]
        assert kept["audit.json"] and "password_hash" not in str(kept)
        assert not re.search(r"\b(viewer|analyst)\b", str([kept["turns.json"], kept["people.json"]]))
        assert (await admin.get("/admin/people/export", params={"name": "nobody"})).status_code == 404

        lines = database.execute("SELECT count(*) FROM audit").fetchone()
        said = (await admin.post("/admin/people/forget", data={"name": "otto"})).text
        assert not await asyncio.to_thread(lambda: own.exists() or dropped.exists())
        [pseudonym] = re.findall(r"former-[0-9a-f]{12}", said)
        for table, column in (("people", "name"), ("turns", "owner"), ("notes", "owner"), ("audit", "who")):
            found = database.execute(f"SELECT 1 FROM {table} WHERE {column} = 'otto'").fetchone()  # type: ignore[arg-type]
            assert found is None, table
        assert database.execute("SELECT 1 FROM audit WHERE detail ->> 'name' = 'otto'").fetchone() is None
        assert database.execute("SELECT 1 FROM checkpoints WHERE thread_id LIKE 'otto/%'").fetchone() is None
        assert database.execute("SELECT 1 FROM chat.threads WHERE id = %s", [thread]).fetchone() is None
        asked = database.execute("SELECT act, question FROM audit WHERE who = %s", [pseudonym]).fetchall()
        assert ("ask", "有多少个 area？") in asked
        after = database.execute("SELECT count(*) FROM audit").fetchone()
        assert lines and after and after[0] == lines[0] + 1, "nothing of the trail is lost"
        assert database.execute("SELECT owner FROM notes").fetchall() == [("admin",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            database.execute("UPDATE audit SET act = 'x'")
    async with httpx.AsyncClient(base_url=app.address) as http:
        refused = await http.post("/login", data={"username": "otto", "password": password})
        assert refused.status_code == 401
