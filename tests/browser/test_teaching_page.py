"""Teaching as people do it on the page: a table that asks what it is, a note, a thumb, and its review."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from appdb.embedded import EmbeddedPostgres
from tests.browser.conftest import Visit, opened
from tests.fakes.admin_app import running_admin_app
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.browser
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
COUNT = "SELECT count(*) AS n FROM sale"


@pytest.fixture(scope="module")
def app(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatServer]:
    """Serve the real app with one person of each role; no model is set."""
    folder: Path = tmp_path_factory.mktemp("teaching_page")
    with running_admin_app(postgres, app_template, "teaching_page", folder) as server:
        yield server


def signed_in(visit: Visit, name: str, path: str = "/") -> Visit:
    """Open a page as a person."""
    form = {"username": name, "password": f"{name}-password"}
    assert visit.page.request.post(f"{visit.address}/login", form=form).ok
    visit.page.goto(f"{visit.address}{path}")
    return visit


def test_what_an_analyst_teaches_corrects_and_notes_is_reviewed_by_an_admin(
    chromium: Browser, app: ChatServer, tmp_path: Path
) -> None:
    (tmp_path / "qa.csv").write_text(f"ask,write\nHow many sales are there in all?,{COUNT}\n", "utf-8")
    with opened(chromium, app.address, "en-US", 1280, "light") as visit:
        page = signed_in(visit, "analyst").page
        page.wait_for_selector("#upload-button:not([disabled])")  # its socket is open
        cards = page.locator("[data-card=learned]")
        card = cards.last
        late: list[tuple[Route, APIResponse]] = []  # what the server says of a card before the choice
        for count, reads_as in enumerate(("data", "pairs"), 1):
            page.set_input_files("#upload-button-input", tmp_path / "qa.csv")
            expect(page.locator("#attachments")).to_contain_text("qa.csv")
            page.click("#chat-submit:not([disabled])")
            expect(cards).to_have_count(count)  # the one before shows its first words while its own are late
            card.locator(f"[data-as={reads_as}]").click()
            if reads_as == "data":
                page.route("**/teach/drafts/*", lambda route: late.append((route, route.fetch())))
                expect(card).to_contain_text("only you can")
                card.get_by_role("button", name="Ask the database again").click()
                expect(card).to_contain_text("Ask it again")
        expect(card).to_contain_text("How many sales are there in all?")
        for route, said in late:
            route.fulfill(response=said)
        assert late
        page.unroute("**/teach/drafts/*")
        card.locator("[data-stage]").click()
        expect(card).to_contain_text("Items staged: 1")

        visit.ask("remember: big sale = a sale over 150")
        expect(page.locator("[data-card=notes] li")).to_contain_text("big sale = a sale over 150")
        page.locator("[data-card=notes]").get_by_role("button", name="Offer for review").click()
        expect(page.locator("[data-card=notes]")).to_contain_text("Waits for an administrator's review")

        visit.ask("How many sales had an amount?")
        page.locator(".negative-feedback-off").last.click()
        page.locator("[data-reason=definition]").click()
        page.locator("[role=dialog] summary").click()
        page.locator("#ws-correct").fill("DELETE FROM sale")
        page.click("#submit-feedback")
        expect(page.locator("#ws-correct-problem")).to_contain_text("would change it")
        page.locator("#ws-correct").fill(f"{COUNT} WHERE amount > 0")
        with page.expect_response("**/feedback") as kept:
            page.click("#submit-feedback")
        assert kept.value.ok and visit.foreign == []

    with opened(chromium, app.address, "zh-CN", 390, "light") as visit:
        page = signed_in(visit, "admin", "/admin/review").page
        entries = page.locator("#reviews li")
        expect(entries).to_have_count(2)
        expect(entries.first).to_contain_text("口径不对")
        expect(entries.first.locator("textarea")).to_have_value(f"{COUNT} WHERE amount > 0")
        assert page.evaluate(WIDE) <= 0, "nothing stands out at the side"
        entries.first.get_by_role("button", name="采用并暂存").click()
        expect(page.locator("#said .message.good")).to_contain_text("已暂存")
        expect(entries).to_have_count(1)
        expect(entries.first.locator("input[name=title]")).to_have_value("big sale")
        entries.first.locator("input[name=reason]").fill("太笼统")
        page.keyboard.press("Enter")
        expect(page.locator("#said .message.good")).to_contain_text("不采用")
        expect(entries).to_have_count(0)
        page.select_option("select[name=state]", "rejected")
        expect(entries).to_contain_text("太笼统")
