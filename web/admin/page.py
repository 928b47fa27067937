"""The admin page's look: templates, language, and what every tab of it needs."""

import datetime as dt
import difflib
from collections.abc import Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import HTTPException, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import Language, say, say_error
from errors import WenshuError
from services import services
from web import pages
from web.pages import language_of

PAGE_SIZE = 25
DIFF_LINES = 400
PATIENCE_MS = 900_000  # a test of what was taught may take this long
TABS = {
    "knowledge": "/admin",
    "metrics": "/admin/metrics",
    "review": "/admin/review",
    "publishing": "/admin/publishing",
    "preview": "/admin/preview",
    "health": "/admin/health",
    "databases": "/admin/databases",
    "people": "/admin/people",
    "audit": "/admin/audit",
    "usage": "/admin/usage",
}


def text_of(key: str, language: Language, **params: Any) -> str:
    """Return one of the page's texts."""
    return say(f"admin.{key}", language, **params)


def chosen(connection: str, user: User) -> str:
    """Return the connection asked for if the person may use it, else their first."""
    names = connections_of(user)
    return connection if connection in names else (names[0] if names else "")


def connections_of(user: User) -> list[str]:
    """Return the connections a person may use."""
    access = services().access
    return [name for name in services().databases.names if access.may_use(user, name)]


def open_connection(connection: str, user: User) -> str:
    """Return the connection, or refuse: one that was removed meanwhile must not become another."""
    if connection not in connections_of(user):
        raise HTTPException(404)
    return connection


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template with the request's language and what every tab needs."""
    language = language_of(request)
    return pages.render(
        request,
        template,
        "admin",
        status=status,
        patience_ms=PATIENCE_MS,
        tabs=TABS,
        moment=_moment,
        failure=lambda kept: failure_of(kept, language),
        diff=_diff,
        **values,
    )


def failure_of(kept: Mapping[str, Any] | None, language: Language) -> str:
    """Return the sentence of an error that was kept by its code and parameters."""
    return say_error(WenshuError(kept["code"], **kept["params"]), language) if kept else ""


def _moment(at: dt.datetime) -> str:
    return at.astimezone(ZoneInfo(services().settings.timezone)).strftime("%Y-%m-%d %H:%M")


def _diff(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield the lines that differ, and a few around them, with how each fares: added, removed or kept."""
    old, new = (text.splitlines()[:DIFF_LINES] for text in (before, after))
    for line in list(difflib.unified_diff(old, new, lineterm=""))[2:]:
        yield {"+": "added", "-": "removed", "@": "skipped"}.get(line[:1], "kept"), line[1:]
