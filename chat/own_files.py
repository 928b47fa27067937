"""Files asked as data, on the page: made of what was dropped, kept, deleted, asked again or left alone."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from appdb.own_files import OwnFile
from appdb.users import User
from chat.beside import together_line
from chat.understood import State, as_data, gone
from config.wording import Language
from errors import AccessError, InputError, NotFoundError, WenshuError
from services import services
from teaching.loaders.pairs import names_pairs
from teaching.loaders.sheets import Sheet

T = TypeVar("T")
MOST_EXAMPLES = 3
EXAMPLES_S = 4.0
PEEKED = 200_000
ACTS = ("keep", "unkeep", "back", "ask", "remove")
ONLY_DATA = ("parquet", "tsv", "tab", "ndjson", "xlsm", "xls")


def may_ask_files(user: User) -> bool:
    """Tell whether somebody's role lets them ask files of their own."""
    return "files" in services().access.features(user)


def holds_records(path: Path) -> bool:
    """Tell a JSON file whose first record is data, and no pair, model or other teaching."""
    with path.open("rb") as file:
        start = file.read(PEEKED)
    text = start.decode("utf-8-sig", "replace").lstrip("[ \r\n\t")
    try:
        record, _ = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return False
    if not isinstance(record, dict) or any(isinstance(value, dict | list) for value in record.values()):
        return False
    return not names_pairs(Sheet(tuple(record), ((1, tuple(record.values())),)))


async def take_in(draft: str, file: str, thread: str, user: User) -> str:
    """Make a dropped file a database of its owner and return its connection's name."""
    if not may_ask_files(user):
        raise AccessError("files_denied")
    files = services().own_files
    path = files.dropped(draft)
    if not await asyncio.to_thread(path.is_file):
        raise NotFoundError("draft_gone")
    made = await files.add(path, file, user.name, user.role, thread=thread)
    detail = {"file": file, "bytes": made.bytes}
    await services().audit.write(who=user.name, act="file.add", connection=made.name, detail=detail)
    await asyncio.to_thread(path.unlink, missing_ok=True)
    return made.name


async def state_of(name: str, user: User, language: Language) -> State:
    """Return the card of one's own file as it stands now."""
    try:
        one = await services().own_files.profile(user.name, name)
    except NotFoundError:
        return gone(language)
    examples = await _in_time(_examples(one, user, language)) if one.asked else None
    together = await _in_time(together_line(services(), one, user, language))
    return as_data(one, examples or [], services().settings.own_file_days, language, together or "")


async def act(name: str, what: str, user: User, language: Language) -> State:
    """Do what a button of the card says."""
    files = services().own_files
    if what not in ACTS:
        raise InputError("input_invalid")
    if what == "remove":
        await files.remove(user.name, name)
        await services().audit.write(who=user.name, act="file.remove", connection=name)
    elif what in ("keep", "unkeep"):
        await files.change(user.name, name, kept=what == "keep")
    else:
        await files.change(user.name, name, asked=what == "ask")
    return await state_of(name, user, language)


async def _examples(one: OwnFile, user: User, language: Language) -> list[str]:
    """Return questions that the file's figures answer."""
    opened = services()
    rights = opened.access.rights(user, one.name)
    today = await opened.taught.today(one.name, rights)
    return list(await opened.taught.askable("", MOST_EXAMPLES, one.name, rights, today, language))


async def _in_time(work: Coroutine[Any, Any, T]) -> T | None:
    """Return what a card may show beside the rest; nothing where it is not ready in a moment."""
    try:
        return await asyncio.wait_for(work, EXAMPLES_S)
    except (TimeoutError, WenshuError):
        return None
