"""The card under an answer: chart, chips, sums; on a phone, by keyboard and for screen readers."""

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from tests.browser.conftest import Opener, violations
from tests.conftest import create_database, drop_database
from tests.fakes.chat_server import ChatServer, running_chat

pytestmark = pytest.mark.browser
QUESTION = "上个月营业额最高的5个服务区是哪些？"


@pytest.fixture(scope="module")
def chat(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ChatServer]:
    """Serve the chat over two databases, of which one is the admin's alone."""
    create_database(postgres, "card_browser", app_template)
    url, folder = postgres.url("card_browser", APP_ROLE), tmp_path_factory.mktemp("card")
    with running_chat(url, folder, TEST_DATABASES="demo,secret") as server:
        yield server
    drop_database(postgres, "card_browser")


def corner(png: bytes) -> tuple[int, ...]:
    """Return the red, green, blue and opacity of a picture's first point."""
    assert png.startswith(b"\x89PNG") and png[25] == 6  # with opacity
    parts, at = b"", 8
    while at < len(png):
        length, kind = int.from_bytes(png[at : at + 4]), png[at + 4 : at + 8]
        parts += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    return tuple(zlib.decompress(parts)[1:5])


def test_a_chart_is_switched_put_away_and_saved_and_stays_with_its_card(visit: Opener) -> None:
    with visit() as person:
        page = person.page
        person.sign_in()
        person.ask(QUESTION)
        card = page.locator("[data-card=result]")
        expect(page.locator(".js-plotly-plot .bars .point path").first).to_be_visible()
        card.locator("[data-chart=pie]").click()
        expect(page.locator(".js-plotly-plot .pielayer .slice").first).to_be_visible()
        expect(card.locator("[data-chart=pie]")).to_have_attribute("aria-pressed", "true")
        layout = (
            "(({ title, paper_bgcolor }) => [title, paper_bgcolor])"
            "(document.querySelector('.js-plotly-plot').layout)"
        )
        before = page.evaluate(layout)
        with page.expect_download() as saved, page.expect_response("**/caption") as told:
            card.locator("[data-chart=save]").click()
        caption = told.value.json()
        assert caption["title"] == QUESTION and caption["about"].endswith("demo（演示）")
        assert page.evaluate(layout) == before  # the page's own chart has its name already
        assert corner(Path(saved.value.path()).read_bytes()) == (252, 252, 253, 255)  # the page's own ground
        card.locator("[data-chart=table]").click()
        expect(page.locator(".js-plotly-plot")).to_have_count(0)
        card.locator("[data-chart=bar]").click()
        expect(page.locator(".js-plotly-plot .bars .point path").first).to_be_visible()
        expect(card.locator("tfoot td")).to_have_text(["合计", "4,274,630.75"])


def test_a_chip_offers_what_else_can_be_asked_and_asks_it_as_a_turn_by_keyboard_alone(visit: Opener) -> None:
    with visit() as person:
        page = person.page
        person.sign_in()
        person.ask(QUESTION)
        chip = page.locator("[data-part=period]")
        expect(chip).to_have_text("时间 上个月")
        chip.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("menuitem")).to_have_text(["上个月", "2026-09"])
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("[data-step-type=user_message]").last).to_contain_text("2026-09 各服务区的营业额")
        expect(page.locator("[data-card=result]")).to_have_count(2)
        page.reload()
        expect(page.locator("[data-card=result]")).to_have_count(2)
        expect(page.locator("[data-part=period]").last).to_be_visible()


@pytest.mark.parametrize(("locale", "scheme"), [("zh-CN", "light"), ("en-US", "dark")])
def test_on_a_phone_nothing_stands_out_for_an_administrator_of_two_databases(
    visit: Opener, locale: str, scheme: str
) -> None:
    with visit(locale, 375, scheme) as person:
        person.sign_in("admin")
        person.ask(QUESTION)
        card = person.page.locator("[data-card=result]")
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert person.page.evaluate(wide) <= 0
        for tab in ("sql", "how", "data"):
            card.locator(f"[data-tab={tab}]").click()
            assert person.page.evaluate(wide) <= 0
            assert violations(person.page, "[data-card]") == []
        assert violations(person.page, "#header") == []
        name = person.page.locator("#chat-profiles > span")
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth")  # it is read whole
        box = card.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 375


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_screen_readers_find_every_part_of_our_cards_named_in_the_systems_theme(
    visit: Opener, width: int, scheme: str
) -> None:
    with visit(width=width, scheme=scheme) as person:
        page = person.page
        person.sign_in("admin")
        assert scheme in (page.locator("html").get_attribute("class") or "")
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (int(color.partition("(")[2].partition(",")[0]) > 200) is (scheme == "light")
        person.ask(QUESTION)
        card = page.locator("[data-card=result]")
        for tab in ("data", "sql", "how"):
            card.locator(f"[data-tab={tab}]").click()
            if tab == "sql":
                card.locator("[data-edit]").click()
            assert violations(page, "[data-card]") == []
