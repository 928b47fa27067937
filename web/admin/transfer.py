"""Bulk import and export of the knowledge tab: files in, CSV, Excel, JSON lines or the folder out."""

import asyncio
import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Form, Query, Request, UploadFile
from starlette.responses import HTMLResponse, Response

from answers.export import safe_cell
from appdb.users import User
from config.wording import say_error
from errors import InputError, WenshuError
from knowledge.items import KnowledgeItem
from knowledge.records import item_key
from services import services
from teaching.folder import METRICS
from teaching.folder.disk import ARCHIVE, unzipped, zipped
from teaching.folder.importing import import_items
from teaching.folder.reading import items_of
from teaching.folder.writing import folder_of
from teaching.loaders import LoadReport, load_files
from teaching.loaders.archives import unpacked
from teaching.loaders.report import no_tick, refused_line, warned_line
from teaching.training import TrainReport, teach, with_sound_definitions, with_unread_wordings
from teaching.upkeep.listing import Filter, KnowledgeList
from teaching.upkeep.pair_checks import checked_pairs
from teaching.upkeep.rows import COLUMNS, row_of
from web.admin.acts import after, audit
from web.admin.listing import Asked
from web.admin.page import chosen, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin", include_in_schema=False)
FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "jsonl": "application/jsonl; charset=utf-8",
    "zip": "application/zip",
}
STANDING = ("staged", "published", "retired")


@router.post("/upload", dependencies=ours)
async def upload(
    request: Request, user: Admin, files: Annotated[list[UploadFile], File()], connection: str = Form("")
) -> HTMLResponse:
    """Stage files, and say line by line what was refused."""
    name = chosen(connection, user)
    language = language_of(request)
    try:
        report = await stage_files(await _contents(files), name, user)
    except WenshuError as error:
        return await after(request, name, say_error(error, language), good=False)
    refused = [refused_line(one, language) for one in report.refused]
    count = sum(report.added.values())
    said = text_of("staged_files", language, count=count, unchanged=report.unchanged, refused=len(refused))
    await audit(user, "teach.stage", name, files=[file.filename for file in files], items=count)
    warned = [warned_line(one, language) for one in report.warned]
    return await after(request, name, said, [*refused, *warned], good=count + report.unchanged > 0)


@router.get("/export")
async def export(
    user: Admin,
    wanted: Asked,
    connection: str = "",
    format: str = "csv",
    selected: Annotated[list[str] | None, Query()] = None,
) -> Response:
    """Send what the filter shows, or what is ticked, as one file."""
    name = chosen(connection, user)
    chosen_format = format if format in FORMATS else "csv"
    items = await _exported(name, wanted, selected)
    data = await asyncio.to_thread(_FILES[chosen_format], items)
    await audit(user, "teach.export", name, format=chosen_format, items=len(items))
    headers = {"Content-Disposition": f'attachment; filename="knowledge-{name}.{chosen_format}"'}
    return Response(data, media_type=FORMATS[chosen_format], headers=headers | {"Cache-Control": "no-store"})


async def stage_files(files: list[tuple[str, bytes]], connection: str, user: User) -> TrainReport:
    """Read files, a folder in an archive as a whole, try their pairs on the database, and stage them."""
    database, knowledge = services().databases.get(connection), services().knowledge
    known = await knowledge.known_tables(connection)
    rights = services().access.rights(user, connection)

    def read() -> tuple[LoadReport, bool]:
        report, others, is_folder = LoadReport(), [], False
        for name, data in files:
            inside, refused = unzipped(name, data) if name.lower().endswith(".zip") else ({}, LoadReport())
            if inside and not refused.refused:
                report.add(items_of(inside, database.dialect))
                is_folder = True
            else:
                others.append((name, data))
        plain, refused = unpacked(others, ARCHIVE)
        if not (is_folder and report.refused):
            report.add(refused)
            report.add(load_files(plain, database.dialect, known))
        return report, is_folder

    report, is_folder = await asyncio.to_thread(read)
    if not (is_folder and report.refused):
        report = await checked_pairs(report, database, rights, no_tick)
        report = await with_sound_definitions(
            knowledge, report, connection, database, rights=rights, file=METRICS if is_folder else ""
        )
        report = await with_unread_wordings(knowledge, report, connection, database)
    if is_folder and report.refused:
        return TrainReport(refused=report.refused)  # what was reviewed as a whole is taken as a whole
    if is_folder:
        done = await import_items(knowledge, services().app_database, report, connection, user.name)
        return done.taught
    return await teach(knowledge, report, connection, user.name, publish=False)


async def _exported(connection: str, wanted: Filter, selected: list[str] | None) -> list[KnowledgeItem]:
    listing = KnowledgeList(services().app_database)
    if selected:
        return await listing.chosen(connection, selected[:1000])
    return await listing.every(connection, wanted)


def _csv(items: Sequence[KnowledgeItem]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows({key: safe_cell(value) for key, value in row_of(item).items()} for item in items)
    return out.getvalue().encode("utf-8-sig")


def _xlsx(items: Sequence[KnowledgeItem]) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("knowledge")
    sheet.append(list(COLUMNS))
    for item in items:
        row = row_of(item)
        sheet.append([safe_cell(row.get(name, "")) for name in COLUMNS])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _jsonl(items: Sequence[KnowledgeItem]) -> bytes:
    rows = ({key: value for key, value in row_of(item).items() if value} for item in items)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _zip(items: Sequence[KnowledgeItem]) -> bytes:
    """Write the folder; of several texts about one thing the staged one stands, then the published one."""
    standing: dict[tuple[str, str], KnowledgeItem] = {}
    for item in sorted(items, key=lambda one: STANDING.index(one.status)):
        standing.setdefault((item.kind, item_key(item)), item)
    return zipped(folder_of(standing.values()))


_FILES = {"csv": _csv, "xlsx": _xlsx, "jsonl": _jsonl, "zip": _zip}


async def _contents(files: list[UploadFile]) -> list[tuple[str, bytes]]:
    most = services().settings.max_upload_mb * 1024 * 1024
    contents = []
    for file in files:
        data = await file.read(most + 1)
        if len(data) > most:
            raise InputError("file_too_large", mb=most // 1024 // 1024)
        contents.append((Path((file.filename or "file").replace("\\", "/")).name or "file", data))
    return contents
