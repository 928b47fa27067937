"""The chat as a person sees it: signing in, asking, reading, going on, coming back."""

import contextlib
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from config.settings import ROOT
from tests.browser.conftest import Opener

pytestmark = pytest.mark.browser
SESSIONS_WAITED_FOR = 50  # looks, 100 ms apart
QUESTION = "上个月营业额最高的5个服务区是哪些？"


def test_a_question_is_answered_with_steps_chart_table_and_follow_ups_and_nothing_foreign(
    visit: Opener,
) -> None:
    with visit() as person:
        page = person.page
        person.sign_in()
        page.locator("#starters button", has_text="营业额前5名").click()
        expect(page.locator("[data-card=result]")).to_be_visible()
        steps = page.locator("[data-step-type=tool]")
        expect(steps).to_have_count(4)
        assert steps.first.inner_text() == "生成 SQL" and steps.last.inner_text() == "分析结果"
        steps.first.locator("button").first.click()
        expect(steps.first).to_contain_text("daily_revenue")
        bars = page.locator(".js-plotly-plot .bars .point path")
        expect(bars.first).to_be_visible()
        assert bars.first.bounding_box()["height"] > 5  # type: ignore[index]
        chart, card = page.locator(".js-plotly-plot"), page.locator("[data-card=result]")
        assert chart.bounding_box()["y"] < card.bounding_box()["y"], "the chart stands before the table"  # type: ignore[index]
        expect(card.locator("tbody tr")).to_have_count(5)
        expect(card.locator("tbody tr").first.locator("td").last).to_have_text("1,284,300.50")
        expect(card.locator(".ws-badge")).to_have_text("已核实的问法")
        card.locator("[data-tab=sql]").click()
        expect(card.locator("pre")).to_contain_text("GROUP BY 1 ORDER BY 2 DESC LIMIT 5")
        card.locator("[data-tab=how]").click()
        expect(card).to_contain_text("数据来自：daily_revenue")
        page.get_by_role("button", name="那南城服务区呢？", exact=True).click()
        expect(page.locator("[data-step-type=user_message]").last).to_contain_text("那南城服务区呢？")
        expect(page.locator("[data-card=result]")).to_have_count(2)
        assert person.foreign == []


def test_the_way_of_an_answer_opens_from_its_card_for_its_owner_alone(visit: Opener) -> None:
    with visit() as person, visit() as other:
        person.sign_in()
        person.ask(QUESTION)
        card = person.page.locator("[data-card=result]")
        card.locator("[data-tab=how]").click()
        with person.page.context.expect_page() as opened:
            card.locator("[data-trace]").click()
        opened.value.wait_for_load_state()
        expect(opened.value.locator("body")).to_contain_text(QUESTION)
        expect(opened.value.locator("body")).to_contain_text("写查询")
        other.sign_in("analyst")
        answer = other.page.goto(opened.value.url)
        assert answer and answer.status == 404
        assert QUESTION not in other.page.inner_text("body")


def test_a_reload_brings_everything_back_also_on_a_phone(visit: Opener) -> None:
    for width in (1280, 390):
        with visit(width=width) as person:
            person.sign_in()
            person.ask(QUESTION)
            person.page.wait_for_url("**/thread/*")
            person.page.reload()
            expect(person.page.locator("[data-card=result] tbody tr")).to_have_count(5)
            expect(person.page.locator(".js-plotly-plot .bars .point path").first).to_be_visible()
            expect(person.page.locator("[data-card=follow-ups]")).to_be_visible()
            card, asks = (
                person.page.locator(f"[data-card={name}]").bounding_box() for name in ("result", "follow-ups")
            )
            assert card and asks and card["y"] < asks["y"], "the next questions stand under the table"
            follow = person.page.get_by_role("button", name="按支付方式分一下", exact=True)
            expect(follow).to_be_enabled()
            follow.click()
            expect(person.page.locator("[data-card=result]")).to_have_count(2)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert person.page.evaluate(wide) <= 0, "nothing stands out at the side"


def test_a_reload_brings_the_conversation_back_whichever_session_is_answered_first(visit: Opener) -> None:
    held: list[Route] = []
    with visit() as person:
        person.sign_in()
        person.ask(QUESTION)
        person.page.wait_for_url("**/thread/*")
        opened = person.page.url
        person.page.route("**/set-session-cookie", lambda route: held.append(route))
        person.page.reload()
        for _ in range(
            SESSIONS_WAITED_FOR
        ):  # on a busy machine Chainlit joins both in one: two of twelve reloads
            person.page.wait_for_timeout(100)
            if len(held) == 2:
                break
        assert held
        for one in reversed(held):
            one.fulfill(json={})
        person.page.unroute("**/set-session-cookie")
        expect(person.page.locator("[data-card=result]")).to_be_visible()
        person.ask(QUESTION)
        expect(person.page.locator("[data-card=result]")).to_have_count(2)
        assert person.page.url == opened
        person.page.reload()
        expect(person.page.locator("[data-card=result]")).to_have_count(2)


def test_a_long_table_is_sorted_filtered_paged_and_downloaded_whole(visit: Opener, tmp_path: Path) -> None:
    with visit(locale="en-US") as person:
        person.sign_in()
        person.ask("1000 rows")
        card = person.page.locator("[data-card=result]")
        expect(card.locator("tbody tr")).to_have_count(20)
        expect(card).to_contain_text("Page 1 of 50")
        card.locator("th button").last.click()
        expect(card.locator("tbody tr").first).to_contain_text("1,234,500")
        card.locator("input").fill("服务区 0042")
        expect(card.locator("tbody tr")).to_have_count(1)
        expect(card).to_contain_text("Matching: 1")
        with person.page.expect_download() as started:
            card.locator("[data-download=csv]").click()
        started.value.save_as(tmp_path / "rows.csv")
        text = (tmp_path / "rows.csv").read_bytes()
        assert text.startswith(b"\xef\xbb\xbf") and text.count(b"\r\n") == 1001


def test_months_are_months_and_small_figures_keep_their_decimals(visit: Opener) -> None:
    with visit() as person:
        person.sign_in()
        person.ask("每月占比")
        cells = person.page.locator("[data-card=result] td")
        expect(cells).to_have_text(["2026-09", "0.1234", "2026-10", "0.5000", "2026-11", "0.00002"])


def test_a_downloaded_formula_is_only_text(visit: Opener, tmp_path: Path) -> None:
    with visit() as person:
        person.sign_in()
        person.ask(QUESTION)
        with person.page.expect_download() as started:
            person.page.locator("[data-download=csv]").click()
        started.value.save_as(tmp_path / "rows.csv")
        lines = (tmp_path / "rows.csv").read_text("utf-8-sig").splitlines()
        assert '"\'=HYPERLINK(""x"")",903000' in lines


def test_stop_stops_and_the_next_question_is_answered(visit: Opener) -> None:
    with visit() as person:
        person.sign_in()
        person.send("慢慢想")
        person.page.click("#stop-button")
        expect(person.page.locator("[data-step-type=assistant_message]").last).to_contain_text(
            "已停止。可以接着问。"
        )
        expect(person.page.locator("#stop-button")).to_have_count(0)
        person.ask(QUESTION)
        assert "1,284,300.5" in person.answer
        expect(person.page.get_by_text("manually")).to_have_count(0)


def test_common_knowledge_is_marked_and_its_picture_is_not_fetched(visit: Opener) -> None:
    with visit() as person:
        person.sign_in()
        person.ask("荔枝几月上市？")
        expect(person.page.locator("blockquote")).to_contain_text("常识回答")
        assert person.foreign == []


def test_a_reading_is_chosen_with_a_click(visit: Opener) -> None:
    with visit() as person:
        person.sign_in()
        person.ask("哪个服务区最高")
        person.page.get_by_role("button", name="按营业额最高", exact=True).click()
        expect(person.page.locator("[data-card=result]")).to_be_visible()


def open_verdict(page: Page) -> None:
    """Open the dialog; a thumb that Chainlit draws anew while it is pressed hears nothing, so press again."""
    expect(page.locator("[data-card=follow-ups]")).to_be_visible()
    for _ in range(3):
        if not page.get_by_role("dialog").count():  # a slow one lies over the thumb
            page.click(".negative-feedback-off")
        with contextlib.suppress(PlaywrightTimeout):
            page.wait_for_selector("#submit-feedback", timeout=3000)
            return


def test_a_verdict_is_kept(visit: Opener) -> None:
    with visit() as person:
        person.sign_in()
        person.ask(QUESTION)
        open_verdict(person.page)
        person.page.locator("textarea").last.fill("时间不对")
        with person.page.expect_response("**/feedback") as kept:  # the thumb turns before it is kept
            person.page.click("#submit-feedback")
        assert kept.value.ok
        expect(person.page.locator(".negative-feedback-on")).to_be_visible()
        person.page.reload()
        expect(person.page.locator(".negative-feedback-on")).to_be_visible()


def test_the_settings_change_the_language_and_hide_the_steps(visit: Opener) -> None:
    with visit() as person:
        person.sign_in("analyst")
        page = person.page
        page.click("#chat-settings-header-button")
        page.get_by_role("switch").click()
        page.locator("#confirm-sidebar").click()
        person.ask(QUESTION)
        expect(page.locator("[data-step-type=tool]")).to_have_count(0)


def test_a_dropped_file_is_understood_and_staged_for_an_analyst(visit: Opener, tmp_path: Path) -> None:
    ddl = tmp_path / "coupons.sql"
    table = "CREATE TABLE coupons (id int PRIMARY KEY, name text);"
    ddl.write_text(table + "\nCOMMENT ON TABLE coupons IS '优惠券';\nCREATE TABLE (oops;", "utf-8")
    with visit() as person:
        person.sign_in("analyst")
        person.page.set_input_files("#upload-button-input", ddl)
        expect(person.page.locator("#attachments")).to_contain_text("coupons.sql")
        person.page.click("#chat-submit:not([disabled])")
        card = person.page.locator("[data-card=learned]")
        expect(card).to_contain_text("表结构 1 张")
        expect(card).to_contain_text("coupons · 优惠券")
        expect(card).to_contain_text("coupons.sql 第 3 行：")
        card.locator("[data-stage]").click()
        expect(card).to_contain_text("已暂存 1 条")
        person.page.reload()
        expect(card).to_contain_text("已暂存 1 条")
        expect(card.locator("a")).to_have_count(0)


def test_words_sent_with_a_file_are_a_note_and_are_not_answered(visit: Opener, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# 备注\n\n营业额不含税，数据每天更新一次。", "utf-8")
    with visit(locale="en-US") as person:
        page = person.page
        person.sign_in("analyst")
        page.set_input_files("#upload-button-input", tmp_path / "notes.md")
        expect(page.locator("#attachments")).to_contain_text("notes.md")
        person.send("please learn this")
        expect(page.locator("[data-card=learned]")).to_contain_text("Pieces of documentation (1)")
        expect(page.locator("#stop-button")).to_have_count(0)
        assert "was not answered. To ask a question, send it on its own." in person.answer
        expect(page.locator("[data-step-type=assistant_message]")).to_have_count(1)
        expect(page.locator("[data-card=follow-ups]")).to_have_count(0)


@pytest.mark.parametrize(
    "locale, said", [("zh-CN", "这种文件学不了"), ("en-US", "I cannot learn from this kind")]
)
def test_a_file_of_another_kind_is_refused_in_one_sentence(
    visit: Opener, tmp_path: Path, locale: str, said: str
) -> None:
    (tmp_path / "photo.png").write_bytes(b"no picture")
    with visit(locale=locale) as person:
        person.sign_in("analyst")
        person.page.set_input_files("#upload-button-input", tmp_path / "photo.png")
        toast = person.page.locator("[data-sonner-toast]")
        expect(toast).to_contain_text(said)
        expect(toast).to_contain_text(".sql")
        expect(toast).to_contain_text(".xlsx")
        assert "/" not in toast.inner_text(), "endings, no MIME types"


def test_the_paperclip_is_there_for_those_who_may_teach_alone(visit: Opener) -> None:
    for name, seen in (("viewer", False), ("analyst", True)):
        with visit() as person:
            with person.page.expect_response("**/me") as asked:
                person.sign_in(name)
            assert asked.value.json()["upload"] is seen
            expect(person.page.locator("#upload-button")).to_be_visible(visible=seen)


def test_a_dropped_file_of_a_viewer_is_kindly_refused(visit: Opener, tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text("CREATE TABLE a (id int);")
    with visit() as person:
        person.sign_in()
        person.page.set_input_files("#upload-button-input", tmp_path / "a.sql")
        expect(person.page.locator("#attachments")).to_contain_text("a.sql")
        person.page.click("#chat-submit:not([disabled])")
        expect(person.page.locator("[data-step-type=assistant_message]")).to_contain_text(
            "只能提问，不能上传资料"
        )


@pytest.mark.parametrize("locale, said", [("zh-CN", "用户名或密码不对"), ("en-US", "is not right")])
def test_a_wrong_password_is_explained(visit: Opener, locale: str, said: str) -> None:
    with visit(locale=locale) as person:
        page = person.page
        page.goto(f"{person.address}/login")
        page.fill("#email", "viewer")
        page.fill("#password", "no")
        page.click("button[type=submit]")
        expect(page.locator("form")).to_contain_text(said)
        expect(page.locator("[data-sonner-toast]")).to_have_count(1)
        expect(page.locator("[data-sonner-toast]")).to_be_hidden()
        expect(page.get_by_text("credentialssignin")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_our_colours_before_chainlits_script_runs(visit: Opener, scheme: str) -> None:
    with visit(scheme=scheme) as person:
        person.page.route("**/assets/*.js", lambda route: route.abort())
        person.page.goto(f"{person.address}/login")
        primary = person.page.evaluate(
            "getComputedStyle(document.documentElement).getPropertyValue('--primary')"
        )
        theme = json.loads((ROOT / "public" / "theme.json").read_text("utf-8"))
        assert primary == theme["variables"][scheme]["--primary"]


def test_the_form_signs_in(visit: Opener) -> None:
    with visit() as person:
        page = person.page
        page.goto(person.address)
        page.fill("#email", "viewer")
        page.fill("#password", "viewer-password")
        page.click("button[type=submit]")
        expect(page.locator("#starters button").first).to_be_visible()


def test_the_demos_sign_ins_fill_the_form(visit: Opener) -> None:
    """Whom the server tells of is held by test_chat_web: these people have passwords of their own."""
    told = {"people": [{"name": "analyst", "password": "wenshu-demo", "about": "teaches"}]}
    with visit() as person:
        person.page.route("**/sign-in/hint", lambda route: route.fulfill(json=told))
        person.page.goto(f"{person.address}/login")
        person.page.locator("#demo-sign-ins button", has_text="analyst").click()
        expect(person.page.locator("#email")).to_have_value("analyst")
        expect(person.page.locator("#password")).to_have_value("wenshu-demo")


def test_only_an_admin_sees_the_way_to_the_admin_page(visit: Opener) -> None:
    with visit() as person:
        person.sign_in("admin")
        expect(person.page.locator("#admin-link")).to_have_text("管理")
    with visit(locale="en-US") as person:
        person.sign_in()
        expect(person.page.locator("#starters button").first).to_be_visible()
        expect(person.page.locator("#admin-link")).to_have_count(0)


def test_an_earlier_conversation_is_found_and_opened(visit: Opener) -> None:
    with visit() as person:
        page = person.page
        person.sign_in("admin")
        person.ask("荔枝几月上市？")
        page.click("#new-chat-button")
        page.locator("#starters button").first.wait_for()
        page.locator("#thread-history a", has_text="荔枝几月上市？").click()
        expect(page.locator("blockquote")).to_contain_text("常识回答")
