"""Our pages beside the chat (tokens, schedules, an answer): by keyboard, on a phone, for screen readers."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.conftest import Visit, opened, violations
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.browser
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
QUESTION = "How many sales were there on each of the shop's pages?"
PAIR = {"question": QUESTION, "sql": "SELECT count(*) AS sales, 'a page' AS page FROM sale"}
FORM = {"username": "admin", "password": "admin-password"}


@pytest.fixture(scope="module")
def answer(playwright: Playwright, app: ChatServer) -> Iterator[str]:
    """Teach a question, publish it, ask it, and return its turn."""
    client = playwright.request.new_context(base_url=app.address)
    assert client.post("/login", form=FORM).ok
    files = [{"name": "pages.jsonl", "content": json.dumps(PAIR)}]
    taught = client.post("/api/v1/admin/knowledge", data={"files": files, "connection": "shop"})
    assert taught.ok, taught.text()
    run = client.post("/api/v1/admin/publish", data={"connection": "shop"}).json()
    while run["status"] in ("waiting", "running"):
        run = client.get(f"/api/v1/admin/runs/{run['id']}?connection=shop").json()
    assert run["published"], run
    told = client.post("/api/v1/ask", data={"question": QUESTION, "connection": "shop"})
    assert told.json()["rows"] == [[90, "a page"]], told.text()
    yield told.headers["wenshu-turn"]
    client.dispose()


SignedIn = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture
def signed_in(chromium: Browser, app: ChatServer) -> SignedIn:
    """Return an opener of browsers that are signed in."""

    @contextmanager
    def opener(locale: str = "en-US", width: int = 1280, scheme: str = "light") -> Iterator[Visit]:
        with opened(chromium, app.address, locale, width, scheme) as visit:
            assert visit.page.request.post(f"{app.address}/login", form=FORM).ok
            yield visit

    return opener


@pytest.mark.parametrize(("locale", "scheme", "width"), [("zh-CN", "light", 1280), ("en-US", "dark", 390)])
def test_pages_fit_and_every_part_is_named_and_readable(
    signed_in: SignedIn, answer: str, locale: str, scheme: str, width: int
) -> None:
    with signed_in(locale, width, scheme) as person:
        page = person.page
        for path in ("/tokens", f"/schedules?turn={answer}", f"/answers/{answer}", "/api/v1/docs"):
            page.goto(f"{person.address}{path}")
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert page.evaluate(WIDE) <= 0, f"{path} stands out at the side"
            assert violations(page) == [], path
            assert page.locator("html").get_attribute("lang") == locale[: 5 if locale == "zh-CN" else 2]
        assert person.foreign == []


def test_a_token_is_made_and_revoked_by_keyboard(signed_in: SignedIn) -> None:
    with signed_in() as person:
        page = person.page
        page.goto(f"{person.address}/tokens")
        page.locator("[name=name]").focus()
        page.keyboard.type("weekly report")
        page.keyboard.press("Enter")
        expect(page.locator("#tokens")).to_contain_text("weekly report")
        expect(page.locator("#said code")).to_contain_text("wenshu_")
        page.on("dialog", lambda dialog: dialog.accept())
        revoke = page.locator("#tokens").get_by_role("button", name="Revoke").first
        revoke.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#tokens")).to_contain_text("revoked")


def test_a_schedule_that_cannot_be_is_refused_by_keyboard_with_its_reason_and_what_was_typed(
    signed_in: SignedIn, answer: str
) -> None:
    with signed_in() as person:
        page = person.page
        page.goto(f"{person.address}/schedules?turn={answer}")
        expect(page.locator("[name=question]")).to_have_value(QUESTION)
        page.locator("[name=when]").focus()
        page.keyboard.type("whenever it rains")
        page.locator("[name=address]").first.focus()
        page.keyboard.type("http://127.0.0.1:9/hook")
        page.keyboard.press("Enter")
        expect(page.locator("#said .message")).to_be_visible()
        expect(page.locator("#said")).not_to_contain_text("did not work")
        expect(page.locator("[name=when]")).to_have_value("whenever it rains")
        assert violations(page) == []
