"""Our routes that the chat's page calls: stored files, feedback by its owner, and whether we are ready."""

import asyncio
import re
from dataclasses import asdict
from typing import Annotated, Any
from urllib.parse import quote

from chainlit.data import get_data_layer
from chainlit.types import DeleteFeedbackRequest, UpdateFeedbackRequest
from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import BaseModel

from answers.chart import MAX_BARS
from appdb.turns import Turn
from appdb.users import User
from chat import edited_sql, export, teaching, verdicts
from chat.composed import answer_of, chart_of
from chat.history import History
from chat.opening import database_shown, demo_sign_ins
from chat.reader import Person, Reader, Spoken, said
from chat.visitor import interface_language
from config.wording import Language
from errors import WenshuError
from services import services

router = APIRouter(include_in_schema=False)
router.include_router(teaching.router)

# The page draws JSON itself; anything else is only ever saved, so that an uploaded page never runs as ours.
SHOWN = re.compile(r"application/json|image/(png|jpeg|gif|webp)|text/plain")


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


@router.get("/turns/{turn}/chart")
async def chart(
    turn: str,
    person: Person,
    view: Annotated[int, Query(ge=0)] = 0,
    top: Annotated[int | None, Query(ge=2, le=MAX_BARS)] = None,
) -> Response:
    """Return a chart of one's own answer, as the page draws it: the first, or another that is right."""
    found = await verdicts.turn_of(turn, person)
    drawn = await asyncio.to_thread(chart_of, found, view, top) if found else None
    if drawn is None:
        raise HTTPException(404)
    headers = {"Cache-Control": "private, max-age=86400"}
    return Response(drawn, media_type="application/json", headers=headers)


@router.get("/turns/{turn}/caption")
async def caption(turn: str, person: Person) -> dict[str, str]:
    """Return what stands above a chart of one's own answer that is taken away: its title, when and whence."""
    found = await verdicts.turn_of(turn, person)
    answer = answer_of(found) if found else None
    if found is None or answer is None:
        raise HTTPException(404)
    language: Language = found.how.get("language") or "en"
    databases = [database_shown(one, language) for one in (found.connection, answer.beside) if one]
    return {"title": answer.question, "about": " · ".join(filter(None, (answer.when, *databases)))}


@router.get("/turns/{turn}/changes/{place}")
async def changes(turn: str, place: int, person: Person, language: Spoken) -> list[dict[str, Any]]:
    """Return what may stand in the place of a part of one's own answer, under the rights one has now."""
    found = await verdicts.turn_of(turn, person)
    query = (found.answer or {}).get("query") if found else None
    if found is None or not query or not services().access.may_use(person, found.connection):
        raise HTTPException(404)
    rights, taught = services().access.rights(person, found.connection), services().taught
    today = await taught.today(found.connection, rights)
    spoken: Language = found.how.get("language") or language
    offered = await taught.changes(query, place, found.connection, rights, today, spoken)
    return [asdict(one) for one in offered]


class Correction(BaseModel):
    """A corrected SQL for an answer."""

    step: str
    sql: str


class Edited(BaseModel):
    """An answer's SQL as somebody changed it; `yes` lets one run that asks first."""

    sql: str
    yes: bool = False


@router.post("/turns/{turn}/sql", response_model=None)
async def run_edited(
    turn: str, body: Edited, person: Person, language: Spoken
) -> dict[str, Any] | JSONResponse:
    """Run the changed SQL of one's own answer and tell what is other than the answer's."""
    try:
        return await edited_sql.run(
            await verdicts.turn_of(turn, person), body.sql, body.yes, person, language
        )
    except WenshuError as error:
        return said(error, language)


@router.post("/turns/{turn}/sql/offer", response_model=None)
async def offer_edited(
    turn: str, body: Edited, person: Person, language: Spoken
) -> dict[str, Any] | JSONResponse:
    """Stage the changed SQL of one's own answer as a pair."""
    try:
        return await edited_sql.offer(await verdicts.turn_of(turn, person), body.sql, person, language)
    except WenshuError as error:
        return said(error, language)


class Verdict(UpdateFeedbackRequest):
    """What our page sends of a verdict beside Chainlit's own."""

    reasons: tuple[str, ...] = ()
    sql: str = ""


@router.get("/verdict")
async def verdict_dialog(person: Person, language: Spoken) -> dict[str, Any]:
    """Tell the page what to ask under a thumb."""
    return verdicts.dialog(person, language)


@router.post("/verdict/check", response_model=None)
async def check_correction(
    body: Correction, person: Person, language: Spoken
) -> dict[str, Any] | JSONResponse:
    """Say whether a corrected SQL for one's own answer would be taken."""
    try:
        await verdicts.require_good(body.sql, await _turn(body.step, person), person, language)
    except WenshuError as error:
        return said(error, language)
    return {"success": True}


@router.put("/feedback", response_model=None)
async def give_feedback(update: Verdict, person: Person, language: Spoken) -> dict[str, Any] | JSONResponse:
    """Keep a verdict on an answer of one's own conversation, and put it into the review queue."""
    history, given = _history(), update.feedback
    if given.value not in (0, 1):
        raise HTTPException(404)
    turn = await _turn(given.forId, person)
    sql = update.sql.strip() if given.value == verdicts.BAD else ""
    try:
        if sql:
            await verdicts.require_good(sql, turn, person, language)
    except WenshuError as error:
        return said(error, language)
    kept = await history.keep_feedback(given, person.name)
    if not kept:
        raise HTTPException(404)
    if turn is not None:
        comment = given.comment or ""
        await verdicts.submit(given.forId, turn, person, given.value, comment, update.reasons, sql)
    return {"success": True, "feedbackId": kept}


async def _turn(step: str, person: User) -> Turn | None:
    return await verdicts.turn_of(await _history().turn_of(step, person.name), person)


@router.delete("/feedback")
async def take_feedback_back(request: DeleteFeedbackRequest, person: Person) -> dict[str, Any]:
    """Take one's own verdict back, out of the queue too."""
    step = await _history().drop_feedback(request.feedbackId, person.name)
    if not step:
        raise HTTPException(404)
    await verdicts.withdraw(step, person)
    return {"success": True}


@router.get("/me")
async def me(reader: Reader) -> dict[str, Any]:
    """Tell the page who is signed in and may open what beside the chat."""
    person = await services().people.find(reader)
    features = services().access.features(person) if person else frozenset()
    return {
        "name": reader,
        "admin": "admin" in features,
        "upload": "upload" in features,
        "schedules": "export" in features,
    }


@router.get("/export/{thread}.{kind}")
async def conversation(thread: str, kind: str, reader: Reader, request: Request) -> Response:
    """Return one's own conversation as a file, where the role may take results away."""
    person = await services().people.find(reader)
    features = services().access.features(person) if person else frozenset()
    turns = await services().turns.recent(thread, reader, export.MOST_TURNS)
    if kind not in export.KINDS or not turns:
        raise HTTPException(404)
    if "export" not in features:
        raise HTTPException(403)
    language = interface_language(request.headers.get("accept-language", "en"))
    zone, sees_sql = services().settings.timezone, "see_sql" in features
    text = await asyncio.to_thread(export.exported, turns, kind, language, zone, sees_sql=sees_sql)
    headers = {"Content-Disposition": f'attachment; filename="wenshu-{turns[0].started_at:%Y%m%d}.{kind}"'}
    return Response(text, media_type=f"{export.KINDS[kind]}; charset=utf-8", headers=headers)


@router.get("/sign-in/hint")
async def hint(request: Request) -> dict[str, Any]:
    """Tell the sign-in page how to try the demo, on this machine only."""
    client = request.client.host if request.client else ""
    return {"people": await demo_sign_ins(client, request.headers.get("accept-language", "en"))}


@router.get("/ready")
async def ready() -> JSONResponse:
    """Tell whether questions can be answered now; `/health` only tells that the process runs."""
    problems = await services().problems()
    return JSONResponse({"status": "ready" if not problems else "not_ready", "problems": problems},
                        200 if not problems else 503)  # fmt: skip
