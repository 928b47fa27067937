"""What every change on the knowledge tab ends with: the state as it is now, one sentence, the audit trail."""

import asyncio
from typing import Any, get_args

from fastapi import Request
from starlette.responses import HTMLResponse

from appdb.golden import GoldenStore
from appdb.users import User
from errors import NotFoundError
from knowledge.items import Kind, KnowledgeItem, Status
from services import services
from teaching.upkeep.pending import pending
from web.admin.page import render

KINDS: tuple[Kind, ...] = get_args(Kind)
STATUSES: tuple[Status, ...] = get_args(Status)
CHANGED = {"HX-Trigger": "knowledge-changed"}
VERSIONS = 8


async def state_of(connection: str) -> dict[str, Any]:
    """Return what is published, what waits, and the versions there are."""
    records = services().records
    counts, current, versions, changes, questions = await asyncio.gather(
        records.counts(connection),
        records.current(connection),
        records.versions(connection),
        pending(services().app_database, connection),
        GoldenStore(services().app_database).count(connection),
    )
    return {
        "counts": counts,
        "current": current,
        "versions": [one for one in versions if one.status != "discarded"][:VERSIONS],
        "pending": changes,
        "questions": questions,
        "kinds": KINDS,
    }


async def after(
    request: Request,
    connection: str,
    message: str,
    details: list[str] | None = None,
    *,
    good: bool,
    undo: list[str] | None = None,
) -> HTMLResponse:
    """Return the state as it is now, what to say of the act, and the word that the list is out of date."""
    said: dict[str, Any] = {"message": message, "details": details or [], "good": good, "undo": undo or []}
    response = render(request, "after.html", connection=connection, **said, **await state_of(connection))
    response.headers.update(CHANGED)
    return response


async def item_of(ident: str, connection: str) -> KnowledgeItem:
    """Return an item of this connection, or raise NotFoundError."""
    item = await services().records.item(ident)
    if item.connection != connection:
        raise NotFoundError("knowledge_item_unknown", id=ident)
    return item


async def audit(user: User, act: str, connection: str, **detail: Any) -> None:
    """Add an act of teaching to the trail."""
    await services().audit.write(who=user.name, act=act, connection=connection, detail=detail)
