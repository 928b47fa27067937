"""What a conversation leaves behind, who may see it, and what comes back on resume."""

import uuid

import psycopg
import pytest
from socketio.exceptions import ConnectionError as RefusedError

from tests.fakes.chat_client import ChatClient, chatting, signed_in
from tests.fakes.chat_server import ChatServer

pytestmark = pytest.mark.slow

QUESTION = "上个月营业额最高的5个服务区是哪些？"


def rows(url: str, table: str, thread: str) -> int:
    """Return how many rows of a chat table belong to a conversation."""
    with psycopg.connect(url) as connection:
        sql = f'SELECT count(*) FROM chat.{table} WHERE "threadId" = %s'
        found = connection.execute(sql, [thread]).fetchone()
    return int(found[0]) if found else 0


async def one_answer(address: str, name: str = "viewer") -> str:
    """Ask one question and return its conversation."""
    async with chatting(address, name) as page:
        await page.ask(QUESTION)
        return page.thread


async def test_an_answer_is_stored_once(chat: ChatServer, chat_url: str) -> None:
    thread = await one_answer(chat.address)
    assert turns(chat_url, thread) == ["done"]
    assert (rows(chat_url, "steps", thread), rows(chat_url, "elements", thread)) == (0, 0)
    assert "history_write_failed" not in chat.log.read_text("utf-8")


async def test_a_reload_brings_back_text_chart_table_and_buttons(chat: ChatServer, chat_url: str) -> None:
    thread = await one_answer(chat.address)
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        assert page.resumed["name"] == QUESTION
        kinds = [step["type"] for step in page.resumed["steps"]]
        assert kinds.count("tool") == 4 and kinds.count("user_message") == 1
        answer = next(step for step in page.resumed["steps"] if step["type"] == "assistant_message")
        assert "1,284,300.5" in answer["output"] and not answer["streaming"]
        elements = {element["name"]: element for element in page.resumed["elements"]}
        assert len(elements["ResultCard"]["props"]["rows"]) == 5
        assert elements["ResultCard"]["props"]["interpretation"], "stored as it was at the end of the answer"
        assert elements["FollowUps"]["props"]["questions"]
        figure = await page.http.get(elements["chart"]["url"])
        assert figure.headers["content-type"] == "application/json"
        assert figure.json()["data"][0]["type"] == "bar"
        assert "1,284,300.5" in (await page.ask("再来一次"))["output"]


async def test_a_stopped_answer_comes_back_as_stopped(chat: ChatServer, chat_url: str) -> None:
    async with chatting(chat.address) as page:
        await page.send("慢慢想")
        await page.streaming()
        await page.stop()
        thread = page.thread
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        answer = [step for step in page.resumed["steps"] if step["type"] == "assistant_message"]
        assert [step["output"] for step in answer] == ["正在想\n\n已停止。可以接着问。"]


async def test_nobody_reads_anothers_conversation_or_its_files(chat: ChatServer, chat_url: str) -> None:
    thread = await one_answer(chat.address)
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        url = next(element["url"] for element in page.resumed["elements"] if element["url"])
    async with signed_in(chat.address, "analyst") as http:
        assert (await http.get(url)).status_code == 404
        assert (await http.get(f"/project/thread/{thread}")).status_code == 401
        assert (await http.get(f"/project/thread/{uuid.uuid4()}")).status_code == 404
        http.cookies.clear()
        assert (await http.get(url)).status_code == 401
    with pytest.raises(RefusedError):
        async with chatting(chat.address, "analyst", thread=thread):
            pass


@pytest.mark.parametrize("key", ["../../auth_secret", "..%2f..%2fauth_secret", "a" * 31, "g" * 32])
async def test_a_file_key_that_is_none_of_ours_finds_nothing(chat: ChatServer, key: str) -> None:
    async with signed_in(chat.address) as http:
        answer = await http.get(f"/files/{key}")
        assert answer.status_code in (200, 404) and b"secret" not in answer.content[:40]
        assert answer.status_code == 404 or "<!doctype html>" in answer.text


async def test_a_thread_id_is_a_value_and_never_sql(chat: ChatServer, chat_url: str) -> None:
    await one_answer(chat.address, "analyst")
    evil = "x') OR ('1'='1"
    async with chatting(chat.address, thread=evil) as page:
        await page.ask(QUESTION)
        page.thread = evil
    async with chatting(chat.address, thread=evil) as page:
        assert page.resumed is not None
        assert {step["threadId"] for step in page.resumed["steps"]} == {evil}
        assert {element["threadId"] for element in page.resumed["elements"]} == {evil}


async def listed(http: object, **filters: object) -> dict[str, object]:
    """Return a page of the list of conversations."""
    first = filters.pop("first", 20)
    cursor = filters.pop("cursor", None)
    body = {"pagination": {"first": first, "cursor": cursor}, "filter": filters}
    answer = await http.post("/project/threads", json=body)  # type: ignore[attr-defined]
    answer.raise_for_status()
    return dict(answer.json())


async def test_conversations_are_listed_a_page_at_a_time_and_searched(
    chat: ChatServer, chat_url: str
) -> None:
    for question in ("失败：快车道", "荔枝几月上市？", "100%_失败"):
        async with chatting(chat.address, "admin") as page:
            await page.ask(question)
    async with signed_in(chat.address, "admin") as http:
        first = await listed(http, first=2)
        names = [thread["name"] for thread in first["data"]]  # type: ignore[attr-defined]
        assert names == ["100%_失败", "荔枝几月上市？"]
        assert first["pageInfo"]["hasNextPage"] is True  # type: ignore[index]
        rest = await listed(http, first=2, cursor=first["pageInfo"]["endCursor"])  # type: ignore[index]
        assert [thread["name"] for thread in rest["data"]] == ["失败：快车道"]  # type: ignore[attr-defined]
        found = await listed(http, search="五月")
        assert [thread["name"] for thread in found["data"]] == ["荔枝几月上市？"]  # type: ignore[attr-defined]
        found = await listed(http, search="0%_")
        assert [thread["name"] for thread in found["data"]] == ["100%_失败"]  # type: ignore[attr-defined]


async def test_a_deleted_conversation_stays_deleted_with_its_files(chat: ChatServer, chat_url: str) -> None:
    async with chatting(chat.address, "analyst") as page:
        await page.ask(QUESTION)
        thread = await dropped(page, chat_url)
        kept = sum(path.is_file() for path in (chat.folder / "data" / "files").rglob("*"))
        answer = await page.http.request("DELETE", "/project/thread", json={"threadId": thread})
        assert answer.status_code == 200
        await page.socket.disconnect()
        await page.socket.sleep(0.3)
        with psycopg.connect(chat_url) as connection:
            found = connection.execute("SELECT 1 FROM chat.threads WHERE id = %s", [thread]).fetchall()
        assert found == [] and turns(chat_url, thread) == []
        assert sum(path.is_file() for path in (chat.folder / "data" / "files").rglob("*")) == kept - 1


async def dropped(page: ChatClient, url: str) -> str:
    """Drop a file that is read, and return the conversation once it is kept."""
    file = await page.upload("a.sql", b"CREATE TABLE a (id int);", "application/sql")
    await page.ask("看看", files=[file])
    for _ in range(100):
        if rows(url, "elements", page.thread) == 2 and rows(url, "steps", page.thread) == 2:
            break
        await page.socket.sleep(0.05)
    return page.thread


async def test_what_is_no_question_is_kept_beside_the_turns_in_its_place(
    chat: ChatServer, chat_url: str
) -> None:
    async with chatting(chat.address, "analyst") as page:
        await page.ask(QUESTION)
        thread = await dropped(page, chat_url)
        await page.ask("荔枝几月上市？")
    async with chatting(chat.address, "analyst", thread=thread) as page:
        assert page.resumed is not None
        steps = [step for step in page.resumed["steps"] if step["type"].endswith("message")]
        asked = [step["output"] for step in steps if step["type"] == "user_message"]
        assert asked == [QUESTION, "看看", "荔枝几月上市？"]
        assert "a.sql" in steps[3]["output"] and not steps[3]["parentId"]
        names = [element["name"] for element in page.resumed["elements"]]
        assert {"a.sql", "LearnedCard", "ResultCard"} <= set(names)
        file = next(element for element in page.resumed["elements"] if element["name"] == "a.sql")
        assert (await page.http.get(file["url"])).content == b"CREATE TABLE a (id int);"


async def test_a_conversation_that_chainlit_never_wrote_is_listed_found_and_opened(
    chat: ChatServer, chat_url: str
) -> None:
    thread = await one_answer(chat.address)
    with psycopg.connect(chat_url) as connection:
        connection.execute("DELETE FROM chat.threads WHERE id = %s", [thread])
    async with signed_in(chat.address) as http:
        found = await listed(http, search="1,284,300")
        names = {one["id"]: one["name"] for one in found["data"]}  # type: ignore[attr-defined]
        assert names[thread] == QUESTION
    async with signed_in(chat.address, "analyst") as http:
        assert (await http.get(f"/project/thread/{thread}")).status_code == 401
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None and page.resumed["name"] == QUESTION
        assert "1,284,300.5" in page.resumed["steps"][-1]["output"]


async def test_a_conversation_goes_on_with_the_database_it_asked_and_with_no_other(
    chat: ChatServer, chat_url: str
) -> None:
    thread = await one_answer(chat.address)
    with psycopg.connect(chat_url) as connection:  # as where it was the only database, and none was chosen
        connection.execute("UPDATE turns SET connection = 'former' WHERE thread = %s", [thread])
        connection.execute("UPDATE chat.threads SET metadata = '{}' WHERE id = %s", [thread])
    async with chatting(chat.address, thread=thread) as page:
        said = await page.ask(QUESTION)
        assert said["isError"] and "former" in said["output"], "another was asked"
    async with chatting(chat.address) as page:
        assert "1,284,300.5" in (await page.ask(QUESTION))["output"]


async def test_a_conversation_of_an_older_version_is_shown_as_it_was_stored(
    chat: ChatServer, chat_url: str
) -> None:
    thread = await one_answer(chat.address)
    step = """INSERT INTO chat.steps (id, name, type, "threadId", output, metadata, "createdAt")
        SELECT gen_random_uuid()::text, 'x', kind, %s, said, jsonb_build_object('turn', turns.id),
            '2026-01-01T00:00:0' || nth || '.000000Z'
        FROM turns, (VALUES (1, 'user_message', 'asked then'), (2, 'assistant_message', 'said then'))
            AS old (nth, kind, said) WHERE thread = %s"""
    with psycopg.connect(chat_url) as connection:
        connection.execute(step, [thread, thread])
        connection.execute("UPDATE turns SET shown = NULL WHERE thread = %s", [thread])
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        assert [step["output"] for step in page.resumed["steps"]] == ["asked then", "said then"]
        await page.ask("荔枝几月上市？")
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        assert len([step for step in page.resumed["steps"] if step["type"] == "user_message"]) == 2


async def test_who_opens_a_running_answer_sees_it_go_on_and_end(chat: ChatServer) -> None:
    async with chatting(chat.address) as first:
        await first.send("稍等一下")
        await first.streaming()
        async with chatting(chat.address, thread=first.thread) as second:
            assert second.resumed is not None
            kinds = [step["type"] for step in second.resumed["steps"]]
            assert kinds == ["user_message", "run"], "the question is there at once"
            message = await said(second, "正在想")
            assert second.tools()[0]["parentId"] == message["parentId"]
            await said(second, "想好了")
            assert all(step["end"] for step in second.tools())
        assert (await first.answered())["output"] == "想好了"


async def test_stop_on_another_page_stops_the_answer_for_all(chat: ChatServer, chat_url: str) -> None:
    async with chatting(chat.address) as first:
        await first.send("慢慢想")
        await first.streaming()
        async with chatting(chat.address, thread=first.thread) as second:
            await said(second, "正在想")
            await second.stop()
            assert (await first.answered())["output"].endswith("已停止。可以接着问。")
        assert turns(chat_url, first.thread) == ["stopped"]


def cut_off(url: str, thread: str, question: str) -> None:
    """Leave a turn as a kill leaves it: running, held by nobody who lives."""
    with psycopg.connect(url) as connection:
        sql = (
            "WITH made AS (INSERT INTO turns (id, owner, thread, connection, question)"
            " VALUES (%s, 'viewer', %s, 'demo', %s) RETURNING *)"
            " INSERT INTO leases (owner, thread, turn, holder, expires_at)"
            " SELECT owner, thread, id, 'killed', clock_timestamp() FROM made"
        )
        connection.execute(sql, [uuid.uuid4().hex, thread, question])


def turns(url: str, thread: str) -> list[str]:
    """Return how the turns of a thread stand."""
    with psycopg.connect(url) as connection:
        sql = "SELECT status FROM turns WHERE thread = %s ORDER BY place"
        found = connection.execute(sql, [thread]).fetchall()
    return [row[0] for row in found]


async def said(page: ChatClient, words: str) -> dict[str, object]:
    """Wait for an assistant's message with these words."""
    for _ in range(400):
        for step in page.steps.values():
            if step["type"] == "assistant_message" and words in step["output"]:
                return step
        await page.socket.sleep(0.05)
    raise AssertionError([step["output"] for step in page.steps.values()])


@pytest.mark.parametrize(
    ("question", "told", "answer"),
    [
        (QUESTION, f"上次正在回答「{QUESTION}」时服务停了，现在接着完成。", "1,284,300.5 元"),
        ("Top areas?", 'The server stopped while "Top areas?" was being answered.', "Nancheng leads"),
    ],
)
async def test_a_question_cut_off_by_a_kill_is_named_and_finished_in_its_thread(
    chat: ChatServer, chat_url: str, question: str, told: str, answer: str
) -> None:
    thread = await one_answer(chat.address)
    cut_off(chat_url, thread, question)
    async with chatting(chat.address, thread=thread) as page:
        await said(page, told)
        message = await said(page, answer)
        await page.answered()
        assert page.of(message)["ResultCard"]["props"]["rows"], "the whole answer, not its words alone"  # type: ignore[arg-type]
    assert turns(chat_url, thread) == ["done", "done"]
    async with chatting(chat.address, thread=thread) as page:
        assert page.resumed is not None
        outputs = [step["output"] for step in page.resumed["steps"] if step["type"] == "assistant_message"]
        assert len(outputs) == 2 and answer in outputs[-1], "both answers, and of the kill no more"


async def test_a_new_question_is_answered_while_one_is_taken_up(chat: ChatServer, chat_url: str) -> None:
    thread = await one_answer(chat.address)
    cut_off(chat_url, thread, QUESTION)
    async with chatting(chat.address, thread=thread) as page:
        await page.send("荔枝几月上市？")
        await said(page, "荔枝一般在五月到七月上市")
        await said(page, "1,284,300.5 元")


async def test_nobody_takes_up_what_another_asked(chat: ChatServer, chat_url: str) -> None:
    async with chatting(chat.address, "analyst") as page:
        await page.ask(QUESTION)
        thread = page.thread
    cut_off(chat_url, thread, QUESTION)
    async with chatting(chat.address, "analyst", thread=thread) as page:
        await page.ask("荔枝几月上市？")
        assert not any("上次正在回答" in str(step.get("output")) for step in page.steps.values())
    assert turns(chat_url, thread) == ["done", "running", "done"]


async def test_deleting_a_conversation_lets_the_assistant_forget_it(chat: ChatServer, chat_url: str) -> None:
    thread = await one_answer(chat.address)
    cut_off(chat_url, thread, QUESTION)
    async with signed_in(chat.address) as http:
        answer = await http.request("DELETE", "/project/thread", json={"threadId": thread})
        assert answer.status_code == 200
    assert turns(chat_url, thread) == []


async def test_a_verdict_is_its_authors_alone(chat: ChatServer, chat_url: str) -> None:
    thread = await one_answer(chat.address)
    with psycopg.connect(chat_url) as connection:
        turn = connection.execute("SELECT id FROM turns WHERE thread = %s", [thread]).fetchone()
    assert turn is not None
    verdict = {"forId": str(uuid.UUID(turn[0])), "threadId": thread, "value": 1, "comment": "好"}
    async with signed_in(chat.address) as mine, signed_in(chat.address, "analyst") as other:
        sent = {"feedback": verdict, "sessionId": "s"}
        assert (await other.put("/feedback", json=sent)).status_code == 404
        first = (await mine.put("/feedback", json=sent)).json()["feedbackId"]
        again = (await mine.put("/feedback", json={**sent, "feedback": {**verdict, "value": 0}})).json()
        assert again["feedbackId"] == first, "one verdict for each answer"
        assert (await other.request("DELETE", "/feedback", json={"feedbackId": first})).status_code == 404
        async with chatting(chat.address, thread=thread) as page:
            assert page.resumed is not None
            held = [step["feedback"]["value"] for step in page.resumed["steps"] if step["feedback"]]
            assert held == [0]
        assert (await mine.request("DELETE", "/feedback", json={"feedbackId": first})).status_code == 200
    assert rows(chat_url, "feedbacks", thread) == 0
