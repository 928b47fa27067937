"""Verdicts on one's own answers over the API: the same queue, the same checks as the page's thumbs."""

from typing import Annotated, Literal

from chainlit.data import get_data_layer
from chainlit.types import Feedback
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from chat import verdicts
from chat.composed import run_of
from chat.history import History
from errors import NotFoundError
from web.api.door import Judge, Spoken, own_turn
from web.api.problems import Told

router = APIRouter(tags=["feedback"])


class Verdict(BaseModel):
    """What one thinks of an answer; `sql` is what would have been right, for who may teach."""

    model_config = ConfigDict(extra="forbid")

    value: Literal["up", "down"]
    comment: Annotated[str, Field(max_length=2000)] = ""
    reasons: Annotated[list[str], Field(max_length=10)] = []
    sql: Annotated[str, Field(max_length=20_000)] = ""


class Judged(BaseModel):
    """The verdict as it stands."""

    turn: str
    value: Literal["up", "down"]


@router.put("/turns/{turn}/feedback", response_model=Judged)
async def judge(request: Request, user: Judge, language: Spoken, turn: str, body: Verdict) -> Response:
    """Say whether one's own answer is right; a second verdict replaces the first."""
    found = await own_turn(turn, user)
    if found.answer is None:
        raise NotFoundError("answer_gone")
    value = verdicts.GOOD if body.value == "up" else verdicts.BAD
    sql = body.sql.strip() if value == verdicts.BAD else ""
    if sql:
        await verdicts.require_good(sql, found, user, language)
    step, layer = run_of(found.id), get_data_layer()
    if isinstance(layer, History):
        given = Feedback(
            forId=step, value=1 if value == verdicts.GOOD else 0, threadId=found.thread, comment=body.comment
        )
        await layer.keep_feedback(given, user.name)
    await verdicts.submit(step, found, user, value, body.comment, body.reasons, sql)
    return Told({"turn": found.id, "value": body.value})
