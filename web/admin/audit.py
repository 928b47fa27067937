"""The audit tab: who did what and when, filtered and paged; nothing here can be changed."""

import datetime as dt
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from config.wording import Language, keys
from services import services
from web.admin.page import render, text_of
from web.pages import language_of
from web.signed_in import Admin

router = APIRouter(prefix="/admin/audit", include_in_schema=False)
PAGE_SIZE = 50
ACTS = ("ask", "sql", "teach", "test", "review", "note", "people", "sign_in", "sign_out", "connect")


@router.get("")
async def page(
    request: Request, user: Admin, who: str = "", act: str = "", since: str = "", before: int = 0
) -> HTMLResponse:
    """Show one page of the trail, newest first; `before` is the last record of the page before."""
    found = await services().audit.read(
        user=who.strip() or None,
        since=_day(since),
        limit=PAGE_SIZE + 1,
        act=act if act in ACTS else None,
        before=before if 0 < before < 2**63 else None,
    )
    template = "audit_list.html" if "hx-request" in request.headers else "audit.html"
    return render(
        request,
        template,
        user=user,
        here="audit",
        acts=ACTS,
        act_name=lambda name: _act_name(name, language_of(request)),
        records=found[:PAGE_SIZE],
        more=len(found) > PAGE_SIZE,
        asked={"who": who, "act": act, "since": since},
    )


def _act_name(act: str, language: Language) -> str:
    """Return what an act is called, or what the acts it belongs to are; a new one shows as it is written."""
    named = (f"did_{act.replace('.', '_')}", f"act_{act}", f"act_{act.partition('.')[0]}")
    known = keys(language)
    return next((text_of(key, language) for key in named if f"admin.{key}" in known), act)


def _day(text: str) -> dt.datetime | None:
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        return None
    return dt.datetime.combine(day, dt.time(), ZoneInfo(services().settings.timezone))
