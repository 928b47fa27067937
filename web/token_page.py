"""The page of one's own tokens: what programs sign in with, made, seen once, revoked."""

import datetime as dt
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.tokens import MOST_DAYS, Token, TokenStore
from appdb.users import User
from config.wording import say, say_error
from errors import WenshuError
from services import services
from web.pages import language_of, render
from web.signed_in import SignedIn, ours
from web.tokens import possible_scopes

router = APIRouter(prefix="/tokens", include_in_schema=False)
DAYS = (30, 90, 365)


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
    zone = ZoneInfo(services().settings.timezone)
    return render(
        request,
        template,
        "api.page",
        user=user,
        tokens=await _store().list(user.name),
        now=dt.datetime.now(dt.UTC),
        day=lambda at: at.astimezone(zone).strftime("%Y-%m-%d"),
        scopes=possible_scopes(user),
        all_days=DAYS,
        usual_days=DAYS[1],
        **values,
    )
