"""The admin page as an admin sees it: teach, look at what changes, publish, and ask in the chat."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Visit, opened
from tests.fakes.admin_app import PAIR
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.browser
QUESTION = json.loads(PAIR)["question"]
FAILURES = {403: "your role may not do it", 413: "larger than 1 MB", 500: "This did not work"}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

AdminOpener = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture
def admin(chromium: Browser, app: ChatServer) -> AdminOpener:
    """Return an opener of the admin page, signed in."""

    @contextmanager
    def opener(locale: str = "en-US", width: int = 1280, scheme: str = "light") -> Iterator[Visit]:
        with opened(chromium, app.address, locale, width, scheme) as visit:
            form = {"username": "admin", "password": "admin-password"}
            assert visit.page.request.post(f"{app.address}/login", form=form).ok
            visit.page.goto(f"{app.address}/admin")
            yield visit

    return opener


def attach(visit: Visit, name: str, text: str) -> None:
    """Choose a file and send it."""
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    visit.page.set_input_files("#files", files=[file])
    expect(visit.page.locator("[data-files]")).to_have_text(name)
    visit.page.get_by_role("button", name="Upload and stage").click()


def failing_with(status: int) -> Callable[[Route], None]:
    """Return what answers a request with a status."""
    return lambda route: route.fulfill(status=status, body="{}")


def test_what_is_uploaded_and_published_answers_in_the_chat_on_a_phone(admin: AdminOpener) -> None:
    question = f"{QUESTION[:-1]} by the gate?"
    pair = json.dumps({"question": question, "sql": "SELECT 391 + count(*) / 90 AS house FROM sale"})
    with admin(width=390) as person:
        page = person.page
        attach(person, "pairs.jsonl", pair)
        expect(page.locator("#said .message.good")).to_contain_text("1 item staged")
        expect(page.locator(".change")).to_contain_text(question)
        expect(page.locator("#items li").first).to_contain_text("Staged")
        page.get_by_role("button", name="Publish 1 change").click()
        expect(page.locator("#said .message.good")).to_contain_text("is published")
        expect(page.locator("#items li").first).to_contain_text("Published")
        expect(page.locator("#state")).to_contain_text("Nothing waits to be published")
        assert page.evaluate(WIDE) <= 0, "nothing stands out at the side"
        page.goto(person.address)
        page.wait_for_selector("#chat-input")
        person.ask(question)
        expect(page.locator("[data-card=result]").last).to_contain_text("392")
        assert person.foreign == []


def test_a_removal_is_undone_from_its_message_by_keyboard(admin: AdminOpener) -> None:
    with admin() as person:
        page = person.page
        page.fill("#search", "营业额（元）")
        expect(page.locator("#items li")).to_have_count(1)
        page.locator("#items summary").focus()
        page.keyboard.press("Enter")
        button = page.get_by_role("button", name="Remove with the next version")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#items li")).to_contain_text("Leaves with the next version")
        expect(page.locator(".change")).to_contain_text("Leaves")
        page.get_by_role("button", name="Undo").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#items li")).to_contain_text("Published")
        page.keyboard.press("Escape")
        expect(page.locator("#said .message")).to_have_count(0)


def test_a_failed_request_is_one_sentence_and_the_page_lives_on(admin: AdminOpener) -> None:
    with admin() as person:
        page = person.page
        message = page.locator("#said .message.bad")
        page.goto(f"{person.address}/admin/publishing")
        button = page.get_by_role("button", name="Retrain the version in use")
        for status, words in (
            (403, "your role may not do it"),
            (413, "larger than 1 MB"),
            (500, "This did not work"),
        ):
            page.route("**/admin/publishing/retrain", failing_with(status))
            button.click()
            expect(message).to_contain_text(words)
            page.unroute("**/admin/publishing/retrain")
        page.route("**/admin/publishing/retrain", lambda route: route.abort())
        button.click()
        expect(message).to_contain_text("could not be reached")
        page.unroute("**/admin/publishing/retrain")
        page.goto(f"{person.address}/admin")
        attach(person, "large.md", "x" * 1_100_000)
        expect(message).to_contain_text("larger than 1 MB")
        page.context.clear_cookies()
        attach(person, "small.md", "# Small")
        expect(message).to_contain_text("Your sign-in has ended")
        expect(message.get_by_role("link")).to_have_attribute("href", "/login")
        expect(page.locator("#items li").first).to_be_visible()


def test_the_page_fits_a_phone_in_the_dark_in_chinese(admin: AdminOpener) -> None:
    with admin(locale="zh-CN", width=390, scheme="dark") as person:
        expect(person.page.locator("h2").first).to_have_text("正在使用的版本")
        assert person.page.evaluate(WIDE) <= 0, "nothing stands out at the side"
        ground = person.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(20, 26, 26)"
        person.page.get_by_role("link", name="English").click()
        expect(person.page.locator("h2").first).to_have_text("The version in use")


def test_a_database_is_connected_read_and_its_tables_staged(admin: AdminOpener, app: ChatServer) -> None:
    name, file = "stock", app.folder / "stock.db"
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, colour TEXT)")
        made.execute("INSERT INTO item (colour) VALUES ('red'), ('green')")
    with admin() as person:
        page = person.page
        page.goto(f"{person.address}/admin/databases")
        page.get_by_text("Add a database").click()
        page.get_by_label("Name", exact=True).fill(name)
        address = page.locator(".add input[name=url]")
        address.fill("sqlite:////nowhere/at/all.db")
        page.locator(".add").get_by_role("button", name="Test").click()
        expect(page.locator("#said .message.bad")).to_contain_text("is not there")
        address.fill(f"sqlite:///{file}")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text(f"{name} is connected and can be asked by: admin.")).to_be_visible()
        expect(page.locator("#reading")).to_contain_text("1 table read in")
        page.locator("#tables summary").filter(has_text="main.item").click()
        expect(page.locator(".samples")).to_contain_text("red · green")
        page.get_by_label("Meaning of colour").fill("the paint")
        page.get_by_role("button", name="Save descriptions").click()
        expect(page.locator(".described .message.good")).to_contain_text("Saved")
        page.get_by_label("Select main.item").check()
        page.get_by_role("button", name="Stage the ticked").click()
        expect(page.locator("#said .message.good")).to_contain_text("1 table staged")
        expect(page.locator("#tables li").first).to_contain_text("Staged")
        assert page.evaluate(WIDE) <= 0, "nothing stands out at the side"
        late: list[Route] = []
        page.route("**/htmx-2.min.js", lambda route: late.append(route), times=1)
        page.goto(f"{person.address}/admin/databases?connection={name}", wait_until="commit")
        page.locator("#tables summary").click()
        page.wait_for_function("document.querySelector('#tables details').open")
        late[0].continue_()
        expect(page.locator(".samples")).to_contain_text("red · green")
        page.goto(f"{person.address}/admin?connection={name}")
        expect(page.locator(".change").first).to_contain_text("main.item")
        assert not person.foreign


def test_two_admins_who_edit_one_term_see_both_texts_and_undo_an_edit(admin: AdminOpener) -> None:
    name = "Basket"
    with admin(width=390) as first, admin() as second:
        first.page.get_by_role("button", name="Add", exact=True).click()
        first.page.fill("#field_title", name)
        first.page.fill("#field_definition", "Amount by order")
        first.page.get_by_role("button", name="Stage", exact=True).click()
        expect(first.page.locator("#said .message.good")).to_contain_text("is staged")
        second.page.fill("#search", name)
        expect(second.page.locator("#items li")).to_have_count(1)
        second.page.locator("#items summary").click()
        second.page.get_by_role("link", name="Edit and history").click()
        for person, words in ((first, "from the first"), (second, "from the second")):
            person.page.fill("#field_definition", words)
            person.page.get_by_role("button", name="Stage", exact=True).click()
        expect(second.page.locator("#item .message.bad")).to_contain_text("Somebody changed this meanwhile")
        expect(second.page.locator("#theirs")).to_contain_text("from the first")
        expect(second.page.locator("#field_definition")).to_have_value("from the second")
        second.page.get_by_role("button", name="Replace it with mine").click()
        expect(second.page.locator("#said .message.good")).to_contain_text("is staged")
        second.page.get_by_role("button", name="Undo").click()
        expect(second.page.locator("#field_definition")).to_have_value("from the first")
        assert second.page.evaluate(WIDE) <= 0, "nothing stands out at the side"
        assert first.foreign == second.foreign == []


def test_ticked_items_are_taken_out_at_once_and_exported(admin: AdminOpener) -> None:
    with admin() as person:
        page = person.page
        remove = page.get_by_role("button", name="Remove the selected")
        expect(remove).to_be_disabled()
        page.select_option("#filter [name=kind]", "ddl")
        expect(page.locator("#items li")).to_have_count(2)
        page.get_by_label("Select this page").check()
        expect(remove).to_be_enabled()
        page.get_by_text("Export", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="JSON lines").click()
        assert len(Path(download.value.path()).read_text("utf-8").splitlines()) == 2
        remove.click()
        expect(page.locator("#said .message.good")).to_contain_text("2 items taken out")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#said .message.good")).to_contain_text("2 items put back")
        expect(remove).to_be_disabled()
