"""The chat inside another site's page: a real second site, its own server, its own people."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Playwright, expect

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from tests.browser.conftest import Visit, opened
from tests.conftest import create_database, drop_database
from tests.fakes.chat_server import ChatServer, running_chat

pytestmark = pytest.mark.browser
QUESTION = "上个月营业额最高的5个服务区是哪些？"
DROP_A_FILE = """(box) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(["a"], "a.csv"))
    const shared = { bubbles: true, cancelable: true, composed: true }
    box.dispatchEvent(new DragEvent("drop", { dataTransfer, ...shared }))
}"""
BARS = ".js-plotly-plot .bars .point path"


@dataclass
class OtherSite:
    """A site that is not ours: one page with our script, and what its server answers for a token."""

    address: str  # of another site than ours, to a browser
    neighbour: str = ""  # the same pages, on our site: a sign-in's cookie goes along with its requests
    wenshu: str = ""
    token: str = ""
    asked: int = 0


def serving(site: OtherSite) -> type[BaseHTTPRequestHandler]:
    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/wenshu-token":
                site.asked += 1
                self._send(json.dumps({"token": site.token}), "application/json")
                return
            lang = self.path.strip("/") or "zh"
            script = (
                f'<script src="{site.wenshu}/embed/wenshu.js" data-token-url="/wenshu-token" defer></script>'
            )
            self._send(
                f'<!doctype html><html lang="{lang}"><head>{script}</head><body><h1>报表 Reports</h1></body>'
            )

        def _send(self, text: str, kind: str = "text/html; charset=utf-8") -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    return Pages


@contextmanager
def other_site() -> Iterator[OtherSite]:
    """Serve a site under another address: 127.0.0.1 is not localhost, to a browser."""
    site = OtherSite("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), serving(site))
    site.neighbour = f"http://localhost:{server.server_address[1]}"
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def site() -> Iterator[OtherSite]:
    """Serve the site that may embed."""
    with other_site() as found:
        yield found


@pytest.fixture(scope="module")
def embedding(
    playwright: Playwright,
    postgres: EmbeddedPostgres,
    app_template: str,
    site: OtherSite,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ChatServer]:
    """Serve the chat, open to that site."""
    create_database(postgres, "embedding_browser", app_template)
    url, folder = postgres.url("embedding_browser", APP_ROLE), tmp_path_factory.mktemp("embedding")
    with running_chat(url, folder, EMBED_ORIGINS=f"{site.address},{site.neighbour}") as server:
        site.wenshu = server.address
        yield server
    drop_database(postgres, "embedding_browser")


MakeToken = Callable[..., dict[str, str]]


@pytest.fixture(scope="module")
def make_token(playwright: Playwright, embedding: ChatServer) -> Iterator[MakeToken]:
    """Return what makes embed tokens, signed in as the admin in another browser."""
    server_side = playwright.request.new_context(base_url=embedding.address)
    form = {"username": "admin", "password": "admin-password"}
    assert server_side.post("/login", form=form).ok

    def made(person: str = "viewer", minutes: int = 15) -> dict[str, str]:
        answer = server_side.post("/api/v1/embed-tokens", data={"person": person, "minutes": minutes})
        assert answer.status == 201, answer.text()
        return dict(answer.json())

    made.end = lambda ident: server_side.delete(f"/api/v1/embed-tokens/{ident}")  # type: ignore[attr-defined]
    yield made
    server_side.dispose()


Embedded = Callable[..., AbstractContextManager[tuple[Visit, FrameLocator]]]


@pytest.fixture
def embedded(chromium: Browser, site: OtherSite, embedding: ChatServer) -> Embedded:
    """Return an opener of the other site's page, its button pressed."""

    @contextmanager
    def opener(
        token: str,
        locale: str = "zh-CN",
        width: int = 1280,
        scheme: str = "light",
        page: str = "",
        lang: str = "",
    ) -> Iterator[tuple[Visit, FrameLocator]]:
        site.token = token
        with opened(chromium, site.address, locale, width, scheme) as visit:
            visit.page.goto(f"{page or site.address}/{lang or locale[:2]}")
            visit.page.click("#wenshu-button")
            yield visit, visit.page.frame_locator("#wenshu-frame")

    return opener


def ask(frame: FrameLocator, text: str) -> None:
    frame.locator("#chat-input").click()
    frame.locator("#chat-input").press_sequentially(text)
    frame.locator("#chat-submit:not([disabled])").click()


@pytest.mark.parametrize(
    ("locale", "button", "scheme", "width"),
    [("zh-CN", "问数据", "light", 1280), ("en-US", "Ask the data", "dark", 390)],
)
def test_a_question_asked_in_another_sites_page_is_answered_with_chart_and_table(
    embedded: Embedded, make_token: MakeToken, locale: str, button: str, scheme: str, width: int
) -> None:
    with embedded(make_token()["token"], locale, width, scheme) as (visit, frame):
        ask(frame, QUESTION)
        expect(frame.locator("[data-card=result] tbody tr")).to_have_count(5)
        expect(frame.locator(BARS).first).to_be_visible()
        assert frame.locator(BARS).first.bounding_box()["height"] > 5  # type: ignore[index]
        assert visit.page.context.cookies() == [], "none is set, ours or another"
        visit.page.click("#wenshu-button")
        expect(visit.page.locator("#wenshu-frame")).to_be_hidden()
        expect(visit.page.locator("#wenshu-button")).to_have_text(button)


def test_a_site_that_is_not_listed_gets_no_frame_and_no_script_to_read(
    chromium: Browser, embedding: ChatServer, make_token: MakeToken
) -> None:
    with other_site() as stranger, opened(chromium, stranger.address, "zh-CN", 1280, "light") as visit:
        stranger.wenshu, stranger.token = embedding.address, make_token()["token"]
        visit.page.goto(f"{stranger.address}/zh")
        with visit.page.expect_event(
            "framenavigated", lambda frame: frame.parent_frame is not None
        ) as refused:
            visit.page.click("#wenshu-button")
        assert refused.value.url.startswith("chrome-error:")
        assert stranger.asked == 0, "nobody asked it for a token"
        read = f"fetch('{embedding.address}/embed/wenshu.js').then(() => 'read', () => 'refused')"
        assert visit.page.evaluate(read) == "refused"


def test_a_token_that_has_ended_shows_no_chat_and_says_so(
    embedded: Embedded, make_token: MakeToken, site: OtherSite
) -> None:
    ended = make_token()
    make_token.end(ended["id"])  # type: ignore[attr-defined]
    forged = ended["token"][:-4] + "AAAA"
    for token, locale, words in (
        (ended["token"], "zh-CN", "没能替您登录"),
        (forged, "en-US", "could not sign"),
    ):
        with embedded(token, locale) as (_, frame):
            expect(frame.locator("#told")).to_contain_text(words)
            expect(frame.locator("#chat-input")).to_have_count(0)


def test_a_chat_whose_token_is_ended_while_open_answers_nothing_more(
    embedded: Embedded, make_token: MakeToken
) -> None:
    """In the page's language, whatever the browser's is."""
    made = make_token()
    with embedded(made["token"], "en-US", lang="zh") as (_, frame):
        ask(frame, QUESTION)
        expect(frame.locator("[data-card=result]")).to_have_count(1)
        make_token.end(made["id"])  # type: ignore[attr-defined]
        ask(frame, QUESTION)
        expect(frame.locator("[data-step-type=assistant_message]").last).to_contain_text("刷新这个网页")
        expect(frame.locator("[data-card=result]")).to_have_count(1)


def test_a_file_dropped_there_is_not_taken_and_it_is_said_where_files_are(
    embedded: Embedded, make_token: MakeToken
) -> None:
    with embedded(make_token()["token"]) as (visit, frame):
        frame.locator("#chat-input").wait_for()
        sent: list[str] = []
        visit.page.on("request", lambda one: sent.append(one.url))
        frame.locator("#chat-input").evaluate(DROP_A_FILE)
        expect(frame.locator("#told")).to_be_visible()
        expect(frame.locator("#told")).to_contain_text("完整页面")
        assert not [url for url in sent if "/project/file" in url]


def test_the_sign_in_of_the_same_browser_is_neither_used_nor_changed(
    embedded: Embedded, make_token: MakeToken, embedding: ChatServer, site: OtherSite
) -> None:
    with embedded(make_token("viewer")["token"], page=site.neighbour) as (visit, frame):
        form = {"username": "analyst", "password": "analyst-password"}
        assert visit.page.request.post(f"{embedding.address}/login", form=form).ok
        before = visit.page.context.cookies(embedding.address)
        visit.page.reload()
        visit.page.click("#wenshu-button")
        ask(frame, QUESTION)
        expect(frame.locator("[data-card=result]")).to_be_visible()
        assert visit.page.context.cookies(embedding.address) == before
        mine = visit.page.request.post(
            f"{embedding.address}/project/threads", data={"pagination": {"first": 9}, "filter": {}}
        )
        assert mine.ok and mine.json()["data"] == [], "the conversation is the viewer's, not the analyst's"


def test_what_is_taken_away_is_saved_without_a_cookie(embedded: Embedded, make_token: MakeToken) -> None:
    with embedded(make_token("analyst")["token"]) as (visit, frame):
        ask(frame, QUESTION)
        with visit.page.expect_download() as saved:
            frame.locator("[data-download=csv]").click()
        assert saved.value.suggested_filename == "wenshu.csv"
        assert "南城服务区" in Path(saved.value.path()).read_text("utf-8-sig")
