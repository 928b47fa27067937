"""The session behind every request and every socket: one that is over is taken off unread."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from chainlit.auth.cookie import get_token_from_cookies
from chainlit.auth.jwt import decode_jwt
from jwt import InvalidTokenError
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from appdb.sessions import Session

log = logging.getLogger(__name__)

COOKIE = "access_token"
KEY = "wenshu.session"
FOLDERS_OPEN_TO_ALL = ("/public/", "/assets/", "/avatars/")
OPEN_TO_ALL = ("/logo", "/favicon", "/health")

IsOpen = Callable[[Session], Awaitable[bool]]


class LiveSessions:
    """Let through the tokens of open sessions only; the scope then carries the session under KEY."""

    def __init__(self, app: ASGIApp, is_open: IsOpen) -> None:
        self.app = app
        self._is_open = is_open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take ended sessions off the request."""
        if scope["type"] not in ("http", "websocket") or _is_open_to_all(scope["path"]):
            await self.app(scope, receive, send)
            return
        try:
            scope = await self._cleared(scope)
        except Exception:  # the app's database is away: nobody can be told apart, so nobody is let in
            log.exception("sessions cannot be checked")
            if scope["type"] == "http":
                await JSONResponse({"detail": "not_ready"}, 503)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013})
            return
        await self.app(scope, receive, send)

    async def _cleared(self, scope: Scope) -> Scope:
        headers = Headers(scope=scope)
        cookies = "; ".join(headers.getlist("cookie"))
        token = get_token_from_cookies(cookie_parser(cookies))
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        bearer = bearer.strip() if scheme.lower() == "bearer" else ""
        by_cookie, by_bearer = await self._live(token), await self._live(bearer)
        kept = [pair for pair in scope["headers"] if pair[0] not in (b"cookie", b"authorization")]
        if cookies:
            kept.append((b"cookie", (cookies if by_cookie else _without_session(cookies)).encode("latin-1")))
        if "authorization" in headers and (by_bearer or not _is_ours(bearer)):
            kept.append((b"authorization", headers["authorization"].encode("latin-1")))
        return {**scope, "headers": kept, KEY: by_cookie or by_bearer}

    async def _live(self, token: str | None) -> Session | None:
        session = session_of(token)
        return session if session and await self._is_open(session) else None


def _is_open_to_all(path: str) -> bool:
    return path in OPEN_TO_ALL or path.startswith(FOLDERS_OPEN_TO_ALL)


def session_of(token: str | None) -> Session | None:
    """Return the session of a token that is genuine and not expired, else None."""
    if not token:
        return None
    try:
        user = decode_jwt(token)
        kept = user.metadata
        return Session(user.identifier, int(kept["epoch"]), str(kept["session"]), str(kept.get("with", "")))
    except (InvalidTokenError, KeyError, TypeError, ValueError):
        return None


def session_in(scope: Any) -> Session | None:
    """Return the session LiveSessions found in a request or a socket's handshake."""
    found = scope.get(KEY) if scope else None
    return found if isinstance(found, Session) else None


def _is_ours(token: str) -> bool:
    """Tell a token of ours, which must be of an open session, from a key of another kind."""
    return token.count(".") == 2


def _without_session(cookies: str) -> str:
    kept = (part.strip() for part in cookies.split(";"))
    return "; ".join(part for part in kept if not part.startswith(COOKIE))
