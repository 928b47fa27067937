"""The usage tab: questions a day, what became of them, how long they took."""

import datetime as dt
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from appdb.usage import usage
from services import services
from web.admin.page import render
from web.signed_in import Admin

router = APIRouter(prefix="/admin/usage", include_in_schema=False)
SPANS = (7, 30, 90)


@router.get("")
async def page(request: Request, user: Admin, days: int = 30) -> HTMLResponse:
    """Show the last days."""
    config = services().settings
    span = days if days in SPANS else SPANS[1]
    first = config.current_date() - dt.timedelta(days=span - 1)
    since = dt.datetime.combine(first, dt.time(), ZoneInfo(config.timezone))
    found = await usage(services().app_database, since, config.timezone)
    most = max((day.questions for day in found.days), default=1)
    return render(
        request, "usage.html", user=user, here="usage", usage=found, most=most, span=span, spans=SPANS
    )
