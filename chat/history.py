"""Conversations as Chainlit asks for them: composed from the turns when they are read.

A question and its answer are one row of `turns` and stand nowhere else. Chainlit's own tables keep who has
which conversation under which name, what people think of answers, and what belongs to no turn: files that
were dropped with their cards, and sentences that are no answers. Conversations of older versions, which were
stored step by step, are shown as they were stored.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, LiteralString

from chainlit.data.base import BaseDataLayer
from chainlit.data.utils import queue_until_user_message
from chainlit.element import Element, ElementDict
from chainlit.step import StepDict
from chainlit.types import (
    Feedback,
    FeedbackDict,
    PageInfo,
    PaginatedResponse,
    Pagination,
    ThreadDict,
    ThreadFilter,
)
from chainlit.user import PersistedUser, User
from chainlit.utils import utc_now

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from appdb.turns import Turn, TurnStore
from chat import statements
from chat.composed import LookFor, composed, elements, is_part, turn_in
from chat.files import LocalFiles
from chat.stored import element_dict, feedback_dict, in_order, step_dict, thread_dict
from errors import NotFoundError, WenshuError
from teaching.own_files import PREFIX

log = logging.getLogger(__name__)

TITLE_CHARS = 80
MOST_TURNS = 500  # of one conversation, the last ones
KEPT = "kept"  # marks in its metadata what belongs to no turn

Forget = Callable[[str, str], Awaitable[None]]
LookOf = Callable[[str], Awaitable[LookFor]]  # how an owner sees their turns


class History(BaseDataLayer):  # type: ignore[misc]
    """The conversations, over the turns and the schema `chat`."""

    def __init__(
        self, database: AppDatabase, turns: TurnStore, files: LocalFiles, look_of: LookOf, forget: Forget
    ) -> None:
        self._database = database
        self._turns = turns
        self._look_of = look_of
        self._forget = forget
        self.files = files

    async def build_debug_url(self) -> str:
        """Return none: there is no page for it."""
        return ""

    async def close(self) -> None:
        """Nothing of its own is open."""

    # People, as Chainlit keeps them beside ours

    async def get_user(self, identifier: str) -> PersistedUser | None:
        """Return who signed in under a name."""
        row = await self._database.row("SELECT * FROM chat.users WHERE identifier = %s", text(identifier))
        if row is None:
            return None
        return PersistedUser(
            id=row["id"], identifier=identifier, createdAt=row["createdAt"], metadata=row["metadata"]
        )

    async def create_user(self, user: User) -> PersistedUser | None:
        """Write down who signs in."""
        await self._database.run(
            'INSERT INTO chat.users (id, identifier, "createdAt", metadata) VALUES (%s, %s, %s, %s)'
            " ON CONFLICT (identifier) DO UPDATE SET metadata = excluded.metadata",
            str(uuid.uuid4()),
            text(str(user.identifier)),
            utc_now(),
            jsonb(user.metadata),
        )
        return await self.get_user(str(user.identifier))

    # What belongs to no turn

    @queue_until_user_message()  # type: ignore[untyped-decorator]
    async def create_step(self, step: Mapping[str, Any]) -> None:
        """Keep a message that belongs to no turn; everything else of an answer is in its turn."""
        if not (step.get("metadata") or {}).get(KEPT):
            return
        values = {name: value for name, value in step.items() if value is not None and value != {}}
        values.pop("parentId", None)  # the run it was said in is not kept
        values |= {name: text(values[name]) for name in ("input", "output") if name in values}
        values["showInput"] = str(values.get("showInput", False)).lower()
        await self._put("steps", values)

    async def update_step(self, step: Mapping[str, Any]) -> None:
        """Bring such a message up to date."""
        await self.create_step(step)

    async def delete_step(self, step_id: str) -> None:
        """Take a message away."""
        await self._write("DELETE FROM chat.steps WHERE id = %s", text(step_id))

    async def get_favorite_steps(self, user_id: str) -> list[StepDict]:
        """Return none: there are no favourites."""
        return []

    @queue_until_user_message()  # type: ignore[untyped-decorator]
    async def create_element(self, element: Element) -> None:
        """Keep a card or file that belongs to no turn."""
        if not element.for_id or is_part(element.for_id):
            return
        values = {name: value for name, value in element.to_dict().items() if value is not None}
        values.pop("url", None)
        if element.type != "custom":
            stored = await self._store(element)
            if stored is None:
                return
            values |= stored
        await self._put("elements", values)

    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        """Take a card or file away."""
        await self._write(
            'DELETE FROM chat.elements WHERE id = %s AND "threadId" = %s', text(element_id), text(thread_id)
        )

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        """Return one element of a conversation."""
        thread = await self.get_thread(thread_id)
        found = (thread["elements"] or []) if thread else []
        return next((element for element in found if element["id"] == element_id), None)

    async def _store(self, element: Element) -> dict[str, str] | None:
        content: bytes | str | None = element.content
        if not content and element.path:
            content = await asyncio.to_thread(Path(element.path).read_bytes)
        if not content:
            return None
        mime = element.mime or "application/octet-stream"
        kept = await self.files.upload_file(uuid.uuid4().hex, content, mime)
        return {"objectKey": kept["object_key"], "mime": mime}

    async def readable_file(self, key: str, reader: str) -> tuple[Path, str] | None:
        """Return a file and its mime type where `reader` owns its conversation."""
        found = await self._database.row(
            'SELECT e.mime FROM chat.elements e JOIN chat.threads t ON t.id = e."threadId"'
            ' WHERE e."objectKey" = %s AND t."userIdentifier" = %s',
            text(key),
            text(reader),
        )
        path = self.files.path(key)
        if found is None or path is None or not await asyncio.to_thread(path.is_file):
            return None
        return path, found["mime"] or "application/octet-stream"

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
        named = name or (metadata or {}).get("name")
        title = " ".join(named.split())[:TITLE_CHARS] if named else None
        gone = [key for key, value in (metadata or {}).items() if value is None]
        kept = jsonb({key: value for key, value in (metadata or {}).items() if value is not None})
        if user_id is None:
            await self._write(statements.RENEW, text(title), tags, kept, gone, text(thread_id))
            return
        who = (user_id, user_id)
        await self._write(statements.BEGIN, text(thread_id), utc_now(), text(title), *who, tags, kept, gone)

    async def delete_thread(self, thread_id: str) -> None:
        """Delete a conversation, and let the assistant forget what it knows of it."""
        author = await self.get_thread_author(thread_id)
        keys = await self._database.rows(
            'SELECT "objectKey" AS key FROM chat.elements WHERE "threadId" = %s AND "objectKey" IS NOT NULL',
            text(thread_id),
        )
        for row in keys:
            await self.files.delete_file(row["key"])
        await self._database.run(statements.DELETE, *[text(thread_id)] * 4)
        if author:
            await self._forget(author, thread_id)

    async def get_thread_author(self, thread_id: str) -> str:
        """Return whose conversation it is; empty where there is none, which Chainlit answers with 404."""
        row = await self._database.row(statements.AUTHOR, text(thread_id), text(thread_id))
        return str(row["author"] or "") if row else ""

    async def get_thread(self, thread_id: str) -> ThreadDict | None:
        """Return one conversation with everything in it, whether or not Chainlit's row of it was written."""
        author = await self.get_thread_author(thread_id)
        row = await self._database.row("SELECT * FROM chat.threads WHERE id = %s", text(thread_id))
        if row is None and not author:
            return None
        turns = await self._turns.recent(thread_id, author, MOST_TURNS)
        kept = await self._database.rows(
            'SELECT * FROM chat.steps WHERE "threadId" = %s ORDER BY "createdAt", id', text(thread_id)
        )
        files = await self._database.rows(
            'SELECT * FROM chat.elements WHERE "threadId" = %s', text(thread_id)
        )
        verdicts = await self._verdicts(thread_id)
        turns = [turn for turn in turns if not (_is_old(turn) and kept)]
        look_for = await self._look_of(author)
        steps, shown = await asyncio.to_thread(_all_of, turns, look_for, verdicts)
        steps += [(str(one["createdAt"]), [step_dict(one, verdicts.get(one["id"]))]) for one in kept]
        in_time = [step for _, group in sorted(steps, key=lambda group: group[0]) for step in group]
        stored = in_order([element_dict(one) for one in files])
        kept_row = row or await self._unwritten(thread_id, author, turns)
        return thread_dict(_going_on_with(turns, kept_row), in_time, [*stored, *shown])

    async def list_threads(
        self, pagination: Pagination, filters: ThreadFilter
    ) -> PaginatedResponse[ThreadDict]:
        """Return a page of a person's conversations, the newest first, without what was said in them."""
        search = f"%{_literal(filters.search)}%" if filters.search else None
        after = text(pagination.cursor)
        found = await self._database.rows(
            statements.LIST,
            *(filters.userId, *[text(search)] * 5),
            *(filters.feedback, filters.feedback, after, after, pagination.first + 1),
        )
        page = found[: pagination.first]
        return PaginatedResponse(
            pageInfo=PageInfo(
                hasNextPage=len(found) > pagination.first,
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

    async def keep_feedback(self, feedback: Feedback, author: str) -> str:
        """Keep a person's verdict on an answer of their own, one for each; empty where it is not theirs."""
        thread = await self._thread_of(feedback.forId, author)
        if thread is None:
            return ""
        kept = await self._database.row(
            'INSERT INTO chat.feedbacks (id, "forId", "threadId", value, comment, author)'
            " VALUES (%s, %s, %s, %s, %s, %s)"
            ' ON CONFLICT ("forId") DO UPDATE SET value = excluded.value, comment = excluded.comment,'
            " author = excluded.author, created_at = now() RETURNING id",
            *(str(uuid.uuid4()), text(feedback.forId), text(thread), feedback.value),
            *(text(feedback.comment), text(author)),
        )
        return str(kept["id"]) if kept else ""

    async def drop_feedback(self, feedback_id: str, author: str) -> str:
        """Take back a person's own verdict; return the step it was on, empty where there was none."""
        gone = await self._database.row(
            'DELETE FROM chat.feedbacks WHERE id = %s AND author = %s RETURNING "forId" AS step',
            text(feedback_id),
            text(author),
        )
        return str(gone["step"]) if gone else ""

    async def turn_of(self, step: str, reader: str) -> str | None:
        """Return the turn of the answer that a step of `reader` shows, or holds."""
        if turn := await self._own_turn(step, reader):
            return turn.id
        found = await self._database.row(
            "SELECT s.metadata ->> 'turn' AS turn FROM chat.steps s"
            ' JOIN chat.threads t ON t.id = s."threadId"'
            ' WHERE (s.id = %s OR s."parentId" = %s) AND t."userIdentifier" = %s'
            " AND s.type = 'assistant_message' AND s.metadata ->> 'turn' <> '' LIMIT 1",
            *(text(step), text(step), text(reader)),
        )
        return str(found["turn"]) if found else None

    async def _own_turn(self, step: str, reader: str) -> Turn | None:
        try:
            turn = await self._turns.get(turn_in(step))
        except NotFoundError:
            return None
        return turn if turn.owner == reader else None

    async def _thread_of(self, step: str, reader: str) -> str | None:
        if turn := await self._own_turn(step, reader):
            return turn.thread
        row = await self._database.row(
            'SELECT t.id FROM chat.steps s JOIN chat.threads t ON t.id = s."threadId"'
            ' WHERE s.id = %s AND t."userIdentifier" = %s',
            text(step),
            text(reader),
        )
        return str(row["id"]) if row else None

    async def _verdicts(self, thread: str) -> dict[str, FeedbackDict]:
        rows = await self._database.rows('SELECT * FROM chat.feedbacks WHERE "threadId" = %s', text(thread))
        return {row["forId"]: feedback_dict(row) for row in rows}

    async def _unwritten(self, thread: str, author: str, turns: list[Turn]) -> dict[str, Any]:
        """Return what Chainlit's row of a conversation would say that never came to be written."""
        user = await self.get_user(author)
        return {
            "id": thread,
            "createdAt": None,
            "name": turns[0].question[:TITLE_CHARS] if turns else None,
            "userId": user.id if user else None,
            "userIdentifier": author,
            "tags": None,
            "metadata": {},
        }

    async def _put(self, table: LiteralString, values: Mapping[str, Any]) -> None:
        names, places = ", ".join(f'"{name}"' for name in values), ", ".join("%s" for _ in values)
        others = [name for name in values if name not in ("id", "threadId")]
        fresh = ", ".join(f'"{name}" = excluded."{name}"' for name in others)
        await self._write(
            f"INSERT INTO chat.{table} AS held ({names}) VALUES ({places})"
            f" ON CONFLICT (id) DO UPDATE SET {fresh}"
            ' WHERE held."threadId" = excluded."threadId"',
            *(jsonb(one) if isinstance(one, dict) else one for one in values.values()),
        )

    async def _write(self, sql: LiteralString, *values: Any) -> None:
        """Write what Chainlit wants kept; where that fails the chat goes on: the turns have what counts."""
        try:
            await self._database.run(sql, *values)
        except WenshuError as error:
            log.error("history_write_failed", extra={"cause": error.detail, "statement": sql[:60]})


def _all_of(
    turns: Iterable[Turn], look_for: LookFor, verdicts: Mapping[str, FeedbackDict]
) -> tuple[list[tuple[str, list[StepDict]]], list[ElementDict]]:
    """Return the steps of each turn under the time it began, and the elements of all."""
    steps: list[tuple[str, list[StepDict]]] = []
    shown: list[ElementDict] = []
    for turn in turns:
        look = look_for(turn)
        parts = composed(turn, look, verdicts)
        steps.append((str(parts[0]["createdAt"]), parts))
        shown += elements(turn, look)
    return steps, shown


def _going_on_with(turns: Iterable[Turn], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return Chainlit's row with the database that was asked, or the first by now would be."""
    asked = [turn.connection for turn in turns if not turn.connection.startswith(PREFIX)]
    profile = {"chat_profile": asked[-1]} if asked else {}
    return {**row, "metadata": {**(row["metadata"] or {}), **profile}}


def _is_old(turn: Turn) -> bool:
    """Tell whether a turn is of a version that stored its answer step by step."""
    return turn.shown is None and turn.status != "running"


def _literal(search: str) -> str:
    return search.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
