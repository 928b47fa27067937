"""The admin page's look: templates, language, and the numbers of a list's pages."""

from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from config.wording import LANGUAGES, Language, say
from web.signed_in import csrf_token

PAGE_SIZE = 25
LANGUAGE_COOKIE = "wenshu_language"

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, trim_blocks=True
)


def language_of(request: Request) -> Language:
    """Return the page's language: the link's, the cookie's, else the browser's first."""
    asked = request.query_params.get("language") or request.cookies.get(LANGUAGE_COOKIE)
    if asked in LANGUAGES:
        return asked
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a template with the request's language, texts and token."""
    language = language_of(request)

    def text(key: str, **params: Any) -> str:
        return say(f"admin.{key}", language, **params)

    html = _templates.get_template(template).render(
        t=text, language=language, csrf=csrf_token(request), **values
    )
    response = HTMLResponse(html, status)
    if request.query_params.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, samesite="lax", httponly=True)
    return response
