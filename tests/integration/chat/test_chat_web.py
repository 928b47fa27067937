"""What stands around the chat's page: headers, limits, closed doors, sign-in."""

import contextlib

import httpx
import pytest

from appdb.pool import AppDatabase
from appdb.users import PeopleStore
from config.settings import Settings
from demo.people import PASSWORD
from tests.fakes.chat_client import signed_in
from tests.fakes.chat_server import ChatServer


@pytest.fixture
async def anyone(chat: ChatServer) -> httpx.AsyncClient:
    """Return a client of nobody."""
    return httpx.AsyncClient(base_url=chat.address)


async def test_ready_answers_in_json(anyone: httpx.AsyncClient) -> None:
    assert (await anyone.get("/ready")).json() == {"status": "ready", "problems": []}


@pytest.mark.parametrize(
    "path", ["/docs", "/redoc", "/openapi.json", "/project/share/x", "/copilot/index.js", "/auth/oauth/x"]
)
async def test_what_is_not_used_is_not_there(anyone: httpx.AsyncClient, path: str) -> None:
    assert (await anyone.get(path)).status_code == 404


@pytest.mark.parametrize(
    "method, path", [("PUT", "/project/element"), ("POST", "/mcp"), ("POST", "/project/action")]
)
async def test_routes_that_trust_the_browser_are_closed(chat: ChatServer, method: str, path: str) -> None:
    async with signed_in(chat.address) as http:
        assert (await http.request(method, path, json={})).status_code == 404


async def test_the_page_names_no_other_host_and_may_reach_none(anyone: httpx.AsyncClient) -> None:
    page = await anyone.get("/")
    assert "https://" not in page.text and "http://" not in page.text
    policy = page.headers["content-security-policy"]
    host = anyone.base_url.netloc.decode()
    assert f"connect-src 'self' ws://{host} wss://{host};" in policy
    assert "frame-ancestors 'none'" in policy and page.headers["x-content-type-options"] == "nosniff"


async def test_the_settings_page_speaks_the_browsers_language(chat: ChatServer) -> None:
    async with signed_in(chat.address) as http:
        zh = (await http.get("/project/settings", params={"language": "zh-CN"})).json()
        en = (await http.get("/project/settings", params={"language": "en-US"})).json()
    assert zh["starters"][0]["message"] == "上个月营业额最高的5个服务区是哪些？"
    assert en["starters"][0]["message"] == "Top 5 service areas by revenue last month"
    assert zh["markdown"].startswith("# 问数") and en["markdown"].startswith("# Wenshu")
    assert zh["chatProfiles"] == [], "one database needs no choice"
    assert zh["ui"]["default_theme"] == "system"
    assert zh["features"]["mcp"]["enabled"] is False


async def test_several_databases_are_a_choice_of_what_the_role_may_ask(chat: ChatServer) -> None:
    async with signed_in(chat.address, "admin") as http:
        found = (await http.get("/project/settings", params={"language": "zh-CN"})).json()["chatProfiles"]
    assert [(profile["name"], profile["display_name"]) for profile in found] == [
        ("demo", "demo（演示）"),
        ("secret", "secret（演示）"),
    ]
    assert found[0]["starters"][0]["message"] == "上个月各分公司的目标完成率是多少？"
    assert found[1]["starters"] == [], "the demo's questions are no example of another database"


async def test_the_page_learns_who_may_administer(chat: ChatServer) -> None:
    for name, may in (("viewer", False), ("admin", True)):
        async with signed_in(chat.address, name) as http:
            told = (await http.get("/me")).json()
        assert told == {"name": name, "admin": may, "upload": may, "schedules": True}


async def test_the_demos_sign_ins_are_told_on_this_machine_where_they_let_in(
    anyone: httpx.AsyncClient, chat_url: str
) -> None:
    async def told() -> list[tuple[str, str]]:
        hint = await anyone.get("/sign-in/hint", headers={"Accept-Language": "zh-CN"})
        return [(person["name"], person["about"]) for person in hint.json()["people"]]

    assert await told() == [], "real people of these names have passwords of their own"
    async with await AppDatabase.open(chat_url, size=1) as database:
        people = PeopleStore(database)
        await people.put("manager", PASSWORD, "branch_manager", {"branch_id": "2"})
        assert await told() == [("manager", "只看本分公司的数据")]
        await people.set_disabled("manager", True)  # as the start does where others reach the chat
        assert await told() == []


async def test_a_body_too_large_is_refused_announced_or_not(chat: ChatServer) -> None:
    async with signed_in(chat.address) as http:
        large = b"x" * 12_000_000
        assert (await http.post("/project/thread/feedback", content=large)).status_code == 413
        file = b"x" * (Settings().max_file_mb + 2) * 1_000_000
        assert (await http.post("/project/file", content=file)).status_code == 413

        async def pieces() -> object:
            for _ in range(12):
                yield b"x" * 1_000_000

        unannounced = http.post("/project/threads", content=pieces())  # type: ignore[arg-type]
        with contextlib.suppress(httpx.TransportError):
            assert (await unannounced).status_code >= 400
        assert (await http.get("/ready")).status_code == 200


async def test_the_eleventh_wrong_password_of_a_minute_has_to_wait(chat: ChatServer) -> None:
    async with httpx.AsyncClient(base_url=chat.address, timeout=30) as http:
        wrong = {"username": "viewer", "password": "no"}
        codes = [(await http.post("/login", data=wrong)).status_code for _ in range(11)]
        assert codes == [401] * 10 + [429]
        right = {"username": "viewer", "password": "viewer-password"}
        refused = await http.post("/login", data=right)
        assert refused.status_code == 429 and refused.json() == {"detail": "toomanyattempts"}
