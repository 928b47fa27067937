"""A person's data: everything that is kept of them as one archive, or deleted as a whole."""

import asyncio
import json
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Request
from starlette.responses import HTMLResponse, StreamingResponse

from appdb.personal import PersonalData
from chat.forgetting import delete_conversation
from config.wording import say_error
from errors import WenshuError
from services import services
from web.admin.page import text_of
from web.admin.people import require_other, said
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/people", include_in_schema=False)

IN_MEMORY, CHUNK = 8 << 20, 1 << 20


@router.get("/export")
async def export(user: Admin, name: str) -> StreamingResponse:
    """Send everything that is kept of a person."""
    data = PersonalData(services().app_database)
    kept, files = await data.of(name), await data.files(name)
    if not kept["people"]:
        raise HTTPException(404)
    folder = services().settings.data_dir / "files"
    paths = {f"{key}-{called}": folder / key[:2] / key for key, called in files.items()}
    paths |= await services().own_files.kept_of(name)
    archive = await asyncio.to_thread(_archive, kept, paths)
    await services().audit.write(who=user.name, act="people.export", detail={"name": name})
    headers = {"Content-Disposition": 'attachment; filename="personal-data.zip"', "Cache-Control": "no-store"}
    return StreamingResponse(_chunks(archive), media_type="application/zip", headers=headers)


@router.post("/forget", dependencies=ours)
async def forget(request: Request, user: Admin, name: Annotated[str, Form()]) -> HTMLResponse:
    """Delete a person with everything that is theirs; their lines in the audit trail get a pseudonym."""
    data = PersonalData(services().app_database)
    try:
        require_other(name, user)
        await services().people.set_disabled(name, True)  # no question of theirs begins meanwhile
        for thread in await data.threads(name):
            await delete_conversation(name, thread)
        await services().own_files.forget_owner(name, await data.drafts(name))
        pseudonym = await data.forget(name)
    except WenshuError as error:
        return await said(request, user, say_error(error, language_of(request)), good=False)
    await services().audit.write(who=user.name, act="people.forget", detail={"name": pseudonym})
    words = text_of("forgotten", language_of(request), name=name, pseudonym=pseudonym)
    return await said(request, user, words, good=True)


def _archive(kept: Mapping[str, list[dict[str, Any]]], paths: Mapping[str, Path]) -> IO[bytes]:
    """Write rows and files into one archive; files asked as data may be far larger than memory."""
    out = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  closed once it is sent
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for table, rows in kept.items():
            archive.writestr(f"{table}.json", json.dumps(rows, ensure_ascii=False, indent=1))
        for called, path in paths.items():
            if path.is_file():
                archive.write(path, f"files/{called.replace('/', '_')}")
    out.seek(0)
    return out


def _chunks(archive: IO[bytes]) -> Iterator[bytes]:
    with archive:
        while chunk := archive.read(CHUNK):
            yield chunk
