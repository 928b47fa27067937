"""Conversations and results over the API: listed, read in pages, taken away as files, deleted."""

import asyncio
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from appdb.threads import ThreadList
from chat.downloads import file_of, load
from chat.forgetting import delete_conversation
from database.result import QueryResult
from errors import AccessError, NotFoundError
from services import services
from web.api.asking import TurnTold
from web.api.cursors import Cursor, Limit, cursor_of, moment_in, number_in
from web.api.door import Reader, Remover
from web.api.problems import Told
from web.api.seen import turn_json

router = APIRouter(tags=["conversations"])


class ThreadTold(BaseModel):
    """One conversation."""

    id: str
    name: str
    began_at: str
    last_at: str
    turns: int


class Threads(BaseModel):
    """A page of conversations; `next` is null on the last."""

    threads: list[ThreadTold]
    next: str | None = None


class ThreadTurns(BaseModel):
    """A page of one conversation, the oldest turn first."""

    id: str
    turns: list[TurnTold]
    next: str | None = None


class Rows(BaseModel):
    """A page of a result; `truncated` says that the database had more rows than were kept."""

    id: str
    columns: list[dict[str, str]]
    rows: list[list[object]]
    row_count: int
    truncated: bool
    next: str | None = None


@router.get("/threads", response_model=Threads)
async def list_threads(reader: Reader, limit: Limit = 20, cursor: Cursor = "") -> Response:
    """List one's own conversations, the last spoken in first."""
    found = await ThreadList(services().app_database).page(reader.name, limit + 1, moment_in(cursor))
    shown = [
        ThreadTold(
            id=one.id,
            name=one.name,
            began_at=one.began_at.isoformat(),
            last_at=one.last_at.isoformat(),
            turns=one.turns,
        ).model_dump()
        for one in found[:limit]
    ]
    last = shown[-1] if len(found) > limit else None
    return Told({"threads": shown, "next": cursor_of(last["last_at"], last["id"]) if last else None})


@router.get("/threads/{thread}", response_model=ThreadTurns)
async def read_thread(reader: Reader, thread: str, limit: Limit = 20, cursor: Cursor = "") -> Response:
    """Read one's own conversation."""
    after = number_in(cursor)
    found = await ThreadList(services().app_database).turns(reader.name, thread, limit + 1, after)
    if not found and not after:
        raise NotFoundError
    shown = [turn_json(turn, reader) for _, turn in found[:limit]]
    following = cursor_of(found[limit - 1][0]) if len(found) > limit else None
    return Told({"id": thread, "turns": shown, "next": following})


@router.delete("/threads/{thread}", status_code=204)
async def delete_thread(remover: Remover, thread: str) -> Response:
    """Delete one's own conversation with its results; an answer being given ends first."""
    if not await ThreadList(services().app_database).turns(remover.name, thread, 1, 0):
        raise NotFoundError
    for turn in await services().assistant.unfinished(user=remover, thread=thread):
        await services().assistant.stop(turn.id, user=remover)
    await delete_conversation(remover.name, thread)
    return Response(status_code=204)


@router.get("/results/{result}", response_model=Rows, responses={200: {"content": {"text/csv": {}}}})
async def read_result(
    reader: Reader,
    result: str,
    limit: Limit = 100,
    cursor: Cursor = "",
    format: Literal["json", "csv", "xlsx"] = "json",
) -> Response:
    """Read the rows behind one's own answer in pages, or take all of them away as a file."""
    if format != "json":
        if "export" not in services().access.features(reader):
            raise AccessError("feature_missing", feature="export")
        return await file_of(result, format, reader)
    start = number_in(cursor)
    kept = QueryResult.from_json(await load(result, reader))
    rows = await asyncio.to_thread(lambda: [list(row) for row in kept.rows[start : start + limit]])
    more = start + limit < kept.row_count
    return Told(
        {
            "id": result,
            "columns": [{"name": column.name, "type": column.type} for column in kept.columns],
            "rows": rows,
            "row_count": kept.row_count,
            "truncated": kept.truncated,
            "next": cursor_of(start + limit) if more else None,
        }
    )
