"""What every request passes: security headers, limits to paths and bodies, one log line."""

import logging
import re
import time
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

FRAMED = "/embed"  # the one page that others may show
HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:]+\](:\d+)?")


class SecurityHeaders:
    """Let pages load from here alone, and stand in nobody's frame; one page may in those of `framers`."""

    def __init__(self, app: ASGIApp, framers: Sequence[str] = ()) -> None:
        self.app = app
        self._framers = framers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        framers = self._framers if scope["path"] == FRAMED else ()
        policy = content_policy(Headers(scope=scope).get("host", ""), framers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", policy)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                if not framers:  # it knows no list of sites
                    headers.setdefault("X-Frame-Options", "DENY")
                if "etag" not in headers:  # no file, so somebody's: neither a browser nor a proxy keeps it
                    headers.setdefault("Cache-Control", "no-store")
                headers.setdefault("Referrer-Policy", "same-origin")
                headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
            await send(message)

        await self.app(scope, receive, send_with_headers)


def content_policy(host: str, framers: Sequence[str] = ()) -> str:
    """Return the page's policy; cards are compiled in the browser, hence 'unsafe-eval'.

    The socket is named by host: `ws:` alone would let a page talk to anyone.
    """
    socket = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    rules = (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        f"connect-src 'self'{socket}",
        "worker-src 'self' blob:",
        "font-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors " + (" ".join(framers) or "'none'"),
    )
    return "; ".join(rules)


UPLOAD_PATH = "/project/file"  # where Chainlit takes dropped files


class BodyLimit:
    """Refuse a body that is too large before it is read into memory, announced or not."""

    def __init__(self, app: ASGIApp, limit: int, upload_limit: int = 0) -> None:
        self.app = app
        self.limit = limit
        self.upload_limit = max(limit, upload_limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what comes in."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.upload_limit if scope["path"].endswith(UPLOAD_PATH) else self.limit
        announced = Headers(scope=scope).get("content-length", "0")
        if not announced.isdigit() or int(announced) > most:
            await JSONResponse({"detail": "too_large"}, 413)(scope, receive, send)
            return
        read = 0

        async def receive_counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            return {"type": "http.disconnect"} if read > most else message

        await self.app(scope, receive_counted, send)


LONGEST_NAME = 255  # bytes a file system takes


class NamesOfFiles:
    """Answer 404 where a path cannot name a file: Chainlit's folders would fail on it (500)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at the path's parts."""
        if scope["type"] == "http" and not _can_be_named(scope["path"]):
            await JSONResponse({"detail": "Not Found"}, 404)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _can_be_named(path: str) -> bool:
    return "\0" not in path and all(
        len(part.encode(errors="replace")) <= LONGEST_NAME for part in path.split("/")
    )


class RequestLog:
    """Write one line for each request, without its query, which may hold what was asked."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the time and the status."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            level = logging.INFO if status >= 400 else logging.DEBUG
            fields = {
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "ms": round((time.perf_counter() - began) * 1000, 1),
            }
            log.log(level, "request", extra=fields)
