"""Questions over the API: asked whole or as events, answered back, cancelled, read again."""

import hashlib
import json
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from agent.events import LAST, Answer, Event
from agent.refusing import check_text
from agent.rooms import spoken
from appdb.requests import RequestStore
from appdb.users import User
from config.wording import Language
from errors import InputError
from services import services
from web.api.door import Asker, Reader, connection_for, own_turn
from web.api.problems import Told, refused
from web.api.seen import answer_json, turn_json
from web.api.stream import SSE, Course, streamed, whole

router = APIRouter(tags=["ask"])

EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The answer; with `Accept: text/event-stream` its events as they come.",
        "content": {SSE: {"schema": {"type": "string"}}},
    }
}
Key = Annotated[str | None, Header(min_length=1, max_length=200, description="The same key, the same turn.")]
Ident = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class Question(BaseModel):
    """A question; what is left out follows the person's defaults."""

    model_config = ConfigDict(extra="forbid")

    question: str
    connection: Annotated[str | None, Field(max_length=200)] = None
    thread: Ident | None = None
    language: Literal["zh", "en"] | None = None
    fresh: bool = False


class Reply(BaseModel):
    """The answer to what was asked back: one of the suggestions, or words of one's own."""

    model_config = ConfigDict(extra="forbid")

    answer: str


class TurnTold(BaseModel):
    """One question and what became of it."""

    id: str
    thread: str
    connection: str
    question: str
    status: Literal["running", "done", "failed", "stopped"]
    asked_at: str
    finished_at: str | None = None
    answer: Answer | None = None


@dataclass(frozen=True)
class Asking:
    """One question on its way in."""

    user: User
    question: str
    connection: str
    thread: str
    language: Language
    fresh: bool = False
    query: dict[str, Any] | None = None

    def events(self, turn: str) -> AsyncGenerator[Event, None]:
        """Ask it."""
        return services().assistant.ask(
            self.question,
            user=self.user,
            thread=self.thread,
            connection=self.connection,
            language=self.language,
            fresh=self.fresh,
            turn=turn,
            query=self.query,
        )


@router.post("/ask", response_model=Answer, responses=EVENTS)
async def ask(request: Request, asker: Asker, body: Question, idempotency_key: Key = None) -> Response:
    """Ask a question; a client that leaves stops it, unless it came with an Idempotency-Key."""
    request.state.language = body.language
    asking = Asking(
        asker,
        body.question,
        connection_for(asker, body.connection),
        body.thread or uuid.uuid4().hex,
        body.language or spoken_in(body.question),
        body.fresh,
    )
    return await answered(request, asking, idempotency_key, body.model_dump())


@router.post("/turns/{turn}/answer", response_model=Answer, responses=EVENTS)
async def answer_back(
    request: Request, asker: Asker, turn: str, body: Reply, idempotency_key: Key = None
) -> Response:
    """Answer what a turn of kind `clarify` asked back, as long as it is its conversation's last."""
    before = await own_turn(turn, asker)
    latest = await services().turns.recent(before.thread, asker.name, 1)
    if (before.answer or {}).get("kind") != "clarify" or [one.id for one in latest] != [before.id]:
        raise InputError("not_asked_back")
    connection = connection_for(asker, before.connection)
    asking = Asking(asker, body.answer, connection, before.thread, spoken(before))
    return await answered(request, asking, idempotency_key, {"turn": turn, **body.model_dump()})


@router.post("/turns/{turn}/cancel", response_model=TurnTold)
async def cancel(asker: Asker, turn: str) -> Response:
    """Stop a turn wherever it is answered, on the database too; one that has ended stays as it is."""
    if (await own_turn(turn, asker)).status == "running":
        await services().assistant.stop(turn, user=asker)
    return Told(turn_json(await own_turn(turn, asker), asker))


@router.get("/turns/{turn}", response_model=TurnTold)
async def read_turn(reader: Reader, turn: str) -> Response:
    """Return one's own question and its answer."""
    return Told(turn_json(await own_turn(turn, reader), reader))


@router.get("/turns/{turn}/events", responses={200: EVENTS[200]}, response_class=Response)
async def follow(reader: Reader, turn: str) -> Response:
    """Follow one's own turn to its end, wherever it was begun; leaving stops nothing."""
    found = await own_turn(turn, reader)
    return streamed(
        Course(services().assistant.watch(found, user=reader)), reader, _named(found.id, found.thread)
    )


async def answered(request: Request, asking: Asking, key: str | None, body: dict[str, Any]) -> Response:
    """Ask, or find the turn that this key stands for, and tell it as the request wants it."""
    check_text(asking.question.strip(), services().settings)
    turn, kept = uuid.uuid4().hex, RequestStore(services().app_database)
    course: Course | None = None
    thread = asking.thread
    if key is not None:
        digest = hashlib.sha256(json.dumps([request.url.path, body], sort_keys=True).encode()).hexdigest()
        standing = await kept.keep(asking.user.name, key, digest, turn)
        if standing.asked != digest:
            raise InputError("key_of_another_request")
        if standing.turn != turn:
            found = await own_turn(standing.turn, asking.user)
            turn, thread = found.id, found.thread
            course = Course(services().assistant.watch(found, user=asking.user))
    if course is None:
        course = Course(asking.events(turn), goes_on=key is not None)
    first = await course.first()
    if isinstance(first, LAST) and (problem := refused(first.answer.failure)):
        if key is not None:
            await kept.release(asking.user.name, key, turn)
        return problem
    if SSE in request.headers.get("accept", ""):
        return streamed(course, asking.user, _named(turn, thread))
    answer = await whole(course, request)
    if answer is None:
        return Response(status_code=499)  # nobody reads it
    return Told(answer_json(answer, asking.user), headers=_named(turn, thread))


def spoken_in(question: str) -> Language:
    """Return the language a question is answered in where none was chosen."""
    return services().assistant.spoken_in(question)


def _named(turn: str, thread: str) -> dict[str, str]:
    """Return the headers by which a client can cancel, follow or go on before the answer is there."""
    return {"Wenshu-Turn": turn, "Wenshu-Thread": thread}
