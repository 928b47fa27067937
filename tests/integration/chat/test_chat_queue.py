"""A question that waits in line says so on the page, until it begins, is stopped or is refused."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.chat_client import ChatClient, chatting
from tests.fakes.chat_server import ChatServer, running_chat

PATIENCE = 20  # half seconds


@pytest.fixture(scope="module")
def chat(chat_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChatServer]:
    """Serve the chat where one question of a person runs and two wait."""
    folder: Path = tmp_path_factory.mktemp("chat")
    with running_chat(chat_url, folder, TEST_SHARE="1 2") as server:
        yield server


def messages(page: ChatClient) -> list[Any]:
    """Return what the assistant says on the page."""
    return [step["output"] for step in page.steps.values() if step["type"] == "assistant_message"]


async def test_waiting_question_tells_its_place_begins_by_itself_and_can_be_stopped(chat: ChatServer) -> None:
    async with (
        chatting(chat.address) as first,
        chatting(chat.address) as second,
        chatting(chat.address, language="en-US") as third,
        chatting(chat.address) as fourth,
        chatting(chat.address, "analyst") as another,
    ):
        await first.send("慢慢想")
        await first.streaming()
        await second.send("荔枝几月上市？")
        await second.said("在排队，第 1 位")
        await third.send("A slow question")
        await third.said("waits as number 2")
        refused = await fourth.ask("再来一个")
        assert "1 个问题在回答、2 个在排队" in refused["output"]
        assert "五月到七月" in (await another.ask("荔枝几月上市？"))["output"]
        assert (await third.stop())["output"] == "Stopped. You can ask again."
        await first.stop()
        assert "五月到七月" in (await second.answered())["output"]
        assert [len(messages(page)) for page in (first, second, third, fourth)] == [1, 1, 1, 1]
    async with chatting(chat.address, thread=second.thread) as page:
        assert page.resumed is not None
        outputs = [one["output"] for one in page.resumed["steps"] if one["type"] == "assistant_message"]
        assert len(outputs) == 1 and "五月到七月" in outputs[0], "that it waited is kept nowhere"


async def test_reloaded_page_of_a_waiting_question_says_that_it_waits(chat: ChatServer) -> None:
    async with chatting(chat.address, "admin") as first, chatting(chat.address, "admin") as second:
        await first.ask("你好荔枝")
        await second.ask("你好荔枝")
        await first.send("慢慢想")
        await first.streaming()
        await second.send("荔枝几月上市？")
        await second.said("在排队，第 1 位")
        async with chatting(chat.address, "admin", thread=second.thread) as reloaded:
            await reloaded.said("在排队，第 1 位")
            await first.stop()
            await second.answered()
            await reloaded.answered()
            assert "在排队" not in "".join(map(str, messages(reloaded) + messages(second)))


@contextlib.asynccontextmanager
async def reloaded_with_two(chat: ChatServer, name: str) -> AsyncIterator[tuple[ChatClient, ChatClient]]:
    """Yield the page where a question is being answered while another waits, and a reloaded one."""
    async with chatting(chat.address, name) as first:
        await first.ask("你好荔枝")
        async with chatting(chat.address, name, thread=first.thread) as second:
            await first.send("慢慢想")
            await first.streaming()
            await second.send("荔枝几月上市？")
            await second.said("在排队，第 1 位")
            async with chatting(chat.address, name, thread=first.thread) as reloaded:
                await reloaded.said("在排队，第 1 位")
                yield first, reloaded


async def test_reloaded_page_shows_the_waiting_question_behind_the_running_one_and_its_answer(
    chat: ChatServer,
) -> None:
    async with reloaded_with_two(chat, "viewer") as (first, reloaded):
        await reloaded.streaming()
        await first.stop()
        await reloaded.answered()
        stopped, answered = messages(reloaded)
        assert "已停止" in stopped and "五月到七月" in answered


async def test_stop_on_a_reloaded_page_ends_what_runs_and_what_waits(chat: ChatServer) -> None:
    async with reloaded_with_two(chat, "analyst") as (first, reloaded):
        await reloaded.stop()
        assert [said.endswith("已停止。可以接着问。") for said in messages(reloaded)] == [True, True]
        await first.answered()
        assert "五月到七月" in (await reloaded.ask("荔枝几月上市？"))["output"], "nothing is before it"
    for _ in range(PATIENCE):  # the waiting one's end is written by who let it wait
        async with chatting(chat.address, "analyst", thread=first.thread) as later:
            assert later.resumed is not None
            steps = [one for one in later.resumed["steps"] if one["type"] == "assistant_message"]
        stopped = ["已停止" in one["output"] for one in steps]
        if stopped == [False, True, True, False]:
            break
        await asyncio.sleep(0.5)
    assert stopped == [False, True, True, False]
