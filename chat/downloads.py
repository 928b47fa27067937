"""A stored result as a file to take away: its owner's alone, under the rights they have now."""

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

from answers.export import to_csv, to_xlsx
from appdb.users import User
from database.result import QueryResult
from errors import NotFoundError
from services import services
from web.signed_in import SignedIn

router = APIRouter(include_in_schema=False)

FORMATS: dict[str, tuple[str, Callable[[QueryResult], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", to_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_xlsx),
}


@router.get("/results/{ident}.{kind}")
async def download(ident: str, kind: str, person: SignedIn) -> Response:
    """Return a whole result as CSV or an Excel workbook, to who may export, and write down that they did."""
    if kind not in FORMATS:
        raise HTTPException(404)
    if "export" not in services().access.features(person):
        raise HTTPException(403)
    try:
        kept = await services().results.load(ident, person.name, _rights(person))
    except NotFoundError:
        raise HTTPException(404) from None
    result = QueryResult.from_json(kept)
    media_type, written = FORMATS[kind]
    content = await asyncio.to_thread(written, result)
    await services().audit.write(
        who=person.name, act="export", rows=result.row_count, detail={"result": ident, "format": kind}
    )
    headers = {
        "Content-Disposition": f'attachment; filename="wenshu.{kind}"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type=media_type, headers=headers)


def _rights(person: User) -> list[str]:
    access = services().access
    open_to = (name for name in services().databases.names if access.may_use(person, name))
    return [access.rights(person, name).fingerprint() for name in open_to]
