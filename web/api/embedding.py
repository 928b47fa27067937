"""Tokens of the embedded chat: made by an embedding site's server, for one person, for minutes."""

import datetime as dt
from typing import Annotated

from chainlit.auth.jwt import get_jwt_secret
from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from appdb.sessions import Session
from config.settings import settings
from errors import NotFoundError
from services import services
from web.api.door import Embedder
from web.api.problems import Told
from web.embedding.tokens import MOST_MINUTES, is_id, new_token, signed

router = APIRouter(tags=["embedding"])
USUAL_MINUTES = 15


class EmbedWanted(BaseModel):
    """Whose chat is to be shown; without `person` that of the token used here. Another's needs `admin`."""

    model_config = ConfigDict(extra="forbid")

    person: Annotated[str | None, Field(max_length=200)] = None
    minutes: Annotated[int, Field(ge=1, le=MOST_MINUTES)] = USUAL_MINUTES


class EmbedMade(BaseModel):
    """A token for the page; `id` ends it before its time."""

    id: str
    token: str
    person: str
    expires_at: dt.datetime


@router.post("/embed-tokens", response_model=EmbedMade, status_code=201)
async def make_embed_token(caller: Embedder, body: EmbedWanted) -> Response:
    """Make a token that shows one person's chat in a page of a listed site."""
    if not settings().embedding_origins:
        raise NotFoundError("embedding_closed")
    name = body.person or caller.user.name
    if name != caller.user.name:
        caller.require("admin")
    person = await services().people.person(name)
    if person is None or person.disabled:
        raise NotFoundError("person_unknown", name=name[:80])
    made = new_token(name, person.session_epoch, body.minutes, caller.token, dt.datetime.now(dt.UTC))
    detail = {"embed": made.id, "name": name, "minutes": body.minutes, "token": caller.token}
    await services().audit.write(who=caller.user.name, act="embed.add", detail=detail)
    told = {"id": made.id, "token": signed(made, get_jwt_secret() or ""), "person": name}
    return Told({**told, "expires_at": made.expires_at.isoformat()}, 201)


@router.delete("/embed-tokens/{ident}", status_code=204)
async def end_embed_token(caller: Embedder, ident: str) -> Response:
    """End a token before its time: its next request or question is refused."""
    if not is_id(ident):
        raise NotFoundError("token_unknown", id=ident[:80])
    await services().people.sessions.end(Session("", 0, ident))
    await services().audit.write(who=caller.user.name, act="embed.end", detail={"embed": ident})
    return Response(status_code=204)
