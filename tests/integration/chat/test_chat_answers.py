"""What the chat shows of an answer, seen from the socket the page listens on."""

import asyncio

import httpx
import pytest

from tests.fakes.chat_client import chatting, signed_in
from tests.fakes.chat_server import ChatServer
from tests.fakes.scripted_services import ROWS, SQL


async def test_a_data_answer_has_steps_text_chart_table_and_follow_ups(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        said = await page.ask("上个月营业额最高的5个服务区是哪些？")
        assert [step["name"] for step in page.tools()] == ["生成 SQL", "检查 SQL", "查询数据", "分析结果"]
        assert page.tools()[0]["metadata"]["step"] == "generate_sql"
        assert page.tools()[0]["output"] == SQL and page.tools()[0]["language"] == "sql"
        assert "1,284,300.5" in said["output"]
        assert list(page.steps).index(said["id"]) > list(page.steps).index(page.tools()[-1]["id"])
        shown = page.of(said)
        assert set(shown) == {"ResultCard", "FollowUps", "chart"}
        card = shown["ResultCard"]["props"]
        assert card["rows"] == ROWS and card["sql"] == SQL and card["source"] == "verified"
        assert card["interpretation"] and card["download"].startswith("/results/")
        assert card["words"]["rows"] == "共 {n} 行"
        assert shown["FollowUps"]["props"]["questions"] == ["那南城服务区呢？", "按支付方式分一下"]
        figure = await page.http.get(
            f"/project/file/{shown['chart']['chainlitKey']}", params={"session_id": page.session}
        )
        assert figure.json()["data"][0]["type"] == "bar"


async def test_a_result_is_downloaded_by_its_owner_alone(chat: ChatServer) -> None:
    async with chatting(chat.address) as page, signed_in(chat.address, "admin") as another:
        said = await page.ask("上个月营业额最高的5个服务区是哪些？")
        address = page.of(said)["ResultCard"]["props"]["download"]
        csv = await page.http.get(f"{address}.csv")
        assert csv.content.startswith(b"\xef\xbb\xbf") and len(csv.text.splitlines()) == 1 + len(ROWS)
        assert csv.headers["content-disposition"] == 'attachment; filename="wenshu.csv"'
        assert (await page.http.get(f"{address}.xlsx")).content[:2] == b"PK"
        assert (await page.http.get(f"{address}.html")).status_code == 404
        assert (await another.get(f"{address}.csv")).status_code == 404
        async with httpx.AsyncClient(base_url=chat.address) as nobody:
            assert (await nobody.get(f"{address}.csv")).headers["location"] == "/login"


async def test_an_english_question_is_shown_in_english(chat: ChatServer) -> None:
    async with chatting(chat.address, language="en-US") as page:
        said = await page.ask("Top 5 service areas by revenue last month")
        assert page.tools()[0]["name"] == "Write the SQL"
        assert page.of(said)["ResultCard"]["props"]["words"]["rows"] == "Rows: {n}"


async def test_common_knowledge_is_marked_and_fetches_no_picture(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        said = await page.ask("荔枝几月上市？")
        assert said["output"].startswith("> **常识回答**")
        assert "evil.example" not in said["output"]


async def test_a_question_back_offers_its_readings(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        said = await page.ask("哪个服务区最高")
        props = page.of(said)["FollowUps"]["props"]
        assert props["questions"] == ["按营业额最高", "按车流量最高"]
        assert "点一下" in props["title"]


async def test_a_failure_is_one_sentence_and_marked(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        said = await page.ask("失败")
        assert said["isError"] and said["output"] == "数据库现在连不上，请稍后再问。"


async def test_an_unknown_exception_says_nothing_of_its_cause_and_the_chat_goes_on(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        said = await page.ask("boom")
        assert said["output"] == "系统出了点问题。请再问一次；如果还不行，请告诉管理员。"
        assert "1,284,300.5" in (await page.ask("再来一次"))["output"]
    assert "a secret cause" in chat.log.read_text("utf-8")


async def test_stop_ends_the_answer_in_the_readers_language_and_the_next_is_answered(
    chat: ChatServer,
) -> None:
    async with chatting(chat.address) as page:
        await page.send("慢慢想")
        await page.streaming()
        said = await page.stop()
        assert said["output"].endswith("已停止。可以接着问。")
        assert not any("manually" in step["output"] for step in page.steps.values())
        assert all(step["end"] for step in page.tools())
        assert "1,284,300.5" in (await page.ask("再来一次"))["output"]


async def test_computed_words_and_rows_are_there_while_a_model_looks_further(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        await page.send("为什么多了")
        computed = await page.said("算出来多了 100 元。")
        assert "模型正在往下查" in computed["output"]
        assert (await page.answered())["output"] == "是南城多了 100 元。"
        assert page.of(computed)["ResultCard"]["props"]["rows"] == ROWS


async def test_stop_leaves_the_computed_words(chat: ChatServer) -> None:
    async with chatting(chat.address) as page:
        await page.send("为什么多了，想很久")
        await page.said("算出来多了 100 元。")
        said = await page.stop()
        assert said["output"] == "算出来多了 100 元。\n\n已停止。可以接着问。"
        thread = page.thread
    async with chatting(chat.address, thread=thread) as again:
        assert again.resumed
        shown = [step["output"] for step in again.resumed["steps"] if "算出来" in step["output"]]
        assert shown and all("模型正在" not in one for one in shown)


async def test_steps_are_left_out_when_they_are_switched_off(chat: ChatServer) -> None:
    async with chatting(chat.address, "analyst") as page:
        await page.choose(language="en", steps=False)
        said = await page.ask("上个月营业额最高的5个服务区是哪些？")
        assert page.tools() == []
        assert said["output"].startswith("Nancheng leads")
    async with chatting(chat.address, "analyst") as page:
        chosen = {entry["id"]: entry["initial"] for entry in page.settings}
        assert chosen["language"] == "en", "the language is remembered for the next chat"
        await page.choose(language="auto", steps=True)


async def test_a_database_the_role_may_not_ask_is_refused_whatever_the_browser_says(chat: ChatServer) -> None:
    async with chatting(chat.address, profile="secret") as page:
        said = await page.ask("上个月营业额最高的5个服务区是哪些？")
        assert said["isError"] and "secret" in said["output"]
        assert not page.elements
    async with chatting(chat.address, "admin", profile="secret") as page:
        assert "1,284,300.5" in (await page.ask("上个月营业额最高的5个服务区是哪些？"))["output"]


async def test_many_browsers_with_a_profile_connect_at_once(chat: ChatServer) -> None:
    async def one(_: int) -> str:
        async with chatting(chat.address, profile="demo") as page:
            return str((await page.ask("失败"))["output"])

    said = await asyncio.gather(*(one(number) for number in range(12)))
    assert said == ["数据库现在连不上，请稍后再问。"] * 12


@pytest.mark.parametrize(
    "text",
    ["a\x00b 上个月", "😀", "x" * 20_000, "SELECT 1; DROP TABLE people", "\ud800 hm"],
    ids=["nul", "emoji", "long", "sql", "surrogate"],
)
async def test_odd_input_is_answered_and_kept(chat: ChatServer, text: str) -> None:
    async with chatting(chat.address) as page:
        said = await page.ask(text)
        assert said["output"]
        thread = page.thread
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        assert [step["type"] for step in page.resumed["steps"]].count("user_message") == 1
