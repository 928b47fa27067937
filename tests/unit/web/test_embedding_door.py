"""Embed tokens: what they open, for how long, and that nothing else is let in beside them."""

import asyncio
import datetime as dt
from typing import Any

import pytest
from chainlit.auth.jwt import decode_jwt

from config.settings import Settings
from errors import SettingsError
from web.embedding.door import ENDED, PROTOCOL, EmbedSessions
from web.embedding.tokens import EmbedToken, new_token, read, signed
from web.middleware import content_policy
from web.sessions import session_of

SECRET = "a secret of the tests, long enough to sign with"


@pytest.fixture(autouse=True)
def signing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAINLIT_AUTH_SECRET", SECRET)


async def passed(path: str, text: str, cookie: str = "access_token=a-sign-in") -> dict[str, str]:
    """Return the headers that reach the app."""
    got: dict[str, str] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        got.update({name.decode(): value.decode() for name, value in scope["headers"]})
        await send({"type": "http.response.start", "status": 200, "headers": [(b"set-cookie", b"x=y")]})

    async def send(message: Any) -> None:
        assert not text or (b"set-cookie", b"x=y") not in message["headers"]

    headers = [(b"cookie", cookie.encode()), (b"accept", b"*/*")]
    if text:
        headers.append((b"authorization", f"Bearer {text}".encode()))
    scope = {"type": "http", "path": path, "headers": headers}
    await EmbedSessions(app)(scope, None, send)  # type: ignore[arg-type]
    return got


def token(minutes: int = 5, made_with: str = "", ago: dt.timedelta = dt.timedelta()) -> str:
    """Return a token as it was made some time ago."""
    return signed(new_token("ada", 3, minutes, made_with, dt.datetime.now(dt.UTC) - ago), SECRET)


async def test_a_token_makes_its_person_the_one_who_asks_whatever_cookie_comes_along() -> None:
    headers = await passed("/turns/x/chart", token(made_with="a program's"))
    cookie = headers["cookie"].removeprefix("access_token=")
    session = session_of(cookie)
    assert session and session.id.startswith("embed-")
    assert (session.name, session.epoch, session.made_with) == ("ada", 3, "a program's")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/admin", token()),
        ("/tokens", token()),
        ("/api/v1/ask", token()),
        ("/project/file", token()),
        ("/project/threads", token()),
        ("/user", token(ago=dt.timedelta(hours=1))),
        ("/user", token()[:-3] + "AAA"),
        ("/user", "wse_nonsense"),
    ],
)
async def test_beyond_the_chat_or_its_time_it_opens_nothing_and_takes_the_cookie_with_it(
    path: str, text: str
) -> None:
    assert await passed(path, text) == {"accept": "*/*"}


async def test_a_request_without_one_passes_as_it_is() -> None:
    assert (await passed("/admin", ""))["cookie"] == "access_token=a-sign-in"


def test_it_is_no_sign_in_and_a_sign_in_is_none_of_it() -> None:
    text = token()
    assert session_of(text) is None and session_of(text.removeprefix("wse_")) is None
    with pytest.raises(Exception, match=r"[Aa]udience"):
        decode_jwt(text.removeprefix("wse_"))
    assert read("wse_" + text.removeprefix("wse_"), "another secret, as long as the one above") is None


async def test_a_socket_is_closed_when_its_token_ends() -> None:
    ending = EmbedToken("embed-x", "ada", 0, dt.datetime.now(dt.UTC) + dt.timedelta(seconds=1.5))
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        assert await receive() == {"type": "websocket.disconnect", "code": ENDED}

    async def never() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    protocols = [PROTOCOL, signed(ending, SECRET)]
    scope = {"type": "websocket", "path": "/ws/socket.io/", "headers": [], "subprotocols": protocols}
    await EmbedSessions(app)(scope, never, send)  # type: ignore[arg-type]
    assert sent[0]["subprotocol"] == PROTOCOL
    assert sent[1] == {"type": "websocket.close", "code": ENDED}


def test_only_listed_sites_may_frame_and_by_default_none() -> None:
    assert content_policy("localhost").endswith("frame-ancestors 'none'")
    assert content_policy("localhost", ["https://a.example"]).endswith("frame-ancestors https://a.example")
    assert Settings().embedding_origins == ()
    given = Settings(embed_origins="https://A.example/, http://localhost:3000")
    assert given.embedding_origins == ("https://a.example", "http://localhost:3000")


@pytest.mark.parametrize("text", ["*", "https://*.example", "a.example", "https://a.example/path", "null"])
def test_what_is_no_site_is_refused_at_the_start(text: str) -> None:
    with pytest.raises((ValueError, SettingsError)):
        Settings(embed_origins=text)
