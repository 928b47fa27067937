"""The API put together: an app of its own under `/api`, so that nothing there is ever Chainlit's page."""

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from config.version import VERSION
from errors import NotFoundError
from web.api import asking, conversations, data, embedding, judging, links, managing
from web.api.door import Anyone
from web.api.page import rendered
from web.api.problems import HANDLERS, Problem, Told, language_in, problem
from web.tokens import TokenNeeded, caller_of

PREFIX = "/api"
ABOUT = "Ask your databases from programs. Every route acts with the rights of the token's person."
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why, "content": {"application/problem+json": {}}}
    for status, why in {
        400: "The body cannot be read.",
        401: "No live token and no sign-in.",
        403: "Not for this token, person or database.",
        404: "There is no such thing, or it is somebody else's.",
        409: "It must be confirmed, or something else comes first.",
        422: "What was sent cannot be used as it is; `code` says why.",
        429: "Too many at once; see Retry-After.",
        503: "A database is away.",
    }.items()
}
own = APIRouter()


def build() -> FastAPI:
    """Return the app of the API."""
    api = FastAPI(
        title="Wenshu", version=VERSION, description=ABOUT, openapi_url=None, docs_url=None, redoc_url=None
    )
    for module in (asking, conversations, links, data, judging, embedding, managing):
        api.include_router(module.router, prefix="/v1", responses=PROBLEMS)
    api.include_router(own, prefix="/v1", include_in_schema=False)
    for error, handler in HANDLERS.items():
        api.add_exception_handler(error, handler)
    described(api)
    return api


def mounted(app: FastAPI) -> None:
    """Put the API ahead of every route there is; what is put first later stands before it."""
    api = build()
    # Without its slash the prefix itself would be Chainlit's page.
    app.router.routes[0:0] = [Mount(PREFIX, app=api), Route(PREFIX, _nothing_here)]


@own.get("/openapi.json")
async def openapi(request: Request, _: Anyone) -> Response:
    """Return the API as OpenAPI describes it, to whoever may use it."""
    return Told(described(request.app))


@own.get("/docs")
async def docs(request: Request) -> Response:
    """Show the routes to a signed-in person; anybody else signs in first."""
    try:
        caller = await caller_of(request.scope, request.headers.get("authorization"))
    except TokenNeeded:
        return RedirectResponse("/login", 303)
    return rendered(request, described(request.app), caller.user)


async def _nothing_here(request: Request) -> Response:
    return problem(NotFoundError("path_unknown"), language_in(request))


def described(api: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, with what FastAPI cannot know of it."""
    if api.openapi_schema is None:
        found = get_openapi(
            title=api.title, version=api.version, description=api.description, routes=api.routes
        )
        found["servers"] = [{"url": PREFIX}]
        found["components"].setdefault("securitySchemes", {})["token"] = {"type": "http", "scheme": "bearer"}
        found["security"] = [{"token": []}]
        for path in found["paths"].values():
            for operation in path.values():
                _as_problems(operation)
        api.openapi_schema = found
    return api.openapi_schema


def _as_problems(operation: dict[str, Any]) -> None:
    """Say that every refusal is problem+json, FastAPI's own 422 too."""
    for status, told in operation["responses"].items():
        if int(status) >= 400:
            told["content"] = {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
            }
