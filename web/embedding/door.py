"""How a request of the embedded chat is let in: by its token alone, to the chat's own routes, until it ends.

The browser sends the token with each request and socket; no cookie is read of these, and none is set.
"""

import asyncio
import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from chainlit.auth.jwt import create_jwt, get_jwt_secret
from chainlit.user import User
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from appdb.audit import through
from web.embedding.tokens import PREFIX, EmbedToken, read
from web.sessions import COOKIE

# A browser's socket can carry a token only as one of its protocols; this one is answered with.
PROTOCOL = "wenshu.embed"
LANGUAGES_OF = {
    "wenshu.zh": b"zh-CN",
    "wenshu.en": b"en-US",
}  # the frame's language; the browser's may be another
ENDED = 4401
# What the chat itself asks for. Uploads, other conversations, pages and the API are for a sign-in or a token.
PATHS = ("/user", "/project/settings", "/feedback", "/verdict", "/verdict/check")
FOLDERS = ("/ws/", "/turns/", "/results/", "/files/", "/answers/", "/notes", "/project/file/")


class EmbedSessions:
    """Turn an embed token into its person's session, for this one request or socket.

    Whether that session is still open is told where every session is: web/sessions.py, and with each message.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the token decide alone where one is sent."""
        text = _token_in(scope)
        if not text:
            await self.app(scope, receive, send)
            return
        scope = {**scope, "headers": _in_language(_without_credentials(scope), scope.get("subprotocols", ()))}
        token = read(text, get_jwt_secret() or "")
        if token is None or not _is_for_the_chat(scope["path"]):
            await self.app(scope, receive, _without_cookies(send))
            return
        through.set(token.id)
        scope["headers"].append((b"cookie", f"{COOKIE}={_session(token)}".encode()))
        if scope["type"] == "http":
            await self.app(scope, receive, _without_cookies(send))
        else:
            await self.app(scope, _until(token.expires_at, receive, send), _speaking(send))


_CREDENTIALS = (b"cookie", b"authorization")
Header = tuple[bytes, bytes]


def _without_credentials(scope: Scope) -> list[Header]:
    return [pair for pair in scope["headers"] if pair[0] not in _CREDENTIALS]


def _in_language(headers: list[Header], protocols: Iterable[str]) -> list[Header]:
    """Return the headers with the language that a socket's protocols tell; a page cannot set its headers."""
    spoken = next((LANGUAGES_OF[one] for one in protocols if one in LANGUAGES_OF), None)
    if spoken is None:
        return headers
    return [*(pair for pair in headers if pair[0] != b"accept-language"), (b"accept-language", spoken)]


def _token_in(scope: Scope) -> str:
    if scope["type"] == "websocket":
        return next((one for one in scope.get("subprotocols", ()) if one.startswith(PREFIX)), "")
    if scope["type"] != "http":
        return ""
    scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip().startswith(PREFIX) else ""


def _is_for_the_chat(path: str) -> bool:
    return path in PATHS or path.startswith(FOLDERS)


def _session(token: EmbedToken) -> str:
    """Return what Chainlit knows the person by; it never leaves this process."""
    metadata = {"epoch": token.epoch, "session": token.id, "with": token.made_with}
    return create_jwt(User(identifier=token.person, metadata=metadata))


def _without_cookies(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [pair for pair in message.get("headers", ()) if pair[0].lower() != b"set-cookie"]
            message = {**message, "headers": kept}
        await send(message)

    return sending


def _speaking(send: Send) -> Send:
    async def sending(message: Mapping[str, Any]) -> None:
        accepts = message["type"] == "websocket.accept"
        await send({**message, "subprotocol": PROTOCOL} if accepts else dict(message))

    return sending


def _until(end: dt.datetime, receive: Receive, send: Send) -> Receive:
    """Return what reads a socket until its token ends, and closes it then."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + (end - dt.datetime.now(dt.UTC)).total_seconds()

    async def receiving() -> Message:
        try:
            async with asyncio.timeout_at(deadline):
                return await receive()
        except TimeoutError:
            await send({"type": "websocket.close", "code": ENDED})
            return {"type": "websocket.disconnect", "code": ENDED}

    return receiving
