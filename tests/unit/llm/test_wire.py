"""The wire to a provider over real HTTP: events however they are cut, connections kept, proxies, silences."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing

import pytest
from aiohttp import ClientError, web

from errors import ModelError
from llm.faults import RETRYABLE, model_error
from llm.wire import Refused, Wire

Reply = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Provider:
    """A server that replies as it is told, and remembers what came over which connection."""

    def __init__(self) -> None:
        self.reply: Reply = _nothing
        self.connections, self.asked = list[int](), list[tuple[str, object]]()
        self.url = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        self.connections.append(request.transport.get_extra_info("peername")[1])
        self.asked.append((request.headers["Host"], await request.json()))
        return await self.reply(request)

    def says(self, *pieces: bytes, ends: bool = True) -> None:
        """Stream these pieces to whoever asks."""

        async def reply(request: web.Request) -> web.StreamResponse:
            stream = web.StreamResponse()
            await stream.prepare(request)
            for piece in pieces:
                await stream.write(piece)
                await asyncio.sleep(0)
            while not ends:
                await stream.write(b": still here\n\n")
                await asyncio.sleep(0.05)
            return stream

        self.reply = reply


async def _nothing(_: web.Request) -> web.StreamResponse:
    return web.json_response({})


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    made, app = Provider(), web.Application()
    app.router.add_post("/{path:.*}", made.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.05)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield made
    await runner.cleanup()


def wire(url: str, silence_s: float = 5.0) -> Wire:
    return Wire(url, {"Authorization": "Bearer k"}, silence_s)


async def heard(one: Wire) -> list[object]:
    return [event async for events in one.events({"n": 1}) for event in events]


STREAM = ': a comment\r\ndata: {"a": "图"}\r\n\r\nevent: x\ndata: {"b":\ndata: 2}\n\ndata:[DONE]\n\n'.encode()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
async def test_events_are_read_however_they_are_cut(provider: Provider, size: int) -> None:
    provider.says(*(STREAM[at : at + size] for at in range(0, len(STREAM), size)))
    async with aclosing(wire(provider.url)) as one:
        assert await heard(one) == [{"a": "图"}, {"b": 2}]


async def test_connection_is_used_again_behind_a_stream_and_a_refusal(provider: Provider) -> None:
    async def refuse(_: web.Request) -> web.StreamResponse:
        return web.json_response(
            {"error": {"code": "c", "message": "m"}}, status=429, headers={"retry-after": "3"}
        )

    async with aclosing(wire(provider.url)) as one:
        provider.says(STREAM)
        await heard(one)
        provider.reply = _nothing
        assert await one.whole({"问": 1}) == {} and provider.asked[-1][1] == {"问": 1}
        provider.reply = refuse
        with pytest.raises(Refused) as raised:
            await one.whole({})
        assert (raised.value.status, raised.value.code, raised.value.retry_after) == (429, "c", "3")
        provider.reply = _nothing
        assert await one.whole({}) == {}
    assert len(provider.connections) == 4 and len(set(provider.connections)) == 1


async def test_stream_that_only_says_it_is_still_there_is_silent(provider: Provider) -> None:
    provider.says(b'data: {"a": 1}\n\n', ends=False)
    events = []
    async with aclosing(wire(provider.url, 0.2)) as one:
        with pytest.raises(TimeoutError):
            async for came in one.events({}):
                events += came
    assert events == [{"a": 1}]


async def test_events_that_come_at_once_are_handed_on_at_once_also_before_a_fault(provider: Provider) -> None:
    provider.says(b'data: {"a": 1}\n\ndata: {"a": 2}\n\ndata: {"error": {"message": "overloaded"}}\n\n')
    events = []
    async with aclosing(wire(provider.url)) as one:
        with pytest.raises(ModelError):
            async for came in one.events({}):
                events.append(came)
    assert events == [[{"a": 1}, {"a": 2}]]


async def test_error_within_a_stream_cuts_it(provider: Provider) -> None:
    provider.says(b'data: {"error": {"message": "overloaded"}}\n\n')
    async with aclosing(wire(provider.url)) as one:
        with pytest.raises(ModelError) as raised:
            await heard(one)
    assert raised.value.code == "model_cut" and "overloaded" in raised.value.detail


async def test_event_that_never_ends_is_given_up(provider: Provider) -> None:
    provider.says(b"data: " + b"x" * 5_000_000)
    async with aclosing(wire(provider.url)) as one:
        with pytest.raises(ValueError, match="event of more"):
            await heard(one)


async def test_requests_go_through_the_machines_proxy_but_for_what_it_leaves_out(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", provider.url)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    async with aclosing(wire("http://provider.test/v1/chat")) as one, aclosing(wire(provider.url)) as near:
        await one.whole({"n": 1})
        await near.whole({"n": 2})
    assert provider.asked[0] == ("provider.test", {"n": 1})
    assert provider.asked[1] == (provider.url.removeprefix("http://"), {"n": 2})


async def test_body_is_sent_as_plain_json(provider: Provider) -> None:
    async def echo(request: web.Request) -> web.StreamResponse:
        return web.Response(body=await request.read())

    provider.reply = echo
    async with aclosing(wire(provider.url)) as one:
        assert await one.whole({"问": [1, None]}) == json.loads('{"问":[1,null]}')


async def test_connection_that_was_closed_between_two_requests_is_not_used(provider: Provider) -> None:
    async def close_behind(request: web.Request) -> web.StreamResponse:
        reply = web.json_response({"n": len(provider.connections)})
        await reply.prepare(request)
        await reply.write_eof()
        assert request.transport is not None
        request.transport.close()
        return reply

    provider.reply = close_behind
    async with aclosing(wire(provider.url)) as one:
        for number in (1, 2):
            assert await one.whole({}) == {"n": number}
            await asyncio.sleep(0.05)
    assert len(set(provider.connections)) == 2


async def test_connection_that_breaks_before_a_reply_is_no_silence(provider: Provider) -> None:
    async def break_off(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    provider.reply = break_off
    async with aclosing(wire(provider.url)) as one:
        with pytest.raises(ClientError) as raised:
            await one.whole({})
    assert model_error(raised.value).code == "model_unreachable" and "model_unreachable" in RETRYABLE
