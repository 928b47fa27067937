"""Links of answers over the API."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from services import services
from web.api.asking import TurnTold
from web.api.door import Asker, Reader, own_turn
from web.api.problems import Told
from web.api.seen import answer_json, turn_json
from web.sharing import opened
from web.sharing import share as given

router = APIRouter(tags=["conversations"])


class Link(BaseModel):
    """Where a shared answer is: its page, with the address in front where PUBLIC_URL names it."""

    path: str
    url: str


@router.post("/turns/{turn}/share", response_model=Link)
async def share(asker: Asker, turn: str) -> Response:
    """Share one's own answer with whoever may see the same data."""
    path = await given(await own_turn(turn, asker), asker)
    return Told({"path": path, "url": (services().settings.public_url or "").rstrip("/") + path})


@router.get("/answers/{turn}", response_model=TurnTold)
async def read_answer(reader: Reader, turn: str) -> Response:
    """Read an answer that was shared, or one's own; who may not see its data is told so."""
    found, answer = await opened(turn, reader)
    return Told({**turn_json(found, reader), "answer": answer_json(answer, reader)})
