"""Bulk import and export of the knowledge tab: files in, CSV, Excel, JSON lines or the folder out."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from starlette.responses import HTMLResponse

from config.wording import say_error
from errors import InputError, WenshuError
from knowledge.loaders.report import refused_line
from knowledge.training import train_files
from services import services
from web.admin.acts import after, audit
from web.admin.page import chosen, language_of, text_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin", include_in_schema=False)


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
        return await after(request, name, say_error(error, language), good=False)
    refused = [refused_line(one, language) for one in report.refused]
    count = sum(report.added.values())
    said = text_of("staged_files", language, count=count, unchanged=report.unchanged, refused=len(refused))
    await audit(user, "teach.stage", name, files=[file.filename for file in files], items=count)
    return await after(request, name, said, refused, good=count + report.unchanged > 0)


async def _contents(files: list[UploadFile]) -> list[tuple[str, bytes]]:
    most = services().settings.max_upload_mb * 1024 * 1024
    contents = []
    for file in files:
        data = await file.read(most + 1)
        if len(data) > most:
            raise InputError("file_too_large", mb=most // 1024 // 1024)
        contents.append((Path((file.filename or "file").replace("\\", "/")).name or "file", data))
    return contents
