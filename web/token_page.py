"""The page of one's own tokens: what programs sign in with, made, seen once, revoked."""

import datetime as dt
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Request
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse

from appdb.tokens import MOST_DAYS, Token, TokenStore
from appdb.users import User
from config.wording import LANGUAGES, say, say_error
from errors import WenshuError
from services import services
from web.admin.page import LANGUAGE_COOKIE, language_of, text_of
from web.signed_in import SignedIn, csrf_token, ours
from web.tokens import possible_scopes

router = APIRouter(prefix="/tokens", include_in_schema=False)
DAYS = (30, 90, 365)
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, trim_blocks=True
)


@router.get("")
async def page(request: Request, user: SignedIn) -> HTMLResponse:
    """Show one's own tokens, and a form for another."""
    return await _shown(request, user, "tokens.html")


@router.post("", dependencies=ours)
async def make(
    request: Request,
    user: SignedIn,
    name: Annotated[str, Form(max_length=200)] = "",
    days: Annotated[int, Form(ge=1, le=MOST_DAYS)] = DAYS[1],
    scopes: Annotated[list[str] | None, Form()] = None,
) -> HTMLResponse:
    """Make a token; its secret is on this answer alone."""
    try:
        made, secret = await _store().add(user.name, name, scopes or (), days)
    except WenshuError as error:
        return await _after(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "token.add", made)
    words = say("api.page.made", language_of(request), name=made.label)
    return await _after(request, user, words, good=True, secret=secret)


@router.post("/{ident}/revoke", dependencies=ours)
async def revoke(request: Request, user: SignedIn, ident: str) -> HTMLResponse:
    """End one's own token now."""
    try:
        ended = await _store().revoke(ident, user.name)
    except WenshuError as error:
        return await _after(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "token.revoke", ended)
    return await _after(
        request, user, say("api.page.revoked_now", language_of(request), name=ended.label), good=True
    )


def _store() -> TokenStore:
    return TokenStore(services().app_database)


async def _audit(user: User, act: str, token: Token) -> None:
    detail = {"token": token.id, "label": token.label, "scopes": list(token.scopes)}
    await services().audit.write(who=user.name, act=act, detail=detail)


async def _after(request: Request, user: User, message: str, *, good: bool, secret: str = "") -> HTMLResponse:
    return await _shown(request, user, "tokens_after.html", message=message, good=good, secret=secret)


async def _shown(request: Request, user: User, template: str, **values: Any) -> HTMLResponse:
    language = language_of(request)
    zone = ZoneInfo(services().settings.timezone)

    def text(key: str, **params: Any) -> str:
        return say(f"api.page.{key}", language, **params)

    def admin_text(key: str, **params: Any) -> str:
        return text_of(key, language, **params)

    html = _templates.get_template(template).render(
        t=text,
        a=admin_text,
        language=language,
        csrf=csrf_token(request),
        path=request.url.path,
        user=user,
        tokens=await _store().list(user.name),
        now=dt.datetime.now(dt.UTC),
        day=lambda at: at.astimezone(zone).strftime("%Y-%m-%d"),
        scopes=possible_scopes(user),
        all_days=DAYS,
        usual_days=DAYS[1],
        **values,
    )
    response = HTMLResponse(html, headers={"Cache-Control": "no-store"})
    if request.query_params.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, samesite="lax", httponly=True)
    return response
