"""A question being typed when the sign-in ends: its typist finds it in the box again, and nobody else."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Opener, Visit

pytestmark = pytest.mark.browser
TYPED = "上个月营业额最高的\n服务区"
NOTHING_KEPT = "sessionStorage.getItem('wenshu-typed') === null"


def end_and_sign_in(person: Visit, name: str = "viewer") -> None:
    """Sign out as if in another tab, reload, and sign in by the form that comes."""
    page = person.page
    assert page.request.post(f"{person.address}/logout").ok
    page.reload()
    page.fill("#email", name)
    page.fill("#password", f"{name}-password")
    page.click("button[type=submit]")
    expect(page.locator("#user-nav-button")).to_be_visible()


def test_typed_question_is_there_again_in_its_conversation_until_it_is_sent(visit: Opener) -> None:
    with visit() as person:
        page, box = person.page, person.page.locator("#chat-input")
        person.sign_in()
        box.fill(TYPED)
        end_and_sign_in(person)
        expect(box).to_have_value(TYPED)
        box.fill("荔枝几月上市？")
        page.locator("#chat-submit:not([disabled])").wait_for()
        box.press("Enter")
        page.locator("blockquote").wait_for()
        page.wait_for_url("**/thread/*")
        expect(box).to_have_value("")
        page.wait_for_function(NOTHING_KEPT, timeout=3000)
        there = page.url
        box.fill(TYPED)
        end_and_sign_in(person)
        page.wait_for_url(there)
        expect(box).to_have_value(TYPED)
        page.click("#chat-submit:not([disabled])")
        page.locator("[data-card=result]").wait_for()
        expect(box).to_have_value("")
        page.wait_for_function(NOTHING_KEPT, timeout=3000)


def test_typed_question_is_shown_to_nobody_else_not_even_after_them(visit: Opener) -> None:
    with visit() as person:
        person.sign_in()
        person.page.locator("#chat-input").fill(TYPED)
        for name in ("analyst", "viewer"):
            end_and_sign_in(person, name)
            expect(person.page.locator("#starters button:not([disabled])").first).to_be_visible()
            person.page.wait_for_function(NOTHING_KEPT, timeout=3000)
            expect(person.page.locator("#chat-input")).to_have_value("")


def test_hint_of_the_form_that_comes_after_the_sign_in_changes_nothing(visit: Opener) -> None:
    held: list[Route] = []
    with visit() as person:
        page, box = person.page, person.page.locator("#chat-input")
        person.sign_in()
        page.route("**/sign-in/hint", lambda hint: held.append(hint))
        end_and_sign_in(person)
        expect(page.locator("#schedules-link")).to_be_visible()
        for hint in held:
            hint.fulfill(json={"people": []})
        box.fill("荔枝几月上市？")
        page.click("#chat-submit:not([disabled])")
        page.locator("blockquote").wait_for()
        page.wait_for_url("**/thread/*")
        box.fill(TYPED)
        page.wait_for_function(f"sessionStorage.getItem('wenshu-typed')?.includes({TYPED.splitlines()[0]!r})")
