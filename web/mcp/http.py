"""The protocol over HTTP: each request is one conversation of its own, so that any process can answer it."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from anyio.abc import TaskStatus
from fastapi import FastAPI, Request
from mcp.server.lowlevel import Server
from mcp.server.streamable_http import StreamableHTTPServerTransport
from mcp.server.transport_security import RequestBodyLimitMiddleware
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from services import Services, services
from web.api.problems import on_nobody
from web.mcp.server import Caller, mcp_server
from web.tokens import TokenNeeded, authenticate

# Not `/mcp`: that path is Chainlit's own, by which its page would start other servers' tools; it is closed.
PATH = "/api/mcp"
LARGEST_BODY = 1_000_000
_KEY = "wenshu.mcp.caller"

Authenticate = Callable[[str | None], Awaitable[Caller | None]]


async def by_token(header: str | None) -> Caller | None:
    """Return who an `Authorization` header speaks for; a browser's cookie opens nothing here."""
    found = await authenticate(header)
    return Caller(found.user, frozenset(found.scopes)) if found else None


class Door:
    """Answers one message of the protocol at a time, to whoever sends a live token."""

    def __init__(self, opened: Callable[[], Services], who: Authenticate = by_token) -> None:
        self._opened, self._who = opened, who
        self._server: Server[Any, Any] | None = None
        self._limited: ASGIApp = RequestBodyLimitMiddleware(self._answer, LARGEST_BODY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a message in, or say why not."""
        request = Request(scope, receive)
        if request.method != "POST":  # there is nothing to listen to between calls, and no session to end
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        caller = await self._who(request.headers.get("authorization"))
        if caller is None:
            await (await on_nobody(request, TokenNeeded()))(scope, receive, send)
            return
        await self._limited({**scope, _KEY: caller}, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a message; when its sender leaves, what it asked for stops, on the database too."""
        transport = StreamableHTTPServerTransport(mcp_session_id=None)

        async def serve(*, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
            server = self._serving()
            async with transport.connect() as (read, write):
                task_status.started()
                await server.run(read, write, server.create_initialization_options(), stateless=True)

        async with anyio.create_task_group() as group:
            await group.start(serve)
            try:
                await transport.handle_request(scope, receive, send)
            finally:
                with anyio.CancelScope(shield=True):
                    await transport.terminate()

    def _serving(self) -> "Server[Any, Any]":
        if self._server is None:
            self._server = mcp_server(self._opened(), _caller_of)
        return self._server


async def _caller_of(request: Any) -> Caller:
    found: Caller = request.scope[_KEY]
    return found


def mounted(app: FastAPI) -> None:
    """Put the protocol's path ahead of every route there is."""
    app.router.routes.insert(0, Route(PATH, endpoint=Door(services), include_in_schema=False))
