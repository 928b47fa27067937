"""The protocol over HTTP: the SDK's own client, tokens, and what stops when a client leaves."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import pytest
import uvicorn
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette
from starlette.routing import Route

from appdb.users import User
from services import Services
from web.mcp import server, tools
from web.mcp.http import PATH, Door
from web.mcp.server import Caller
from web.mcp.told import Told

TOKENS = {
    "Bearer all": Caller(User("ann", "admin"), frozenset({"ask", "read", "sql"})),
    "Bearer asks": Caller(User("ann", "admin"), frozenset({"ask"})),
}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPT = {"Accept": "application/json, text/event-stream"}


class Auto:
    """As much of the services as these calls need."""

    class settings:
        language = "en"


async def who(header: str | None) -> Caller | None:
    return TOKENS.get(header or "")


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """Serve the door alone, on a port of its own."""
    app = Starlette(routes=[Route(PATH, endpoint=Door(lambda: cast(Services, Auto()), who))])
    serving = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    task = asyncio.create_task(serving.serve())
    while not serving.started:  # noqa: ASYNC110  uvicorn has no event for it
        await asyncio.sleep(0.01)
    port = serving.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}{PATH}"
    serving.should_exit = True
    await task


def client_of(token: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=10)


async def test_the_sdks_client_lists_and_calls_what_its_token_allows(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def echoes(call: tools.Call, said: tools.Arguments, language: str) -> Told:
        await call.tell("half way")
        return Told(
            f"{call.person.name} {language}",
            {"kind": "chat", "answer": said["question"], "provenance": _FROM},
        )

    steps: list[str] = []

    async def progress(_: float, __: float | None, message: str | None) -> None:
        steps.append(message or "")

    echoes.__name__ = "ask"
    monkeypatch.setattr(
        server,
        "TOOLS",
        (tools.Tool(echoes, tools.TOOLS[0].takes, tools.TOOLS[0].gives, "ask"), *tools.TOOLS[1:]),
    )
    async with (
        client_of("asks") as http,
        streamable_http_client(address, http_client=http) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        assert {tool.name for tool in (await session.list_tools()).tools} == {"ask", "query_metrics"}
        got = await session.call_tool("ask", {"question": "营业额"}, progress_callback=progress)
        assert got.structuredContent is not None and got.structuredContent["answer"] == "营业额"
        assert steps == ["half way"]


_FROM = {"source": None, "said": ""}


@pytest.mark.parametrize(
    "header",
    [{}, {"Authorization": "Bearer x"}, {"Authorization": "Basic all"}, {"Cookie": "access_token=x"}],
)
async def test_without_a_live_token_nothing_is_told(address: str, header: dict[str, str]) -> None:
    async with httpx.AsyncClient() as http:
        got = await http.post(address, json=LIST, headers={**ACCEPT, **header})
    assert got.status_code == 401 and got.headers["www-authenticate"].startswith("Bearer")
    assert got.json()["code"] == "token_needed" and "run_sql" not in got.text


async def test_there_is_nothing_to_listen_to_and_no_session(address: str) -> None:
    async with client_of("all") as http:
        assert [(await http.request(method, address)).status_code for method in ("GET", "DELETE")] == [
            405,
            405,
        ]
        got = await http.post(address, json=LIST, headers=ACCEPT)
        assert got.status_code == 200 and "mcp-session-id" not in got.headers and "run_sql" in got.text


async def test_a_body_that_is_too_large_is_refused(address: str) -> None:
    async with client_of("all") as http:
        got = await http.post(address, json={**LIST, "x": "x" * 1_000_001}, headers=ACCEPT)
    assert got.status_code == 413


async def test_what_was_asked_stops_when_its_client_leaves(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, stopped = asyncio.Event(), asyncio.Event()

    async def ask(*_: Any) -> Told:
        began.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.set()
            raise
        return Told("too late")

    monkeypatch.setattr(
        server, "TOOLS", (tools.Tool(ask, tools.TOOLS[0].takes, tools.TOOLS[0].gives, "ask"),)
    )
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "ask", "arguments": {"question": "x"}},
    }
    async with client_of("all") as http, http.stream("POST", address, json=call, headers=ACCEPT):
        await began.wait()
    await asyncio.wait_for(stopped.wait(), 10)
