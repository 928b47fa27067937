"""Whose page asks: changes and sockets are for pages of this address alone."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

READS = ("GET", "HEAD", "OPTIONS")
SOCKETS = "/ws/"
# A provider's page sends the browser here with a form; the state cookie holds it together instead.
FROM_PROVIDERS = ("/auth/oauth/azure-ad-hybrid/callback",)
PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """Refuse a change or a socket that another site's page asks for.

    Chainlit checks neither: its cookie goes along with a foreign page's socket, and its routes know no token.
    """

    def __init__(self, app: ASGIApp, public_url: str = "") -> None:
        self.app = app
        self._public = _host(public_url) if public_url else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at where the request comes from before anything else reads it."""
        if scope["type"] not in ("http", "websocket") or not self._foreign(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await JSONResponse({"detail": "foreign_origin"}, 403)(scope, receive, send)

    def _foreign(self, scope: Scope) -> bool:
        path = scope["path"]
        if path in FROM_PROVIDERS:
            return False
        if scope["type"] == "http" and scope["method"] in READS and not path.startswith(SOCKETS):
            return False
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:  # no browser, or one whose page needs none
            return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        asks = _host(origin)
        return not asks or asks not in (_host(f"//{headers.get('host', '')}", origin), self._public)


def _host(address: str, like: str = "") -> str:
    """Return host and port of an address, without the usual port, as browsers do; empty for none."""
    try:
        parts, scheme = urlsplit(address), urlsplit(like or address).scheme
        port = "" if parts.port in (None, PORTS.get(scheme)) else f":{parts.port}"
    except ValueError:
        return ""
    return f"{parts.hostname.lower()}{port}" if parts.hostname else ""
