"""The admin page: see what was taught, publish what is staged, retrain, go back to an earlier version."""

import asyncio
import logging
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Request, UploadFile
from services import services
from starlette.responses import HTMLResponse, RedirectResponse, Response

from appdb.users import User
from config.wording import say, say_error
from errors import InputError, WenshuError
from knowledge.loaders import load_paths
from web.admin.page import PAGE_SIZE, language_of, render
from web.signed_in import admin, from_our_page

log = logging.getLogger(__name__)
router = APIRouter(prefix="/admin", include_in_schema=False)

Admin = Annotated[User, Depends(admin)]
ours = [Depends(from_our_page)]
STATUSES = ("staged", "published", "retired")
KINDS = ("ddl", "documentation", "term", "pair")


@router.get("")
async def overview(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the whole page for one connection."""
    chosen = _chosen(connection)
    return render(
        request,
        "overview.html",
        user=user,
        connection=chosen,
        connections=services().databases.names(),
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
        report = await _read(files)
        await services().knowledge.stage(report.items, chosen, user.name)
    except WenshuError as error:
        return await _after(request, chosen, say_error(error, language), good=False)
    refused = [
        say("admin.refused_line", language, file=one.file, line=one.line,
            reason=say_error(WenshuError(one.code, **dict(one.params)), language))
        for one in report.refused
    ]  # fmt: skip
    said = say("admin.staged_files", language, count=len(report.items), refused=len(refused))
    await _audit(user, "teach.stage", chosen, files=[file.filename for file in files])
    return await _after(request, chosen, said, refused, good=bool(report.items))


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
            done = await knowledge.publish(chosen, user.name)
        elif act == "retrain":
            done = await knowledge.rebuild(chosen)
        else:
            done = await knowledge.rollback(chosen, version or 0, user.name)
    except WenshuError as error:
        log.warning("admin act failed", exc_info=error, extra={"act": act, "connection": chosen})
        return await _after(request, chosen, say_error(error, language), good=False)
    await _audit(user, f"teach.{act}", chosen, version=done)
    return await _after(request, chosen, say(f"admin.{act}_done", language, version=done), good=True)


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


async def _state(connection: str) -> dict[str, object]:
    records = services().records
    counts, current, versions = await asyncio.gather(
        records.counts(connection), records.current(connection), records.versions(connection)
    )
    return {"counts": counts, "current": current, "versions": versions[:6]}


async def _listed(connection: str, search: str, kind: str, status: str, page: int) -> dict[str, object]:
    found = await services().records.items(
        connection,
        kind=kind if kind in KINDS else None,
        status=status if status in STATUSES else None,
        search=search,
        limit=PAGE_SIZE + 1,
        offset=page * PAGE_SIZE,
    )
    asked = {"search": search, "kind": kind, "status": status, "page": page}
    return {"items": found[:PAGE_SIZE], "more": len(found) > PAGE_SIZE, "asked": asked}


async def _read(files: list[UploadFile]):  # type: ignore[no-untyped-def]
    most = services().settings.max_upload_mb * 1024 * 1024
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, file in enumerate(files):
            data = await file.read(most + 1)
            if len(data) > most:
                raise InputError("file_too_large", name=file.filename or "", most=most // 1024 // 1024)
            place = Path(folder) / str(number)
            place.mkdir()
            paths.append(place / Path(file.filename or "file").name)
            paths[-1].write_bytes(data)
        return await asyncio.to_thread(load_paths, paths)


def _chosen(connection: str) -> str:
    names = services().databases.names()
    return connection if connection in names else (names[0] if names else "")


async def _audit(user: User, act: str, connection: str, **detail: object) -> None:
    await services().audit.write(who=user.name, act=act, connection=connection, detail=detail)


def sign_in_page(request: Request, error: Exception) -> Response:
    """Send a browser that nobody signed in with to the sign-in page."""
    return RedirectResponse("/login", 303)
