"""The page of one answer: its way through the graph, each step, each prompt, every SQL."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from agent.trace_sight import seen_by_owner
from appdb.traces import StoredTrace
from appdb.users import User
from config.wording import keys, say
from errors import NotFoundError, WenshuError
from services import services
from web.pages import language_of, render
from web.signed_in import SignedIn
from web.trace_drawing import HALF, HEIGHT, drawn

router = APIRouter(include_in_schema=False)


@router.get("/trace/{turn}")
async def page(request: Request, turn: str, user: SignedIn) -> HTMLResponse:
    """Show a trace to its owner and to admins; to anyone else there is none."""
    try:
        stored = await services().traces.get(turn)
        trace, limits = _seen(stored, user)
    except NotFoundError:
        return _rendered(request, 404, user=user, trace=None)
    drawing = drawn(trace["steps"])
    return _rendered(
        request, 200, user=user, trace=trace, stored=stored, drawing=drawing, limits=limits,
        half=HALF, box_height=HEIGHT, longest=max((step["ms"] for step in trace["steps"]), default=0) or 1,
    )  # fmt: skip


def _seen(stored: StoredTrace, user: User) -> tuple[dict[str, Any], str]:
    """Return what this person may see of it, and the name of what limits that."""
    features = services().access.features(user)
    if "admin" in features:
        return stored.trace, ""
    if stored.owner != user.name:
        raise NotFoundError("trace_unknown")
    try:
        same = services().access.rights(user, stored.connection).fingerprint() == stored.rights
    except WenshuError:  # the connection is closed to them by now
        same = False
    sees_sql = "see_sql" in features
    limits = "" if same and sees_sql else ("rights_changed" if not same else "no_sql")
    return seen_by_owner(stored.trace, same_rights=same, sees_sql=sees_sql), limits


def _moment(at: dt.datetime) -> str:
    return at.astimezone(ZoneInfo(services().settings.timezone)).strftime("%Y-%m-%d %H:%M:%S")


def _rendered(request: Request, status: int, **values: Any) -> HTMLResponse:
    language = language_of(request)
    known = keys(language)

    def text(key: str, **params: Any) -> str:
        return say(f"trace.{key}", language, **params)

    def named(step: str) -> str:
        return text(f"name.{step}") if f"trace.name.{step}" in known else step

    def told(decision: str) -> str:
        """Name what has a name; the rest is the state's own words."""
        return " · ".join(" → ".join(map(named, part.split(" → "))) for part in decision.split(" · "))

    return render(
        request, "trace.html", "trace", status=status, named=named, told=told, moment=_moment, **values
    )
