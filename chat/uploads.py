"""Files dropped into the chat: read, shown as a card, and kept for the click that stages them."""

import asyncio
import dataclasses
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chainlit as cl

from answers.markdown import inert
from appdb.users import User
from chat import own_files
from chat.kept import kept
from chat.understood import State, asking, asking_data, gone, reading, ready, refused_line, staged
from config.wording import Language, say
from database.dialects import POSTGRES, Dialect
from database.files.formats import ending_of
from errors import AccessError, InputError, KnowledgeError, NotFoundError
from knowledge.items import KnowledgeItem
from services import services
from teaching.loaders import LoadReport, load_files
from teaching.loaders.absent import absent_tables
from teaching.loaders.archives import ArchiveLimits, File, unpacked
from teaching.loaders.pairs import names_pairs, pairs_of
from teaching.loaders.report import Tick, no_tick
from teaching.loaders.sheets import Sheet, as_documentation, pair_columns, read_sheet
from teaching.own_files import is_data
from teaching.training import with_sound_definitions
from teaching.upkeep.pair_checks import checked_pairs

MOST_FILES = 5  # as .chainlit/config.toml tells the page
SHEETS = ("csv", "xlsx")
NO_SHEET = b""  # of a draft that can only be asked as data
READING_PART = 0.7  # of the bar; the rest is the database's word on the pairs
TELL_EVERY_S = 0.5
STAGED_AT_ONCE = 200


@dataclass
class Material:
    """The files of one upload: those to read at once, tables nobody has named yet, and what was refused."""

    files: list[File] = field(default_factory=list)
    sheets: list[tuple[File, Sheet]] = field(default_factory=list)
    data: list[tuple[str, Path]] = field(default_factory=list)  # what can only be asked as data
    paths: dict[str, Path] = field(default_factory=dict)
    report: LoadReport = field(default_factory=LoadReport)


async def receive(message: cl.Message, user: User, connection: str | None, language: Language) -> None:
    """Read what was dropped and show what was understood, or say kindly that this role cannot.

    Words sent along ("please learn this") are a note on the files, not a question.
    """
    teaches = "upload" in services().access.features(user) and connection is not None
    teaches = teaches and not services().databases.owner(connection or "")
    if not teaches and not _all_data(message.elements, user):
        if "upload" not in services().access.features(user):
            raise AccessError("upload_denied")
        raise InputError("no_database")
    connection = connection or ""
    if len(message.elements) > MOST_FILES:  # the page counts too, but a page can be forged
        raise InputError("too_many_files", most=MOST_FILES)
    names = ", ".join(str(element.name) for element in message.elements)
    material = await asyncio.to_thread(_material, message.elements, teaches, own_files.may_ask_files(user))
    words = [say("chat.upload.received", language, files=names)]
    if message.content.strip():
        words.append(say("chat.upload.note", language))
    answer = kept(inert("\n\n".join(words)))
    await answer.send()
    if material.files or material.report.refused:
        card = _Card(answer.id)
        report = await card.during(lambda tick: understand(material, connection, user, tick), language)
        in_order = sorted(report.refused, key=lambda one: (one.file, one.line))
        refused = [refused_line(one, language) for one in in_order]
        files = [name for name, _ in material.files]
        draft = await _keep(user, connection, files, report.items, refused)
        absent = await absent_tables(report.items, services().databases.find(connection))
        await card.show(draft, ready(report.items, refused, language, absent), last=True)
    thread = str(cl.context.session.thread_id)
    for (name, data), sheet in material.sheets:
        draft = await services().drafts.keep(user.name, connection, [name], sheet=data, thread=thread)
        if name in material.paths:
            await asyncio.to_thread(services().own_files.put_down, material.paths[name], draft)
        await _Card(answer.id).show(draft, asking(sheet, name, language), last=True)
    for name, path in material.data:
        draft = await services().drafts.keep(user.name, connection, [name], sheet=NO_SHEET, thread=thread)
        await asyncio.to_thread(services().own_files.put_down, path, draft)
        await _Card(answer.id).show(draft, asking_data(name, language), last=True)


async def understand(material: Material, connection: str, user: User, tick: Tick = no_tick) -> LoadReport:
    """Read the files, and let the database try every pair under this person's rights."""
    known = await services().knowledge.known_tables(connection)
    read = await asyncio.to_thread(
        load_files, material.files, dialect_of(connection), known, lambda done: tick(done * READING_PART)
    )
    read.refused[:0] = material.report.refused
    database = services().databases.find(connection)
    rights = services().access.rights(user, connection)
    read = await with_sound_definitions(services().knowledge, read, connection, database, rights=rights)
    return await tried(read, connection, user, lambda done: tick(READING_PART + done * (1 - READING_PART)))


async def tried(report: LoadReport, connection: str, user: User, tick: Tick = no_tick) -> LoadReport:
    """Return a report without the pairs that the database refuses."""
    if not any(item.kind == "pair" for item in report.items):
        return report
    database, rights = services().databases.get(connection), services().access.rights(user, connection)
    return await checked_pairs(report, database, rights, tick)


async def state_of(ident: str, user: User, language: Language) -> State:
    """Return the card of a draft as it stands now."""
    draft = await services().drafts.of(user.name, ident)
    if draft is None:
        return gone(language)
    outcome = draft.outcome or {}
    if "file" in outcome:
        return await own_files.state_of(outcome["file"], user, language)
    if draft.sheet == NO_SHEET:
        return asking_data(draft.files[0], language)
    if draft.sheet is not None:
        sheet = await asyncio.to_thread(_sheet, draft.files[0], draft.sheet)
        return asking(sheet, draft.files[0], language)
    if "added" in outcome:
        may_publish = "admin" in services().access.features(user)
        return staged(outcome["added"], outcome["unchanged"], may_publish, language)
    items = _items(draft.items)
    absent = await absent_tables(items, services().databases.find(draft.connection))
    shown = ready(items, outcome.get("refused", []), language, absent)
    return {**shown, "done": draft.done}


async def choose(ident: str, reads_as: str, user: User, language: Language) -> State:
    """Read a table as its owner says, and return the card of what came of it."""
    if reads_as == "data":
        return await _choose_data(ident, user, language)
    draft = await _open(ident, user)
    if draft.sheet == NO_SHEET:
        raise InputError("file_only_data", file=draft.files[0])
    if draft.sheet is not None:
        name = draft.files[0]
        sheet = await asyncio.to_thread(_sheet, name, draft.sheet)
        report = await asyncio.to_thread(_read_as, reads_as, sheet, name, dialect_of(draft.connection))
        report = await tried(report, draft.connection, user)
        refused = [refused_line(one, language) for one in report.refused]
        await services().drafts.decide(ident, _records(report.items), refused)
    return await state_of(ident, user, language)


async def _choose_data(ident: str, user: User, language: Language) -> State:
    draft = await services().drafts.of(user.name, ident)
    if draft is None:
        raise NotFoundError("draft_gone")
    if draft.sheet is not None:
        name = await own_files.take_in(ident, draft.files[0], draft.thread, user)
        await services().drafts.finish(ident, {"file": name})
    return await state_of(ident, user, language)


async def stage(ident: str, user: User, language: Language) -> State:
    """Stage a draft's content, telling the draft how far it is; a second click changes nothing."""
    draft = await _open(ident, user)
    if draft.sheet is not None:
        raise InputError("draft_undecided")
    if "added" not in (draft.outcome or {}):
        items = _items(draft.items)
        added = unchanged = 0
        for start in range(0, len(items), STAGED_AT_ONCE):
            part = items[start : start + STAGED_AT_ONCE]
            done = await services().knowledge.stage(part, draft.connection, user.name)
            added, unchanged = added + len(done.added), unchanged + len(done.unchanged)
            await services().drafts.note_progress(ident, start + len(part))
        detail = {"files": draft.files, "items": added}
        await services().audit.write(
            who=user.name, act="teach.stage", connection=draft.connection, detail=detail
        )
        await services().drafts.finish(ident, {"added": added, "unchanged": unchanged})
    return await state_of(ident, user, language)


def dialect_of(connection: str) -> Dialect:
    """Return the dialect of a connection."""
    databases = services().databases
    return databases.get(connection).dialect if connection in databases.names else POSTGRES


async def _open(ident: str, user: User) -> Any:
    """Return a person's draft if they may stage on its database now, or raise."""
    access = services().access
    draft = await services().drafts.of(user.name, ident)
    if draft is None:
        raise NotFoundError("draft_gone")
    if "upload" not in access.features(user) or not access.may_use(user, draft.connection):
        raise AccessError("upload_denied")
    return draft


def _all_data(elements: Iterable[Any], user: User) -> bool:
    names = [str(element.name) for element in elements]
    return own_files.may_ask_files(user) and all(map(is_data, names))


def _material(elements: Iterable[Any], teaches: bool, asks_files: bool) -> Material:
    settings = services().settings
    limits = ArchiveLimits(settings.max_archive_files, settings.max_archive_mb * 1_000_000)
    paths = {str(element.name): Path(element.path) for element in elements if element.path}
    apart = {name: path for name, path in paths.items() if asks_files and _is_only_data(name, path, teaches)}
    most = settings.max_upload_mb * 1_000_000
    if any(path.stat().st_size > most for name, path in paths.items() if name not in apart):
        raise InputError("data_file_too_large", file=next(iter(paths)), most=settings.max_upload_mb)
    sent = [(name, path.read_bytes()) for name, path in paths.items() if name not in apart]
    files, report = unpacked(sent, limits)
    material = Material(report=report, data=list(apart.items()), paths=paths if asks_files else {})
    for name, data in files:
        sheet = _unnamed_sheet(name, data)
        if sheet is None and name in material.paths and _is_unreadable(name, data):
            material.data.append((name, paths[name]))
        elif sheet is None:
            material.files.append((name, data))
        else:
            material.sheets.append(((name, data), sheet))
    return material


def _is_only_data(name: str, path: Path, teaches: bool) -> bool:
    if not is_data(name):
        return False
    ending = ending_of(name)
    too_large = path.stat().st_size > services().settings.max_upload_mb * 1_000_000
    records = ending in ("json", "jsonl") and own_files.holds_records(path)
    return not teaches or ending in own_files.ONLY_DATA or too_large or records


def _unnamed_sheet(name: str, data: bytes) -> Sheet | None:
    """Return a file's table where its head does not say that it holds pairs."""
    if name.rsplit(".", 1)[-1].lower() not in SHEETS:
        return None
    try:
        sheet = _sheet(name, data)
    except KnowledgeError:
        return None  # the loader says why
    return sheet if sheet.rows and not names_pairs(sheet) else None


def _is_unreadable(name: str, data: bytes) -> bool:
    """Tell a table that cannot be taught from; asked as data it may be read, or refused kindly."""
    try:
        return ending_of(name) in SHEETS and not _sheet(name, data).rows
    except KnowledgeError:
        return True


def _sheet(name: str, data: bytes) -> Sheet:
    return read_sheet(data, name.rsplit(".", 1)[-1].lower())


def _read_as(reads_as: str, sheet: Sheet, name: str, dialect: Dialect) -> LoadReport:
    columns = pair_columns(sheet)
    if reads_as == "documentation":
        return LoadReport(as_documentation(sheet, name))
    if reads_as == "pairs" and columns is not None:
        return pairs_of(sheet, *columns, name, dialect)
    raise InputError("draft_undecided")


async def _keep(
    user: User, connection: str, names: Sequence[str], items: Sequence[KnowledgeItem], refused: Sequence[str]
) -> str:
    drafts = services().drafts
    ident = await drafts.keep(user.name, connection, names)
    await drafts.decide(ident, _records(items), refused)
    return ident


def _records(items: Iterable[KnowledgeItem]) -> list[dict[str, Any]]:
    left_out = ("id", "connection", "status", "author")
    records = (dataclasses.asdict(item) for item in items)
    return [{name: value for name, value in record.items() if name not in left_out} for record in records]


def _items(records: Iterable[dict[str, Any]]) -> list[KnowledgeItem]:
    return [KnowledgeItem(id="", connection="", **record) for record in records]


class _Card:
    """One card under an answer: a bar while work lasts, then what came of it."""

    def __init__(self, message: str) -> None:
        self._message = message
        self._element = cl.CustomElement(name="LearnedCard", props={}, display="inline")

    async def show(self, draft: str, state: State, last: bool) -> None:
        """Show a state; only the last one is stored."""
        self._element.props = {"draft": draft, "state": state}
        await self._element.send(for_id=self._message, persist=last)

    async def during(
        self, work: Callable[[Tick], Coroutine[Any, Any, LoadReport]], language: Language
    ) -> LoadReport:
        """Do the work, and tell how far it is where that takes longer than a moment."""
        share = 0.0

        def tick(done: float) -> None:
            nonlocal share
            share = done

        task = asyncio.create_task(work(tick))
        try:
            while not (await asyncio.wait({task}, timeout=TELL_EVERY_S))[0]:
                await self.show("", reading(share, language), last=False)
        finally:
            task.cancel()
        return await task
