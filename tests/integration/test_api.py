"""The API for programs, over the demo with its row policies: each door as its routes are."""

import asyncio
import contextvars
import html
import json
import shlex
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from openai import AsyncOpenAI, AuthenticationError, NotFoundError

import services as wiring
from appdb.tokens import SCOPES, TokenStore
from appdb.users import User
from services import Services
from web import openai
from web.api import app as api

MONTH = "上个月营业额是多少"
BY_AREA = "What was last month's revenue by service area?"
PEOPLE = (
    User("ann", "admin"),
    User("bob", "branch_manager", {"branch_id": "2"}),
    User("eve", "branch_manager", {"branch_id": "2"}),
    User("dan", "branch_manager", {"branch_id": "3"}),
)
Clients = dict[str, httpx.AsyncClient]


@pytest.fixture(scope="module")
async def secrets(services: Services) -> AsyncIterator[dict[str, str]]:
    """Return a token of each person; the services are this process's."""
    wiring._opened = services
    store, found = TokenStore(services.app_database), {}
    for person in PEOPLE:
        await services.people.put(person.name, None, person.role, person.attributes)
        found[person.name] = (await store.add(person.name, "test", SCOPES, 1))[1]
    found["asks"] = (await store.add("ann", "asks", ["ask"], 1))[1]
    found["reads"] = (await store.add("ann", "reads", ["read"], 1))[1]
    yield found
    wiring._opened = None


@pytest.fixture
async def clients(secrets: dict[str, str]) -> AsyncIterator[Clients]:
    """Return a client for each token."""
    transport = httpx.ASGITransport(app=api.build(), root_path="/api")
    yield {
        name: httpx.AsyncClient(
            transport=transport,
            base_url="http://wenshu.test/v1",
            headers={"Authorization": f"Bearer {secret}"},
            timeout=60,
        )
        for name, secret in secrets.items()
    }


async def ask(client: httpx.AsyncClient, question: str, **more: Any) -> dict[str, Any]:
    """Ask and return the answer."""
    told = await client.post("/ask", json={"question": question, **more})
    assert told.status_code == 200, told.text
    answer: dict[str, Any] = told.json()
    return answer


async def test_the_whole_answer_has_the_fields_of_the_terminals(clients: Clients, services: Services) -> None:
    here = await services.assistant.ask_whole(MONTH, user=User("ann", "admin"), connection="demo")
    there = await ask(clients["ann"], MONTH)
    assert there.keys() == here.to_json().keys()
    assert (there["kind"], there["answer"], there["rows"]) == (here.kind, here.answer, here.rows)
    assert there["source"] and there["as_of"]


async def test_a_manager_sees_the_own_branch_at_every_door(clients: Clients) -> None:
    mine, whole = await ask(clients["bob"], MONTH), await ask(clients["ann"], MONTH)
    assert 0 < mine["rows"][0][0] < whole["rows"][0][0]
    native = "SELECT sum(amount) FROM daily_revenue AS r JOIN service_areas AS a USING (service_area_id)"
    period = "r.revenue_date >= DATE '2026-10-01' AND r.revenue_date < DATE '2026-11-01'"
    told = await clients["ann"].post("/sql", json={"sql": f"{native} WHERE {period} AND a.branch_id = 2"})
    assert told.json()["rows"] == mine["rows"]
    query = {"metrics": ["revenue"], "from": "2026-10-01", "until": "2026-11-01"}
    asked = await clients["bob"].post("/metrics/query", json={"query": query})
    assert asked.json()["rows"] == mine["rows"]
    refused = await clients["bob"].post("/sql", json={"sql": "SELECT 1"})
    assert (refused.status_code, refused.json()["code"]) == (403, "feature_missing")


async def test_events_come_in_order_and_end_with_the_answer(clients: Clients) -> None:
    told = await clients["ann"].post(
        "/ask", json={"question": BY_AREA}, headers={"Accept": "text/event-stream"}
    )
    assert told.headers["content-type"].startswith("text/event-stream")
    events = [part.split("\ndata: ", 1) for part in told.text.strip().split("\n\n")]
    names = [name.removeprefix("event: ") for name, _ in events]
    assert names.index("SqlReady") < names.index("RowsReady") < names.index("Answered") == len(names) - 1
    answer = json.loads(events[-1][1])["answer"]
    assert answer["id"] == told.headers["wenshu-turn"] and answer["thread"] == told.headers["wenshu-thread"]
    again = await clients["ann"].get(f"/turns/{answer['id']}/events")
    assert again.text.count("event: ") == 1 and "event: Answered" in again.text


async def test_the_same_key_is_the_same_turn_and_another_question_under_it_is_refused(
    clients: Clients,
) -> None:
    key = {"Idempotency-Key": "k-1"}
    body = {"question": MONTH}
    first, second = await asyncio.gather(
        *(clients["ann"].post("/ask", json=body, headers=key) for _ in range(2))
    )
    third = await clients["ann"].post("/ask", json=body, headers=key)
    told = {one.json().get("id") for one in (first, second, third) if one.status_code == 200}
    assert len(told) == 1 and third.status_code == 200
    other = await clients["ann"].post("/ask", json={"question": BY_AREA}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "key_of_another_request")
    theirs = await clients["bob"].post("/ask", json={"question": BY_AREA}, headers=key)
    assert theirs.status_code == 200


async def test_conversations_are_paged_read_and_deleted_by_their_owner_alone(clients: Clients) -> None:
    dan = clients["dan"]
    threads = [(await ask(dan, MONTH))["thread"] for _ in range(3)]
    await ask(dan, "你好", thread=threads[0])
    seen: list[str] = []
    cursor = ""
    while True:
        page = (await dan.get("/threads", params={"limit": 2, "cursor": cursor})).json()
        seen += [one["id"] for one in page["threads"]]
        if not (cursor := page["next"] or ""):
            break
    assert seen == [threads[0], threads[2], threads[1]]
    first = (await dan.get(f"/threads/{threads[0]}", params={"limit": 1})).json()
    rest = (await dan.get(f"/threads/{threads[0]}", params={"cursor": first["next"]})).json()
    assert [one["question"] for one in (*first["turns"], *rest["turns"])] == [MONTH, "你好"]
    for method in ("GET", "DELETE"):
        assert (await clients["ann"].request(method, f"/threads/{threads[0]}")).status_code == 404
    assert (await dan.delete(f"/threads/{threads[0]}")).status_code == 204
    assert (await dan.get(f"/threads/{threads[0]}")).status_code == 404


async def test_a_result_is_read_in_pages_and_taken_away_as_a_file(clients: Clients) -> None:
    answer = await ask(clients["ann"], "上个月各分公司营业额")
    path, rows, cursor = f"/results/{answer['result_id']}", [], ""
    while True:
        page = (await clients["ann"].get(path, params={"limit": 3, "cursor": cursor})).json()
        rows += page["rows"]
        if not (cursor := page["next"] or ""):
            break
    assert rows == answer["rows"] and len(rows) == page["row_count"] == 7
    table = await clients["ann"].get(path, params={"format": "csv"})
    assert table.content.decode("utf-8-sig").count("\n") == 8
    book = await clients["ann"].get(path, params={"format": "xlsx"})
    assert book.content.startswith(b"PK")
    assert (await clients["bob"].get(path)).status_code == 404


async def test_what_is_asked_back_is_answered_once(clients: Clients, services: Services) -> None:
    plain = await ask(clients["ann"], MONTH)
    refused = await clients["ann"].post(f"/turns/{plain['id']}/answer", json={"answer": "是"})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_asked_back")
    asked = await ask(clients["ann"], "最近的投诉")
    assert asked["kind"] == "clarify" and asked["suggestions"]
    path = f"/turns/{asked['id']}/answer"
    chosen = await clients["ann"].post(path, json={"answer": asked["suggestions"][0]})
    assert chosen.json()["kind"] == "data" and chosen.json()["thread"] == asked["thread"]
    again = await clients["ann"].post(path, json={"answer": asked["suggestions"][0]})
    assert again.status_code == 409


async def test_a_token_does_what_its_scopes_are_for(clients: Clients) -> None:
    assert (await clients["asks"].get("/threads")).json()["code"] == "scope_missing"
    assert (await clients["reads"].post("/ask", json={"question": MONTH})).status_code == 403
    assert (await clients["reads"].get("/connections")).json()["connections"][0]["name"] == "demo"
    assert (await clients["asks"].get("/me")).json()["scopes"] == ["ask"]
    # bob's token names the scope admin; his role does not.
    assert (await clients["bob"].get("/admin/people")).json()["code"] == "feature_missing"


async def test_metrics_are_those_that_may_be_asked(clients: Clients) -> None:
    found = (await clients["bob"].get("/metrics", headers={"Accept-Language": "zh-CN"})).json()
    revenue = next(one for one in found["metrics"] if one["name"] == "revenue")
    assert revenue["label"] == "营业额" and "service_area" in revenue["cut_by"]
    assert set(revenue["cut_by"]) <= {one["name"] for one in found["dimensions"]}
    wrong = await clients["bob"].post("/metrics/query", json={"query": {"metrics": ["no such"]}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "metric_query_invalid")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nothing", None, 404, "path_unknown"),
        ("GET", "/ask", None, 405, "method_unknown"),
        ("PUT", "/threads/x", None, 405, "method_unknown"),
        ("POST", "/ask", {"question": "？"}, 422, "question_empty"),
        ("POST", "/ask", {"question": "x" * 10_000}, 422, "question_too_long"),
        ("POST", "/ask", {}, 422, "request_invalid"),
        ("POST", "/ask", {"question": "x", "odd": 1}, 422, "request_invalid"),
        ("POST", "/ask", {"question": "x", "connection": "away"}, 403, "connection_forbidden"),
        ("POST", "/sql", {"sql": "DROP TABLE branches"}, 422, "sql_writes"),
        ("GET", "/threads?cursor=x", None, 422, "cursor_invalid"),
        ("GET", "/turns/%00", None, 404, "turn_unknown"),
        ("GET", "/results/x", None, 404, "result_gone"),
    ],
)
async def test_a_refusal_is_a_problem_with_a_code_and_a_sentence(
    clients: Clients, method: str, path: str, body: Any, status: int, code: str
) -> None:
    told = await clients["ann"].request(method, path, json=body, headers={"Accept-Language": "zh"})
    assert told.headers["content-type"] == "application/problem+json"
    problem = told.json()
    assert (told.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert any("㐀" <= sign <= "鿿" for sign in problem["detail"])


@pytest.mark.parametrize(
    "body", [b'{"question": "\xff\xfe"}', b'{"query": ' + b"[" * 9_000 + b"]" * 9_000 + b"}"]
)
async def test_a_body_that_is_no_json_is_the_senders_fault_and_said_to_be(
    clients: Clients, body: bytes
) -> None:
    sent = {"Content-Type": "application/json"}
    told = await clients["ann"].post("/metrics/query", content=body, headers=sent)
    assert (told.status_code, told.json()["code"]) == (400, "request_invalid")
    assert told.json()["errors"][0]["at"] == "body"


async def test_a_wrong_method_is_told_all_that_are_right(clients: Clients) -> None:
    told = await clients["ann"].put("/threads/x")
    assert told.headers["allow"] == "DELETE, GET"


async def test_who_sends_no_live_token_is_told_to(clients: Clients) -> None:
    for header in ({"Authorization": "Bearer x"}, {"Authorization": ""}, {"Authorization": "Basic YTpi"}):
        told = await clients["ann"].get("/openapi.json", headers=header)
        assert told.status_code == 401 and told.headers["www-authenticate"].startswith("Bearer")


async def test_the_document_names_every_route(clients: Clients) -> None:
    document = (await clients["ann"].get("/openapi.json")).json()
    told = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert {("post", "/v1/ask"), ("post", "/v1/sql"), ("get", "/v1/results/{result}")} <= told
    page = await clients["ann"].get("/docs", headers={"Accept-Language": "zh"})
    assert "第一个回答" in page.text and all(path in page.text for _, path in told)


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_the_first_question_of_the_page_runs_as_it_is_copied(clients: Clients, language: str) -> None:
    page = await clients["ann"].get("/docs", headers={"Accept-Language": language})
    shown = html.unescape(page.text.partition("<pre")[2].partition(">")[2].partition("</pre>")[0])
    command = shlex.split(shown)
    assert command[:2] == ["curl", "http://wenshu.test/api/v1/ask"]
    assert list(json.loads(command[-1])) == ["question"]


async def test_a_link_opens_for_whoever_sees_the_same_data(clients: Clients) -> None:
    answer = await ask(clients["bob"], MONTH)
    path = f"/answers/{answer['id']}"
    assert (await clients["eve"].get(path)).json()["code"] == "answer_not_shared"
    assert (await clients["eve"].post(f"/turns/{answer['id']}/share")).status_code == 404
    shared = await clients["bob"].post(f"/turns/{answer['id']}/share")
    assert shared.json()["path"] == path
    for name in ("bob", "eve", "ann"):
        assert (await clients[name].get(path)).json()["answer"]["rows"] == answer["rows"]
    refused = await clients["dan"].get(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "answer_rights")
    whole = await ask(clients["ann"], MONTH)
    await clients["ann"].post(f"/turns/{whole['id']}/share")
    assert (await clients["bob"].get(f"/answers/{whole['id']}")).status_code == 403


async def test_an_answer_is_not_shared_under_rights_it_was_not_computed_under(
    clients: Clients, services: Services
) -> None:
    answer = await ask(clients["eve"], MONTH)
    await services.people.put("eve", None, "branch_manager", {"branch_id": "4"})
    try:
        refused = await clients["eve"].post(f"/turns/{answer['id']}/share")
        assert (refused.status_code, refused.json()["code"]) == (422, "answer_rights_changed")
    finally:
        await services.people.put("eve", None, "branch_manager", {"branch_id": "2"})


async def test_the_audit_of_what_a_program_does_names_its_token(
    clients: Clients, services: Services, secrets: dict[str, str]
) -> None:
    await ask(clients["asks"], MONTH)
    asked = (await services.audit.read("ann", act="ask", limit=1))[0]
    assert asked.detail and asked.detail["through"] == "asks" and asked.detail["turn"]
    await clients["ann"].post("/sql", json={"sql": "SELECT 1 AS one"})
    ran = (await services.audit.read("ann", act="sql", limit=1))[0]
    assert ran.detail and ran.detail["through"] == "test"
    assert not any(secret in str((asked, ran)) for secret in secrets.values())
    asking = services.assistant.ask_whole(MONTH, user=User("ann", "admin"), connection="demo", fresh=True)
    await asyncio.create_task(
        asking, context=contextvars.Context()
    )  # a request of its own, as the server has
    by_hand = (await services.audit.read("ann", act="ask", limit=1))[0]
    assert "through" not in (by_hand.detail or {}), "nobody's token was used"


async def test_verdicts_go_into_the_review_queue(clients: Clients, services: Services) -> None:
    answer = await ask(clients["ann"], MONTH)
    given = {"value": "down", "comment": "not the branch I meant"}
    told = await clients["ann"].put(f"/turns/{answer['id']}/feedback", json=given)
    assert told.json() == {"turn": answer["id"], "value": "down"}
    row = await services.app_database.row("SELECT comment FROM reviews WHERE author = 'ann'")
    assert row == {"comment": "not the branch I meant"}
    assert (await clients["bob"].put(f"/turns/{answer['id']}/feedback", json=given)).status_code == 404


async def test_admins_list_stage_and_manage(clients: Clients, services: Services) -> None:
    ann = clients["ann"]
    listed = (await ann.get("/admin/knowledge", params={"kind": "pair", "limit": 2})).json()
    assert listed["total"] > 2 and len(listed["items"]) == 2 and listed["next"]
    staged = await ann.post(
        "/admin/knowledge", json={"files": [{"name": "note.md", "content": "# API probe\n\nText."}]}
    )
    assert sum(staged.json()["added"].values()) == 1
    found = (await ann.get("/admin/knowledge", params={"search": "API probe"})).json()["items"]
    assert [one["status"] for one in found] == ["staged"]
    await services.records.stage_removal([found[0]["id"]], by="ann")
    made = await ann.post("/admin/people", json={"name": "new", "role": "viewer"})
    assert made.status_code == 201 and len(made.json()["password"]) >= 8
    changed = await ann.patch("/admin/people/new", json={"disabled": True, "attributes": {"branch_id": "3"}})
    assert changed.json()["disabled"] and changed.json()["attributes"] == {"branch_id": "3"}
    own = await ann.patch("/admin/people/ann", json={"role": "viewer"})
    assert own.json()["code"] == "own_account"


def chat_program(key: str) -> AsyncOpenAI:
    """Return the official client of the chat API, with a token."""
    transport = httpx.ASGITransport(app=openai.build(), root_path="/v1")
    return AsyncOpenAI(
        base_url="http://wenshu.test",
        api_key=key,
        http_client=httpx.AsyncClient(transport=transport, timeout=60),
        max_retries=0,
    )


async def test_a_chat_program_is_offered_a_file_as_it_is_called_until_two_are_called_so(
    secrets: dict[str, str], services: Services, tmp_path: Path
) -> None:
    ann, path = chat_program(secrets["ann"]), tmp_path / "sales.csv"
    path.write_text("date,store,amount\n2026-10-01,North,10.5\n2026-10-02,South,20\n", "utf-8")
    first = await services.own_files.add(path, "sales.csv", "ann", "admin", kept=True)
    try:
        assert [one.id async for one in ann.models.list()] == ["wenshu", "wenshu/demo", "wenshu/sales.csv"]
        said: list[Any] = [{"role": "user", "content": "total amount"}]
        for name in ("wenshu/sales.csv", f"wenshu/{first.name}"):
            told = await ann.chat.completions.create(model=name, messages=said)
            assert "30.5" in (told.choices[0].message.content or "")
        second = await services.own_files.add(path, "sales.csv", "ann", "admin", kept=True)
        listed = [one.id async for one in ann.models.list()]
        assert sorted(listed[2:]) == sorted(f"wenshu/{one.name}" for one in (first, second))
        with pytest.raises(NotFoundError):
            await ann.chat.completions.create(model="wenshu/sales.csv", messages=said)
        with pytest.raises(NotFoundError):
            await chat_program(secrets["bob"]).models.retrieve(f"wenshu/{first.name}")
    finally:
        await services.own_files.forget_owner("ann")


async def test_the_official_client_of_the_chat_api_asks_follows_up_and_streams(
    secrets: dict[str, str],
) -> None:
    bob = chat_program(secrets["bob"])
    assert [one.id async for one in bob.models.list()] == ["wenshu", "wenshu/demo"]
    said: list[Any] = [{"role": "user", "content": BY_AREA}]
    first = (await bob.chat.completions.create(model="wenshu", messages=said)).choices[0].message.content
    assert first and "| Service area | Revenue |" in first and "data as of" in first
    said += [{"role": "assistant", "content": first}, {"role": "user", "content": "and the month before?"}]
    stream = await bob.chat.completions.create(model="wenshu/demo", messages=said, stream=True)
    pieces = [chunk.choices[0] async for chunk in stream]
    words = "".join(piece.delta.content or "" for piece in pieces)
    assert "September 2026" in words and "| Service area |" in words and pieces[-1].finish_reason == "stop"
    with pytest.raises(AuthenticationError):
        await chat_program("wenshu_wrong").chat.completions.create(model="wenshu", messages=said)
    with pytest.raises(NotFoundError):
        await bob.chat.completions.create(model="gpt-4o", messages=said)
