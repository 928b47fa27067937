"""A stored result as a file to take away: its owner's alone, under the rights they have now."""

import asyncio
import itertools
import logging
from typing import Any

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

from answers.export import exported
from appdb.users import User
from chat.reader import Spoken, said
from database.result import QueryResult
from database.rights import of_both
from errors import InputError, NotFoundError
from services import services
from web.signed_in import SignedIn

log = logging.getLogger(__name__)
router = APIRouter(include_in_schema=False)

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@router.get("/results/{ident}.{kind}")
async def download(ident: str, kind: str, person: SignedIn, language: Spoken) -> Response:
    """Return a whole result as CSV or an Excel workbook, to who may export, and write down that they did."""
    if kind not in FORMATS:
        raise HTTPException(404)
    if "export" not in services().access.features(person):
        raise HTTPException(403)
    try:
        return await file_of(ident, kind, person)
    except NotFoundError:
        raise HTTPException(404) from None
    except InputError as error:
        return said(error, language)


async def file_of(ident: str, kind: str, person: User) -> Response:
    """Return a person's result as a file and write down that they took it; or raise what says why not."""
    held = await load(ident, person)
    result = QueryResult.from_json(held)
    sheets = [(str(one["name"]), QueryResult.from_json(one)) for one in held.get("sheets", ())]
    try:
        content = await asyncio.to_thread(exported, result, kind, sheets)
    except InputError as error:
        log.warning("export_failed", extra={"result": ident, "detail": error.detail}, exc_info=error)
        raise
    await services().audit.write(
        who=person.name, act="export", rows=result.row_count, detail={"result": ident, "format": kind}
    )
    headers = {"Content-Disposition": f'attachment; filename="wenshu.{kind}"', "Cache-Control": "no-store"}
    return Response(content, media_type=FORMATS[kind], headers=headers)


async def load(ident: str, person: User) -> dict[str, Any]:
    """Return a person's result read under rights they have now, or raise NotFoundError."""
    return await services().results.load(ident, person.name, _rights(person))


def _rights(person: User) -> list[str]:
    access, databases = services().access, services().databases
    names = (*databases.names, *databases.owned(person.name))
    rights = [access.rights(person, name) for name in names if access.may_use(person, name)]
    together = (of_both(first, other) for first, other in itertools.combinations(rights, 2))
    return [*(one.fingerprint() for one in rights), *together]
