"""Drafts on the metrics tab over HTTP: made from the live schema, named by the model, ticked, staged."""

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from tests.fakes.admin_app import audited_acts
from tests.fakes.chat_server import ChatServer
from tests.fakes.openai_server import FakeOpenAI

pytestmark = pytest.mark.slow
ASKS_A_MODEL = True

NAMED = {"sale_amount": {"zh": "流水", "en": "Takings", "synonyms": ["income"], "expression": "SUM(id)"}}


@pytest.fixture(scope="module")
def model() -> Iterator[FakeOpenAI]:
    """Serve a model that says something else each time it is not told what to say."""
    with FakeOpenAI(answers={"*": "NO_SQL: not_data"}) as fake:
        yield fake


async def drafted(http: httpx.AsyncClient) -> str:
    """Return the page that a draft answers with."""
    return unescape((await http.post("/admin/metrics/draft", data={"connection": "shop"})).text)


def offered(page: str) -> list[dict[str, Any]]:
    """Return the definitions a page offers."""
    found: list[dict[str, Any]] = json.loads(re.findall(r'name="offered" value="(.*)">', page)[0])
    return found


async def test_a_draft_is_named_by_the_model_and_staged_only_where_ticked(
    app: ChatServer, admin: httpx.AsyncClient, model: FakeOpenAI
) -> None:
    model.script(json.dumps(NAMED))
    page = await drafted(admin)
    shown = {one["entry"]["name"]: one["entry"] for one in offered(page)}
    assert shown["sale_amount"]["names"] == {"zh": "流水", "en": "Takings"}
    assert shown["sale_amount"]["expression"] == "SUM(amount)"
    assert {"sale_count", "area_count", "area"} <= shown.keys()
    assert "The model named all but" in page
    place = list(shown).index("sale_amount")
    sent = {"connection": "shop", "offered": json.dumps(offered(page)), "selected": str(place)}
    answer = unescape((await admin.post("/admin/metrics/draft/stage", data=sent)).text)
    assert "1 definition staged" in answer
    assert "sale_amount" not in [one["entry"]["name"] for one in offered(answer)], "the others stay offered"
    listed = unescape((await admin.get("/admin/metrics/list?connection=shop")).text)
    assert "(sale_amount)" in listed and "(sale_count)" not in listed
    again = [one["entry"].get("name") for one in offered(await drafted(admin)) if one["section"] == "metrics"]
    assert "sale_count" in again and "sale_amount" not in again, "what is staged is not drafted again"
    asked = {"connection": "shop", "question": "income"}
    tried = unescape((await admin.post("/admin/metrics/try", data=asked)).text)
    assert "Metric: Takings" in tried and "SUM(sale.amount)" in tried
    assert audited_acts(app)[-1] == "teach.draft"
    await admin.post("/admin/publish", data={"connection": "shop"})
    assert await starters(admin), "a chat begins with questions over what is published"


async def starters(http: httpx.AsyncClient) -> list[str]:
    """Return what an empty chat offers, once a version with metrics is published."""
    for _ in range(100):
        found = (await http.get("/project/settings", params={"language": "en-US"})).json()["starters"]
        if found:
            assert [one["message"] for one in found if "akings" not in one["message"]] == []
            return [one["message"] for one in found]
        await asyncio.sleep(0.2)
    return []


async def test_what_does_not_hold_is_refused_by_name_and_the_rest_is_staged(
    app: ChatServer, admin: httpx.AsyncClient
) -> None:
    sections = [
        {"section": "hierarchies", "entry": ["nowhere", "area"]},
        {"section": "metrics", "entry": {"name": "forged", "table": "sale", "expression": "SUM(nothing)"}},
        {"section": "dimensions", "entry": {"name": "area", "names": "Service area", "column": "area.name"}},
        {"section": "users", "entry": {"name": "root"}},
    ]
    sent = {"connection": "shop", "offered": json.dumps(sections), "selected": ["0", "1", "2", "3"]}
    answer = unescape((await admin.post("/admin/metrics/draft/stage", data=sent)).text)
    assert "1 definition staged" in answer
    assert "nowhere" in answer and "nothing" in answer and "root" not in answer
    listed = unescape((await admin.get("/admin/metrics/list?connection=shop")).text)
    assert "(area)" in listed and "(forged)" not in listed


async def test_a_day_that_is_not_clear_has_to_be_chosen_before_a_figure_is_staged(
    admin: httpx.AsyncClient,
) -> None:
    entry = {"name": "till", "names": {"en": "Till"}, "table": "sale", "expression": "SUM(amount)"}
    sections = [{"section": "metrics", "entry": entry, "times": ["day", "loaded"], "is_open": True}]
    sent = {"connection": "shop", "offered": json.dumps(sections), "selected": "0"}
    answer = unescape((await admin.post("/admin/metrics/draft/stage", data=sent)).text)
    assert "does not say which column tells when" in answer
    assert [one["is_open"] for one in offered(answer)] == [True], "it stays offered"
    assert re.findall(r"<option[^>]*>([^<]*)</option>", answer)[1:3] == ["day", "loaded"]
    forged = await admin.post("/admin/metrics/draft/stage", data={**sent, "time_0": "id"})
    assert forged.status_code == 400
    answer = unescape((await admin.post("/admin/metrics/draft/stage", data={**sent, "time_0": "day"})).text)
    assert "1 definition staged" in answer
    tried = {"connection": "shop", "question": "Till by month"}
    assert "sale.day" in unescape((await admin.post("/admin/metrics/try", data=tried)).text)


async def test_a_model_that_talks_leaves_the_draft_under_its_columns_names(admin: httpx.AsyncClient) -> None:
    page = await drafted(admin)
    assert "could not be read" in page
    assert "sale_count" in [one["entry"]["name"] for one in offered(page)]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"section": "metrics"}]', "[", "null"])
async def test_what_no_page_would_send_back_is_refused(admin: httpx.AsyncClient, text: str) -> None:
    sent = {"connection": "shop", "offered": text, "selected": "0"}
    assert (await admin.post("/admin/metrics/draft/stage", data=sent)).status_code == 400


async def test_a_database_that_is_not_there_is_not_drafted(admin: httpx.AsyncClient) -> None:
    for path in ("draft", "draft/stage"):
        answer = await admin.post(f"/admin/metrics/{path}", data={"connection": "gone", "offered": "[]"})
        assert answer.status_code == 404, path
