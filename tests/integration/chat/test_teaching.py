"""Teaching in the chat, verdicts and their review, on the real app with a scripted model."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
import yaml

from appdb.embedded import EmbeddedPostgres
from tests.fakes.admin_app import audited_acts, running_admin_app
from tests.fakes.chat_client import ChatClient, chatting, signed_in
from tests.fakes.chat_server import ChatServer
from tests.fakes.openai_server import FakeOpenAI, role_of

pytestmark = pytest.mark.slow

TOP = "SELECT a.name, sum(s.amount) AS amount FROM sale s JOIN area a ON a.id = s.area_id GROUP BY 1"
GOOD = "SELECT sum(amount) AS amount FROM sale WHERE day >= '2026-10-01' AND day < '2026-11-01'"
PLANTED = "会员日是每月八号"
ROLES = {
    "viewer": {"features": ["see_sql"]},
    "analyst": {"features": ["see_sql", "upload", "train"]},
    "admin": {"features": ["see_sql", "upload", "train", "admin"]},
}
ZH = {"Accept-Language": "zh-CN"}
TABLE = "CREATE TABLE coupons (id int PRIMARY KEY, name text);"
DDL = f"{TABLE}\nCOMMENT ON TABLE coupons IS '优惠券';\nCREATE TABLE (oops;"
PAIRS = [
    {"question": "十月一共卖了多少？", "sql": GOOD},
    {"question": "没有这张表", "sql": "SELECT count(*) FROM no_such_table"},
    {"question": "删掉", "sql": "DELETE FROM sale"},
]


@pytest.fixture(scope="module")
def model() -> Iterator[FakeOpenAI]:
    """Serve a model that writes the same SQL for every question."""
    with FakeOpenAI(answers={"*": TOP}) as server:
        yield server


@pytest.fixture(scope="module")
def app(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory, model: FakeOpenAI
) -> Iterator[ChatServer]:
    """Serve the real app with one person of each role."""
    folder: Path = tmp_path_factory.mktemp("teaching")
    access = folder / "access.yaml"
    access.write_text(yaml.safe_dump({"roles": ROLES}), "utf-8")
    with running_admin_app(
        *(postgres, app_template, "teaching", folder),
        OPENAI_BASE_URL=model.url,
        OPENAI_API_KEY="x",
        ACCESS_FILE=str(access),
    ) as server:
        yield server


def archive(**members: str) -> bytes:
    """Return a .zip of these files; a double underscore stands for the dot."""
    held = io.BytesIO()
    with ZipFile(held, "w") as opened:
        for name, text in members.items():
            opened.writestr(name.replace("__", "."), text)
    return held.getvalue()


async def dropped(chat: ChatClient, name: str, content: bytes) -> dict[str, Any]:
    """Drop a file and return its card's properties."""
    message = await chat.ask("", files=[await chat.upload(name, content, "application/octet-stream")])
    card: dict[str, Any] = chat.of(message)["LearnedCard"]["props"]
    return card


def sent(model: FakeOpenAI, question: str) -> list[str]:
    """Return every prompt that asked for this question's SQL."""
    prompts = [str(body["messages"]) for body in model.requests if role_of(body) == "sql"]
    return [prompt for prompt in prompts if f"Question: {question}" in prompt]


async def test_what_is_dropped_is_shown_and_teaches_nobody_before_it_is_staged_and_published(
    app: ChatServer, admin: httpx.AsyncClient, model: FakeOpenAI
) -> None:
    lines = "\n".join(json.dumps(pair, ensure_ascii=False) for pair in PAIRS)
    packed = archive(shop__sql=DDL, notes__md=f"# 会员日\n\n{PLANTED}。", pairs__jsonl=lines)
    async with chatting(app.address, "analyst") as chat:
        card = await dropped(chat, "all.zip", packed)
        state, path = card["state"], f"/teach/drafts/{card['draft']}"
        assert (state["phase"], state["count"]) == ("ready", 3)
        shown = json.dumps(state["sections"], ensure_ascii=False)
        assert (
            "coupons · 优惠券" in shown and "id INT PK" in shown and PLANTED in shown and "十月一共" in shown
        )
        assert [line.partition("：")[0] for line in state["refused"]] == [
            "all.zip/pairs.jsonl 第 2 行",
            "all.zip/pairs.jsonl 第 3 行",
            "all.zip/shop.sql 第 3 行",
        ]
        assert "no_such_table" in state["refused"][0] and "DELETE" in state["refused"][1]
        for role in ("viewer", "admin"):  # also who may stage, may not stage another's
            async with signed_in(app.address, role) as other:
                assert (await other.get(path)).json()["phase"] == "gone"
                assert (await other.post(f"{path}/stage")).status_code == 404
        assert (await admin.get("/admin/items", params={"status": "staged"})).text.count(PLANTED) == 0
        staged = [(await chat.http.post(f"{path}/stage", headers=ZH)).json() for _ in range(2)]
        assert staged[0] == staged[1] and "已暂存 3 条" in staged[0]["said"]
    assert PLANTED in (await admin.get("/admin/items", params={"status": "staged"})).text
    for name in ("viewer", "analyst"):
        async with chatting(app.address, name) as chat:
            await chat.ask("会员日的优惠券")
    assert len(sent(model, "会员日的优惠券")) == 2
    assert not any(PLANTED in prompt or "coupons" in prompt for prompt in sent(model, "会员日的优惠券"))
    published = await admin.post("/admin/publish", data={"connection": "shop"})
    assert published.status_code == 200
    async with chatting(app.address, "viewer") as chat:
        await chat.ask("会员日的优惠券吗")
    assert PLANTED in sent(model, "会员日的优惠券吗")[0]
    assert "teach.stage" in audited_acts(app)


async def test_a_table_is_read_as_its_owner_says_and_not_before(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    table = f"问法,写法\n一共多少笔？,SELECT count(*) AS n FROM sale\n坏的,{TOP} HAVING nothing > 1\n"
    async with chatting(app.address, "analyst") as chat:
        card = await dropped(chat, "qa.csv", table.encode("gb18030"))
        path = f"/teach/drafts/{card['draft']}"
        assert [choice["as"] for choice in card["state"]["choices"]] == ["pairs", "documentation", "data"]
        assert (await chat.http.post(f"{path}/stage")).status_code == 422
        assert (await chat.http.post(f"{path}/read", json={"as": "nonsense"})).status_code == 422
        assert "Reading qa.csv" in (await chat.http.get(path)).json()["busy"]
        read = (await chat.http.post(f"{path}/read", json={"as": "pairs"})).json()
        assert (read["phase"], read["count"]) == ("ready", 1)
        assert "qa.csv, line 3" in read["refused"][0]
        assert (await chat.http.get(path)).json()["refused"] == read["refused"], "also after a reload"
        data = await dropped(chat, "sales.csv", b"day,amount\n2026-10-01,5\n")
        assert [choice["as"] for choice in data["state"]["choices"]] == ["documentation", "data"]


async def test_a_note_is_its_authors_to_see_delete_and_offer(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    async with chatting(app.address, "viewer") as chat, signed_in(app.address, "analyst") as other:
        message = await chat.ask("记住：客单价 = 营业额 / 笔数")
        assert "NotesCard" in chat.of(message)
        [note] = (await chat.http.get("/notes")).json()["notes"]
        assert (await other.get("/notes")).json()["notes"] == []
        for act in ("offer", "remove"):
            assert (await other.post(f"/notes/{note['id']}/{act}")).status_code == 404
        offered = (await chat.http.post(f"/notes/{note['id']}/offer")).json()["notes"]
        assert offered[0]["offered"] is True
        queue = (await admin.get("/admin/review", params={"kind": "note"})).text
        assert "客单价 = 营业额 / 笔数" in queue
        await chat.http.post(f"/notes/{note['id']}/remove")
        assert "客单价" not in (await admin.get("/admin/review", params={"kind": "note"})).text
    assert {"note.offer", "note.remove"} <= set(audited_acts(app))


async def verdict(chat: ChatClient, message: dict[str, Any], value: int, **more: Any) -> httpx.Response:
    """Press a thumb under an answer."""
    feedback = {"forId": message["id"], "threadId": chat.thread, "value": value, "comment": "看看"}
    return await chat.http.put("/feedback", json={"feedback": feedback, "sessionId": chat.session, **more})


def idents(page: str) -> list[str]:
    """Return the entries whose buttons stand on a page."""
    return list(dict.fromkeys(re.findall(r"/admin/review/(\w+)/promote", page)))


async def test_a_corrected_answer_is_reviewed_edited_and_staged_as_verified(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    async with chatting(app.address, "analyst") as chat:
        message = await chat.ask("上个月卖了多少")
        refused = await verdict(chat, message, 0, sql="DELETE FROM sale")
        assert refused.status_code == 422 and "DELETE" in refused.json()["detail"]
        check = {"step": message["id"], "sql": "SELECT nothing FROM sale"}
        assert "nothing" in (await chat.http.post("/verdict/check", json=check)).json()["detail"]
        assert idents((await admin.get("/admin/review")).text) == []
        kept = await verdict(chat, message, 0, sql=GOOD, reasons=["scope", "made-up"])
        assert kept.status_code == 200
        page = (await admin.get("/admin/review")).text
        [ident] = idents(page)
        assert "What is included" in page and "made-up" not in page and "analyst" in page
        assert "day &gt;= :period_start AND day &lt; :period_end" in page, "not that month for ever"
    promote = {"connection": "shop", "title": "上个月一共卖了多少？", "content": "SELECT 1; SELECT 2"}
    wrong = await admin.post(f"/admin/review/{ident}/promote", data=promote)
    assert "message bad" in wrong.text and idents(wrong.text) == [ident]
    promote["content"] = GOOD.replace("'2026-10-01'", ":period_start").replace("'2026-11-01'", ":period_end")
    done = await admin.post(f"/admin/review/{ident}/promote", data=promote)
    assert "message good" in done.text and idents(done.text) == []
    again = await admin.post(f"/admin/review/{ident}/promote", data=promote)
    assert "admin has decided this already" in again.text
    staged = (await admin.get("/admin/items", params={"status": "staged"})).text
    assert "上个月一共卖了多少？" in staged and "verified by admin" in staged
    assert "review.promote" in audited_acts(app)


async def test_a_thumb_goes_to_the_queue_is_taken_back_and_rejected_with_a_reason(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    async with chatting(app.address, "viewer") as chat, signed_in(app.address, "analyst") as other:
        message = await chat.ask("每个服务区卖了多少钱")
        denied = await verdict(chat, message, 0, sql=GOOD)
        assert denied.status_code == 403, "a viewer gives no SQL"
        forged = {"forId": message["id"], "threadId": chat.thread, "value": 0}
        answer = await other.put(
            "/feedback", json={"feedback": forged, "sessionId": "s", "reasons": ["number"]}
        )
        assert answer.status_code == 404
        given = (await verdict(chat, message, 1)).json()["feedbackId"]
        page = (await admin.get("/admin/review", params={"kind": "up"})).text
        [ident] = idents(page)
        await chat.http.request("DELETE", "/feedback", json={"feedbackId": given})
        assert idents((await admin.get("/admin/review")).text) == []
        await verdict(chat, message, 1)
    [ident] = idents((await admin.get("/admin/review")).text)
    silent = await admin.post(f"/admin/review/{ident}/reject", data={"connection": "shop", "reason": " "})
    assert "message bad" in silent.text
    done = await admin.post(
        f"/admin/review/{ident}/reject", data={"connection": "shop", "reason": "按月更好"}
    )
    assert "message good" in done.text and idents(done.text) == []
    rejected = (await admin.get("/admin/review", params={"state": "rejected"})).text
    assert "按月更好" in rejected and idents(rejected) == []
    assert "每个服务区卖了多少钱" not in (await admin.get("/admin/items", params={"status": "staged"})).text


async def test_the_review_is_for_admins_with_the_pages_token(app: ChatServer) -> None:
    async with signed_in(app.address, "analyst") as http:
        assert (await http.get("/admin/review")).status_code == 403
    async with signed_in(app.address, "admin") as http:
        for act in ("promote", "reject"):
            assert (await http.post(f"/admin/review/x/{act}", data={"reason": "x"})).status_code == 403
