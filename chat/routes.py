"""Our routes that the chat's page calls: stored files, feedback by its owner, and whether we are ready."""

import asyncio
import re
from typing import Annotated, Any
from urllib.parse import quote

from chainlit.auth import get_current_user
from chainlit.data import get_data_layer
from chainlit.types import DeleteFeedbackRequest, UpdateFeedbackRequest
from chainlit.user import PersistedUser, User
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from chat.history import History
from chat.opening import demo_sign_ins
from services import services

router = APIRouter(include_in_schema=False)

STORED_TRIES = 10
STORED_WAIT_S = 0.2
# The page draws JSON itself; anything else is only ever saved, so that an uploaded page never runs as ours.
SHOWN = re.compile(r"application/json|image/(png|jpeg|gif|webp)|text/plain")


async def _reader(user: Annotated[User | PersistedUser | None, Depends(get_current_user)]) -> str:
    if user is None:
        raise HTTPException(401)
    return user.identifier


Reader = Annotated[str, Depends(_reader)]


def _history() -> History:
    layer = get_data_layer()
    if not isinstance(layer, History):
        raise HTTPException(503)
    return layer


@router.get("/files/{key}")
async def stored_file(key: str, reader: Reader) -> Response:
    """Return a file of a conversation to its owner."""
    found = await _history().readable_file(key, reader)
    if found is None:
        raise HTTPException(404)
    path, mime = found
    headers = {"Cache-Control": "private, max-age=86400"}
    if not SHOWN.fullmatch(mime):
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(path.name)}"
        mime = "application/octet-stream"
    return FileResponse(path, media_type=mime, headers=headers)


@router.put("/feedback")
async def give_feedback(update: UpdateFeedbackRequest, reader: Reader) -> dict[str, Any]:
    """Keep a verdict on an answer of one's own conversation."""
    history = _history()
    if update.feedback.value not in (0, 1) or not await _owns_soon(history, update.feedback.forId, reader):
        raise HTTPException(404)
    return {"success": True, "feedbackId": await history.keep_feedback(update.feedback, reader)}


async def _owns_soon(history: History, step: str, reader: str) -> bool:
    """Tell whether a step is the reader's; one just shown may take a moment to be stored."""
    for _ in range(STORED_TRIES):
        if await history.owns_step(step, reader):
            return True
        await asyncio.sleep(STORED_WAIT_S)
    return False


@router.delete("/feedback")
async def take_feedback_back(request: DeleteFeedbackRequest, reader: Reader) -> dict[str, Any]:
    """Take one's own verdict back."""
    if not await _history().drop_feedback(request.feedbackId, reader):
        raise HTTPException(404)
    return {"success": True}


@router.get("/me")
async def me(reader: Reader) -> dict[str, Any]:
    """Tell the page what the signed-in person may open beside the chat."""
    person = await services().people.find(reader)
    features = services().access.features(person) if person else frozenset()
    return {"admin": "admin" in features, "upload": "upload" in features}


@router.get("/sign-in/hint")
async def hint(request: Request) -> dict[str, Any]:
    """Tell the sign-in page how to try the demo, on this machine only."""
    client = request.client.host if request.client else ""
    return {"people": demo_sign_ins(client, request.headers.get("accept-language", "en"))}


@router.get("/ready")
async def ready() -> JSONResponse:
    """Tell whether questions can be answered now; `/health` only tells that the process runs."""
    problems = await services().problems()
    return JSONResponse({"status": "ready" if not problems else "not_ready", "problems": problems},
                        200 if not problems else 503)  # fmt: skip
