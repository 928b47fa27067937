"""The way to a provider: events as they are cut, connections kept, statuses and proxies told."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from langchain_core.messages import HumanMessage
from yarl import URL

from config.settings import Settings
from errors import ModelError
from llm.openai import ChatClient
from llm.wire import RefusedError, Wire, _proxy_for, _trusted, close

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
PEERS: list[Any] = []


@pytest.fixture(autouse=True)
async def closed() -> AsyncIterator[None]:
    PEERS.clear()
    yield
    await close()


@pytest.fixture
async def served() -> AsyncIterator[Callable[[Answer], Awaitable[str]]]:
    """Yield what serves one answer and returns its address."""
    runners = []

    async def serve(answer: Answer) -> str:
        async def told(request: web.Request) -> web.StreamResponse:
            PEERS.append(request.transport.get_extra_info("peername") if request.transport else None)
            return await answer(request)

        app = web.Application()
        app.router.add_post("/{path:.*}", told)
        runner = web.AppRunner(app)
        await runner.setup()
        runners.append(runner)
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}/"

    yield serve
    for runner in runners:
        await runner.cleanup()


def streaming(*chunks: bytes) -> Answer:
    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for chunk in chunks:
            await response.write(chunk)
        await response.write_eof()
        return response

    return answer


def wire(url: str) -> Wire:
    return Wire.to(url, {"Authorization": "Bearer k"}, 2.0)


async def events(url: str) -> list[Any]:
    return [event async for event in wire(url).events({})]


@pytest.mark.parametrize(
    "chunks",
    [
        (b'data: {"a": 1}\n\ndata: {"a": 2}\n\ndata: [DONE]\n\n',),
        (b'da', b'ta: {"a":', b' 1}\n', b'\ndata:{"a": 2}\n\nd', b'ata: [DONE]\n\n'),
        (b': ping\r\nevent: x\r\nid: 1\r\ndata: {"a": 1}\r', b'\n\r\ndata: {"a":\r\ndata: 2}\r\n\r\n'),
    ],
)  # fmt: skip
async def test_events_are_the_same_however_they_are_cut(
    served: Callable[[Answer], Awaitable[str]], chunks: tuple[bytes, ...]
) -> None:
    assert await events(await served(streaming(*chunks))) == [{"a": 1}, {"a": 2}]


async def test_a_connection_is_kept_for_the_next_request(served: Callable[[Answer], Awaitable[str]]) -> None:
    url = await served(streaming(b'data: {"a": 1}\n\n', b"data: [DONE]\n\n"))
    assert await events(url) == await events(url) == [{"a": 1}]
    assert len(PEERS) == 2 and len(set(PEERS)) == 1


async def test_what_is_left_before_its_end_keeps_no_connection(
    served: Callable[[Answer], Awaitable[str]],
) -> None:
    url = await served(streaming(b'data: {"a": 1}\n\n', b'data: {"a": 2}\n\n' * 100_000))
    left = wire(url).events({})
    assert await anext(left) == {"a": 1}
    await left.aclose()
    assert (await events(url))[0] == {"a": 1} and len(set(PEERS)) == 2


async def test_a_status_comes_with_what_was_said(served: Callable[[Answer], Awaitable[str]]) -> None:
    async def refusing(request: web.Request) -> web.StreamResponse:
        return web.json_response({"error": {"code": "busy"}}, status=429, headers={"Retry-After": "3"})

    with pytest.raises(RefusedError) as raised:
        await wire(await served(refusing)).whole({})
    assert raised.value.status == 429 and b"busy" in raised.value.body
    assert raised.value.headers["retry-after"] == "3"


async def test_a_reply_that_breaks_off_is_a_fault(served: Callable[[Answer], Awaitable[str]]) -> None:
    async def breaking(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "100"})
        await response.prepare(request)
        await response.write(b'{"a"')
        assert request.transport is not None
        request.transport.close()
        return response

    with pytest.raises(aiohttp.ClientError):
        await wire(await served(breaking)).whole({})


async def test_an_error_within_a_stream_is_one(served: Callable[[Answer], Awaitable[str]]) -> None:
    url = await served(streaming(b'data: {"error": {"message": "overloaded"}}\n\n'))
    asked = ChatClient.of(Settings(openai_base_url=url, llm_max_retries=0))  # type: ignore[call-arg]
    with pytest.raises(ModelError) as raised:
        assert not [piece async for piece in asked.stream([HumanMessage("x")])]
    assert raised.value.code == "model_cut" and "overloaded" in raised.value.detail


def test_proxies_of_the_environment_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    assert _proxy_for(URL("https://api.example/v1")) is None
    monkeypatch.setenv("ALL_PROXY", "http://all:1")
    assert _proxy_for(URL("https://api.example/v1")) == "http://all:1"
    monkeypatch.setenv("HTTPS_PROXY", "http://secure:1")
    monkeypatch.setenv("NO_PROXY", "inside.example")
    assert _proxy_for(URL("https://api.example/v1")) == "http://secure:1"
    assert _proxy_for(URL("http://api.example/v1")) == "http://all:1"
    assert _proxy_for(URL("https://inside.example/v1")) is None


def test_certificates_and_names_are_checked() -> None:
    assert _trusted().verify_mode is ssl.CERT_REQUIRED and _trusted().check_hostname
