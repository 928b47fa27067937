"""The admin page's routes, put together: each tab is a module of its own."""

from pathlib import Path

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from config.wording import say
from web.admin import (
    audit,
    databases,
    drafting,
    golden,
    health,
    item,
    knowledge,
    listing,
    live,
    metrics,
    people,
    personal,
    preview,
    publishing,
    review,
    transfer,
    usage,
)
from web.pages import language_of

router = APIRouter(include_in_schema=False)
knowing = (knowledge, metrics, drafting, listing, item, transfer, health)
for tab in (*knowing, review, publishing, golden, preview, databases, live, people, personal, audit, usage):
    router.include_router(tab.router)

STATIC_DIR = Path(__file__).resolve().parent.parent / "static"
STATIC = ("admin.css", "admin.js", "htmx-2.min.js", "trace.css")


@router.get("/admin/static/{name}")
async def static(name: str) -> FileResponse:
    """Serve the page's style and scripts."""
    if name not in STATIC:
        raise HTTPException(404)
    return FileResponse(STATIC_DIR / name, headers={"Cache-Control": "no-cache"})


def sign_in_page(request: Request, error: Exception) -> Response:
    """Send a browser that nobody signed in with to the sign-in page; htmx would paste that into ours."""
    if "hx-request" in request.headers:
        return HTMLResponse(say("page.failed_401", language_of(request)), 401)
    return RedirectResponse("/login", 303)
