"""The admin page: see what was taught, publish what is staged, retrain, go back to an earlier version."""

import asyncio
import logging
from pathlib import Path
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Depends, File, Form, HTTPException, Request, UploadFile
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from appdb.users import User
from config.wording import say, say_error
from errors import InputError, WenshuError
from knowledge.items import Kind, Status
from knowledge.loaders.report import refused_line
from knowledge.training import train_files
from services import services
from web.admin.page import PAGE_SIZE, language_of, render
from web.signed_in import admin, from_our_page

log = logging.getLogger(__name__)
router = APIRouter(prefix="/admin", include_in_schema=False)

Admin = Annotated[User, Depends(admin)]
ours = [Depends(from_our_page)]
STATUSES: tuple[Status, ...] = get_args(Status)
STATIC_DIR = Path(__file__).resolve().parent.parent / "static"
STATIC = ("admin.css", "htmx-2.min.js")
KINDS: tuple[Kind, ...] = get_args(Kind)


@router.get("/static/{name}")
async def static(name: str) -> FileResponse:
    """Serve the page's style and script."""
    if name not in STATIC:
        raise HTTPException(404)
    return FileResponse(STATIC_DIR / name, headers={"Cache-Control": "max-age=3600"})


@router.get("")
async def overview(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the whole page for one connection."""
    chosen = _chosen(connection)
    return render(
        request,
        "overview.html",
        user=user,
        connection=chosen,
        connections=services().databases.names,
        kinds=KINDS,
        statuses=STATUSES,
        **await _state(chosen),
        **await _listed(chosen, "", "", "", 0),
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
    chosen = _chosen(connection)
    listed = await _listed(chosen, search.strip()[:200], kind, status, max(page, 0))
    return render(request, "items.html", connection=chosen, **listed)


@router.post("/upload", dependencies=ours)
async def upload(
    request: Request, user: Admin, files: Annotated[list[UploadFile], File()], connection: str = Form("")
) -> HTMLResponse:
    """Stage files, and say line by line what was refused."""
    chosen = _chosen(connection)
    language = language_of(request)
    try:
        report = await train_files(services().knowledge, await _contents(files), chosen, user.name)
    except WenshuError as error:
        return await _after(request, chosen, say_error(error, language), good=False)
    refused = [refused_line(one, language) for one in report.refused]
    count = sum(report.added.values())
    said = say("admin.staged_files", language, count=count, unchanged=report.unchanged, refused=len(refused))
    await _audit(user, "teach.stage", chosen, files=[file.filename for file in files], items=count)
    return await _after(request, chosen, said, refused, good=count + report.unchanged > 0)


@router.post("/publish", dependencies=ours)
async def publish(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Publish what is staged as the next version."""
    return await _change(request, user, connection, "publish")


@router.post("/retrain", dependencies=ours)
async def retrain(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Build the published version's index anew."""
    return await _change(request, user, connection, "retrain")


@router.post("/rollback", dependencies=ours)
async def roll_back(
    request: Request, user: Admin, version: Annotated[int, Form()], connection: str = Form("")
) -> HTMLResponse:
    """Serve an earlier version again."""
    return await _change(request, user, connection, "rollback", version)


@router.post("/items/{ident}/remove", dependencies=ours)
async def remove(
    request: Request, user: Admin, ident: str, connection: str = Form(""), back: bool = Form(False)
) -> HTMLResponse:
    """Take an item out with the next version, or take that back."""
    chosen = _chosen(connection)
    await services().records.stage_removal([ident], removed=not back)
    await _audit(user, "teach.remove", chosen, item=ident, back=back)
    said = "removal_undone" if back else "removal_staged"
    return await _after(request, chosen, say(f"admin.{said}", language_of(request)), good=True)


async def _change(
    request: Request, user: User, connection: str, act: str, version: int | None = None
) -> HTMLResponse:
    chosen = _chosen(connection)
    knowledge = services().knowledge
    language = language_of(request)
    try:
        if act == "publish":
            served = (await knowledge.publish(chosen, user.name)).version
        elif act == "retrain":
            served = (await knowledge.rebuild(chosen, user.name)).version
        else:
            served = version or 0
            await knowledge.rollback(chosen, served, user.name)
    except WenshuError as error:
        log.warning("admin act failed", exc_info=error, extra={"act": act, "connection": chosen})
        return await _after(request, chosen, say_error(error, language), good=False)
    await _audit(user, f"teach.{act}", chosen, version=served)
    return await _after(request, chosen, say(f"admin.{act}_done", language, version=served), good=True)


async def _after(
    request: Request, connection: str, message: str, details: list[str] | None = None, *, good: bool
) -> HTMLResponse:
    return render(
        request,
        "state.html",
        connection=connection,
        message=message,
        details=details or [],
        good=good,
        **await _state(connection),
    )


async def _state(connection: str) -> dict[str, Any]:
    records = services().records
    counts, current, versions = await asyncio.gather(
        records.counts(connection), records.current(connection), records.versions(connection)
    )
    return {"counts": counts, "current": current, "versions": versions[:6]}


async def _listed(connection: str, search: str, kind: str, status: str, page: int) -> dict[str, Any]:
    found = await services().records.items(
        connection,
        kind=next((known for known in KINDS if known == kind), None),
        status=next((known for known in STATUSES if known == status), None),
        search=search,
        limit=PAGE_SIZE + 1,
        offset=page * PAGE_SIZE,
    )
    asked = {"search": search, "kind": kind, "status": status, "page": page}
    return {"items": found[:PAGE_SIZE], "more": len(found) > PAGE_SIZE, "asked": asked}


async def _contents(files: list[UploadFile]) -> list[tuple[str, bytes]]:
    most = services().settings.max_upload_mb * 1024 * 1024
    contents = []
    for file in files:
        data = await file.read(most + 1)
        if len(data) > most:
            raise InputError("file_too_large", mb=most // 1024 // 1024)
        contents.append((Path(file.filename or "file").name, data))
    return contents


def _chosen(connection: str) -> str:
    names = services().databases.names
    return connection if connection in names else (names[0] if names else "")


async def _audit(user: User, act: str, connection: str, **detail: Any) -> None:
    await services().audit.write(who=user.name, act=act, connection=connection, detail=detail)


def sign_in_page(request: Request, error: Exception) -> Response:
    """Send a browser that nobody signed in with to the sign-in page."""
    return RedirectResponse("/login", 303)
