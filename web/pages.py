"""What all pages of ours share: one base template, the language, the words around the content."""

from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from config.settings import settings
from config.wording import LANGUAGES, Language, say
from web.signed_in import csrf_token

LANGUAGE_COOKIE = "wenshu_language"
_HERE = Path(__file__).parent
_templates = Environment(
    loader=FileSystemLoader([_HERE / "templates", _HERE / "admin" / "templates"]),
    autoescape=True,
    trim_blocks=True,
)


def language_of(request: Request) -> Language:
    """Return the page's language: the link's, the cookie's, else the browser's first."""
    asked = request.query_params.get("language") or request.cookies.get(LANGUAGE_COOKIE)
    if asked in LANGUAGES:
        return asked
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


def render(
    request: Request,
    template: str,
    texts: str,
    /,  # a page may have values of these names
    *,
    status: int = 200,
    language: Language | None = None,
    **values: Any,
) -> HTMLResponse:
    """Render a template: `t` says the words under `texts`, `p` those of every page."""
    language = language or language_of(request)

    def text(key: str, **params: Any) -> str:
        return say(f"{texts}.{key}", language, **params)

    def page_text(key: str, **params: Any) -> str:
        return say(f"page.{key}", language, **params)

    html = _templates.get_template(template).render(
        t=text,
        p=page_text,
        language=language,
        csrf=csrf_token(request),
        path=request.url.path,
        most_mb=settings().max_upload_mb,
        **values,
    )
    response = HTMLResponse(html, status, headers={"Cache-Control": "no-store"})
    if request.query_params.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, samesite="lax", httponly=True)
    return response
