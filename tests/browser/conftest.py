"""A browser for the tests that look at the page: a headless Chromium of Debian, or a skip that says so."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Page, Playwright, expect, sync_playwright

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from tests.conftest import create_database, drop_database
from tests.fakes.admin_app import running_admin_app
from tests.fakes.chat_server import ChatServer, running_chat

# The shell draws no window around the page: a page costs a third less CPU, a new profile two thirds.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CHINESE = "zh-CN"
PATIENCE_MS = 30_000
SHOWN_CHARS, SHOWN_LINES = 2_000, 40  # of a page that failed a test
AXE = Path(__file__).parent / "axe" / "axe.min.js"  # axe-core 4.14.1 as published, MPL-2.0; for tests only
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Visit:
    """One person's open page, and every address outside of our server that it asked for."""

    page: Page
    address: str
    foreign: list[str] = field(default_factory=list)

    def sign_in(self, name: str = "viewer") -> None:
        """Sign in behind the form and wait for the chat."""
        form = {"username": name, "password": f"{name}-password"}
        assert self.page.request.post(f"{self.address}/login", form=form).ok
        self.page.goto(self.address)
        self.page.wait_for_selector("#starters button:not([disabled])")  # its socket is open

    def send(self, text: str) -> None:
        """Type a question and send it."""
        self.page.click("#chat-input")
        self.page.keyboard.insert_text(text)
        self.page.click("#chat-submit:not([disabled])")

    def ask(self, text: str) -> None:
        """Ask, and wait for what ends every answer: the verdict buttons under it."""
        before = self.page.locator(".negative-feedback-off").count()
        self.send(text)
        self.page.locator(".negative-feedback-off").nth(before).wait_for()

    @property
    def answer(self) -> str:
        """Return the last thing the assistant said."""
        return self.page.locator("[data-step-type=assistant_message]").last.inner_text()


def violations(page: Page, within: str = "html") -> list[tuple[str, list[str]]]:
    """Return what axe finds wrong in a part of the page, with the elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    run = "([part, rules]) => axe.run({include: [[part]]}, {runOnly: rules})"
    found = page.evaluate(run, [within, RULES])
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found["violations"]]


Opener = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Start Playwright, or skip where there is no Chromium; REQUIRE_BROWSER=1 makes that a failure."""
    if CHROMIUM is None:
        said = "no Chromium on this machine: browser tests need Debian's chromium-headless-shell"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(said)
        pytest.skip(said)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def chat(
    playwright: Playwright,
    postgres: EmbeddedPostgres,
    app_template: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[ChatServer]:
    """Serve the chat on scripted services."""
    create_database(postgres, "chat_browser", app_template)
    with running_chat(postgres.url("chat_browser", APP_ROLE), tmp_path_factory.mktemp("browser")) as server:
        yield server
    drop_database(postgres, "chat_browser")


@pytest.fixture(scope="session")
def app(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatServer]:
    """Serve the real app with one person of each role, for every file that does not need its own."""
    folder = tmp_path_factory.mktemp("admin")
    with running_admin_app(postgres, app_template, "admin_browser", folder) as server:
        yield server


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start one Chromium for a file; a page in another language has its own."""
    browser = _launched(playwright.chromium, CHINESE)
    yield browser
    browser.close()


def _launched(kind: BrowserType, locale: str) -> Browser:
    """Start a Chromium that speaks a language: since 150 its sockets tell that, not a page's own."""
    arguments = [*ARGUMENTS, f"--accept-lang={locale}"]
    return kind.launch(executable_path=CHROMIUM, headless=True, args=arguments)


@contextmanager
def _speaking(chromium: Browser, locale: str) -> Iterator[Browser]:
    if locale == CHINESE:
        yield chromium
        return
    browser = _launched(chromium.browser_type, locale)
    try:
        yield browser
    finally:
        browser.close()


@pytest.fixture
def visit(chromium: Browser, chat: ChatServer) -> Opener:
    """Return an opener of pages, each in a profile with nothing remembered."""

    @contextmanager
    def opener(locale: str = "zh-CN", width: int = 1280, scheme: str = "light") -> Iterator[Visit]:
        with opened(chromium, chat.address, locale, width, scheme) as visit:
            yield visit

    return opener


@contextmanager
def opened(chromium: Browser, address: str, locale: str, width: int, scheme: str) -> Iterator[Visit]:
    """Open a page in a profile of its own, which notes every foreign address it asks for."""
    with _speaking(chromium, locale) as browser:
        context = browser.new_context(
            locale=locale,
            viewport={"width": width, "height": 844},
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE_MS)
        visit = Visit(context.new_page(), address)
        ours = re.compile(rf"{re.escape(address)}/|data:|blob:")
        context.on("request", lambda request: ours.match(request.url) or visit.foreign.append(request.url))
        heard: list[str] = []
        context.on("console", lambda said: heard.append(said.text))
        context.on("requestfailed", lambda request: heard.append(f"{request.url}: {request.failure}"))
        try:
            yield visit
        except Exception:  # under load alone some pages stay empty: what they held and heard tells why
            print(
                visit.page.url, visit.page.inner_text("body")[:SHOWN_CHARS], *heard[-SHOWN_LINES:], sep="\n"
            )
            raise
        finally:
            context.close()
