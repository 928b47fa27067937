"""The tab that tests and publishes, as an admin sees it: from nothing to test with to a version and back."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from appdb.embedded import EmbeddedPostgres
from tests.browser.conftest import Visit, opened
from tests.fakes.admin_app import PAIR, running_admin_app
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.browser
QUESTION = json.loads(PAIR)["question"]
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LONGER_THAN_A_LOOK_MS = 1_500
REASON = "The numbering of the street has changed."

AdminOpener = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture(scope="module")
def app(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatServer]:
    """Serve the real app with one person of each role."""
    folder: Path = tmp_path_factory.mktemp("publishing")
    with running_admin_app(postgres, app_template, "publishing_browser", folder) as server:
        yield server


@pytest.fixture
def admin(chromium: Browser, app: ChatServer) -> AdminOpener:
    """Return an opener of the tab, signed in."""

    @contextmanager
    def opener(locale: str = "en-US", width: int = 1280) -> Iterator[Visit]:
        with opened(chromium, app.address, locale, width, "light") as visit:
            form = {"username": "admin", "password": "admin-password"}
            assert visit.page.request.post(f"{app.address}/login", form=form).ok
            visit.page.goto(f"{app.address}/admin/publishing")
            yield visit

    return opener


def stage(visit: Visit, question: str, sql: str) -> None:
    """Stage a verified pair and come back to the tab."""
    page = visit.page
    page.goto(f"{visit.address}/admin")
    pair = json.dumps({"question": question, "sql": sql, "verified_by": "ann"}).encode()
    page.set_input_files("#files", files=[{"name": "p.jsonl", "mimeType": "text/plain", "buffer": pair}])
    page.get_by_role("button", name="Upload and stage").click()
    expect(page.locator("#said .message.good")).to_contain_text("1 item staged")
    page.goto(f"{visit.address}/admin/publishing")


def test_a_version_is_tested_refused_published_with_a_reason_and_taken_back(admin: AdminOpener) -> None:
    with admin() as person:
        page, result = person.page, person.page.locator("#result")
        stage(person, QUESTION, json.loads(PAIR)["sql"])
        expect(page.locator("#now")).to_contain_text("There are no test questions, so nothing is tested")
        page.get_by_role("button", name="Publish without a test").click()
        expect(result).to_contain_text("Published as version 2")
        page.locator("#said").get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Make them from verified questions").click()
        expect(page.locator("#golden li")).to_have_count(1)
        stage(person, QUESTION, "SELECT 380 + count(*) / 90 AS house FROM sale")
        page.goto(f"{person.address}/admin")
        page.get_by_role("link", name="Test and publish 1 change").click()
        page.get_by_role("button", name="Test and publish").click()
        expect(result).to_contain_text("It needs your confirmation")
        expect(result).to_contain_text("1 test question was right before and not any more")
        flip = result.locator("details.change").filter(has_text="Worse")
        flip.locator("li summary").click()
        expect(flip.locator("pre.diff .removed")).to_contain_text("370")
        expect(flip.locator("pre.diff .added")).to_contain_text("380")
        expect(flip.locator("table.lost td")).to_have_text("371")
        expect(flip.locator("table.gained td")).to_have_text("381")
        page.get_by_role("button", name="Publish version 3").click()
        expect(result).not_to_contain_text("Published as version 3")
        result.get_by_role("textbox").fill(REASON)
        page.get_by_role("button", name="Publish version 3").click()
        expect(result).to_contain_text(f"Published as version 3. Reason: {REASON}")
        expect(page.locator("svg.trend circle.published")).to_have_count(1)
        page.locator("#said").get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Go back to this version").click()
        expect(page.locator("#said .message.good")).to_contain_text("Version 2 answers again")
        assert person.foreign == []


@pytest.mark.parametrize(
    ("name", "comes"),
    [("Add a question", "#golden-form textarea"), ("Make them from verified questions", "#said .message")],
)
def test_what_is_pressed_before_the_page_is_ready_is_done_once_it_is(
    admin: AdminOpener, name: str, comes: str
) -> None:
    with admin() as person:
        page, held = person.page, list[Route]()
        page.route("**/htmx-2.min.js*", lambda route: held.append(route))
        page.reload(wait_until="commit")
        page.get_by_role("button", name=name).last.click()
        opened_at = page.evaluate("performance.timeOrigin")
        held[0].continue_()
        expect(page.locator(comes).first).to_be_visible()
        assert page.evaluate("performance.timeOrigin") == opened_at, "no page was loaded anew"


def test_retraining_runs_behind_the_page_and_says_how_it_went_on_a_phone(admin: AdminOpener) -> None:
    with admin(locale="zh-CN", width=390) as person:
        page = person.page
        page.get_by_role("button", name="重建正在使用的版本").click()
        expect(page.get_by_text("上一次：重建索引（正在使用的版本）")).to_contain_text("完成")
        assert page.evaluate(WIDE) <= 0, "nothing stands out at the side"


def test_a_question_is_added_refused_edited_and_removed_by_keyboard(admin: AdminOpener) -> None:
    with admin() as person:
        page, form = person.page, person.page.locator("#golden-form")
        page.get_by_role("button", name="Add a question").press("Enter")
        form.get_by_label("Question").fill("How many areas are there?")
        form.get_by_label("Right SQL").fill("DROP TABLE area")
        form.get_by_role("button", name="Save").press("Enter")
        expect(form.get_by_role("alert")).to_be_visible()
        form.get_by_label("Right SQL").fill("SELECT count(*) AS n FROM area")
        form.get_by_role("button", name="Save").press("Enter")
        expect(page.locator("#said")).to_contain_text("The test question is saved")
        listed = page.locator("#golden li").filter(has_text="How many areas are there?")
        listed.locator("summary").press("Enter")
        listed.get_by_role("button", name="Edit").press("Enter")
        form.get_by_label("Kind").fill("counting")
        form.get_by_role("button", name="Save").press("Enter")
        expect(listed.locator(".badge")).to_have_text("counting")
        listed.locator("summary").press("Enter")
        listed.get_by_role("button", name="Remove").press("Enter")
        expect(listed).to_have_count(0)
        page.get_by_role("button", name="Undo").press("Enter")
        expect(listed).to_have_count(1)


def test_a_long_test_is_cancelled_from_the_page(admin: AdminOpener) -> None:
    with admin() as person:
        page = person.page
        many = "\n".join(
            json.dumps({"question": f"{QUESTION[:-1]} number {number}?", "sql": "SELECT 1 AS n FROM area"})
            for number in range(400)
        ).encode()
        file = {"name": "many.jsonl", "mimeType": "text/plain", "buffer": many}
        page.set_input_files("#golden-files", files=[file])
        page.get_by_role("button", name="Import").click()
        expect(page.locator("#said")).to_contain_text("400 added")
        stage(person, "Which areas are there?", "SELECT name FROM area")
        page.get_by_role("button", name="Test only").click()
        cancel = page.get_by_role("button", name="Cancel")
        cancel.focus()
        with page.expect_response("**/publishing/progress*"):
            pass  # what the page looks at each second
        expect(cancel).to_be_focused()
        cancel.click(delay=LONGER_THAN_A_LOOK_MS)
        expect(page.locator("#result")).to_contain_text("Cancelled. The old version answered all the time")
        expect(page.get_by_role("button", name="Test only")).to_be_enabled()
