"""JSON to a provider and back, whole or as events of a stream, over connections that are kept.

On aiohttp, whose reader is compiled. The client of the openai package goes through seven layers of Python for
each piece that comes: 10,300 calls of a question's two requests, against 2,000 here.
"""

import asyncio
import contextlib
import json
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.request import getproxies, proxy_bypass

import aiohttp
import orjson
from yarl import URL

from errors import ModelError

_KEPT_S = 5.0  # a connection without a request; many servers close theirs soon after
_REST_S = 0.1  # for what follows the last event, without which a connection is not used again
_MOST_EVENT_BYTES = 4_000_000
_KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}  # where a system knows them


class Refused(Exception):
    """What a provider replied that is no success."""

    def __init__(self, status: int, code: str, text: str, retry_after: str = "") -> None:
        super().__init__(f"{status}: {text}")
        self.status, self.code, self.retry_after = status, code, retry_after


class Wire:
    """Sends bodies to one address; its connections belong to the loop it is first used on."""

    def __init__(self, url: str, headers: Mapping[str, str], silence_s: float | None) -> None:
        self._url, self._headers, self._silence_s = URL(url), dict(headers), silence_s
        self._session: aiohttp.ClientSession | None = None
        self._proxy = _proxy_to(self._url)

    async def whole(self, body: Mapping[str, Any]) -> Any:
        """Return the reply to a body."""
        async with self._sent(body) as reply:
            return json.loads(await reply.read())

    async def events(self, body: Mapping[str, Any]) -> AsyncIterator[list[Any]]:
        """Yield the events that came at once, each time; raise TimeoutError where none comes for too long."""
        async with self._sent(body) as reply:
            reader, until = _Events(), self._until()
            while True:
                async with asyncio.timeout_at(until):
                    came = await reply.content.readany()
                if not came:
                    return
                found, ends = _events(reader.feed(came))
                if found:
                    yield found
                    until = self._until()
                if isinstance(ends, Exception):
                    raise ends
                if ends:
                    await _read_out(reply)
                    return

    async def aclose(self) -> None:
        """Close what is kept."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _until(self) -> float | None:
        """Return the time on the loop's clock until which the next event may be waited for."""
        return None if self._silence_s is None else asyncio.get_running_loop().time() + self._silence_s

    @asynccontextmanager
    async def _sent(self, body: Mapping[str, Any]) -> AsyncIterator[aiohttp.ClientResponse]:
        said = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        self._session = self._session or self._opened()
        async with self._session.post(
            self._url, data=said, headers=self._headers, proxy=self._proxy
        ) as reply:
            if reply.status >= 300:
                raise _refused(reply, await reply.text(errors="replace"))
            yield reply

    def _opened(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,
                keepalive_timeout=_KEPT_S,
                ssl=_trusted() if self._url.scheme == "https" else True,
                socket_factory=_kept_alive,
            ),
            timeout=aiohttp.ClientTimeout(connect=self._silence_s, sock_read=self._silence_s, total=None),
            cookie_jar=aiohttp.DummyCookieJar(),
        )


def _events(whole: list[bytes]) -> tuple[list[Any], bool | Exception]:
    """Return what events hold, and whether a stream ends behind them, or by which fault."""
    found = list[Any]()
    for data in whole:
        if data.startswith(b"[DONE]"):
            return found, True
        try:
            event = _read(data)
        except ValueError as fault:
            return found, fault
        if isinstance(event, dict) and event.get("error"):
            return found, ModelError("model_cut", detail=str(event["error"])[:500])
        found.append(event)
    return found, False


def _read(data: bytes) -> Any:
    """Read JSON; what orjson refuses, such as half a surrogate, as Python reads it."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return json.loads(data.decode())


class _Events:
    """Puts the data of server-sent events together from what comes in pieces."""

    def __init__(self) -> None:
        self._rest, self._data = b"", list[bytes]()

    def feed(self, came: bytes) -> list[bytes]:
        """Return the data of each event that is whole now."""
        if not (self._rest or self._data) and came.endswith(b"\n\n") and came.startswith(b"data: "):
            plain = came[len(b"data: ") : -2].split(b"\n\ndata: ")
            if came.count(b"\n") == 2 * len(plain) and b"\r" not in came:  # each one line, as most are
                return plain
        lines = (self._rest + came).splitlines(keepends=True)
        self._rest = b"" if lines[-1].endswith((b"\n", b"\r")) else lines.pop()
        whole = list[bytes]()
        for line in lines:
            said = line.rstrip(b"\r\n")
            if said.startswith(b"data:"):
                self._data.append(said[5:].removeprefix(b" "))
            elif not said and self._data:
                whole.append(b"\n".join(self._data))
                self._data.clear()
        if len(self._rest) + sum(map(len, self._data)) > _MOST_EVENT_BYTES:
            raise ValueError(f"an event of more than {_MOST_EVENT_BYTES} bytes")
        return whole


async def _read_out(reply: aiohttp.ClientResponse) -> None:
    """Read what follows the last event; a reply that does not end soon ends with its connection."""
    with contextlib.suppress(TimeoutError, aiohttp.ClientError):
        async with asyncio.timeout(_REST_S):
            while not reply.content.at_eof():
                await reply.content.readany()


def _refused(reply: aiohttp.ClientResponse, text: str) -> Refused:
    """Return what a provider says is wrong; its code where its words have the usual form."""
    try:
        said = json.loads(text)
    except ValueError:
        said = None
    error = said.get("error", said) if isinstance(said, dict) else None
    code = str(error.get("code") or "") if isinstance(error, dict) else ""
    return Refused(reply.status, code, text, reply.headers.get("retry-after", ""))


def _proxy_to(url: URL) -> str | None:
    """Return the proxy that this machine sends such an address through."""
    if proxy_bypass(url.host_port_subcomponent or ""):
        return None
    proxies = getproxies()
    return proxies.get(url.scheme) or proxies.get("all")


def _trusted() -> ssl.SSLContext:
    """Return the certificates that the provider's own client trusts."""
    from httpx2 import create_ssl_context

    return create_ssl_context()


def _kept_alive(address: Any) -> socket.socket:
    """Return a socket that tells when whoever is at its other end is gone."""
    family, kind, protocol, *_ = address
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return made
