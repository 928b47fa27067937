"""The admin page's look: templates, language, and what every tab of it needs."""

import datetime as dt
import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import Request
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import LANGUAGES, Language, say, say_error
from errors import WenshuError
from services import services
from web.signed_in import csrf_token

PAGE_SIZE = 25
DIFF_LINES = 400
LANGUAGE_COOKIE = "wenshu_language"
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

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, trim_blocks=True
)


def language_of(request: Request) -> Language:
    """Return the page's language: the link's, the cookie's, else the browser's first."""
    asked = request.query_params.get("language") or request.cookies.get(LANGUAGE_COOKIE)
    if asked in LANGUAGES:
        return asked
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


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


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template with the request's language, texts and token."""
    language = language_of(request)

    def text(key: str, **params: Any) -> str:
        return text_of(key, language, **params)

    html = _templates.get_template(template).render(
        t=text,
        language=language,
        csrf=csrf_token(request),
        tabs=TABS,
        path=request.url.path,
        moment=_moment,
        failure=lambda kept: failure_of(kept, language),
        diff=_diff,
        most_mb=services().settings.max_upload_mb,
        **values,
    )
    response = HTMLResponse(html, status, headers={"Cache-Control": "no-store"})
    if request.query_params.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, samesite="lax", httponly=True)
    return response


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
