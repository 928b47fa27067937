"""The list of the knowledge tab: searched, filtered, sorted, paged; items taken out and put back."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse

from config.wording import say_error
from errors import InputError, WenshuError
from knowledge.items import KnowledgeItem
from services import services
from teaching.upkeep.listing import SORTS, Filter, KnowledgeList
from web.admin.acts import KINDS, STATUSES, after, audit, item_of
from web.admin.page import PAGE_SIZE, chosen, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin", include_in_schema=False)


def asked(
    search: str = "", kind: str = "", status: str = "", author: str = "", source: str = "", sort: str = ""
) -> Filter:
    """Return the filter of a request; what is no choice of ours is left out."""
    return Filter(
        search=search.strip()[:200],
        kind=next((known for known in KINDS if known == kind), None),
        status=next((known for known in STATUSES if known == status), None),
        author=author[:200],
        source=source[:500],
        sort=next((known for known in SORTS if known == sort), "newest"),
    )


Asked = Annotated[Filter, Depends(asked)]


async def listed(connection: str, wanted: Filter, page: int) -> dict[str, Any]:
    """Return one page of the list as its template needs it; a page past the end is the last."""
    pages = KnowledgeList(services().app_database)
    found = await pages.page(connection, wanted, PAGE_SIZE, page * PAGE_SIZE)
    if page and not found.items:
        page = max(0, (found.total - 1) // PAGE_SIZE)
        found = await pages.page(connection, wanted, PAGE_SIZE, page * PAGE_SIZE)
    last = max(0, (found.total - 1) // PAGE_SIZE)
    return {
        "items": found.items,
        "total": found.total,
        "asked": wanted,
        "page": page,
        "last": last,
        "filtered": wanted != replace(Filter(), sort=wanted.sort),
    }


@router.get("/items")
async def items(
    request: Request, user: Admin, wanted: Asked, connection: str = "", page: int = 0
) -> HTMLResponse:
    """Show one page of the list."""
    name = chosen(connection, user)
    found = await listed(name, wanted, min(max(page, 0), 100_000))
    return render(request, "items.html", connection=name, **found)


@router.post("/items/{ident}/remove", dependencies=ours)
async def remove(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Take an item out: a published one with the next version, a staged one now."""
    name = chosen(connection, user)
    language = language_of(request)
    try:
        item = await item_of(ident, name)
    except WenshuError as error:
        return await after(request, name, say_error(error, language), good=False)
    await services().records.stage_removal([ident], by=user.name)
    await audit(user, "teach.remove", name, item=ident, title=item.title)
    key = "removal_staged" if item.status == "published" else "withdrawn"
    return await after(request, name, text_of(key, language, title=item.title), good=True, undo=[ident])


@router.post("/items/{ident}/restore", dependencies=ours)
async def restore(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Take a removal back: a published item stays, one that is no longer served is staged again."""
    name = chosen(connection, user)
    language = language_of(request)
    try:
        item = await item_of(ident, name)
    except WenshuError as error:
        return await after(request, name, say_error(error, language), good=False)
    await _restore([item], user.name)
    await audit(user, "teach.restore", name, item=ident, title=item.title)
    key = "removal_undone" if item.status == "published" else "restored"
    return await after(request, name, text_of(key, language, title=item.title), good=True)


@router.post("/selected/{act}", dependencies=ours)
async def change_selected(
    request: Request,
    user: Admin,
    act: str,
    selected: Annotated[list[str] | None, Form()] = None,
    connection: str = Form(""),
) -> HTMLResponse:
    """Take the ticked items out, or put them back."""
    name = chosen(connection, user)
    language = language_of(request)
    try:
        found = await _selected(name, selected)
    except WenshuError as error:
        return await after(request, name, say_error(error, language), good=False)
    if act == "restore":
        changed = await _restore(found, user.name)
        undo = []
    else:
        undo = [item.id for item in found if item.status != "retired"]
        changed = await services().records.stage_removal(undo, by=user.name)
    act = "restore" if act == "restore" else "remove"
    await audit(user, f"teach.{act}", name, items=len(found), titles=[item.title for item in found[:20]])
    said = text_of(f"selected_{act}d", language, count=changed)
    return await after(request, name, said, good=changed > 0, undo=undo)


async def _selected(connection: str, ids: list[str] | None) -> list[KnowledgeItem]:
    found = await KnowledgeList(services().app_database).chosen(connection, (ids or [])[:1000])
    if not found:
        raise InputError("nothing_selected")
    return found


async def _restore(items: list[KnowledgeItem], by: str) -> int:
    records = services().records
    kept = await records.stage_removal(
        [item.id for item in items if item.status == "published"], removed=False, by=by
    )
    again = [replace(item, author=by) for item in items if item.status == "retired"]
    return kept + len((await records.stage(again)).added)
