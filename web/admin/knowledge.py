"""The knowledge tab: see what was taught and what waits, publish it, go back to an earlier version."""

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import say_error
from errors import WenshuError
from evaluation.teaching import Teaching
from services import services
from teaching.upkeep.listing import SORTS, Filter, KnowledgeList
from web.admin.acts import STATUSES, after, state_of
from web.admin.listing import listed
from web.admin.page import chosen, connections_of, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

log = logging.getLogger(__name__)
router = APIRouter(prefix="/admin", include_in_schema=False)


@router.get("")
async def overview(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the whole tab for one connection."""
    name = chosen(connection, user)
    return render(
        request,
        "knowledge.html",
        user=user,
        here="knowledge",
        connection=name,
        connections=connections_of(user),
        statuses=STATUSES,
        writable=services().writable.get(name, ()),
        **await state_of(name),
        **await listed(name, Filter(), 0),
        named=await KnowledgeList(services().app_database).named(name),
        sorts=SORTS,
    )


@router.post("/publish", dependencies=ours)
async def publish(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Publish what is staged as the next version, where there is nothing to test it with."""

    async def act(name: str) -> int:
        teaching = Teaching(services())
        return (await teaching.ended(name, await teaching.publish_untested(name, user))).version

    return await _change(request, user, connection, "publish", act)


@router.post("/rollback", dependencies=ours)
async def roll_back(
    request: Request, user: Admin, version: Annotated[int, Form()], connection: str = Form("")
) -> HTMLResponse:
    """Serve an earlier version again."""

    async def act(name: str) -> int:
        await Teaching(services()).roll_back(name, user, version)
        return version

    return await _change(request, user, connection, "rollback", act)


async def _change(
    request: Request, user: User, connection: str, act: str, do: Callable[[str], Awaitable[int]]
) -> HTMLResponse:
    name = chosen(connection, user)
    language = language_of(request)
    try:
        served = await do(name)
    except WenshuError as error:
        log.warning("admin act failed", exc_info=error, extra={"act": act, "connection": name})
        return await after(request, name, say_error(error, language), good=False)
    return await after(request, name, text_of(f"{act}_done", language, version=served), good=True)
