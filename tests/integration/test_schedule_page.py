"""The page of schedules on the real services: from the form to the webhook, under each person's rights."""

import datetime as dt
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from appdb.users import PeopleStore, User
from schedules.wired import wire
from services import Services
from tests.fakes.demo_services import ADMIN, MANAGER
from tests.fakes.webhooks import Webhook, webhook
from web import schedule_page
from web.admin import page as admin_page
from web.signed_in import from_our_page, person

FORM = {"question": "上个月的营业额", "when": "每周一 8:00", "language": "zh", "kind": "feishu"}


@pytest.fixture
def hook() -> Iterator[Webhook]:
    """Return a webhook that listens."""
    with webhook() as found:
        yield found


@pytest.fixture
async def opened(
    services: Services, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Services]:
    """Return the real services, allowed to send to the webhook, with both people in the database."""
    settings = services.settings.model_copy(update={"webhook_hosts": hook.host})
    schedules = wire(
        settings,
        services.app_database,
        "a secret of the tests that is long enough",
        ask=services.assistant.ask_whole,
        find=services.people.find,
        access=services.access,
        connections=lambda owner: (*services.databases.names, *services.databases.owned(owner)),
    )
    found = replace(services, settings=settings, schedules=schedules)
    for module in (schedule_page, admin_page):
        monkeypatch.setattr(module, "services", lambda: found)
    for user in (ADMIN, MANAGER):
        await PeopleStore(services.app_database).put(user.name, None, user.role, dict(user.attributes))
    yield found
    await services.app_database.run("DELETE FROM schedules")


def browser(user: User) -> httpx.AsyncClient:
    """Return a browser in which a person is signed in."""
    app = FastAPI()
    app.include_router(schedule_page.router)
    app.dependency_overrides[person] = lambda: user
    app.dependency_overrides[from_our_page] = lambda: None
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(
        transport=transport, base_url="http://wenshu.test", headers={"Accept-Language": "zh-CN"}
    )


def said_in(page: str) -> str:
    found = re.search(r'<div class="message \w+">\s*<p>(.*?)</p>', page, re.DOTALL)
    assert found, page
    return unescape(found.group(1))


def ident_in(page: str) -> str:
    found = re.search(r'data-schedule="(\w+)"', page)
    assert found, page
    return found.group(1)


async def test_figure_goes_from_the_form_to_the_group_under_its_owners_rights(
    opened: Services, hook: Webhook
) -> None:
    figures = {}
    for user in (ADMIN, MANAGER):
        async with browser(user) as http:
            page = (await http.post("/schedules", data={**FORM, "address": hook.url, "secret": "s"})).text
            assert "已设定：每周一 8:00" in said_in(page) and "secret-token" not in page
            ident = ident_in(page)
            await http.post(f"/schedules/{ident}/run")
            assert await opened.schedules.runner.look() == 1
            history = (await http.get("/schedules/list")).text
            assert "已发送" in history and "已收下" in history and "secret-token" not in history
        asked = await opened.assistant.ask_whole(FORM["question"], user=user, connection="demo", fresh=True)
        sent = hook.bodies[-1]["content"]["text"]
        assert asked.answer in sent and f"角色 {user.role}" in sent
        figures[user.name] = asked.rows
    assert figures[ADMIN.name] != figures[MANAGER.name]


async def test_a_file_of_ones_own_is_scheduled_and_nobody_elses(
    opened: Services, hook: Webhook, tmp_path: Path
) -> None:
    (tmp_path / "sales.csv").write_text("day,sales\n2026-10-05,3\n2026-10-06,4\n", "utf-8")
    made = await opened.own_files.add(tmp_path / "sales.csv", "sales.csv", ADMIN.name, ADMIN.role, kept=True)
    form = {**FORM, "address": hook.url, "question": "total sales", "connection": made.name}
    async with browser(ADMIN) as http:
        assert f'<option value="{made.name}">sales.csv</option>' in (await http.get("/schedules")).text
        page = (await http.post("/schedules", data=form)).text
        await http.post(f"/schedules/{ident_in(page)}/run")
        assert await opened.schedules.runner.look() == 1 and "sales.csv" in page
        assert "7" in hook.bodies[-1]["content"]["text"]
        await opened.own_files.remove(ADMIN.name, made.name)
        await http.post(f"/schedules/{ident_in(page)}/run")
        await opened.schedules.runner.look()
        assert "已不再连接" in hook.bodies[-1]["content"]["text"]
    async with browser(MANAGER) as http:
        assert made.name not in (await http.get("/schedules")).text
        assert "没有名为" in said_in((await http.post("/schedules", data=form)).text)


async def test_two_files_of_one_name_are_told_apart(opened: Services, tmp_path: Path) -> None:
    (tmp_path / "sales.csv").write_text("day,sales\n2026-10-05,3\n", "utf-8")
    made = [
        await opened.own_files.add(tmp_path / "sales.csv", "sales.csv", ADMIN.name, ADMIN.role)
        for _ in range(2)
    ]
    async with browser(ADMIN) as http:
        page = (await http.get("/schedules")).text
    titles = [re.findall(f'<option value="{one.name}">(.*?)</option>', page)[0] for one in made]
    for one in made:
        await opened.own_files.remove(ADMIN.name, one.name)
    assert len(set(titles)) == len(made) and all(title.startswith("sales.csv · 20") for title in titles)


async def test_others_see_nothing_and_admins_not_where_it_goes(opened: Services, hook: Webhook) -> None:
    async with browser(MANAGER) as http:
        ident = ident_in((await http.post("/schedules", data={**FORM, "address": hook.url})).text)
    other = User("eve", "viewer")
    async with browser(other) as http:
        assert ident not in (await http.get("/schedules/list?of=all")).text
        for act in ("pause", "resume", "run", "remove"):
            assert "已经不在了" in said_in((await http.post(f"/schedules/{ident}/{act}")).text)
    async with browser(ADMIN) as http:
        assert ident not in (await http.get("/schedules/list")).text
        everybody = (await http.get("/schedules/list?of=all")).text
        assert ident in everybody and "bob 的" in everybody and "127.0.0.1" not in everybody
        assert "已暂停" in said_in((await http.post(f"/schedules/{ident}/pause")).text)
        assert "已删除" in said_in((await http.post(f"/schedules/{ident}/remove")).text)


async def test_a_question_without_rows_yet_is_kept_and_that_is_said(
    opened: Services, hook: Webhook, tmp_path: Path
) -> None:
    (tmp_path / "sales.csv").write_text(
        "day,shop,sales\n2026-10-05,A,3\n2026-10-06,A,5\n2026-11-06,B,4\n2026-11-07,B,6\n", "utf-8"
    )
    made = await opened.own_files.add(tmp_path / "sales.csv", "sales.csv", ADMIN.name, ADMIN.role, kept=True)
    form = {**FORM, "address": hook.url, "connection": made.name}
    async with browser(ADMIN) as http:
        empty = said_in(
            (await http.post("/schedules", data={**form, "question": "total sales of B in October"})).text
        )
        assert "还没有数据" in empty and "SQL" not in empty and empty.count("没有同时满足") == 1
        full = said_in((await http.post("/schedules", data={**form, "question": "total sales of B"})).text)
        assert "还没有数据" not in full
    await opened.own_files.remove(ADMIN.name, made.name)


async def test_what_is_refused_is_said_in_a_sentence_and_not_kept(opened: Services, hook: Webhook) -> None:
    wrong = (
        ({"when": "以后再说"}, "没看懂时间"),
        ({"address": "https://10.0.0.1/x"}, "内网"),
        ({"address": ""}, "1 到 10 个发送地址"),
        ({"kind": "mail", "address": "a@b.cn"}, "没有配置邮件"),
        ({"told": "above", "number": ""}, "不是可以比较的数"),
        ({"told": "above", "number": "5", "question": "上个月各服务区的营业额"}, "只有一个数"),
        ({"question": "荔枝几月上市"}, "没有可发送的数字"),
        ({"timezone": "Mars/Phobos"}, "没有这个时区"),
    )
    async with browser(ADMIN) as http:
        for change, sentence in wrong:
            page = await http.post("/schedules", data={**FORM, "address": hook.url, **change})
            assert sentence in said_in(page.text), change
            assert "data-schedule" not in page.text
    assert hook.raw == []


async def test_form_begins_with_ones_own_answer_and_nobody_elses(opened: Services, hook: Webhook) -> None:
    asked = await opened.assistant.ask_whole("上个月的营业额", user=MANAGER, connection="demo")
    async with browser(MANAGER) as http:
        page = (await http.get(f"/schedules?turn={asked.id}")).text
        assert 'value="上个月的营业额"' in page
        kept = await http.post("/schedules", data={**FORM, "address": hook.url, "turn": asked.id})
        assert "已设定" in said_in(kept.text)
        other = {**FORM, "question": "上个月的订单数", "address": hook.url, "turn": asked.id}
        assert "理解与原对话里不同" in said_in((await http.post("/schedules", data=other)).text)
    async with browser(ADMIN) as http:
        assert 'value="上个月的营业额"' not in (await http.get(f"/schedules?turn={asked.id}")).text


async def test_page_stands_in_both_languages(opened: Services) -> None:
    async with browser(ADMIN) as http:
        assert "定时与提醒" in (await http.get("/schedules")).text
        english = await http.get("/schedules?language=en")
        assert "Schedules" in english.text and "wenshu_language=en" in english.headers["set-cookie"]
        assert not re.search("[一-鿿]", re.sub('中文|value="[^"]*"', "", english.text))


async def test_briefing_and_anomalies_can_be_scheduled(opened: Services, hook: Webhook) -> None:
    async with browser(ADMIN) as http:
        for change in ({"question": "最近经营得怎么样"}, {"question": "有什么异常吗", "told": "anomaly"}):
            page = await http.post("/schedules", data={**FORM, "address": hook.url, **change})
            assert "已设定" in said_in(page.text), change
    await opened.app_database.run("UPDATE schedules SET next_at = %s", dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    assert await opened.schedules.runner.look() == 2
    rows = await opened.app_database.rows("SELECT status FROM schedule_runs ORDER BY status")
    assert {row["status"] for row in rows} <= {"sent", "quiet"} and len(hook.raw) >= 1
