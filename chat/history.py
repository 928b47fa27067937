"""Conversations in the app's database: Chainlit's data layer, the parts that lose or leak rows replaced.

What is replaced, and why:
- every value is bound; Chainlit puts thread ids, which the browser chooses, into the SQL text
- `modes` is stored as JSON; a raw dict loses the user's message, and with it the turn on resume
- writes of one step land in the order they were made; Chainlit starts a task for each
- the list of conversations is one query with LIMIT; Chainlit loads every step of every conversation
- feedback is written by the owner of the conversation alone, one for each answer
- files have a key of their own; Chainlit's `<user>/<element>/<name>` races with the creation of the thread
- NUL characters are removed; PostgreSQL refuses the row
"""

import asyncio
import json
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import psycopg
from chainlit.data.sql_alchemy import SQLAlchemyDataLayer
from chainlit.data.utils import queue_until_user_message
from chainlit.element import Element, ElementDict
from chainlit.types import Feedback, PageInfo, PaginatedResponse, Pagination, ThreadDict, ThreadFilter
from chainlit.utils import utc_now
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from chat.files import LocalFiles
from chat.stored import element_dict, in_order, step_dict, thread_dict

log = logging.getLogger(__name__)

POOL = 4
TITLE_CHARS = 80


Forget = Callable[[str, str], Awaitable[None]]


class History(SQLAlchemyDataLayer):  # type: ignore[misc]
    """Chainlit's conversations in the schema `chat`."""

    def __init__(self, url: str, files: LocalFiles, forget: Forget) -> None:
        async def connect() -> psycopg.AsyncConnection[Any]:
            return await psycopg.AsyncConnection.connect(url, options="-c search_path=chat")

        self.engine = create_async_engine(
            "postgresql+psycopg://",
            async_creator=connect,
            pool_size=POOL,
            max_overflow=POOL,
            pool_pre_ping=True,
        )
        self.storage_provider = files
        self.files = files
        self._forget = forget
        self.user_thread_limit = None
        self.show_logger = False
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def execute_sql(self, query: str, parameters: Mapping[str, Any]) -> Any:
        """Run one statement; a failure is logged without its values and gives None, as Chainlit expects."""
        values = {name: _storable(value) for name, value in parameters.items()}
        try:
            async with self.engine.begin() as connection:
                result = await connection.execute(text(query), values)
                return [dict(row) for row in result.mappings()] if result.returns_rows else result.rowcount
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            log.error(
                "history_write_failed",
                extra={"cause": str(cause), "statement": " ".join(query.split())[:200]},
            )
            return None

    async def get_current_timestamp(self) -> str:
        """Return the time in UTC, as the Z says; Chainlit puts it behind the local time."""
        return str(utc_now())

    # Steps

    @queue_until_user_message()  # type: ignore[untyped-decorator]
    async def create_step(self, step: Mapping[str, Any]) -> None:
        """Store a step or message, or bring it up to date."""
        async with self._turn(step["id"]):
            await self.update_thread(step["threadId"])
            values = {name: value for name, value in step.items() if value is not None and value != {}}
            values["metadata"] = step.get("metadata") or {}
            if "showInput" in values:
                values["showInput"] = str(values["showInput"]).lower()
            await self.execute_sql(_upsert("steps", values), values)

    @queue_until_user_message()  # type: ignore[untyped-decorator]
    async def update_step(self, step: Mapping[str, Any]) -> None:
        """Bring a step up to date."""
        await self.create_step(step)

    # Elements

    @queue_until_user_message()  # type: ignore[untyped-decorator]
    async def create_element(self, element: Element) -> None:
        """Store an element: a card's properties as they are, everything else as a file."""
        if not element.for_id:
            return
        async with self._turn(element.id):
            values = {name: value for name, value in element.to_dict().items() if value is not None}
            values.pop("url", None)
            if element.type != "custom":
                stored = await self._store(element)
                if stored is None:
                    return
                values |= stored
            await self.execute_sql(_upsert("elements", values), values)

    async def _store(self, element: Element) -> dict[str, str] | None:
        content: bytes | str | None = element.content
        if not content and element.path:
            content = await asyncio.to_thread(Path(element.path).read_bytes)
        if not content:
            return None
        mime = element.mime or "application/octet-stream"
        kept = await self.files.upload_file(uuid.uuid4().hex, content, mime)
        return {"objectKey": kept["object_key"], "url": kept["url"], "mime": mime}

    async def readable_file(self, key: str, reader: str) -> tuple[Path, str] | None:
        """Return a file and its mime type where `reader` owns its conversation."""
        found = await self.execute_sql(
            'SELECT e.mime FROM elements e JOIN threads t ON t.id = e."threadId"'
            ' WHERE e."objectKey" = :key AND t."userIdentifier" = :reader',
            {"key": key, "reader": reader},
        )
        path = self.files.path(key)
        if not found or path is None or not await asyncio.to_thread(path.is_file):
            return None
        return path, found[0]["mime"] or "application/octet-stream"

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        """Return one element of a conversation."""
        found = await self.execute_sql(
            'SELECT * FROM elements WHERE id = :id AND "threadId" = :thread',
            {"id": element_id, "thread": thread_id},
        )
        return element_dict(found[0]) if found else None

    # Conversations

    async def update_thread(
        self,
        thread_id: str,
        name: str | None = None,
        user_id: str | None = None,
        metadata: dict[str, Any] | None = None,
        tags: list[str] | None = None,
    ) -> None:
        """Create a conversation or bring it up to date; a socket that closes late revives none."""
        if metadata is not None and user_id is None and not await self._exists(thread_id):
            return
        title = " ".join(name.split())[:TITLE_CHARS] if name else None
        await super().update_thread(thread_id, title, user_id, metadata, tags)

    async def delete_thread(self, thread_id: str) -> None:
        """Delete a conversation, and let the assistant forget what it knows of it."""
        author = await self.get_thread_author(thread_id)
        await super().delete_thread(thread_id)
        if author:
            await self._forget(author, thread_id)

    async def get_thread_author(self, thread_id: str) -> str:
        """Return whose conversation it is; empty where there is none, which Chainlit answers with 404."""
        found = await self.execute_sql(
            'SELECT "userIdentifier" AS author FROM threads WHERE id = :thread', {"thread": thread_id}
        )
        return str(found[0]["author"] or "") if found else ""

    async def _exists(self, thread_id: str) -> bool:
        return bool(await self.execute_sql("SELECT 1 FROM threads WHERE id = :thread", {"thread": thread_id}))

    async def get_all_user_threads(
        self, user_id: str | None = None, thread_id: str | None = None
    ) -> list[ThreadDict] | None:
        """Return one conversation with everything in it."""
        key = {"thread": thread_id}
        threads = await self.execute_sql("SELECT * FROM threads WHERE id = :thread", key)
        if not threads:
            return None if threads is None else []
        steps = await self.execute_sql(
            "SELECT s.*, f.id AS feedback_id, f.value AS feedback_value, f.comment AS feedback_comment"
            ' FROM steps s LEFT JOIN feedbacks f ON f."forId" = s.id'
            ' WHERE s."threadId" = :thread ORDER BY s."createdAt", s.id',
            key,
        )
        elements = await self.execute_sql('SELECT * FROM elements WHERE "threadId" = :thread', key)
        return [
            thread_dict(
                threads[0],
                [step_dict(row) for row in steps or []],
                in_order([element_dict(row) for row in elements or []]),
            )
        ]

    async def list_threads(
        self, pagination: Pagination, filters: ThreadFilter
    ) -> PaginatedResponse[ThreadDict]:
        """Return a page of a person's conversations, the newest first, without what was said in them."""
        search = f"%{_literal(filters.search)}%" if filters.search else None
        found = await self.execute_sql(
            _LIST,
            {
                "user": filters.userId,
                "search": search,
                "feedback": filters.feedback,
                "cursor": pagination.cursor,
                "limit": pagination.first + 1,
            },
        )
        page = (found or [])[: pagination.first]
        return PaginatedResponse(
            pageInfo=PageInfo(
                hasNextPage=len(found or []) > pagination.first,
                startCursor=page[0]["id"] if page else None,
                endCursor=page[-1]["id"] if page else None,
            ),
            data=[thread_dict(row, [], []) for row in page],
        )

    # Feedback

    async def upsert_feedback(self, feedback: Feedback) -> str:
        """Refuse: Chainlit's own route does not ask whose answer it is; ours stands before it."""
        raise PermissionError("feedback without its author")

    async def delete_feedback(self, feedback_id: str) -> bool:
        """Refuse, for the same reason."""
        raise PermissionError("feedback without its author")

    async def owns_step(self, step_id: str, reader: str) -> bool:
        """Tell whether a step belongs to a conversation of `reader`."""
        return bool(
            await self.execute_sql(
                'SELECT 1 FROM steps s JOIN threads t ON t.id = s."threadId"'
                ' WHERE s.id = :step AND t."userIdentifier" = :reader',
                {"step": step_id, "reader": reader},
            )
        )

    async def keep_feedback(self, feedback: Feedback, author: str) -> str:
        """Keep a person's verdict on an answer; a second one replaces the first."""
        values = {
            "id": str(uuid.uuid4()),
            "step": feedback.forId,
            "value": feedback.value,
            "comment": feedback.comment,
            "author": author,
        }
        kept = await self.execute_sql(
            'INSERT INTO feedbacks (id, "forId", "threadId", value, comment, author)'
            ' SELECT :id, s.id, s."threadId", :value, :comment, :author FROM steps s WHERE s.id = :step'
            ' ON CONFLICT ("forId") DO UPDATE SET value = EXCLUDED.value, comment = EXCLUDED.comment,'
            " author = EXCLUDED.author, created_at = now() RETURNING id",
            values,
        )
        return str(kept[0]["id"]) if kept else ""

    async def drop_feedback(self, feedback_id: str, author: str) -> str:
        """Take back a person's own verdict; return the step it was on, empty where there was none."""
        gone = await self.execute_sql(
            'DELETE FROM feedbacks WHERE id = :id AND author = :author RETURNING "forId" AS step',
            {"id": feedback_id, "author": author},
        )
        return str(gone[0]["step"]) if gone else ""

    async def turn_of(self, step: str, reader: str) -> str | None:
        """Return the turn of the answer that a step of `reader` shows, or holds."""
        found = await self.execute_sql(
            "SELECT s.metadata ->> 'turn' AS turn FROM steps s JOIN threads t ON t.id = s.\"threadId\""
            ' WHERE (s.id = :step OR s."parentId" = :step) AND t."userIdentifier" = :reader'
            " AND s.type = 'assistant_message' AND s.metadata ->> 'turn' <> '' LIMIT 1",
            {"step": step, "reader": reader},
        )
        return str(found[0]["turn"]) if found else None

    def _turn(self, ident: str) -> asyncio.Lock:
        lock = self._writing.get(ident)
        if lock is None:
            lock = self._writing[ident] = asyncio.Lock()
        return lock


_LIST = """
WITH mine AS (
    SELECT t.id, t.name, t."createdAt", t."userId", t."userIdentifier", t.tags, t.metadata,
           coalesce((SELECT max(s."createdAt") FROM steps s WHERE s."threadId" = t.id), t."createdAt") AS last
    FROM threads t
    WHERE t."userId" = :user
      AND (CAST(:search AS text) IS NULL OR t.name ILIKE :search OR EXISTS (
            SELECT 1 FROM steps s
            WHERE s."threadId" = t.id AND s.type LIKE '%message' AND s.output ILIKE :search))
      AND (CAST(:feedback AS int) IS NULL OR EXISTS (
            SELECT 1 FROM feedbacks f WHERE f."threadId" = t.id AND f.value = :feedback))
)
SELECT * FROM mine
WHERE CAST(:cursor AS text) IS NULL OR (last, id) < (SELECT last, id FROM mine WHERE id = :cursor)
ORDER BY last DESC, id DESC
LIMIT :limit
"""


def _upsert(table: str, values: Mapping[str, Any]) -> str:
    """Return an insert that updates the row it finds, but never moves one to another conversation."""
    names = ", ".join(f'"{name}"' for name in values)
    places = ", ".join(f":{name}" for name in values)
    updates = ", ".join(f'"{name}" = EXCLUDED."{name}"' for name in values if name not in ("id", "threadId"))
    return (
        f"INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT (id) DO UPDATE SET {updates}"
        f' WHERE {table}."threadId" = EXCLUDED."threadId"'
    )


def _storable(value: Any) -> Any:
    if isinstance(value, dict):
        return (
            json.dumps(value, ensure_ascii=False).replace("\\u0000", "").encode("utf-8", "replace").decode()
        )
    if isinstance(value, str):
        return value.replace("\x00", "").encode("utf-8", "replace").decode()
    return value


def _literal(text: str) -> str:
    return text.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
