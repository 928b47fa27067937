"""Where our own routes stand: ahead of Chainlit's catch-all page, with what Chainlit leaves open closed."""

from collections.abc import Collection

from fastapi import APIRouter, FastAPI, HTTPException

# Open without a sign-in, or not used by our page and trusting the browser's word.
UNUSED = (
    "/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect", "/mcp", "/auth/jwt", "/auth/header",
    "/auth/oauth/{rest:path}", "/project/element", "/project/action", "/project/share/{thread}",
    "/project/thread/share", "/copilot/{rest:path}", "/embed", "/embed/{rest:path}",
)  # fmt: skip
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]
EMBEDDING = ("/copilot/{rest:path}", "/embed", "/embed/{rest:path}")
HEADER_SIGN_IN, PROVIDER_SIGN_IN = "/auth/header", "/auth/oauth/{rest:path}"


def put_first(app: FastAPI, router: APIRouter) -> None:
    """Include a router ahead of every route there is: `include_router` alone puts it behind the catch-all."""
    known = len(app.router.routes)
    app.include_router(router)
    added = app.router.routes[known:]
    del app.router.routes[known:]
    app.router.routes[0:0] = added


def close_unused(app: FastAPI, used: Collection[str] = ()) -> None:
    """Answer 404 where Chainlit or FastAPI would offer what we do not use; `used` stays open."""
    closed = APIRouter(include_in_schema=False)
    for path in UNUSED:
        if path not in used:
            closed.add_api_route(path, _not_here, methods=METHODS)
    put_first(app, closed)


async def _not_here() -> None:
    raise HTTPException(404)
