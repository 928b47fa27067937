"""The knowledge tab: see what was taught, stage, publish, retrain, go back to an earlier version."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, get_args

from fastapi import APIRouter, File, Form, Request, UploadFile
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import say_error
from errors import InputError, NotFoundError, WenshuError
from knowledge.items import Kind, KnowledgeItem, Status
from knowledge.loaders.report import refused_line
from knowledge.pending import leaving, pending
from knowledge.training import train_files
from services import services
from web.admin.page import PAGE_SIZE, chosen, connections_of, language_of, render, text_of
from web.signed_in import Admin, ours

log = logging.getLogger(__name__)
router = APIRouter(prefix="/admin", include_in_schema=False)

KINDS: tuple[Kind, ...] = get_args(Kind)
STATUSES: tuple[Status, ...] = get_args(Status)
CHANGED = {"HX-Trigger": "knowledge-changed"}
VERSIONS = 8


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
        **await _state(name),
        **await _listed(name, "", "", "", 0),
    )


@router.get("/items")
async def items(
    request: Request,
    user: Admin,
    connection: str = "",
    search: str = "",
    kind: str = "",
    status: str = "",
    page: int = 0,
) -> HTMLResponse:
    """Show one page of the list."""
    name = chosen(connection, user)
    listed = await _listed(name, search.strip()[:200], kind, status, min(max(page, 0), 100_000))
    return render(request, "items.html", connection=name, **listed)


@router.post("/upload", dependencies=ours)
async def upload(
    request: Request, user: Admin, files: Annotated[list[UploadFile], File()], connection: str = Form("")
) -> HTMLResponse:
    """Stage files, and say line by line what was refused."""
    name = chosen(connection, user)
    language = language_of(request)
    try:
        report = await train_files(services().knowledge, await _contents(files), name, user.name)
    except WenshuError as error:
        return await _after(request, name, say_error(error, language), good=False)
    refused = [refused_line(one, language) for one in report.refused]
    count = sum(report.added.values())
    said = text_of("staged_files", language, count=count, unchanged=report.unchanged, refused=len(refused))
    await _audit(user, "teach.stage", name, files=[file.filename for file in files], items=count)
    return await _after(request, name, said, refused, good=count + report.unchanged > 0)


@router.post("/publish", dependencies=ours)
async def publish(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Publish what is staged as the next version."""

    async def act(name: str) -> int:
        if not (await pending(services().app_database, name)).total:
            raise InputError("nothing_staged")
        return (await services().knowledge.publish(name, user.name)).version

    return await _change(request, user, connection, "publish", act)


@router.post("/retrain", dependencies=ours)
async def retrain(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Build the published version's index anew."""

    async def act(name: str) -> int:
        return (await services().knowledge.rebuild(name, user.name)).version

    return await _change(request, user, connection, "retrain", act)


@router.post("/rollback", dependencies=ours)
async def roll_back(
    request: Request, user: Admin, version: Annotated[int, Form()], connection: str = Form("")
) -> HTMLResponse:
    """Serve an earlier version again."""

    async def act(name: str) -> int:
        await services().knowledge.rollback(name, version, user.name)
        return version

    return await _change(request, user, connection, "rollback", act)


@router.post("/items/{ident}/remove", dependencies=ours)
async def remove(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Take an item out: a published one with the next version, a staged one now."""
    name = chosen(connection, user)
    try:
        item = await _item(ident, name)
    except NotFoundError as error:
        return await _after(request, name, say_error(error, language_of(request)), good=False)
    await services().records.stage_removal([ident])
    await _audit(user, "teach.remove", name, item=ident, title=item.title)
    key = "removal_staged" if item.status == "published" else "withdrawn"
    said = text_of(key, language_of(request), title=item.title)
    return await _after(request, name, said, good=True, undo=ident)


@router.post("/items/{ident}/restore", dependencies=ours)
async def restore(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Take a removal back: a published item stays, one that is no longer served is staged again."""
    name = chosen(connection, user)
    try:
        item = await _item(ident, name)
    except NotFoundError as error:
        return await _after(request, name, say_error(error, language_of(request)), good=False)
    if item.status == "published":
        await services().records.stage_removal([ident], removed=False)
    else:
        await services().records.stage([item])
    await _audit(user, "teach.restore", name, item=ident, title=item.title)
    key = "removal_undone" if item.status == "published" else "restored"
    return await _after(request, name, text_of(key, language_of(request), title=item.title), good=True)


async def _change(
    request: Request, user: User, connection: str, act: str, do: Callable[[str], Awaitable[int]]
) -> HTMLResponse:
    name = chosen(connection, user)
    language = language_of(request)
    try:
        served = await do(name)
    except WenshuError as error:
        log.warning("admin act failed", exc_info=error, extra={"act": act, "connection": name})
        return await _after(request, name, say_error(error, language), good=False)
    await _audit(user, f"teach.{act}", name, version=served)
    return await _after(request, name, text_of(f"{act}_done", language, version=served), good=True)


async def _after(
    request: Request,
    connection: str,
    message: str,
    details: list[str] | None = None,
    *,
    good: bool,
    undo: str = "",
) -> HTMLResponse:
    """Return the state as it is now, what to say of the act, and the word that the list is out of date."""
    said: dict[str, Any] = {"message": message, "details": details or [], "good": good, "undo": undo}
    response = render(request, "after.html", connection=connection, **said, **await _state(connection))
    response.headers.update(CHANGED)
    return response


async def _state(connection: str) -> dict[str, Any]:
    records = services().records
    counts, current, versions, changes = await asyncio.gather(
        records.counts(connection),
        records.current(connection),
        records.versions(connection),
        pending(services().app_database, connection),
    )
    return {
        "counts": counts,
        "current": current,
        "versions": versions[:VERSIONS],
        "pending": changes,
        "kinds": KINDS,
    }


async def _listed(connection: str, search: str, kind: str, status: str, page: int) -> dict[str, Any]:
    found = await services().records.items(
        connection,
        kind=next((known for known in KINDS if known == kind), None),
        status=next((known for known in STATUSES if known == status), None),
        search=search,
        limit=PAGE_SIZE + 1,
        offset=page * PAGE_SIZE,
    )
    shown = found[:PAGE_SIZE]
    asked = {"search": search, "kind": kind, "status": status, "page": page}
    leave = await leaving(services().app_database, [item.id for item in shown])
    return {"items": shown, "leaving": leave, "more": len(found) > PAGE_SIZE, "asked": asked}


async def _item(ident: str, connection: str) -> KnowledgeItem:
    item = await services().records.item(ident)
    if item.connection != connection:
        raise NotFoundError("knowledge_item_unknown", id=ident)
    return item


async def _contents(files: list[UploadFile]) -> list[tuple[str, bytes]]:
    most = services().settings.max_upload_mb * 1024 * 1024
    contents = []
    for file in files:
        data = await file.read(most + 1)
        if len(data) > most:
            raise InputError("file_too_large", mb=most // 1024 // 1024)
        contents.append((Path((file.filename or "file").replace("\\", "/")).name or "file", data))
    return contents


async def _audit(user: User, act: str, connection: str, **detail: Any) -> None:
    await services().audit.write(who=user.name, act=act, connection=connection, detail=detail)
